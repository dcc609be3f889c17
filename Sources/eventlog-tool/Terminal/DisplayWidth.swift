import ShiftEvents

// The number of terminal columns that text takes. Terminals differ for some clusters. This follows
// what current ones agree on: a cluster that is drawn as one emoji takes two columns; any other takes
// the sum of its scalars, as wcwidth(3) has it.

/// The terminal columns that `text` takes. Controls count nothing: escape them first.
///
/// - Complexity: O(scalars), times the logarithm of the table for those that join others.
func displayWidth(_ text: String) -> Int {
  if text.utf8.allSatisfy({ 0x20..<0x7F ~= $0 }) { return text.utf8.count }
  var columns = 0
  for scalar in text.unicodeScalars {
    switch scalar.value {
    // Latin, Greek and Cyrillic letters, dashes, lines and blocks, then ideographs: none of them joins another.
    case 0x20..<0x7F, 0xC0..<0x300, 0x380..<0x480, 0x1E00..<0x2000, 0x2010..<0x2028,
      0x2500..<0x25A0:
      columns += 1
    case 0x4000..<0xA000: columns += 2
    default: return text.reduce(0) { $0 + displayWidth($1) }
    }
  }
  return columns
}

/// The terminal columns that one grapheme cluster takes.
func displayWidth(_ character: Character) -> Int {
  let scalars = character.unicodeScalars
  guard let first = scalars.first else { return 0 }
  if scalars.dropFirst().isEmpty { return displayWidth(first) }
  // A variation selector 16 asks for the emoji picture (❤️, 1️⃣); skin tones and scalars behind a
  // joiner are drawn in its place. A skin tone without an emoji is a patch of its own.
  let isEmojiPicture =
    first.properties.isEmoji && !first.properties.isEmojiModifier
    && (displayWidth(first) == 2 || scalars.contains("\u{FE0F}"))
  return isEmojiPicture ? 2 : scalars.reduce(0) { $0 + displayWidth($1) }
}

private func displayWidth(_ scalar: Unicode.Scalar) -> Int {
  switch scalar.value {
  case 0x20..<0x7F: return 1
  case 0xAD: return 1  // The soft hyphen: of category Cf, yet terminals draw it.
  case 0x1160...0x11FF, 0xD7B0...0xD7FF: return 0  // Hangul vowels and finals join the initial.
  default: break
  }
  switch scalar.properties.generalCategory {
  case .control, .nonspacingMark, .enclosingMark, .format, .lineSeparator, .paragraphSeparator:
    return 0
  default:
    return isWide(scalar.value) ? 2 : 1
  }
}

private func isWide(_ value: UInt32) -> Bool {
  wideRanges[wideRanges.firstPlace { $0.upperBound >= value }...].first?.contains(value) ?? false
}

/// Returns `text` if it fits, or else its beginning and `…`.
func truncated(_ text: String, toColumns columns: Int) -> String {
  // One column a byte at most: a cheap way past most cells.
  if text.utf8.count <= columns || displayWidth(text) <= columns { return text }
  guard columns > 0 else { return "" }
  var width = 0
  var end = text.startIndex
  for index in text.indices {
    width += displayWidth(text[index])
    if width > columns - 1 { break }
    end = text.index(after: index)
  }
  return text[..<end] + "…"
}

/// `text` broken between words into lines of at most `columns`; a longer word is broken inside.
func wrapped(_ text: String, toColumns columns: Int) -> [String] {
  var lines: [String] = []
  var line = ""
  for word in text.split(separator: " ") {
    if !line.isEmpty, displayWidth(line) + 1 + displayWidth(String(word)) > columns {
      lines.append(line)
      line = ""
    }
    line += line.isEmpty ? String(word) : " " + word
    while displayWidth(line) > max(columns, 2) {
      // A cluster may be wider than any line; it still has to go somewhere.
      let head = prefix(of: line, columns: max(columns, 2)) ?? String(line.prefix(1))
      lines.append(head)
      line.removeFirst(head.count)
    }
  }
  return line.isEmpty && !lines.isEmpty ? lines : lines + [line]
}

private func prefix(of text: String, columns: Int) -> String? {
  var width = 0
  let head = String(
    text.prefix {
      width += displayWidth($0)
      return width <= columns
    })
  return head.isEmpty ? nil : head
}
