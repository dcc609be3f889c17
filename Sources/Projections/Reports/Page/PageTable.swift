import ShiftEvents

/// Rows as a page tells them: columns in the order in which people look at them, moments in words, amounts with
/// bars.
struct PageTable {
  struct Column {
    var title: String
    var isNumeric = false
    /// True if its cells stand on one line.
    var isShort = false
    /// True if its cells are ids that may be too long for a line, and are not cut.
    var isWhole = false
    /// True if a cell has a word that may be wider than the column.
    var isLong = false
  }

  struct Row {
    var cells: [String]
    /// The amounts of the row, one of each of ``PageTable/bars``.
    var amounts: [(value: Int, text: String)]
  }

  private(set) var columns: [Column] = []
  private(set) var rows: [Row] = []
  /// The titles of the columns that bars are drawn of.
  let bars: [String]
  /// The largest amount of all bars.
  let most: Int

  init(_ part: ReportPage.Part, on page: ReportPage) {
    let table = part.table
    // What is signed may have been filled in by hand.
    let told = Telling(
      table, without: part.toldByTitle, isWhole: !part.signers.isEmpty, in: page.zone)
    columns = told.order.map(told.column)
    let amounts = table.columns.indices.filter {
      table.columns[$0].hasBar || table.columns[$0].key == "scheduledMinutes"
    }
    bars = amounts.map { table.columns[$0].toldTitle }
    most = table.rows.reduce(1) { most, row in
      amounts.reduce(most) { max($0, row[$1]?.number ?? 0) }
    }
    rows = table.rows.map { row in
      Row(
        cells: told.order.map { told.text($0, row, on: page) },
        amounts: amounts.map { (row[$0]?.number ?? 0, row[$0]?.textForPeople ?? "0") })
    }
    for place in columns.indices {
      let most = columns[place].isWhole ? Self.plainID : Self.plainWord
      columns[place].isLong = rows.contains { row in
        row.cells[place].split(separator: " ").contains { $0.count > most }
      }
    }
  }

  /// The characters of a word that columns have room for.
  private static let plainWord = 15
  private static let plainID = 24
}

/// The columns of a table that people are told, and their order.
private struct Telling {
  enum Source: Equatable {
    case column(Int)
    /// The day and the times, of which each has a column.
    case when
  }

  private let table: RowTable
  private let times: TimeSpanColumns?
  let order: [Source]

  /// - Parameter isWhole: true to keep columns without a value.
  init(_ table: RowTable, without toldByTitle: [String], isWhole: Bool, in zone: Zone) {
    self.table = table
    let times = TimeSpanColumns(table.columns, in: zone).flatMap { times in
      [times.date, times.start, times.end].allSatisfy { table.columns[$0].isForPeople }
        ? times : nil
    }
    self.times = times
    let told =
      [times?.start, times?.end, times?.days].compactMap(\.self)
      + toldByTitle.compactMap(table.columns.place)
    let shown = table.columns.indices.filter { index in
      table.columns[index].isForPeople && !told.contains(index)
        && !(times != nil && table.columns[index].key == "week")
        && (isWhole || table.rows.contains { $0[index] != nil })
    }
    // The id of a row is for commands: it comes last.
    let ids = shown.filter { $0 <= 2 && Self.ids.contains(table.columns[$0].key) }
    let isID = ids.first == 0
    var order = (shown.filter { !ids.contains($0) } + ids).map(Source.column)
    if let day = order.firstIndex(of: .column(times?.date ?? -1)) { order[day] = .when }
    // A row begins with its day.
    if isID, let day = order.firstIndex(of: .when) { order.swapAt(0, day) }
    self.order = order
  }

  private static let ids = [
    "shift", "vacancy", "request", "absence", "trade", "deal", "reservation", "session", "subject",
  ]

  func column(_ source: Source) -> PageTable.Column {
    guard case .column(let index) = source else { return .init(title: "When", isShort: true) }
    let isShort = table.rows.contains { row in
      switch row[index] {
      case .date, .timeOfDay, .week, .instant: true
      default: false
      }
    }
    let heading = table.columns[index]
    return .init(
      title: heading.toldTitle, isNumeric: heading.isNumeric, isShort: isShort,
      isWhole: Self.ids.contains(heading.key))
  }

  func text(_ source: Source, _ row: [Cell?], on page: ReportPage) -> String {
    switch source {
    case .column(let index): return row[index].map(page.text(of:)) ?? ""
    case .when:
      guard let times, let day = row[times.date] else { return "" }
      return times.stretch(of: row)?.text(in: page.today.components.year) ?? page.text(of: day)
    }
  }
}

extension Heading {
  private static let told = ["scheduledMinutes": "Planned", "subject": "Id"]

  fileprivate var toldTitle: String { Self.told[key] ?? title }
}

/// The rows of a part as HTML: a table on a screen, cards on a phone; amounts with bars beside the numbers; what is
/// long is folded.
struct PartTable {
  private let table: PageTable
  private let isWhole: Bool
  /// The rows that stand there unfolded.
  private static let mostUnfolded = 30
  /// The columns that half a page has room for.
  private static let mostOfHalf = 5

  /// True if the columns need the width of a page.
  var isWide: Bool { table.bars.isEmpty && table.columns.count > Self.mostOfHalf }

  init(_ part: ReportPage.Part, on page: ReportPage) {
    table = PageTable(part, on: page)
    isWhole = !part.signers.isEmpty
  }

  var html: String {
    let first = table.rows.prefix(isWhole ? .max : Self.mostUnfolded)
    let rest = table.rows.dropFirst(first.count)
    if rest.isEmpty { return text(of: first) }
    return text(of: first)
      + "<details><summary>\(rest.count) more</summary>\n\(text(of: rest))</details>\n"
  }

  private func text(of rows: ArraySlice<PageTable.Row>) -> String {
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

  private func text(of row: PageTable.Row) -> String {
    var text = "<tr>"
    for (place, (column, cell)) in zip(table.columns, row.cells).enumerated() {
      // An id that has no room is broken; of another word the beginning tells enough.
      let told = column.isWhole ? cell : cuttingWords(of: cell)
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
    text.split(separator: " ", omittingEmptySubsequences: false).map { word in
      let end = word.unicodeScalars.last == Isolates.end ? String(Isolates.end) : ""
      return shortened(String(word.unicodeScalars.dropLast(end.isEmpty ? 0 : 1))) + end
    }.joined(separator: " ")
  }

  private func kind(of column: PageTable.Column) -> String {
    if column.isNumeric { return " class=\"number\"" }
    if column.isShort { return " class=\"short\"" }
    return column.isLong ? " class=\"\(column.isWhole ? "id" : "long")\"" : ""
  }

  private func bars(of row: PageTable.Row) -> String {
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
