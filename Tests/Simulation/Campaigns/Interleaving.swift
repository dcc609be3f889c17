import Synchronization
import TestSupport

@testable import ShiftEvents

/// Several writers on one disk, scheduled at each system call, any of which may be killed.
struct Interleaving: Sendable {
  enum Plan: Sendable {
    /// The first writer up to its call of that number, then the others to their ends, then on.
    case interrupted(at: Int)
    /// Any writer before each call.
    case random(seed: UInt64)
  }

  var writerCount = 2
  var plan: Plan
  /// The writer that is killed, and before which of its calls.
  var kill: (writer: Int, call: Int)?
  /// Which sync of the log fails, over all writers.
  var failingSync: Int?
  var bug: PlantedBug?
  /// True if the first writer writes on while a committer, a thread of the same process, waits for the
  /// disk and answers. It is scheduled as one more, behind the writers.
  var commitsBeside = false
  /// The seed of a power cut at the end; without it the disk stays as the writers left it.
  var powerCutSeed: UInt64?

  /// The replies to a writer.
  private struct Told {
    var submission: Submission
    var reply: Reply
    var writer: Int
  }

  /// Runs the writers, then the next one, and returns a broken promise, if any.
  func violation() -> NextWriter.Violation? {
    let past = Workload.twoPeople
    let disk = SimulatedDisk(past.state, keepsMoments: true)
    let schedule = Schedule(writerCount + (commitsBeside ? 1 : 0), choice)
    let syncs = Mutex(0)
    let failing = failingSync
    let failsNow: @Sendable () -> Bool = {
      syncs.withLock { count in
        defer { count += 1 }
        return count == failing
      }
    }
    let told = Mutex<[Told]>([])
    let load = Load()
    @Sendable func process(_ thread: Int) -> SimulatedProcess {
      let process = disk.process(rule(thread, load, schedule, disk, failsNow))
      if isOfLoad(thread) { load.add(process) }
      return process
    }
    @Sendable func tell(_ submissions: [Submission], _ replies: [Reply]) {
      told.withLock {
        $0 += zip(submissions, replies).map { Told(submission: $0, reply: $1, writer: 0) }
      }
    }
    let pair: [@Sendable () -> Void] = [
      { load.write(Self.groups, process(0), tell) }, { load.commit(process(writerCount), tell) },
    ]
    let alone = (commitsBeside ? 1 : 0)..<writerCount
    schedule.run(
      (commitsBeside ? [pair[0]] : [])
        + alone.map { writer in
          { @Sendable in
            let process = process(writer)
            let receipts = Self.work(writer, process)
            if process.isDead { return }
            told.withLock { $0 += receipts.map { Told(submission: $0, reply: $1, writer: writer) } }
          }
        } + (commitsBeside ? [pair[1]] : []))
    return check(disk, past.promises, told.withLock { $0 })
  }

  private var choice: Schedule.Choice {
    switch plan {
    case .interrupted(let call):
      return { runnable, current, next in
        let isInterrupted = current == 0 && next?.index ?? 0 >= call
        if current == 0 && !isInterrupted, runnable.contains(0) { return 0 }
        if current != 0, next != nil, runnable.contains(current) { return current }
        return runnable.last!
      }
    case .random(let seed):
      var random = SplitMix64(seed: seed)
      return { runnable, _, _ in runnable.randomElement(using: &random)! }
    }
  }

  /// Whether a thread is one of the two of the process with a committer.
  private func isOfLoad(_ thread: Int) -> Bool {
    commitsBeside && (thread == 0 || thread == writerCount)
  }

