import Foundation
import TestSupport
import Testing

@testable import ShiftEvents

@Suite("Tail recovery")
struct CrashRecoveryTests {
  @Test func `cut at every byte of the last batch keeps all acknowledged lines`() throws {
    let space = Workspace()
    let acknowledged = try space.makeLog(3)
    let before = space.logBytes
    var batch = TestLines(after: acknowledged)
    batch.addBatch(2)
    for length in 0...batch.bytes.count {
      space.write(before + batch.bytes.prefix(length), to: space.log)
      let writer = try LogWriter.open(space.log)
      let report = try writer.lock()
      writer.unlock()
      let isWhole = length == batch.bytes.count
      #expect(report.end.sequence == (isWhole ? 5 : 3))
      #expect(report.acknowledged == acknowledged)
      #expect(space.logBytes == (isWhole ? before + batch.bytes : before), "cut at \(length)")
      #expect((report.quarantined == nil) == (length == 0 || isWhole))
      if let kept = report.quarantined {
        #expect(space.bytes(kept.path) == Array(batch.bytes.prefix(length)))
      }
    }
  }

  @Test func `a flipped bit below the frontier is damage`() throws {
    let space = Workspace()
    let end = try space.makeLog(3)
    let before = space.logBytes
    let lastLine = before.dropLast().lastIndex(of: 10)! + 1
    for index in [0, lastLine, lastLine + 13, lastLine + 20, before.count - 3, before.count - 1] {
      var bytes = before
      bytes[index] ^= 1
      space.write(bytes, to: space.log)
      let error = logError { _ = try LogWriter.open(space.log).lock() }
      #expect(error?.code == .damaged, "bit in byte \(index)")
      #expect(error?.message.contains("recover") == true)
      #expect(space.logBytes == bytes)
    }
    space.write(before, to: space.log)
    #expect(try LogWriter.open(space.log).lock().end == end)
  }

  @Test func `acknowledged lines that are gone are short, never torn`() throws {
    let space = Workspace()
    _ = try space.makeLog(3)
    let before = space.logBytes
    for length in [0, 1, before.count / 2, before.count - 1] {
      space.write(Array(before.prefix(length)), to: space.log)
      let error = logError { _ = try LogWriter.open(space.log).lock() }
      #expect(error?.damage?.kind == .short)
      #expect(space.logBytes.count == length)
    }
    #expect(!space.exists(space.paths.quarantine))
  }

  @Test func `whole lines behind the frontier are kept and not yet acknowledged`() throws {
    let space = Workspace()
    let acknowledged = try space.makeLog(2)
    var more = TestLines(after: acknowledged)
    more.add()
    more.addBatch(3)
    space.addUnacknowledged(more.bytes)
    let writer = try LogWriter.open(space.log)
    let report = try writer.lock()
    #expect(report.end.sequence == 6)
    #expect(report.end.hash == more.hash)
    #expect(report.acknowledged == acknowledged)
    #expect(space.acknowledged == acknowledged)
    writer.unlock()
    try writer.commit(upTo: report.end)
    #expect(space.acknowledged == report.end)
  }

  @Test func `half a batch behind whole ones is torn`() throws {
    let space = Workspace()
    let acknowledged = try space.makeLog(1)
    var whole = TestLines(after: acknowledged)
    whole.add()
    var half = whole
    half.add(more: true)
    half.add(more: true)
    space.addUnacknowledged(half.bytes)
    let report = try LogWriter.open(space.log).lock()
    #expect(report.end.sequence == 2)
    #expect(report.quarantined?.lengthBytes == UInt64(half.bytes.count - whole.bytes.count))
  }

  @Test func `zero bytes at the end are torn`() throws {
    let space = Workspace()
    let end = try space.makeLog(2)
    space.addUnacknowledged([UInt8](repeating: 0, count: 10_000))
    let report = try LogWriter.open(space.log).lock()
    #expect(report.end == end)
    let kept = try #require(report.quarantined)
    #expect(kept.offset == end.lengthBytes)
    let digest = SHA256.hash([UInt8](repeating: 0, count: 10_000))
    #expect(kept.path == "\(space.paths.quarantine)/\(end.lengthBytes)-\(digest).bin")
    #expect(report.notices.count == 1)
  }

  /// The bytes that a write of a page leaves when it never comes to the disk.
  enum LostPage: CaseIterable {
    case zeros, oneZero, zeroLineFeed, garbage, endless

    func apply(to bytes: inout [UInt8], _ hole: Range<Int>) {
      switch self {
      case .zeros: for index in hole { bytes[index] = 0 }
      case .oneZero: bytes[0] = 0
      case .zeroLineFeed: bytes[bytes.firstIndex(of: 10)!] = 0
      case .garbage:
        var random = SplitMix64(seed: 7)
        for index in hole { bytes[index] = .random(in: 0...255, using: &random) }
      case .endless:
        bytes.replaceSubrange(hole, with: [UInt8](repeating: 0, count: 5 << 20))
      }
    }
  }

