import Foundation

/// Prepares the process before the first file is opened. Called once, first thing in `main`.
func prepareProcess() {
  occupyStandardDescriptors()
  // A closed pipe and a file-size limit are to come back as errors of `write`, not as signals.
  signal(SIGPIPE, SIG_IGN)
  signal(SIGXFSZ, SIG_IGN)
  exitOnInterrupt(erasingLine: false)
}

/// Makes sure that 0, 1 and 2 are taken.
///
/// Under `>&-` the next file opened, the log itself, would become descriptor 1, and answers would
/// be written into it. The stand-ins are opened the wrong way round, so that using them fails.
private func occupyStandardDescriptors() {
  for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) == -1 {
    _ = unsafe open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
  }
}

/// Ends the process with 130 at Ctrl-C, unless it was started to ignore it (as `nohup` and shells
/// do for background jobs).
///
/// - Parameter erasingLine: true if a progress bar stands on the last line of standard error.
func exitOnInterrupt(erasingLine: Bool) {
  // Only async-signal-safe functions may be called here.
  let previous =
    erasingLine
    ? signal(SIGINT) { _ in
      let erase: StaticString = "\r\u{1B}[K"
      _ = unsafe write(STDERR_FILENO, erase.utf8Start, erase.utf8CodeUnitCount)
      _exit(ExitCode.interrupted.rawValue)
    } : signal(SIGINT) { _ in _exit(ExitCode.interrupted.rawValue) }
  if unsafe unsafeBitCast(previous, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) {
    signal(SIGINT, SIG_IGN)
  }
}

/// Ends the process with the code.
func exitProcess(_ code: ExitCode) -> Never { exit(code.rawValue) }

private let beganAnewVariable = "EVENTLOG_BEGAN_ANEW"

/// True in a process that began anew, or that cannot.
var beganAnew: Bool {
  #if canImport(Glibc)
    environmentVariable(beganAnewVariable) != nil
  #else
    true
  #endif
}

/// Runs the same command from its beginning in the place of this process, whose locks and files end with it: a snapshot
/// that it was using is damaged. The command then checks all of it before it looks at any, and folds the log.
///
/// - Parameter hasWritten: true where that would submit once more what is recorded by now.
@Sendable func beginAnew(hasWritten: Bool) -> Never {
  if !hasWritten {
    unsafe setenv(beganAnewVariable, "1", 1)
    _ = unsafe execv("/proc/self/exe", CommandLine.unsafeArgv)
  }
  let rest =
    hasWritten
    ? "what was submitted may be recorded all the same; send it again with the same id, or see: eventlog-tool log"
    : "nothing was written; delete the folder snapshots among its side files"
  let message = "error: a snapshot beside the log is damaged; \(rest)\n"
  _ = unsafe message.withCString { unsafe write(STDERR_FILENO, $0, strlen($0)) }
  _exit(ExitCode.ioFailed.rawValue)
}
