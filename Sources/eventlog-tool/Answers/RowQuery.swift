import Projections
import ShiftEvents

/// One projection with the rows that are chosen of it, folded from a log.
struct RowQuery {
  let projection: ProjectionDescriptor
  var selection: RowSelection
  private(set) var replay: Replay

  /// Begins with what has been folded already, or before the first event.
  init(
    _ projection: ProjectionDescriptor, _ selection: RowSelection, folded replay: Replay? = nil
  ) {
    self.projection = projection
    self.selection = selection
    let first = projection == .inbox ? Replay(inboxOf: selection.user) : Replay()
    self.replay = replay ?? first
  }

  mutating func apply(_ event: RecordedEvent) { replay.apply(event) }

  /// The most rows that an answer makes of people and periods. What it has of the log is not counted.
  private static let mostCrossed = 100_000

  /// The rows as of a moment; none of an audit, which no replay has.
  ///
  /// - Throws: `UsageError` for a question that would make too many rows of nothing.
  func table(at now: Timestamp, names: (UserID) -> String?) throws(UsageError) -> RowTable {
    let crossing = replay.crossing(projection, selection, at: now)
    if crossing > Self.mostCrossed {
      throw UsageError(
        "an answer has at most \(Self.mostCrossed) rows of people and periods, and this one would have "
          + "\(crossing); choose fewer days, one person, or longer periods")
    }
    return replay.table(projection, selection, at: now, names: names) ?? RowTable([AuditRow]())
  }

  /// The thing whose row is asked for and of which the log knows nothing.
  var unknown: (noun: String, id: String)? {
    selection.id.flatMap { replay.knows($0) ? nil : $0.words }
  }

  /// Returns the number of rows with another selection, by another clock.
  func count(_ selection: RowSelection, at now: Timestamp) -> Int {
    replay.count(projection, selection, at: now)
  }
}
