extension LogBlockReader {
  /// Why a reader gave out no more lines.
  package enum Ending: Hashable, Sendable {
    case end
    /// The caller asked for no more.
    case stopped
    /// Bytes behind the last LF: in a live log, a write in flight.
    case half(at: UInt64, lengthBytes: Int)
    case tooLong(at: UInt64, lengthBytes: UInt64)
  }

  /// Gives each whole line, its LF left off, with its byte offset, until the caller answers false.
  package func forEachLine(
    _ body: (UnsafeRawBufferPointer, UInt64) throws -> Bool
  ) throws -> Ending {
    while true {
      switch try next() {
      case .end: return .end
      case .tooLong(let offset, let lengthBytes):
        return .tooLong(at: offset, lengthBytes: lengthBytes)
      case .half(let bytes, let offset): return .half(at: offset, lengthBytes: bytes.count)
      case .lines(let bytes, let offset):
        let goesOn = try unsafe LogBlockReader.forEachLine(in: bytes, at: offset, body)
        if !goesOn { return .stopped }
      }
    }
  }

  /// Gives each line of a piece; false where the caller wanted no more.
  package static func forEachLine<Failure: Error>(
    in lines: UnsafeRawBufferPointer, at offset: UInt64,
    _ body: (UnsafeRawBufferPointer, UInt64) throws(Failure) -> Bool
  ) throws(Failure) -> Bool {
    var start = 0
    while start < lines.count {
      let rest = unsafe UnsafeRawBufferPointer(rebasing: lines[start...])
      let length = unsafe firstNewline(in: rest) ?? rest.count
      let line = unsafe UnsafeRawBufferPointer(rebasing: rest[..<length])
      if unsafe try !body(line, offset + UInt64(start)) { return false }
      start += length + 1
    }
    return true
  }
}
