// Reads and writes that go on until everything is done, over arrays.
extension FileSystem {
  /// Reads from where the file stands; 0 is its end.
  package func read(
    _ file: FileDescriptor, into block: inout [UInt8]
  ) throws(SystemError) -> Int {
    var span = block.mutableSpan
    return try unsafe span.withUnsafeMutableBytes { buffer throws(SystemError) in
      unsafe try read(file, into: buffer)
    }
  }

  /// Up to `count` bytes from an offset on; fewer only where the file ends before.
  package func bytes(
    _ file: FileDescriptor, at offset: UInt64, count: Int
  ) throws(SystemError) -> [UInt8] {
    var block = [UInt8](repeating: 0, count: count)
    block.removeLast(count - (try readAll(file, at: offset, into: &block)))
    return block
  }

  /// Fills a block from an offset on. Returns the number of bytes, which is less only if the file ends
  /// before.
  package func readAll(
    _ file: FileDescriptor, at offset: UInt64, into block: inout [UInt8]
  ) throws(SystemError) -> Int {
    var filled = 0
    while filled < block.count {
      var span = block.mutableSpan
      let read = try unsafe span.withUnsafeMutableBytes { buffer throws(SystemError) in
        unsafe try self.read(
          file, at: offset + UInt64(filled),
          into: UnsafeMutableRawBufferPointer(rebasing: buffer[filled...]))
      }
      if read == 0 { break }
      filled += read
    }
    return filled
  }

  /// Writes all of `bytes` where the file stands, or throws.
  package func writeAll(_ file: FileDescriptor, _ bytes: [UInt8]) throws(SystemError) {
    var written = 0
    while written < bytes.count {
      let count = try unsafe bytes.span.withUnsafeBytes { all throws(SystemError) in
        unsafe try write(file, UnsafeRawBufferPointer(rebasing: all[written...]))
      }
      // A write of nothing would be tried for ever.
      guard count > 0 else { throw .noSpace }
      written += count
    }
  }

  /// Writes all of `bytes` from an offset on, or throws.
  package func writeAll(
    _ file: FileDescriptor, at offset: UInt64, _ bytes: [UInt8]
  ) throws(SystemError) {
    var written = 0
    while written < bytes.count {
      let count = try unsafe bytes.span.withUnsafeBytes { all throws(SystemError) in
        unsafe try write(
          file, at: offset + UInt64(written), UnsafeRawBufferPointer(rebasing: all[written...]))
      }
      guard count > 0 else { throw .noSpace }
      written += count
    }
  }
}
