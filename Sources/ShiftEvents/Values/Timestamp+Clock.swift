extension Timestamp {
  /// How far ahead of the machine's clock a log's time may be without a word.
  private static let toleranceMilliseconds: Int64 = 5 * 60 * 1000

  /// Says that the time of a log's last event is ahead of the machine's clock, by how much, and what
  /// follows; `nil` where it is not, or by five minutes at most.
  package func aheadOfClock(_ now: Timestamp) -> String? {
    let ahead = milliseconds - now.milliseconds
    guard ahead > Timestamp.toleranceMilliseconds else { return nil }
    return
      "the last event's time, \(self), is \(Timestamp.spanText(ahead)) ahead of this machine's "
      + "clock; no later event can be earlier, so each gets at least this time until the clock has "
      + "reached it"
  }

  private static func spanText(_ milliseconds: Int64) -> String {
    let minutes = milliseconds / 60_000
    let (count, unit): (Int64, String) =
      switch minutes {
      case ..<120: (minutes, "minutes")
      case ..<(48 * 60): (minutes / 60, "hours")
      default: (minutes / (24 * 60), "days")
      }
    return "\(count) \(unit)"
  }
}
