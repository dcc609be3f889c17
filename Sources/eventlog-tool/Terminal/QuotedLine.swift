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
    self.column = column
    self.lengthBytes = lengthBytes
  }

  /// The two lines, none wider than `width` (except for a width that leaves no room at all).
  func lines(width: Int) -> [String] {
    let margin = "  \(number) | "
    let room = max(width - margin.count, 16)
    // Of a long line only the visible part is decoded: at most four bytes a scalar.
    let start = min(max(column - 1, 0), bytes.count)
    let end = min(start + max(lengthBytes, 1), bytes.count)
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
