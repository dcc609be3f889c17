import Projections
import ShiftEvents
import ShiftEventsHome

/// A log that a command writes to: how it is opened, and how replies are given.
struct LogWriting {
  let invocation: Invocation
  let path: String
  private let options: Recorder.Options
  private let known = KnownNames()

  /// - Parameter isNew: true for a command that makes the log, which no later event of it can contradict.
  init(_ invocation: Invocation, _ path: String, isNew: Bool = false) throws {
    (self.invocation, self.path) = (invocation, path)
    try LogWriting.refuseFolderOfLog(path)
    if path == "-" {
      throw UsageError("standard input cannot be written to", help: "name the log with -f")
    }
    var options = Recorder.Options(path, try invocation.lockTimeoutSeconds, invocation.diagnostics)
    if let time = try invocation[Options.recorderNow] { options.clock = FixedClock(time) }
    options.waitsForDisk = try invocation[AppendOptions.sync] != "none"
    options.keepsRejections = invocation[AppendOptions.auditRejections]
    options.writesDespiteNewer = invocation[AppendOptions.despiteNewer]
    options.reachHomes()
    if !isNew { try ClockCheck.run(options, path, invocation) }
    self.options = options
  }

  /// Throws where the path lies in the folder of a log: what is there belongs to that log.
  static func refuseFolderOfLog(_ path: String) throws(CommandError) {
    guard let folder = ReportFile(path).logFolder else { return }
    throw CommandError(
      .invalidData, "\(path) is no log: it lies in \(folder), the folder of another",
      help: "nothing was changed; name a log")
  }

  /// - Parameters:
  ///   - mapsSnapshot: true for a command that ends when it has appended once.
  ///   - canBeginAnew: true if it has read nothing and answered nothing before that.
  func recorder(
    mapsSnapshot: Bool = false, canBeginAnew: Bool = false, of opened: FileStatus? = nil
  ) throws(LogError) -> Recorder {
    var options = options
    options.mapsSnapshot = mapsSnapshot
    if canBeginAnew, !beganAnew { options.beginsAnew = beginAnew }
    options.openedBefore = opened
    return try Recorder(recordingTo: path, options: options)
  }

  /// True if another session may write for this one: the same clock and sync, and enough time to do
  /// without it.
  var mayShareWriter: Bool {
    options.clock is SystemClock && options.waitsForDisk && !options.keepsRejections
      && !options.writesDespiteNewer
      && options.lockTimeoutSeconds >= 2 * ForwardingSession.patienceSeconds
  }

  func dryRun(mapsSnapshot: Bool) throws(LogError) -> MemoryLog {
    HomeAccess.reportAge(of: path, invocation.diagnostics)
    var options = options
    options.mapsSnapshot = mapsSnapshot
    let dryRun = try MemoryLog(copyOf: path, options: options)
    for warning in dryRun.warnings { invocation.diagnostics.warning(warning, at: path) }
    return dryRun
  }

  /// The log as it is, to look things up in.
  func copy() throws(LogError) -> MemoryLog {
    var options = options
    options.mapsSnapshot = true
    options.onDetail = { _ in }
    return try MemoryLog(copyOf: path, options: options)
  }

  /// The recorder's clock.
  var clock: any WallClock { options.clock }
  var now: Timestamp { clock.now() }

  /// Reports which log was meant where the environment named it: with -v, and where nothing was written.
  func reportEnvironmentLog(isRefused: Bool) {
    guard path == invocation.environmentLog, !invocation.arguments.has(Options.file) else {
      return
    }
    let text = "the log is \(path), named by $EVENTLOG_FILE"
    if isRefused { invocation.diagnostics.note(text) } else { invocation.diagnostics.detail(text) }
  }

  // MARK: - Replies

  /// Prints the reply to words on the command line.
  ///
  /// - Parameters:
  ///   - line: the submission that the words were made into.
  ///   - event: the event of a dry run that would be recorded at a place.
  func answer(
    _ reply: Reply, to line: [UInt8],
    dryRun event: (SequenceNumber) -> RecordedEvent? = { _ in nil }
  ) throws(OutputError) -> ExitCode {
    invocation.output.note(reply.exitCode)
    let spoken = ReplySentences(invocation, path)
    if let spoken {
      if let sentence = spoken.sentences([reply], dryRun: event)[0] {
        try invocation.output.sentence(sentence)
      }
    } else {
      try invocation.writeJSON(reply.json(line: 1))
    }
    reportRefusal(reply, place: nil, line: line, lineNumber: 1, spoken)
    reportEnvironmentLog(isRefused: reply.exitCode != .done)
    return reply.exitCode
  }

