import Projections
import ShiftEvents

/// A log read up to `--at`: the last event read, and the moment of the answer.
struct LogReading {
  private(set) var asOf = AsOf.empty
  private(set) var zone = Zone.utc
  /// The time of the first event behind `--at`; `nil` if all is read.
  private(set) var nextTime: Timestamp?
  private var cutsBatch = false
  /// The damage that ended the reading, if the caller shows the events before it.
  private(set) var damage: LogError?
  private let reader: LogReader
  private let limit: ReadLimit
  /// The instant of a limit that is a moment, in the zone that holds by now.
  private var end: Timestamp?
  private let chosenNow: Moment?
  private let diagnostics: Diagnostics
  private let invocation: Invocation
  private let showsIDs: Bool
  /// The commitments that names are held against, up to the last event read; not folded where there are no names.
  private var commitments = Commitments()
  private let mayHaveNames: Bool

  /// Reads the log and hands over each event in scope, but no event of a batch that `--at` cuts.
  ///
  /// - Parameters:
  ///   - snapshot: the state at a position; then only later events are read.
  ///   - vouches: true to check the chain of hashes; a fault in the log then ends the reading and is
  ///     kept in `damage`.
  ///   - chosen: the end of the reading, else that of `--at`.
  ///   - option: the one whose value would make the same command end before a fault; `nil` if none would.
  ///   - again: true if the answer has read the log before, and told what was to be told of it.
  init(
    _ path: String, _ invocation: Invocation, after snapshot: FoldedBefore? = nil,
    vouches: Bool = false, upTo chosen: ReadLimit? = nil, by option: String? = "at",
    again: Bool = false, _ apply: (RecordedEvent) throws -> Void
  ) throws {
    limit = try chosen ?? invocation.readLimit()
    chosenNow = try invocation.now()
    let zoneBefore = snapshot?.replay.timeZone ?? .utc
    end = limit.instant(in: zoneBefore)
    diagnostics = invocation.diagnostics
    self.invocation = invocation
    showsIDs = invocation.arguments.declares("ids") && invocation.arguments.flag("ids")
    if let snapshot {
      (asOf, zone, commitments) = (snapshot.replay.asOf, zoneBefore, snapshot.commitments)
    }
    reader = try snapshot?.reader ?? Self.open(path, checksChain: vouches)
    mayHaveNames = reader.mayHaveNames
    if !again { for warning in reader.warnings { diagnostics.warning(warning, at: path) } }
    let progress = Progress(on: diagnostics)
    defer { progress.finish() }
    var later = reader.damage
    do {
      try readAll(progress, apply)
      remarkOnTimes()
    } catch let error as LogError {
      guard let fault = error.damage else { throw error.ofReading }
      // What stands before a fault can be read.
      if case .sequence(let last) = limit, last.value < fault.line {
        later = fault
      } else {
        let told = error.naming(
          commandBefore: fault, in: path,
          invocation.commandLine(reading: path, upTo: fault.line - 1, by: option))
        if !vouches { throw told }
        damage = told
      }
    }
    if !again, damage == nil { sayDoubts(invocation, faultBehind: later) }
  }

  /// Says what the answer leaves open, unless a warning told it.
  private func sayDoubts(_ invocation: Invocation, faultBehind later: Damage?) {
    let path = reader.path
    if let later, later.leavesEarlierLinesOpen {
      diagnostics.warning(
        later.message, at: "\(path):\(later.line)", help: later.remedy(in: path))
    } else if reader.warnings.isEmpty {
      invocation.sayEndIsOpen(reader.head, of: path)
    }
  }

  private static func open(_ path: String, checksChain: Bool) throws -> LogReader {
    do throws(LogError) {
      return try LogReader(reading: path, checksChain: checksChain)
    } catch { throw error.ofReading }
  }

  private mutating func readAll(
    _ progress: Progress, _ apply: (RecordedEvent) throws -> Void
  ) throws {
    let limit = limit
    var isOver = false
    while try reader.forEach(
      while: { limit.includes($0, upTo: end) },
      { event in
        try take(event, apply)
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
      throw UsageError("event \(last) is beyond the log's end, event \(asOf.sequence)")
    }
  }

  private mutating func take(
    _ event: RecordedEvent, _ apply: (RecordedEvent) throws -> Void
  ) throws {
    if case .workplaceConfigured(let event) = event.event, let other = event.policies.timeZone {
      zone = other
      end = limit.instant(in: other)
    }
    asOf = AsOf(sequence: event.sequence, time: event.time)
    if mayHaveNames { commitments.apply(event.event) }
    try apply(event)
  }

  /// The reason why nothing was read; `nil` if something was.
  var emptiness: String? {
    guard asOf.sequence == .zero else { return nil }
    guard let nextTime else { return "the log is empty" }
    return "nothing was known yet; the first "
      + (cutsBatch ? "events, which were recorded together, are of" : "event is of")
      + " \(nextTime)"
  }

  /// The local day of `--now`, else of the machine's clock, from which words such as `yesterday` count.
  var today: LocalDate { zone.date(at: chosenNow?.instant(in: zone) ?? SystemClock().now()) }

  /// Says how a local time was taken that the clocks skip, or show twice.
  private func remarkOnTimes() {
    var moments = [chosenNow].compactMap { $0 }
    if case .moment(let moment) = limit { moments.append(moment) }
    for remark in moments.compactMap({ $0.remark(in: zone) }) { diagnostics.note(remark) }
  }

  /// The clock of reports on the log itself: `--now`, else the time of the last event read.
  var nowOfLog: Timestamp { chosenNow?.instant(in: zone) ?? asOf.time ?? SystemClock().now() }

  /// The clock of questions about today: `--now`, else `--at`'s time, else the wall clock.
  var nowOfToday: Timestamp {
    if let chosenNow { return chosenNow.instant(in: zone) }
    switch limit {
    case .everything: return SystemClock().now()
    case .sequence: return asOf.time ?? SystemClock().now()
    case .moment(let moment): return moment.instant(in: zone)
    }
  }

  /// The names of people as the log and the file beside it have them now.
  func names() throws -> PersonLabels {
    let told = reader.warnings.count
    let people = invocation.telling(
      try reader.people(commitments, mapsSnapshot: true), beside: reader.path)
    for warning in reader.warnings.dropFirst(told) { diagnostics.warning(warning, at: reader.path) }
    return PersonLabels(people, showsIDs: showsIDs)
  }
}

extension LogError {
  /// The error, with what can still be read or known of the lines before the fault.
  fileprivate func naming(
    commandBefore fault: Damage, in path: String, _ command: String
  ) -> LogError {
    var error = self
    let all = "eventlog-tool verify \(shellWord(path)) tells all that is wrong"
    error.remedy =
      fault.leavesEarlierLinesOpen
      ? fault.remedy(in: path)
      : fault.line > 1 ? "\(command) shows what stands before it; \(all)" : all
    return error
  }
}
