// Writes JSON strings and numbers: one form for each value.

/// Appends `text` in quotes as raw UTF-8; only `"`, `\` and control characters are escaped.
func appendJSONString(_ text: String, to buffer: inout [UInt8]) {
  buffer.append(UInt8(ascii: "\""))
  let isPlain = unsafe text.utf8.withContiguousStorageIfAvailable { utf8 in
    guard unsafe utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x22 && $0 != 0x5C }) else { return false }
    unsafe buffer.append(contentsOf: utf8)
    return true
  }
  if isPlain != true { appendEscaped(text, to: &buffer) }
  buffer.append(UInt8(ascii: "\""))
}

private func appendEscaped(_ text: String, to buffer: inout [UInt8]) {
  for byte in text.utf8 {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"):
      buffer.append(contentsOf: [UInt8(ascii: "\\"), byte])
    case 0x0A: buffer.append(contentsOf: "\\n".utf8)
    case 0x09: buffer.append(contentsOf: "\\t".utf8)
    case 0x0D: buffer.append(contentsOf: "\\r".utf8)
    case 0x08: buffer.append(contentsOf: "\\b".utf8)
    case 0x0C: buffer.append(contentsOf: "\\f".utf8)
    case 0..<0x20:
      buffer.append(contentsOf: "\\u00".utf8)
      buffer.append(hexDigit(byte >> 4))
      buffer.append(hexDigit(byte & 15))
    default: buffer.append(byte)
    }
  }
}

private func hexDigit(_ value: UInt8) -> UInt8 {
  value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
}

/// Appends a finite number as RFC 8785 (that is ECMAScript's `Number.prototype.toString`) has it.
func appendJSONNumber(_ value: Double, to buffer: inout [UInt8]) {
  if value == 0 { return buffer.append(UInt8(ascii: "0")) }
  if value < 0 { buffer.append(UInt8(ascii: "-")) }
  let (digits, exponent) = shortestDigits(of: value.magnitude)
  // `exponent` is ECMAScript's n: the value is 0.digits × 10^n.
  switch exponent {
  case digits.count...21:
    buffer.append(contentsOf: digits)
    buffer.append(contentsOf: repeatElement(UInt8(ascii: "0"), count: exponent - digits.count))
  case 1...21:
    buffer.append(contentsOf: digits[..<exponent])
    buffer.append(UInt8(ascii: "."))
    buffer.append(contentsOf: digits[exponent...])
  case -5...0:
    buffer.append(contentsOf: "0.".utf8)
    buffer.append(contentsOf: repeatElement(UInt8(ascii: "0"), count: -exponent))
    buffer.append(contentsOf: digits)
  default:
    buffer.append(digits[0])
    if digits.count > 1 {
      buffer.append(UInt8(ascii: "."))
      buffer.append(contentsOf: digits[1...])
    }
    buffer.append(contentsOf: (exponent > 0 ? "e+" : "e-").utf8)
    buffer.append(contentsOf: String(abs(exponent - 1)).utf8)
  }
}

/// The fewest digits that read back as `value`, and the n of 0.digits × 10^n. Swift's description
/// has these digits in another layout.
private func shortestDigits(of value: Double) -> (digits: [UInt8], exponent: Int) {
  var digits: [UInt8] = []
  var pointAfter: Int?
  var exponent = 0
  let text = Array(value.description.utf8)
  for (index, byte) in text.enumerated() {
    switch byte {
    case UInt8(ascii: "."): pointAfter = digits.count
    case UInt8(ascii: "e"):
      exponent = Int(String(decoding: text[(index + 1)...], as: UTF8.self)) ?? 0
    default:
      if exponent == 0, !text[..<index].contains(UInt8(ascii: "e")) { digits.append(byte) }
    }
  }
  exponent += pointAfter ?? digits.count
  let leadingZeros = digits.prefix { $0 == UInt8(ascii: "0") }.count
  digits.removeFirst(leadingZeros)
  exponent -= leadingZeros
  while digits.last == UInt8(ascii: "0") { digits.removeLast() }
  return (digits, exponent)
}
