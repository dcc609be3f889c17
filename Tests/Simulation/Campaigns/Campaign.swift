import Foundation

/// The length of campaigns, and their seed: the environment may ask for more than a test run.
enum Campaign {
  static let seed = number("SHIFTEVENTS_SEED").map { UInt64($0) } ?? 20_260_105

  static func number(_ variable: String) -> Int? {
    ProcessInfo.processInfo.environment[variable].flatMap { Int($0) }
  }
}
