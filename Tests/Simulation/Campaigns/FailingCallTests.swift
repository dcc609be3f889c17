import TestSupport
import Testing

@testable import ShiftEvents

@Suite struct FailingCallTests {
  @Test(arguments: Workload.all)
  func `every call fails, once and for good, and nothing is half recorded`(
    workload: Workload
  ) {
    var count = 0
    let calls = FailingCalls.calls(of: workload)
    for (number, call) in calls.enumerated() {
      let errors: [SystemError] =
        call.name == "write" ? [.inputOutput, .noSpace, .fileTooLarge] : [.inputOutput]
      let extents: [FailingCalls.Extent] = [.once, .forGood]
      // A short suite draws one of each.
      for error in Rounds.areFull ? errors : errors.shuffled().suffix(1) {
        for extent in Rounds.areFull ? extents : extents.shuffled().suffix(1) {
          let run = FailingCalls(failing: [number], extent: extent, error: error)
          count += 1
          expectNone(run, workload, call)
        }
      }
    }
    print("\(workload.name): \(count) runs with a failing call")
  }

  @Test(arguments: Workload.all)
  func `the disk is full at any byte of a line, and nothing is half recorded`(
    workload: Workload
  ) {
    let calls = FailingCalls.calls(of: workload)
    let step = Rounds.count(211, full: 23)
    for (number, call) in calls.enumerated()
    where call.name == "write" && call.path == SimulatedDisk.log && call.offset == nil {
      for written in stride(from: .random(in: 1...step), to: 700, by: step) {
        let run = FailingCalls(failing: [number], error: .noSpace, written: written)
        expectNone(run, workload, call)
      }
    }
  }

  @Test(
    .enabled(
      if: Campaign.number("SHIFTEVENTS_PAIRS") != nil,
      "minutes for all pairs of failing calls: set SHIFTEVENTS_PAIRS=1"),
    arguments: Workload.all)
  func `every two calls fail, and nothing is half recorded`(workload: Workload) {
    let calls = FailingCalls.calls(of: workload)
    for first in calls.indices {
      // A failure changes what comes after, so there may be more calls than without.
      for second in first + 1..<calls.count + 20 {
        expectNone(FailingCalls(failing: [first, second]), workload, calls[first])
      }
    }
  }

  private func expectNone(_ run: FailingCalls, _ workload: Workload, _ call: SystemCall) {
    guard let violation = run.violation(of: workload, seed: Campaign.seed) else { return }
    Issue.record(
      "\(workload.name), \(call), \(run.extent), \(run.error) after \(run.written) bytes: \(violation.message)"
    )
  }
}
