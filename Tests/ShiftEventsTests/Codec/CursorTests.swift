import Testing

@testable import ShiftEvents

/// Reading a log line by line: damage is reported with its line and its byte.
@Suite("Reading a log") struct CursorTests {
  private static let first = Timestamp("2026-01-05T18:00:00Z")

  /// Lines chained as a writer does it; `change` may spoil the envelope of a line, from 1.
  private func lines(_ count: Int, _ change: (Int, inout Envelope) -> Void = { _, _ in })
    -> [[UInt8]]
  {
    var encoder = EventEncoder(continuing: .zero)
    for number in 1...count {
      var envelope = Envelope(
        id: "e\(number)", source: "/a", time: Self.first.advanced(byMinutes: number),
        sequence: SequenceNumber(number), actor: "mia")
      change(number, &envelope)
      encoder.append(envelope, .userFollowed(UserFollowed(user: "bas")))
    }
    return linesOf(encoder.buffer)
  }

  private func bytes(_ lines: [[UInt8]]) -> [UInt8] { lines.flatMap { $0 + [10] } }

  /// Reads a log that has no head to its end, or to the damage.
  private func read(_ bytes: [UInt8]) throws -> (events: [RecordedEvent], error: LogError?) {
    let space = Workspace()
    space.write(bytes, to: space.log)
    let reader = try LogReader(reading: space.log)
    #expect(!reader.hasHead)
    var events: [RecordedEvent] = []
    do throws(LogError) {
      while let event = try reader.next() { events.append(event) }
      return (events, nil)
    } catch { return (events, error) }
  }

