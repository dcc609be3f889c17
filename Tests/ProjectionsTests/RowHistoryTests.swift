@testable import Projections
import ShiftEvents
import TestSupport
import Testing

/// What changed rows, found by the rows that an event may concern, against a look at all rows after each.
@Suite struct RowHistoryTests {
  private let now: Timestamp = "2026-03-29T10:15:00Z"

  @Test(arguments: 1...UInt64(Rounds.count(2, full: 25)))
  func `a row is changed by the events behind which it is another`(seed: UInt64) throws {
    let events = RandomStory(seed: seed, count: 150).story.events
    for first in [0, 60] {
      let start = events.prefix(first).reduce(into: Replay(inboxOf: nil)) { $0.apply($1) }
      let later = events.dropFirst(first)
      let end = later.reduce(into: start) { $0.apply($1) }
      var changes = ProjectionChanges.between(start, end, at: now)
      try ProjectionChanges.explain(&changes, from: start, at: now) { body in later.forEach(body) }
      for projection in changes {
        let naive = naiveEvents(of: projection, from: start, later)
        for change in projection.changes {
          let found = change.events.map(\.sequence)
          #expect(
            found == naive[change.key], "seed \(seed), \(projection.projection) \(change.key)")
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
