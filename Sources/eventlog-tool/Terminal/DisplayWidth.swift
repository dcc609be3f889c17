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
    // Latin, Greek and Cyrillic letters, dashes, arrows, lines and blocks, then ideographs: none of them joins another.
    case 0x20..<0x7F, 0xC0..<0x300, 0x380..<0x480, 0x1E00..<0x2000, 0x2010..<0x2028,
      0x2190..<0x2194, 0x2500..<0x25A0:
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
  default: return isWide(scalar.value) ? 2 : 1
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

// The scalars that take two terminal columns: East_Asian_Width W and F of the Unicode Character
// Database (EastAsianWidth.txt, Unicode 16.0), which is also what wcwidth(3) goes by. Unassigned
// scalars between two wide ones count as wide, so that later emoji and ideographs fall in place.
// Scalars of no width are not here: the standard library knows general categories.
/// Sorted, disjoint ranges of scalar values.
let wideRanges: [ClosedRange<UInt32>] = [
  0x1100...0x115F, 0x231A...0x231B, 0x2329...0x232A, 0x23E9...0x23EC, 0x23F0...0x23F0,
  0x23F3...0x23F3, 0x25FD...0x25FE, 0x2614...0x2615, 0x2630...0x2637, 0x2648...0x2653,
  0x267F...0x267F, 0x268A...0x268F, 0x2693...0x2693, 0x26A1...0x26A1, 0x26AA...0x26AB,
  0x26BD...0x26BE, 0x26C4...0x26C5, 0x26CE...0x26CE, 0x26D4...0x26D4, 0x26EA...0x26EA,
  0x26F2...0x26F3, 0x26F5...0x26F5, 0x26FA...0x26FA, 0x26FD...0x26FD, 0x2705...0x2705,
  0x270A...0x270B, 0x2728...0x2728, 0x274C...0x274C, 0x274E...0x274E, 0x2753...0x2755,
  0x2757...0x2757, 0x2795...0x2797, 0x27B0...0x27B0, 0x27BF...0x27BF, 0x2B1B...0x2B1C,
  0x2B50...0x2B50, 0x2B55...0x2B55, 0x2E80...0x303E, 0x3041...0x3247, 0x3250...0xA4C6,
  0xA960...0xA97C, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6B,
  0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18CD5, 0x18D00...0x18D08, 0x1AFF0...0x1B122,
  0x1B150...0x1B2FB, 0x1D300...0x1D376, 0x1F004...0x1F004, 0x1F0CF...0x1F0CF, 0x1F18E...0x1F18E,
  0x1F191...0x1F19A, 0x1F200...0x1F265, 0x1F300...0x1F320, 0x1F32D...0x1F335, 0x1F337...0x1F37C,
  0x1F37E...0x1F393, 0x1F3A0...0x1F3CA, 0x1F3CF...0x1F3D3, 0x1F3E0...0x1F3F0, 0x1F3F4...0x1F3F4,
  0x1F3F8...0x1F43E, 0x1F440...0x1F440, 0x1F442...0x1F4FC, 0x1F4FF...0x1F53D, 0x1F54B...0x1F54E,
  0x1F550...0x1F567, 0x1F57A...0x1F57A, 0x1F595...0x1F596, 0x1F5A4...0x1F5A4, 0x1F5FB...0x1F64F,
  0x1F680...0x1F6C5, 0x1F6CC...0x1F6CC, 0x1F6D0...0x1F6D2, 0x1F6D5...0x1F6DF, 0x1F6EB...0x1F6EC,
  0x1F6F4...0x1F6FC, 0x1F7E0...0x1F7F0, 0x1F90C...0x1F93A, 0x1F93C...0x1F945, 0x1F947...0x1F9FF,
  0x1FA70...0x1FAF8, 0x20000...0x3FFFD,
]
