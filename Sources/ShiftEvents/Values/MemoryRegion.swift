/// Bytes that stay where they are as long as somebody holds the region: a file that is mapped
/// privately, so that changes stay in this process, or room of its own.
@safe package final class MemoryRegion: @unchecked Sendable {
  // `@unchecked`: the region itself only hands out its bytes; whoever changes some of them has them
  // to itself (`FlatArray`, the table of symbols).
  package let bytes: UnsafeMutableRawBufferPointer
  private let release: @Sendable (UnsafeMutableRawBufferPointer) -> Void

  /// Where arrays of any plain type may begin.
  package static let alignment = 64

  /// Takes over bytes that begin at a multiple of `alignment`.
  package init(
    _ bytes: UnsafeMutableRawBufferPointer,
    release: @escaping @Sendable (UnsafeMutableRawBufferPointer) -> Void
  ) {
    unsafe self.bytes = bytes
    unsafe self.release = release
  }

  /// Room of its own, to be filled before anything of it is read.
  package convenience init(lengthBytes: Int) {
    let room = UnsafeMutableRawBufferPointer.allocate(
      byteCount: max(lengthBytes, 1), alignment: Self.alignment)
    unsafe self.init(UnsafeMutableRawBufferPointer(rebasing: room[..<lengthBytes])) {
      unsafe $0.baseAddress!.deallocate()
    }
  }

  /// A copy of the bytes.
  package convenience init(copying bytes: [UInt8]) {
    self.init(lengthBytes: bytes.count)
    unsafe self.bytes.copyBytes(from: bytes)
  }

  deinit { unsafe release(bytes) }

  package var count: Int { unsafe bytes.count }
}
