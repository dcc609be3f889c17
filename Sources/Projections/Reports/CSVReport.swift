public import ShiftEvents

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
    self.zone = zone
    self.showsOptions = showsOptions
    self.guardsFormulas = guardsFormulas
  }

  /// The whole file.
  public func bytes(_ table: RowTable) -> [UInt8] {
    let shown = table.columns.indices.filter {
      table.columns[$0].isInDocuments && (showsOptions || !table.columns[$0].isOfOption)
    }
    var text = line(
      shown.flatMap { [table.columns[$0].key] + (table.columns[$0].nameKey.map { [$0] } ?? []) })
    for row in table.rows {
      text += line(
        shown.flatMap { index in
          let field = row[index].map(field) ?? ""
          if table.columns[index].nameKey == nil { return [field] }
          guard case .person(let user) = row[index] else { return [field, ""] }
          return [field, guarded(table.names[user] ?? "")]
        })
    }
    return Array(text.utf8)
  }

  private func line(_ fields: [String]) -> String {
    fields.map(quoted).joined(separator: ",") + "\r\n"
  }

  private func field(_ cell: Cell) -> String {
    switch cell {
    case .instant(let time): time.text(in: zone)
    case .integer, .duration, .decimal, .boolean, .date, .timeOfDay, .week: cell.text
    case .list(let items): guarded(Self.list(items))
    case .people(let users): guarded(Self.list(users.map(\.description)))
    case .text, .person, .phrase, .table, .members: guarded(cell.text)
    }
  }

  /// The elements with `|` between them; one that is in a text has a backslash before it.
  private static func list(_ items: [String]) -> String {
    items.map { $0.escaped { $0 == "|" || $0 == "\\" ? "\\\($0)" : nil } }.joined(separator: "|")
  }

  /// A cell that begins like a formula runs as one when the file is opened.
  private func guarded(_ text: String) -> String {
    guard guardsFormulas else { return text }
    let safe = text.escaped {
      $0.misleadsReaders && $0 != "\n" && $0 != "\t" ? $0.spelledOut : nil
    }
    return safe.looksLikeFormula ? "'" + safe : safe
  }

  private func quoted(_ field: String) -> String {
    let needsQuotes = field.unicodeScalars.contains { ",\"\r\n".unicodeScalars.contains($0) }
    guard needsQuotes else { return field }
    return "\"" + field.escaped { $0 == "\"" ? "\"\"" : nil } + "\""
  }
}

extension String {
  /// True of a text that a spreadsheet would take for a formula.
  package var looksLikeFormula: Bool {
    // Marks and joiners before the first character that is seen hide nothing from a spreadsheet.
    let first = unicodeScalars.first {
      !$0.properties.isDefaultIgnorableCodePoint && !$0.isMark
    }
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
