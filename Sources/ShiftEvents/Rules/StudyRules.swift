/// Study sessions: blocks and pauses, counted from the start by the times of events alone.
struct SessionRecord: Equatable, Sendable, BitwiseCopyable {
  var id: SessionID
  var student: UserID
  var start: Timestamp
  var blockMinutes: Int
  var pauseMinutes: Int
  /// The number of recorded blocks.
  var completedBlocks = 0
  var hasEnded = false

  /// Returns the minutes after which block `number`, from 1, is over.
  func dueMinutes(ofBlock number: Int) -> Int {
    number * blockMinutes + (number - 1) * pauseMinutes
  }

  /// Returns the minutes that a session has earned after the given number of full minutes.
  func earnedMinutes(after elapsed: Int) -> Int {
    let (rounds, rest) = elapsed.quotientAndRemainder(dividingBy: blockMinutes + pauseMinutes)
    return rounds * blockMinutes + min(rest, blockMinutes)
  }
}

enum StudyRules {
  static func evolve(
    _ state: inout DomainState, with event: StudyStarted, by student: UserID, at time: Timestamp
  ) {
    if state.sessionIndex[event.session.symbol] != nil { return }
    // A log that others wrote may hold any number; it must not break the arithmetic.
    state.add(
      SessionRecord(
        id: event.session, student: student, start: time,
        blockMinutes: min(max(event.blockMinutes, 1), blockRange.upperBound),
        pauseMinutes: min(max(event.pauseMinutes, 1), pauseRange.upperBound)))
  }

  static func evolve(_ state: inout DomainState, with event: StudyBlockCompleted) {
    guard let index = state.sessionIndex[event.session.symbol] else { return }
    state.sessions[index].completedBlocks += 1
  }

  static func evolve(_ state: inout DomainState, with event: StudyStopped) {
    guard let index = state.sessionIndex[event.session.symbol] else { return }
    state.sessions[index].hasEnded = true
  }

  // MARK: - Judging

  private static let blockRange = 5...60
  private static let pauseRange = 1...60
  private static let longestMinutes = 24 * 60

  static func start(
    _ id: SessionID, blockMinutes: Int?, pauseMinutes: Int?, given state: DomainState,
    in context: RuleContext
  ) throws(Rejection) -> Event {
    try state.require(.student, context.actor)
    if state.sessionIndex[id.symbol] != nil {
      throw Rejection(.sessionExists, "the id \(id) is used already")
    }
    if let latest = state.latestSessions[context.actor.symbol], !state.sessions[latest].hasEnded {
      throw Rejection(
        .sessionActive,
        "\(context.actor)'s session \(state.sessions[latest].id) is running; stop it first")
    }
    let event = StudyStarted(
      session: id, blockMinutes: blockMinutes ?? StudyStarted.standardBlockMinutes,
      pauseMinutes: pauseMinutes ?? StudyStarted.standardPauseMinutes)
    guard blockRange.contains(event.blockMinutes), pauseRange.contains(event.pauseMinutes) else {
      throw Rejection(
        .invalidBlock,
        "a block has \(blockRange.lowerBound) to \(blockRange.upperBound) minutes, a pause "
          + "\(pauseRange.lowerBound) to \(pauseRange.upperBound), not \(event.blockMinutes) and "
          + "\(event.pauseMinutes)")
    }
    return .studyStarted(event)
  }

  static func completeBlock(
    _ id: SessionID, block: Int, given state: DomainState, in context: RuleContext
  ) throws(Rejection) -> Event {
    let session = try ownActive(id, given: state, in: context)
    let next = session.completedBlocks + 1
    if block != next {
      throw Rejection(.wrongBlock, "the next block of \(id) is \(next), not \(block)")
    }
    let minutes = session.dueMinutes(ofBlock: block)
    let due = session.start.advanced(byMinutes: minutes)
    if context.time < due {
      throw Rejection(
        .tooEarly, "block \(block) of \(id) is over \(minutes) minutes after its start")
    }
    if context.time > due.advanced(byMinutes: session.pauseMinutes) {
      throw Rejection(
        .tooLate,
        "block \(block) of \(id) could be recorded until \(minutes + session.pauseMinutes) minutes "
          + "after its start")
    }
    return .studyBlockCompleted(
      StudyBlockCompleted(session: id, block: block, minutes: session.blockMinutes))
  }

  static func stop(
    _ id: SessionID, _ reason: StopReason?, given state: DomainState, in context: RuleContext
  ) throws(Rejection) -> Event {
    let session = try ownActive(id, given: state, in: context)
    let isLate = context.time > session.start.advanced(byMinutes: longestMinutes)
    return .studyStopped(
      StudyStopped(
        session: id, reason: reason ?? StudyStopped.standardReason,
        minutes: isLate
          ? session.completedBlocks * session.blockMinutes
          : session.earnedMinutes(after: session.start.minutes(until: context.time))))
  }

  /// The running session of the actor.
  private static func ownActive(
    _ id: SessionID, given state: DomainState, in context: RuleContext
  ) throws(Rejection) -> SessionRecord {
    try state.require(.student, context.actor)
    guard let index = state.sessionIndex[id.symbol] else {
      throw Rejection(.unknownSession, "there is no session \(id)")
    }
    let session = state.sessions[index]
    try state.requireOwner(session.student, of: id, context.actor)
    if session.hasEnded { throw Rejection(.sessionEnded, "\(id) has ended") }
    return session
  }
}