  /// Reports on standard error why a submission was not recorded.
  ///
  /// - Parameters:
  ///   - place: where the submission stood, such as `shifts.jsonl:12`; `nil` of words on the command line.
  ///   - isInWords: true of an event in words: the nearest id is named, too.
  func reportRefusal(
    _ reply: Reply, place: String?, line: [UInt8]?, lineNumber: Int,
    _ spoken: ReplySentences? = nil, isInWords: Bool = false
  ) {
    let diagnostics = invocation.diagnostics
    let lead = place.map { "\($0): " } ?? ""
    switch reply {
    case .success(.appended), .success(.duplicate): return
    case .success(.rejected(let rejection)):
      let message =
        spoken?.naming(rejection) { known.zone(in: path, invocation) } ?? rejection.message
      let help = isInWords || place == nil ? self.meant(by: rejection) ?? "" : ""
      diagnostics.rejected("\(lead)\(message) (\(rejection.code.rawValue))\(help)")
    case .success(.conflict(let conflict)): diagnostics.conflict("\(lead)\(conflict.message)")
    case .success(.invalid(let fault)):
      diagnostics.error(
        "\(fault.message) (\(fault.code.rawValue))", at: place.map { "\($0):\(fault.column)" },
        quoting: line.map {
          QuotedLine(
            number: lineNumber, bytes: $0, column: fault.column, lengthBytes: fault.range.count)
        })
    case .failure(let error): diagnostics.error("\(lead)\(error.message)")
    }
  }
}

extension LogWriting {
  /// The words for what was meant by an id that the rules do not know: the id of a neighbour, or the nearest id or name.
  private func meant(by rejection: Rejection) -> String? {
    guard rejection.code.rawValue.hasPrefix("unknown"), rejection[.reason] == nil,
      let key = rejection.details.first?.key, let id = rejection[key]
    else { return nil }
    let other = Self.neighbours[key.noun, default: []].first { noun in
      known.identifiers(of: noun, in: path)?.contains(id) ?? false
    }
    if let other { return "; \(id) is a \(other)" }
    let near =
      known.identifiers(of: key.noun, in: path)?.nearest(to: id)
      ?? (key.noun == UserID.noun
        ? nearestNames(to: id, among: known.names(invocation.people(beside: path))) : nil)
    return near.map { "; did you mean \($0)?" }
  }

  /// The things that are easily taken for others.
  private static let neighbours = [
    ShiftID.noun: [FixedShiftID.noun, VacancyID.noun], FixedShiftID.noun: [ShiftID.noun],
    VacancyID.noun: [FixedVacancyID.noun, ShiftID.noun], FixedVacancyID.noun: [VacancyID.noun],
  ]
}

/// The ids and names of a log, read once for all refusals of a command.
private final class KnownNames {
  private var seen: [String: SeenIdentifiers?] = [:]
  private var names: [String]?
  private var zone: Zone??

  func identifiers(of noun: String, in path: String) -> SeenIdentifiers? {
    if let seen = seen[noun] { return seen }
    let read = SeenIdentifiers.read(path, of: noun)
    seen[noun] = .some(read)
    return read
  }

  func zone(in path: String, _ invocation: Invocation) -> Zone? {
    if let zone { return zone }
    let read = (try? Replay.read(path, for: invocation))?.0.timeZone
    zone = .some(read)
    return read
  }

  func names(_ people: @autoclosure () -> People) -> [String] {
    let sorted = names ?? people().names.sorted()
    names = sorted
    return sorted
  }
}

extension Recorder.Options {
  /// The options that every writer of the tool begins with.
  init(_ path: String, _ lockTimeoutSeconds: Double, _ diagnostics: Diagnostics) {
    self.init()
    self.lockTimeoutSeconds = lockTimeoutSeconds
    // They are left when replies are out, with what readers fold.
    leavesSnapshots = false
    onNotice = { diagnostics.warning("\(path): \($0)") }
    onDetail = { diagnostics.detail("\(path): \($0)") }
  }
}

extension Reply {
  var exitCode: ExitCode {
    switch self {
    case .success(.appended), .success(.duplicate): .done
    case .success(.rejected): .rejected
    case .success(.conflict): .conflict
    case .success(.invalid): .invalidData
    case .failure(let error): error.exitCode
    }
  }
}

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

/// The options of `append` that say how submissions are judged, recorded and answered.
enum AppendOptions {
  static let each = Flag("each", "Judge and record line by line")
  static let words = Flag("words", "The lines of - or a FILE are events in words, one batch")
  static let auditRejections = Flag(
    "audit-rejections", "Keep what is refused beside the log, for audit --rejected")
  static let dryRun = Flag("dry-run", "Judge, write nothing")
  static let despiteNewer = Flag(
    "despite-newer", "Write to a log with events that this version does not know")
  static let json = Flag("json", "Replies as JSON, also on a terminal")
  static let sync = Option.choice(
    "sync", "WHEN", among: ["always", "batch", "none"],
    "always (default), batch or none: when replies may leave")
}
