import Synchronization

@testable import ShiftEvents

/// A session hands a submission on to its leader, which is then interrupted at one of its calls and
/// stands still. So the session ends the stream, asks the log for itself and tells its client. Much
/// happens before the leader goes on.
struct HandingOn: Sendable {
  /// The call of the leader before which it stands still.
  var call: Int
  /// True if the submission is not allowed when the session judges it, and is when the leader goes on.
  var isAllowedLater: Bool
  var bug: PlantedBug?

  private static let stream = FileDescriptor(rawValue: 700)
  private static let handed = submission("f", "user.followed", by: "follower", of: "followed")
  private static let people = ["follower", "followed"].map { register($0, as: "student") }

  /// What is wrong in the end, if anything is.
  func violation() -> String? {
    let disk = SimulatedDisk(Workload.twoPeople.state)
    let call = call
    let schedule = Schedule(2) { runnable, current, next in
      let isInterrupted = current == 0 && next?.index ?? 0 >= call
      if current == 0 && !isInterrupted, runnable.contains(0) { return 0 }
      return runnable.last!
    }
    let told = Told()
    schedule.run([
      { @Sendable in lead(disk.process(rule(0, schedule, disk))) },
      { @Sendable in
        let process = disk.process(rule(1, schedule, disk))
        told.set(askForItself(process))
      },
    ])
    return check(disk, told.reply)
  }

  private func rule(
    _ number: Int, _ schedule: Schedule, _ disk: SimulatedDisk
  ) -> SimulatedProcess.Rule {
    let planted = number == 0 ? bug?.rule(disk) : nil
    return { call in
      schedule.yield(number, before: call)
      return planted?(call) ?? .proceed
    }
  }

  private func lead(_ process: SimulatedProcess) {
    guard
      let recorder = try? Recorder(
        recordingTo: SimulatedDisk.log, options: .simulated(), process)
    else { return }
    _ = recorder.replies(to: [.success(register("leader"))])
    _ = recorder.replies(toGathered: [
      GatheredSubmission(.success(Self.handed), stream: Self.stream)
    ])
  }

  private func askForItself(_ process: SimulatedProcess) -> Reply? {
    process.end(Self.stream)
    guard
      let recorder = try? Recorder(
        recordingTo: SimulatedDisk.log, options: .simulated(), process)
    else { return nil }
    let people = Self.people.map { Result<Submission, InvalidSubmission>.success($0) }
    if !isAllowedLater { _ = recorder.replies(to: people) }
    let reply = recorder.replies(toGathered: [
      GatheredSubmission(.success(Self.handed), inDoubtSince: SequenceNumber(2))
    ])[0]
    if isAllowedLater { _ = recorder.replies(to: people) }
    return reply
  }

  private func check(_ disk: SimulatedDisk, _ told: Reply?) -> String? {
    let lines = (disk.state.contents(SimulatedDisk.log) ?? []).split(separator: UInt8(ascii: "\n"))
    let count = lines.count { String(decoding: $0, as: UTF8.self).contains(#""id":"f""#) }
    switch told {
    case .success(.appended(let event)):
      if count != 1 { return "it was called appended and stands \(count) times in the log" }
      let line = String(decoding: lines[event.sequence.value - 1], as: UTF8.self)
      return line.contains(#""id":"f""#) ? nil : "it was appended as another event"
    case .success(.rejected):
      return count == 0 ? nil : "it was rejected and is recorded"
    // The leader stands still with the lock in its hands.
    case .failure(let error): return error.code == .locked ? nil : error.message
    case nil: return nil
    default: return "the reply was \(told!)"
    }
  }
}

/// The reply that a client was given.
private final class Told: Sendable {
  private let value = Mutex<Reply?>(nil)

  var reply: Reply? { value.withLock { $0 } }

  func set(_ reply: Reply?) { value.withLock { $0 = reply } }
}

extension HandingOn {
  /// A leader that stands still before each of its calls.
  static func sweep(bug: PlantedBug? = nil) -> [HandingOn] {
    (0..<160).flatMap { call in
      [true, false].map { HandingOn(call: call, isAllowedLater: $0, bug: bug) }
    }
  }
}
