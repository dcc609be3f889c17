import Foundation
import Projections
import ShiftEvents
import Testing

/// A library's replay begins where a recorder has left it.
struct LibrarySnapshotTests {
  private let space = Workspace()

  /// A log whose recorder leaves a snapshot before the last 50 events.
  private func makeLog() throws -> EventLog {
    var options = Recorder.Options()
    options.waitsForDisk = false
    let recorder = try Recorder(recordingTo: space.log, creating: .always, options: options)
    func register(_ numbers: Range<Int>) throws {
      let receipts = try recorder.append(
        contentsOf: numbers.map { number in
          let user = UserID("u\(number)")!
          return try Submission(
            .registerUser(user, roles: [.student], PersonalData()), by: user)
        })
      #expect(receipts.filter { !$0.isRecorded }.isEmpty)
    }
    try register(0..<10_100)
    recorder.close()
    try register(10_100..<10_150)
    return try EventLog(opening: space.log)
  }

  private func change(_ path: String, at offset: UInt64) throws {
    let file = try FileHandle(forUpdating: URL(filePath: path))
    try file.seek(toOffset: offset)
    let byte = try #require(try file.read(upToCount: 1)?.first)
    try file.seek(toOffset: offset)
    try file.write(contentsOf: Data([byte ^ 1]))
    try file.close()
  }

  @Test func `it is what all events make, and reads those behind the snapshot alone`() throws {
    let log = try makeLog()
    let all = try log.fold(into: Replay())
    #expect(try log.replay() == all && all.userCount == 10_150)
    try change(space.log, at: 20)
    #expect(logError { _ = try log.fold(into: Replay()) }?.code == .damaged)
    #expect(try log.replay() == all)
  }

  @Test func `without a snapshot, or with a damaged one, all events are read`() throws {
    let log = try makeLog()
    let all = try log.fold(into: Replay())
    let snapshot = "\(space.log).d/snapshots/state"
    try change(snapshot, at: 5_000)
    #expect(try log.replay() == all)
    try FileManager.default.removeItem(atPath: snapshot)
    #expect(try log.replay() == all)
  }
}
