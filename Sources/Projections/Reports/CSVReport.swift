public import ShiftEvents

extension RowTable {
  /// Returns `true` of a row that ends at the time at which it starts. A reader takes that for a slip, unless the row
  /// says how many days.
  func endsAtItsStart(_ row: [Cell?]) -> Bool {
    guard let start = columns.place(of: "start"), let end = columns.place(of: "end"),
      case .timeOfDay(let time) = row[start], time != .midnight
    else { return false }
    return row[end] == .timeOfDay(time)
  }
}

/// Rows as comma-separated values (RFC 4180): CRLF, a header always, one record type. The header follows from the
/// projection and the options alone, never from the rows.
public struct CSVReport: Sendable {
  /// Instants are written with this zone's offset.
  private let zone: Zone
  /// True to prefix text that a spreadsheet would take for a formula with `'`, and to write out what would turn
  /// its reading order around.
  private let guardsFormulas: Bool
  /// True for columns of an option, too.
  private let showsOptions: Bool

  /// A report whose instants carry the offset of `zone`.
  ///
  /// - Parameter showsOptions: true for rows that an option such as `--as-published` gives further columns.
  public init(zone: Zone, guardsFormulas: Bool = true, showsOptions: Bool = false) {
    (self.zone, self.showsOptions, self.guardsFormulas) = (zone, showsOptions, guardsFormulas)
  }

  /// The whole file.
  public func bytes(_ table: RowTable) -> [UInt8] {
    let columns = table.flatColumns(showsOptions: showsOptions)
    let days = columns.firstIndex { $0.key == "days" }
    var text = line(columns.map(\.key))
    for (place, row) in table.rows.enumerated() {
      let zone = table.zone(ofRow: place, else: zone)
      var fields = columns.map { table.cell($0, of: row).map { field($0, zone) } ?? "" }
      if let days, fields[days].isEmpty, table.endsAtItsStart(row) { fields[days] = "1" }
      text += line(fields)
    }
    return Array(text.utf8)
  }

  private func line(_ fields: [String]) -> String {
    fields.map(quoted).joined(separator: ",") + "\r\n"
  }

  private func field(_ cell: Cell, _ zone: Zone) -> String {
    switch cell {
    case .instant(let time): time.text(in: zone)
    case .phrase(let phrase): guarded(phrase.text(by: \.description) { $0.text(in: zone) })
    case .integer, .duration, .decimal, .boolean, .date, .timeOfDay, .week: cell.text
    case .list, .people, .text, .person, .table, .members, .objects: guarded(cell.flatText)
    }
  }

  /// A cell that begins like a formula runs as one when the file is opened.
  private func guarded(_ text: String) -> String {
    guard guardsFormulas else { return text }
    let safe = text.escaped { $0.misleadsReaders && $0 != "\n" && $0 != "\t" ? $0.spelledOut : nil }
    return safe.isMarkedInCSV ? "'" + safe : safe
  }

  private func quoted(_ field: String) -> String {
    // A spreadsheet may take semicolons and tabs for separators, too.
    let needsQuotes = field.unicodeScalars.contains { ",;\t\"\r\n".unicodeScalars.contains($0) }
    guard needsQuotes else { return field }
    return "\"" + field.escaped { $0 == "\"" ? "\"\"" : nil } + "\""
  }
}

extension String {
  /// True of a text before which CSV has a `'`: what looks like a formula, and what would look like one behind the marks
  /// that it has itself.
  package var isMarkedInCSV: Bool {
    // By scalars, as it is read again: a mark may stand on a `'`.
    String(unicodeScalars.drop { $0 == "'" }).looksLikeFormula
  }

  /// True of a text that a spreadsheet would take for a formula.
  package var looksLikeFormula: Bool {
    if let byte = utf8.first, byte >= 0x30, byte < 0x80, byte != 0x3D, byte != 0x40 { return false }
    // Marks and joiners before the first character that is seen hide nothing from a spreadsheet.
    let first = unicodeScalars.first { !$0.properties.isDefaultIgnorableCodePoint && !$0.isMark }
    return first.map("=+-@\t\r＝＋－＠".unicodeScalars.contains) ?? false
  }
}

extension Unicode.Scalar {
  /// True of a combining mark.
  fileprivate var isMark: Bool {
    switch properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark: true
    default: false
    }
  }
}

extension Timestamp {
  /// `2026-01-06T14:04:00.000+01:00`: RFC 3339 with the offset that the zone has at the instant.
  package func text(in zone: Zone) -> String {
    let offset = zone.offsetSeconds(at: self)
    // RFC 3339 has no seconds in an offset; zones had some long ago.
    guard offset != 0, offset % 60 == 0 else { return description }
    let local = advanced(byMilliseconds: Int64(offset) * 1000).description.dropLast()
    let minutes = abs(offset) / 60
    return "\(local)\(offset < 0 ? "-" : "+")\(twoDigits(minutes / 60)):\(twoDigits(minutes % 60))"
  }
}

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
