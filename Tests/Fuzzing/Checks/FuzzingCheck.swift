/// Promises that hold for any bytes: each check takes them as one kind of input and throws
/// if a promise is broken. Fuzzing looks for such bytes; the tests try the corpus that it left.
package enum FuzzingCheck: String, CaseIterable, Sendable {
  /// A line of input, as JSON, as a submission and as a session's request.
  case submission
  /// The end of a log after a crash, with what a head file may hold.
  case recovery
  /// All lines that a session is sent.
  case session

  package func run(_ bytes: [UInt8]) throws {
    switch self {
    case .submission: try SubmissionCheck.run(bytes)
    case .recovery: try RecoveryCheck.run(bytes)
    case .session: try SessionCheck.run(bytes)
    }
  }
}

/// A promise that some bytes break.
package struct BrokenPromise: Error, CustomStringConvertible {
  package var description: String

  package init(_ description: String) { self.description = description }
}

func require(_ condition: Bool, _ promise: @autoclosure () -> String) throws(BrokenPromise) {
  if !condition { throw BrokenPromise(promise()) }
}
