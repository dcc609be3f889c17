extension Timestamp {
  /// The time by which a log may be ahead of the machine's clock without a message.
  private static let toleranceMilliseconds: Int64 = 5 * 60 * 1000

  /// Returns a message if the time of a log's last event is ahead of the machine's clock by more than
  /// five minutes: by how much, and what follows.
  package func aheadOfClock(_ now: Timestamp) -> String? {
    let ahead = milliseconds - now.milliseconds
    guard ahead > Timestamp.toleranceMilliseconds else { return nil }
    return
      "the last event's time, \(self), is \(Timestamp.spanText(ahead)) ahead of this machine's "
      + "clock; no later event can be earlier, so each gets at least this time until the clock has "
      + "reached it"
  }

  /// Returns a message if the last event of a log was longer ago than 30 days when the next was recorded by the
  /// machine's clock: one of the two clocks may have been wrong.
  ///
  /// - Parameter now: the time of that clock, and of what was recorded by it.
  package func longBefore(_ now: Timestamp) -> String? {
    let ago = now.milliseconds - milliseconds
    if ago <= 30 * 24 * 60 * 60 * 1000 { return nil }
    return
      "the event before was of \(self), \(Timestamp.spanText(ago)) before this machine's clock, \(now): if that "
      + "clock is wrong, see \"The way back from a jump\" in Documentation/Reliability.md"
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