  @Test(arguments: LostPage.allCases, Rounds.areFull ? [0, 1, 12] : [0, 12])
  func `what stands behind a hole goes into quarantine, and writing goes on`(
    _ page: LostPage, acknowledgedLines: Int
  ) throws {
    let space = Workspace()
    let acknowledged = try space.makeLog(acknowledgedLines)
    let before = space.logBytes
    let batches = [(1, 0), (1, 10), (7, 10), (40, 900)]
    for (batch, start) in Rounds.areFull ? batches : Array(batches.shuffled().prefix(2)) {
      var lines = TestLines(after: acknowledged)
      for _ in 0..<batch { lines.addBatch(60 / batch) }
      // A file that begins with garbage is no log.
      if page == .garbage, acknowledgedLines == 0, start < 100 { continue }
      var bytes = lines.bytes
      page.apply(to: &bytes, start..<start + 4_096)
      space.write(before + bytes, to: space.log)
      let verified = try LogVerifier.verify(space.log)
      #expect(verified.findings.map(\.kind) == [.torn], "\(page), \(verified.findings)")
      for recovers in [true, false] {
        space.write(before + bytes, to: space.log)
        let kept: QuarantinedBytes?
        let end: LogEnd
        if recovers {
          let report = try OperatorRecovery.recover(try LogFile.open(space.log))
          (kept, end) = (report.quarantined, report.kept)
        } else {
          let writer = try LogWriter.open(space.log)
          let report = try writer.lock()
          writer.unlock()
          (kept, end) = (report.quarantined, report.end)
        }
        let piece = try #require(kept)
        #expect(end.lengthBytes == piece.offset && end.sequence >= acknowledged.sequence)
        #expect(space.logBytes + space.bytes(piece.path) == before + bytes)
        #expect(piece.notice.contains("no event among them was acknowledged"))
        #expect(try LogVerifier.verify(space.log).findings.isEmpty)
      }
      let writer = try LogWriter.open(space.log)
      #expect(try writer.appendLines().lengthBytes == UInt64(space.logBytes.count))
      space.write(before, to: space.log)
      // The head knows of the line that was appended; this is another log's story.
      try AcknowledgedEndFile(space.paths).reset(to: acknowledged)
    }
  }

