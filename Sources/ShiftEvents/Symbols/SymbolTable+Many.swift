extension SymbolTable {
  /// The symbols of sixteen texts of a log; `none` for each that is no identifier.
  ///
  /// Each step waits for memory, and depends on the one before; so each is taken for all texts before
  /// the next, without a branch between, and the processor waits for sixteen at a time.
  ///
  /// - Parameter areRecent: whether most were found lately.
  @inline(__always)
  func intern(
    areRecent: Bool = false, _ text: (Int) -> UnsafeRawBufferPointer
  ) -> InlineArray<16, Symbol> {
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
      unsafe texts.address(of: SymbolSlots.symbol(words[index]))
    }
    let found = unsafe addresses.span
    let allLengths = InlineArray<16, UInt8> { index in unsafe found[index].load(as: UInt8.self) }
    let lengths = allLengths.span
    var symbols = InlineArray<16, Symbol>(repeating: .none)
    var missing: UInt32 = 0
    for index in 0..<16 {
      let text = unsafe text(index)
      if words[index] != 0, text.count == Int(lengths[index]),
        unsafe hasEqualBytes(found[index] + 1, text.baseAddress!, count: text.count)
      {
        symbols[index] = SymbolSlots.symbol(words[index])
      } else if unsafe isIdentifier(text, maximumLength: 64) {
        missing |= 1 << index
      }
    }
    if missing != 0 { unsafe intern(missing, into: &symbols, text) }
    return symbols
  }
}
