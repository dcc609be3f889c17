/// Texts one behind the other, each behind its length in four bytes. None has the number 0.
package struct TextTable: Equatable, Sendable {
  var bytes = FlatArray<UInt8>()

  package init() {}

  /// Adds a text, and returns its number: where it begins, counted from 1.
  mutating func add(_ text: String?) -> UInt32 {
    guard let text else { return 0 }
    let number = UInt32(bytes.count + 1)
    let length = UInt32(text.utf8.count)
    for shift: UInt32 in [0, 8, 16, 24] { bytes.append(UInt8(truncatingIfNeeded: length >> shift)) }
    for byte in text.utf8 { bytes.append(byte) }
    return number
  }

  /// The text of a number; `nil` of 0.
  package subscript(number: UInt32) -> String? {
    if number == 0 { return nil }
    let place = Int(number) - 1
    let length = (0..<4).reduce(0) { $0 | Int(bytes[place + $1]) << (8 * $1) }
    return String(decoding: bytes[place + 4..<place + 4 + length], as: UTF8.self)
  }
}
