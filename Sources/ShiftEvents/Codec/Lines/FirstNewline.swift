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
