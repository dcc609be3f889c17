internal import Synchronization

/// The texts of symbols, each behind its length in one byte, in blocks that never move.
///
/// `@unchecked Sendable`: only whoever holds the table's lock writes, and only behind what is in use;
/// a text is read by those who have its symbol, which is given out after the text was written.
@safe final class SymbolTexts: @unchecked Sendable {
  private static let blockLengthBytes = 1 << 18
  private static let groupLength = 1 << 16
  /// For 268 million identifiers.
  private static let groupCount = 1 << 12
  /// A text has at most 64 bytes, so that it and its length fit in what is left of a block.
  private static let longest = 65

  /// Where each text begins; groups of addresses, so that none ever moves.
  private let groups: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<UInt8>>?>
  /// Texts that lie in the first image that was taken over, and the symbol before its first. They
  /// are set before `adoptedCount`, and never again.
  private var base: (texts: UnsafePointer<UInt8>, starts: UnsafePointer<UInt32>, before: UInt32)?
  private let adoptedCount = Atomic<UInt32>(0)
  private var end: UnsafeMutablePointer<UInt8>
  private var left: Int

  init() {
    unsafe groups = .allocate(capacity: Self.groupCount)
    unsafe groups.initialize(repeating: nil, count: Self.groupCount)
    unsafe end = .allocate(capacity: Self.blockLengthBytes)
    left = Self.blockLengthBytes
    unsafe append(UnsafeRawBufferPointer(start: nil, count: 0), as: .none)
  }

  // Lives as long as the process: symbols stay valid that long.

  @inline(__always)
  subscript(symbol: Symbol) -> UnsafeRawBufferPointer {
    let text = unsafe address(of: symbol)
    let length = unsafe text.load(as: UInt8.self)
    return unsafe UnsafeRawBufferPointer(start: text + 1, count: Int(length))
  }

  /// Where the text of a symbol stands, behind its length.
  @inline(__always)
  func address(of symbol: Symbol) -> UnsafeRawPointer {
    let adoptedCount = adoptedCount.load(ordering: .acquiring)
    if adoptedCount > 0, let base = unsafe base {
      let number = unsafe symbol.index &- base.before
      // Before the first it wraps around, as 0 does.
      if number &- 1 < adoptedCount {
        return unsafe UnsafeRawPointer(base.texts + Int(base.starts[Int(number)]))
      }
    }
    let index = Int(symbol.index)
    return unsafe UnsafeRawPointer(groups[index / Self.groupLength]![index % Self.groupLength])
  }

  /// Takes the texts of an image over as those of the symbols behind `last`. Those of the first image
  /// are found where they lie, those of others by their addresses.
  func adopt(
    _ texts: UnsafeMutablePointer<UInt8>, starts: UnsafePointer<UInt32>, count: Int,
    behind last: UInt32
  ) {
    if adoptedCount.load(ordering: .relaxed) == 0 {
      unsafe base = (UnsafePointer(texts), starts, last)
      adoptedCount.store(UInt32(count - 1), ordering: .releasing)
    } else {
      for number in 1..<count {
        unsafe place(Symbol(index: last + UInt32(number)), at: texts + Int(starts[number]))
      }
    }
  }

  @inline(__always)
  func isText(of symbol: Symbol, _ bytes: UnsafeRawBufferPointer) -> Bool {
    let text = unsafe self[symbol]
    return unsafe text.count == bytes.count
      && hasEqualBytes(text.baseAddress!, bytes.baseAddress!, count: bytes.count)
  }

  /// Takes a text in as that of the symbol after the last one.
  func append(_ bytes: UnsafeRawBufferPointer, as symbol: Symbol) {
    precondition(bytes.count < Self.longest)
    if left < Self.longest {
      unsafe end = .allocate(capacity: Self.blockLengthBytes)
      left = Self.blockLengthBytes
    }
    unsafe end[0] = UInt8(bytes.count)
    unsafe UnsafeMutableRawBufferPointer(start: end + 1, count: bytes.count).copyMemory(from: bytes)
    unsafe place(symbol, at: end)
    unsafe end += bytes.count + 1
    left -= bytes.count + 1
  }

  private func place(_ symbol: Symbol, at text: UnsafeMutablePointer<UInt8>) {
    let (group, index) = Int(symbol.index).quotientAndRemainder(dividingBy: Self.groupLength)
    if unsafe groups[group] == nil { unsafe groups[group] = .allocate(capacity: Self.groupLength) }
    unsafe groups[group]![index] = text
  }

  /// Gives the room of the newest text back, if it stands at the end of a block.
  func removeLast(_ symbol: Symbol) {
    let text = unsafe self[symbol]
    guard unsafe UnsafeRawPointer(end) == text.baseAddress! + text.count else { return }
    unsafe end -= text.count + 1
    left += text.count + 1
  }
}

/// Whether the same bytes stand at both places, compared eight at a time.
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
  while offset < count {
    if unsafe first.load(fromByteOffset: offset, as: UInt8.self)
      != second.load(fromByteOffset: offset, as: UInt8.self)
    {
      return false
    }
    offset += 1
  }
  return true
}
