internal import Synchronization

/// The texts of symbols, each behind its length in one byte, in memory that never moves.
///
/// A short text stands in the sixteen bytes of its symbol, so that one look into memory finds it:
///
///     ┌──────┬──────────────────────────┐   ┌──────┬────────┬───────┐
///     │ 0–15 │ text                     │   │ 0xFF │ unused │ place │
///     │ 1    │ 15                       │   │ 1    │ 3      │ 4     │
///     └──────┴──────────────────────────┘   └──────┴────────┴───────┘
///
/// `@unchecked Sendable`: only the thread that holds the table's lock writes, and only where no symbol in
/// use has its text. A text is read by its symbol, which is given out after the text was written.
@safe final class InternerTexts: @unchecked Sendable {
  private static let recordLength = 16
  private static let groupLength = 1 << 16
  /// The groups for 268 million identifiers.
  private static let groupCount = 1 << 12
  private static let blockLengthBytes = 1 << 18
  private static let blockCount = 1 << 14
  /// A text has at most 255 bytes, so that it and its length fit in what is left of a block.
  private static let longest = 256
  private static let isLong: UInt8 = 0xFF

  /// The sixteen bytes of each symbol, in groups that never move.
  private let groups: UnsafeMutablePointer<UnsafeMutableRawPointer?>
  private let blocks: UnsafeMutablePointer<UnsafeMutableRawPointer>
  /// The place of the next long text, and the end of the blocks.
  private var end = 0
  private var room = 0
  /// The places of long texts that were removed, by their lengths: only a text of the same length takes
  /// one, so that none is ever lost.
  private var freePlaces = [[UInt32]](repeating: [], count: longest)
  /// Texts that lie in an image that was taken over. They are set before `adoptedCount`, and never
  /// again.
  private var base: (texts: UnsafePointer<UInt8>, starts: UnsafePointer<UInt32>)?
  /// In place of them those that are checked late: each before it is read.
  private var late: InternerImage?
  private let adoptedCount = Atomic<UInt32>(0)

  init() {
    unsafe groups = .allocate(capacity: Self.groupCount)
    unsafe groups.initialize(repeating: nil, count: Self.groupCount)
    unsafe blocks = .allocate(capacity: Self.blockCount)
    unsafe append(UnsafeRawBufferPointer(start: nil, count: 0), as: .none)
  }

  // Lives as long as the process: symbols stay valid that long.

  @inline(__always)
  subscript(symbol: InternedID) -> UnsafeRawBufferPointer {
    let text = unsafe address(of: symbol)
    let length = unsafe text.load(as: UInt8.self)
    return unsafe UnsafeRawBufferPointer(start: text + 1, count: Int(length))
  }

  /// Returns the address of a symbol's text, which stands behind its length.
  @inline(__always)
  func address(of symbol: InternedID) -> UnsafeRawPointer {
    let adoptedCount = adoptedCount.load(ordering: .acquiring)
    if symbol.index < adoptedCount {
      guard let base = unsafe base else { return unsafe lateAddress(of: symbol) }
      return unsafe UnsafeRawPointer(base.texts + Int(base.starts[Int(symbol.index)]))
    }
    let record = unsafe record(of: symbol)
    return unsafe record.load(as: UInt8.self) == Self.isLong
      ? longText(record) : UnsafeRawPointer(record)
  }

  @inline(__always)
  private func record(of symbol: InternedID) -> UnsafeMutableRawPointer {
    let index = Int(symbol.index)
    return unsafe groups[index / Self.groupLength].unsafelyUnwrapped
      + index % Self.groupLength * Self.recordLength
  }

  private func longText(_ record: UnsafeRawPointer) -> UnsafeRawPointer {
    let start = unsafe Int(record.load(fromByteOffset: 4, as: UInt32.self))
    return unsafe UnsafeRawPointer(blocks[start / Self.blockLengthBytes])
      + start % Self.blockLengthBytes
  }

  @inline(never)
  private func lateAddress(of symbol: InternedID) -> UnsafeRawPointer {
    guard let late, let texts = unsafe late.texts.unchecked else {
      preconditionFailure("a text was taken over from no image")
    }
    let start = Int(late.starts[Int(symbol.index)])
    late.texts.require(start..<start + 1 + Int(late.texts[start]))
    return unsafe UnsafeRawPointer(texts.baseAddress! + start)
  }

  /// Takes the texts of an image over, where there is no symbol yet. They are found where they lie.
  func adopt(_ image: InternerImage) -> Bool {
    guard let texts = unsafe image.texts.unchecked, let starts = unsafe image.starts.unchecked
    else { return false }
    if image.texts.isCheckedLate {
      late = image
    } else {
      unsafe base = (UnsafePointer(texts.baseAddress!), UnsafePointer(starts.baseAddress!))
    }
    adoptedCount.store(UInt32(image.count), ordering: .releasing)
    return true
  }

  @inline(__always)
  func isText(of symbol: InternedID, _ bytes: UnsafeRawBufferPointer) -> Bool {
    let text = unsafe self[symbol]
    return unsafe text.count == bytes.count
      && hasEqualBytes(text.baseAddress!, bytes.baseAddress!, count: bytes.count)
  }

