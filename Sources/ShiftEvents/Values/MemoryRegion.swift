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

  /// A copy of the bytes.
  package convenience init(copying bytes: [UInt8]) {
    let room = UnsafeMutableRawBufferPointer.allocate(
      byteCount: max(bytes.count, 1), alignment: Self.alignment)
    unsafe room.copyBytes(from: bytes)
    unsafe self.init(UnsafeMutableRawBufferPointer(rebasing: room[..<bytes.count])) {
      unsafe $0.baseAddress!.deallocate()
    }
  }

  deinit { unsafe release(bytes) }

  package var count: Int { unsafe bytes.count }
}
