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
