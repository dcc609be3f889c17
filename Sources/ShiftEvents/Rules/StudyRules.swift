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

extension DomainState {
  mutating func evolve(with event: StudyStarted, by student: UserID, at time: Timestamp) {
    if sessionIndex[event.session.symbol] != nil { return }
    // A log that others wrote may hold any number; it must not break the arithmetic.
    add(
      SessionRecord(
        id: event.session, student: student, start: time,
        blockMinutes: min(max(event.blockMinutes, 1), Self.blockRange.upperBound),
        pauseMinutes: min(max(event.pauseMinutes, 1), Self.pauseRange.upperBound)))
  }

  mutating func evolve(with event: StudyBlockCompleted) {
    guard let index = sessionIndex[event.session.symbol], !sessions[index].hasEnded else { return }
    sessions[index].completedBlocks += 1
  }

  mutating func evolve(with event: StudyStopped) {
    guard let index = sessionIndex[event.session.symbol], !sessions[index].hasEnded else { return }
    sessions[index].hasEnded = true
    running.remove(index, sessions[index].student, 0)
  }

  // MARK: - Judging

  private static let blockRange = 5...60
  private static let pauseRange = 1...60
  private static let longestMinutes = 24 * 60

  func start(
    _ id: SessionID, blockMinutes: Int?, pauseMinutes: Int?,
    in context: RuleContext
  ) throws(Rejection) -> Event {
    try require(.student, context.actor)
    try sessionIndex.requireNew(id, orThrow: .sessionExists)
    if let other = running.elements(context.actor, 0).first {
      throw Rejection(
        .sessionActive,
        "\(context.actor)'s session \(sessions[other].id) is running; stop it first")
    }
    let event = StudyStarted(
      session: id, blockMinutes: blockMinutes ?? StudyStarted.standardBlockMinutes,
      pauseMinutes: pauseMinutes ?? StudyStarted.standardPauseMinutes)
    guard Self.blockRange.contains(event.blockMinutes), Self.pauseRange.contains(event.pauseMinutes)
    else {
      throw Rejection(
        .invalidBlock,
        "a block has \(Self.blockRange.lowerBound) to \(Self.blockRange.upperBound) minutes, a pause "
          + "\(Self.pauseRange.lowerBound) to \(Self.pauseRange.upperBound), not \(event.blockMinutes) and "
          + "\(event.pauseMinutes)")
    }
    return .studyStarted(event)
  }

  func completeBlock(
    _ id: SessionID, block: Int, in context: RuleContext
  ) throws(Rejection) -> Event {
    let session = try ownActive(id, in: context)
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

  func stop(
    _ id: SessionID, _ reason: StopReason?, in context: RuleContext
  ) throws(Rejection) -> Event {
    let session = try ownActive(id, in: context)
    let isLate = context.time > session.start.advanced(byMinutes: Self.longestMinutes)
    return .studyStopped(
      StudyStopped(
        session: id, reason: reason ?? StudyStopped.standardReason,
        minutes: isLate
          ? session.completedBlocks * session.blockMinutes
          : session.earnedMinutes(after: session.start.minutes(until: context.time))))
  }

  /// The running session of the actor.
  private func ownActive(
    _ id: SessionID, in context: RuleContext
  ) throws(Rejection) -> SessionRecord {
    try require(.student, context.actor)
    let session = sessions[try sessionIndex.index(of: id, orThrow: .unknownSession)]
    try requireOwner(session.student, of: id, context.actor)
    if session.hasEnded { throw Rejection(.sessionEnded, "\(id) has ended") }
    return session
  }
}
