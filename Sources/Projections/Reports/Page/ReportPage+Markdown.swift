extension ReportPage {
  /// Returns the report as Markdown, for pasting.
  public func markdown() -> [UInt8] {
    var text = "# \(title)\n\n\(subtitle)\n"
    if !facts.isEmpty {
      text += "\n" + facts.map { "**\($0.amount)** \($0.noun)" }.joined(separator: " · ") + "\n"
    }
    for week in weeks {
      text += "\n## Schedule \(week.grid.week)\n\n"
      text += week.isEmpty ? "\(ReportWeek.nothing)\n" : Self.markdown(week.table)
      if !week.legend.isEmpty { text += "\n\(week.legend)\n" }
    }
    for part in parts {
      text += "\n## \(part.title)\n\n\(Self.markdown(ToldTable(part, on: self).rowTable))"
    }
    return Array((text + "\n\(origin)\n").utf8)
  }

  private static func markdown(_ table: RowTable) -> String {
    String(decoding: MarkdownReport().bytes(table), as: UTF8.self)
  }
}

extension ToldTable {
  /// The same as rows of texts.
  fileprivate var rowTable: RowTable {
    RowTable(
      columns: columns.map {
        Heading(key: $0.title, title: $0.title, kind: $0.isNumeric ? .integer : .text)
      },
      rows: rows.map { $0.cells.map { .text($0) } })
  }
}
