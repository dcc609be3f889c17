import Foundation
import Synchronization
import Testing

@testable import ShiftEvents

/// The way in that a program sees.
@Suite("Recorder, as a program uses it") struct RecorderTests {
  private let space = Workspace()

  private func register(_ user: String, id: String? = nil) throws -> Submission {
    let user = try #require(UserID(user))
    return try Submission(.registerUser(user, roles: [.student]), by: user, id: id)
  }

  @Test func `a log is made as asked, and only then`() throws {
    #expect(logError { _ = try Recorder(recordingTo: space.log) }?.code == .notFound)
    for _ in 0..<2 { _ = try Recorder(recordingTo: space.log, creating: .ifMissing) }
    let again = logError { _ = try Recorder(recordingTo: space.log, creating: .always) }
    #expect(again?.code == .alreadyExists)
    try FileManager.default.removeItem(atPath: space.log)
    try Data("x".utf8).write(to: URL(filePath: "\(space.log).d/people"))
    let lost = logError { _ = try Recorder(recordingTo: space.log, creating: .ifMissing) }
    #expect(lost?.code == .alreadyExists && lost?.path == "\(space.log).d")
  }

  @Test func `receipts name the recorded event`() throws {
    let recorder = try Recorder(recordingTo: space.log, creating: .ifMissing)
    let receipts = try recorder.append(contentsOf: [
      try register("eva", id: "1"), try register("eva", id: "1"), try register("eva", id: "2"),
    ])
    guard case .appended(let event) = receipts[0], case .duplicate(let same) = receipts[1],
      case .rejected(let rejection) = receipts[2]
    else {
      Issue.record("\(receipts)")
      return
    }
    #expect(event.sequence.value == 1 && event.id == "1" && event.count == 1)
    #expect(same.sequence == event.sequence && same.id == "1" && same.hash == event.hash)
    #expect(rejection.code == .userExists)
    let batch = try recorder.append(batch: [try register("tom"), try register("eva")])
    #expect(batch.map(\.status) == ["rejected", "rejected"])
    #expect(recorder.sequence.value == 1)
  }

  @Test func `calls of a stream are judged while the one before waits for the disk`() throws {
    let (log, gate) = (space.log, DispatchSemaphore(value: 0))
    let isSlow = Mutex(false)
    let disk = FaultyFileSystem { call in
      if call.name == "sync", call.path == log, isSlow.withLock({ $0 }) { gate.wait() }
      return nil
    }
    try LogFile.create(log)
    let recorder = try Recorder(recordingTo: log, options: .init(), disk)
    func submit(_ user: String) throws -> Future {
      recorder.submit([.success(try register(user, id: user))])
    }
    func lineCount() throws -> Int {
      try Data(contentsOf: URL(fileURLWithPath: log)).count { $0 == UInt8(ascii: "\n") }
    }
    #expect(try recorder.append(register("zoe")).isRecorded)
    isSlow.withLock { $0 = true }
    func statuses(_ ticket: Future) throws -> [String] {
      try ticket.wait().map { try $0.get().status }
    }
    let tickets = try ["eva", "tom"].map(submit)
    // Both are written before the sync of the first is over; neither is acknowledged.
    while try lineCount() < 3 { usleep(1_000) }
    let reader = try LogReader(reading: log)
    while try reader.next() != nil {}
    #expect(reader.position.end.sequence == 1)
    isSlow.withLock { $0 = false }
    gate.signal()
    #expect(try tickets.map { try statuses($0) } == [["appended"], ["appended"]])
    #expect(try statuses(submit("tom")) == ["duplicate"])
    // A recorder that has not looked at the log yet answers also what it need not look for.
    let fresh = try Recorder(recordingTo: log)
    let fault = InvalidSubmission(.missingField, "no type")
    #expect(try statuses(fresh.submit([.failure(fault)])) == ["invalid"])
    #expect(try fresh.submit([]).wait().isEmpty)
    #expect(try recorder.append(register("ann")).isRecorded)
    #expect(try recorder.refresh().value == 4)
    #expect(try !LogVerifier.verify(log).isDamaged)
  }

  @Test func `the reply leaves before the snapshot that is due, and the next call does not wait`()
    async throws
  {
    let isHeld = Mutex(true)
    let isLate = Mutex(false)
    let gate = DispatchSemaphore(value: 0)
    let begun = DispatchSemaphore(value: 0)
    let disk = FaultyFileSystem { call in
      // What nobody lets go on ends the test nevertheless. An `await` waits for the threads of the pool, which
      // campaigns hold for minutes.
      if call.name == "open", call.path.contains("snapshots/state."), isHeld.withLock({ $0 }) {
        begun.signal()
        let isOver = gate.wait(timeout: .now() + 1500) == .timedOut
        isLate.withLock { $0 = isOver }
      }
      return nil
    }
    try LogFile.create(space.log)
    var options = Recorder.Options()
    options.waitsForDisk = false
    let recorder = try Recorder(recordingTo: space.log, options: options, disk)
    let many = try (0...SnapshotStore.eventsBetween).map { try register("u\($0)") }
    func append(_ user: String) throws -> Bool { try recorder.append(register(user)).isRecorded }
    func appendAll() throws -> Bool {
      try recorder.append(contentsOf: many).allSatisfy(\.isRecorded)
    }
    // After a call of many no snapshot is due, as more may come.
    #expect(try appendAll() && append("eva"))
    func awaitSnapshot() { begun.wait() }
    awaitSnapshot()
    #expect(try append("tom"))
    #expect(try await recorder.append(register("ann")).isRecorded)
    let batch = [try register("bob")]
    #expect(try await recorder.append(batch: batch)[0].isRecorded)
    #expect(try await recorder.extend().count == 0)
    #expect(try await recorder.refresh().value == many.count + 4)
    #expect(isLate.withLock { !$0 })
    isHeld.withLock { $0 = false }
    gate.signal()
    recorder.close()
    #expect(FileManager.default.fileExists(atPath: space.log + ".d/snapshots/state"))
    let next = try Recorder(recordingTo: space.log)
    #expect(try await next.append(register("zoe")).isRecorded)
    #expect(next.sequence.value == many.count + 5)
  }

