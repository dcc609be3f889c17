import Projections
import ShiftEventsTesting
import TestSupport
import Testing

@testable import ShiftEvents

/// Rows page by page and by their ids, of logs that the rules allow.
@Suite struct RowsOfWalksTests {
  private static let seeds: [UInt64] =
    (1...UInt64(Rounds.count(1, full: 20))) + [.random(in: 100 ... .max)]
  private static let projections = ProjectionDescriptor.all.filter { $0 != .audit }
  private static let limits = [1, 7, 1_000]

  private static func events(_ seed: UInt64, _ count: Int) throws -> [RecordedEvent] {
    var walk = RandomWalk(seed: seed)
    walk.splits = true
    return try walk.log(of: count).events(after: .zero)
  }

  /// The rows behind a cursor, which goes through its text as a client hands it back.
  private static func page(
    _ projection: ProjectionDescriptor, _ chosen: RowSelection, limit: Int,
    after cursor: PageCursor?, of replay: Replay, at now: Timestamp
  ) throws -> RowTable {
    var chosen = chosen
    let text = cursor?.text(of: projection)
    let place = text.flatMap { PageCursor($0, of: projection, by: spans(projection, chosen)) }
    try #require((place == nil) == (text == nil), "\(text ?? "") is no place")
    chosen.page = PageRequest(limit: limit, after: place)
    return try #require(replay.table(projection, chosen, at: now, names: { _ in nil }))
  }

  private static func spans(
    _ projection: ProjectionDescriptor, _ chosen: RowSelection
  ) -> HoursGrouping? { projection == .hours ? chosen.grouping ?? .week : nil }

  /// Selections of all rows, of a person's, of some days' and of hours by other spans.
  private static func selections(
    _ projection: ProjectionDescriptor, at now: Timestamp, in zone: Zone
  ) -> [RowSelection] {
    var chosen = [RowSelection(), RowSelection(all: true)]
    if projection.takes(.user) { chosen.append(RowSelection(user: "eva", all: true)) }
    if projection.takes(.from) {
      let today = zone.date(at: now)
      let days = DateSelection(from: today + -3, to: today + 3)
      chosen.append(RowSelection(dates: days, all: true))
    }
    if projection.takes(.by) {
      chosen += HoursGrouping.allCases.map { RowSelection(grouping: $0, all: true) }
    }
    if projection == .inbox { chosen.append(RowSelection(since: SequenceNumber(150))) }
    return chosen
  }

  @Test(arguments: seeds)
  func `pages of every projection are the whole`(seed: UInt64) throws {
    let events = try Self.events(seed, Rounds.count(400, full: 900))
    let replay = events.reduce(into: Replay(inboxOf: nil)) { $0.apply($1) }
    let now = events[events.count * 3 / 4].time
    var seen: Set<ProjectionDescriptor> = []
    for projection in Self.projections {
      for chosen in Self.selections(projection, at: now, in: replay.timeZone) {
        let whole = try #require(replay.table(projection, chosen, at: now, names: { _ in nil }))
        if whole.rows.count > 1 { seen.insert(projection) }
        for limit in Self.limits {
          var (rows, cursor, pages) = ([[String]](), PageCursor?.none, 0)
          repeat {
            let page = try Self.page(
              projection, chosen, limit: limit, after: cursor, of: replay, at: now)
            try #require(page.rows.count == limit || page.next == nil)
            rows += page.jsonRows().map { [String(decoding: $0, as: UTF8.self)] }
            (cursor, pages) = (page.next, pages + 1)
          } while cursor != nil && pages <= whole.rows.count
          let expected = whole.jsonRows().map { [String(decoding: $0, as: UTF8.self)] }
          try #require(rows == expected, "seed \(seed), \(projection) by \(limit): \(chosen)")
        }
      }
    }
    #expect(seen.count > 7, "most have no rows: seed \(seed)")
  }

  @Test(arguments: seeds)
  func `while the log grows, rows that stay are neither doubled nor skipped`(seed: UInt64) throws {
    let events = try Self.events(seed, Rounds.count(250, full: 600))
    let start = events.count / 2
    let now = events[start].time
    for projection in Self.projections {
      for limit in [1, 7] {
        var replay = events[..<start].reduce(into: Replay(inboxOf: nil)) { $0.apply($1) }
        var (read, cursor) = (start, PageCursor?.none)
        var staying: Set<[UInt8]>?
        var seen: [[UInt8]] = []
        repeat {
          let whole = replay.table(
            projection, RowSelection(all: true), at: now, names: { _ in nil })
          let rows = Set(try #require(whole).jsonRows())
          staying = staying.map { $0.intersection(rows) } ?? rows
          let page = try Self.page(
            projection, RowSelection(all: true), limit: limit, after: cursor, of: replay, at: now)
          seen += page.jsonRows()
          cursor = page.next
          for event in events[read...].prefix(3) { replay.apply(event) }
          read = min(read + 3, events.count)
        } while cursor != nil && seen.count < 10_000
        for row in staying ?? [] {
          let times = seen.count { $0 == row }
          #expect(
            times == 1,
            "seed \(seed), \(projection) by \(limit): \(String(decoding: row, as: UTF8.self))")
        }
      }
    }
  }

  @Test(arguments: seeds)
  func `each id of each row gives that row, and ids of nothing are unknown`(seed: UInt64) throws {
    let events = try Self.events(seed, Rounds.count(250, full: 600))
    let replay = events.reduce(into: Replay(inboxOf: nil)) { $0.apply($1) }
    let now = events[events.count * 3 / 4].time
    func rows(_ projection: ProjectionDescriptor, _ chosen: RowSelection) throws -> [String] {
      try #require(replay.table(projection, chosen, at: now, names: { _ in nil })).jsonRows()
        .map { String(decoding: $0, as: UTF8.self) }
    }
    var kinds: Set<String> = []
    for projection in Self.projections {
      let whole = try #require(
        replay.table(projection, RowSelection(all: true), at: now, names: { _ in nil }))
      for (place, column) in whole.columns.enumerated() {
        guard let kind = projection.kinds.first(where: { $0.noun == column.key }) else { continue }
        kinds.insert(column.key)
        for row in whole.rows {
          let text = try #require(row[place]?.text)
          let id = try #require(kind.id(text, nil))
          #expect(replay.knows(id), "seed \(seed), \(projection) \(text)")
          let found = try rows(projection, RowSelection(id: id))
          let own = try rows(projection, RowSelection(all: true)).filter {
            $0.contains("\"\(column.key)\":\"\(text)\"")
          }
          // A shift may have changed more than once, and weekly work has later terms.
          let isOne = found.count == 1 || [.changes, .series].contains(projection)
          #expect(found == own && isOne, "seed \(seed), \(projection) \(text)")
        }
      }
    }
    #expect(kinds.count > 4, "most ids have no row: seed \(seed)")
    for kind in Self.projections.flatMap(\.kinds) {
      #expect(!replay.knows(try #require(kind.id("nobody.knows", nil))))
    }
  }
}
