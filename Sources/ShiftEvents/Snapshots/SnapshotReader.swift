package struct SnapshotFault: Error {
  package init() {}
}

/// The reader of snapshots. No input makes it trap.
package struct SnapshotReader {
  private let bytes: [UInt8]
  private var offset: Int

  /// - Parameter start: where the first value begins.
  package init(_ bytes: [UInt8], from start: Int = 0) {
    self.bytes = bytes
    offset = min(start, bytes.count)
  }

  package mutating func number<Number: FixedWidthInteger>() throws(SnapshotFault) -> Number {
    let length = MemoryLayout<Number>.size
    guard bytes.count - offset >= length else { throw SnapshotFault() }
    let value = unsafe bytes.withUnsafeBytes {
      unsafe $0.loadUnaligned(fromByteOffset: offset, as: Number.self)
    }
    offset += length
    return Number(littleEndian: value)
  }

  package mutating func flag() throws(SnapshotFault) -> Bool {
    let value: UInt8 = try number()
    guard value < 2 else { throw SnapshotFault() }
    return value == 1
  }

  package mutating func text() throws(SnapshotFault) -> String {
    let count: UInt32 = try number()
    guard bytes.count - offset >= Int(count) else { throw SnapshotFault() }
    defer { offset += Int(count) }
    return String(decoding: bytes[offset..<offset + Int(count)], as: UTF8.self)
  }

  /// A value of an enumeration by its place among all.
  package mutating func choice<Word: CaseIterable>(
    _ type: Word.Type
  ) throws(SnapshotFault) -> Word where Word.AllCases == [Word] {
    let place: UInt8 = try number()
    guard Int(place) < Word.allCases.count else { throw SnapshotFault() }
    return Word.allCases[Int(place)]
  }
}
