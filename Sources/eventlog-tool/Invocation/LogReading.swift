import Projections
import ShiftEvents

/// The end of a reading, its clock, and what is checked on the way.
struct ReadingOptions {
  var limit = ReadLimit.everything
  /// The moment of the answer, if one is chosen.
  var now: Moment?
  /// True to show people by id.
  var showsIDs = false
  /// True to check the chain of hashes; a fault in the log then ends the reading and is kept in `damage`.
  var vouches = false
  /// The option whose value would make the same command end before a fault; `nil` if none would.
  var limitedBy: Option<ReadLimit>? = Options.at
  /// True if the answer has read the log before, and told what was to be told of it.
  var isRepeated = false
  /// True if the command does nothing but print what it has read.
  var printsOnce = false
}

extension Invocation {
  /// The options of a reading that `--at`, `--now` and `--ids` choose.
  var readingOptions: ReadingOptions {
    get throws(UsageError) {
      ReadingOptions(
        limit: try self[Options.at] ?? .everything, now: try self[Options.now],
        showsIDs: self[Options.ids],
        printsOnce: ["show", "replay", "export"].contains(command.name) && outputFile == nil)
    }
  }
}

/// A taker of events where a block holds them, at times with some of those that come next.
typealias PlainFold = (borrowing PlainEvent, LineBlock, _ ahead: Span<PlainEvent>) throws -> Void

/// A log read up to an event or a moment: the last event read, and the moment of the answer.
struct LogReading {
  private(set) var asOf = AsOf.empty
  private(set) var zone = Zone.utc
  /// The time of the first event behind the end of the reading; `nil` if all is read.
  private(set) var nextTime: Timestamp?
  private var cutsBatch = false
  /// The events up to there that this version does not know.
  private(set) var unknown = UnknownEvents()
  /// The name of the log, where its first event was read.
  private var nameByEvent: LogName?
  /// The damage that ended the reading, if the caller shows the events before it.
  private(set) var damage: LogError?
  private let reader: LogReader
  var path: String { reader.path }
  private let options: ReadingOptions
  private let invocation: Invocation
  /// The instant of a limit that is a moment, in the zone that holds by now.
  private var end: Timestamp?
  /// The commitments that names are held against, up to the last event read; not folded where there are no names.
  private var commitments = Commitments()
  private let mayHaveNames: Bool

  /// Reads the log and hands over each event in scope, but no event of a batch that the limit cuts.
  ///
  /// - Parameters:
  ///   - invocation: is told what there is to tell of the log.
  ///   - snapshot: the state at a position; then only later events are read.
  static func read(
    _ path: String, _ options: ReadingOptions, for invocation: Invocation,
    after snapshot: SavedFolds? = nil, _ apply: (RecordedEvent) throws -> Void
  ) throws -> LogReading {
    try read(path, options, for: invocation, after: snapshot) { event, block, _ in
      try apply(RecordedEvent(copy event, in: block))
    }
  }

  /// The same with each event where its block holds it.
  static func read(
    _ path: String, _ options: ReadingOptions, for invocation: Invocation,
    after snapshot: SavedFolds? = nil, _ apply: PlainFold
  ) throws -> LogReading {
    var reading = try LogReading(path, options, invocation, snapshot)
    let later = try reading.readAll(apply)
    if !options.isRepeated, reading.damage == nil { reading.reportDoubts(faultBehind: later) }
    return reading
  }

  private init(
    _ path: String, _ options: ReadingOptions, _ invocation: Invocation, _ snapshot: SavedFolds?
  ) throws {
    (self.options, self.invocation) = (options, invocation)
    if let snapshot {
      (asOf, zone) = (snapshot.replay.asOf, snapshot.replay.timeZone)
      (commitments, reader) = (snapshot.commitments, snapshot.reader)
      unknown = snapshot.replay.tally.notKnown
    } else {
      do throws(LogError) {
        reader = try LogReader(reading: path, checksChain: options.vouches)
      } catch { throw error.ofReading }
    }
    end = options.limit.instant(in: zone)
    mayHaveNames = reader.mayHaveNames
    if options.isRepeated { return }
    for warning in reader.warnings { invocation.diagnostics.warning(warning, at: path) }
  }

