import Testing

@testable import ShiftEvents

/// A mistake in the write or recovery path, planted where the code meets the file system.
struct PlantedBug: Sendable {
  var name: String
  /// True if it only shows with several writers.
  var isRace = false
  /// The rule for the calls of a process that has it, on a disk.
  var rule: @Sendable (SimulatedDisk) -> SimulatedProcess.Rule
}

extension PlantedBug: CustomTestStringConvertible {
  var testDescription: String { name }
}

extension Workload: CustomTestStringConvertible {
  var testDescription: String { name }
}

extension SimulatedDisk {
  /// A process with a mistake in it, or without.
  func process(_ bug: PlantedBug?) -> SimulatedProcess {
    guard let bug else { return process { _ in .proceed } }
    return process(bug.rule(self))
  }
}
