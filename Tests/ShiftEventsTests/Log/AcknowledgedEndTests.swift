import Testing

@testable import ShiftEvents

@Suite("The head")
struct AcknowledgedEndTests {
  private func head(_ first: LogEnd, _ second: LogEnd) -> [UInt8] {
    AcknowledgedEndRecord(.acknowledged, first, isSynced: true).bytes
      + AcknowledgedEndRecord(.acknowledged, second, isSynced: true).bytes
      + AcknowledgedEndRecord(.written, second, isSynced: true).bytes
      + AcknowledgedEndRecord.filled([])
  }

  @Test func `reading a written record gives the same record`() {
    let frontier = TestLines.log(7).frontier
    let bytes = AcknowledgedEndRecord(.acknowledged, frontier, isSynced: true).bytes
    #expect(bytes.count == AcknowledgedEndRecord.lengthBytes)
    #expect(AcknowledgedEndRecord(.acknowledged, bytes)?.frontier == frontier)
    #expect(AcknowledgedEndRecord(.written, bytes) == nil)
  }

  @Test func `a record with any bit flipped does not count`() {
    let bytes = AcknowledgedEndRecord(.acknowledged, TestLines.log(7).frontier, isSynced: true)
      .bytes
    for index in bytes.indices {
      for bit in 0..<8 {
        var flipped = bytes
        flipped[index] ^= 1 << bit
        #expect(AcknowledgedEndRecord(.acknowledged, flipped) == nil, "byte \(index), bit \(bit)")
      }
    }
  }

  @Test func `corrupt at every byte, the other record counts or none`() {
    let (older, newer) = (TestLines.log(3).frontier, TestLines.log(4).frontier)
    let bytes = head(older, newer)
    #expect(
      AcknowledgedEnd(bytes).state(firstHash: older.firstHash) == .valid(newer, isSynced: true))
    for index in bytes.indices {
      var corrupt = bytes
      corrupt[index] = 0xff
      let expected = (512..<1024).contains(index) ? older : newer
      #expect(
        AcknowledgedEnd(corrupt).state(firstHash: older.firstHash)
          == .valid(expected, isSynced: true))
      for other in 0..<512 where index >= 512 && index < 514 {
        corrupt[other] ^= 0x80
        #expect(AcknowledgedEnd(corrupt).state(firstHash: older.firstHash) == .lost(.corrupt))
        corrupt[other] ^= 0x80
      }
    }
  }

  @Test func `cut at every byte, the whole records count`() {
    let (older, newer) = (TestLines.log(3).frontier, TestLines.log(4).frontier)
    let bytes = head(older, newer)
    for length in 0..<bytes.count {
      let state = AcknowledgedEnd(Array(bytes.prefix(length))).state(firstHash: older.firstHash)
      switch length {
      case 0: #expect(state == .lost(.missing))
      case ..<512: #expect(state == .lost(.corrupt))
      case ..<1024: #expect(state == .valid(older, isSynced: true))
      default: #expect(state == .valid(newer, isSynced: true))
      }
    }
  }

  @Test func `records go to the two places in turn`() throws {
    let space = Workspace()
    try LogFile.create(space.log)
    let writer = try LogWriter.open(space.log)
    var ends: [LogEnd] = []
    for _ in 0..<4 {
      ends.append(try writer.appendLines())
      let records = space.head.acknowledged.compactMap { $0?.frontier }
      #expect(Set(records).isSuperset(of: ends.suffix(2)))
    }
  }

  @Test func `the head of another log is noticed and written anew`() throws {
    let (space, other) = (Workspace(), Workspace())
    let end = try space.makeLog(3)
    _ = try other.makeLog(0)
    let writer = try LogWriter.open(other.log)
    _ = try writer.appendLines(9, text: "of another log")
    space.write(other.bytes(other.paths.head), to: space.paths.head)
    let report = try LogWriter.open(space.log).lock()
    #expect(report.lostHead == .foreign)
    #expect(report.end == end)
    #expect(report.notices.first?.contains("verified all 3 events") == true)
    #expect(try LogWriter.open(space.log).lock().lostHead == nil)
    #expect(space.acknowledged == end)
  }

  @Test func `a stale head is brought forward by the next commit`() throws {
    let space = Workspace()
    _ = try space.makeLog(1)
    let stale = space.bytes(space.paths.head)
    let writer = try LogWriter.open(space.log)
    let end = try writer.appendLines(3)
    space.write(stale, to: space.paths.head)
    let next = try LogWriter.open(space.log)
    let report = try next.lock()
    next.unlock()
    #expect(report.end == end)
    #expect(report.acknowledged.sequence == 1)
    try next.commit(upTo: report.end)
    #expect(space.acknowledged == end)
  }

  @Test(arguments: [[], Array("garbage".utf8), [UInt8](repeating: 0, count: 2048)])
  func `an invalid head is rebuilt and reported`(bytes: [UInt8]) throws {
    let space = Workspace()
    let end = try space.makeLog(3)
    space.write(bytes, to: space.paths.head)
    let report = try LogWriter.open(space.log).lock()
    #expect(report.lostHead == (bytes.isEmpty ? .missing : .corrupt))
    #expect(report.end == end)
    #expect(space.acknowledged == end)
  }
}