  /// Reads up to the limit, or to a fault before it.
  ///
  /// - Returns: the fault behind the limit, if one is known.
  private mutating func readAll(_ apply: PlainFold) throws -> Finding? {
    let later = reader.damage
    let progress = Progress(on: invocation.diagnostics)
    defer {
      progress.finish()
      invocation.metUnknown.note(unknown, in: reader.path)
    }
    do {
      try readEvents(progress, apply)
      reportTimes()
      return later
    } catch let error as LogError {
      guard let fault = error.damage else { throw error.ofReading }
      // What stands before a fault can be read.
      if case .sequence(let last) = options.limit, last.value < fault.line { return fault }
      let told = error.naming(
        commandBefore: fault, in: reader.path,
        invocation.commandLine(reading: reader.path, upTo: fault.line - 1, by: options.limitedBy))
      if !options.vouches { throw told }
      damage = told
      return nil
    }
  }

  /// Reports what the answer leaves open, unless a warning told it.
  private func reportDoubts(faultBehind later: Finding?) {
    let path = reader.path
    if let later, later.leavesEarlierLinesOpen {
      invocation.diagnostics.warning(
        later.message, at: "\(path):\(later.line)", help: later.remedy(in: path))
    } else if reader.warnings.isEmpty {
      invocation.reportOpenEnd(reader.head, of: path)
    }
  }

  private mutating func readEvents(_ progress: Progress, _ apply: PlainFold) throws {
    let limit = options.limit
    // Before anything is printed, where the head says where the log ends.
    if case .sequence(let last) = limit, case .valid(let end, _)? = reader.head,
      reader.damage == nil, last.value > end.sequence
    {
      throw beyondEnd(last, Int(end.sequence))
    }
    var isOver = false
    // A batch is looked at before any of its events is taken. What sets the zone is judged by the clocks that it sets.
    var scopeEnd = end
    while try reader.forEach(
      while: { event in
        if scopeEnd != nil, let zone = event.event.timeZone { scopeEnd = limit.instant(in: zone) }
        return limit.includes(event, upTo: scopeEnd)
      },
      { event, block, ahead in
        if event.sequence.value == 1 {
          nameByEvent = LogName(firstEvent: RecordedEvent(copy event, in: block))
        }
        take(event)
        try apply(event, block, ahead)
        isOver = event.isLastOfBatch && limit.ends(at: asOf.sequence)
        return !isOver && event.sequence.value % 4096 != 0
      })
    {
      if isOver { return }
      let (bytes, total) = reader.progress
      progress.report(events: asOf.sequence.value, bytes: Int(bytes), of: total.map(Int.init))
    }
    if let cut = reader.cut {
      (nextTime, cutsBatch) = (cut.time, cut.isInsideBatch)
      return
    }
    try reader.requireUnchanged()
    if case .sequence(let last) = limit, last > asOf.sequence {
      throw beyondEnd(last, asOf.sequence.value)
    }
  }

  private func beyondEnd(_ last: SequenceNumber, _ end: Int) -> UsageError {
    UsageError("event \(last) is beyond the log's end, event \(end)")
  }

  private mutating func take(_ event: borrowing PlainEvent) {
    if let other = event.event.timeZone {
      zone = other
      end = options.limit.instant(in: other)
    }
    asOf = AsOf(sequence: event.sequence, time: event.time)
    unknown.apply(event)
    if mayHaveNames { commitments.apply(event.event) }
  }

  /// The reason why nothing was read; `nil` if something was.
  var emptiness: String? {
    guard asOf.sequence == .zero else { return nil }
    guard let nextTime else { return "the log is empty" }
    return "nothing was known yet; the first "
      + (cutsBatch ? "events, which were recorded together, are of" : "event is of")
      + " \(nextTime)"
  }

  /// The name of the log, of whose events those up to an early moment may be none.
  var logName: LogName {
    get throws {
      if let nameByEvent { return nameByEvent }
      if LogInput.isReadOnce(reader.path) { return .ofEmptyLog }
      do throws(LogError) { return try EventLog(opening: reader.path).name() } catch {
        throw error.ofReading
      }
    }
  }

  /// The local day of `--now`, else of the machine's clock, from which words such as `yesterday` count.
  var today: LocalDate {
    zone.date(at: options.now?.instant(in: zone) ?? invocation.arguments.clockTime)
  }

  /// Reports how a local time was taken that the clocks skip, or show twice.
  private func reportTimes() {
    var moments = [options.now].compactMap { $0 }
    if case .moment(let moment) = options.limit { moments.append(moment) }
    for remark in moments.compactMap({ $0.remark(in: zone) }) {
      invocation.diagnostics.note(remark)
    }
  }

