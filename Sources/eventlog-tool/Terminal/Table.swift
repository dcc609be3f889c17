/// Rows under titles, aligned by display width, without borders.
///
/// Cells take event text as it is: it is escaped here.
struct Table {
  enum Alignment: Sendable {
    case leading, trailing
  }

  struct Column: Sendable {
    var title: String
    var alignment: Alignment
    /// Whether this column gives way first where the table is wider than the terminal.
    var mayShrink: Bool

    init(_ title: String, _ alignment: Alignment = .leading, mayShrink: Bool = false) {
      self.title = title
      self.alignment = alignment
      self.mayShrink = mayShrink
    }
  }

  struct Cell: Sendable, ExpressibleByStringInterpolation {
    var text: String
    var style: Style?

    init(_ text: String, _ style: Style? = nil) {
      self.text = text
      self.style = style
    }

    init(stringLiteral text: String) {
      self.init(text)
    }
  }

  private let columns: [Column]
  private let indent: Int
  private let showsTitles: Bool
  private var rows: [[Cell]] = []

  /// - Parameters:
  ///   - indent: columns left free before the first one.
  ///   - showsTitles: whether a line of titles comes first.
  init(_ columns: [Column], indent: Int = 0, showsTitles: Bool = true) {
    self.columns = columns
    self.indent = indent
    self.showsTitles = showsTitles
  }

  var isEmpty: Bool { rows.isEmpty }

  /// Adds a row. Missing cells at its end are empty.
  mutating func add(_ cells: [Cell]) {
    assert(cells.count <= columns.count, "more cells than columns")
    let shown = cells.prefix(columns.count).map { Cell(Self.shown($0.text), $0.style) }
    rows.append(shown + repeatElement("", count: columns.count - shown.count))
  }

  /// The lines of the table, without spaces at their ends.
  ///
  /// - Parameter width: the columns that no line exceeds; nil for as many as are needed.
  func lines(width: Int?, usesColor: Bool) -> [String] {
    let titles = columns.map { Cell(Self.shown($0.title), .bold) }
    let shown = (showsTitles ? [titles] : []) + rows
    let indent = min(self.indent, max((width ?? .max) - 1, 0))
    let widths = fittedWidths(of: shown, into: width.map { $0 - indent })
    return shown.map { row in
      let line = line(of: row, widths: widths, usesColor: usesColor)
      return line.isEmpty ? "" : String(repeating: " ", count: indent) + line
    }
  }

  private static func shown(_ text: String) -> String {
    let escaped = escapedForTerminal(text)
    return String(escaped.dropLast(escaped.reversed().prefix { $0 == " " }.count))
  }

  private func fittedWidths(of rows: [[Cell]], into width: Int?) -> [Int] {
    var needed = [Int](repeating: 0, count: columns.count)
    for row in rows {
      for (index, cell) in row.enumerated() {
        needed[index] = max(needed[index], displayWidth(cell.text))
      }
    }
    guard let width else { return needed }
    return fitted(
      needed, shrinking: columns.map(\.mayShrink), into: width, separator: Self.gap)
  }

  private static let gap = 2

  private func line(of row: [Cell], widths: [Int], usesColor: Bool) -> String {
    var line = ""
    var pending = 0  // Spaces owed before the next text, so that none stand at the end.
    for (index, width) in widths.enumerated() {
      let text = truncated(row[index].text, toColumns: width)
      let textWidth = displayWidth(text)
      let isTrailing = columns[index].alignment == .trailing
      if textWidth > 0 {
        line += String(repeating: " ", count: pending + (isTrailing ? width - textWidth : 0))
        line += row[index].style?.applied(to: text, usesColor: usesColor) ?? text
        pending = isTrailing ? 0 : width - textWidth
      } else {
        pending += width
      }
      pending += Self.gap
    }
    return line
  }
}
