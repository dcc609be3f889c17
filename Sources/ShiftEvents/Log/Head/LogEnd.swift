/// An end of the log: everything up to a byte, named by the last line before it.
package struct LogEnd: Hashable, Sendable {
  package var lengthBytes: UInt64
  /// The sequence of the last line, 0 if there is none.
  package var sequence: UInt64
  package var hash: Digest
  /// The first line's hash: the log's identity.
  package var firstHash: Digest

  /// The first line's hash; `nil` of a log without lines.
  var identity: Digest? { sequence == 0 ? nil : firstHash }

  package static let empty = LogEnd(lengthBytes: 0, sequence: 0, hash: .zero, firstHash: .zero)

  /// The end after one more line, its LF counted in `lengthBytes`.
  package func adding(lengthBytes: UInt64, hash: Digest) -> LogEnd {
    LogEnd(
      lengthBytes: self.lengthBytes + lengthBytes, sequence: sequence + 1, hash: hash,
      firstHash: sequence == 0 ? hash : firstHash)
  }
}

/// A place in a log that a reading has come to.
public struct LogPosition: Hashable, Sendable {
  package var end: LogEnd
  package var lastTime: Timestamp?

  /// Before the first event.
  public static let start = LogPosition(end: .empty, lastTime: nil)

  /// The last event that was read, 0 before the first.
  public var sequence: SequenceNumber { SequenceNumber(Int(end.sequence)) }
}
