import TestSupport
import Testing

@testable import Projections
@testable import ShiftEvents

/// A replay that is written and read again is the same, and goes on the same.
struct ReplaySnapshotTests {
  private static let now: Timestamp = "2026-03-27T12:00:00Z"

  /// The file of a replay as a writer leaves it, the section that only writers read empty.
  private static func bytes(_ replay: Replay) throws -> [UInt8] {
    let numbering = replay.state.numbering()
    var snapshot = FlatSnapshotWriter()
    snapshot.add(numbering, roomForMore: 10)
    snapshot.endSection()
    replay.state.write(to: &snapshot) { numbering.number(of: $0) }
    return try snapshot.end(at: .start)
  }

  private static func restored(
    _ replay: Replay, _ parts: [StatePart] = StatePart.folded
  ) throws -> Replay {
    let file = try SnapshotFile(MemoryRegion(copying: try bytes(replay)))
    return try Replay(file, try file.symbols(), parts)
  }

  private static func fold(_ events: some Sequence<RecordedEvent>, _ replay: inout Replay) {
    for event in events { replay.apply(event) }
  }

  /// What every projection shows, with all of its rows.
  private static func rows(_ replay: Replay) -> [RowTable?] {
    ProjectionDescriptor.replayed.map {
      replay.table($0, RowSelection(all: true), at: now, names: { _ in nil })
    }
  }

  @Test func `snapshot and tail make what all events make, whatever the events`() throws {
    for seed in UInt64(1)...UInt64(Rounds.count(4, full: 12)) {
      let events = RandomStory(seed: seed, count: 150).story.events
      var whole = Replay()
      Self.fold(events, &whole)
      var chained = Replay()
      for position in stride(from: 0, through: events.count, by: 7) {
        var replay = Replay()
        Self.fold(events[..<position], &replay)
        replay = try Self.restored(replay)
        Self.fold(events[position...], &replay)
        #expect(replay == whole, "seed \(seed), from event \(position)")
        #expect(Self.rows(replay) == Self.rows(whole), "seed \(seed), from event \(position)")
        // From snapshot to snapshot.
        Self.fold(events[position..<min(position + 7, events.count)], &chained)
        chained = try Self.restored(chained)
      }
      #expect(chained == whole, "seed \(seed)")
    }
  }

  @Test func `the parts that a projection asks for are enough for it, also with a tail`() throws {
    let events = RandomStory(seed: 5, count: 400).story.events
    var whole = Replay()
    Self.fold(events, &whole)
    var half = Replay()
    Self.fold(events[..<200], &half)
    for projection in ProjectionDescriptor.replayed {
      func table(_ replay: Replay) -> RowTable? {
        replay.table(projection, RowSelection(all: true), at: Self.now, names: { _ in nil })
      }
      var replay = try Self.restored(half, projection.parts)
      #expect(replay.asOf == half.asOf && replay.timeZone == half.timeZone)
      Self.fold(events[200...], &replay)
      #expect(table(replay) == table(whole), "\(projection)")
      // One that lacks a part has no rows to give.
      for part in projection.parts {
        let lacking = try Self.restored(half, projection.parts.filter { $0 != part })
        #expect(table(lacking) == nil, "\(projection) without \(part)")
      }
    }
  }

  @Test func `a changed byte is noticed by who reads its section, and by nobody else`() throws {
    var replay = Replay()
    Self.fold(RandomStory(seed: 3, count: 150).story.events, &replay)
    let bytes = try Self.bytes(replay)
    for place in stride(from: 0, to: bytes.count, by: 97) {
      var damaged = bytes
      damaged[place] ^= 1
      var refusals = 0
      for part in StatePart.folded {
        guard let file = try? SnapshotFile(MemoryRegion(copying: damaged)),
          let symbols = try? file.symbols(),
          let found = try? Replay(file, symbols, [part])
        else {
          refusals += 1
          continue
        }
        #expect(found.tally == replay.tally, "byte \(place)")
      }
      // Of a part alone, or of what all need; the section of the rules is read by none.
      let isOfRules = refusals == 0
      #expect([0, 1, StatePart.folded.count].contains(refusals), "byte \(place)")
      if isOfRules { #expect(place > 128) }
    }
  }
}

extension MemoryRegion {
  convenience init(copying bytes: [UInt8]) {
    self.init(lengthBytes: bytes.count)
    unsafe self.bytes.copyBytes(from: bytes)
  }
}
