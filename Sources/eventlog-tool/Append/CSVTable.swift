import Projections
import ShiftEvents

/// A table of comma-separated values as it stands in a file, each cell with its place.
///
/// A class, as every message about one of its rows points into its bytes.
final class CSVTable {
  struct Cell {
    let text: String
    /// The line on which it begins, from 1, and its bytes there.
    let line: Int
    let range: Range<Int>
  }

  typealias Row = [Cell]

  private let bytes: [UInt8]
  /// The offset at which each line begins.
  private var lineStarts = [0]
  private var offset = 0
  /// The offset at which the row that is read must have ended.
  private var rowEnd = 0
  private(set) var separator = UInt8(ascii: ",")
  private(set) var header: Row = []
  var rows: [Row] = []

  /// - Parameter mostRows: the number of rows that are read; one more shows that there are others.
  /// - Throws: `WordedFault` where it is no such table.
  init(_ file: [UInt8], mostRows: Int = .max) throws(WordedFault) {
    let mark = Array("\u{FEFF}".utf8)
    bytes = file.starts(with: mark) ? Array(file.dropFirst(mark.count)) : file
    try checkEncoding()
    separator = foundSeparator
    // A row whose cells are all empty is a line that a spreadsheet left.
    while header.allSatisfy(\.text.isEmpty), let row = try row() { header = row }
    while rows.count <= mostRows, let row = try row() {
      if row.contains(where: { !$0.text.isEmpty }) { rows.append(row) }
    }
  }

  // MARK: - Encodings

  private func checkEncoding() throws(WordedFault) {
    if let wide = wideEncoding(of: bytes[...]) {
      throw fault("the file is \(wide), not UTF-8", at: 0, help: Self.remedy(wide))
    }
    if let place = bytes.firstIndex(of: 0) {
      findLines(upTo: place)
      throw fault("there is a NUL byte", at: place, help: "save the file as text: CSV UTF-8")
    }
    if let place = firstNoText(in: bytes) {
      findLines(upTo: place)
      throw looksWestern
        ? fault(
          "the file is not UTF-8, but Latin-1 or Windows-1252 by its looks", at: place,
          help: Self.remedy("WINDOWS-1252") + ", and see if its accents are right")
        : fault(
          "the file is not UTF-8", at: place,
          help: Self.remedy("ENCODING")
            + ", where ENCODING is what the program saved: WINDOWS-1252 in Western Europe, WINDOWS-1250 in Central "
            + "Europe, WINDOWS-1251 for Cyrillic, WINDOWS-1254 for Turkish, CP932 for Japanese")
    }
  }

  private static func remedy(_ encoding: String) -> String {
    "save it as \"CSV UTF-8\", or convert it: iconv -f \(encoding) -t UTF-8 FILE"
  }

  /// True if all that is not ASCII may be a letter of Western Europe, at most two in a row, or a mark between words.
  private var looksWestern: Bool {
    func isLetter(at place: Int) -> Bool {
      bytes.indices.contains(place) && Character(Unicode.Scalar(bytes[place])).isLetter
    }
    var count = 0
    for (place, byte) in bytes.enumerated() {
      count = byte < 0x80 ? 0 : count + 1
      switch byte {
      // Not in Windows-1252, or there a letter of Icelandic alone, as Turkish and Cyrillic have it for others.
      case 0x81, 0x8D, 0x8F, 0x90, 0x9D, 0xD0, 0xDD, 0xDE, 0xF0, 0xFD, 0xFE: return false
      // An apostrophe, the middle dot of Catalan, Š Œ Ž š œ ž.
      case 0x92, 0xB7, 0x8A, 0x8C, 0x8E, 0x9A, 0x9C, 0x9E: break
      case 0x80..<0xC0:
        if isLetter(at: place + 1) && (byte == 0xA3 || isLetter(at: place - 1)) { return false }
      default: break
      }
      if count > 2 { return false }
    }
    return true
  }

  private func findLines(upTo end: Int) {
    for place in bytes[..<end].indices where bytes[place] == UInt8(ascii: "\n") {
      lineStarts.append(place + 1)
    }
  }

  /// The separator that the header has most of, outside quotes.
  private var foundSeparator: UInt8 {
    var counts: [UInt8: Int] = [:]
    var (isQuoted, hasName) = (false, false)
    for byte in bytes {
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      // The first row with a name is the header.
      if byte == UInt8(ascii: "\n"), !isQuoted, hasName { break }
      if !isQuoted { counts[byte, default: 0] += 1 }
      hasName = hasName || !",;\t \r\n\"".utf8.contains(byte)
    }
    let candidates = ",;\t".utf8
    let most = candidates.map { counts[$0] ?? 0 }.max() ?? 0
    return candidates.first { (counts[$0] ?? 0) == most }!
  }

  // MARK: - Rows

  private func row() throws(WordedFault) -> Row? {
    if offset == bytes.count { return nil }
    var cells: Row = []
    rowEnd = min(offset + SubmissionDecoder.maximumLength, bytes.count)
    repeat { cells.append(try cell()) } while takeSeparator()
    try endLine()
    return cells
  }

  private func takeSeparator() -> Bool {
    guard offset < bytes.count, bytes[offset] == separator else { return false }
    offset += 1
    return true
  }

  private func endLine() throws(WordedFault) {
    if offset == bytes.count { return }
    if bytes[offset] == UInt8(ascii: "\r") { offset += 1 }
    offset += 1
    lineStarts.append(offset)
  }

