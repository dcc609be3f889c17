/// What storage needs to know of one complete line, its LF left off.
package struct LineFacts: Hashable, Sendable {
  package var sequence: UInt64
  /// The line is not the last of its batch.
  package var more: Bool
  /// How many bytes stand before the hash member; the chain covers exactly these.
  package var contentLength: Int
  /// The hash that the line states, true or not.
  package var hash: Digest

  package init(sequence: UInt64, more: Bool, contentLength: Int, hash: Digest) {
    self.sequence = sequence
    self.more = more
    self.contentLength = contentLength
    self.hash = hash
  }
}

/// The codec's judgement of a line: nil for bytes that do not parse whole as an event line.
@safe package struct LineCheck {
  private let check: (UnsafeRawBufferPointer) -> LineFacts?

  package init(_ check: @escaping (UnsafeRawBufferPointer) -> LineFacts?) {
    unsafe self.check = unsafe check
  }

  package func callAsFunction(_ line: UnsafeRawBufferPointer) -> LineFacts? {
    unsafe check(line)
  }
}

/// How long lines of the stored log may be.
package enum LineLimit {
  /// Without the LF.
  package static let lengthBytes = 4 << 20
}
