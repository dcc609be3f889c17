/// A quick 128-bit checksum against accidents: four lanes, sixteen bytes at a time into each, by a
/// multiplication whose halves are folded into each other (as wyhash does, by Wang Yi).
struct Checksum {
  private var lanes: (UInt64, UInt64, UInt64, UInt64) = (1, 2, 3, 4)
  private var count = 0

  var value: (UInt64, UInt64) {
    let first = Self.mix(lanes.0 ^ UInt64(count) ^ Self.secrets.0, lanes.1)
    let second = Self.mix(lanes.2 ^ Self.secrets.1, lanes.3)
    return (Self.mix(first, second ^ Self.secrets.2), Self.mix(first ^ Self.secrets.3, second))
  }

  /// Adds bytes behind those before. Each piece is padded to a multiple of 64 bytes.
  mutating func add(_ bytes: UnsafeRawBufferPointer) {
    count += bytes.count
    var offset = 0
    while offset + 64 <= bytes.count {
      unsafe addBlock(bytes, at: offset)
      offset += 64
    }
    // The rest, padded with zeros; the count tells zeros from padding.
    guard offset < bytes.count else { return }
    var rest = [UInt8](repeating: 0, count: 64)
    for index in offset..<bytes.count { rest[index - offset] = unsafe bytes[index] }
    unsafe rest.withUnsafeBytes { unsafe addBlock($0, at: 0) }
  }

  @inline(__always)
  private mutating func addBlock(_ bytes: UnsafeRawBufferPointer, at offset: Int) {
    @inline(__always) func word(_ index: Int) -> UInt64 {
      UInt64(
        littleEndian: unsafe bytes.loadUnaligned(
          fromByteOffset: offset + index * 8, as: UInt64.self))
    }
    lanes.0 = Self.mix(word(0) ^ Self.secrets.0, word(1) ^ lanes.0)
    lanes.1 = Self.mix(word(2) ^ Self.secrets.1, word(3) ^ lanes.1)
    lanes.2 = Self.mix(word(4) ^ Self.secrets.2, word(5) ^ lanes.2)
    lanes.3 = Self.mix(word(6) ^ Self.secrets.3, word(7) ^ lanes.3)
  }

  @inline(__always)
  private static func mix(_ first: UInt64, _ second: UInt64) -> UInt64 {
    let product = first.multipliedFullWidth(by: second)
    return product.high ^ product.low
  }

  @inline(__always)
  private static var secrets: (UInt64, UInt64, UInt64, UInt64) {
    (0xA076_1D64_78BD_642F, 0xE703_7ED1_A0B4_28DB, 0x8EBC_6AF0_9C88_C6E3, 0x5899_65CC_7537_4CC3)
  }
}
