import Testing

@testable import ShiftEvents

/// A mistake in the way to a home, planted where the session meets it.
enum HomeBug: String, CaseIterable, Sendable, CustomTestStringConvertible {
  case replyBeforeCommit = "the reply leaves before the commit"
  case messageIgnored = "a warning that came with a commit is ignored"
  case noBarrier = "nothing waits until what was seen is durable"
  case newIDOnRetry = "a submission gets a new id with each attempt"
  case attemptsForgotten = "an attempt is not known again"
  case looksOnStandby = "news are read from the standby"
  case doNothing = "a line whose place is taken is passed over"
  case refusalFromOldView = "a refusal does not wait for news"
  case knownLineNotSeen = "the known line is not seen again"
  case namesApart = "names go in a transaction of their own"
  case copyFirst = "the copy is written before the home"
  case restsOnTurn = "who has the turn appends without a condition"

  var testDescription: String { rawValue }

  /// The session's way to a home, with this mistake if it is one of the session's own.
  static func writer(_ home: SimulatedHome, _ bug: HomeBug?) -> HomeWriter {
    switch bug {
    case .newIDOnRetry: IDlessWriter(home)
    case .attemptsForgotten: ForgetfulWriter(home)
    default: HomeWriter(home)
    }
  }
}

private final class IDlessWriter: HomeWriter {
  override func identified(
    _ submissions: [DecodedSubmission], at time: Timestamp
  ) -> [DecodedSubmission] { submissions }
}

private final class ForgetfulWriter: HomeWriter {
  override func rest(
    of attempt: ArraySlice<UInt8>, behind news: ArraySlice<[UInt8]>
  ) -> ArraySlice<UInt8>? { nil }
}
