import Projections

// Event text is written by strangers. Printed raw it could clear the screen, set the clipboard
// (OSC 52) or turn the reading order around (U+202E), so that a line shows something else than it says.
extension Unicode.Scalar {
  /// True if a terminal would act on this scalar, or reorder the text around it, instead of showing
  /// it; also for the two Unicode line ends.
  var isTerminalControl: Bool { misleadsReaders || self == "\u{2028}" || self == "\u{2029}" }
}

/// `text` with each terminal control written as `\u{1B}`.
///
/// The result holds no such scalar, so escaping twice changes nothing.
func escapedForTerminal(_ text: String) -> String {
  // Nearly everything has none of these bytes.
  guard text.utf8.contains(where: { $0 < 0x20 || $0.mayMislead }),
    text.unicodeScalars.contains(where: \.isTerminalControl)
  else { return text }
  return text.escaped { $0.isTerminalControl ? $0.spelledOut : nil }
}

/// Appends a document or line that is valid JSON, with the terminal controls that JSON allows
/// inside strings (DEL, C1, bidirectional, U+2028 and U+2029) written as `\u009b`.
///
/// The bytes mean the same JSON value. Those below U+0020 are left alone: valid JSON has them
/// between its tokens only, as white space.
func appendJSONEscapedForTerminal(_ json: [UInt8], to buffer: inout [UInt8]) {
  var index = 0
  var copied = 0
  while index < json.count {
    // Nearly everything has none of these bytes.
    guard json[index].mayMislead else {
      index += 1
      continue
    }
    // Text that is cut there has another scalar, which is no control.
    let scalar = String(decoding: json[index...].prefix(3), as: UTF8.self).unicodeScalars.first
    if let scalar, scalar.isTerminalControl {
      buffer.append(contentsOf: json[copied..<index])
      buffer.append(contentsOf: scalar.jsonEscape.utf8)
      index += UTF8.width(scalar)
      copied = index
    } else {
      index += 1
    }
  }
  buffer.append(contentsOf: json[copied...])
}

/// A line of input with the place of a mistake pointed out under it.
///
///       212 | …"data":{"minutes":"thirty"}…
///           |                    ^^^^^^^^
struct QuotedLine {
  /// Counted from 1.
  let number: Int
  let bytes: ArraySlice<UInt8>
  /// The byte at which the mistake begins, counted from 1, and its length in bytes.
  let column: Int
  let lengthBytes: Int

  init(number: Int, bytes: some Sequence<UInt8>, column: Int, lengthBytes: Int = 1) {
    self.number = number
    self.bytes = ArraySlice(bytes)
    (self.column, self.lengthBytes) = (column, lengthBytes)
  }

  /// The two lines, none wider than `width` (except for a width that leaves no room at all).
  func lines(width: Int) -> [String] {
    let margin = "  \(number) | "
    let room = max(width - margin.count, 16)
    // Of a long line only the visible part is decoded: at most four bytes a scalar.
    var start = min(max(column - 1, 0), bytes.count)
    var end = min(start + max(lengthBytes, 1), bytes.count)
    // A scalar is shown whole.
    for _ in 1...3 where start > 0 && isContinuation(at: start) { start -= 1 }
    for _ in 1...3 where isContinuation(at: end) { end += 1 }
    let before = text(from: max(start - 4 * room, 0), to: start)
    let marked = truncated(text(from: start, to: end), toColumns: room / 2)
    let lead = suffix(of: before, columns: room / 2 - 1, isWhole: start <= 4 * room)
    let after = text(from: end, to: min(end + 4 * room, bytes.count))
    let shown = truncated(lead + marked + after, toColumns: room)
    let carets = max(min(displayWidth(marked), room - displayWidth(lead)), 1)
    return [
      margin + shown,
      String(repeating: " ", count: margin.count - 2) + "| "
        + String(repeating: " ", count: displayWidth(lead)) + String(repeating: "^", count: carets),
    ]
  }

  private func isContinuation(at place: Int) -> Bool {
    place < bytes.count && UTF8.isContinuation(bytes[bytes.startIndex + place])
  }

  private func text(from start: Int, to end: Int) -> String {
    let first = bytes.startIndex
    return escapedForTerminal(
      String(decoding: bytes[(first + start)..<(first + end)], as: UTF8.self))
  }

  private func suffix(of text: String, columns: Int, isWhole: Bool) -> String {
    if isWhole, displayWidth(text) <= columns { return text }
    var width = 1
    let end = text.reversed().prefix {
      width += displayWidth($0)
      return width <= columns
    }
    return "…" + String(end.reversed())
  }
}