  private func isBlank(_ byte: UInt8) -> Bool {
    (byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")) && byte != separator
  }

  /// Throws where a quoted cell makes a row longer than a submission may be; a line is no longer.
  private func requireRow() throws(WordedFault) {
    if offset < rowEnd || rowEnd == bytes.count { return }
    throw Self.rowTooLong(line: lineStarts.count)
  }

  static func rowTooLong(line: Int) -> WordedFault {
    WordedFault(
      .lineTooLong, "a row has at most \(SubmissionDecoder.maximumLength) bytes",
      at: .ofTable(line: line))
  }

  private func skipBlanks() { while offset < bytes.count, isBlank(bytes[offset]) { offset += 1 } }

  private func cell() throws(WordedFault) -> Cell {
    skipBlanks()
    let (line, lineStart, start) = (lineStarts.count, lineStarts.last!, offset)
    let text: [UInt8]
    if offset < bytes.count, bytes[offset] == UInt8(ascii: "\"") {
      text = try quotedText()
    } else {
      while offset < bytes.count, bytes[offset] != separator, bytes[offset] != UInt8(ascii: "\n") {
        if bytes[offset] == UInt8(ascii: "\r") {
          if offset + 1 < bytes.count, bytes[offset + 1] == UInt8(ascii: "\n") { break }
          throw loneReturn
        }
        offset += 1
      }
      text = Array(bytes[start..<offset])
    }
    let lineEnd = bytes[start..<offset].firstIndex(of: UInt8(ascii: "\n")) ?? offset
    let whole = String(decoding: text, as: UTF8.self)
    let cell = Cell(
      text: Self.plain(whole), line: line,
      range: start - lineStart..<max(lineEnd, start + 1) - lineStart)
    if CombiningMarks.areTooMany(in: whole) {
      throw WordedFault(
        .invalidField, "the cell has \(CombiningMarks.tooMany)", at: passage(cell, field: nil))
    }
    return cell
  }

  private var loneReturn: WordedFault {
    fault(
      "a carriage return stands without a line feed", at: offset,
      help: "lines end in a line feed, with a carriage return before it or not")
  }

  private func quotedText() throws(WordedFault) -> [UInt8] {
    let opened = (offset: offset, line: lineStarts.count)
    var text: [UInt8] = []
    offset += 1
    while offset < bytes.count {
      try requireRow()
      let byte = bytes[offset]
      if byte == UInt8(ascii: "\r") {
        guard offset + 1 < bytes.count, bytes[offset + 1] == UInt8(ascii: "\n") else {
          throw loneReturn
        }
        offset += 1
        continue
      }
      offset += 1
      if byte == UInt8(ascii: "\n") { lineStarts.append(offset) }
      guard byte == UInt8(ascii: "\"") else {
        text.append(byte)
        continue
      }
      guard offset < bytes.count, bytes[offset] == UInt8(ascii: "\"") else {
        skipBlanks()
        guard isAtEndOfCell else {
          throw fault(
            "text stands behind a closing quotation mark", at: offset,
            help: "a quotation mark inside a quoted cell is written twice")
        }
        return text
      }
      text.append(byte)
      offset += 1
    }
    lineStarts.removeSubrange(opened.line...)
    throw fault("the quotation mark is never closed", at: opened.offset)
  }

  private var isAtEndOfCell: Bool {
    guard offset < bytes.count else { return true }
    let byte = bytes[offset]
    return byte == separator || byte == UInt8(ascii: "\n")
      || byte == UInt8(ascii: "\r") && offset + 1 < bytes.count
        && bytes[offset + 1] == UInt8(ascii: "\n")
  }

  /// True of a blank of any width, and of none.
  private static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.generalCategory == .spaceSeparator
      || ["\t", "\u{200B}", "\u{FEFF}"].contains(scalar)
  }

  /// A text without blanks at its ends, and without the mark that an export puts before what looks like a formula.
  private static func plain(_ text: String) -> String {
    var rest = text.unicodeScalars[...]
    while let last = rest.last, isBlank(last) { rest.removeLast() }
    rest = rest.drop(while: isBlank)
    let unmarked = String(rest.dropFirst())
    return rest.first == "'" && unmarked.isMarkedInCSV ? unmarked : String(rest)
  }

  // MARK: - Places

  /// A line without its end.
  private func text(ofLine line: Int) -> [UInt8] {
    let start = lineStarts[line - 1]
    let rest = bytes[start...].prefix { $0 != UInt8(ascii: "\n") }
    return Array(rest.last == UInt8(ascii: "\r") ? rest.dropLast() : rest)
  }

  /// The passage of a cell.
  ///
  /// - Parameters:
  ///   - field: the name of its column.
  ///   - line: another passage, whose text serves where it is of the same line.
  func passage(_ cell: Cell, field: String?, beside other: Passage? = nil) -> Passage {
    let text = other?.line == cell.line ? other?.text : nil
    return Passage(
      line: cell.line, text: text ?? self.text(ofLine: cell.line), range: cell.range, field: field,
      isOfTable: true)
  }

  private func fault(_ message: String, at place: Int, help: String? = nil) -> WordedFault {
    let (line, column) = (lineStarts.count, place - lineStarts.last!)
    return WordedFault(
      .invalidField, message, help: help,
      at: Passage(
        line: line, text: text(ofLine: line), range: column..<column + 1, isOfTable: true))
  }
}

/// The place of the first byte that is no UTF-8.
func firstNoText(in bytes: [UInt8]) -> Int? {
  var parser = Unicode.UTF8.ForwardParser()
  var (source, place) = (bytes.makeIterator(), 0)
  while true {
    switch parser.parseScalar(from: &source) {
    case .valid(let scalar): place += scalar.count
    case .error: return place
    case .emptyInput: return nil
    }
  }
}
