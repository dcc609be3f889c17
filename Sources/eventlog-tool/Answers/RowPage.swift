import Projections
import ShiftEvents

/// The part of an answer that is asked for: a page of rows, or of an inbox what is newest.
struct RowPage {
  private let projection: ProjectionDescriptor
  /// The page that is asked for; `nil` for all rows.
  let request: PageRequest?
  let since: Int?
  let last: Int?
  private let showsEmail: Bool

  init(_ projection: ProjectionDescriptor, _ invocation: Invocation) throws(UsageError) {
    let arguments = invocation.arguments
    self.projection = projection
    let limit = try invocation[RowOptions.limit]
    last = try invocation[RowOptions.last]
    showsEmail = invocation[RowOptions.email]
    for option in RowOptions.pages where arguments.has(option) {
      try arguments.refuse(RowOptions.total, beside: option)
    }
    try arguments.refuse(RowOptions.last, beside: RowOptions.limit)
    let isInbox = projection == .inbox
    guard let place = try invocation[RowOptions.after] else {
      request = limit.map { PageRequest(limit: $0, after: nil) }
      since = nil
      return
    }
    since = isInbox && place.allSatisfy(\.isNumber) ? Int(place) : nil
    let grouping = projection == .hours ? try invocation[RowOptions.by] ?? .week : nil
    let cursor = PageCursor(place, of: projection, by: grouping)
    request = limit == nil && cursor == nil ? nil : PageRequest(limit: limit, after: cursor)
    if since == nil, cursor == nil {
      throw UsageError(
        "\(arguments.name(of: RowOptions.after)) is no place in \(projection.name): \(quoted(place))",
        help: "give back what \"next\" had" + (isInbox ? ", or a sequence" : ""))
    }
  }

  /// True if rows before the page are left out.
  var isLater: Bool { request?.cursor != nil || since != nil }

  /// Returns the rows of the part as they are shown, and the cursor of what is behind it, if anything is.
  func finish(_ table: RowTable, email: (UserID) -> String?) -> (rows: RowTable, next: String?) {
    let rows = last == nil ? table : table.reversed()
    return (showsEmail ? rows.withEmail(email) : rows, table.next?.text(of: projection))
  }
}

/// One projection with the rows that are chosen of it, folded from a log.
struct RowQuery {
  let projection: ProjectionDescriptor
  var selection: RowSelection
  private(set) var replay: Replay

  /// Begins with what has been folded already, or before the first event.
  init(
    _ projection: ProjectionDescriptor, _ selection: RowSelection, folded replay: Replay? = nil
  ) {
    (self.projection, self.selection) = (projection, selection)
    let first = projection == .inbox ? Replay(inboxOf: selection.user) : Replay()
    self.replay = replay ?? first
  }

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
