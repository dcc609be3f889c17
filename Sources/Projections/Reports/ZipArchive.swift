/// An archive of files as they are, without compression: the same files are the same bytes.
struct ZipArchive {
  private var directory: [UInt8] = []
  private var count = 0
  private var offset = 0

  /// Returns the bytes that stand before those of a file; `nil` where the archive would be larger than 4 GiB.
  mutating func begin(_ name: String, _ bytes: [UInt8]) -> [UInt8]? {
    let name = Array(name.utf8)
    guard offset + bytes.count + directory.count + 200 + name.count <= UInt32.max else {
      return nil
    }
    // Version 2.0, no flags, stored, 1980-01-01 00:00.
    let shared =
      Self.little([20, 0, 0, 0, 0x21], 2)
      + Self.little([Int(Self.checksum(bytes)), bytes.count, bytes.count], 4)
      + Self.little([name.count, 0], 2)
    directory += Self.little([0x0201_4B50], 4) + Self.little([20], 2) + shared
    directory += Self.little([0, 0, 0], 2) + Self.little([0, offset], 4) + name
    let head = Self.little([0x0403_4B50], 4) + shared + name
    count += 1
    offset += head.count + bytes.count
    return head
  }

  /// The bytes behind the last file.
  var end: [UInt8] {
    directory + Self.little([0x0605_4B50], 4) + Self.little([0, 0, count, count], 2)
      + Self.little([directory.count, offset], 4) + [0, 0]
  }

  private static func little(_ numbers: [Int], _ width: Int) -> [UInt8] {
    numbers.flatMap { number in (0..<width).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) } }
  }

  private static let table: [UInt32] = (0..<256).map { byte in
    (0..<8).reduce(UInt32(byte)) { sum, _ in sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
  }

  /// CRC-32 of some bytes.
  static func checksum(_ bytes: [UInt8]) -> UInt32 {
    let table = table
    var sum = UInt32.max
    for byte in bytes { sum = table[Int(UInt8(truncatingIfNeeded: sum) ^ byte)] ^ sum >> 8 }
    return ~sum
  }
}
