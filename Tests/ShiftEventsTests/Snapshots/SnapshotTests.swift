import TestSupport
import Testing

@testable import ShiftEvents

/// Snapshots of the rules' state: the same answers with one, without one, and with a wrong one.
@Suite struct SnapshotTests {
  private static func fold(
    _ events: some Sequence<RecordedEvent>, into folded: inout WriterState
  ) {
    for event in events {
      folded.fold(event, hash: event.hash, lengthBytes: event.line.range.count + 1)
    }
  }

  @Test func `snapshot + tail = fold of all, whatever the events: in any order, and several times`()
    throws
  {
    let events = try events(of: Repository.sample)
    let seed = UInt64.random(in: .min ... .max)
    var random = SplitMix64(seed: seed)
    for _ in 0..<Rounds.count(2, full: 12) {
      var whole = WriterState()
      var restored = WriterState()
      for step in 0..<600 {
        // Mostly onwards, so that there is something to do with shifts, requests and deals.
        let latest = Int.random(in: 0...step, using: &random) * events.count / 600
        let event = events[Bool.random(using: &random) ? latest : step * events.count / 600]
        Self.fold([event], into: &whole)
        Self.fold([event], into: &restored)
        if Int.random(in: 0..<60, using: &random) == 0 {
          restored = try WriterState(try restored.snapshot())
        }
        try #require(restored.state == whole.state, "seed \(seed), step \(step), \(event.event)")
      }
    }
  }

  @Test func `two logs with snapshots in one process give the same as without`() throws {
    let sample = try events(of: Repository.sample)
    var random = SplitMix64(seed: 11)
    var (first, second) = (WriterState(), WriterState())
    Self.fold(sample, into: &first)
    // Another log with some of the same people and things.
    let other = sample.filter { _ in Int.random(in: 0..<3, using: &random) > 0 }
    Self.fold(other, into: &second)
    let files = (try first.snapshot(), try second.snapshot())
    var (restored, restoredSecond) = (try WriterState(files.0), try WriterState(files.1))
    #expect(restored.state == first.state && restoredSecond.state == second.state)
    for event in sample {
      Self.fold([event], into: &first)
      Self.fold([event], into: &second)
      Self.fold([event], into: &restoredSecond)
      Self.fold([event], into: &restored)
    }
    #expect(restored.state == first.state && restoredSecond.state == second.state)
  }

