import ShiftEvents

/// The cells by which a row is the same row at another moment.
package typealias RowKey = [Cell?]

extension ProjectionDescriptor {
  /// The columns whose cells are the key of a row.
  package var keyColumns: [Int] {
    switch name {
    case "inbox": [0, 2, 3, 4]
    case "hours": [0, 1]
    // A shift may be changed several times, at one time too.
    case "changes":
      columns.indices.filter { ["shift", "changedAt", "change"].contains(columns[$0].key) }
    default: [isRanked ? 1 : 0]
    }
  }

  /// True if one row's place among the others is a cell of it, so that others' events change it.
  var isRanked: Bool { columns.first?.key == "rank" }

  /// The rows of a replay, past and closed ones too, each with its key and a cell for every column.
  func keyedRows(_ replay: Replay, at now: Timestamp) -> [(key: RowKey, cells: [Cell?])] {
    guard let table = replay.table(self, whole, at: now, names: { _ in nil }), !table.rows.isEmpty
    else { return [] }
    // A table may leave out columns that none of its rows has.
    let places = columns.map { column in table.columns.firstIndex { $0.key == column.key } }
    let key = keyColumns
    return table.rows.map { row in
      var cells = places.map { place in place.flatMap { row[$0] } }
      let keyCells = key.map { cells[$0] }
      // What only exports have, no reader of rows sees.
      for index in cells.indices where columns[index].audience == .exports { cells[index] = nil }
      return (keyCells, cells)
    }
  }

  /// The same by their keys.
  func rowsByKey(_ replay: Replay, at now: Timestamp) -> [RowKey: [Cell?]] {
    Dictionary(
      keyedRows(replay, at: now).map { ($0.key, $0.cells) }, uniquingKeysWith: { first, _ in first }
    )
  }
}
