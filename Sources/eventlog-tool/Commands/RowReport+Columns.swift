import Projections

/// Which columns a table for people has, by their names in JSON.
extension RowReport {
  /// Deals have more to tell than a table has room for; JSON has all of it.
  func isForTables(_ column: Column) -> Bool {
    name != .deals || Self.dealColumns.contains(column.key)
  }

  private static let dealColumns: Set = [
    "deal", "name", "companyName", "category", "validFrom", "validUntil", "left", "status",
    "priceCents", "currency", "ratingAverage",
  ]

  /// What a narrow terminal does without, before any cell is cut: first what others tell, too, then
  /// what matters least to who wants to know when to work.
  static let expendable: [ProjectionName: [String]] = [
    .schedule: [
      "firstOwner", "minutes", "week", "fixedShift", "via", "request", "taker", "end",
    ],
    .marketplace: ["week", "suppliedAt", "end"],
    .requests: ["week"],
    .approvals: ["since", "via", "request", "end", "approvers"],
    .deals: ["ratingAverage", "category", "currency", "priceCents", "validFrom", "left"],
    .inbox: ["sequence", "actor"],
  ]
}
