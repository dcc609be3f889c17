// Writes JSON strings and numbers: one form for each value.
/// Appends `text` in quotes as raw UTF-8; only `"`, `\` and control characters are escaped.
func appendJSONString(_ text: String, to buffer: inout some ByteSink) {
  buffer.append(UInt8(ascii: "\""))
  unsafe text.withBytes { bytes in
    if unsafe isPlain(bytes) {
      unsafe buffer.append(bytes: bytes)
    } else {
      unsafe appendEscaped(bytes, to: &buffer)
    }
  }
  buffer.append(UInt8(ascii: "\""))
}

/// Returns `true` if no byte is escaped; looks at eight at a time.
private func isPlain(_ bytes: UnsafeRawBufferPointer) -> Bool {
  let ones: UInt64 = 0x0101_0101_0101_0101
  var place = 0
  while place + 8 <= bytes.count {
    let word = unsafe bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self)
    let (quote, backslash) = (word ^ ones &* 0x22, word ^ ones &* 0x5C)
    // The high bit of a byte that is less than a space, or 0.
    let escaped =
      (word &- ones &* 0x20) & ~word | (quote &- ones) & ~quote | (backslash &- ones) & ~backslash
    if escaped & (ones &* 0x80) != 0 { return false }
    place += 8
  }
  while place < bytes.count {
    let byte = unsafe bytes[place]
    if byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { return false }
    place += 1
  }
  return true
}

private func appendEscaped(_ bytes: UnsafeRawBufferPointer, to buffer: inout some ByteSink) {
  for place in bytes.indices {
    let byte = unsafe bytes[place]
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"):
      buffer.append(UInt8(ascii: "\\"))
      buffer.append(byte)
    case 0x0A: buffer.append("\\n")
    case 0x09: buffer.append("\\t")
    case 0x0D: buffer.append("\\r")
    case 0x08: buffer.append("\\b")
    case 0x0C: buffer.append("\\f")
    case 0..<0x20:
      buffer.append("\\u00")
      buffer.append(hexDigit(byte >> 4))
      buffer.append(hexDigit(byte & 15))
    default: buffer.append(byte)
    }
  }
}

private func hexDigit(_ value: UInt8) -> UInt8 {
  value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
}

/// Returns a finite number as a log has it.
package func jsonNumber(_ value: Double) -> String {
  var bytes: [UInt8] = []
  appendJSONNumber(value, to: &bytes)
  return String(decoding: bytes, as: UTF8.self)
}

/// Appends a finite number as RFC 8785 (that is ECMAScript's `Number.prototype.toString`) has it.
func appendJSONNumber(_ value: Double, to buffer: inout some ByteSink) {
  if value == 0 { return buffer.append(UInt8(ascii: "0")) }
  if value < 0 { buffer.append(UInt8(ascii: "-")) }
  let (digits, exponent) = shortestDigits(of: value.magnitude)
  func append(_ digits: some Sequence<UInt8>) { for digit in digits { buffer.append(digit) } }
  // `exponent` is ECMAScript's n: the value is 0.digits × 10^n.
  switch exponent {
  case digits.count...21:
    append(digits)
    append(repeatElement(UInt8(ascii: "0"), count: exponent - digits.count))
  case 1...21:
    append(digits[..<exponent])
    buffer.append(UInt8(ascii: "."))
    append(digits[exponent...])
  case -5...0:
    buffer.append("0.")
    append(repeatElement(UInt8(ascii: "0"), count: -exponent))
    append(digits)
  default:
    buffer.append(digits[0])
    if digits.count > 1 {
      buffer.append(UInt8(ascii: "."))
      append(digits[1...])
    }
    buffer.append(exponent > 0 ? "e+" : "e-")
    append(String(abs(exponent - 1)).utf8)
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
    default: if exponent == 0, !text[..<index].contains(UInt8(ascii: "e")) { digits.append(byte) }
    }
  }
  exponent += pointAfter ?? digits.count
  let leadingZeros = digits.prefix { $0 == UInt8(ascii: "0") }.count
  digits.removeFirst(leadingZeros)
  exponent -= leadingZeros
  while digits.last == UInt8(ascii: "0") { digits.removeLast() }
  return (digits, exponent)
}

/// Writes the members of an object in the order in which they are given.
struct MemberWriter<Sink: ByteSink> {
  private(set) var buffer: Sink
  private var isFirst = true

  /// Appends an object to `sink`, which is the writer's own meanwhile.
  @inline(__always)
  static func appendObject(to sink: inout Sink, _ body: (inout MemberWriter) -> Void) {
    var writer = MemberWriter(buffer: Sink())
    swap(&writer.buffer, &sink)
    writer.buffer.append(UInt8(ascii: "{"))
    body(&writer)
    writer.buffer.append(UInt8(ascii: "}"))
    swap(&writer.buffer, &sink)
  }

  mutating func required(_ key: StaticString, _ value: some JSONWritable) {
    if !isFirst { buffer.append(UInt8(ascii: ",")) }
    isFirst = false
    buffer.append(UInt8(ascii: "\""))
    buffer.append(key)
    buffer.append("\":")
    value.appendJSON(to: &buffer)
  }

  /// Adds a member whose name needs no escapes and is not known when this is compiled.
  mutating func member(_ name: String, _ value: some JSONWritable) {
    if !isFirst { buffer.append(UInt8(ascii: ",")) }
    isFirst = false
    appendJSONString(name, to: &buffer)
    buffer.append(UInt8(ascii: ":"))
    value.appendJSON(to: &buffer)
  }

  mutating func optional(_ key: StaticString, _ value: (some JSONWritable)?) {
    if let value { required(key, value) }
  }

  mutating func list(_ key: StaticString, _ values: [some JSONWritable]) {
    if !values.isEmpty { required(key, values) }
  }
}

extension MemberWriter where Sink == [UInt8] {
  /// Begins an object of its own.
  init() {
    self.init(buffer: [])
    // Most objects fit; growing to it from nothing costs five times as much.
    buffer.reserveCapacity(224)
    buffer.append(UInt8(ascii: "{"))
  }

  /// Ends the object with `data` as its last member, left out where it has no members.
  consuming func end(with data: consuming MemberWriter) -> [UInt8] {
    data.isFirst ? end() : end(withData: data.end())
  }

  /// Ends the object with `data`, an object as JSON, as its last member.
  consuming func end(withData data: [UInt8]) -> [UInt8] {
    buffer.append(",\"data\":")
    buffer += data
    return end()
  }

  /// Ends the object and hands over all that was written.
  consuming func end() -> [UInt8] {
    buffer.append(UInt8(ascii: "}"))
    return buffer
  }
}

extension MemberWriter: EventVisitor {
  @inline(__always)
  mutating func visit<Value: JSONWritable>(
    _ key: StaticString, _ value: Value, _: MemberTraits
  ) { required(key, value) }
}
