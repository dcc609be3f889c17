/// The exit status of the process. From 64 on as in `sysexits.h`, but for Ctrl-C: 128 and the number of SIGINT.
enum ExitCode: Int32, CaseIterable, Sendable {
  case done = 0
  case negative = 1
  case rejected = 2
  case conflict = 3
  case usage = 64
  case invalidData = 65
  case cannotRead = 66
  case unavailable = 69
  case internalError = 70
  case cannotCreate = 73
  case ioFailed = 74
  case locked = 75
  case notPermitted = 77
  case interrupted = 130
}

/// A command that cannot be done, for a reason of its own.
struct CommandError: Error {
  var code: ExitCode
  var message: String
  var help: String?

  init(_ code: ExitCode, _ message: String, help: String? = nil) {
    (self.code, self.message, self.help) = (code, message, help)
  }
}
