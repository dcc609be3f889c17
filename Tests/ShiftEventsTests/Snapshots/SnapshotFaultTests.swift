import Foundation
import Synchronization
import Testing

@testable import ShiftEvents

/// What a recorder tells in detail.
private final class Details: Sendable {
  private let told = Mutex<[String]>([])

  var all: [String] { told.withLock { $0 } }

  var options: Recorder.Options {
    var options = Recorder.Options()
    options.onDetail = { detail in self.told.withLock { $0.append(detail) } }
    return options
  }
}

/// A recorder beside snapshots that do not count: the same answers, the log untouched.
@Suite struct SnapshotFaultTests {
  private let space = Workspace()
  private var log: String { space.log }
  private var snapshot: String { "\(log).d/snapshots/state" }

  private static func register(_ user: String, roles: String = "employee") throws -> Submission {
    let json =
      #"{"id":"r-\#(user)","type":"user.registered","actor":"\#(user)","subject":"\#(user)","#
      + #""data":{"roles":["\#(roles)"]}}"#
    return try Submission(json: json)
  }

  /// A log of some people, with a snapshot at its third event.
  private func makeLog() throws -> [UInt8] {
    let recorder = try Recorder(recordingTo: log, creating: .always)
    _ = try recorder.append(contentsOf: [
      try Self.register("mia", roles: "manager"), try Self.register("bas"),
      try Self.register("eva"),
    ])
    let folded = try fold()
    try SnapshotStore(LogPaths(log: log)).save(at: folded.position) {
      folded.write(to: &$0)
    }
    _ = try recorder.append(Self.register("tom"))
    return try [UInt8](Data(contentsOf: URL(filePath: snapshot)))
  }

  private func fold() throws -> WriterState {
    let reader = try LogReader(reading: log)
    var folded = WriterState()
    while let event = try reader.next() {
      folded.fold(event, hash: event.hash, lengthBytes: event.line.range.count + 1)
    }
    return folded
  }

  /// The replies of a new recorder to a repeat, a taken id, and a new submission.
  private func answers(_ user: String) throws -> (replies: [String], details: [String]) {
    let before = try Data(contentsOf: URL(filePath: log))
    let details = Details()
    let recorder = try Recorder(recordingTo: log, options: details.options)
    let receipts = try recorder.append(contentsOf: [
      try Self.register("mia", roles: "manager"), try Self.register("tom", roles: "student"),
      try Self.register(user),
    ])
    #expect(try Data(contentsOf: URL(filePath: log)).starts(with: before))
    return (receipts.map(\.status), details.all)
  }

  private func expectSameAnswers(_ user: String, detail: String?) throws {
    let (replies, details) = try answers(user)
    #expect(replies == ["duplicate", "rejected", "appended"])
    guard let detail else { return }
    #expect(details.contains { $0.contains(detail) }, "\(details)")
  }

  @Test func `a good snapshot is begun from`() throws {
    _ = try makeLog()
    try expectSameAnswers("ann", detail: "began from the snapshot at event 3")
  }

  @Test func `a missing snapshot is nothing to speak of`() throws {
    _ = try makeLog()
    try FileManager.default.removeItem(atPath: snapshot)
    try expectSameAnswers("ann", detail: nil)
  }

  @Test func `damaged, cut, of a future version: noticed, reported, folded from the log`() throws {
    let bytes = try makeLog()
    var number = 0
    // The header closely; the rest has one checksum.
    let places =
      Array(stride(from: 0, to: 128, by: 5)) + Array(stride(from: 128, to: bytes.count, by: 211))
    for index in places {
      var damaged = bytes
      damaged[index] ^= 0x10
      try Data(damaged).write(to: URL(filePath: snapshot))
      number += 1
      try expectSameAnswers(
        "u\(number)", detail: index < 8 ? "is of another version" : "is damaged")
    }
    try Data(bytes.prefix(50)).write(to: URL(filePath: snapshot))
    try expectSameAnswers("cut", detail: "is damaged")
  }

  @Test func `of another log, and ahead of this one: noticed, reported, folded from the log`()
    throws
  {
    _ = try makeLog()
    let other = SnapshotFaultTests()
    let foreign = try other.makeLog()
    try Data(foreign).write(to: URL(filePath: snapshot))
    try expectSameAnswers("ann", detail: "is of another log")
    // A snapshot of a later state, beside a copy of the earlier log.
    let before = try Data(contentsOf: URL(filePath: log))
    let recorder = try Recorder(recordingTo: log)
    _ = try recorder.append(Self.register("kim"))
    let ahead = try fold().snapshot()
    try before.write(to: URL(filePath: log))
    try FileManager.default.removeItem(atPath: "\(log).d/head")
    try Data(ahead).write(to: URL(filePath: snapshot))
    try expectSameAnswers("zoe", detail: "is ahead of the log")
  }

  @Test func `a folder, a link or a pipe in its place: passed over, no hang`() throws {
    let bytes = try makeLog()
    let manager = FileManager.default
    try manager.removeItem(atPath: snapshot)
    try manager.createDirectory(atPath: snapshot, withIntermediateDirectories: false)
    try expectSameAnswers("ann", detail: "cannot be read")
    try manager.removeItem(atPath: snapshot)
    let elsewhere = space.path + "/elsewhere"
    try Data(bytes).write(to: URL(filePath: elsewhere))
    try manager.createSymbolicLink(atPath: snapshot, withDestinationPath: elsewhere)
    try expectSameAnswers("kim", detail: "cannot be read")
    try manager.removeItem(atPath: snapshot)
    #expect(unsafe mkfifo(snapshot, 0o600) == 0)
    try expectSameAnswers("zoe", detail: "cannot be read")
  }

  @Test func `one is left after 10,000 events, and the next recorder begins there`() throws {
    let recorder = try Recorder(recordingTo: log, creating: .always)
    let submissions = try (0...10_000).map { try Self.register("p\($0)") }
    _ = try recorder.append(contentsOf: submissions)
    recorder.close()
    #expect(FileManager.default.fileExists(atPath: snapshot))
    let details = Details()
    let next = try Recorder(recordingTo: log, options: details.options)
    #expect(try next.append(submissions[0]).status == "duplicate")
    #expect(details.all == ["began from the snapshot at event 10001"])
  }
}
