import ShiftEvents

/// The cells by which a row is the same row at another moment.
package typealias RowKey = [Cell?]

extension ProjectionDescriptor {
  /// The columns whose cells are the key of a row.
  package var keyColumns: [Int] {
    switch self {
    case .inbox: columns(["sequence", "user", "kind", "subject"])
    case .hours: columns(["worker", "week"])
    // A shift may be changed several times, at one time too.
    case .changes: columns(["shift", "changedAt", "change"])
    // The place of a ranked row is a cell of it, and others' events change it.
    default: [columns.first?.key == "rank" ? 1 : 0]
    }
  }

  /// The columns whose cells tell what a row is about, in a history whose events have other sequences. Rows that have
  /// all of them alike are told apart by their order.
  package var subjectColumns: [Int] {
    switch self {
    case .inbox: columns(["time", "user", "kind", "subject"])
    case .changes: columns(["shift", "changedAt"])
    default: keyColumns
    }
  }

  /// The cells of a key, but for one that no reader of rows sees.
  package func shown(_ key: RowKey, of columns: [Int]? = nil) -> [Cell] {
    zip(columns ?? keyColumns, key).compactMap { self.columns[$0].audience == .exports ? nil : $1 }
  }

  private func columns(_ keys: [String]) -> [Int] { keys.compactMap(columns.place) }

  /// The rows of a replay, past and closed ones too, each with its key and a cell for every column.
  ///
  /// - Parameter key: the columns of the key, ``keyColumns`` unless others are given.
  func keyedRows(
    _ replay: Replay, at now: Timestamp, by key: [Int]? = nil
  ) -> [(key: RowKey, cells: [Cell?])] {
    var selection = whole
    // A page has all columns, also those that none of its rows has.
    selection.page = PageRequest(limit: nil, after: nil)
    guard let table = replay.table(self, selection, at: now, names: { _ in nil }),
      !table.rows.isEmpty
    else { return [] }
    let key = key ?? keyColumns
    // What only exports have, no reader of rows sees.
    let hidden = table.columns.indices.filter { table.columns[$0].audience == .exports }
    return table.rows.map { row in
      var cells = row
      for index in hidden { cells[index] = nil }
      return (key.map { row[$0] }, cells)
    }
  }

  /// The same by their keys.
  func rowsByKey(_ replay: Replay, at now: Timestamp) -> [RowKey: [Cell?]] {
    Dictionary(
      keyedRows(replay, at: now).map { ($0.key, $0.cells) }, uniquingKeysWith: { first, _ in first }
    )
  }
}
