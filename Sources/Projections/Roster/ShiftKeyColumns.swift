import ShiftEvents

// The columns that rows of shifts and of vacancies share. They came later than the others, and stand
// only where a row has them.

extension Column {
  static func days(_ keys: @escaping @Sendable (Row) -> ShiftKeys) -> Column {
    rare("days", "Days", isNumeric: true, nil, audience: .programs) {
      keys($0).days.map { .integer(Int($0)) }
    }
  }

  static func place(turn: Int, _ keys: @escaping @Sendable (Row) -> ShiftKeys) -> Column {
    rare("place", "Place", turn) { .id(keys($0).place) }
  }

  static func labels(turn: Int, _ keys: @escaping @Sendable (Row) -> ShiftKeys) -> Column {
    rare("labels", "Labels", turn) { .names(keys($0).labels) }
  }

  static func needs(turn: Int, _ keys: @escaping @Sendable (Row) -> ShiftKeys) -> Column {
    rare("needs", "Needs", turn) { .names(keys($0).needs) }
  }

  static func title(turn: Int, _ keys: @escaping @Sendable (Row) -> ShiftKeys) -> Column {
    rare("title", "Title", turn) { keys($0).title.map { .text($0.description) } }
  }

  /// A column that few rows have.
  static func rare(
    _ key: String, _ title: String, isNumeric: Bool = false, _ turn: Int?,
    audience: Heading.Audience = .everybody,
    cell: @escaping @Sendable (Row) -> Cell?
  ) -> Column {
    Column(
      key, title, isNumeric: isNumeric, turn: turn, isRare: true, audience: audience, cell: cell)
  }
}

extension Cell {
  /// A list of names; `nil` where there are none.
  fileprivate static func names(_ names: [Name]) -> Cell? {
    names.isEmpty ? nil : .list(names.map(\.description))
  }
}
