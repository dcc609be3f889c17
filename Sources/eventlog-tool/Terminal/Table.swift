/// Rows under titles, aligned by display width, without borders.
///
/// Cells take event text as it is: it is escaped here.
struct Table {
  enum Alignment: Sendable { case leading, trailing }

  struct Column: Sendable {
    var title: String
    var alignment: Alignment
    /// True if this column shrinks first when the table is wider than the terminal.
    var mayShrink: Bool
    /// True if its cells go on in further lines where they have no room.
    var wraps: Bool
    /// True if its cells are names: long ones are cut before a column is dropped.
    var isOfNames: Bool
    /// The turn at which this column is dropped when the table is wider than the terminal, the lowest
    /// first; nil if it stays, and its cells are cut.
    var turn: Int?

    init(
      _ title: String, _ alignment: Alignment = .leading, mayShrink: Bool = false,
      wraps: Bool = false, isOfNames: Bool = false, turn: Int? = nil
    ) {
      (self.title, self.alignment, self.mayShrink) = (title, alignment, mayShrink)
      (self.wraps, self.isOfNames, self.turn) = (wraps, isOfNames, turn)
    }
  }

  struct Cell: Sendable, ExpressibleByStringInterpolation {
    var text: String
    var style: Style?
    /// True if it is no use when it is cut, such as an id, also in a column that may shrink.
    var isWhole: Bool
    /// The end of the text, which stays when the rest of it is cut, such as the id behind a name.
    var tail: String

    init(_ text: String, _ style: Style? = nil, isWhole: Bool = false, tail: String = "") {
      assert(text.hasSuffix(tail), "a tail is the end of its text")
      (self.text, self.style, self.isWhole, self.tail) = (text, style, isWhole, tail)
    }

    init(stringLiteral text: String) { self.init(text) }
  }

  /// A cell as it is drawn, its width known.
  private struct Drawn {
    var text: String
    var width: Int
    var style: Style?
    var isWhole: Bool
    var tail: String

    init(_ cell: Cell) {
      let isPlain = cell.text.utf8.allSatisfy { 0x20..<0x7F ~= $0 }
      text = isPlain ? cell.text : escapedForTerminal(cell.text)
      while text.utf8.last == UInt8(ascii: " ") { text.unicodeScalars.removeLast() }
      width = isPlain ? text.utf8.count : displayWidth(text)
      style = cell.style
      isWhole = cell.isWhole
      tail = cell.tail
    }

    /// The text in so many columns: cut before its tail, if there is room for that.
    func text(inColumns columns: Int) -> String {
      let room = columns - displayWidth(tail)
      if width <= columns || tail.isEmpty || room < 2 { return cut(text, toColumns: columns) }
      return cut(String(text.dropLast(tail.count)), toColumns: room) + tail
    }

    /// The beginning of a text and `…`. Among words no number and no time is cut: half of one tells something else.
    private func cut(_ text: String, toColumns columns: Int) -> String {
      let cut = truncated(text, toColumns: columns)
      guard cut.hasSuffix("…"), let space = cut.lastIndex(of: " ") else { return cut }
      let word = cut[space...].dropFirst().dropLast()
      let isNumber = !word.isEmpty && word.allSatisfy { $0.isNumber || ":–".contains($0) }
      return isNumber ? cut[..<space] + "…" : cut
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
    (self.columns, self.indent, self.showsTitles) = (columns, indent, showsTitles)
  }

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
    guard let width else {
      return shown.map {
        line(of: $0, indent: indent, places, usesColor: usesColor, cuts: false)
      }
    }
    if flows(at: width, places) {
      return shown.flatMap { flowed($0, indent: indent, width: width, usesColor: usesColor) }
    }
    let needed = needed
    let wrapping = places.filter { columns[$0.index].wraps && $0.width < needed[$0.index] }
    return shown.flatMap { row in
      broken(row, at: wrapping).map { line(of: $0, indent: indent, places, usesColor: usesColor) }
    }
  }

  /// The titles of columns that hold something and have no place in `lines` of that width.
  func leftOut(width: Int?) -> [String] {
    let places = places(in: width)
    if let width, flows(at: width, places) { return [] }
    let shown = Set(places.filter { $0.width > 0 }.map(\.index))
    return columns.indices.filter { !shown.contains($0) && !isEmpty($0) }.map { columns[$0].title }
  }

  private var shown: [[Drawn]] {
    (showsTitles ? [columns.map { Drawn(Cell($0.title, .bold)) }] : []) + rows
  }

  private func indent(in width: Int?) -> Int { min(indent, max((width ?? .max) - 1, 0)) }

  private func isEmpty(_ column: Int) -> Bool { rows.allSatisfy { $0[column].text.isEmpty } }

