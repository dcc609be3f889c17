internal import Synchronization

/// The text of an identifier, kept once for the whole process and named by four bytes.
///
/// Compilers call this a symbol. Comparing and hashing cost what an integer costs; the text comes
/// back only where something is printed.
struct InternedID: Hashable, Sendable {
  /// The place in the table; 0 stands for "no identifier".
  let index: UInt32

  static let none = InternedID(index: 0)

  var text: String { Interner.shared.text(of: self) }
}

/// The table behind every identifier.
///
/// A text that came from a log is permanent: it stays for the life of the process. A text that submissions
/// alone name is *theirs*: it has its symbol, so that nothing has to change when it is accepted, but stands apart
/// from the permanent ones. With the last of these submissions it goes, and the next new text takes its place, so
/// refused input leaves nothing behind.
///
/// Permanent symbols are found without a lock, so that several threads decode side by side; all else
/// goes one at a time.
///
/// An empty table takes the image of a table that a snapshot holds over as it lies. Any other looks its
/// texts up one by one.
final class Interner: Sendable {
  static let shared = Interner()

  let texts: InternerTexts
  let slots: InternerSlots
  private let state = Mutex(State())

  private struct State {
    /// The highest symbol that was ever taken.
    var last: UInt32 = 0
    /// The symbols up to it that no text has.
    var free: [UInt32] = []
    /// The symbols that submissions alone name, by the hashes of their texts, and how many submissions do.
    var own: [UInt64: (symbol: InternedID, count: Int)] = [:]
  }

  init() {
    texts = InternerTexts()
    slots = InternerSlots(texts)
  }

  /// The symbol of a text. Where it is not permanent it becomes one of `own`, without them permanent.
  func intern(_ bytes: UnsafeRawBufferPointer, _ own: ProvisionalIDs? = nil) -> InternedID {
    unsafe permanent(bytes) ?? internLocked(bytes, own)
  }

  @inline(never)
  private func internLocked(_ bytes: UnsafeRawBufferPointer, _ own: ProvisionalIDs?) -> InternedID {
    unsafe own?.add(bytes) ?? state.withLock { unsafe intern(bytes, &$0) }
  }

  /// The symbol of what may be an identifier; `nil` where it is none. The table has
  /// identifiers, and other texts behind a first byte that no UTF-8 text begins with. So bytes that are found are an
  /// identifier, and are not checked again.
  @inline(__always)
  func admit(_ bytes: UnsafeRawBufferPointer, _ own: ProvisionalIDs? = nil) -> InternedID? {
    if let symbol = unsafe permanent(bytes) { return symbol }
    return unsafe isIdentifier(bytes, maximumLength: 64) ? internLocked(bytes, own) : nil
  }

  /// The symbol with this text, if it is there for good.
  @inline(__always)
  func permanent(_ bytes: UnsafeRawBufferPointer) -> InternedID? {
    unsafe slots.permanent(bytes, slots.hash(of: bytes))
  }

  /// The symbol with this text, if it is there for good; also while the table grows.
  func known(_ bytes: UnsafeRawBufferPointer) -> InternedID? {
    unsafe permanent(bytes) ?? state.withLock { _ in unsafe permanent(bytes) }
  }

  /// The symbol with this text, also one that submissions alone name.
  func find(_ bytes: UnsafeRawBufferPointer) -> InternedID? {
    if let symbol = unsafe permanent(bytes) { return symbol }
    return state.withLock { state in
      let hash = unsafe slots.hash(of: bytes)
      // While the table grows, a look without the lock may miss one that is there.
      return unsafe slots.permanent(bytes, hash) ?? own(bytes, hash, state)
    }
  }

  /// Takes over the symbols of an image that lies in a snapshot.
  ///
  /// - Returns: the symbol of each number of the image, or none if the numbers are the symbols; `nil`
  ///   where the image is none.
  /// - Complexity: constant if the table is empty, else linear in the image.
  func adopt(_ image: InternerImage) -> [UInt32]? {
    guard image.count > 1 else { return [] }
    guard let slots = unsafe image.slots.mapped, slots.count.nonzeroBitCount == 1,
      slots.count <= InternerSlots.mostCount
    else { return nil }
    return state.withLock { state in
      if state.last > 0 { return translations(of: image, &state) }
      // Symbols live as long as the process, and so must the region.
      _ = unsafe Unmanaged.passRetained(image.texts.owner!)
      guard texts.adopt(image) else { return nil }
      unsafe self.slots.adopt(slots, seed: image.seed)
      state.last = UInt32(image.count - 1)
      return []
    }
  }

