/// The exit status of the process. From 64 on as in `sysexits.h`.
enum ExitCode: Int32, CaseIterable, Sendable {
  /// Done; also "already there", also an empty answer.
  case done = 0
  /// A negative answer to a question: differs, does not contain, no such subject.
  case negative = 1
  /// A rule refused the submission; nothing was written.
  case rejected = 2
  /// The log was not at the expected sequence; nothing was written.
  case conflict = 3
  case usage = 64
  /// Invalid input or a damaged log.
  case invalidData = 65
  case cannotRead = 66
  /// A program or server that is needed is not there.
  case unavailable = 69
  /// A bug of ours.
  case internalError = 70
  case cannotCreate = 73
  case ioFailed = 74
  /// Locked by another writer; trying again may help.
  case locked = 75
  case notPermitted = 77
  /// Ctrl-C: 128 and the number of SIGINT.
  case interrupted = 130
}
