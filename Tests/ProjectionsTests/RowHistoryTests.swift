@testable import Projections
@testable import ShiftEvents
import TestSupport
import Testing

/// What changed rows, found by the rows that an event may concern, against a look at all rows after each.
@Suite struct RowHistoryTests {
  private let now: Timestamp = "2026-03-29T10:15:00Z"

  @Test(arguments: 1...UInt64(Rounds.count(2, full: 25)))
  func `a row is changed by the events behind which it is another`(seed: UInt64) throws {
    let events = RandomStory(seed: seed, count: 150).story.events
    for first in [0, 60, 140] {
      let start = events.prefix(first).reduce(into: Replay(inboxOf: nil)) { $0.apply($1) }
      let later = events.dropFirst(first)
      let end = later.reduce(into: start) { $0.apply($1) }
      var whole = ProjectionChanges.between(start, end, at: now)
      try ProjectionChanges.explain(&whole, from: start, at: now) { body in later.forEach(body) }
      var search = ChangeSearch(from: start)
      for event in later { search.take(event) }
      var narrow = search.changes(at: now)
      try ProjectionChanges.explain(&narrow, from: start, search.links, at: now) { body in
        later.forEach(body)
      }
      #expect(narrow.map(\.projection) == whole.map(\.projection), "seed \(seed)")
      for (projection, narrow) in zip(whole, narrow) {
        let naive = naiveEvents(of: projection, from: start, later)
        #expect(narrow.changes.count == projection.changes.count, "seed \(seed)")
        for change in projection.changes + narrow.changes {
          #expect(
            change.events == naive[change.key],
            "seed \(seed), \(projection.projection) \(change.key)")
        }
      }
    }
  }

  @Test(arguments: 1...UInt64(Rounds.count(3, full: 25)))
  func `no two rows of a projection have one key`(seed: UInt64) {
    let replay = RandomStory(seed: seed, count: 400).story.events
      .reduce(into: Replay(inboxOf: nil)) { $0.apply($1) }
    for projection in ProjectionDescriptor.replayed {
      let keys = projection.keyedRows(replay, at: now).map(\.key)
      #expect(Set(keys).count == keys.count, "seed \(seed), \(projection)")
    }
  }

  @Test(arguments: 1...UInt64(Rounds.count(2, full: 25)))
  func `a row that is walked by its touched ids has the history that all events give it`(
    seed: UInt64
  ) throws {
    let events = RandomStory(seed: seed, count: 300).story.events
    var held = DomainState(remembers: true)
    for event in events { held.evolve(with: event) }
    let end = Replay(holding: held)
    var walked = 0
    let touched = IndexedEvents(end) {
      walked += 1
      return events[$0.value - 1]
    }
    for (projection, noun) in [
      (ProjectionDescriptor.schedule, "shift"), (.marketplace, "shift"), (.requests, "request"),
      (.vacancies, "vacancy"), (.absences, "absence"), (.reservations, "reservation"),
      (.changes, "shift"),
    ] {
      let place = try #require(
        projection.keyColumns.first { projection.columns[$0].key == noun }, "\(projection)")
      let ids = projection.keyedRows(end, at: now).compactMap { $0.cells[place] }
      for id in Set(ids.map(\.text)).sorted().prefix(12) {
        func history() throws -> RowHistory {
          let own = projection.keyColumns.firstIndex(of: place)!
          return try #require(
            RowHistory(of: projection, in: end, at: now) { $0[own]?.text == id })
        }
        var (all, own) = ([try history()], [try history()])
        try RowHistory.trace(&all, from: Replay(), at: now) { body in events.forEach(body) }
        walked = 0
        try RowHistory.walk(&own, of: UserID(id)!.symbolIndex, touched, at: now)
        #expect(walked < 3 * events.count)
        try RowHistory.trace(&own, from: Replay(), at: now) { _ in
          Issue.record("seed \(seed): \(projection) \(id) hangs on other events")
        }
        for (key, row) in all[0].rows {
          let found = try #require(own[0].rows[key])
          #expect(found.events == row.events, "seed \(seed): \(projection) \(id)")
          #expect(found.setters == row.setters, "seed \(seed): \(projection) \(id)")
        }
      }
    }
  }

  private func naiveEvents(
    of changes: ProjectionChanges, from start: Replay, _ events: ArraySlice<RecordedEvent>
  ) -> [RowKey: [SequenceNumber]] {
    var replay = start
    var rows = changes.projection.rowsByKey(replay, at: now)
    var found: [RowKey: [SequenceNumber]] = [:]
    for event in events {
      replay.apply(event)
      let next = changes.projection.rowsByKey(replay, at: now)
      for key in Set(rows.keys).union(next.keys) where rows[key] != next[key] {
        found[key, default: []].append(event.sequence)
      }
      rows = next
    }
    return found
  }
}
