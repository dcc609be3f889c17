import Foundation
import Synchronization
import Testing

@testable import ShiftEvents

@Suite("Writing")
struct LogWriterTests {
  @Test func `lines of two writers make one chain`() throws {
    let space = Workspace()
    try LogFile.create(space.log)
    let (first, second) = (try LogWriter.open(space.log), try LogWriter.open(space.log))
    for _ in 0..<5 {
      try first.appendLines(2)
      try second.appendLines()
    }
    #expect(space.logBytes == TestLines.log(15).bytes)
    #expect(space.acknowledged == TestLines.log(15).frontier)
  }

  @Test func `a sync covers lines of other writers`() throws {
    let space = Workspace()
    _ = try space.makeLog(1)
    let syncs = Mutex(0)
    let disk = FaultyFileSystem { call in
      if call.name == "sync", call.path == space.log { syncs.withLock { $0 += 1 } }
      return nil
    }
    let writers = try (0..<4).map { _ in try LogWriter.open(space.log, disk) }
    var ends: [LogEnd] = []
    for writer in writers {
      var lines = TestLines(after: try writer.lock().end)
      lines.add()
      ends.append(
        try writer.append(
          lines.bytes, sequence: lines.sequence, hash: lines.hash, firstHash: lines.firstHash))
      writer.unlock()
    }
    for (writer, end) in zip(writers, ends) { try writer.commit(upTo: end) }
    #expect(syncs.withLock { $0 } == 1)
    #expect(space.acknowledged == ends.last)
  }

