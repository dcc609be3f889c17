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

/// Returns `true` if the same bytes stand at both places; compares eight at a time.
@inline(__always)
func hasEqualBytes(_ first: UnsafeRawPointer, _ second: UnsafeRawPointer, count: Int) -> Bool {
  var offset = 0
  while offset + 8 <= count {
    if unsafe first.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      != second.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
    {
      return false
    }
    offset += 8
  }
  if count >= 8 {
    // The last eight bytes once more, instead of a loop over the rest of them.
    return unsafe first.loadUnaligned(fromByteOffset: count - 8, as: UInt64.self)
      == second.loadUnaligned(fromByteOffset: count - 8, as: UInt64.self)
  }
  return unsafe shortWord(first, count) == shortWord(second, count)
}

/// Fewer than eight bytes as one word, which differs for different ones of the same number.
@inline(__always)
func shortWord(_ bytes: UnsafeRawPointer, _ count: Int) -> UInt64 {
  if count >= 4 {
    return unsafe UInt64(bytes.loadUnaligned(as: UInt32.self)) << 32
      | UInt64(bytes.loadUnaligned(fromByteOffset: count - 4, as: UInt32.self))
  }
  if count == 0 { return 0 }
  return unsafe UInt64(bytes.load(as: UInt8.self)) << 16
    | UInt64(bytes.load(fromByteOffset: count / 2, as: UInt8.self)) << 8
    | UInt64(bytes.load(fromByteOffset: count - 1, as: UInt8.self))
}

/// Bytes one behind the other, in room that grows when it is asked to. What is appended must fit into room that was
/// reserved.
@safe final class GrowingBytes {
  private(set) var bytes = UnsafeMutablePointer<UInt8>.allocate(capacity: 256)
  private var capacity = 256
  var count = 0

  deinit { unsafe bytes.deallocate() }

  /// Makes room for the given number of further bytes; words may be loaded behind them.
  func reserve(_ room: Int) {
    if count + room > capacity {
      let wider = UnsafeMutablePointer<UInt8>.allocate(capacity: 2 * (count + room))
      unsafe wider.initialize(from: bytes, count: count)
      unsafe bytes.deallocate()
      unsafe bytes = wider
      capacity = 2 * (count + room)
    }
  }

  func append(_ byte: UInt8) {
    unsafe bytes[count] = byte
    count += 1
  }

  func append(_ text: UnsafeRawBufferPointer) {
    guard let source = text.baseAddress else { return }
    unsafe UnsafeMutableRawPointer(bytes + count).copyMemory(from: source, byteCount: text.count)
    count += text.count
  }
}