  @Test func `a closed shift stays closed, even if an event says that it was released`() throws {
    let events = try events(of: Repository.sample)
    let place = try #require(
      events.firstIndex {
        if case .shiftApproved(let event) = $0.event { !event.released.isEmpty } else { false }
      })
    guard case .shiftApproved(let approved) = events[place].event else { return }
    var folded = WriterState()
    Self.fold(events[..<place], into: &folded)
    let shift = approved.released[0]
    let before = events[place - 1]
    folded.fold(
      .shiftCancelled(ShiftCancelled(shift: shift, owner: approved.from, date: approved.date)),
      by: before.actor, at: before.time, indexedAs: 0)
    folded.extend(by: 1, .zero)
    Self.fold([events[place]], into: &folded)
    #expect(folded.state.shifts[shift]?.state == .cancelled)
    #expect(try WriterState(try folded.snapshot()).state == folded.state)
  }

  @Test func `the dates up to which weekly work is recorded are known from a snapshot`()
    throws
  {
    var folded = WriterState()
    let all = try events(of: Repository.sample)
    Self.fold(all[...], into: &folded)
    let last = try #require(all.last).time
    _ = folded.state.extendSeries(at: last)
    let marks = folded.state.indexes.recordedDates
    #expect(marks.shifts.contains { $0 > .first })
    let restored = try WriterState(try folded.snapshot()).state.indexes.recordedDates
    #expect(restored.shifts == marks.shifts && restored.vacancies == marks.vacancies)
  }

  @Test func `events alone show up to which dates weekly work is recorded`() throws {
    var folded = WriterState()
    Self.fold(try events(of: Repository.sample)[...], into: &folded)
    let read = folded.state.indexes.recordedDates
    _ = folded.state.extendSeries(at: try #require(folded.lastTime))
    let extended = folded.state.indexes.recordedDates
    #expect(read.shifts.contains { $0 > .first })
    for (read, extended) in zip(read.shifts, extended.shifts) { #expect(read <= extended) }
  }

  @Test func `a changed byte anywhere is noticed before anything is decoded`() throws {
    var folded = WriterState()
    Self.fold(try events(of: Repository.sample).prefix(40), into: &folded)
    let bytes = try folded.snapshot()
    for index in Rounds.places(in: bytes.indices, everyOne: 3) {
      var damaged = bytes
      damaged[index] ^= 1 << UInt8(index % 8)
      #expect(throws: (any Error).self, "byte \(index)") { try WriterState(damaged) }
      guard let late = (try? SnapshotFile(damaged))?.checkedLate({ _ in fatalError() }),
        (try? (0..<late.sectionCount).map { try late.section($0) }) != nil
      else { continue }
      #expect(late.late?.areAllAsWritten() == false, "byte \(index)")
    }
    for length in 0..<bytes.count where length % 7 == 0 || length < 200 {
      #expect(throws: SnapshotFile.Refusal.self, "cut to \(length)") {
        try SnapshotFile(Array(bytes[..<length]))
      }
    }
  }

  @Test func `no list of arrays, be it under a true checksum, leads out of the file`() throws {
    var folded = WriterState()
    Self.fold(try events(of: Repository.sample).prefix(60), into: &folded)
    let whole = try folded.snapshot()
    func word(_ place: Int) -> Int {
      Int(whole[place..<place + 8].reversed().reduce(0 as UInt64) { $0 << 8 | UInt64($1) })
    }
    let directory = word(112)
    let seed = UInt64.random(in: .min ... .max)
    var random = SplitMix64(seed: seed)
    for _ in 0..<1_000 {
      var hostile = whole
      // Offsets, counts and strides of any size, never the one that stood there.
      let place = directory + 8 * Int.random(in: 0..<(whole.count - directory) / 8, using: &random)
      let shift = UInt64.random(in: 0..<64, using: &random)
      let word = UInt64.random(in: 1 ... .max, using: &random) >> shift
      for byte in 0..<8 { hostile[place + byte] ^= UInt8(truncatingIfNeeded: word >> (byte * 8)) }
      if Bool.random(using: &random) {
        hostile.removeLast(8 * Int.random(in: 0..<(hostile.count - directory) / 8, using: &random))
      }
      let words = stride(from: directory, to: hostile.count, by: 8).map { place in
        hostile[place..<place + 8].reversed().reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
      }
      hostile.replaceSubrange(
        ..<SnapshotFile.headerLength,
        with: SnapshotFile.header(at: folded.position, directory: words, offset: directory))
      // Either it is refused, or every element can be looked at.
      guard let file = try? SnapshotFile(hostile) else { continue }
      for section in 0..<file.sectionCount {
        guard var reader = try? file.section(section) else { continue }
        while !reader.isAtEnd {
          guard
            hasReadable(UInt8.self, &reader) || hasReadable(UInt32.self, &reader)
              || hasReadable(UInt64.self, &reader) || hasReadable(ShiftRecord.self, &reader)
          else { break }
        }
      }
    }
    print("hostile snapshot directories: seed \(seed)")
  }

  private func hasReadable<Element: BitwiseCopyable & Sendable>(
    _: Element.Type, _ reader: inout FlatSnapshotReader
  ) -> Bool {
    guard let array = try? reader.array(of: Element.self) else { return false }
    _ = (array.first, array.last)
    return true
  }
}

extension SnapshotFile {
  init(_ bytes: [UInt8]) throws(Refusal) { try self.init(MemoryRegion(copying: bytes)) }
}

extension WriterState {
  /// The bytes of a snapshot of this state.
  func snapshot() throws -> [UInt8] {
    var snapshot = FlatSnapshotWriter()
    write(to: &snapshot)
    return try snapshot.end(at: position)
  }

  /// The history of a snapshot's bytes.
  init(_ bytes: [UInt8]) throws {
    let file = try SnapshotFile(bytes)
    try self.init(file, try file.symbols())
  }
}

extension MemoryRegion {
  convenience init(copying bytes: [UInt8]) {
    self.init(lengthBytes: bytes.count)
    unsafe self.bytes.copyBytes(from: bytes)
  }
}