  /// The columns that fit, and their widths.
  private func places(in width: Int?) -> [(index: Int, width: Int)] {
    let needed = needed
    // No cell is cut there; one that is very long does not make all other rows as long.
    guard let width else { return needed.enumerated().map { ($0, min($1, Self.widestAligned)) } }
    let room = width - indent(in: width)
    let leaving = columns.indices.filter { columns[$0].turn != nil && !isEmpty($0) }
      .sorted { (columns[$0].turn ?? 0, $0) < (columns[$1].turn ?? 0, $1) }
    let least = needed.indices.map { self.least($0, of: needed[$0]) }
    let kept = kept(
      least, empty: columns.indices.filter(isEmpty), leaving: leaving, into: room,
      separator: Self.gap)
    // Names give way first, as far as the others need it.
    let named = lowered(
      kept.map { columns[$0].wraps ? least[$0] : needed[$0] },
      notBelow: kept.map { columns[$0].isOfNames ? least[$0] : needed[$0] },
      toTotal: max(room - (kept.count - 1) * Self.gap, 0))
    let widths = fitted(
      zip(kept, named).map { columns[$0].wraps ? needed[$0] : $1 },
      shrinking: kept.map(mayShrink), into: room, separator: Self.gap)
    return zip(kept, widths).map { ($0, $1) }
  }

  /// The columns below which others are dropped before this one is cut. One that wraps takes what is left, but is no use
  /// below so many; of one of names the long ones are cut.
  private func least(_ column: Int, of needed: Int) -> Int {
    if columns[column].wraps { return min(needed, Self.leastOfText) }
    guard columns[column].isOfNames else { return needed }
    return rows.reduce(min(needed, Self.leastOfName)) {
      $1[column].isWhole ? max($0, $1[column].width) : $0
    }
  }

  /// The width that each column would take.
  private var needed: [Int] {
    var needed = [Int](repeating: 0, count: columns.count)
    for row in shown {
      for (index, cell) in row.enumerated() { needed[index] = max(needed[index], cell.width) }
    }
    return needed
  }

  /// Returns `true` for a column whose cells go on in further lines, or are cut where that does no harm.
  private func mayShrink(_ column: Int) -> Bool {
    columns[column].wraps
      || columns[column].mayShrink
        && !rows.contains { $0[column].isWhole && $0[column].width > readableColumns }
  }

  /// The most columns that a cell is filled to, where nothing says how wide a line may be.
  private static let widestAligned = 200
  /// The columns of a name that is not long.
  private static let leastOfName = 16
  /// Below this many columns a text that wraps is hard to read.
  private static let leastOfText = 20
  /// Below this many columns cells are cut; otherwise a row that does not fit goes on in further lines.
  private static let narrowest = 40

  /// Returns `true` if whole cells have no room side by side, so that rows go on in further lines.
  private func flows(at width: Int, _ places: [(index: Int, width: Int)]) -> Bool {
    let needed = needed
    return width >= Self.narrowest
      && !places.allSatisfy { index, width in
        width >= least(index, of: needed[index]) || mayShrink(index) && !columns[index].wraps
          || columns[index].wraps && width >= min(needed[index], Self.leastOfText / 2)
      }
  }

  /// The row as lines, where texts that wrap are broken to their places.
  private func broken(_ row: [Drawn], at places: [(index: Int, width: Int)]) -> [[Drawn]] {
    let parts = places.map { wrapped(row[$0.index].text, toColumns: $0.width) }
    guard let height = parts.map(\.count).max(), height > 1 else { return [row] }
    return (0..<height).map { number in
      var line = number == 0 ? row : [Drawn](repeating: Drawn(""), count: row.count)
      for (place, part) in zip(places, parts) {
        line[place.index] = Drawn(
          Cell(number < part.count ? part[number] : "", row[place.index].style))
      }
      return line
    }
  }

  /// The whole row as text, broken between cells.
  private func flowed(_ row: [Drawn], indent: Int, width: Int, usesColor: Bool) -> [String] {
    var lines: [String] = []
    var (line, used) = ("", 0)
    for (index, cell) in row.enumerated() where !cell.text.isEmpty && !isEmpty(index) {
      if used > 0, used + Self.gap + cell.width > width {
        lines.append(line)
        used = 0
      }
      let lead = used > 0 ? Self.gap : indent + (lines.isEmpty ? 0 : Self.gap)
      let parts =
        cell.width <= width - lead ? [cell.text] : wrapped(cell.text, toColumns: width - lead)
      for (number, part) in parts.enumerated() {
        if number > 0 { lines.append(line) }
        let space = String(repeating: " ", count: lead)
        let text = cell.style?.applied(to: part, usesColor: usesColor) ?? part
        line = (used > 0 && number == 0 ? line : "") + space + text
        used = (used > 0 && number == 0 ? used : 0) + lead + displayWidth(part)
      }
    }
    return used > 0 ? lines + [line] : lines
  }

