/// Finds names by their bytes: open addressing with linear probing, at most half full, so that any
/// list of names fits.
///
/// `@unchecked Sendable`: nothing changes after `init`.
@safe final class NameTable: @unchecked Sendable {
  private typealias Entry = (text: UnsafePointer<UInt8>, count: Int, index: Int)

  private let entries: UnsafeMutablePointer<Entry?>
  private let mask: Int

  /// A table for the life of the process.
  init(_ names: [String]) {
    var slotCount = 16
    while slotCount < 2 * names.count { slotCount *= 2 }
    mask = slotCount - 1
    unsafe entries = .allocate(capacity: slotCount)
    unsafe entries.initialize(repeating: nil, count: slotCount)
    for (index, name) in names.enumerated() {
      let text = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: name.utf8.count)
      _ = unsafe text.initialize(from: name.utf8)
      let bytes = UnsafeRawBufferPointer(text)
      let place = unsafe probe(from: Self.hash(bytes), mask) { unsafe entries[$0] == nil }
      unsafe entries[place] = (UnsafePointer(text.baseAddress!), bytes.count, index)
    }
  }

  /// The place of a name in the list; `nil` where it is not in it.
  @inline(__always)
  func index(of name: UnsafeRawBufferPointer) -> Int? {
    guard let start = name.baseAddress else { return nil }
    var found: Entry?
    _ = unsafe probe(from: Self.hash(name), mask) {
      unsafe found = entries[$0]
      guard let found = unsafe found else { return true }
      return unsafe found.count == name.count
        && hasEqualBytes(start, found.text, count: name.count)
    }
    return unsafe found?.index
  }

  /// A hash of the first and the last bytes: those of event types differ.
  @inline(__always)
  private static func hash(_ name: UnsafeRawBufferPointer) -> Int {
    var mixed = UInt64(truncatingIfNeeded: name.count)
    if name.count >= 8 {
      let last = unsafe name.loadUnaligned(fromByteOffset: name.count - 8, as: UInt64.self)
      unsafe mixed ^= name.loadUnaligned(as: UInt64.self) ^ (last << 13 | last >> 51)
    } else {
      for index in 0..<name.count { mixed = unsafe mixed << 8 ^ UInt64(name[index]) }
    }
    return Int(truncatingIfNeeded: (mixed &* 0x12A4_7FDB_32FA_A167) >> 40)
  }
}
