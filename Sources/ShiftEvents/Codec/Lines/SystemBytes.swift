#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Returns the place of the first line feed; `nil` where there is none.
package func firstNewline(in bytes: UnsafeRawBufferPointer) -> Int? {
  guard let start = bytes.baseAddress,
    let found = unsafe memchr(start, Int32(UInt8(ascii: "\n")), bytes.count)
  else { return nil }
  return unsafe UnsafeRawPointer(found) - start
}

/// Returns the place of the last line feed; `nil` where there is none.
func lastNewline(in bytes: UnsafeRawBufferPointer) -> Int? {
  var place = bytes.count
  // `lastIndex(of:)` is slow in a debug build.
  while place > 0 {
    place -= 1
    if unsafe bytes[place] == UInt8(ascii: "\n") { return place }
  }
  return nil
}

/// Returns `true` if two runs of bytes are equal, at a fifth of the cost of comparing them one by one.
func areEqual(_ bytes: ArraySlice<UInt8>, _ others: ArraySlice<UInt8>) -> Bool {
  guard bytes.count == others.count else { return false }
  return unsafe bytes.withUnsafeBytes { bytes in
    unsafe others.withUnsafeBytes { others in
      guard let start = bytes.baseAddress, let other = others.baseAddress else { return true }
      return unsafe memcmp(start, other, bytes.count) == 0
    }
  }
}