  /// The clock of reports on the log itself: `--now`, else the time of the last event read.
  var nowOfLog: Timestamp {
    options.now?.instant(in: zone) ?? asOf.time ?? invocation.arguments.clockTime
  }

  /// The clock of questions about today: `--now`, else `--at`'s time, else the wall clock.
  var nowOfToday: Timestamp {
    if let now = options.now { return now.instant(in: zone) }
    switch options.limit {
    case .everything: return invocation.arguments.clockTime
    case .sequence: return asOf.time ?? invocation.arguments.clockTime
    case .moment(let moment): return moment.instant(in: zone)
    }
  }

  /// The place that the reading came to, to go on from with what was folded there.
  func goingOn(_ replay: Replay) throws -> SavedFolds {
    do throws(LogError) { return try SavedFolds(replay, commitments, behind: reader) } catch {
      throw error.ofReading
    }
  }

  /// The names of people as the log and the file beside it have them now.
  func names() throws -> PersonLabels {
    let told = reader.warnings.count
    let people = invocation.telling(
      try reader.people(commitments, mapsSnapshot: true), beside: reader.path)
    for warning in reader.warnings.dropFirst(told) {
      invocation.diagnostics.warning(warning, at: reader.path)
    }
    return PersonLabels(people: people, showsIDs: options.showsIDs)
  }
}

extension LogError {
  /// The error, with what can still be read or known of the lines before the fault.
  fileprivate func naming(
    commandBefore fault: Finding, in path: String, _ command: String
  ) -> LogError {
    var error = self
    let all = "eventlog-tool verify \(shellWord(path)) tells all that is wrong"
    error.remedy =
      fault.leavesEarlierLinesOpen
      ? fault.remedy(in: path)
      : (fault.line > 1 ? "\(command) shows what stands before it; \(all)" : all)
        + (fault.adviceOnCopy(path).map { ". \($0)" } ?? "")
    return error
  }
}

extension SavedFolds {
  /// The snapshot beside the log, where there is one that lies within a limit. Only the parts that are asked
  /// for are looked at.
  ///
  /// - Parameter printsOnce: true to check only what is read, in a command that does nothing but print.
  static func load(
    _ path: String, upTo limit: ReadLimit, _ diagnostics: Diagnostics,
    parts: [StatePart] = StatePart.folded, printsOnce: Bool = false,
    readMore: (SnapshotFile, SnapshotIDs) throws(SnapshotFault) -> Void = { _, _ in }
  ) -> SavedFolds? {
    guard path != LogInput.standardInput, !parts.isEmpty else { return nil }
    let checksLate = printsOnce && !beganAnew
    return SavedFolds(
      path, parts: parts, mapsSnapshot: true,
      checkedLate: checksLate ? { LateSnapshots.checkedLate($0) } : nil,
      isInScope: limit.includes, tell: { diagnostics.detail("\(path): \($0)") }, readMore: readMore)
  }
}

extension Replay {
  /// Folds a log as it is read, from its snapshot on where there is one.
  ///
  /// - Parameter fromStart: true to hand every event over, and use no snapshot.
  static func read(
    _ path: String, for invocation: Invocation, fromStart: Bool = false,
    _ apply: ((RecordedEvent) -> Void)? = nil
  ) throws -> (replay: Replay, reading: LogReading) {
    let options = try invocation.readingOptions
    let snapshot =
      fromStart
      ? nil
      : SavedFolds.load(
        path, upTo: options.limit, invocation.diagnostics, printsOnce: options.printsOnce)
    var replay = snapshot?.replay ?? Replay()
    let reading = try LogReading.read(path, options, for: invocation, after: snapshot) {
      event, block, ahead in
      replay.apply(event, ahead: ahead)
      if let apply { apply(RecordedEvent(copy event, in: block)) }
    }
    return (replay, reading)
  }
}

extension ReadLimit {
  /// Returns `true` if all events up to the position are in scope, whatever zone held at their time; until the
  /// zone of the log is known, if they may be.
  fileprivate func includes(_ position: LogPosition, zone: Zone?) -> Bool {
    switch self {
    case .everything: return true
    case .sequence(let last): return position.sequence <= last
    case .moment(let moment):
      guard let zone, let last = position.lastTime else { return true }
      if case .instant(let time) = moment { return last <= time }
      return last.advanced(byMinutes: 26 * 60) <= moment.instant(in: zone)
    }
  }
}
