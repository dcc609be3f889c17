/// The 32 bytes of a SHA-256, held inline; printed and read as 64 lower-case hexadecimal digits.
public struct Digest: Hashable, Sendable, BitwiseCopyable {
  /// The bytes in order, eight to a word, the first byte of each the most significant.
  package var words: (UInt64, UInt64, UInt64, UInt64)

  package init(words: (UInt64, UInt64, UInt64, UInt64)) { self.words = words }

  /// The hash that precedes the first line of a log.
  public static let zero = Digest(words: (0, 0, 0, 0))

  /// Compares in the open: a digest of the log is no secret.
  public static func == (left: Digest, right: Digest) -> Bool { left.words == right.words }

  /// Feeds the first eight bytes, which are as good as random.
  public func hash(into hasher: inout Hasher) { hasher.combine(words.0) }
}

extension Digest {
  package static let hexLength = 64

  /// Reads exactly 64 lower-case hexadecimal digits; nil for anything else.
  public init?(_ hex: String) {
    guard let parsed = unsafe hex.withBytes({ unsafe Digest(hex: $0) }) else { return nil }
    self = parsed
  }

  package init?(hex: UnsafeRawBufferPointer) {
    guard hex.count == Digest.hexLength else { return nil }
    var isHex = Digest.allDigits
    func word(at place: Int) -> UInt64 {
      let high = unsafe hex.loadUnaligned(fromByteOffset: place, as: UInt64.self)
      let low = unsafe hex.loadUnaligned(fromByteOffset: place + 8, as: UInt64.self)
      isHex &= Digest.lowerHexDigits(high) & Digest.lowerHexDigits(low)
      return Digest.packedDigits(high) << 32 | Digest.packedDigits(low)
    }
    words = (word(at: 0), word(at: 16), word(at: 32), word(at: 48))
    if isHex != Digest.allDigits { return nil }
  }

  /// The result of `lowerHexDigits` for eight digits.
  static let allDigits: UInt64 = 0x8080_8080_8080_8080

  /// The high bit of each byte that is `0`–`9` or `a`–`f`. Adding moves the bounds of a range to the
  /// high bit; a byte that has it set already is beyond ASCII and taken out.
  @inline(__always)
  static func lowerHexDigits(_ word: UInt64) -> UInt64 {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let ascii = word & (ones &* 0x7F)
    let decimal = (ascii &+ ones &* (0x80 - 0x30)) & ~(ascii &+ ones &* (0x80 - 0x3A))
    let letters = (ascii &+ ones &* (0x80 - 0x61)) & ~(ascii &+ ones &* (0x80 - 0x67))
    return (decimal | letters) & ~word & allDigits
  }

  /// Eight digits in the order in which they are written.
  @inline(__always)
  static func digits(ofHalf half: UInt64) -> UInt64 {
    let ones: UInt64 = 0x0101_0101_0101_0101
    var value = (half | half << 16) & 0x0000_FFFF_0000_FFFF
    value = (value | value << 8) & 0x00FF_00FF_00FF_00FF
    value = (value | value << 4) & (ones &* 15)
    // From ten on, six more carry into bit 4.
    let letters = (value &+ ones &* 6) >> 4 & ones
    return (value &+ ones &* 0x30 &+ letters &* (0x61 - 0x30 - 10)).bigEndian
  }

  /// The number that eight digits spell, the first of them the most significant.
  @inline(__always)
  private static func packedDigits(_ word: UInt64) -> UInt64 {
    let ones: UInt64 = 0x0101_0101_0101_0101
    // A letter has bit 6 set and its low four bits count from 1.
    var value = word.bigEndian & (ones &* 15) &+ (word.bigEndian >> 6 & ones) &* 9
    value = (value | value >> 4) & 0x00FF_00FF_00FF_00FF
    value = (value | value >> 8) & 0x0000_FFFF_0000_FFFF
    return (value | value >> 16) & 0xFFFF_FFFF
  }

  @inline(__always)
  func appendHex(to sink: inout some ByteSink) {
    var digits = InlineArray<64, UInt8>(repeating: 0)
    unsafe withUnsafeMutableBytes(of: &digits) { digits in
      unsafe writeHex(to: digits)
      unsafe sink.append(bytes: UnsafeRawBufferPointer(digits))
    }
  }

  /// Puts the digits in the place of as many bytes.
  func writeHex(to bytes: inout [UInt8], at place: Int) {
    precondition(place >= 0 && place + Digest.hexLength <= bytes.count)
    unsafe bytes.withUnsafeMutableBytes { bytes in
      unsafe writeHex(to: UnsafeMutableRawBufferPointer(rebasing: bytes[place...]))
    }
  }

  /// Puts the digits at the front of `bytes`, which has room for them.
  @inline(__always)
  fileprivate func writeHex(to bytes: UnsafeMutableRawBufferPointer) {
    let words: InlineArray<4, UInt64> = [words.0, words.1, words.2, words.3]
    for index in 0..<4 {
      unsafe bytes.storeBytes(
        of: Digest.digits(ofHalf: words[index] >> 32), toByteOffset: 16 * index, as: UInt64.self)
      unsafe bytes.storeBytes(
        of: Digest.digits(ofHalf: words[index] & 0xFFFF_FFFF), toByteOffset: 16 * index + 8,
        as: UInt64.self)
    }
  }
}

extension Digest: CustomStringConvertible {
  /// The digits that stand in a log line.
  public var description: String { String { appendHex(to: &$0) } }
}

extension Digest {
  /// The hash member of a line: SHA-256 over the hexadecimal digits of the line before it and of its
  /// own content.
  package static func chain(previous: Digest, content: Digest) -> Digest {
    var digits = InlineArray<128, UInt8>(repeating: 0)
    return unsafe withUnsafeMutableBytes(of: &digits) { digits in
      unsafe previous.writeHex(to: digits)
      unsafe content.writeHex(to: UnsafeMutableRawBufferPointer(rebasing: digits[hexLength...]))
      return unsafe SHA256.hash(UnsafeRawBufferPointer(digits))
    }
  }

  /// The hash member of a line with this content, which is all that stands before the member.
  package static func chain(_ content: UnsafeRawBufferPointer, after previous: Digest) -> Digest {
    chain(previous: previous, content: unsafe SHA256.hash(content))
  }
}
