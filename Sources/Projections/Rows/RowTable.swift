package import ShiftEvents

extension RowTable {
  /// The same rows in the order in which people look for them: rows about people by name, wherever nothing
  /// before the name orders them.
  ///
  /// - Parameter folded: the label of a person, folded.
  package func sortedByName(folded: (UserID) -> String) -> RowTable {
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
      sorted += NameOrder.sorted(Array(alike), folded: folded) { row in
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

/// A place in the order of a projection's rows: behind the row with these cells in the columns that order it.
///
/// Rows that come or go before or behind it move it nowhere.
package struct PageCursor: Hashable, Sendable {
  private let keys: [String]

  init(_ cells: [Cell?]) { keys = cells.map { $0?.text ?? "" } }

  /// The same place for rows that are ordered by an instant, a day, a day and a time of day or a span of days, and then
  /// by id; `nil` of others.
  var place: (number: Int, text: String)? {
    guard let first = keys.first, let text = keys.last else { return nil }
    if let time = Timestamp(first) { return (Int(time.milliseconds), text) }
    if let week = WeekOfYear(first) { return (Int(week.monday.daysSinceEpoch), text) }
    guard let date = LocalDate(first) ?? LocalDate(first + "-01") else { return nil }
    let days = Int(date.daysSinceEpoch)
    return (keys.count == 3 ? days * 1440 + Int(TimeOfDay(keys[1])?.minutes ?? 0) : days, text)
  }

  /// Reads the text of a cursor; `nil` where it is none of this projection's.
  ///
  /// - Parameter grouping: the periods of rows of hours. Those of others have another order.
  package init?(
    _ text: String, of projection: ProjectionDescriptor, by grouping: HoursGrouping? = nil
  ) {
    guard text.utf8.first == UInt8(ascii: "p"), text.utf8.count % 2 == 1 else { return nil }
    let digits = text.utf8.dropFirst().compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
    guard digits.count == text.utf8.count - 1 else { return nil }
    let bytes = stride(from: 0, to: digits.count, by: 2).map { place in
      UInt8(digits[place] << 4 | digits[place + 1])
    }
    let words = String(decoding: bytes, as: UTF8.self)
      .split(separator: Self.separator, omittingEmptySubsequences: false).map(String.init)
    guard words.first == projection.name, words.count == projection.order.count + 1 else {
      return nil
    }
    keys = Array(words.dropFirst())
    if let grouping, !grouping.mayHave(period: keys[0]) { return nil }
  }

  /// The id by which the last ties are broken.
  var id: String? { keys.last }
  /// The sequence of rows that are ordered by one.
  var sequence: SequenceNumber? { keys.first.flatMap { Int($0) }.map { SequenceNumber($0) } }

  private static let separator: Character = "\u{1F}"

  /// The cursor as one word of letters and digits.
  package func text(of projection: ProjectionDescriptor) -> String {
    let words = ([projection.name] + keys).joined(separator: String(Self.separator))
    return "p" + words.utf8.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  /// Returns `true` if a row with these cells comes behind the place.
  func isBefore(_ cells: [Cell?]) -> Bool {
    for (key, cell) in zip(keys, cells) {
      let text = cell?.text ?? ""
      if key == text { continue }
      // Numbers by their values; dates, times and ids by their bytes.
      if let number = cell?.number, let other = Int(key) { return other < number }
      return key.utf8.lexicographicallyPrecedes(text.utf8)
    }
    return false
  }
}

/// The part of an answer that is asked for.
package struct PageRequest: Hashable, Sendable {
  package var limit: Int
  package var cursor: PageCursor?
  /// False where rows are only counted.
  let isOrdered: Bool

  package init(limit: Int?, after cursor: PageCursor?, isOrdered: Bool = true) {
    (self.limit, self.cursor, self.isOrdered) = (limit ?? .max, cursor, isOrdered)
  }
}

extension [Ranked] {
  /// The ranks that a page needs, of rows that are ordered by rank and user.
  func on(_ page: PageRequest?) -> ArraySlice<Ranked> {
    guard let page, page.limit < count else { return self[...] }
    let first = page.cursor?.sequence?.value ?? 1
    let rest = drop { $0.rank < first }
    // One more tells that another page follows.
    return rest.prefix(rest.prefix { $0.rank == first }.count + page.limit + 1)
  }
}

extension RowTable {
  /// The rows of a page, all columns among them, with the place of the last one if others follow.
  ///
  /// - Parameter rows: in their order; more than the page has, but not always all.
  /// - Complexity: linear in the rows of the page.
  init<Row: ProjectionRow>(
    _ rows: [Row], page: PageRequest, orderedBy order: [String], names: (UserID) -> String?
  ) {
    let columns = Row.columns
    let keys = order.compactMap { key in columns.first { $0.heading.key == key } }
    let first = page.cursor.map { cursor in
      rows.firstPlace { row in cursor.isBefore(keys.map { $0.cell(row) }) }
    }
    let part = rows[(first ?? 0)...].prefix(page.limit)
    self.init(
      columns: columns.map(\.heading), rows: part.map { row in columns.map { $0.cell(row) } },
      names: names)
    guard part.endIndex < rows.endIndex, let last = part.last else { return }
    next = PageCursor(keys.map { $0.cell(last) })
  }

  /// The same rows, the last one first.
  package func reversed() -> RowTable {
    RowTable(columns: columns, rows: rows.reversed(), names: { names[$0] })
  }

  /// The same rows of people with the e-mail address of each.
  package func withEmail(_ email: (UserID) -> String?) -> RowTable {
    adding([.email]) { row in
      guard case .person(let user) = row.first ?? nil else { return [nil] }
      return [email(user).map(Cell.text)]
    }
  }

  /// The key of the column that tells how much of an amount is in an earlier row too.
  static func repeatedKey(_ key: String) -> String { "\(key), repeated" }

  /// The same rows with the sum of their amounts behind them, marked in a column `total`; no sum where
  /// there are no rows. What stands in several rows counts once.
  public func withTotal() -> RowTable {
    let marked = adding([.total]) { _ in [nil] }
    if rows.isEmpty { return marked }
    let sums = columns.indices.map { index -> Cell? in
      guard columns[index].isSummable else { return nil }
      let repeated = columns.place(of: Self.repeatedKey(columns[index].key))
      let sum = rows.reduce(0) { sum, row in
        let own = (row[index]?.number ?? 0) &- (repeated.flatMap { row[$0]?.number } ?? 0)
        // Prices and the sums that periods state may be as large as JSON keeps exact, and many.
        let (total, isTooLarge) = sum.addingReportingOverflow(own)
        return isTooLarge ? .max : total
      }
      let isDuration = rows.contains { row in
        if case .duration = row[index] { true } else { false }
      }
      if isDuration { return .duration(sum) }
      return .integer(sum)
    }
    return RowTable(
      columns: marked.columns, rows: marked.rows + [sums + [.boolean(true)]], zones: zones,
      names: { names[$0] })
  }

  /// True if the last row is the sum of the others.
  package var hasTotal: Bool { columns.last == .total }

  /// The same rows with the word for people in a sum's first cell.
  package func namingTotal() -> RowTable {
    guard hasTotal, let sum = rows.last else { return self }
    return RowTable(
      columns: columns, rows: rows.dropLast() + [[.text("Total")] + sum.dropFirst()], zones: zones,
      names: { names[$0] })
  }
}
