// Other processes as the tests start them: the built tool, and programs that talk to it.

import Foundation
import Testing

/// A process whose standard input and output are pipes of ours.
final class Child {
  private let process: ToolProcess
  private var output: LineReader

  /// - Parameters:
  ///   - environment: beside that of the tests.
  ///   - scratch: the folder in which its errors are kept; else nobody reads them.
  ///   - patienceSeconds: the longest time for any step before a test gives up on it.
  init(
    _ program: String, _ arguments: [String], environment: [String: String] = [:],
    scratch: String? = nil, patienceSeconds: Int = 120
  ) throws {
    // Writing to a child that has ended must fail, not end this process.
    _ = Foundation.signal(SIGPIPE, SIG_IGN)
    let pipe = ToolProcess.privatePipe()
    output = LineReader(pipe.readEnd, patienceSeconds: patienceSeconds)
    let environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    let started = Result {
      try ToolProcess(
        program, arguments, in: FileManager.default.currentDirectoryPath, input: .pipe,
        output: pipe.writeEnd, environment: environment, scratch: scratch)
    }
    close(pipe.writeEnd)
    process = try started.get()
  }

  var pid: pid_t { process.pid }

  // MARK: - Talking

  /// Sends text that fits into the pipe, or that the child reads in any case. If the child has ended,
  /// its earlier output tells the rest.
  @discardableResult
  func send(_ text: String) -> Bool { process.send(text) }

  func send(line: String) { send(line + "\n") }

  /// Sends any text while its replies are read, then ends the input.
  func sendAndClose(_ text: String) { process.sendAndClose(text) }

  func closeInput() { process.closeInput() }

  func closeOutput() { output.close() }

  /// The next line, without its line feed; `nil` at the end.
  func line() -> String? { output.line() }

  /// Sends a line and waits for its reply, the input held open.
  func ask(_ line: String) -> String {
    send(line: line)
    return self.line() ?? "(no reply)"
  }

  /// All that is still to come.
  func rest() -> String { output.rest() }

  // MARK: - Ending

  func kill() { signal(SIGKILL) }

  func signal(_ number: Int32) { process.signal(number) }

  /// The names of the files that it has open, where the system tells.
  ///
  /// - Parameter forWriting: true for those alone that it may write to.
  func openFiles(forWriting: Bool = false) -> [String] {
    let folder = "/proc/\(pid)/fd"
    let numbers = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return numbers.compactMap { number in
      let facts = try? String(contentsOfFile: "/proc/\(pid)/fdinfo/\(number)", encoding: .utf8)
      // The last octal digit of the flags: 0 for reading, 1 for writing, 2 for both.
      let flags = facts?.split(separator: "\n").first { $0.hasPrefix("flags:") }
      if forWriting, flags?.last == "0" { return nil }
      return try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\(number)")
    }
  }

  /// Ends the input and returns the exit status; `nil` if a signal ended the process.
  func end() -> Int32? {
    closeInput()
    return wait()
  }

  func wait() -> Int32? {
    let code = process.wait(seconds: Double(output.patienceSeconds)).code
    return code > 128 ? nil : code
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
