import ShiftEvents

/// The check of a recorder's clock that `--now` sets: a slip in its year is in every later event, too.
enum ClockCheck {
  static let option = Flag("force-clock", "Record more than a day ahead of this machine's clock")

  private static let day: Int64 = 24 * 60 * 60 * 1000

  /// Throws where a log is live and a clock more than a day ahead of the machine's and of the log.
  ///
  /// A log is live if its last event is of the last 30 days, or ahead of the machine's clock. A clock that is ahead may
  /// go on by a day at a time, as a test's does.
  static func run(_ options: Recorder.Options, _ path: String, _ invocation: Invocation) throws {
    let isForced = invocation[option]
    if isForced, !invocation.arguments.has(Options.recorderNow) {
      throw UsageError("--force-clock goes with --now, which sets the clock")
    }
    let (now, time) = (SystemClock().now(), options.clock.now())
    guard !isForced, time.milliseconds - now.milliseconds > day else { return }
    // The copy of a log with a home may be an old one.
    if !invocation[AppendOptions.dryRun], try HomeMark.read(LogPaths(log: path)) != nil {
      try Recorder(recordingTo: path, options: options).pull()
    }
    guard let last = try? LogReader(reading: path).lastTime(),
      last.milliseconds >= now.milliseconds - 30 * day,
      time.milliseconds - last.milliseconds > day
    else { return }
    throw UsageError(
      "--now \(time) is more than a day ahead of this machine's clock, \(now), and of the log's last event, "
        + "which is of \(last): no later event could be earlier",
      help: "nothing was written; correct --now, or add --force-clock")
  }
}
