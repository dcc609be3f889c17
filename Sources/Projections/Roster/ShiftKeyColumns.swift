import ShiftEvents

// The columns that rows of shifts and of vacancies share. They came later than the others, and stand
// only where a row has them.

extension Column {
  static func days(_ keys: @escaping @Sendable (Row) -> ShiftKeys) -> Column {
    var column = Column("days", "Days", isNumeric: true, audience: .programs) {
      keys($0).days.map { .integer(Int($0)) }
    }
    column.heading.isRare = true
    return column
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

  /// A column that is left out altogether where no row has it.
  static func rare(
    _ key: String, _ title: String, _ turn: Int,
    cell: @escaping @Sendable (Row) -> Cell?
  ) -> Column {
    var column = Column(key, title, turn: turn, cell: cell)
    column.heading.isRare = true
    return column
  }
}

extension Cell {
  /// A list of names; `nil` where there are none.
  fileprivate static func names(_ names: [Name]) -> Cell? {
    names.isEmpty ? nil : .list(names.map(\.description))
  }
}
