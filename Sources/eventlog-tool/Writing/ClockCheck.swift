import ShiftEvents

/// The check of a recorder's clock that `--now` sets: a slip in its year is in every later event, too.
enum ClockCheck {
  static let option = Flag("force-clock", "Record more than a day ahead of this machine's clock")

  private static let day: Int64 = 24 * 60 * 60 * 1000

  /// Throws where a log is live and the clock is more than a day ahead of the machine's.
  ///
  /// A log is live if its last event is of the last 30 days, or at most five minutes ahead.
  static func run(_ clock: any WallClock, _ path: String, _ invocation: Invocation) throws {
    let isForced = invocation[option]
    if isForced, !invocation.arguments.has(Options.recorderNow) {
      throw UsageError("--force-clock goes with --now, which sets the clock")
    }
    let (now, time) = (SystemClock().now(), clock.now())
    guard !isForced, time.milliseconds - now.milliseconds > day, let last = lastTime(of: path),
      now.milliseconds - last.milliseconds <= 30 * day,
      last.milliseconds - now.milliseconds <= 5 * 60 * 1000
    else { return }
    throw UsageError(
      "--now \(time) is more than a day ahead of this machine's clock, \(now), and the log's last event "
        + "is of \(last): no later event could be earlier",
      help: "nothing was written; correct --now, or add --force-clock")
  }

  /// The time of the last event; `nil` of an empty log, and of one that cannot be read.
  private static func lastTime(of path: String) -> Timestamp? {
    (try? LogReader(reading: path).lastTime()) ?? nil
  }
}
