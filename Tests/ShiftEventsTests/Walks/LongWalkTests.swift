import Foundation
import Projections
import ShiftEventsTesting
import TestSupport
import Testing

@testable import ShiftEvents

/// A hundred thousand submissions, legal and illegal, through rules and log and back out of its bytes.
/// A failure names its seed; the same seed fails again.
@Suite struct LongWalkTests {
  /// In the walk of the first long one a shift goes with its fixed shift while it is suggested to somebody; in that of the
  /// second a manager exchanges a shift on an unpublished day while an answer about it is awaited.
  private static let rareSeeds: [UInt64] = [13_337_174_868_053_875_502, 16_523_455_101_243_843_413]
  private static let seeds: [UInt64] =
    (Rounds.areFull ? Array(1..<25) + rareSeeds : []) + [.random(in: 25 ... .max)]
  private static let submissions = 4_000
  private static let projections = ProjectionDescriptor.replayed + [.inbox, .timesheet, .checks]

  @Test(arguments: seeds)
  func `the rules accept recorded events again, and every report equals a naive one`(
    seed: UInt64
  ) throws {
    var walk = RandomWalk(seed: seed)
    walk.plansDrafts = true
    walk.splits = !Self.rareSeeds.contains(seed)
    let log = try walk.log(of: Self.submissions)
    let events = log.events(after: .zero)
    #expect(events.count > Self.submissions / 5, "most of the walk was refused")
    var rules = RuleVerifier()
    for event in events {
      let findings = rules.findings(judging: event)
      try #require(findings.isEmpty, "\(findings)")
    }

    let lines = try String(decoding: log.lines, as: UTF8.self).split(separator: "\n").map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
    try #require(lines.count == events.count)
    var (replay, inbox, read) = (Replay(), Inbox(), 0)
    for end in (0..<Rounds.count(4, full: 9)).map({ _ in
      Int.random(in: 1...events.count, using: &walk.random)
    }).sorted()
      + [events.count]
    {
      for event in events[read..<end] {
        replay.apply(event)
        inbox.apply(event)
      }
      read = end
      let later = walk.random.pick([0, 3, 50])!
      let now = events[end - 1].time.advanced(byMilliseconds: Int64(later) * 3_600_000)
      let naive = NaiveHistory(lines[..<end])
      for projection in Self.projections {
        let table =
          replay.table(projection, projection.whole, at: now, names: { _ in nil })
          ?? RowTable(inbox.rows)
        // What an inbox tells beside the event has tests of its own.
        let rows = table.jsonRows().map { row in
          let text = String(decoding: row, as: UTF8.self)
          // Its other members have tests of their own.
          return projection == .inbox
            ? text.replacing(/("actor":"[^"]*").*}$/) { "\($0.1)}" } : text
        }
        let expected = naive.rows(projection.name, at: now).map(\.description)
        let difference = zip(rows + ["nothing"], expected + ["nothing"]).first { $0 != $1 }
        let same = rows.count == expected.count && difference == nil
        try #require(
          same,
          """
          \(projection) at event \(end), told by \(now), has \(rows.count) rows for \(expected.count):
          \(difference?.0 ?? "")
          \(difference?.1 ?? "")
          """)
      }
      let summary =
        try JSONSerialization.jsonObject(with: Data(replay.jsonSummary(at: now))) as? [String: Any]
      for projection in ProjectionDescriptor.replayed {
        let count = replay.table(projection, at: now, names: { _ in nil })?.rows.count
        let told = (summary?["rows"] as? [String: Int])?[projection.name]
        try #require(told == count, "\(projection) at event \(end), told by \(now)")
      }
      try expectPromised(of: replay, naive, at: now)
      try expectSums(of: replay, at: now)
      try expectChosen(of: replay, naive, at: now, using: &walk.random)
      for shift in naive.steps.keys.sorted().shuffled(using: &walk.random).prefix(3) {
        try expectStory(of: shift, in: events[..<end], naive)
      }
    }
  }

  /// Requires that the time sheet has the minutes that the hours have.
  private func expectSums(of replay: Replay, at now: Timestamp) throws {
    let sheet = replay.timesheet(all: true, at: now)
    let hours = replay.workedHours(by: .person, includingMissing: true, at: now)
    for row in hours {
      let own = sheet.filter { $0.worker == row.worker && $0.minutes ?? 0 > 0 }
      try #require(own.compactMap(\.minutes).reduce(0, +) == row.minutes, "\(row.worker), \(now)")
      try #require(own.count { $0.status == .confirmed } == row.confirmed, "\(row.worker), \(now)")
    }
    try #require(
      sheet.map(\.scheduledMinutes).reduce(0, +) == hours.map(\.scheduledMinutes).reduce(0, +))
  }

  /// Requires that one person's rows, of all days or of one week, are exactly those that name them.
  private func expectChosen(
    of replay: Replay, _ naive: NaiveHistory, at now: Timestamp, using random: inout SplitMix64
  ) throws {
    guard let user = naive.roles.keys.sorted().randomElement(using: &random) else {
      // Before any registration, neither can choose a user.
      let users = replay.table(.users, RowSelection(all: true), at: now, names: { _ in nil })
      return try #require(users?.rows.isEmpty == true)
    }
    let id = try #require(UserID(user))
    let week = replay.timeZone.date(at: now).week
    for projection in ProjectionDescriptor.replayed {
      for week in projection.takes(.from) ? [nil, week] : [nil] {
        let chosen = RowSelection(
          user: id, dates: DateSelection(week: week), all: projection.whole.all)
        guard let expected = naive.rows(projection.name, of: user, in: week, at: now)
        else { continue }
        let rows = replay.table(projection, chosen, at: now, names: { _ in nil })?.jsonRows()
        try #require(
          rows?.map { String(decoding: $0, as: UTF8.self) } == expected.map(\.description),
          "\(projection) of \(user), \(week?.description ?? "all days"), told by \(now)")
      }
    }
  }

  /// Requires that each day is shown as its last publication had it, beside what is so now.
  private func expectPromised(of replay: Replay, _ naive: NaiveHistory, at now: Timestamp) throws {
    let chosen = RowSelection(all: true, asPublished: true)
    let rows = replay.table(.schedule, chosen, at: now, names: { _ in nil })?.jsonRows() ?? []
    let expected = naive.asPublished(at: now).map(\.description)
    let difference = zip(rows.map { String(decoding: $0, as: UTF8.self) }, expected)
      .first { $0 != $1 }
    try #require(
      rows.count == expected.count && difference == nil,
      "as published, told by \(now): \(rows.count) rows for \(expected.count); \(difference.map { "\($0.0)\n\($0.1)" } ?? "")"
    )
  }

  private func expectStory(
    of id: String, in events: ArraySlice<RecordedEvent>, _ naive: NaiveHistory
  ) throws {
    var audit = Audit(of: .shift(try #require(ShiftID(id))))
    for event in events { audit.apply(event) }
    let steps = audit.rows.map {
      NaiveHistory.Step(
        sequence: $0.sequence.value, type: $0.type, owner: $0.owner?.description,
        taker: $0.taker?.description, status: $0.status?.rawValue)
    }
    #expect(steps == naive.steps[id], "audit of \(id) up to event \(events.endIndex)")
  }
}