  private func rule(
    _ writer: Int, _ load: Load, _ schedule: Schedule, _ disk: SimulatedDisk,
    _ failsNow: @escaping @Sendable () -> Bool
  ) -> SimulatedProcess.Rule {
    // Beside a committer the others make no mistakes, so that they hide none of its own.
    let planted = commitsBeside && !isOfLoad(writer) ? nil : bug?.rule(disk)
    let killed = kill
    return { call in
      schedule.yield(writer, before: call)
      if isOfLoad(writer) {
        // Both threads end at once, at a call of either.
        let count = load.countCall()
        if let killed, killed.writer == 0, count >= killed.call {
          load.kill()
          return .killed
        }
      } else if let killed, killed.writer == writer, call.index >= killed.call {
        return .killed
      }
      let fate = planted?(call) ?? .proceed
      if fate == .proceed, call.name == "syncData", call.path == SimulatedDisk.log, failsNow() {
        return .fail(.inputOutput)
      }
      return fate
    }
  }

  /// Two appends, one of them a batch with a name; all writers want the user `one` as well, and one
  /// may have it.
  private static func work(
    _ writer: Int, _ fileSystem: SimulatedProcess
  ) -> [(Submission, Reply)] {
    guard
      let recorder = try? Recorder(
        recordingTo: SimulatedDisk.log, options: .simulated(), fileSystem)
    else { return [] }
    let first = [wanted[writer]]
    let second = batches[writer]
    return Array(zip(first, recorder.replies(to: first.map { .success($0) })))
      + Array(zip(second, recorder.replies(to: second.map { .success($0) }, isBatch: true)))
  }

  private static let wanted = (0..<4).map { writer in
    submission(
      "one-\(writer)", "user.registered", by: "one", of: "one", #"{"roles":["employee"]}"#)
  }
  private static let batches = (0..<4).map { writer in
    [register("a\(writer)", named: "A\(writer)"), register("b\(writer)")]
  }

  /// What is written while the group before waits for the disk.
  private static let groups = [
    [wanted[0]], batches[0], [register("c")], [register("d", named: "D"), register("e")],
    [register("f")],
  ]

  private func check(
    _ disk: SimulatedDisk, _ past: Promises, _ told: [Told]
  ) -> NextWriter.Violation? {
    var promises = past
    for state in disk.moments {
      if let log = state.contents(SimulatedDisk.log), log.last == UInt8(ascii: "\n") {
        promises.submitted(log)
      }
    }
    let log = disk.state.contents(SimulatedDisk.log) ?? []
    if commitsBeside, kill?.writer != 0 {
      let answered = told.count { $0.writer == 0 }
      if answered != Self.groups.joined().count {
        return NextWriter.Violation("the load was answered \(answered) times")
      }
    }
    let winners = told.filter {
      if case .success(.appended) = $0.reply { return $0.submission.actor == "one" }
      return false
    }
    if winners.count > 1 { return NextWriter.Violation("two writers were told that they won") }
    for each in told {
      guard case .success(.appended(let event)) = each.reply else { continue }
      guard let end = promises.chains.compactMap({ $0.end(of: event.hash) }).first else {
        return NextWriter.Violation("event \(event.sequence) was acknowledged and is in no log")
      }
      if end > promises.acknowledged.count {
        promises.acknowledged = Array(log.prefix(end))
        promises.last = (each.submission, event.sequence)
      }
    }
    for each in told {
      if case .failure(let error) = each.reply, !isExpected(error) {
        return NextWriter.Violation("writer \(each.writer) failed: \(error.message)")
      }
    }
    var state = disk.state
    if let powerCutSeed { state = cut(state, seed: powerCutSeed) }
    promises.keepsHead = powerCutSeed == nil
    var next = NextWriter(on: state, after: promises, bug: bug)
    do throws(NextWriter.Violation) { try next.run() } catch { return error }
    return nil
  }

  private func isExpected(_ error: LogError) -> Bool {
    error.code == .locked || (error.code == .poisoned && failingSync != nil)
  }

  private func cut(_ state: DiskState, seed: UInt64) -> DiskState {
    var random = SplitMix64(seed: seed)
    let cut = PowerCut(state)
    return cut.disk(cut.drawn(using: &random))
  }
}