  private static let gap = 2

  private func line(
    of row: [Drawn], indent: Int, _ places: [(index: Int, width: Int)], usesColor: Bool,
    cuts: Bool = true
  ) -> String {
    // Bytes, because spaces are appended to a string one character at a time.
    var line: [UInt8] = []
    line.reserveCapacity(places.reduce(indent) { $0 + $1.width + Self.gap })
    var pending = indent  // Spaces owed before the next text, so that none stand at the end.
    for (index, width) in places {
      let cell = row[index]
      let isWhole = !cuts || cell.width <= width
      let text = isWhole ? cell.text : cell.text(inColumns: width)
      let textWidth = isWhole ? cell.width : displayWidth(text)
      let isTrailing = columns[index].alignment == .trailing
      if textWidth > 0 {
        let free = max(width - textWidth, 0)
        let count = pending + (isTrailing ? free : 0)
        line.append(contentsOf: repeatElement(UInt8(ascii: " "), count: count))
        line.append(contentsOf: (cell.style?.applied(to: text, usesColor: usesColor) ?? text).utf8)
        pending = isTrailing ? 0 : free
      } else {
        pending += width
      }
      pending += Self.gap
    }
    return String(decoding: line, as: UTF8.self)
  }
}

// Narrows a table that is too wide. Before any cell is cut, columns that hold nothing, or matter less
// than others, are dropped; long names alone are cut before that. Of the rest the widest shrink first, and among these the columns that may
// shrink. If nothing else helps, the last columns are dropped.
/// Below this many columns a shrinkable column is hard to read, and the others begin to give way.
let readableColumns = 8

/// The columns that stay, in their order, when others are dropped until no cell needs to be cut.
///
/// - Parameters:
///   - needed: the width that each column would take.
///   - empty: the columns that hold nothing, which are dropped first.
///   - leaving: the columns that may be dropped then, in this order; one column always stays.
func kept(
  _ needed: [Int], empty: [Int] = [], leaving: [Int], into width: Int, separator: Int
) -> [Int] {
  var kept = Array(needed.indices)
  func hasRoom(_ columns: [Int]) -> Bool {
    columns.reduce((columns.count - 1) * separator) { $0 + needed[$1] } <= width
  }
  for column in empty + leaving where kept.count > 1 && !hasRoom(kept) {
    kept.removeAll { $0 == column }
  }
  // A wide one that left last may have left room for others.
  for column in leaving.reversed() where !kept.contains(column) && hasRoom(kept + [column]) {
    kept.append(column)
  }
  return kept.sorted()
}

/// The widths that make a table fit `width`; 0 for a column that has no place in it.
///
/// - Parameters:
///   - needed: the width that each column would take.
///   - shrinking: true for each column that may shrink.
///   - separator: the width between two columns.
func fitted(_ needed: [Int], shrinking: [Bool], into width: Int, separator: Int) -> [Int] {
  var count = needed.count
  // Each column that stays takes at least one place.
  while count > 1, count + (count - 1) * separator > width { count -= 1 }
  let dropped = [Int](repeating: 0, count: needed.count - count)
  let kept = Array(needed.prefix(count))
  let room = max(width - max(count - 1, 0) * separator, 0)
  let floors = zip(kept, shrinking).map { $1 ? min($0, readableColumns) : $0 }
  let shrunk = lowered(kept, notBelow: floors, toTotal: room)
  return lowered(shrunk, notBelow: kept.map { min($0, 1) }, toTotal: room) + dropped
}

/// `widths` with the widest lowered, to one common cap, until they add up to `total`, or as near to
/// it as their floors allow.
func lowered(_ widths: [Int], notBelow floors: [Int], toTotal total: Int) -> [Int] {
  func capped(at cap: Int) -> [Int] { zip(widths, floors).map { min($0, max($1, cap)) } }
  var tooNarrow = 0
  var wideEnough = widths.max() ?? 0
  guard widths.reduce(0, +) > total else { return widths }
  // The largest cap that fits stands just below the smallest that does not.
  while tooNarrow + 1 < wideEnough {
    let middle = (tooNarrow + wideEnough) / 2
    if capped(at: middle).reduce(0, +) <= total { tooNarrow = middle } else { wideEnough = middle }
  }
  var result = capped(at: tooNarrow)
  var left = total - result.reduce(0, +)
  for index in result.indices where left > 0 && result[index] < capped(at: wideEnough)[index] {
    result[index] += 1
    left -= 1
  }
  return result
}
