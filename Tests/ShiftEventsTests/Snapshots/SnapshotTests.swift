import Foundation
import Testing

@testable import ShiftEvents

/// Snapshots of the rules' state: the same answers with one, without one, and with a wrong one.
@Suite struct SnapshotTests {
  private static let sample = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "events-sample.jsonl").path()

  private static func events(of path: String) throws -> [RecordedEvent] {
    let reader = try LogReader(reading: path)
    var events: [RecordedEvent] = []
    while let event = try reader.next() { events.append(event) }
    return events
  }

  private static func fold(
    _ events: some Swift.Sequence<RecordedEvent>, into history: inout History
  ) {
    for event in events {
      history.fold(event, hash: event.hash, lengthBytes: event.line.range.count + 1)
    }
  }

  @Test("snapshot + tail = fold of all, at every position of the sample")
  func law() throws {
    let events = try Self.events(of: Self.sample)
    var whole = History()
    Self.fold(events, into: &whole)
    var growing = History()
    for position in 0...events.count {
      if position > 0 { Self.fold(events[position - 1..<position], into: &growing) }
      var restored = try History(try SnapshotFile(growing.snapshot()))
      #expect(restored.state == growing.state, "at event \(position)")
      // Equal states fold on equally; that they do is looked at now and then.
      if position % 25 != 0 { continue }
      Self.fold(events[position...], into: &restored)
      #expect(restored.state == whole.state, "from event \(position)")
      #expect(restored.end == whole.end && restored.milestones == whole.milestones)
      #expect(restored.lastTime == whole.lastTime)
      let last = events[events.count - 1]
      let hash = restored.index.hash(source: last.source, id: last.id)
      #expect(!restored.index.offsets(of: hash).isEmpty)
    }
  }

  @Test("a changed byte anywhere is noticed before anything is decoded")
  func everyByte() throws {
    var history = History()
    Self.fold(try Self.events(of: Self.sample).prefix(40), into: &history)
    let bytes = history.snapshot()
    for index in bytes.indices {
      var damaged = bytes
      damaged[index] ^= 1 << UInt8(index % 8)
      #expect(throws: SnapshotFile.Refusal.self, "byte \(index)") { try SnapshotFile(damaged) }
    }
    for length in 0..<bytes.count where length % 7 == 0 || length < 200 {
      #expect(throws: SnapshotFile.Refusal.self, "cut to \(length)") {
        try SnapshotFile(Array(bytes[..<length]))
      }
    }
  }

  @Test("a body of any bytes under a true checksum is refused without a trap")
  func hostileBody() throws {
    var history = History()
    Self.fold(try Self.events(of: Self.sample).prefix(60), into: &history)
    let position = LogPosition(end: history.end, lastTime: history.lastTime)
    let body = Array(history.snapshot().dropFirst(112))
    let seed = UInt64.random(in: .min ... .max)
    var random = SplitMix(state: seed)
    for _ in 0..<1_000 {
      var hostile = body
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        hostile[Int.random(in: hostile.indices, using: &random)] = .random(
          in: .min ... .max, using: &random)
      }
      if Bool.random(using: &random) {
        hostile.removeLast(Int.random(in: 0..<hostile.count, using: &random))
      }
      let file = try SnapshotFile(SnapshotFile.encode(hostile, at: position))
      // Either it is refused, or it is a state; what must not happen is a trap.
      _ = try? History(file)
    }
    print("hostile snapshot bodies: seed \(seed)")
  }
}

private struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
    return word ^ (word >> 31)
  }
}
