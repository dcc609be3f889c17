/// Writes into room that was reserved. What does not fit stops the program.
@safe struct ByteCursor: ByteSink {
  private let start: UnsafeMutableRawPointer
  private var place: UnsafeMutableRawPointer
  private let end: UnsafeMutableRawPointer

  init() { unsafe self.init(UnsafeMutableRawBufferPointer(start: Self.nowhere, count: 0)) }

  // Nothing is ever written there.
  nonisolated(unsafe) private static let nowhere = UnsafeMutableRawPointer.allocate(
    byteCount: 1, alignment: 1)

  init(_ room: UnsafeMutableRawBufferPointer) {
    unsafe start = room.baseAddress ?? Self.nowhere
    unsafe place = start
    unsafe end = start + room.count
  }

  var count: Int { unsafe place - start }

  @inline(__always)
  mutating func append(_ byte: UInt8) {
    precondition(unsafe place < end)
    unsafe place.storeBytes(of: byte, as: UInt8.self)
    unsafe place += 1
  }

  @inline(__always)
  mutating func append(bytes: UnsafeRawBufferPointer) {
    guard let source = bytes.baseAddress else { return }
    precondition(unsafe bytes.count <= end - place)
    unsafe place.copyMemory(from: source, byteCount: bytes.count)
    unsafe place += bytes.count
  }
}

extension [UInt8] {
  /// Appends what is written into room for so many bytes.
  mutating func append(atMost count: Int, _ write: (inout ByteCursor) -> Void) {
    unsafe withUnsafeTemporaryAllocation(byteCount: count, alignment: 1) { room in
      var cursor = unsafe ByteCursor(room)
      write(&cursor)
      unsafe append(contentsOf: UnsafeRawBufferPointer(rebasing: room[..<cursor.count]))
    }
  }
}
