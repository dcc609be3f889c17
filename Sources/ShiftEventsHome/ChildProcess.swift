package import ShiftEvents

#if canImport(Darwin)
  package import Darwin
#elseif canImport(Musl)
  package import Musl
#else
  package import Glibc
#endif

/// A program that runs beside this process: psql, or openssl.
///
/// Foundation's `Process` needs hundreds of descriptors to start one, and stops this process where it has fewer.
package enum ChildProcess {
  /// Starts a program.
  ///
  /// - Parameters:
  ///   - streams: its standard input, output and errors.
  ///   - hasOwnGroup: true so that a Ctrl-C does not reach it before this process has decided.
  ///   - dropped: beginnings of settings of this process's environment that it does not get.
  ///   - settings: the settings that it gets instead.
  package static func start(
    _ path: String, _ arguments: [String], streams: [Int32], hasOwnGroup: Bool = false,
    without dropped: [String], _ settings: [String] = []
  ) throws(SystemError) -> pid_t {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #else
      var actions = unsafe posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif
    unsafe posix_spawn_file_actions_init(&actions)
    unsafe posix_spawnattr_init(&attributes)
    defer {
      unsafe posix_spawn_file_actions_destroy(&actions)
      unsafe posix_spawnattr_destroy(&attributes)
    }
    for (number, stream) in streams.enumerated() {
      unsafe posix_spawn_file_actions_adddup2(&actions, stream, Int32(number))
    }
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe sigaddset(&signals, SIGPIPE)
    unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
    unsafe posix_spawnattr_setpgroup(&attributes, 0)
    let group = hasOwnGroup ? Int16(POSIX_SPAWN_SETPGROUP) : 0
    unsafe posix_spawnattr_setflags(&attributes, group | Int16(POSIX_SPAWN_SETSIGDEF))
    let kept = environment().filter { setting in !dropped.contains(where: setting.hasPrefix) }
    var words = unsafe ([path] + arguments).map { unsafe strdup($0) } + [nil]
    var given = unsafe (kept + settings).map { unsafe strdup($0) } + [nil]
    defer { unsafe (words + given).forEach { unsafe free($0) } }
    var process = pid_t()
    let error = unsafe posix_spawn(&process, path, &actions, &attributes, &words, &given)
    if error != 0 { throw SystemError(number: error) }
    return process
  }

  /// Runs a program to its end.
  ///
  /// - Parameter input: at most as many bytes as a pipe holds.
  /// - Returns: its exit status, `nil` where a signal ended it, and what it printed.
  package static func run(
    _ path: String, _ arguments: [String], input: [UInt8], without dropped: [String]
  ) throws(SystemError) -> (status: Int32?, output: [UInt8]) {
    let fileSystem = PosixFileSystem()
    var open: [FileDescriptor] = []
    defer { open.forEach(fileSystem.close) }
    func makePipe() throws(SystemError) -> (reading: FileDescriptor, writing: FileDescriptor) {
      var ends: [Int32] = [0, 0]
      _ = try retrying { unsafe pipe(&ends) }
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      open += ends.map { FileDescriptor(rawValue: $0) }
      return (open[open.count - 2], open[open.count - 1])
    }
    func close(_ file: FileDescriptor) {
      open.removeAll { $0 == file }
      fileSystem.close(file)
    }
    let (given, told) = (try makePipe(), try makePipe())
    open.append(try fileSystem.open("/dev/null", [.write], mode: .ownerFile))
    try fileSystem.writeAll(given.writing, input)
    close(given.writing)
    // Where somebody has it ignored, the system tells no ending.
    _ = signal(SIGCHLD, SIG_DFL)
    let process = try start(
      path, arguments,
      streams: [given.reading.rawValue, told.writing.rawValue, open[open.count - 1].rawValue],
      without: dropped)
    close(told.writing)
    var output: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 4 << 10)
    while let count = try? fileSystem.read(told.reading, into: &block), count > 0 {
      output += block[..<count]
    }
    return (ending(of: process), output)
  }

  /// Waits until a program has ended.
  ///
  /// - Returns: its exit status; `nil` where a signal ended it.
  package static func ending(of process: pid_t) -> Int32? {
    var status: Int32 = 0
    while unsafe waitpid(process, &status, 0) < 0 { if errno != EINTR { return nil } }
    return status & 0x7F == 0 ? status >> 8 & 0xFF : nil
  }

  private static func environment() -> [String] {
    var settings: [String] = []
    var next = unsafe environ
    while let setting = unsafe next.pointee {
      unsafe settings.append(String(cString: setting))
      unsafe next += 1
    }
    return settings
  }
}