  @Test(arguments: [true, false])
  func `a failed sync of a stream fails its calls and all after them`(canBeMarked: Bool) throws {
    let breaks = Mutex(false)
    let disk = FaultyFileSystem { call in
      guard breaks.withLock({ $0 }) else { return nil }
      let isMark =
        call.name == "open" && call.path.hasSuffix("poisoned")
        || call.name == "write" && call.path.hasSuffix("/head")
      return call.name == "sync" || isMark && !canBeMarked ? .fail(.inputOutput) : nil
    }
    try LogFile.create(space.log)
    let recorder = try Recorder(recordingTo: space.log, options: .init(), disk)
    #expect(try recorder.append(register("zoe")).isRecorded)
    breaks.withLock { $0 = true }
    let ticket = recorder.submit([.success(try register("eva"))])
    #expect(logError { _ = try ticket.wait() }?.code == .poisoned)
    // The next sync would succeed and mean nothing.
    breaks.withLock { $0 = false }
    #expect(FileManager.default.fileExists(atPath: space.log + ".d/poisoned") == canBeMarked)
    let next = recorder.submit([.success(try register("ann"))])
    #expect(logError { _ = try next.wait() }?.code == .poisoned)
    let submission = try register("tom")
    #expect(logError { _ = try recorder.append(submission) }?.code == .poisoned)
  }

  @Test func `what a stream could not commit is not written`() throws {
    let log = space.log
    let recorder = try Recorder(recordingTo: log, creating: .ifMissing)
    #expect(try recorder.append(register("zoe")).isRecorded)
    let before = try Data(contentsOf: URL(fileURLWithPath: log))
    // A second name for the log lets nobody open it to write.
    try FileManager.default.linkItem(atPath: log, toPath: log + ".other")
    let ticket = recorder.submit([.success(try register("eva"))])
    #expect(logError { _ = try ticket.wait() } != nil)
    #expect(try Data(contentsOf: URL(fileURLWithPath: log)) == before)
  }

  @Test func `a batch that is too large is refused whole`() throws {
    let recorder = try Recorder(recordingTo: space.log, creating: .ifMissing)
    let one = try register("eva")
    let receipts = try recorder.append(
      batch: Array(repeating: one, count: Recorder.maximumBatchCount + 1))
    guard case .invalid(let fault)? = receipts.last else {
      Issue.record("recorded")
      return
    }
    #expect(fault.code == .batchTooLarge && receipts.count == Recorder.maximumBatchCount + 1)
  }

  @Test func `a failure of the system is thrown`() throws {
    let breaks = Mutex(false)
    let disk = FaultyFileSystem { call in
      call.name == "sync" && breaks.withLock { $0 } ? .fail(.inputOutput) : nil
    }
    _ = try Recorder(recordingTo: space.log, creating: .ifMissing)
    let recorder = try Recorder(recordingTo: space.log, options: .init(), disk)
    _ = try recorder.append(try register("eva"))
    breaks.withLock { $0 = true }
    let submission = try register("tom")
    #expect(logError { _ = try recorder.append(submission) }?.code == .poisoned)
  }

  @Test func `tasks that wait together share syncs`() async throws {
    let syncs = Mutex(0)
    let disk = FaultyFileSystem { call in
      if call.name == "sync" { syncs.withLock { $0 += 1 } }
      return nil
    }
    _ = try Recorder(recordingTo: space.log, creating: .ifMissing)
    let recorder = try Recorder(recordingTo: space.log, options: .init(), disk)
    let submissions = try (0..<400).map { try register("u\($0)") }
    let isRecorded = try await withThrowingTaskGroup(of: Bool.self) { group in
      for submission in submissions {
        group.addTask { try await recorder.append(submission).isRecorded }
      }
      return try await group.allSatisfy { $0 }
    }
    #expect(isRecorded && recorder.sequence.value == 400)
    #expect(syncs.withLock { $0 } < 400)
  }

  @Test func `repairs are reported after the log is unlocked`() throws {
    let path = space.log
    _ = try Recorder(recordingTo: path, creating: .ifMissing).append(register("eva"))
    let file = try FileHandle(forWritingTo: URL(filePath: path))
    try file.seekToEnd()
    try file.write(contentsOf: Data("{\"specversion\":".utf8))
    try file.close()
    let told = Mutex<[String]>([])
    var options = Recorder.Options()
    options.onNotice = { notice in
      told.withLock { $0.append(notice) }
      // Whoever is told may use the log.
      #expect(throws: Never.self) { try Recorder(recordingTo: path).refresh() }
    }
    _ = try Recorder(recordingTo: path, options: options).append(register("tom"))
    #expect(told.withLock { $0 }.count == 1)
  }

  @Test func `folded state is left by a recorder that goes`() throws {
    let snapshot = "\(space.log).d/snapshots/state"
    do {
      let recorder = try Recorder(recordingTo: space.log, creating: .ifMissing)
      _ = try recorder.append(contentsOf: try (0...10_000).map { try register("p\($0)") })
      _ = try recorder.append(contentsOf: try (0...10_000).map { try register("q\($0)") })
      // More calls of many may come.
      #expect(!FileManager.default.fileExists(atPath: snapshot))
    }
    #expect(FileManager.default.fileExists(atPath: snapshot))
  }
}
