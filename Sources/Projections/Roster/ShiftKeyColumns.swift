import ShiftEvents

// The columns that rows of shifts and of vacancies share. They came later than the others, and stand
// only where a row has them.

extension Column {
  static func days(_ keys: @escaping @Sendable (Row) -> ShiftKeys) -> Column {
    rare("days", "Days", nil, audience: .programs) { keys($0).days.map(Int.init) }
  }

  static func place(turn: Int, _ keys: @escaping @Sendable (Row) -> ShiftKeys) -> Column {
    rare("place", "Place", turn) { keys($0).place }
  }

  static func labels(turn: Int, _ keys: @escaping @Sendable (Row) -> ShiftKeys) -> Column {
    rare("labels", "Labels", turn) { keys($0).labels.orNone }
  }

  static func needs(turn: Int, _ keys: @escaping @Sendable (Row) -> ShiftKeys) -> Column {
    rare("needs", "Needs", turn) { keys($0).needs.orNone }
  }

  static func title(turn: Int, _ keys: @escaping @Sendable (Row) -> ShiftKeys) -> Column {
    rare("title", "Title", turn) { keys($0).title?.description }
  }

  /// A column that few rows have.
  static func rare<Value: ColumnValue>(
    _ key: String, _ title: String, _ turn: Int?, audience: Heading.Audience = .everybody,
    value: @escaping @Sendable (Row) -> Value
  ) -> Column { Column(key, title, turn: turn, audience: audience, value: value).rare }
}

extension [Name] {
  /// The names; `nil` where there are none.
  fileprivate var orNone: [Name]? { isEmpty ? nil : self }
}
