import Synchronization

@testable import ShiftEvents

/// The two threads of a process that loads groups of submissions: one judges and writes, the other waits
/// for the disk and answers, at most one group behind.
final class Load: Sendable {
  private struct State {
    var processes: [SimulatedProcess] = []
    var callCount = 0
    /// The group that waits for the disk.
    var waiting: (submissions: [Submission], replies: [Reply], end: LogEnd?)?
    var isOver = false
  }

  private let state = Mutex(State())

  typealias Tell = @Sendable (_ submissions: [Submission], _ replies: [Reply]) -> Void

  func add(_ process: SimulatedProcess) { state.withLock { $0.processes.append(process) } }

  /// The number of the next call, over both threads.
  func countCall() -> Int {
    state.withLock { state in
      state.callCount += 1
      return state.callCount - 1
    }
  }

  func kill() { for process in state.withLock({ $0.processes }) { process.kill() } }

  private var hasWaiting: Bool { state.withLock { $0.waiting != nil } }

  func write(_ groups: [[Submission]], _ process: SimulatedProcess, _ tell: Tell) {
    defer { state.withLock { $0.isOver = true } }
    guard
      let recorder = try? Recorder(
        recordingTo: SimulatedDisk.log, options: .simulated(), process)
    else { return }
    for group in groups {
      do throws(LogError) {
        let call = CallQueue.Call(submissions: group.map { .success($0) })
        let (replies, end) = try recorder.withSession { (session) throws(LogError) in
          (try session.append([call], commits: false)[0], session.writer.end)
        }
        while hasWaiting, !process.isDead { process.pause(seconds: 0.000_1) }
        state.withLock { $0.waiting = (group, replies, end) }
      } catch {
        if !process.isDead { tell(group, group.map { _ in .failure(error) }) }
      }
      if process.isDead { return }
    }
    while hasWaiting, !process.isDead { process.pause(seconds: 0.000_1) }
  }

  func commit(_ process: SimulatedProcess, _ tell: Tell) {
    let commits = CommitStage(of: SimulatedDisk.log, .simulated(), process)
    while !process.isDead {
      let (next, isOver) = state.withLock { ($0.waiting, $0.isOver) }
      guard let (group, replies, end) = next else {
        if isOver { return }
        process.pause(seconds: 0.000_1)
        continue
      }
      do throws(LogError) {
        if let end, replies.contains(where: \.isRecorded) { try commits.commit(upTo: end) }
        // What was told before a kill was told.
        if !process.isDead { tell(group, replies) }
      } catch {
        if !process.isDead { tell(group, group.map { _ in .failure(error) }) }
      }
      state.withLock { $0.waiting = nil }
    }
  }
}
