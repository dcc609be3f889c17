import ShiftEvents

/// The part of a session among those on its log: the leader, which writes for the others; a follower; or
/// alone, as where its options differ from theirs or the leader does not answer.
struct SessionCompany {
  private(set) var leader: SessionLeader?
  private(set) var follower: SessionFollower?
  /// The log as it was when the session began.
  let log: FileStatus
  /// Keeps that file, so that another never gets its number.
  private let file: LogFile
  /// The head beside it, once a line was handed on.
  private var head: OpenFile?
  private let greeting: SessionGreeting
  private let takesPart: Bool
  /// One that was asked to lead and has not answered yet.
  private var asked: SessionFollower?
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
    greeting = SessionGreeting(log, version: ToolVersion.number)
    takesPart = writing.mayShareWriter
  }

  /// A line as it is handed on.
  mutating func handing(_ line: [UInt8]) -> HandedLine {
    HandedLine(line, id: ids.next(at: SystemClock().now()))
  }

  /// The bytes of the head as it is, which tell later what was acknowledged by now.
  mutating func headBytes() -> [UInt8] {
    head = head ?? Head.opened(file.paths)
    return Head.bytes(of: head)
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
      let seconds = SessionFollower.patienceSeconds
      switch SessionLeader.find(file.paths, greeting: greeting, timeoutSeconds: seconds) {
      case .free(let free):
        leader = free
        return
      case .taken(let socket):
        asked = SessionFollower(socket, greeting: greeting)
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
    seek(waitingSeconds: isStanding ? 0 : SessionFollower.patienceSeconds)
  }

  /// Neither leads nor follows for a while.
  mutating func goAlone() {
    leave()
    nextAttempt = .now + .seconds(Self.solitudeSeconds)
  }

  /// Gives up the lead: the others are free to take it.
  mutating func leave() { (leader, follower, asked, nextAttempt) = (nil, nil, nil, nil) }
}
