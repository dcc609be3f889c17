// Event text is written by strangers. Printed raw it could clear the screen, set the clipboard
// (OSC 52) or turn the reading order around (U+202E), so that a line shows something else than it says.

import Projections

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
