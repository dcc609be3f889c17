/// The records of a head file as they were read or written last. One whose bytes are the same need not
/// be read and hashed again: most are, from one append to the next.
struct HeadMemory {
  private struct Known {
    var bytes: [UInt8]
    var record: HeadRecord?
  }

  private var known = InlineArray<3, Known>(repeating: Known(bytes: [], record: nil))

  /// The record that the bytes are, as `HeadRecord` reads them.
  mutating func record(
    _ role: HeadRecord.Role, _ bytes: ArraySlice<UInt8>, at offset: UInt64
  ) -> HeadRecord? {
    let place = Int(offset) / HeadRecord.lengthBytes
    if areEqual(bytes, known[place].bytes[...]) { return known[place].record }
    let bytes = Array(bytes)
    let record = HeadRecord(role, bytes)
    known[place] = Known(bytes: bytes, record: record)
    return record
  }

  /// Remembers a record that was written to a place, unless another process overwrites it.
  mutating func note(_ record: HeadRecord, _ bytes: [UInt8], at offset: UInt64) {
    known[Int(offset) / HeadRecord.lengthBytes] = Known(bytes: bytes, record: record)
  }
}
