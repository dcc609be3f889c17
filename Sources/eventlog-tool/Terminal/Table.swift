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
    /// True if this column shrinks first when the table is wider than the terminal.
    var mayShrink: Bool
    /// The turn at which this column is dropped when the table is wider than the terminal, the lowest
    /// first; nil if it stays, and its cells are cut.
    var turn: Int?

    init(
      _ title: String, _ alignment: Alignment = .leading, mayShrink: Bool = false, turn: Int? = nil
    ) {
      self.title = title
      self.alignment = alignment
      self.mayShrink = mayShrink
      self.turn = turn
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

  /// A cell as it is drawn, its width known.
  private struct Drawn {
    var text: String
    var width: Int
    var style: Style?

    init(_ cell: Cell) {
      let isPlain = cell.text.utf8.allSatisfy { 0x20..<0x7F ~= $0 }
      text = isPlain ? cell.text : escapedForTerminal(cell.text)
      while text.unicodeScalars.last == " " { text.unicodeScalars.removeLast() }
      width = isPlain ? text.utf8.count : displayWidth(text)
      style = cell.style
    }
  }

  private let columns: [Column]
  private let indent: Int
  private let showsTitles: Bool
  private var rows: [[Drawn]] = []

  /// - Parameters:
  ///   - indent: terminal columns left free before the first one.
  ///   - showsTitles: true for a line of titles at the top.
  init(_ columns: [Column], indent: Int = 0, showsTitles: Bool = true) {
    self.columns = columns
    self.indent = indent
    self.showsTitles = showsTitles
  }

  var isEmpty: Bool { rows.isEmpty }

  /// Adds a row. Missing cells at its end are empty.
  mutating func add(_ cells: [Cell]) {
    assert(cells.count <= columns.count, "more cells than columns")
    let drawn = cells.prefix(columns.count).map(Drawn.init)
    rows.append(drawn + repeatElement(Drawn(""), count: columns.count - drawn.count))
  }

  /// The lines of the table, without spaces at their ends.
  ///
  /// - Parameter width: the columns that no line exceeds; nil for as many as are needed.
  func lines(width: Int?, usesColor: Bool) -> [String] {
    let indent = self.indent(in: width)
    let places = places(in: width)
    return shown.map { row in
      line(of: row, indent: indent, places, usesColor: usesColor)
    }
  }

  /// The titles of columns that hold something and have no place in `lines` of that width.
  func leftOut(width: Int?) -> [String] {
    let shown = Set(places(in: width).filter { $0.width > 0 }.map(\.index))
    return columns.indices.filter { !shown.contains($0) && !isEmpty($0) }.map { columns[$0].title }
  }

  private var shown: [[Drawn]] {
    (showsTitles ? [columns.map { Drawn(Cell($0.title, .bold)) }] : []) + rows
  }

  private func indent(in width: Int?) -> Int { min(indent, max((width ?? .max) - 1, 0)) }

  private func isEmpty(_ column: Int) -> Bool { rows.allSatisfy { $0[column].text.isEmpty } }

  /// The columns that fit, and their widths.
  private func places(in width: Int?) -> [(index: Int, width: Int)] {
    var needed = [Int](repeating: 0, count: columns.count)
    for row in shown {
      for (index, cell) in row.enumerated() {
        needed[index] = max(needed[index], cell.width)
      }
    }
    guard let width else { return needed.enumerated().map { ($0, $1) } }
    let room = width - indent(in: width)
    let leaving =
      columns.indices.filter(isEmpty)
      + columns.indices.filter { columns[$0].turn != nil && !isEmpty($0) }
      .sorted { (columns[$0].turn ?? 0, $0) < (columns[$1].turn ?? 0, $1) }
    let kept = kept(needed, leaving: leaving, into: room, separator: Self.gap)
    let widths = fitted(
      kept.map { needed[$0] }, shrinking: kept.map { columns[$0].mayShrink }, into: room,
      separator: Self.gap)
    return zip(kept, widths).map { ($0, $1) }
  }

  private static let gap = 2

  private func line(
    of row: [Drawn], indent: Int, _ places: [(index: Int, width: Int)], usesColor: Bool
  ) -> String {
    // Bytes, because spaces are appended to a string one character at a time.
    var line: [UInt8] = []
    var pending = indent  // Spaces owed before the next text, so that none stand at the end.
    for (index, width) in places {
      let cell = row[index]
      let isWhole = cell.width <= width
      let text = isWhole ? cell.text : truncated(cell.text, toColumns: width)
      let textWidth = isWhole ? cell.width : displayWidth(text)
      let isTrailing = columns[index].alignment == .trailing
      if textWidth > 0 {
        let count = pending + (isTrailing ? width - textWidth : 0)
        line.append(contentsOf: repeatElement(UInt8(ascii: " "), count: count))
        line.append(contentsOf: (cell.style?.applied(to: text, usesColor: usesColor) ?? text).utf8)
        pending = isTrailing ? 0 : width - textWidth
      } else {
        pending += width
      }
      pending += Self.gap
    }
    return String(decoding: line, as: UTF8.self)
  }
}