  @Test func `a hole that may be among what was acknowledged is refused`() throws {
    let space = Workspace()
    let acknowledged = try space.makeLog(3)
    var lines = TestLines(after: acknowledged)
    lines.add()
    lines.add()
    let sound = space.logBytes + lines.bytes
    let second = sound.firstIndex(of: 10)! + 1
    func expectRefused(_ bytes: [UInt8], _ what: Comment, hasHead: Bool = true) throws {
      space.write(bytes, to: space.log)
      #expect(logError { _ = try LogWriter.open(space.log).lock() }?.code == .damaged, what)
      #expect(
        logError { _ = try OperatorRecovery.recover(try LogFile.open(space.log)) }?.code
          == .damaged,
        what
      )
      #expect(space.logBytes == bytes && !space.exists(space.paths.quarantine), what)
      let found = try LogVerifier.verify(space.log).findings
      #expect(!found.isEmpty && !found.contains { $0.kind == .torn }, "\(what): \(found)")
    }
    var holed = sound
    for index in second..<second + 200 { holed[index] = 0 }
    try expectRefused(holed, "below the acknowledged end")
    // A head may be older than what was acknowledged, and then a flipped bit may be in that.
    let start = space.logBytes.count
    for bit in 0..<8 {
      for place in [0, 1, 13, 90, lines.bytes.firstIndex(of: 10)! - 3] {
        var flipped = sound
        flipped[Int(acknowledged.lengthBytes) + place] ^= 1 << UInt8(bit)
        try expectRefused(flipped, "bit \(bit) of byte \(place) behind \(start)")
      }
    }
    try FileManager.default.removeItem(atPath: space.paths.head)
    for index in Int(acknowledged.lengthBytes)..<Int(acknowledged.lengthBytes) + 99 {
      holed[index] = 0
    }
    holed.replaceSubrange(second..<second + 200, with: sound[second..<second + 200])
    try expectRefused(holed, "without a head")
  }

  @Test func `an endless line is torn without being held`() throws {
    let space = Workspace()
    let end = try space.makeLog(1)
    space.addUnacknowledged([UInt8](repeating: 0x61, count: 12 << 20))
    let report = try LogWriter.open(space.log).lock()
    #expect(report.end == end)
    #expect(report.quarantined?.lengthBytes == 12 << 20)
  }

  @Test func `a log without a head is verified whole and gets one`() throws {
    let space = Workspace()
    let lines = TestLines.log(5)
    space.write(lines.bytes + Array("half a li".utf8), to: space.log)
    let report = try LogWriter.open(space.log).lock()
    #expect(report.lostHead == .missing)
    #expect(report.end == lines.frontier)
    #expect(report.acknowledged == lines.frontier)
    #expect(report.quarantined?.lengthBytes == 9)
    #expect(space.acknowledged == lines.frontier)
  }

  @Test func `without a head a line whose time goes back is damage, and no head is written`() throws
  {
    let space = Workspace()
    var lines = TestLines()
    lines.add(second: 2)
    lines.add(second: 3)
    lines.add(second: 1)
    lines.add(second: 4)
    space.write(lines.bytes, to: space.log)
    let error = logError { _ = try LogWriter.open(space.log).lock() }
    #expect(
      error?.damage?.kind == .time && error?.damage?.line == 3, "\(String(describing: error))")
    #expect(
      logError { _ = try OperatorRecovery.recover(LogFile.open(space.log)) }?.damage?.kind == .time)
    #expect(space.acknowledged == nil && space.logBytes == lines.bytes)
  }

  @Test func `without a head a flipped bit with lines behind it is still damage`() throws {
    let space = Workspace()
    var bytes = TestLines.log(5).bytes
    let second = bytes[bytes.firstIndex(of: 10)!...]
    bytes[second.firstRange(of: Array("an event".utf8))!.lowerBound] ^= 1
    space.write(bytes, to: space.log)
    let error = logError { _ = try LogWriter.open(space.log).lock() }
    #expect(error?.damage?.kind == .hash)
    #expect(error?.damage?.line == 2)
    #expect(space.logBytes == bytes)
  }

  @Test func `a full disk under the quarantine changes nothing`() throws {
    let space = Workspace()
    _ = try space.makeLog(2)
    space.addUnacknowledged(Array("torn".utf8))
    let before = space.logBytes
    let disk = FaultyFileSystem { call in
      call.name == "write" && call.path.contains("quarantine") ? .fail(.noSpace) : nil
    }
    let error = logError { _ = try LogWriter.open(space.log, disk).lock() }
    #expect(error?.code == .ioFailed)
    #expect(space.logBytes == before)
    #expect(space.names(in: space.paths.quarantine).isEmpty)
    #expect(try LogWriter.open(space.log).lock().quarantined?.lengthBytes == 4)
  }

  @Test func `recovery loses acknowledged lines only on request`() throws {
    let space = Workspace()
    _ = try space.makeLog(4)
    var bytes = space.logBytes
    let third = bytes.indices.filter { bytes[$0] == 10 }[1] + 1
    bytes[third + 30] ^= 1
    space.write(bytes, to: space.log)
    let file = try LogFile.open(space.log)
    let error = logError { _ = try OperatorRecovery.recover(file) }
    #expect(error?.code == .damaged)
    #expect(error?.message.contains("--lose-acknowledged") == true)
    #expect(space.logBytes == bytes)
    for lastKept: UInt64? in [nil, 2] {
      let mayLose = lastKept == nil
      let error = logError {
        _ = try OperatorRecovery.recover(
          file, keepingUpTo: lastKept, mayLoseAcknowledged: mayLose)
      }
      #expect(error?.code == .damaged)
      #expect(space.logBytes == bytes)
    }
    let report = try OperatorRecovery.recover(
      file, keepingUpTo: 2, mayLoseAcknowledged: true)
    #expect(report.kept.sequence == 2)
    #expect(report.lostEvents == 2)
    #expect(space.acknowledged == report.kept)
    #expect(try LogWriter.open(space.log).appendLines().sequence == 3)
  }

  @Test func `a log without its folder is verified and handed over in one reading`() throws {
    let space = Workspace()
    let acknowledged = try space.makeLog(2)
    var lines = TestLines(after: acknowledged)
    lines.addBatch(3)
    var whole = lines.frontier
    whole.lengthBytes += acknowledged.lengthBytes
    lines.add(more: true)
    space.addUnacknowledged(lines.bytes)
    try FileManager.default.removeItem(atPath: space.paths.head)
    let fileSystem = FaultyFileSystem { _ in nil }
    let writer = try LogWriter(try LogFile.open(space.log, fileSystem), waitsForDisk: false)
    var taken: [(sequence: Int, end: LogEnd)] = []
    let report = try writer.lock { taken.append(($0.sequence.value, $1)) }
    #expect(report.end == whole && report.lostHead == .missing && report.quarantined != nil)
    #expect(taken.map(\.sequence) == [1, 2, 3, 4, 5] && taken.last?.end == whole)
  }
}
