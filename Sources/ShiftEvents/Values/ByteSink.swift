/// The target of written bytes: an array that grows, or reserved room.
protocol ByteSink {
  /// Nothing to write to, or an empty array.
  init()
  mutating func append(_ byte: UInt8)
  mutating func append(bytes: UnsafeRawBufferPointer)
}

extension ByteSink {
  @inline(__always)
  mutating func append(_ text: StaticString) {
    unsafe append(
      bytes: UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  @inline(__always)
  mutating func append(text: String) { unsafe text.withBytes { unsafe append(bytes: $0) } }
}

extension String {
  /// Hands over the text as UTF-8.
  @inline(__always)
  func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    var text = self
    return text.withUTF8 { unsafe body(UnsafeRawBufferPointer($0)) }
  }

  /// The text of bytes that are written.
  init(_ write: (inout [UInt8]) -> Void) {
    var bytes: [UInt8] = []
    write(&bytes)
    self.init(decoding: bytes, as: UTF8.self)
  }
}

extension [UInt8]: ByteSink {
  @inline(__always)
  mutating func append(bytes: UnsafeRawBufferPointer) { unsafe append(contentsOf: bytes) }
}

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

/// Appends `value` with leading zeros; a value that needs more digits than asked for gets them, and a
/// negative one a sign.
@inline(__always)
func appendDecimal(_ value: some FixedWidthInteger, digits: Int, to sink: inout some ByteSink) {
  if digits == 2, value < 100, value >= 0 {
    sink.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: value / 10))
    return sink.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: value % 10))
  }
  var text = InlineArray<20, UInt8>(repeating: UInt8(ascii: "0"))
  if value < 0 { sink.append(UInt8(ascii: "-")) }
  var (place, rest) = (20, UInt64(value.magnitude))
  while rest > 0 {
    place -= 1
    text[place] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
    rest /= 10
  }
  place = min(place, 20 - digits)
  unsafe withUnsafeBytes(of: &text) { text in
    unsafe sink.append(bytes: UnsafeRawBufferPointer(rebasing: text[place...]))
  }
}

/// True for a digit or a letter of ASCII.
package func isAlphanumeric(_ byte: UInt8) -> Bool {
  switch byte {
  case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
    UInt8(ascii: "a")...UInt8(ascii: "z"):
    true
  default: false
  }
}
