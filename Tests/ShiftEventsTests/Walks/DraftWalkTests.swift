import Foundation
import Projections
import ShiftEventsTesting
import TestSupport
import Testing

@testable import ShiftEvents

/// Laws of hidden drafts on random walks: no surface for employees has a shift of an unpublished day, and behind its
/// publication each has it. A failure names its seed.
@Suite struct DraftWalkTests {
  private static let seeds = (1...UInt64(Rounds.count(2, full: 60))) + [.random(in: 61 ... .max)]
  private static let choosing = ProjectionDescriptor.all.filter { $0.takes(.published) }
  private static let drafted: Set<String> = [
    "shift.scheduled", "shift.edited", "shift.assigned", "shift.claimed", "shift.cancelled",
    "shift.restored", "shift.split", "trade.recorded",
  ]

  @Test(arguments: seeds)
  func `employees see no draft before its publication, and all of it afterwards`(
    seed: UInt64
  ) throws {
    var walk = RandomWalk(seed: seed)
    (walk.plansDrafts, walk.splits) = (true, true)
    var log = MemoryLog(clock: walk.clock)
    var seen = Seen()
    var (rounds, publications, leftOut) = (0, 0, 0)
    // A walk of a random seed goes on until it has met each.
    while rounds < 4 || rounds < 20 && min(seen.hiddenActs, publications, leftOut) == 0 {
      rounds += 1
      if let manager = seen.naive.managers.min() {
        _ = try log.append([hiding(by: manager)], isBatch: false)
      }
      try walk.go(on: &log, for: 600)
      try seen.read(log)
      leftOut += try expectPublishedAlone(seen, at: walk.clock)
      publications += try publish(&seen, &log, at: walk.clock) ? 1 : 0
    }
    #expect(seen.hiddenActs > 0, "no act of a manager on a draft that is hidden")
    #expect(publications > 0 && leftOut > 0)
  }

  private func hiding(by manager: String) -> DecodedSubmission {
    Submission.read(
      """
      {"actor":"\(manager)","type":"workplace.configured","subject":"W","data":{"drafts":"hidden"}}
      """)
  }

  /// The log as it was read so far, beside a naive history.
  private struct Seen {
    var naive = NaiveHistory([[String: Any]]())
    var (replay, inbox) = (Replay(), Inbox())
    var read = 0
    /// The acts of managers on drafts that were hidden.
    var hiddenActs = 0

    mutating func read(_ log: MemoryLog) throws {
      let lines = String(decoding: log.lines, as: UTF8.self).split(separator: "\n")
      let events = log.events(after: .zero)
      try #require(lines.count == events.count)
      for place in read..<events.count {
        let line = try JSONSerialization.jsonObject(with: Data(lines[place].utf8))
        let before = naive.shifts
        naive.take(line as! [String: Any])
        replay.apply(events[place])
        inbox.apply(events[place])
        try expectUntold(line as! [String: Any], before: before)
      }
      read = events.count
    }

