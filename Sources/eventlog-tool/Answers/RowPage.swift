import Projections
import ShiftEvents

/// The part of an answer that is asked for: a page of rows, or of an inbox what is newest.
struct RowPage {
  private let projection: ProjectionDescriptor
  private let limit: Int?
  private let cursor: PageCursor?
  let since: Int?
  let last: Int?
  private let showsEmail: Bool

  init(_ projection: ProjectionDescriptor, _ invocation: Invocation) throws(UsageError) {
    let arguments = invocation.arguments
    self.projection = projection
    limit = try invocation[RowOptions.limit]
    last = try invocation[RowOptions.last]
    showsEmail = invocation[RowOptions.email]
    for option in RowOptions.pages where arguments.has(option) {
      try arguments.refuse(RowOptions.total, beside: option)
    }
    try arguments.refuse(RowOptions.last, beside: RowOptions.limit)
    let isInbox = projection == .inbox
    for (option, isRight) in [
      (RowOptions.last as any CommandOption, isInbox), (RowOptions.email, projection == .users),
    ] where arguments.has(option) && !isRight {
      throw UsageError(
        "show \(projection.name) takes no \(arguments.name(of: option)); "
          + (isInbox ? "users does" : "inbox does"))
    }
    guard let place = try invocation[RowOptions.after] else {
      (cursor, since) = (nil, nil)
      return
    }
    since = isInbox && place.allSatisfy(\.isNumber) ? Int(place) : nil
    cursor = PageCursor(place, of: projection)
    if since == nil, cursor == nil {
      throw UsageError(
        "\(arguments.name(of: RowOptions.after)) is no place in \(projection.name): \(quoted(place))",
        help: "give back what \"next\" had" + (isInbox ? ", or a sequence" : ""))
    }
  }

  /// True if rows before the page are left out.
  var isLater: Bool { cursor != nil || since != nil }

  /// Returns the rows of the part, and the cursor of what is behind it, if anything is.
  func cut(_ table: RowTable, email: (UserID) -> String?) -> (rows: RowTable, next: String?) {
    let newest = table.newest(last, since: since)
    let (rows, next) = newest.page(limit, after: cursor, of: projection)
    return (showsEmail ? rows.withEmail(email) : rows, next?.text(of: projection))
  }
}