  private func translations(of image: InternerImage, _ state: inout State) -> [UInt32]? {
    var translations: [UInt32] = [0]
    translations.reserveCapacity(image.count)
    for number in 1..<UInt32(image.count) {
      let symbol: InternedID?? = unsafe image.withText(of: number) { bytes in
        unsafe isIdentifier(bytes, maximumLength: 64) || KeptText.isForm(bytes)
          ? intern(bytes, &state) : nil
      }
      guard case .some(.some(let symbol)) = symbol else { return nil }
      translations.append(symbol.index)
    }
    return translations
  }

  /// Holds a text for one more submission, unless it is permanent.
  func hold(_ bytes: UnsafeRawBufferPointer) -> InternedID {
    state.withLock { state in
      let hash = unsafe slots.hash(of: bytes)
      // Another thread may have been quicker.
      if let symbol = unsafe slots.permanent(bytes, hash) { return symbol }
      if let symbol = unsafe own(bytes, hash, state) {
        state.own[hash]?.count += 1
        return symbol
      }
      // Beside another text of the same hash it stays; with the seed unknown nobody can bring that about.
      if state.own[hash] != nil { return unsafe intern(bytes, &state) }
      let symbol = unsafe add(bytes, &state)
      state.own[hash] = (symbol, 1)
      return symbol
    }
  }

  /// Makes symbols permanent that submissions alone named: a log names them now.
  func keep(_ symbols: [InternedID]) {
    if symbols.isEmpty { return }
    state.withLock { state in
      for symbol in symbols {
        let hash = hashOfText(symbol)
        if state.own[hash]?.symbol == symbol { publish(symbol, hash, &state) }
      }
    }
  }

  /// Counts one submission less for each; one that nobody names any more goes.
  func drop(_ symbols: [InternedID]) {
    if symbols.isEmpty { return }
    state.withLock { state in
      for symbol in symbols {
        let hash = hashOfText(symbol)
        // Any other is permanent by now.
        guard let own = state.own[hash], own.symbol == symbol else { continue }
        if own.count > 1 {
          state.own[hash]?.count -= 1
        } else {
          state.own[hash] = nil
          texts.remove(symbol)
          state.free.append(symbol.index)
        }
      }
    }
  }

  func text(of symbol: InternedID) -> String {
    unsafe String(decoding: texts[symbol], as: UTF8.self)
  }

  func appendText(of symbol: InternedID, to buffer: inout some ByteSink) {
    unsafe buffer.append(bytes: texts[symbol])
  }

  /// The most identifiers that were in the table at a time, for tests of what is left behind.
  var highest: Int { state.withLock { Int($0.last) } }
  /// The number of identifiers in the table, for the same.
  var count: Int { state.withLock { Int($0.last) - $0.free.count } }

  /// Takes in those of sixteen texts that were not found.
  @inline(never)
  func intern(
    _ missing: UInt32, into symbols: inout InlineArray<16, InternedID>,
    _ text: (Int) -> UnsafeRawBufferPointer
  ) {
    state.withLock { state in
      for index in 0..<16 where missing >> index & 1 == 1 {
        unsafe symbols[index] = intern(text(index), &state)
      }
    }
  }

  // MARK: - Under the lock

  private func intern(_ bytes: UnsafeRawBufferPointer, _ state: inout State) -> InternedID {
    let hash = unsafe slots.hash(of: bytes)
    if let symbol = unsafe slots.permanent(bytes, hash) { return symbol }
    let symbol = unsafe own(bytes, hash, state) ?? add(bytes, &state)
    publish(symbol, hash, &state)
    return symbol
  }

