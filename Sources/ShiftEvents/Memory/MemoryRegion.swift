import Synchronization

/// Bytes that stay in place while somebody refers to the region: a privately mapped file, whose changes
/// stay in this process, or memory of its own.
@safe package final class MemoryRegion: @unchecked Sendable {
  /// The sections that arrays lie in, and may change, each a bit.
  private let lent = Atomic<UInt64>(0)
  /// The sections that were found to be as they were written and that nobody has since, each a bit.
  private let sound = Atomic<UInt64>(0)

  // `@unchecked`: the region only lends its bytes. A type that changes them has no other reader of
  // those bytes (`FlatArray`, the table of symbols).
  package let bytes: UnsafeMutableRawBufferPointer
  private let release: @Sendable (UnsafeMutableRawBufferPointer) -> Void
  private let bringIn: (@Sendable (UnsafeMutableRawBufferPointer) -> Void)?
  private let letGo: (@Sendable (UnsafeMutableRawBufferPointer) -> Void)?

  /// The alignment at which arrays of any plain type may begin.
  package static let alignment = 64

  /// Takes over bytes that begin at a multiple of `alignment`.
  ///
  /// - Parameters:
  ///   - bringIn: brings bytes into memory that are about to be read, where they are not there.
  ///   - letGo: puts bytes out of memory that were read and not changed; who reads them again finds them.
  package init(
    _ bytes: UnsafeMutableRawBufferPointer,
    bringIn: (@Sendable (UnsafeMutableRawBufferPointer) -> Void)? = nil,
    letGo: (@Sendable (UnsafeMutableRawBufferPointer) -> Void)? = nil,
    release: @escaping @Sendable (UnsafeMutableRawBufferPointer) -> Void
  ) {
    unsafe self.bytes = bytes
    unsafe self.release = release
    unsafe self.bringIn = bringIn
    unsafe self.letGo = letGo
  }

  /// Lends a section to arrays that may change it where it lies.
  ///
  /// - Returns: `false` if others have it: then it must be copied.
  func lend(_ section: Int) -> Bool {
    let bit: UInt64 = 1 << section
    return lent.bitwiseOr(bit, ordering: .relaxed).oldValue & bit == 0
  }

  func note(sound section: Int) { sound.bitwiseOr(1 << section, ordering: .relaxed) }

  /// Returns `true` once where a section was found to be sound.
  func wasSound(_ section: Int) -> Bool {
    let bit: UInt64 = 1 << section
    return sound.bitwiseAnd(~bit, ordering: .relaxed).oldValue & bit != 0
  }

  /// Lends a range to be read once from its begin to its end, in pieces that are as large and as aligned as the largest
  /// pages, so that little of it is in memory at a time.
  ///
  /// - Parameter isKept: true where somebody may have changed bytes of the range.
  func read(
    _ range: Range<Int>, isKept: Bool, _ body: (Range<Int>) -> Void
  ) {
    var start = range.lowerBound
    while start < range.upperBound {
      let end = min((start / Self.pieceLength + 1) * Self.pieceLength, range.upperBound)
      let piece = unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[start..<end])
      unsafe bringIn?(piece)
      body(start..<end)
      if !isKept { unsafe letGo?(piece) }
      start = end
    }
  }

  private static let pieceLength = 2 << 20

  /// Memory of its own, filled before anything of it is read.
  package convenience init(lengthBytes: Int) {
    let room = UnsafeMutableRawBufferPointer.allocate(
      byteCount: max(lengthBytes, 1), alignment: Self.alignment)
    unsafe self.init(UnsafeMutableRawBufferPointer(rebasing: room[..<lengthBytes])) {
      unsafe $0.baseAddress!.deallocate()
    }
  }

  deinit { unsafe release(bytes) }

  package var count: Int { unsafe bytes.count }
}

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
