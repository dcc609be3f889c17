/// An end of the log: everything up to a byte, named by the last line before it.
package struct Frontier: Hashable, Sendable {
  package var lengthBytes: UInt64
  /// The sequence of the last line, 0 if there is none.
  package var sequence: UInt64
  package var hash: Digest
  /// The first line's hash: the log's identity.
  package var firstHash: Digest

  /// The first line's hash; `nil` of a log without lines.
  var identity: Digest? { sequence == 0 ? nil : firstHash }

  package static let empty = Frontier(lengthBytes: 0, sequence: 0, hash: .zero, firstHash: .zero)

  /// The end after one more line, its LF counted in `lengthBytes`.
  package func adding(lengthBytes: UInt64, hash: Digest) -> Frontier {
    Frontier(
      lengthBytes: self.lengthBytes + lengthBytes, sequence: sequence + 1, hash: hash,
      firstHash: sequence == 0 ? hash : firstHash)
  }
}

extension Damage {
  static func otherThanAcknowledged(_ end: Frontier) -> String {
    "event \(end.sequence) was acknowledged up to byte \(end.lengthBytes) with another hash than the line "
      + "there has"
  }

  /// Acknowledged lines that are gone from the end of a log of `lengthBytes`, whose last whole line is
  /// `last`, or that stand there without line feeds.
  static func short(at last: Frontier, acknowledged: Frontier, lengthBytes: UInt64) -> Damage {
    if lengthBytes >= acknowledged.lengthBytes {
      return Damage(
        .json, line: last.sequence + 1, offset: last.lengthBytes,
        message:
          "the line has no line feed at byte \(acknowledged.lengthBytes - 1), up to which event "
          + "\(acknowledged.sequence) was acknowledged")
    }
    return Damage(
      .short, line: last.sequence + 1, offset: last.lengthBytes,
      message: "the log ends at byte \(lengthBytes), and event \(acknowledged.sequence) was "
        + "acknowledged up to byte \(acknowledged.lengthBytes)",
      column: Int(clamping: lengthBytes - min(last.lengthBytes, lengthBytes)) + 1)
  }
}
