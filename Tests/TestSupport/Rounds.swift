import Foundation

/// The length of tests that draw or enumerate their cases: short in a suite, full in CI and with
/// `SHIFTEVENTS_TESTS=full`.
public enum Rounds {
  public static let areFull = ProcessInfo.processInfo.environment["SHIFTEVENTS_TESTS"] == "full"

  public static func count(_ short: Int, full: Int) -> Int { areFull ? full : short }
}
