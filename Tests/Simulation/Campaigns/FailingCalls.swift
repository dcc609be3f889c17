import Synchronization
import TestSupport

@testable import ShiftEvents

/// A workload whose system calls fail in part, and then the next writer.
struct FailingCalls: Sendable {
  enum Extent: Hashable, Sendable { case once, forGood }

  /// The numbers of the failing calls, counted over all processes of the workload.
  var failing: Set<Int>
  var extent = Extent.once
  var error = SystemError.inputOutput
  /// The bytes of a write that are written before it fails; its call is then the next but one.
  var written = 0
  var bug: PlantedBug?

  /// The calls that a workload makes.
  static func calls(of workload: Workload) -> [SystemCall] {
    let calls = Mutex<[SystemCall]>([])
    let recording = PlantedBug(name: "none") { _ in
      { call in
        calls.withLock { $0.append(call) }
        return .proceed
      }
    }
    _ = workload.story(bug: recording)
    return calls.withLock { $0 }
  }

  /// Returns the promise that was broken by the workload or by the next writer, with the machine still
  /// running, and after a power cut.
  func violation(of workload: Workload, seed: UInt64) -> NextWriter.Violation? {
    let number = Mutex(0)
    let hasUntold = Mutex(false)
    let disturbed = PlantedBug(name: "failing calls") { disk in
      let planted = bug?.rule(disk)
      return { call in
        let own = number.withLock { number in
          defer { number += 1 }
          return number
        }
        let fate = fate(own, call)
        if case .fail = fate, call.name.hasPrefix("sync"), call.path == SimulatedDisk.log {
          hasUntold.withLock { $0 = true }
        }
        return fate == .proceed ? planted?(call) ?? .proceed : fate
      }
    }
    let story = workload.story(bug: disturbed)
    guard let last = story.moments.last else { return nil }
    var states: [DiskState] = []
    let paths = LogPaths(log: SimulatedDisk.log)
    let isMarked =
      last.state.inode(paths.poisoned) != nil
      || last.state.contents(paths.head).map { AcknowledgedEnd($0).isPoisoned } ?? false
    // If every call fails nobody can be told of a failed sync; a restart shows the truth.
    let isUntold = hasUntold.withLock { $0 } && !isMarked && extent == .forGood
    if !isUntold { states.append(last.state) }
    let cut = PowerCut(last.state)
    var random = SplitMix64(seed: seed)
    states += [cut.worst, cut.disk(cut.drawn(using: &random))]
    for state in states {
      var promises = last.promises
      promises.keepsHead = false
      var next = NextWriter(on: state, after: promises, bug: bug)
      do throws(NextWriter.Violation) { try next.run() } catch { return error }
    }
    return nil
  }

  private func fate(_ number: Int, _ call: SystemCall) -> SimulatedProcess.Fate {
    if written > 0, call.name == "write", failing.contains(number) { return .short(written) }
    let first = (failing.min() ?? 0) + (written > 0 ? 1 : 0)
    let fails =
      extent == .forGood
      ? number >= first : failing.contains(written > 0 ? number - 1 : number)
    return fails ? .fail(error) : .proceed
  }
}
