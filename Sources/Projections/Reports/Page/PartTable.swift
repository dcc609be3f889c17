/// The rows of a part as HTML: a table on a screen, cards on a phone; amounts with bars beside the numbers; what is
/// long is folded.
struct PartTable {
  private let table: ToldTable
  /// The rows that stand there unfolded.
  private static let mostUnfolded = 30
  /// The columns that half a page has room for.
  private static let mostOfHalf = 5

  /// True if the columns need the width of a page.
  var isWide: Bool { table.bars.isEmpty && table.columns.count > Self.mostOfHalf }

  init(_ part: ReportPage.Part, on page: ReportPage) {
    table = ToldTable(part, on: page)
  }

  var html: String {
    let first = table.rows.prefix(Self.mostUnfolded)
    let rest = table.rows.dropFirst(Self.mostUnfolded)
    if rest.isEmpty { return text(of: first) }
    return text(of: first)
      + "<details><summary>\(rest.count) more</summary>\n\(text(of: rest))</details>\n"
  }

  private func text(of rows: ArraySlice<ToldTable.Row>) -> String {
    var text = "<table class=\"list\(table.bars.isEmpty ? "" : " bars")\">\n<thead><tr>"
    for (place, column) in table.columns.enumerated() {
      text += "<th scope=\"col\"\(kind(of: column))>\(Projections.html(column.title))</th>"
      if place == placeOfBars { text += "<th scope=\"col\">\(keys)</th>" }
    }
    text += "</tr></thead>\n<tbody>\n"
    for row in rows { text += self.text(of: row) }
    return text + "</tbody>\n</table>\n"
  }

  /// Bars stand behind the last column that is no number.
  private var placeOfBars: Int? {
    table.bars.isEmpty ? nil : table.columns.lastIndex { !$0.isNumeric }
  }

  private var keys: String {
    table.bars.enumerated().map { index, title in
      "<span class=\"bar\(index)\"></span> \(Projections.html(title))"
    }.joined(separator: " ")
  }

  private func text(of row: ToldTable.Row) -> String {
    var text = "<tr>"
    for (place, (column, cell)) in zip(table.columns, row.cells).enumerated() {
      // An id that has no room is broken; of another word the beginning tells enough.
      let told = column.mayBreak ? cell : cuttingWords(of: cell)
      let whole = told == cell ? "" : " title=\"\(Projections.html(cell))\""
      let value = Projections.html(told)
      text +=
        place == 0
        ? "<th scope=\"row\"\(kind(of: column))\(whole)>\(value)</th>"
        : "<td\(kind(of: column))\(whole) data-title=\"\(Projections.html(column.title))\">\(value)</td>"
      if place == placeOfBars { text += "<td class=\"chart\">\(bars(of: row))</td>" }
    }
    return text + "</tr>\n"
  }

  private func cuttingWords(of text: String) -> String {
    text.split(separator: " ", omittingEmptySubsequences: false).map { shortened(String($0)) }
      .joined(separator: " ")
  }

  private func kind(of column: ToldTable.Column) -> String {
    if column.isNumeric { return " class=\"number\"" }
    if column.isShort { return " class=\"short\"" }
    return column.mayBreak ? " class=\"id\"" : ""
  }

  private func bars(of row: ToldTable.Row) -> String {
    let height = row.amounts.count * 9
    let name = zip(table.columns, row.cells).first { !$0.0.isNumeric }?.1 ?? ""
    let told = zip(table.bars, row.amounts).map { "\($0.lowercased()) \($1.text)" }
    var svg =
      "<svg viewBox=\"0 0 200 \(height)\" preserveAspectRatio=\"none\" role=\"img\">"
      + "<title>\(Projections.html("\(name): \(told.joined(separator: ", "))"))</title>"
    for (index, amount) in row.amounts.enumerated() where amount.value > 0 {
      let width = max(amount.value * 199 / table.most, 1)
      svg +=
        "<rect class=\"bar\(index)\" x=\"0.5\" y=\"\(index * 9 + 1)\" width=\"\(width)\" height=\"7\"/>"
    }
    return svg + "</svg>"
  }
}
