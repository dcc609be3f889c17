import ShiftEvents
import Testing

@testable import Projections

/// A roster that is written and read again is the same, and continues the same.
struct RosterSnapshotTests {
  private func restored(_ roster: Roster) throws -> Roster {
    let bytes = roster.snapshot(at: .start)
    return try Roster(try SnapshotFile(MemoryRegion(copying: bytes)))
  }

  @Test func `snapshot and tail give the same as all events, at every position`() throws {
    for seed in UInt64(1)...12 {
      let events = RandomStory(seed: seed, count: 150).story.events
      var whole = Roster()
      for event in events { whole.apply(event) }
      for position in stride(from: 0, through: events.count, by: 7) {
        var roster = Roster()
        for event in events[..<position] { roster.apply(event) }
        roster = try restored(roster)
        for event in events[position...] { roster.apply(event) }
        #expect(roster == whole, "seed \(seed), from event \(position)")
        let now: Timestamp = "2026-03-27T12:00:00Z"
        #expect(roster.schedule(at: now) == whole.schedule(at: now))
        #expect(roster.marketplace(at: now) == whole.marketplace(at: now))
        #expect(roster.requests(at: now) == whole.requests(at: now))
      }
    }
  }

  @Test func `the same roster makes the same arrays`() throws {
    var roster = Roster()
    for event in RandomStory(seed: 3, count: 150).story.events { roster.apply(event) }
    // The seed of the table of symbols differs, and with it that table and the checksum.
    let (first, second) = (roster.snapshot(at: .start), roster.snapshot(at: .start))
    #expect(first.count == second.count)
    #expect(try restored(roster) == roster)
  }

  @Test func `rows that lie in a snapshot are read and changed like any others`() {
    let numbers = (0..<3_000).map(Int32.init)
    let bytes = numbers.flatMap { number in
      (0..<4).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    }
    let region = MemoryRegion(copying: bytes)
    var array = ChunkedArray(FlatArray<Int32>(region, offset: 0, count: numbers.count))
    let copy = array
    array[5] = -5
    array.append(3_000)
    array[3_000] += 1
    #expect(Array(copy) == numbers)
    #expect(array.count == 3_001 && array[5] == -5 && array[3_000] == 3_001)
    #expect(array.places { $0 < 0 || $0 >= 2_999 } == [5, 2_999, 3_000])
  }
}
