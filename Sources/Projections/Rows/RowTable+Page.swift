package import ShiftEvents

/// A place in the order of a projection's rows: behind the row with these cells in the columns that order it.
///
/// Rows that come or go before or behind it move it nowhere.
package struct PageCursor: Equatable, Sendable {
  private let keys: [String]

  fileprivate init(_ keys: [String]) { self.keys = keys }

  /// Reads the text of a cursor; `nil` where it is none of this projection's.
  package init?(_ text: String, of projection: ProjectionDescriptor) {
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
  }

  private static let separator: Character = "\u{1F}"

  /// The cursor as one word of letters and digits.
  package func text(of projection: ProjectionDescriptor) -> String {
    let words = ([projection.name] + keys).joined(separator: String(Self.separator))
    return "p" + words.utf8.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  /// Returns `true` if a row with these cells comes behind the place.
  fileprivate func isBefore(_ cells: [Cell?]) -> Bool {
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

extension RowTable {
  /// The rows behind a place, at most so many, and the place of the last of them if others follow.
  ///
  /// - Complexity: linear in the rows.
  package func page(
    _ limit: Int?, after cursor: PageCursor?, of projection: ProjectionDescriptor
  ) -> (table: RowTable, next: PageCursor?) {
    let ordering = projection.order.map { key in columns.firstIndex { $0.key == key } }
    func keys(_ row: [Cell?]) -> [Cell?] { ordering.map { $0.flatMap { row[$0] } } }
    let behind = cursor.map { cursor in rows.filter { cursor.isBefore(keys($0)) } } ?? rows
    let page = limit.map { Array(behind.prefix($0)) } ?? behind
    let next = page.count < behind.count ? page.last.map { keys($0).map { $0?.text ?? "" } } : nil
    return (
      RowTable(columns: columns, rows: page, names: { names[$0] }), next.map { PageCursor($0) }
    )
  }

  /// The rows of an inbox behind a sequence, or the last so many of them, newest first; the same rows of any
  /// other table.
  package func newest(_ count: Int?, since sequence: Int?) -> RowTable {
    guard let place = columns.firstIndex(where: { $0.key == "sequence" }) else { return self }
    var rows = rows
    if let sequence { rows = rows.filter { ($0[place]?.number ?? 0) > sequence } }
    if let count { rows = rows.suffix(count).reversed() }
    return RowTable(columns: columns, rows: rows, names: { names[$0] })
  }

  /// The same rows of people with the e-mail address of each.
  package func withEmail(_ email: (UserID) -> String?) -> RowTable {
    adding([Heading(key: "email", title: "E-mail")]) { row in
      guard case .person(let user) = row.first ?? nil else { return [nil] }
      return [email(user).map(Cell.text)]
    }
  }
}
