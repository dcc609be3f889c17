// Fixed-width decimal numbers, as dates, times and sequences have them.

/// The number that the ASCII digits in `range` spell, or `nil` if one is no digit.
func decimal(_ bytes: UnsafeRawBufferPointer, _ range: Range<Int>) -> Int? {
  var value = 0
  for index in range {
    let digit = unsafe bytes[index] &- UInt8(ascii: "0")
    guard digit <= 9 else { return nil }
    value = value &* 10 &+ Int(digit)
  }
  return value
}

/// Appends `value` with leading zeros; a value that needs more digits than asked for gets them.
@inline(__always)
func appendDecimal(_ value: Int, digits: Int, to buffer: inout [UInt8]) {
  if digits == 2, value < 100 {
    buffer.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: value / 10))
    return buffer.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: value % 10))
  }
  appendLongDecimal(value, digits: digits, to: &buffer)
}

private func appendLongDecimal(_ value: Int, digits: Int, to buffer: inout [UInt8]) {
  var divisor = 1
  for _ in 1..<digits { divisor *= 10 }
  while value / divisor >= 10 { divisor *= 10 }
  while divisor > 0 {
    buffer.append(UInt8(ascii: "0") + UInt8(value / divisor % 10))
    divisor /= 10
  }
}