    /// Requires that no owner hears of a manager's act on a hidden draft, but managers and those who had taken it.
    private mutating func expectUntold(
      _ line: [String: Any], before: [String: NaiveHistory.Shift]
    ) throws {
      let (event, data) = (Members(all: line), Members(all: line["data"] as! [String: Any]))
      guard drafted.contains(event["type"]), naive.policies["drafts"] == "hidden",
        naive.managers.contains(event["actor"])
      else { return }
      let ids =
        event["type"] == "trade.recorded" ? [data["give"], data["take"]] : [event["subject"]]
      let states = ids.flatMap { [before[$0], naive.shifts[$0]].compactMap(\.self) }
      if states.contains(where: { naive.isPublished($0.date) }) { return }
      hiddenActs += 1
      let owners = Set(states.map(\.owner)).subtracting(states.compactMap(\.taker))
      let told = inbox.rows.filter { $0.sequence.description == event["sequence"] }
      for owner in owners.subtracting(naive.managers) {
        try #require(
          !told.contains { $0.user.description == owner },
          "\(owner) hears of event \(event["sequence"]), \(event["type"]) of a draft")
      }
    }
  }

  private func rows(
    _ projection: ProjectionDescriptor, _ replay: Replay, published: Bool, at now: Timestamp
  ) throws -> [String] {
    var chosen = RowSelection(all: projection.whole.all)
    chosen.published = published
    let table = try #require(replay.table(projection, chosen, at: now, names: { _ in nil }))
    return table.jsonRows().map { String(decoding: $0, as: UTF8.self) }
  }

  private func date(_ row: String) throws -> String {
    String(try #require(try /"date":"([^"]*)"/.firstMatch(in: row)).1)
  }

  /// Requires that rows, grids and calendars of published shifts have these alone, and all of these.
  ///
  /// - Returns: the number of rows of drafts.
  private func expectPublishedAlone(_ seen: Seen, at now: Timestamp) throws -> Int {
    let (replay, naive) = (seen.replay, seen.naive)
    var drafts = 0
    for projection in Self.choosing {
      let all = try rows(projection, replay, published: false, at: now)
      let expected = try all.filter { naive.isPublished(try date($0)) }
      drafts += all.count - expected.count
      let found = try rows(projection, replay, published: true, at: now)
      try #require(found == expected, "\(projection), published alone")
    }
    let today = replay.timeZone.date(at: now)
    for week in [today.week, (today + 7).week] {
      let grid = ScheduleGrid(replay, week: week, published: true, at: now)
      let full = ScheduleGrid(replay, week: week, at: now)
      for person in full.people {
        try #require(
          grid.shifts(of: person)
            == full.shifts(of: person).filter { naive.isPublished("\($0.date)") },
          "\(person) in the grid of \(week)")
      }
      for day in grid.days where !naive.isPublished("\(day)") {
        try #require(grid.minutes(on: day) == 0, "the sum of \(day)")
      }
    }
    for user in naive.roles.keys.sorted() {
      let id = try #require(UserID(user))
      try #require(
        try feed(of: id, replay, published: true, at: now)
          == feed(of: id, replay, published: false, at: now)
          .filter { naive.isPublished(naive.shifts[$0]!.date) },
        "the calendar of \(user)")
    }
    return drafts
  }

  /// The shifts in a person's calendar.
  private func feed(
    of user: UserID, _ replay: Replay, published: Bool, at now: Timestamp
  ) throws -> [String] {
    var chosen = RowSelection(user: user, all: true)
    chosen.published = published
    return replay.calendar(chosen, at: now) { $0.description }.map(\.id)
  }

  /// Publishes all days from today on, and requires that everything is seen then, and each owner was told once.
  ///
  /// - Returns: `false` where nobody may publish.
  private func publish(_ seen: inout Seen, _ log: inout MemoryLog, at now: Timestamp) throws -> Bool
  {
    let today = seen.replay.timeZone.date(at: now).description
    let dates = seen.naive.shifts.values.map(\.date).filter { $0 >= today }
    guard let manager = seen.naive.managers.min(), let last = dates.max() else { return false }
    let line = """
      {"actor":"\(manager)","type":"schedule.published","subject":"all-\(seen.read)",\
      "data":{"from":"\(today)","to":"\(last)"}}
      """
    let (drafts, count) = (seen.naive.shifts.filter { $0.value.date >= today }, seen.read)
    _ = try log.append([Submission.read(line)], isBatch: false)
    try seen.read(log)
    try #require(seen.read == count + 1, "\(line) was refused")
    for projection in Self.choosing {
      let all = try rows(projection, seen.replay, published: false, at: now)
      try #require(
        try rows(projection, seen.replay, published: true, at: now).filter {
          try date($0) >= today
        } == all.filter { try date($0) >= today }, "\(projection) behind the publication")
    }
    let open = drafts.values.filter {
      !["removed", "cancelled", "dropped"].contains($0.status) && $0.owner != manager
        && seen.naive.roles[$0.owner]?.contains("employee") == true
    }
    let told = seen.inbox.rows.filter { $0.sequence.value == seen.read }
    for owner in Set(open.map(\.owner)) {
      let own = told.filter { $0.user.description == owner && $0.kind == .published }
      try #require(own.count == 1, "\(owner) hears \(own.count) times of the publication")
    }
    return true
  }
}