  private func own(
    _ bytes: UnsafeRawBufferPointer, _ hash: UInt64, _ state: borrowing State
  ) -> InternedID? {
    guard let symbol = state.own[hash]?.symbol, unsafe texts.isText(of: symbol, bytes) else {
      return nil
    }
    return symbol
  }

  /// Takes in a text that nothing finds yet.
  private func add(_ bytes: UnsafeRawBufferPointer, _ state: inout State) -> InternedID {
    let symbol = InternedID(index: state.free.popLast() ?? state.last + 1)
    unsafe texts.append(bytes, as: symbol)
    state.last = max(state.last, symbol.index)
    return symbol
  }

  /// Lets all threads find a symbol, for good.
  private func publish(_ symbol: InternedID, _ hash: UInt64, _ state: inout State) {
    if state.own[hash]?.symbol == symbol { state.own[hash] = nil }
    slots.reserve(count: Int(state.last))
    slots.insert(symbol, hash)
  }

  private func hashOfText(_ symbol: InternedID) -> UInt64 { unsafe slots.hash(of: texts[symbol]) }
}

/// A quick hash of short byte strings, mixed eight bytes at a time (multiply and fold, as in wyhash).
/// Seeded for each process, so that nobody can prepare input that collides.
@inline(__always)
func seededHash(of bytes: UnsafeRawBufferPointer, seed: UInt64) -> UInt64 {
  var hash = seed
  var offset = 0
  while offset + 8 <= bytes.count {
    hash = folded(unsafe hash ^ bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    offset += 8
  }
  // The last eight bytes once more, instead of a loop over the rest of them.
  let rest =
    unsafe bytes.count >= 8
    ? bytes.loadUnaligned(fromByteOffset: bytes.count - 8, as: UInt64.self)
    : bytes.baseAddress.map { unsafe shortWord($0, bytes.count) } ?? 0
  // The length comes in where no byte of the text can undo it.
  return folded(folded(hash ^ rest) ^ seed ^ UInt64(truncatingIfNeeded: bytes.count))
}

@inline(__always)
private func folded(_ value: UInt64) -> UInt64 {
  let product = (value ^ 0x9E37_79B9_7F4A_7C15).multipliedFullWidth(by: 0xA076_1D64_78BD_642F)
  return product.high ^ product.low
}

extension Interner {
  /// The symbols of sixteen texts of a log; `none` for each that is no identifier.
  ///
  /// Each step waits for memory, and depends on the one before; so each is taken for all texts before
  /// the next, without a branch between, and the processor waits for sixteen at a time.
  ///
  /// - Parameter areRecent: whether most were found lately.
  @inline(__always)
  func intern(
    areRecent: Bool = false, _ text: (Int) -> UnsafeRawBufferPointer
  ) -> InlineArray<16, InternedID> {
    // By spans: the compiler copies an inline array before it takes an element of it.
    let allHashes = InlineArray<16, UInt64> { index in unsafe slots.hash(of: text(index)) }
    let hashes = allHashes.span
    let firstWords = InlineArray<16, UInt64> { index in
      areRecent ? slots.recentWord(hashes[index]) : slots.word(hashes[index])
    }
    let first = firstWords.span
    let allWords = InlineArray<16, UInt64> { index in
      slots.candidate(hashes[index], first: first[index])
    }
    let words = allWords.span
    let addresses = unsafe InlineArray<16, UnsafeRawPointer> { index in
      unsafe texts.address(of: InternerSlots.symbol(words[index]))
    }
    let found = unsafe addresses.span
    let allLengths = InlineArray<16, UInt8> { index in unsafe found[index].load(as: UInt8.self) }
    let lengths = allLengths.span
    var symbols = InlineArray<16, InternedID>(repeating: .none)
    var missing: UInt32 = 0
    for index in 0..<16 {
      let text = unsafe text(index)
      if words[index] != 0, text.count == Int(lengths[index]),
        unsafe hasEqualBytes(found[index] + 1, text.baseAddress!, count: text.count)
      {
        symbols[index] = InternerSlots.symbol(words[index])
      } else if unsafe isIdentifier(text, maximumLength: 64) {
        missing |= 1 << index
      }
    }
    if missing != 0 { unsafe intern(missing, into: &symbols, text) }
    return symbols
  }
}
