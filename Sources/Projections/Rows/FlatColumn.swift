import ShiftEvents

/// A column of a document with a value a cell: one of a table's columns, or the names beside one of people.
struct FlatColumn {
  let key: String
  let heading: Heading
  /// The place of the table's column.
  fileprivate let place: Int
  let isOfNames: Bool
}

extension RowTable {
  /// The columns of documents with a value a cell. They follow from the projection and the options, never from the rows.
  ///
  /// - Parameter showsOptions: true for columns of an option, too.
  func flatColumns(showsOptions: Bool) -> [FlatColumn] {
    columns.enumerated().flatMap { place, heading -> [FlatColumn] in
      guard heading.isInDocuments, showsOptions || !heading.isOfOption else { return [] }
      let own = FlatColumn(key: heading.key, heading: heading, place: place, isOfNames: false)
      guard let key = heading.nameKey else { return [own] }
      return [own, FlatColumn(key: key, heading: heading, place: place, isOfNames: true)]
    }
  }

  /// The cell of a row in such a column.
  func cell(_ column: FlatColumn, of row: [Cell?]) -> Cell? {
    guard column.isOfNames else { return row[column.place] }
    guard case .person(let user) = row[column.place] else { return nil }
    return names[user].map(Cell.text)
  }
}

extension Cell {
  /// The plain text, in which `|` separates the elements of a list; one that is in a text has a backslash before it.
  var flatText: String {
    let items: [String]
    switch self {
    case .list(let texts): items = texts
    case .people(let users): items = users.map(\.description)
    default: return text
    }
    return items.map { $0.escaped { $0 == "|" || $0 == "\\" ? "\\\($0)" : nil } }
      .joined(separator: "|")
  }
}
