/// The exit status of the process. From 64 on as in `sysexits.h`, but for Ctrl-C: 128 and the number of SIGINT.
enum ExitCode: Int32, CaseIterable, Sendable {
  case done = 0
  case negative, rejected, conflict
  case usage = 64
  case invalidData, cannotRead
  case unavailable = 69
  case internalError
  case cannotCreate = 73
  case ioFailed, locked
  case notPermitted = 77
  case interrupted = 130
}
