/// Writes the few values of a snapshot that are no arrays: fixed-width little-endian numbers, and texts
/// behind their length.
package struct SnapshotWriter {
  private var body: [UInt8] = []

  package init() {}

  package var count: Int { body.count }

  package mutating func number(_ value: some FixedWidthInteger) {
    unsafe withUnsafeBytes(of: value.littleEndian) { unsafe body.append(contentsOf: $0) }
  }

  package mutating func flag(_ value: Bool) { number(value ? 1 as UInt8 : 0) }

  /// A value of an enumeration by its place among all.
  package mutating func choice<Word: CaseIterable & Equatable>(
    _ value: Word
  ) where Word.AllCases == [Word] {
    number(UInt8(Word.allCases.firstIndex(of: value)!))
  }

  package mutating func text(_ value: String) {
    number(UInt32(value.utf8.count))
    body.append(contentsOf: value.utf8)
  }

  package consuming func end() -> [UInt8] { body }
}
