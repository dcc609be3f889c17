package import ShiftEvents

extension RowTable {
  /// The same rows in the order in which people look for them: rows about people by name, wherever nothing
  /// before the name orders them.
  package func sortedByName(_ label: (UserID) -> String) -> RowTable {
    guard let person = columns.firstIndex(where: { $0.sortsByNameWithin != nil }) else {
      return self
    }
    let within = columns.indices.filter {
      columns[person].sortsByNameWithin?.contains(columns[$0].key) == true
    }
    var sorted: [[Cell?]] = []
    while sorted.count < rows.count {
      let first = rows[sorted.count]
      let alike = rows[sorted.count...].prefix { row in within.allSatisfy { row[$0] == first[$0] } }
      sorted += NameOrder.sorted(Array(alike), by: label) { row in
        if case .person(let user) = row[person] { user } else { nil }
      }
    }
    return RowTable(columns: columns, rows: sorted, names: { names[$0] })
  }
}

/// The order of people in what people read: by name, without accents and case, ties by id.
package enum NameOrder {
  /// Returns rows in the order of their people; those of nobody come last, in their order.
  package static func sorted<Row>(
    _ rows: [Row], by label: (UserID) -> String, of user: (Row) -> UserID?
  ) -> [Row] {
    sorted(rows, folded: { foldedName(label($0)) }, of: user)
  }

  /// The same by labels that are folded already.
  package static func sorted<Row>(
    _ rows: [Row], folded: (UserID) -> String, of user: (Row) -> UserID?
  ) -> [Row] {
    places(of: rows.map { user($0) }, by: folded).map { rows[$0] }
  }

  /// The places of people in their order. It is no generic function, which another module would run unspecialized.
  private static func places(of users: [UserID?], by folded: (UserID) -> String) -> [Int] {
    if users.count < 2 { return Array(users.indices) }
    let keys = users.map { user in
      (user == nil ? 1 : 0, user.map(folded) ?? "", user?.description ?? "")
    }
    return keys.indices.sorted { keys[$0] < keys[$1] }
  }
}