  @Test func `many writers at once make one total order`() async throws {
    let space = Workspace()
    try LogFile.create(space.log)
    let path = space.log
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<4 {
        group.addTask {
          let writer = try LogWriter.open(path, lockTimeoutSeconds: 30)
          for _ in 0..<25 { try writer.appendLines() }
        }
      }
      try await group.waitForAll()
    }
    #expect(space.logBytes == TestLines.log(100).bytes)
    #expect(space.acknowledged == TestLines.log(100).frontier)
  }

  @Test(arguments: [0, 1, 50, 119])
  func `a disk full in the middle of a line leaves nothing of it`(written: Int) throws {
    let space = Workspace()
    let end = try space.makeLog(2)
    let before = space.logBytes
    let isFull = Mutex(0)
    let disk = FaultyFileSystem { call in
      guard call.name == "write", call.path == space.log else { return nil }
      return isFull.withLock { count in
        count += 1
        return count == 1 && written > 0 ? .short(written) : count <= 2 ? .fail(.noSpace) : nil
      }
    }
    let writer = try LogWriter.open(space.log, disk)
    let error = logError { try writer.appendLines() }
    #expect(error?.code == .ioFailed)
    #expect(error?.errorNumber == SystemError.noSpace.number)
    #expect(space.logBytes == before)
    #expect(space.acknowledged == end)
    if written == 0 { isFull.withLock { $0 = 2 } }
    #expect(try writer.appendLines().sequence == 3)
  }

  @Test func `a failed sync poisons the log for every writer until it is recovered`() throws {
    let space = Workspace()
    let acknowledged = try space.makeLog(2)
    let isBroken = Mutex(true)
    let disk = FaultyFileSystem { call in
      guard call.name == "sync", call.path == space.log else { return nil }
      return isBroken.withLock { isBroken in
        defer { isBroken = false }
        return isBroken ? .fail(.inputOutput) : nil
      }
    }
    let other = try LogWriter.open(space.log)
    _ = try other.lock()
    other.unlock()
    let writer = try LogWriter.open(space.log, disk)
    #expect(logError { try writer.appendLines() }?.code == .poisoned)
    #expect(space.exists(space.paths.poisoned))
    for each in [writer, other, try LogWriter.open(space.log)] {
      let error = logError { try each.appendLines() }
      #expect(error?.code == .poisoned)
      #expect(error?.message.contains("recover") == true)
    }
    #expect(logError { try other.commit(upTo: acknowledged) }?.code == .poisoned)
    #expect(space.acknowledged == acknowledged)
    #expect(disk.calls.filter { $0 == "sync \(space.log)" }.count == 1)

    let report = try OperatorRecovery.recover(try LogFile.open(space.log))
    #expect(report.wasPoisoned)
    #expect(report.kept.sequence == 3)
    #expect(!space.exists(space.paths.poisoned))
    #expect(try other.appendLines().sequence == 4)
  }

  @Test func `without room for the mark the head carries it`() throws {
    let space = Workspace()
    _ = try space.makeLog(1)
    let disk = FaultyFileSystem { call in
      switch (call.name, call.path) {
      case ("sync", space.log), ("open", space.paths.poisoned): .fail(.noSpace)
      default: nil
      }
    }
    let writer = try LogWriter.open(space.log, disk)
    #expect(logError { try writer.appendLines() }?.code == .poisoned)
    #expect(!space.exists(space.paths.poisoned))
    #expect(logError { _ = try LogWriter.open(space.log).lock() }?.code == .poisoned)
    _ = try OperatorRecovery.recover(try LogFile.open(space.log))
    #expect(try LogWriter.open(space.log).appendLines().sequence == 3)
  }

  @Test func `without syncs lines are acknowledged and a later sync covers them`() throws {
    let space = Workspace()
    _ = try space.makeLog(1)
    let disk = FaultyFileSystem { call in
      call.name == "sync" && call.path == space.log ? .fail(.inputOutput) : nil
    }
    let end = try LogWriter.open(space.log, disk, waitsForDisk: false).appendLines(2)
    #expect(space.acknowledged == end)
    let syncing = try LogWriter.open(space.log)
    _ = try syncing.lock()
    syncing.unlock()
    try syncing.commit(upTo: end)
    #expect(space.head.state(firstHash: nil) == .valid(end, isSynced: true))
  }

  @Test func `a power cut that loses lines acknowledged without a sync is reported`() throws {
    let space = Workspace()
    let synced = try space.makeLog(2)
    let bytes = space.logBytes
    let end = try LogWriter.open(space.log, waitsForDisk: false).appendLines(3)
    let whole = space.logBytes
    #expect(space.acknowledged == end)
    space.write(Array(whole.prefix(bytes.count + 20)), to: space.log)
    let report = try LogWriter.open(space.log).lock()
    #expect(report.end == synced)
    #expect(report.lostHead == .unsynced)
    #expect(report.notices.count == 2)
    #expect(space.acknowledged == synced)
    #expect(try LogWriter.open(space.log).appendLines().sequence == 3)
  }

  @Test func `a log replaced or deleted under a writer is noticed`() throws {
    let space = Workspace()
    _ = try space.makeLog(2)
    let writer = try LogWriter.open(space.log)
    try writer.appendLines()
    try FileManager.default.moveItem(atPath: space.log, toPath: space.log + ".old")
    #expect(logError { try writer.appendLines() }?.code == .replaced)
    #expect(!space.exists(space.log))
    space.write(space.bytes(space.log + ".old"), to: space.log)
    #expect(logError { try writer.appendLines() }?.code == .replaced)
    let bytes = space.logBytes
    #expect(logError { try writer.appendLines() }?.code == .replaced)
    #expect(space.logBytes == bytes)
  }

  @Test func `a log shortened or rewritten under a writer is noticed`() throws {
    let space = Workspace()
    _ = try space.makeLog(2)
    let writer = try LogWriter.open(space.log)
    try writer.appendLines()
    let bytes = space.logBytes
    space.write(Array(bytes.dropLast(5)), to: space.log)
    #expect(logError { try writer.appendLines() }?.code == .replaced)
    var other = TestLines()
    for _ in 0..<4 { other.add("other events") }
    space.write(other.bytes, to: space.log)
    #expect(logError { try writer.appendLines() }?.code == .replaced)
    #expect(space.logBytes == other.bytes)
  }

  @Test(arguments: [false, true])
  func `every call of an append that fails loses nothing acknowledged`(forGood: Bool) throws {
    let calls = try callsOfAnAppend()
    #expect(calls > 20)
    for failing in 0..<calls {
      let space = Workspace()
      let acknowledged = try space.makeLog(2)
      space.addUnacknowledged(Array("torn".utf8))
      let disk = FaultyFileSystem { call in
        let fails = forGood ? call.index >= failing : call.index == failing
        return fails ? .fail(.inputOutput) : nil
      }
      var replied: LogEnd?
      let error = logError { replied = try LogWriter.open(space.log, disk).appendLines(2) }
      #expect((error == nil) == (replied != nil))
      if error?.code == .poisoned {
        _ = try OperatorRecovery.recover(try LogFile.open(space.log))
      }
      let writer = try LogWriter.open(space.log)
      let report = try writer.lock()
      writer.unlock()
      #expect(report.end.sequence == 2 || report.end.sequence == 4, "call \(failing)")
      #expect(report.acknowledged.sequence >= (replied ?? acknowledged).sequence)
      #expect(report.lostHead == nil)
      #expect(try writer.appendLines().sequence == report.end.sequence + 1)
    }
  }

  private func callsOfAnAppend() throws -> Int {
    let space = Workspace()
    _ = try space.makeLog(2)
    space.addUnacknowledged(Array("torn".utf8))
    let disk = FaultyFileSystem { _ in nil }
    _ = try LogWriter.open(space.log, disk).appendLines(2)
    return disk.calls.count
  }
}
