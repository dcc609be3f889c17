import Foundation
import ShiftEvents
import Synchronization

/// Prepares the process before the first file is opened. Called once, first thing in `main`.
func prepareProcess() {
  occupyStandardDescriptors()
  // Zones come from the data inside: others may lack one that a log has, which would seem to be damage.
  for variable in ["ICU_TIMEZONE_FILES_DIR", "ICU_DATA"] { unsafe unsetenv(variable) }
  // A closed pipe and a file-size limit are to come back as errors of `write`, not as signals.
  signal(SIGPIPE, SIG_IGN)
  signal(SIGXFSZ, SIG_IGN)
  exitOnInterrupt(erasingLine: false)
}

/// Makes sure that 0, 1 and 2 are taken.
///
/// Under `>&-` the next file opened, the log itself, would become descriptor 1, and answers would
/// be written into it. The stand-ins are opened the wrong way round, so that using them fails. A jail need not have
/// `/dev/null`: an end of a pipe does, but who opens it by a name such as `/dev/stdin` waits for ever.
private func occupyStandardDescriptors() {
  for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) == -1 {
    let mode = descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY
    if unsafe open("/dev/null", mode) == descriptor { continue }
    var ends: [Int32] = [-1, -1]
    guard unsafe pipe(&ends) == 0 else { _exit(ExitCode.ioFailed.rawValue) }
    let end = ends[descriptor == STDIN_FILENO ? 1 : 0]
    if end != descriptor { dup2(end, descriptor) }
    for end in ends where end != descriptor { close(end) }
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
  beginAnew(
    unless: hasWritten
      ? "what was submitted may be recorded all the same; send it again with the same id, or see: eventlog-tool log"
      : nil)
}

/// - Parameter objection: what a user has to know where it is too late for that.
private func beginAnew(unless objection: String?) -> Never {
  if objection == nil {
    unsafe setenv(beganAnewVariable, "1", 1)
    _ = unsafe execv("/proc/self/exe", CommandLine.unsafeArgv)
  }
  let rest = objection ?? "nothing was written; delete the folder snapshots among its side files"
  let message = "error: a snapshot beside the log is damaged; \(rest)\n"
  _ = unsafe message.withCString { unsafe write(STDERR_FILENO, $0, strlen($0)) }
  _exit(ExitCode.ioFailed.rawValue)
}

/// The snapshots of which a command has checked only what it has read, until it prints.
///
/// What was printed cannot be begun anew. So before a message, or the first part of an answer that is longer than a
/// block, the rest is checked. An answer that is printed at once needs no more than what was read for it.
enum LateSnapshots {
  private static let open = Mutex<[LateChecks]>([])

  /// Returns a snapshot of which only what is read is checked. Also one that turns out to be of another log gives the
  /// process its symbols.
  static func checkedLate(_ file: SnapshotFile) -> SnapshotFile {
    let file = file.checkedLate { hasPrinted in
      beginAnew(
        unless: hasPrinted
          ? "what was printed is as the log has it; delete the folder snapshots among its side files, and run the command again"
          : nil)
    }
    if let late = file.late { open.withLock { $0.append(late) } }
    return file
  }

  /// Checks the rest, so that nothing that is read later is damaged.
  static func settle() {
    let all = open.withLock { open in
      defer { open = [] }
      return open
    }
    for late in all { late.requireAll() }
  }

  /// To be called before an answer is printed that is complete.
  static func close() {
    open.withLock { open in
      for late in open { late.noteWriting() }
      open = []
    }
  }
}
