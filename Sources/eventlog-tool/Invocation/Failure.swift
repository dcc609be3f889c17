import ShiftEvents

/// An error that ended a command: its messages for people and its exit code for the shell.
struct Failure {
  private let error: any Error

  init(_ error: any Error) { self.error = error }

  /// Reports the error on standard error, and returns the exit code.
  func report(_ diagnostics: Diagnostics) -> ExitCode {
    switch error {
    case let error as UsageError:
      diagnostics.error(error.message, help: error.help)
      return error.exitCode
    case let error as OutputError:
      if let message = error.message { diagnostics.error(message) }
      return error.exitCode
    case let error as LogError: return report(error, diagnostics)
    case let error as SystemFailure:
      diagnostics.error("cannot read the input: \(error)")
      return .cannotRead
    case let error as CommandError:
      diagnostics.error(error.message, help: error.help)
      return error.code
    default:
      diagnostics.error("this is a bug of ours: \(error)")
      return .internalError
    }
  }

  private func report(_ error: LogError, _ diagnostics: Diagnostics) -> ExitCode {
    if let damage = error.damage, let path = error.path {
      let column = damage.column.map { ":\($0)" } ?? ""
      let line = damage.column == nil ? nil : LogInput.line(of: path, at: damage.offset)
      diagnostics.error(
        damage.message, at: "\(path):\(damage.line)\(column)",
        quoting: line.map {
          QuotedLine(number: Int(damage.line), bytes: $0, column: damage.column ?? 1)
        },
        help: error.remedy ?? "eventlog-tool verify \(shellWord(path))")
    } else {
      diagnostics.error(error.message)
    }
    return error.exitCode
  }
}

extension LogError {
  /// The error for a command that only reads: "not permitted" then means "cannot be read", and behind a broken
  /// chain no earlier moment is recommended.
  var ofReading: any Error {
    if [.notPermitted, .notRegularFile].contains(code) {
      return CommandError(.cannotRead, message)
    }
    guard let damage, damage.leavesEarlierLinesOpen, let path else { return self }
    var error = self
    error.remedy = damage.remedy(in: path)
    return error
  }

  /// The error for a command that makes a file: a folder that is not there is a reason not to create.
  var ofCreating: any Error { code == .notFound ? CommandError(.cannotCreate, message) : self }

  var exitCode: ExitCode {
    switch code {
    case .ioFailed, .poisoned: .ioFailed
    case .locked: .locked
    case .damaged, .replaced, .forked: .invalidData
    case .notFound: .cannotRead
    case .alreadyExists: .cannotCreate
    case .notPermitted, .notRegularFile, .networkFileSystem: .notPermitted
    case .noSuchEnd, .badAddress: .usage
    case .programMissing, .newerLog: .unavailable
    }
  }
}

extension Finding {
  /// The remedy for a reader of a log whose lines before the fault may have been made anew, too.
  ///
  /// - Parameter isAlone: whether nothing is wrong before it.
  func remedy(in path: String, isAlone: Bool = true) -> String {
    let isFile = path != LogInput.standardInput
    let log = isFile ? shellWord(path) : "LOG"
    // A log is made only of a copy that is sound before it; a home has all that is right.
    let copied = isFile && (isAlone || kind != .short) ? adviceOnCopy(path).map { ". \($0)" } : nil
    return
      "no earlier line is vouched for by this file: hold it against a checkpoint or a hash that was kept "
      + "elsewhere, with eventlog-tool verify --checkpoint FILE \(log), or eventlog-tool verify --hash HEX \(log)"
      + (copied ?? "")
  }
}
