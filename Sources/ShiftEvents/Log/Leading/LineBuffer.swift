/// Lines of a stream, as far as they have come.
package struct LineBuffer {
  private var bytes: [UInt8] = []
  private var start = 0
  /// The end of the bytes that were searched: no line feed stands before it.
  private var searched = 0
  private(set) var isOver = false

  package init() {}

  package static let blockBytes = 64 << 10
  /// A session's line with what is put before it.
  private static let limitBytes = (16 << 20) + 256

  package var hasUnread: Bool { start < bytes.count }

  /// Reads what is there, or waits for something, by way of a block; false at the end of the stream.
  package mutating func fill(
    from file: FileDescriptor, by block: inout [UInt8], _ fileSystem: any FileSystem
  ) throws(SystemError) -> Bool {
    if start > 0 {
      bytes.removeFirst(start)
      (start, searched) = (0, searched - start)
    }
    let count = try fileSystem.read(file, into: &block)
    bytes += block[..<count]
    return count > 0 && bytes.count <= Self.limitBytes
  }

  /// The next whole line, without its line feed. Half a line at the end of a stream never was one.
  package mutating func next() -> [UInt8]? {
    if isOver { return nil }
    guard let end = bytes[searched...].firstIndex(of: UInt8(ascii: "\n")) else {
      searched = bytes.count
      return nil
    }
    defer { (start, searched) = (end + 1, end + 1) }
    return Array(bytes[start..<end])
  }

  /// The bytes behind the last line feed, as the last line; `nil` if there are none.
  package mutating func takeHalfLine() -> [UInt8]? {
    defer { end() }
    return hasUnread ? Array(bytes[start...]) : nil
  }

  mutating func end() { (isOver, bytes, start, searched) = (true, [], 0, 0) }
}
