// Reads and writes that go on until everything is done, over arrays.
extension FileSystem {
  package func read(
    _ file: FileDescriptor, into block: inout [UInt8]
  ) throws(SystemError) -> Int {
    var span = block.mutableSpan
    return try unsafe span.withUnsafeMutableBytes { buffer throws(SystemError) in
      unsafe try read(file, at: nil, into: buffer)
    }
  }

  /// Up to `count` bytes from an offset on; fewer only where the file ends before.
  package func bytes(
    _ file: FileDescriptor, at offset: UInt64, count: Int
  ) throws(SystemError) -> [UInt8] {
    var block = [UInt8](repeating: 0, count: count)
    var filled = 0
    while filled < count {
      var span = block.mutableSpan
      let read = try unsafe span.withUnsafeMutableBytes { buffer throws(SystemError) in
        unsafe try self.read(
          file, at: offset + UInt64(filled),
          into: UnsafeMutableRawBufferPointer(rebasing: buffer[filled...]))
      }
      if read == 0 { break }
      filled += read
    }
    block.removeLast(count - filled)
    return block
  }

  /// Writes all of `bytes`, at an offset or where the file stands, or throws.
  package func writeAll(
    _ file: FileDescriptor, at offset: UInt64? = nil, _ bytes: [UInt8]
  ) throws(SystemError) {
    var written = 0
    while written < bytes.count {
      let count = try unsafe bytes.span.withUnsafeBytes { all throws(SystemError) in
        unsafe try write(
          file, at: offset.map { $0 + UInt64(written) },
          UnsafeRawBufferPointer(rebasing: all[written...]))
      }
      // A write of nothing would be tried for ever.
      guard count > 0 else { throw .noSpace }
      written += count
    }
  }

  /// Makes the names in a folder durable.
  package func syncNames(in folder: String) throws(LogError) {
    try doing("sync the folder", folder, syncDirectory(folder))
  }
}
