import Projections
@testable import ShiftEvents
import TestSupport
import Testing

/// Promises and late changes of stories in no sensible order, held against a second look at the same events.
@Suite struct PromiseStoryTests {
  private let now: Timestamp = "2026-03-29T10:15:00Z"

  /// The publications that count, each with its place; of one id the first does.
  private func publications(
    _ events: [RecordedEvent]
  ) -> [(place: Int, publication: SchedulePublished, by: UserID)] {
    var seen: Set<PublicationID> = []
    return events.enumerated().compactMap { place, recorded in
      guard case .schedulePublished(let event) = recorded.event,
        seen.insert(event.publication).inserted
      else { return nil }
      return (place, event, recorded.actor)
    }
  }

  @Test(arguments: 1...UInt64(Rounds.count(12, full: 60)))
  func `each day is shown as the fold up to its last publication has it`(seed: UInt64) {
    let events = RandomStory(seed: seed, count: 200).story.events
    let publications = publications(events)
    var expected: [ScheduleRow] = []
    for (index, one) in publications.enumerated() {
      let past: Replay = events[...one.place].reduce(into: Replay()) { $0.apply($1) }
      expected += past.schedule(all: true, at: events[one.place].time).filter { row in
        let last = publications.lastIndex {
          $0.publication.from <= row.date && row.date <= $0.publication.to
        }
        return last == index
      }
    }
    let replay: Replay = events.reduce(into: Replay()) { $0.apply($1) }
    let shown = replay.schedule(all: true, asPublished: true, at: now)
    #expect(shown.count == expected.count, "seed \(seed)")
    for row in shown {
      guard let promise = expected.first(where: { ($0.shift, $0.date) == (row.shift, row.date) })
      else {
        Issue.record("seed \(seed): \(row.shift) was not promised")
        continue
      }
      #expect((row.owner, row.start, row.end) == (promise.owner, promise.start, promise.end))
      #expect((row.status, row.taker) == (promise.status, promise.taker), "seed \(seed)")
      #expect(row.awaitsAnswer == promise.awaitsAnswer && row.isPublished, "seed \(seed)")
      let present = replay[row.shift]
      #expect(row.outcome?.owner ?? row.owner == present?.owner, "seed \(seed)")
      #expect(row.outcome?.date ?? row.date == present?.date, "seed \(seed)")
      #expect(row.outcome?.start ?? row.start == present?.start, "seed \(seed)")
      let isGone =
        row.outcome?.status.map { ["removed", "cancelled"].contains($0.rawValue) } ?? false
      #expect(isGone == (present?.state.isOpen == false), "seed \(seed)")
    }
  }

  @Test(arguments: 1...UInt64(Rounds.count(12, full: 60)))
  func `one change of a shift at most awaits an answer, and it is the latest`(seed: UInt64) {
    let events = RandomStory(seed: seed, count: 200).story.events
    let replay: Replay = events.reduce(into: Replay()) { $0.apply($1) }
    let rows = replay.changes(all: true, at: now)
    for (shift, changes) in Dictionary(grouping: rows, by: \.shift) {
      #expect(changes.dropLast().allSatisfy { $0.answer != .awaited }, "seed \(seed), \(shift)")
      let isAwaited = changes.last?.answer == .awaited
      let row = replay.schedule(all: true, at: now).first { $0.shift == shift }
      if let row { #expect(row.awaitsAnswer == isAwaited, "seed \(seed), \(shift)") }
    }
    #expect(rows.allSatisfy { ($0.answeredAt != nil) == [.agreed, .declined].contains($0.answer) })
    let times = rows.map(\.changedAt)
    #expect(times == times.sorted(), "seed \(seed)")
  }

  @Test(arguments: 1...UInt64(Rounds.count(12, full: 60)))
  func `the days that are published are those of all publications`(seed: UInt64) {
    let events = RandomStory(seed: seed, count: 200).story.events
    let publications = publications(events)
    let replay: Replay = events.reduce(into: Replay()) { $0.apply($1) }
    for row in replay.schedule(all: true, at: now) {
      let isPublished = publications.contains {
        $0.publication.from <= row.date && row.date <= $0.publication.to
      }
      #expect(row.isPublished == isPublished, "seed \(seed), \(row.shift)")
    }
    #expect(
      replay.publications().map(\.publication) == publications.map(\.publication.publication),
      "seed \(seed)")
    #expect(replay.publications().map(\.by) == publications.map(\.by), "seed \(seed)")
  }
}
