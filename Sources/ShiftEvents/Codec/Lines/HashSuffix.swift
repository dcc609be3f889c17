/// The end of a line that links it into the chain: `,"hash":"<64 digits>"}`.
package struct HashSuffix {
  /// The number of bytes before it; their digest is the line's content.
  var contentLength: Int
  package var hash: Digest

  /// The offset of the digits in it.
  static let hashOffset = 9
  static let length = hashOffset + Digest.hexLength + 2

  /// `,"hash":` as one word.
  private static let opening: UInt64 = unsafe Array(",\"hash\":".utf8).withUnsafeBytes {
    unsafe $0.load(as: UInt64.self)
  }

  /// - Returns: `nil` where the line ends otherwise.
  package init?(_ line: UnsafeRawBufferPointer) {
    contentLength = line.count - Self.length
    guard contentLength > 0 else { return nil }
    let suffix = unsafe UnsafeRawBufferPointer(rebasing: line[contentLength...])
    guard unsafe suffix.loadUnaligned(as: UInt64.self) == Self.opening,
      unsafe suffix[Self.hashOffset - 1] == UInt8(ascii: "\""),
      unsafe suffix[Self.length - 2] == UInt8(ascii: "\""),
      unsafe suffix[Self.length - 1] == UInt8(ascii: "}"),
      let hash = unsafe Digest(
        hex: UnsafeRawBufferPointer(
          rebasing: suffix[Self.hashOffset..<Self.hashOffset + Digest.hexLength]))
    else { return nil }
    self.hash = hash
  }
}
