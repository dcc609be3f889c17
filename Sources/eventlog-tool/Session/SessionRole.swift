import ShiftEvents
import ShiftEventsHome

/// The part of a session among those on its log: the leader, which writes for the others; a follower; or
/// alone, as where its options differ from theirs or the leader does not answer.
struct SessionRole {
  private(set) var leader: LeadingSession?
  private(set) var follower: ForwardingSession?
  /// The log as it was when the session began.
  let log: FileStatus
  /// Keeps that file, so that another never gets its number.
  private let file: LogFile
  /// The head beside it, once this session has followed.
  private var head: OpenFile?
  /// The bytes of the head when a leader had answered last; empty where none has.
  private var known: [UInt8] = []
  /// The end that these bytes name, once somebody has asked for it.
  private var position: LogPosition?
  private let greeting: SessionGreeting
  private let takesPart: Bool
  /// One that was asked to lead and has not answered yet.
  private var asked: ForwardingSession?
  private var nextAttempt: ContinuousClock.Instant?
  private var ids = UUIDv7()

  private static let firstWaitSeconds = 1.0
  private static let retrySeconds = 1
  private static let attemptCount = 20
  private static let pauseSeconds = 0.002
  private static let solitudeSeconds = 30

  init(_ writing: LogWriting) throws(LogError) {
    file = try LogFile.open(writing.path)
    try file.requireLog()
    log = try file.status()
    greeting = SessionGreeting(log, version: ToolVersion.build)
    takesPart = writing.mayShareWriter
  }

  /// A line as it is handed on.
  mutating func handing(_ line: [UInt8]) -> ForwardedLine {
    ForwardedLine(line, id: ids.next(at: SystemClock().now()))
  }

  /// False where another file, or none, has the name of the log by now: a leader may have opened it by another name.
  var isInPlace: Bool { (try? file.requireInPlace()) != nil }

  /// The bytes of the head as it is, which tell later what was acknowledged by now.
  mutating func headBytes() -> [UInt8] {
    head = head ?? AcknowledgedEnd.opened(file.paths)
    return AcknowledgedEnd.bytes(of: head)
  }

  /// Notes what is acknowledged by now, the lines included that a leader has answered.
  mutating func noteEnd() { (known, position) = (headBytes(), nil) }

  /// Throws `replaced` where the log lacks what a leader had told of when it answered last.
  mutating func requireKnown() throws(LogError) {
    if let known = knownPosition() { try LogReader.require(known.end, of: file.paths.log) }
  }

  /// The end of the log when a leader had answered last; `nil` if this session has not followed.
  mutating func knownPosition() -> LogPosition? {
    if position == nil, !known.isEmpty { position = AcknowledgedEnd(known).position }
    return position
  }

  /// Takes the lead if no session has it, or follows the leader.
  mutating func seek() { seek(waitingSeconds: Self.firstWaitSeconds) }

  private mutating func seek(waitingSeconds: Double) {
    (leader, follower, asked) = (nil, nil, nil)
    guard takesPart else { return }
    nextAttempt = .now + .seconds(Self.retrySeconds)
    // One that is killed gives up its lock and its socket one after the other, and one that takes the lead
    // has a name for its socket a moment later.
    for _ in 0..<(waitingSeconds > 0 ? Self.attemptCount : 1) {
      let seconds = ForwardingSession.patienceSeconds
      switch LeadingSession.find(file.paths, greeting: greeting, timeoutSeconds: seconds) {
      case .free(let free):
        leader = free
        return
      case .taken(let socket):
        asked = ForwardingSession(socket, greeting: greeting)
        askAgain(waitingSeconds: waitingSeconds)
        if follower != nil || asked != nil { return }
      case .inBetween: break
      case .none: return
      }
      PosixFileSystem().pause(seconds: Self.pauseSeconds)
    }
  }

  /// Looks for a leader again, if enough time has passed.
  mutating func seekIfDue() {
    guard leader == nil, follower == nil, let nextAttempt else { return }
    askAgain(waitingSeconds: 0)
    if asked == nil, follower == nil, .now >= nextAttempt { seek(waitingSeconds: 0) }
  }

  private mutating func askAgain(waitingSeconds: Double) {
    switch asked?.welcome(waitingSeconds: waitingSeconds) {
    case .given: (follower, asked) = (asked, nil)
    case .refused: asked = nil
    case .notYet, nil: break
    }
  }

  /// Finds another leader, or becomes it, if the leader ended or was silent.
  mutating func seekAfterLoss() {
    let isStanding = follower?.hasLostPatience == true
    seek(waitingSeconds: isStanding ? 0 : ForwardingSession.patienceSeconds)
  }

  /// Neither leads nor follows for a while.
  mutating func goAlone() {
    leave()
    nextAttempt = .now + .seconds(Self.solitudeSeconds)
  }

  /// Gives up the lead: the others are free to take it.
  mutating func leave() { (leader, follower, asked, nextAttempt) = (nil, nil, nil, nil) }
}

/// The events that a session tells its client as they are acknowledged.
final class SessionTail {
  private let follower: LogTail
  private let filter: EventFilter
  private let reference: [UInt8]?
  /// Brings what is new in the home of the log, if it has one.
  private let poll: HomePoll?
  private let diagnostics: Diagnostics
  /// True once the log cannot be followed any further.
  private(set) var isOver = false

  /// The events that the filter kept back since the client heard of a place.
  private var passedOver = 0
  /// A client hears of its place at least so often, so that it can begin again there.
  private static let longestSilence = 1_000

  /// The most groups of events that are told before the client's own lines are looked at.
  private static let groupLimit = 64

  init(
    _ path: String, after sequence: SequenceNumber, _ filter: EventFilter,
    _ reference: [UInt8]?, _ poll: HomePoll?, _ diagnostics: Diagnostics
  ) throws(LogError) {
    follower = try LogTail(following: path, after: sequence)
    self.filter = filter
    (self.reference, self.poll, self.diagnostics) = (reference, poll, diagnostics)
  }

  /// Waits until something may be new, or the client has sent something.
  func wait(orInput input: FileDescriptor) {
    _ = follower.wait(milliseconds: poll?.pauseMilliseconds, orInput: input)
  }

  private func tell(_ event: RecordedEvent, _ lines: inout [[UInt8]]) {
    if filter.isEmpty || filter.includes(event) {
      passedOver = 0
      lines.append(SessionReply.event(event))
      return
    }
    passedOver += 1
    if passedOver < Self.longestSilence { return }
    passedOver = 0
    lines.append(SessionReply.position(event.sequence))
  }

  /// The lines to tell: events, and last the failure that ends the following.
  func news() -> [[UInt8]] {
    var lines: [[UInt8]] = []
    do throws(LogError) {
      for _ in 0..<Self.groupLimit {
        let events = try follower.next()
        if events.isEmpty { break }
        for event in events { tell(event, &lines) }
      }
      if let news = try poll?.lookIfDue() { diagnostics.warning(news) }
    } catch {
      isOver = true
      lines.append(error.json())
    }
    return lines.map { SessionReply.adding(reference, to: $0) }
  }
}