  /// Takes a text in as that of a symbol that has none.
  func append(_ bytes: UnsafeRawBufferPointer, as symbol: InternedID) {
    precondition(bytes.count < Self.longest)
    let group = Int(symbol.index) / Self.groupLength
    precondition(group < Self.groupCount, "a process has room for 268 million identifiers")
    if unsafe groups[group] == nil {
      unsafe groups[group] = .allocate(
        byteCount: Self.groupLength * Self.recordLength, alignment: MemoryRegion.alignment)
    }
    var text = unsafe record(of: symbol)
    if bytes.count >= Self.recordLength {
      let place = freePlaces[bytes.count].popLast() ?? newPlace(of: bytes.count)
      unsafe text.storeBytes(of: Self.isLong, as: UInt8.self)
      unsafe text.storeBytes(of: place, toByteOffset: 4, as: UInt32.self)
      unsafe text = UnsafeMutableRawPointer(mutating: longText(text))
    }
    unsafe text.storeBytes(of: UInt8(bytes.count), as: UInt8.self)
    unsafe UnsafeMutableRawBufferPointer(start: text + 1, count: bytes.count).copyMemory(
      from: bytes)
  }

  /// Returns a place behind all others, in another block where this one has no room for any text.
  private func newPlace(of lengthBytes: Int) -> UInt32 {
    if room - end < Self.longest {
      let block = room / Self.blockLengthBytes
      precondition(block < Self.blockCount, "a process has room for 4 GiB of long identifiers")
      end = room
      unsafe (blocks + block).initialize(
        to: .allocate(byteCount: Self.blockLengthBytes, alignment: 1))
      room += Self.blockLengthBytes
    }
    defer { end += lengthBytes + 1 }
    return UInt32(end)
  }

  /// The room that long texts have taken, for tests.
  var lengthBytes: Int { end }

  /// Gives the room of a text back.
  func remove(_ symbol: InternedID) {
    let record = unsafe record(of: symbol)
    guard unsafe record.load(as: UInt8.self) == Self.isLong else { return }
    unsafe freePlaces[self[symbol].count].append(record.load(fromByteOffset: 4, as: UInt32.self))
  }
}

/// A table of symbols as a snapshot holds it: numbered from 1, with the slots by which they are
/// found, so that a table takes it over as it stands.
struct InternerImage {
  /// Each text behind its length in one byte.
  let texts: FlatArray<UInt8>
  /// The beginning of each symbol's text; that of symbol 0 is empty.
  let starts: FlatArray<UInt32>
  let slots: FlatArray<UInt64>
  let seed: UInt64

  /// The number of symbols, number 0 counted.
  var count: Int { starts.count }

  func withText<Result>(of number: UInt32, _ body: (UnsafeRawBufferPointer) -> Result) -> Result? {
    guard let texts = unsafe texts.mapped, Int(number) < starts.count else { return nil }
    let start = Int(starts[Int(number)])
    guard start < texts.count, start + Int(unsafe texts[start]) < texts.count else { return nil }
    let end = start + 1 + Int(unsafe texts[start])
    return unsafe body(
      UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(texts)[start + 1..<end]))
  }
}

extension InternerImage {
  /// An image in which the symbols have their places among `symbols`, from 1, with room for `more`.
  init(_ symbols: [InternedID], of table: Interner = .shared, roomForMore more: Int) {
    var texts: [UInt8] = [0]
    var starts: [UInt32] = [0]
    let seed = UInt64.random(in: .min ... .max)
    var slots = [UInt64](repeating: 0, count: InternerSlots.slotCount(for: symbols.count + more))
    starts.reserveCapacity(symbols.count + 1)
    for (place, symbol) in symbols.enumerated() {
      let start = texts.count
      starts.append(UInt32(start))
      texts.append(0)
      table.appendText(of: symbol, to: &texts)
      texts[start] = UInt8(texts.count - start - 1)
      let hash = unsafe texts[(start + 1)...].withUnsafeBytes {
        unsafe seededHash(of: $0, seed: seed)
      }
      InternerSlots.insert(InternedID(index: UInt32(place + 1)), hash, into: &slots)
    }
    self.init(
      texts: FlatArray(texts), starts: FlatArray(starts), slots: FlatArray(slots), seed: seed)
  }
}

/// The identifiers that a submission or a question brought and no log names: its own, until it is accepted.
///
/// They are valid as long as the submission or the question is kept, and go with it. `keep()` makes them permanent: it is
/// called once the log names them.
package final class ProvisionalIDs: Sendable {
  private let table: Interner
  private let symbols = Mutex<[InternedID]>([])

  init(in table: Interner) { self.table = table }

  package convenience init() { self.init(in: .shared) }

  /// Takes in a text that was not found among the permanent ones.
  func add(_ bytes: UnsafeRawBufferPointer) -> InternedID {
    let symbol = unsafe table.hold(bytes)
    symbols.withLock { $0.append(symbol) }
    return symbol
  }

  /// True if all identifiers of the submission are permanent without it.
  var isEmpty: Bool { symbols.withLock { $0.isEmpty } }

  func keep() { table.keep(taken()) }

  private func taken() -> [InternedID] {
    symbols.withLock { symbols in
      defer { symbols = [] }
      return symbols
    }
  }

  deinit { table.drop(taken()) }
}
