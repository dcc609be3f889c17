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
