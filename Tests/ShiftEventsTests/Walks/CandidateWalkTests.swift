@testable import Projections
import TestSupport
import Testing

@testable import ShiftEvents

/// Candidates of random shifts and vacancies, held against dry runs of the acts by which they would get them.
@Suite struct CandidateWalkTests {
  /// 25 walks, 20 moments and 20 things make 10,000 questions in full.
  private static let seeds = 1...UInt64(Rounds.count(1, full: 25))

  @Test(arguments: seeds)
  func `candidates are who a dry run of the claim, acceptance or assignment says`(
    seed: UInt64
  ) throws {
    var walk = RandomWalk(seed: seed)
    walk.splits = true
    let events = try walk.log(of: 2_500).events(after: .zero)
    var (rules, replay) = (DomainState(), Replay())
    var (asked, taking, refused) = (0, 0, 0)
    for (place, event) in events.enumerated() {
      rules.evolve(with: event)
      replay.apply(event)
      guard place % (events.count / 20) == 0 else { continue }
      let now = event.time.advanced(byMinutes: walk.random.pick([0, 90, 3_000])!)
      for _ in 0..<20 {
        guard let id = Self.thing(rules, &walk.random) else { continue }
        let rows = replay.candidates(for: id, at: now)
        try Self.check(rows, id, rules, now, "seed \(seed), event \(place + 1), \(id), \(now)")
        asked += 1
        taking += rows.filter(\.mayTake).count
        refused += rows.filter { !$0.mayTake }.count
      }
    }
    #expect(asked > 200 && taking > 30 && refused > 30, "\(asked), \(taking), \(refused)")
  }

  private static func thing(_ state: DomainState, _ random: inout SplitMix64) -> RowID? {
    // The latest are open more often.
    if random.chance(30) {
      return state.vacancies.rows.suffix(8).map(\.id).randomElement(using: &random)
        .map { .vacancy($0) }
    }
    return state.shifts.rows.suffix(60).map(\.id).randomElement(using: &random)
      .map { .shift($0) }
  }

  private static func check(
    _ rows: [CandidateRow], _ id: RowID, _ state: DomainState, _ now: Timestamp, _ place: Comment
  ) throws {
    let (date, own, open): (LocalDate, ShiftRecord?, Bool) =
      switch id {
      case .shift(let id): (state.shifts[id]!.date, state.shifts[id], state.shifts[id]!.isOpen)
      case .vacancy(let id): (state.vacancies[id]!.date, nil, true)
      default: fatalError()
      }
    let employees = state.users.rows.filter { $0.roles.roles.contains(.employee) }.map(\.id)
    let expected = open ? employees.filter { $0 != own?.owner } : []
    try #require(Set(rows.map(\.user)) == Set(expected) && rows.count == expected.count, place)
    for row in rows {
      let refusal = Self.refusal(of: row.user, id, own, state, now)
      try #require(row.refusal == refusal, "\(place), \(row.user)")
      let held = state.shifts.rows.filter {
        $0.isOpen && $0.owner == row.user && $0.id != own?.id
      }
      func minutes(_ fits: (LocalDate) -> Bool) -> Int {
        held.filter { fits($0.date) }.reduce(0) { sum, shift in
          let end = shift.date + (shift.days.map(Int.init) ?? (shift.end > shift.start ? 0 : 1))
          let zone = state.workplace.zone
          return sum
            + zone.instant(shift.date, shift.start).minutes(
              until: zone.instant(end, shift.end))
            - Int(state.shiftKeys[shift.keys].breakMinutes ?? 0)
        }
      }
      try #require(row.dayMinutes == minutes { $0 == date }, "\(place), \(row.user)")
      try #require(row.weekMinutes == minutes { $0.week == date.week }, "\(place), \(row.user)")
      try #require(row.points == state.points[row.user]?.points ?? 0, "\(place), \(row.user)")
    }
    let keys = rows.map { ($0.mayTake ? 0 : 1, $0.weekMinutes, -$0.points, "\($0.user)") }
    for (first, second) in zip(keys, keys.dropFirst()) {
      try #require(first < second, "\(place): \(keys)")
    }
  }

  /// The refusal of the act by which somebody would get a thing; `nil` if it is accepted.
  private static func refusal(
    of user: UserID, _ id: RowID, _ shift: ShiftRecord?, _ state: DomainState, _ now: Timestamp
  ) -> Rejection? {
    let (command, actor): (Command, UserID) =
      switch id {
      case .vacancy(let vacancy): (.claimShift("nobody-has-this", vacancy: vacancy), user)
      case .shift(let id)
      where shift?.state == .supplied
        && state.workplace.zone.instant(shift!.date, shift!.start) > now:
        (.acceptShift(id), user)
      case .shift(let id): (.assignShift(id, to: user), state.managers.last ?? user)
      default: fatalError()
      }
    do throws(Rejection) {
      _ = try state.decide(command, in: RuleContext(actor: actor, time: now))
      return nil
    } catch { return error }
  }
}