  /// The log is damaged in its line `line`, which begins where the lines before it end.
  private func expectDamage(
    _ kind: Finding.Kind, line: Int, of lines: [[UInt8]], bytes: [UInt8]? = nil,
    column: Int? = nil, _ place: SourceLocation = #_sourceLocation
  ) throws {
    let (events, error) = try read(bytes ?? self.bytes(lines))
    #expect(error?.code == .damaged, sourceLocation: place)
    #expect(error?.damage?.kind == kind, sourceLocation: place)
    #expect(error?.damage?.line == UInt64(line), sourceLocation: place)
    let offset = lines[..<(line - 1)].reduce(0) { $0 + $1.count + 1 }
    #expect(error?.damage?.offset == UInt64(offset), sourceLocation: place)
    if let column { #expect(error?.damage?.column == column, sourceLocation: place) }
    #expect(events.count == line - 1, sourceLocation: place)
    #expect(error?.message.contains(":\(line):") == true, sourceLocation: place)
    #expect(error?.message.contains("byte \(offset)") == true, sourceLocation: place)
  }

  @Test func `a whole log is read to its end`() throws {
    let (events, error) = try read(bytes(lines(2000)))
    #expect(error == nil)
    #expect(events.map(\.sequence.value) == Array(1...2000))
  }

  @Test func `an empty log has no event and no damage`() throws {
    let (events, error) = try read([])
    #expect(events.isEmpty && error == nil)
  }

  @Test(arguments: [1, 2, 3, 7, 1500])
  func `a missing line is a gap in the sequence`(line: Int) throws {
    var lines = lines(1501)
    lines.remove(at: line - 1)
    try expectDamage(.sequence, line: line, of: lines)
  }

  @Test func `a doubled line, a swap and a first line that is not the first`() throws {
    var doubled = lines(5)
    doubled.insert(doubled[2], at: 3)
    try expectDamage(.sequence, line: 4, of: doubled)
    var swapped = lines(5)
    swapped.swapAt(1, 2)
    try expectDamage(.sequence, line: 2, of: swapped)
    try expectDamage(.sequence, line: 1, of: Array(lines(5).dropFirst()))
  }

  @Test func `time may stand still and never goes back`() throws {
    let still = lines(4) { _, envelope in envelope.time = Self.first }
    #expect(try read(bytes(still)).error == nil)
    let back = lines(4) { number, envelope in
      if number == 3 { envelope.time = envelope.time.advanced(byMilliseconds: -60_001) }
    }
    try expectDamage(.time, line: 3, of: back)
  }

  @Test func `a batch without its last line never happened`() throws {
    let all = lines(6) { number, envelope in envelope.more = number == 4 || number == 5 }
    for (count, expected) in [(6, 6), (5, 3), (4, 3), (3, 3)] {
      let (events, error) = try read(bytes(Array(all.prefix(count))))
      #expect(error == nil)
      #expect(events.count == expected, "\(count) lines")
    }
    let open = lines(3) { _, envelope in envelope.more = true }
    #expect(try read(bytes(open)).events.isEmpty)
  }

  @Test func `half a line at the end is a write in flight, at every byte`() throws {
    let lines = lines(3)
    let whole = bytes(lines)
    let before = lines[0].count + lines[1].count + 2
    for cut in before..<whole.count {
      let (events, error) = try read(Array(whole.prefix(cut)))
      #expect(error == nil, "\(cut)")
      #expect(events.count == 2, "\(cut)")
    }
    #expect(try read(Array(lines[0].prefix(9))).events.isEmpty)
  }

  @Test func `a cut line with others behind it is damage`() throws {
    var lines = lines(4)
    lines[1].removeLast(20)
    try expectDamage(.json, line: 2, of: lines)
  }

  @Test func `line ends of another system are damage`() throws {
    var lines = lines(3)
    lines[2].append(0x0D)
    try expectDamage(.json, line: 3, of: lines, column: lines[2].count)
    let all = self.lines(3).map { $0 + [0x0D] }
    try expectDamage(.json, line: 1, of: all, column: all[0].count)
  }

  @Test func `an empty line, a byte order mark, a NUL and noise are damage`() throws {
    let plain = lines(3)
    for (column, junk) in [(1, []), (1, [0]), (1, [0xEF, 0xBB, 0xBF]), (1, [0xFF, 0xFE])]
      as [(Int, [UInt8])]
    {
      var lines = plain
      lines.insert(junk, at: 1)
      try expectDamage(.json, line: 2, of: lines, column: column)
      lines = plain
      lines[1] = junk + lines[1]
      if !junk.isEmpty { try expectDamage(.json, line: 2, of: lines, column: column) }
    }
    var flipped = plain
    flipped[2][30] = 0xFF
    try expectDamage(.json, line: 3, of: flipped)
  }

  @Test func `JSON that is no event is reported as such, with its column`() throws {
    var lines = lines(3)
    lines[1] = Array("{}".utf8)
    try expectDamage(.event, line: 2, of: lines)
    lines[1] = Array(storedLine(sequence: 2, time: "2026-01-05T18:02:60.000Z").utf8)
    let column = storedLine().distance(
      from: storedLine().startIndex, to: storedLine().firstRange(of: "\"2026")!.lowerBound)
    try expectDamage(.event, line: 2, of: lines, column: column + 1)
  }

  @Test func `a line of 4 MiB is read, a byte more is damage`() throws {
    let plain = lines(3)
    func padded(_ length: Int) -> [[UInt8]] {
      var lines = plain
      lines[1].insert(contentsOf: repeatElement(0x20, count: length - lines[1].count), at: 1)
      return lines
    }
    #expect(try read(bytes(padded(4 << 20))).events.count == 3)
    try expectDamage(.json, line: 2, of: padded(4 << 20 + 1))
    let endless = plain[0] + [10] + [UInt8](repeating: 0x61, count: 5 << 20)
    try expectDamage(.json, line: 2, of: plain, bytes: endless)
  }

  @Test func `damage behind a batch that was never finished is found`() throws {
    var lines = lines(5) { number, envelope in envelope.more = number >= 2 }
    lines[4] = Array("x".utf8)
    let (events, error) = try read(bytes(lines))
    #expect(events.count == 1)
    #expect(error?.damage?.line == 5)
  }
}
