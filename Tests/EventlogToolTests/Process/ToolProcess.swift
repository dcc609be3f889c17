// Starting programs from tests: the descriptors of a child are given one by one, nothing of the
// tests' own environment reaches it but PATH and HOME, and no wait is without an end.

import Foundation
import Synchronization
import Testing

/// The output and exit status of a program.
struct Ending: Sendable {
  /// The exit code, or 128 and the number of the signal that ended it.
  var code: Int32
  var output: String
  var errors: String
  var isTimedOut = false

  /// The lines of standard output.
  var lines: [String] { output.split(separator: "\n").map(String.init) }
}

/// A running program.
final class ToolProcess {
  enum Input {
    case nothing
    case bytes([UInt8])
    /// A pipe that `send` writes to.
    case pipe
    case descriptor(Int32)
    case file(String)
  }

  let pid: pid_t
  private let outputPath: String
  private let errorPath: String
  private var inputEnd: Int32 = -1
  private var status: Int32?

  /// Spawning under one lock keeps a child from inheriting the pipe that is just being made for
  /// another.
  private static let spawning = Mutex(())
  private static let count = Atomic<Int>(0)

  /// A pipe that no child inherits unless it is given to it.
  static func privatePipe() -> (readEnd: Int32, writeEnd: Int32) {
    spawning.withLock { _ in makePipe() }
  }

  private static func makePipe() -> (readEnd: Int32, writeEnd: Int32) {
    var ends: [Int32] = [-1, -1]
    precondition(unsafe pipe(&ends) == 0)
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }

  /// - Parameters:
  ///   - program: a path, or a name to look for in PATH.
  ///   - folder: its current folder.
  ///   - output: the descriptor of standard output; else it is kept for `wait`.
  ///   - scratch: the folder for what is kept; without one, nothing is.
  init(
    _ program: String, _ arguments: [String], in folder: String, input: Input = .nothing,
    output: Int32? = nil, errors: Int32? = nil, environment: [String: String] = [:],
    scratch: String?
  ) throws {
    let number = Self.count.add(1, ordering: .relaxed).newValue
    outputPath = scratch.map { "\($0)/output-\(number)" } ?? "/dev/null"
    errorPath = scratch.map { "\($0)/errors-\(number)" } ?? "/dev/null"
    let outputFile = open(outputPath)
    let errorFile = open(errorPath)
    var given: Int32 = -1
    switch input {
    case .nothing: given = unsafe Foundation.open("/dev/null", O_RDONLY | O_CLOEXEC)
    case .descriptor(let descriptor): given = dup(descriptor)
    case .file(let path): given = unsafe Foundation.open(path, O_RDONLY | O_CLOEXEC)
    case .bytes(let bytes):
      let path = "\(scratch!)/input-\(number)"
      _ = FileManager.default.createFile(atPath: path, contents: Data(bytes))
      given = unsafe Foundation.open(path, O_RDONLY | O_CLOEXEC)
    case .pipe: break
    }
    var variables = environment
    for name in ["PATH", "HOME"] {
      variables[name] = environment[name] ?? ProcessInfo.processInfo.environment[name]
    }
    // It is looked for in the PATH that it is given, as a shell would.
    let folders = program.contains("/") ? [] : (variables["PATH"] ?? "").split(separator: ":")
    let found = folders.lazy.map { "\($0)/\(program)" }
      .first(where: FileManager.default.isExecutableFile)
    let settings = variables.map { "\($0.key)=\($0.value)" }
    var inputEnd: Int32 = -1
    pid = try Self.spawning.withLock { _ in
      if case .pipe = input {
        (given, inputEnd) = Self.makePipe()
      }
      return try spawn(
        found ?? program, arguments, in: folder, settings,
        [given, output ?? outputFile, errors ?? errorFile])
    }
    self.inputEnd = inputEnd
    for descriptor in [given, outputFile, errorFile] { close(descriptor) }
  }

  /// Writes to the child's standard input; false if the child has ended.
  @discardableResult
  func send(_ text: String) -> Bool { writeAll(text, to: inputEnd) }

  /// Sends any text while its output is read, then ends the input.
  func sendAndClose(_ text: String) {
    let end = inputEnd
    inputEnd = -1
    Thread.detachNewThread {
      writeAll(text, to: end)
      close(end)
    }
  }

  func closeInput() {
    if inputEnd >= 0 { close(inputEnd) }
    inputEnd = -1
  }

  func signal(_ number: Int32) {
    if status == nil { kill(pid, number) }
  }

  /// Its output so far.
  var outputSoFar: String { text(outputPath) }
  var errorsSoFar: String { text(errorPath) }

  var isRunning: Bool {
    if status == nil { reap(WNOHANG) }
    return status == nil
  }

