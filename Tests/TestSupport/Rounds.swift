import Foundation

/// The length of tests that draw or enumerate their cases: short in a suite, full in CI and with
/// `SHIFTEVENTS_TESTS=full`.
package enum Rounds {
  package static let areFull = ProcessInfo.processInfo.environment["SHIFTEVENTS_TESTS"] == "full"

  package static func count(_ short: Int, full: Int) -> Int { areFull ? full : short }

  /// All places in full; in short one in so many, from a random one on, and the last.
  package static func places(in range: Range<Int>, everyOne step: Int) -> [Int] {
    if areFull || range.count <= step { return Array(range) }
    let last = range.upperBound - 1
    let first = range.lowerBound + .random(in: 0..<step)
    return stride(from: first, to: last, by: step) + [last]
  }
}
