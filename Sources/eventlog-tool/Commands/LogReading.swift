import Projections
import ShiftEvents

/// A log read up to `--at`: what was read, and the moment by which it is told.
struct LogReading {
  private(set) var asOf = AsOf.empty
  private(set) var zone = Zone.utc
  /// Of the first event that `--at` leaves out; `nil` where all is read.
  private(set) var nextTime: Timestamp?
  private var cutsBatch = false
  private let reader: LogReader
  private let limit: ReadLimit
  private let chosenNow: Moment?

  /// Reads the log and hands over each event in scope. Of a batch that `--at` cuts, nothing is.
  ///
  /// - Parameter snapshot: what is known already; then only what came after it is read.
  init(
    _ path: String, _ invocation: Invocation, after snapshot: RosterSnapshot? = nil,
    _ apply: (RecordedEvent) throws -> Void
  ) throws {
    limit = try invocation.readLimit()
    chosenNow = try invocation.now()
    if let snapshot { (asOf, zone) = (snapshot.asOf, snapshot.roster.workplace.timeZone) }
    reader = try snapshot?.reader ?? Self.open(path)
    let progress = Progress(on: invocation.diagnostics)
    defer { progress.finish() }
    try readAll(progress, apply)
  }

  private static func open(_ path: String) throws -> LogReader {
    do throws(LogError) { return try LogReader(reading: path) } catch { throw error.ofReading }
  }

  private mutating func readAll(
    _ progress: Progress, _ apply: (RecordedEvent) throws -> Void
  ) throws {
    var batch: [RecordedEvent] = []
    while let event = try reader.next() {
      guard limit.includes(event, zone: zone) else {
        (nextTime, cutsBatch) = (batch.first?.time ?? event.time, !batch.isEmpty)
        return
      }
      if event.isLastOfBatch && batch.isEmpty {
        try take(event, apply)
      } else {
        batch.append(event)
        guard event.isLastOfBatch else { continue }
        for event in batch { try take(event, apply) }
        batch = []
      }
      if event.sequence.value % 4096 == 0 {
        let (bytes, total) = reader.progress
        progress.report(
          events: event.sequence.value, bytes: Int(bytes), of: total.map(Int.init))
      }
    }
    try reader.requireUnchanged()
    if case .sequence(let last) = limit, last > asOf.sequence {
      throw UsageError("--at \(last) is beyond the log's end, event \(asOf.sequence)")
    }
  }

  private mutating func take(
    _ event: RecordedEvent, _ apply: (RecordedEvent) throws -> Void
  ) throws {
    if case .workplaceConfigured(let policies) = event.event { zone = policies.timeZone ?? zone }
    asOf = AsOf(sequence: event.sequence, time: event.time)
    try apply(event)
  }

  /// Why nothing was read; `nil` where something was.
  var emptiness: String? {
    guard asOf.sequence == .zero else { return nil }
    guard let nextTime else { return "the log is empty" }
    return "nothing was known yet; the first "
      + (cutsBatch ? "events, which were recorded together, are of" : "event is of")
      + " \(nextTime)"
  }

  /// The clock of reports on the log itself: `--now`, else the time of the last event read.
  var nowOfLog: Timestamp {
    chosenNow?.instant(in: zone) ?? asOf.time ?? SystemClock().now()
  }

  /// The clock of questions about today: `--now`, else `--at`'s time, else the wall clock.
  var nowOfToday: Timestamp {
    if let chosenNow { return chosenNow.instant(in: zone) }
    switch limit {
    case .everything: return SystemClock().now()
    case .sequence: return asOf.time ?? SystemClock().now()
    case .moment(let moment): return moment.instant(in: zone)
    }
  }

  /// The names of people as the file beside the log has them now.
  func names() throws -> (UserID) -> String? {
    let people = try reader.people()
    return { people[$0]?.name }
  }
}