  /// Waits until the child is done, and ends it if that takes too long.
  func wait(
    seconds: Double = 30, meanwhile: (() -> Void)? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> Ending {
    let deadline = Deadline(of: pid, seconds: seconds)
    if let meanwhile {
      while isRunning {
        meanwhile()
        usleep(500)
      }
    }
    // Nothing looks now and then: a child that has ended and waits to be reaped keeps a thread of the tests' library busy.
    if status == nil { reap(0) }
    let isTimedOut = deadline.end()
    if isTimedOut {
      Issue.record("the program did not end in time", sourceLocation: sourceLocation)
    }
    closeInput()
    let status = status ?? 0
    let signal = status & 0x7f
    return Ending(
      code: signal == 0 ? status >> 8 & 0xff : 128 + signal, output: outputSoFar,
      errors: errorsSoFar, isTimedOut: isTimedOut)
  }

  private func reap(_ options: Int32) {
    var state: Int32 = 0
    var reaped: pid_t
    repeat { reaped = unsafe waitpid(pid, &state, options) } while reaped < 0 && errno == EINTR
    if reaped == pid { status = state }
  }

  private func text(_ path: String) -> String {
    String(decoding: FileManager.default.contents(atPath: path) ?? Data(), as: UTF8.self)
  }

  deinit {
    closeInput()
    if isRunning {
      kill(pid, SIGKILL)
      _ = waitpid(pid, nil, 0)
    }
  }
}

/// Ends a program that takes too long.
private final class Deadline: Sendable {
  private enum State { case ahead, passed, over }

  private let state = Mutex(State.ahead)
  private static let queue = DispatchQueue(label: "deadlines of programs")

  init(of pid: pid_t, seconds: Double) {
    Self.queue.asyncAfter(deadline: .now() + seconds) { [weak self] in
      self?.state.withLock { state in
        if state == .over { return }
        state = .passed
        kill(pid, SIGKILL)
      }
    }
  }

  /// Returns `true` if the program was ended. From now on it is not.
  func end() -> Bool {
    state.withLock { state in
      defer { state = .over }
      return state == .passed
    }
  }
}

/// Writes a whole text; false if nobody reads it any more.
@discardableResult
func writeAll(_ text: String, to descriptor: Int32) -> Bool {
  let bytes = Array(text.utf8)
  var sent = 0
  while sent < bytes.count {
    let count = unsafe bytes.withUnsafeBytes {
      let rest = unsafe UnsafeRawBufferPointer(rebasing: $0[sent...])
      return unsafe write(descriptor, rest.baseAddress, rest.count)
    }
    if count <= 0 { return false }
    sent += count
  }
  return true
}

private func open(_ path: String) -> Int32 {
  unsafe Foundation.open(path, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC, 0o600)
}

struct SpawnFailure: Error { var number: Int32 }

#if os(Linux)
  /// `posix_spawn_file_actions_addchdir_np`: glibc has it, and its headers show it to C alone.
  private let addFolder = unsafe unsafeBitCast(
    dlsym(nil, "posix_spawn_file_actions_addchdir_np"),
    to: (@convention(c) (UnsafeMutableRawPointer, UnsafePointer<CChar>) -> Int32).self)
#else
  private let addFolder = unsafe posix_spawn_file_actions_addchdir_np
#endif

/// Starts a program in a folder with these three descriptors and no other.
private func spawn(
  _ program: String, _ arguments: [String], in folder: String, _ settings: [String],
  _ descriptors: [Int32]
) throws -> pid_t {
  #if os(Linux)
    var actions = unsafe posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
  #else
    var actions: posix_spawn_file_actions_t? = nil
    var attributes: posix_spawnattr_t? = nil
  #endif
  unsafe posix_spawn_file_actions_init(&actions)
  unsafe posix_spawnattr_init(&attributes)
  defer {
    unsafe posix_spawn_file_actions_destroy(&actions)
    unsafe posix_spawnattr_destroy(&attributes)
  }
  for (target, descriptor) in descriptors.enumerated() {
    unsafe posix_spawn_file_actions_adddup2(&actions, descriptor, Int32(target))
  }
  let hasFolder = unsafe addFolder(&actions, folder)
  guard hasFolder == 0 else { throw SpawnFailure(number: hasFolder) }
  // Test runners in the background ignore Ctrl-C, and children would inherit that.
  var signals = sigset_t()
  unsafe sigemptyset(&signals)
  for number in [SIGINT, SIGPIPE, SIGXFSZ] { unsafe sigaddset(&signals, number) }
  unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
  // The threads that tests run on may block signals, and children would inherit that too.
  var none = sigset_t()
  unsafe sigemptyset(&none)
  unsafe posix_spawnattr_setsigmask(&attributes, &none)
  unsafe posix_spawnattr_setflags(
    &attributes, Int16(POSIX_SPAWN_SETSIGDEF) | Int16(POSIX_SPAWN_SETSIGMASK))
  var argumentPointers = unsafe ([program] + arguments).map { unsafe strdup($0) } + [nil]
  var settingPointers = unsafe settings.map { unsafe strdup($0) } + [nil]
  defer { unsafe (argumentPointers + settingPointers).forEach { unsafe free($0) } }
  var pid: pid_t = 0
  let result = unsafe posix_spawn(
    &pid, program, &actions, &attributes, &argumentPointers, &settingPointers)
  guard result == 0 else { throw SpawnFailure(number: result) }
  return pid
}
