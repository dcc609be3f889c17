// Other processes as the tests start them: the built tool, and programs that talk to it.

import Foundation
import Synchronization
import Testing

/// A process whose standard input and output are pipes of ours.
final class Child {
  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()
  private var received: [UInt8] = []
  private var isInputOpen = true

  /// The longest time for any step before a test gives up on it.
  private let patienceSeconds: Int

  /// The tool beside the tests.
  static let tool: String = {
    let tests = Bundle.main.executableURL ?? URL(fileURLWithPath: CommandLine.arguments[0])
    return tests.deletingLastPathComponent().appendingPathComponent("eventlog-tool").path
  }()

  /// One start at a time, so that no child gets an end of another's pipe.
  private static let starting = Mutex(())

  init(
    _ program: String, _ arguments: [String], environment: [String: String] = [:],
    patienceSeconds: Int = 120
  ) throws {
    self.patienceSeconds = patienceSeconds
    // Writing to a child that has ended must fail, not end this process.
    _ = Foundation.signal(SIGPIPE, SIG_IGN)
    for pipe in [input, output] {
      for end in [pipe.fileHandleForReading, pipe.fileHandleForWriting] {
        _ = fcntl(end.fileDescriptor, F_SETFD, FD_CLOEXEC)
      }
    }
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.standardInput = input
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try Self.starting.withLock { _ in try process.run() }
    try? output.fileHandleForWriting.close()
    try? input.fileHandleForReading.close()
  }

  // MARK: - Talking

  /// Sends text that fits into the pipe, or that the child reads in any case. If the child has ended,
  /// its earlier output tells the rest.
  func send(_ text: String) { writeAll(text, to: input.fileHandleForWriting.fileDescriptor) }

  func send(line: String) { send(line + "\n") }

  /// Sends any text while its replies are read, then ends the input.
  func sendAndClose(_ text: String) {
    let copy = dup(input.fileHandleForWriting.fileDescriptor)
    _ = fcntl(copy, F_SETFD, FD_CLOEXEC)
    closeInput()
    Thread.detachNewThread {
      writeAll(text, to: copy)
      close(copy)
    }
  }

  func closeInput() {
    if isInputOpen { try? input.fileHandleForWriting.close() }
    isInputOpen = false
  }

  func closeOutput() { try? output.fileHandleForReading.close() }

  /// The next line, without its line feed; `nil` at the end.
  func line() -> String? {
    while true {
      if let end = received.firstIndex(of: UInt8(ascii: "\n")) {
        let line = String(decoding: received[..<end], as: UTF8.self)
        received.removeFirst(end + 1)
        return line
      }
      guard receive() else { return nil }
    }
  }

  /// Sends a line and waits for its reply, the input held open.
  func ask(_ line: String) -> String {
    send(line: line)
    return self.line() ?? "(no reply)"
  }

  /// All that is still to come.
  func rest() -> String {
    while receive() {}
    defer { received = [] }
    return String(decoding: received, as: UTF8.self)
  }

  private func receive() -> Bool {
    let descriptor = output.fileHandleForReading.fileDescriptor
    var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard unsafe poll(&request, 1, Int32(patienceSeconds * 1000)) > 0 else {
      Issue.record("nothing came within \(patienceSeconds) seconds")
      return false
    }
    var block = [UInt8](repeating: 0, count: 1 << 16)
    let count = unsafe block.withUnsafeMutableBytes {
      unsafe read(descriptor, $0.baseAddress, $0.count)
    }
    if count > 0 { received += block[..<count] }
    return count > 0
  }

  // MARK: - Ending

  func kill() { signal(SIGKILL) }

  func signal(_ number: Int32) { Foundation.kill(process.processIdentifier, number) }

  /// The names of the files that it has open, where the system tells.
  var openFiles: [String] {
    let folder = "/proc/\(process.processIdentifier)/fd"
    let numbers = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return numbers.compactMap {
      try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\($0)")
    }
  }

  /// Ends the input and returns the exit status; `nil` if a signal ended the process.
  func end() -> Int32? {
    closeInput()
    return wait()
  }

  func wait() -> Int32? {
    process.waitUntilExit()
    return process.terminationReason == .exit ? process.terminationStatus : nil
  }

  /// Runs a program to its end.
  static func run(
    _ program: String, _ arguments: [String], input: String = "",
    environment: [String: String] = [:], patienceSeconds: Int = 120
  ) throws -> (output: String, code: Int32?) {
    let child = try Child(
      program, arguments, environment: environment, patienceSeconds: patienceSeconds)
    child.sendAndClose(input)
    return (child.rest(), child.wait())
  }
}
