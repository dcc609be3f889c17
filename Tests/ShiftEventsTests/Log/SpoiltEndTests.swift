import Testing

@testable import ShiftEvents

/// Damage at the very end that the head acknowledges.
@Suite("A spoilt end")
struct SpoiltEndTests {
  @Test func `a reader whose head lacks its later record goes up to the last whole batch`() throws {
    let space = Workspace()
    let recorder = try Recorder(recordingTo: space.log, creating: .always)
    for user in ["eva", "bas", "tom"] {
      let submission = try Submission(
        .registerUser(UserID(user)!, roles: [.student], PersonalData()), by: UserID(user)!)
      _ = try recorder.append(submission)
    }
    let latest = try #require(space.acknowledged)
    let place = try #require(space.head.acknowledged.firstIndex { $0?.frontier == latest })
    var bytes = space.bytes(space.paths.head)
    bytes[Int(AcknowledgedEndRecord.acknowledgedOffsets[place]) + 60] ^= 1
    space.write(bytes, to: space.paths.head)
    #expect(space.acknowledged?.sequence == 2)
    let reader = try LogReader(reading: space.log)
    var count = 0
    while try reader.next() != nil { count += 1 }
    #expect(count == 3)
  }

  @Test func `a writer holds the bytes of the last acknowledged line against its hash`() throws {
    let space = Workspace()
    _ = try space.makeLog(2)
    var bytes = space.logBytes
    let end = try #require(bytes.dropLast().lastIndex(of: UInt8(ascii: "\n")))
    bytes[bytes[end...].firstRange(of: Array("an event".utf8))!.lowerBound] ^= 1
    space.write(bytes, to: space.log)
    let error = logError { _ = try LogWriter.open(space.log).lock() }
    #expect(error?.code == .damaged)
    #expect(error?.damage?.kind == .hash)
    #expect(error?.damage?.line == 2)
    #expect(space.logBytes == bytes)
  }

  @Test func `a hole before a line acknowledged without a sync is found by the next writer`() throws
  {
    let space = Workspace()
    _ = try space.makeLog(1)
    let start = space.logBytes.count
    try LogWriter.open(space.log, waitsForDisk: false).appendLines(3)
    var bytes = space.logBytes
    for index in start..<start + 50 { bytes[index] = 0 }
    space.write(bytes, to: space.log)
    #expect(logError { _ = try LogWriter.open(space.log).lock() }?.code == .damaged)
    let report = try OperatorRecovery.recover(
      try LogFile.open(space.log), keepingUpTo: 1)
    #expect(report.kept.sequence == 1)
    #expect(try LogWriter.open(space.log).appendLines().sequence == 2)
  }
}
