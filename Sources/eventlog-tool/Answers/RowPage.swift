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
    request =
      limit == nil && cursor == nil ? nil : PageRequest(limit: limit, after: cursor)
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
