import Synchronization
import Testing

@testable import ShiftEvents

/// A lone writer locks the head together with the log. It must not hold up later writers, nor miss what
/// they did.
@Suite struct LoneWriterTests {
  /// Fails the call with this number, counted from when it is set.
  private final class FailingCall: Sendable {
    private let left = Mutex<Int?>(nil)

    func arm(_ number: Int) { left.withLock { $0 = number } }

    func isNow() -> Bool {
      left.withLock { left in
        guard let number = left else { return false }
        left = number == 0 ? nil : number - 1
        return number == 0
      }
    }

    var isOver: Bool { left.withLock { $0 == nil } }
  }

  @Test func `whichever call of an append fails, others can go on`() throws {
    for number in 0... {
      let space = Workspace()
      _ = try space.makeLog(1)
      let failing = FailingCall()
      let disk = FaultyFileSystem { _ in failing.isNow() ? .fail(.inputOutput) : nil }
      let writer = try LogWriter.open(space.log, disk)
      let other = try LogWriter.open(space.log, lockTimeoutSeconds: 0.2)
      try writer.appendLines()
      failing.arm(number)
      let error = logError { try writer.appendLines() }
      if !failing.isOver { break }
      if error?.code == .poisoned { continue }
      let end = try other.appendLines()
      #expect(space.acknowledged == end, "call \(number) failed")
      #expect(try writer.appendLines().sequence == end.sequence + 1, "call \(number) failed")
      #expect(number < 100)
    }
  }

  @Test func `a writer alone takes the head with the log, and gives it back`() throws {
    let space = Workspace()
    _ = try space.makeLog(1)
    let writer = try LogWriter.open(space.log)
    try writer.appendLines()
    _ = try writer.lock(withHead: true)
    #expect(writer.heldHead != nil)
    writer.unlock()
    #expect(writer.heldHead == nil)
    let other = try LogWriter.open(space.log, lockTimeoutSeconds: 0.2)
    try other.appendLines()
    // Now it has seen somebody.
    _ = try writer.lock(withHead: true)
    #expect(writer.heldHead == nil)
    writer.unlock()
  }

  /// Somebody's sync fails, the page is lost, and recovery cuts the line off. Then another writes.
  private func recovered(_ space: Workspace, from end: LogEnd) throws {
    var bytes = space.logBytes
    for index in Int(end.lengthBytes)..<bytes.count { bytes[index] = 0 }
    space.write(bytes, to: space.log)
    _ = try OperatorRecovery.recover(try LogFile.open(space.log))
    #expect(space.logBytes.count == Int(end.lengthBytes))
  }

  private func register(_ user: String, as id: String) throws -> Submission {
    try Submission(
      .registerUser(UserID(user)!, roles: [.student], PersonalData()), by: UserID(user)!, id: id)
  }

  @Test func `another's acknowledged line that was changed is noticed before it is built on`()
    throws
  {
    let space = Workspace()
    try LogFile.create(space.log)
    let first = try Recorder(recordingTo: space.log)
    let second = try Recorder(recordingTo: space.log)
    for (number, recorder) in [first, second, first, second].enumerated() {
      #expect(try recorder.append(register("u\(number)", as: "\(number)")).isRecorded)
    }
    var bytes = space.logBytes
    let subject = try #require(bytes.ranges(of: Array(#""subject":"u3""#.utf8)).last)
    bytes[subject.upperBound - 2] = UInt8(ascii: "9")
    space.write(bytes, to: space.log)
    let submission = try register("u4", as: "4")
    let error = logError { _ = try first.append(submission) }
    #expect(error?.code == .damaged || error?.code == .replaced)
  }

  @Test func `lines that were acknowledged without a sync and are gone are acknowledged by nobody`()
    throws
  {
    let space = Workspace()
    try LogFile.create(space.log)
    let patient = try Recorder(recordingTo: space.log)
    #expect(try patient.append(register("u0", as: "0")).isRecorded)
    var options = Recorder.Options()
    options.waitsForDisk = false
    let hasty = try Recorder(recordingTo: space.log, options: options)
    var ends: [Int] = []
    for number in 1...4 {
      #expect(try hasty.append(register("u\(number)", as: "\(number)")).isRecorded)
      ends.append(space.logBytes.count)
    }
    space.write(Array(space.logBytes[..<ends[0]]), to: space.log)
    _ = try? patient.append(register("u5", as: "5"))
    let other = try Recorder(recordingTo: space.log)
    #expect(try other.append(register("u6", as: "6")).isRecorded)
    #expect(try !LogVerifier.verify(space.log).isDamaged)
  }

  @Test func `a name goes only after the event that replaced it is on the disk`() throws {
    let space = Workspace()
    try LogFile.create(space.log)
    var options = Recorder.Options()
    options.waitsForDisk = false
    let hasty = try Recorder(recordingTo: space.log, options: options)
    let eva: UserID = "eva"
    let named = try Submission(
      json:
        #"{"type":"user.registered","subject":"eva","actor":"eva","#
        + #""data":{"roles":["student"],"name":"Eva"}}"#)
    #expect(try hasty.append(named).isRecorded)
    guard case .valid(_, isSynced: false) = space.head.state(firstHash: nil) else {
      Issue.record("synced without a reason")
      return
    }
    let renamed = try Submission(.changeProfile(eva, PersonalData(name: "Eve")), by: eva)
    #expect(try hasty.append(renamed).isRecorded)
    #expect(!space.bytes(space.paths.people).contains(Array("\"Eva\"".utf8)))
    guard case .valid(let end, isSynced: true) = space.head.state(firstHash: nil) else {
      Issue.record("the old name is gone, and the new one is not durable")
      return
    }
    #expect(end.lengthBytes == UInt64(space.logBytes.count))
  }

  @Test(arguments: [1, 2, 3], [false, true])
  func `a log that was cut and has grown again is noticed`(lines: Int, hasCompany: Bool) throws {
    let space = Workspace()
    try LogFile.create(space.log)
    let isBroken = Mutex(false)
    let disk = FaultyFileSystem { call in
      let fails = call.name == "sync" && call.path == space.log && isBroken.withLock { $0 }
      return fails ? .fail(.inputOutput) : nil
    }
    let path = space.log
    let first = try Recorder(recordingTo: path, options: Recorder.Options(), disk)
    let second = try Recorder(recordingTo: path)
    #expect(try first.append(register("eva", as: "1")).isRecorded)
    if hasCompany { #expect(try second.append(register("tom", as: "2")).isRecorded) }
    #expect(try first.append(register("ida", as: "3")).isRecorded)
    let end = try #require(space.acknowledged)
    isBroken.withLock { $0 = true }
    let fourth = try register("bas", as: "4")
    #expect(logError { _ = try first.append(fourth) } != nil, "appended without a sync")
    isBroken.withLock { $0 = false }
    try recovered(space, from: end)
    // The first of them has the length of the line that is gone, and another hash.
    let other = try Recorder(recordingTo: path)
    for number in 0..<lines {
      #expect(try other.append(register("ba\(number)", as: "\(number + 5)")).isRecorded)
    }
    let last = try register("max", as: "9")
    #expect(logError { _ = try first.append(last) }?.code == .replaced)
    #expect(try !LogVerifier.verify(path).isDamaged)
  }
}
