/// A part of a log in memory, freed with the last event that points into it.
///
/// `@unchecked Sendable`: the reader that fills a block holds the only reference to it. Once an event
/// points into the block nobody writes to it again (`LogReader` takes a new block then).
@safe package final class LineBlock: @unchecked Sendable {
  /// Bytes behind the end that may be loaded but mean nothing; the first of them ends a line.
  static let padding = 128

  let bytes: UnsafeMutableRawBufferPointer

  init(capacity: Int) {
    let room = UnsafeMutableRawBufferPointer.allocate(
      byteCount: capacity + Self.padding, alignment: 64)
    unsafe UnsafeMutableRawBufferPointer(rebasing: room[capacity...]).initializeMemory(
      as: UInt8.self, repeating: UInt8(ascii: "\n"))
    unsafe bytes = UnsafeMutableRawBufferPointer(rebasing: room[..<capacity])
  }

  convenience init(copying line: UnsafeRawBufferPointer) {
    self.init(capacity: line.count)
    unsafe bytes.copyMemory(from: line)
  }

  deinit { unsafe bytes.deallocate() }
}
