internal import ShiftEvents

extension RowTable {
  /// The key of the column that tells how much of an amount is in an earlier row too.
  static func repeatedKey(_ key: String) -> String { "\(key), repeated" }

  /// The same rows with the sum of their amounts behind them, marked in a column `total`; no sum where
  /// there are no rows. What stands in several rows counts once.
  public func withTotal() -> RowTable {
    let marked = adding([.total]) { _ in
      [nil]
    }
    guard let first = rows.first else { return marked }
    let sums = columns.indices.map { index -> Cell? in
      guard columns[index].isSummable else { return nil }
      let repeated = columns.place(of: Self.repeatedKey(columns[index].key))
      let sum = rows.reduce(0) { sum, row in
        let own = (row[index]?.number ?? 0) &- (repeated.flatMap { row[$0]?.number } ?? 0)
        // Prices and the sums that periods state may be as large as JSON keeps exact, and many.
        let (total, isTooLarge) = sum.addingReportingOverflow(own)
        return isTooLarge ? .max : total
      }
      if case .duration = first[index] { return .duration(sum) }
      return .integer(sum)
    }
    return RowTable(
      columns: marked.columns, rows: marked.rows + [sums + [.boolean(true)]], names: { names[$0] })
  }

  /// True if the last row is the sum of the others.
  package var hasTotal: Bool { columns.last == .total }

  /// The same rows with the word for people in a sum's first cell.
  package func namingTotal() -> RowTable {
    guard hasTotal, let sum = rows.last else { return self }
    return RowTable(
      columns: columns, rows: rows.dropLast() + [[.text("Total")] + sum.dropFirst()],
      names: { names[$0] })
  }
}
