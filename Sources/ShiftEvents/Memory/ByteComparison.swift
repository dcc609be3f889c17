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
