import Foundation
import ShiftEventsTesting
import TestSupport
import Testing

@testable import ShiftEvents

/// Laws about whoever takes a shift, looked at after each submission of a walk, by text and dictionaries
/// alone.
@Suite struct TakerInvariantTests {
  private static let submissions = Rounds.count(1_200, full: 2_500)
  private static let ways = ["shift.accepted", "trade.accepted"]

  @Test
  func `whoever takes a shift is able, present and free, and what is refused touches nothing`()
    throws
  {
    // Any walk must keep the laws. Walks go on until each way to take a shift was met.
    var (taken, seeds): ([String: Int], [UInt64]) = (
      [:], [.random(in: 100 ... .max)] + Array(31...70)
    )
    while !seeds.isEmpty, seeds.count > 37 || !Set(taken.keys).isSuperset(of: Self.ways) {
      try walk(seed: seeds.removeFirst(), &taken)
    }
    #expect(Set(taken.keys).isSuperset(of: Self.ways), "\(taken)")
  }

  /// - Parameter taken: counts the events by which somebody took a shift.
  private func walk(seed: UInt64, _ taken: inout [String: Int]) throws {
    var walk = RandomWalk(seed: seed)
    walk.splits = true
    var log = MemoryLog(clock: walk.clock)
    var naive = NaiveHistory([])
    for _ in 0..<Self.submissions {
      walk.passTime()
      log.clock = walk.clock
      let before = (log.sequence, log.lines.count, log.judge.folded.state.trades)
      let line = walk.submission(given: log.judge.folded.state)
      let receipts = try log.append([Submission.read(line)])
      if !receipts[0].isRecorded {
        try #require(log.lines.count == before.1, "seed \(seed): \(line)")
        try #require(log.judge.folded.state.trades == before.2, "seed \(seed): \(line)")
        continue
      }
      for event in log.events(after: before.0) {
        let members = try #require(
          try JSONSerialization.jsonObject(with: Data(event.json.utf8)) as? [String: Any])
        naive.take(members)
        for (taker, shift) in naive.takers(of: Members(all: members)) {
          taken[event.event.typeName, default: 0] += 1
          let fault = naive.fault(of: taker, taking: shift, at: event.time)
          try #require(fault == nil, "seed \(seed): \(event.json): \(fault ?? "")")
        }
      }
      try expectOneOwnerEach(naive, log.judge.folded.state, line)
    }
  }

  /// The rules and the text agree on the owner and the taker of the shifts that changed last.
  private func expectOneOwnerEach(
    _ naive: NaiveHistory, _ state: DomainState, _ line: String
  ) throws {
    for shift in state.shifts.rows.suffix(30) where shift.isOpen {
      let told = try #require(naive.shifts["\(shift.id)"])
      try #require(told.owner == "\(shift.owner)", "\(shift.id) after \(line)")
      try #require(told.taker == shift.taker.map { "\($0)" }, "\(shift.id) after \(line)")
    }
  }
}

extension NaiveHistory {
  /// The people who took shifts by an event of the log, with these shifts.
  fileprivate func takers(of event: Members) -> [(user: String, shift: String)] {
    let (type, subject) = (event["type"], event["subject"])
    let data = Members(all: event.all["data"] as! [String: Any])
    switch type {
    case "shift.accepted", "suggestion.accepted", "shift.approved":
      return [(data["to"], subject)]
    case "shift.claimed" where data.list("override").isEmpty: return [(data["owner"], subject)]
    case "trade.accepted" where data.all["final"] as? Bool == false: return []
    case "trade.accepted", "trade.approved":
      return [(data["to"], data["give"]), (data["from"], data["take"])]
    default: return []
    }
  }

  private func number(_ policy: String, _ standard: Int) -> Int {
    policies[policy].flatMap { Int($0) } ?? standard
  }

  private func span(_ shift: Shift) -> Range<Int64> {
    let date = LocalDate(shift.date)!
    let last = date + shift.lastDay
    let begin = Zone(zone)!.instant(date, TimeOfDay(shift.start)!).milliseconds
    return begin..<max(begin, Zone(zone)!.instant(last, TimeOfDay(shift.end)!).milliseconds)
  }

  /// What is wrong with somebody having taken a shift; `nil` where nothing is.
  fileprivate func fault(of user: String, taking id: String, at time: Timestamp) -> String? {
    let shift = shifts[id]!
    let own = span(shift)
    if let missing = shift.needs.first(where: { !hasSkill($0, user, on: shift.date) }) {
      return "\(user) lacks \(missing)"
    }
    for (id, absence) in absences where absence.user == user && !absence.isEnded {
      let away = Shift(
        owner: user, date: absence.date, start: absence.start, end: absence.end, first: user,
        days: absence.days)
      if span(away).overlaps(own) { return "\(user) is away: \(id)" }
    }
    let held = shifts.filter { other in
      let value = other.value
      if other.key == id || ["removed", "cancelled", "dropped"].contains(value.status) {
        return false
      }
      let isPending = value.taker == user && span(value).lowerBound > time.milliseconds
      return value.owner == user || isPending
    }
    func root(_ id: String) -> String { roots[id] ?? id }
    let sameDay = held.filter { $0.value.date == shift.date && root($0.key) != root(id) }
    if Set(sameDay.keys.map(root)).count >= number("maxShiftsPerDay", 1) {
      return "\(user) also holds \(sameDay.keys.sorted())"
    }
    let handover = Int64(number("handoverMinutes", 0)) * 60_000
    let meeting = held.filter { other in
      let span = span(other.value)
      return min(span.upperBound, own.upperBound) - max(span.lowerBound, own.lowerBound) > handover
    }
    if meeting.count >= number("maxShiftsAtOnce", 1) {
      return "\(meeting.keys.sorted()) overlap"
    }
    return nil
  }
}
