// On disk. Never rename a member; a changed meaning is a new event type.

/// A student began to study in blocks with pauses.
public struct StudyStarted: Hashable, Sendable {
  /// The new session.
  public var session: StudySessionID
  /// The length of a block in minutes, 5 to 60.
  public var blockMinutes: Int
  /// The length of the pause after each block in minutes, 1 to 60.
  public var pauseMinutes: Int

  /// The length of a block, in minutes, if none is submitted.
  static let standardBlockMinutes = 30
  /// The length of a pause, in minutes, if none is submitted.
  static let standardPauseMinutes = 5
}

extension StudyStarted: Payload {
  static var blockRange: ClosedRange<Int> { 5...60 }
  static var pauseRange: ClosedRange<Int> { 1...60 }

  init<Visitor: MemberVisitor>(_ visit: inout Visitor, of event: Self?) throws(Visitor.Fault) {
    session = try visit.subject(event?.session)
    blockMinutes = try visit.defaulted(
      "blockMinutes", event?.blockMinutes, .number(Self.standardBlockMinutes),
      recorded: Self.blockRange)
    pauseMinutes = try visit.defaulted(
      "pauseMinutes", event?.pauseMinutes, .number(Self.standardPauseMinutes),
      recorded: Self.pauseRange)
  }
}

/// A student finished a block.
public struct StudyBlockCompleted: Hashable, Sendable {
  /// The session.
  public var session: StudySessionID
  /// The number of the block in its session, from 1.
  public var block: Int
  /// The minutes that the block earned.
  public var minutes: Int
}

extension StudyBlockCompleted: Payload {
  init<Visitor: MemberVisitor>(_ visit: inout Visitor, of event: Self?) throws(Visitor.Fault) {
    session = try visit.subject(event?.session)
    // None is shorter than a minute.
    block = try visit.submitted(
      "block", event?.block, recorded: 1...ClosedRange<Int>.minutesApart.upperBound)
    minutes = try visit.fact("minutes", event?.minutes, in: StudyStarted.blockRange)
  }
}

/// A session ended; its earned minutes are final.
public struct StudyStopped: Hashable, Sendable {
  /// The session.
  public var session: StudySessionID
  /// The reason why it ended.
  public var reason: StopReason
  /// The minutes that the whole session earned.
  public var minutes: Int

  /// The reason if none is submitted.
  static let standardReason = StopReason.stopped
}

extension StudyStopped: Payload {
  init<Visitor: MemberVisitor>(_ visit: inout Visitor, of event: Self?) throws(Visitor.Fault) {
    session = try visit.subject(event?.session)
    reason = try visit.defaulted("reason", event?.reason, .word("stopped"))
    minutes = try visit.fact(
      "minutes", event?.minutes, in: 0...ClosedRange<Int>.minutesApart.upperBound)
  }
}
