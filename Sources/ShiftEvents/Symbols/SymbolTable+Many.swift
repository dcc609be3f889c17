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
    let hashes = InlineArray<16, UInt64> { index in unsafe slots.hash(of: text(index)) }
    var words = InlineArray<16, UInt64> { index in
      areRecent ? slots.recentWord(hashes[index]) : slots.word(hashes[index])
    }
    for index in 0..<16 { words[index] = slots.candidate(hashes[index], first: words[index]) }
    let found = unsafe InlineArray<16, UnsafeRawPointer> { index in
      unsafe texts.address(of: SymbolSlots.symbol(words[index]))
    }
    var lengths = InlineArray<16, UInt8>(repeating: 0)
    for index in 0..<16 {
      unsafe lengths[index] = found[index].load(as: UInt8.self)
    }
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
