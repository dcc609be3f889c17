import Projections
@testable import ShiftEvents
import TestSupport

/// Facts in no sensible order about few ids: folds must take them all the same.
struct RandomStory {
  private var random: SplitMix64
  private(set) var story = Story()

  init(seed: UInt64, count: Int) {
    random = SplitMix64(seed: seed)
    for _ in 0..<count { story.tell(event(), by: user()) }
  }

  private mutating func pick<ID: InternedIdentifier>(_ letter: String, _ count: Int) -> ID {
    ID("\(letter)\(Int.random(in: 1...count, using: &random))")!
  }

  private mutating func user() -> UserID { pick("u", 5) }
  private mutating func shift() -> ShiftID { pick("s", 12) }
  private mutating func request() -> RequestID { pick("r", 6) }
  private mutating func session() -> StudySessionID { pick("a", 6) }
  private mutating func number() -> Int { Int.random(in: 1...60, using: &random) }
  private mutating func someDay() -> LocalDate? { Bool.random(using: &random) ? date() : nil }
  private mutating func date() -> LocalDate {
    "2026-03-25" + Int.random(in: 0...8, using: &random)
  }
  private mutating func time() -> TimeOfDay {
    TimeOfDay(hour: Int.random(in: 0...23, using: &random), minute: 30)!
  }
  private mutating func released() -> [ShiftID] {
    (0..<Int.random(in: 0...2, using: &random)).map { _ in shift() }
  }
  private mutating func route() -> AcceptanceRoute {
    AcceptanceRoute.allCases.randomElement(using: &random)!
  }

  private mutating func event() -> Event {
    switch Int.random(in: 0...25, using: &random) {
    case 0...3:
      .shiftScheduled(
        ShiftScheduled(
          shift: shift(), owner: user(), date: date(), start: time(), end: time(),
          note: note(), closedRequest: request(), released: released()))
    case 4:
      .shiftCancelled(ShiftCancelled(shift: shift(), note: note(), owner: user(), date: date()))
    case 5:
      .fixedShiftRemoved(
        FixedShiftRemoved(fixedShift: "F", owner: user(), removed: released(), kept: []))
    case 6, 7:
      .shiftSupplied(
        ShiftSupplied(shift: shift(), owner: user(), date: date(), start: time(), end: time()))
    case 8: .shiftRevoked(ShiftRevoked(shift: shift(), owner: user(), date: date()))
    case 9, 10:
      .shiftAccepted(
        ShiftAccepted(
          shift: shift(), from: user(), to: user(), date: date(), start: time(), end: time(),
          final: Bool.random(using: &random)))
    case 11:
      .acceptanceWithdrawn(
        AcceptanceWithdrawn(
          shift: shift(), owner: user(), taker: user(), date: date(), via: route(),
          request: request()))
    case 12:
      .shiftApproved(
        ShiftApproved(
          shift: shift(), from: user(), to: user(), date: date(), start: time(), end: time(),
          via: route(), closedRequest: request(), released: released()))
    case 13:
      .shiftDisapproved(
        ShiftDisapproved(
          shift: shift(), owner: user(), taker: user(), date: date(), via: route()))
    case 14: .requestPosted(RequestPosted(request: request(), date: date(), requester: user()))
    case 15:
      .shiftSuggested(
        ShiftSuggested(
          shift: shift(), request: request(), owner: user(), requester: user(), date: date()))
    case 16:
      .suggestionAccepted(
        SuggestionAccepted(
          shift: shift(), from: user(), to: user(), date: date(), start: time(), end: time(),
          request: request()))
    case 17:
      .hoursRecorded(
        HoursRecorded(
          shift: shift(), worker: user(), date: date(), minutes: number(), firstOwner: user()))
    case 20: absence()
    case 21, 22: trade()
    case 23...25: promise()
    case 18: .studyStarted(StudyStarted(session: session(), blockMinutes: 30, pauseMinutes: 5))
    default: study()
    }
  }

  private mutating func absence() -> Event {
    switch Int.random(in: 0...3, using: &random) {
    case 0: .absenceEnded(AbsenceEnded(absence: pick("b", 4), user: user()))
    case 1:
      Bool.random(using: &random)
        ? .skillGranted(SkillGranted(user: user(), skill: pick("n", 3), until: someDay()))
        : .skillRevoked(SkillRevoked(user: user(), skill: pick("n", 3)))
    default:
      .absenceRecorded(
        AbsenceRecorded(
          absence: pick("b", 4), date: date(), user: user(), start: time(), end: time(),
          days: Bool.random(using: &random) ? 2 : nil, shifts: released()))
    }
  }

  private mutating func trade() -> Event {
    let (give, take, from, to) = (shift(), shift(), user(), user())
    switch Int.random(in: 0...4, using: &random) {
    case 0:
      return .tradeEnded(
        TradeEnded(trade: pick("t", 5), give: give, take: take, from: from, to: to))
    case 1:
      return .tradeAccepted(
        TradeAccepted(
          trade: pick("t", 5), give: give, take: take, from: from, to: to,
          final: Bool.random(using: &random), closedRequests: [request()], released: released()))
    case 2:
      return .tradeApproved(
        TradeApproved(
          trade: pick("t", 5), give: give, take: take, from: from, to: to,
          closedRequests: [request()], released: released()))
    default:
      return .tradeOffered(
        TradeOffered(trade: pick("t", 5), give: give, take: take, from: from, to: to))
    }
  }

  /// Half of the changes are late ones.
  private mutating func note() -> ChangeContext {
    Bool.random(using: &random) ? ChangeContext(reason: "so", notice: number()) : ChangeContext()
  }

  private mutating func promise() -> Event {
    // The first day may be behind the last.
    let (from, to) = (date(), date())
    switch Int.random(in: 0...8, using: &random) {
    case 7: return .workStarted(WorkStarted(shift: shift(), date: from))
    case 8:
      return .workEnded(
        WorkEnded(
          shift: shift(), worker: user(), date: from, startAt: "2026-01-05T08:00:00Z",
          endAt: "2026-01-05T09:00:00Z", minutes: number(), firstOwner: user()))
    case 0, 1:
      return .schedulePublished(
        SchedulePublished(publication: pick("p", 6), from: from, to: to, shifts: number()))
    case 2:
      return .changeAnswered(
        ChangeAnswered(
          shift: shift(), agreed: Bool.random(using: &random), owner: user(), date: from,
          changedAt: "2026-01-05T08:00:00Z"))
    case 3:
      return .hoursConfirmed(
        HoursConfirmed(shift: shift(), worker: user(), date: from, minutes: number()))
    case 4:
      return .periodClosed(
        PeriodClosed(
          period: pick("m", 4), from: from, to: to, shifts: number(), minutes: number(),
          unconfirmed: number()))
    case 5: return .periodReopened(PeriodReopened(period: pick("m", 4), from: from, to: to))
    default:
      return .contractSet(
        ContractSet(
          user: user(), limits: ContractEdits(maxWeekMinutes: .set(number())), from: someDay()))
    }
  }

  private mutating func study() -> Event {
    Bool.random(using: &random)
      ? .studyBlockCompleted(StudyBlockCompleted(session: session(), block: 1, minutes: number()))
      : .studyStopped(StudyStopped(session: session(), reason: .left, minutes: number()))
  }
}
