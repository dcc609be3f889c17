import Dispatch
import Foundation
import Synchronization
import Testing

@testable import ShiftEvents

/// Threads that block in one recorder share its writes and its syncs.
struct SharedSyncTests {
  private let space = Workspace()

  /// Runs the body on so many threads at once, whatever the number of processors.
  private func onThreads(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
    let group = DispatchGroup()
    for number in 0..<count {
      group.enter()
      Thread {
        body(number)
        group.leave()
      }.start()
    }
    group.wait()
  }

  @Test func `eight threads share syncs, and each gets its own receipts`() throws {
    let (threads, times) = (8, 20)
    let log = space.log
    // A disk that takes its time, as real ones do.
    let disk = FaultyFileSystem { call in
      if call.name == "sync", call.path == log { usleep(2_000) }
      return nil
    }
    try LogFile.create(log)
    let recorder = try Recorder(recordingTo: log, options: .init(), disk)
    let receipts = Mutex<[String: Int]>([:])
    onThreads(threads) { thread in
      for time in 0..<times {
        let users = (0...time % 3).map { "u\(thread)-\(time)-\($0)" }
        let submissions = users.map { user in
          try! Submission(
            .registerUser(UserID(user)!, roles: [.student]), by: UserID(user)!, id: "id-\(user)")
        }
        let answers = try! recorder.append(contentsOf: submissions)
        for (user, answer) in zip(users, answers) {
          guard case .appended(let event) = answer, event.id == "id-\(user)" else {
            Issue.record("\(user): \(answer)")
            continue
          }
          receipts.withLock { $0[user] = event.sequence.value }
        }
      }
    }
    let syncs = disk.calls.count { $0 == "sync \(log)" }
    print("calls: \(threads * times), syncs: \(syncs)")
    #expect(syncs <= threads * times / 2)
    let recorded = try events(of: log)
    #expect(Set(receipts.withLock { $0 }.values) == Set(1...recorded.count))
    for event in recorded {
      #expect(receipts.withLock { $0["\(event.actor)"] } == event.sequence.value)
    }
  }

  @Test func `one thread syncs once for each call`() throws {
    let log = space.log
    let disk = FaultyFileSystem { _ in nil }
    try LogFile.create(log)
    let recorder = try Recorder(recordingTo: log, options: .init(), disk)
    for user: UserID in ["eva", "tom", "bas"] {
      _ = try recorder.append(Submission(.registerUser(user, roles: [.student]), by: user))
    }
    #expect(disk.calls.count { $0 == "sync \(log)" } == 3)
  }

  @Test func `a failure reaches every call that waited`() throws {
    let log = space.log
    let isBroken = Mutex(false)
    let disk = FaultyFileSystem { call in
      isBroken.withLock { $0 } && call.name == "sync" ? .fail(.inputOutput) : nil
    }
    try LogFile.create(log)
    let recorder = try Recorder(recordingTo: log, options: .init(), disk)
    isBroken.withLock { $0 = true }
    let failures = Atomic(0)
    onThreads(8) { thread in
      let user = UserID("u\(thread)")!
      do {
        _ = try recorder.append(Submission(.registerUser(user, roles: [.student]), by: user))
      } catch { failures.add(1, ordering: .relaxed) }
    }
    #expect(failures.load(ordering: .relaxed) == 8)
  }
}
