/// A submission that a session hands on to the one that writes for it.
///
///     n 000000000057 0198c2…-…d41 {"type":…}
///     │ │            │            └ the client's line
///     │ │            └ the id that it gets if it brings none
///     │ └ of one in doubt: the event behind which its own stands, if it is recorded
///     └ new, or in doubt: d
package struct ForwardedLine: Sendable {
  package let line: [UInt8]
  /// Given before the line leaves: so it can be found in the log, and is recorded once, whatever
  /// becomes of the leader.
  package let id: String
  /// The last event that was acknowledged before it left first, or that a line before it became; `nil` unless it was
  /// handed on before and what became of it is not known.
  package var inDoubtSince: SequenceNumber?

  package init(_ line: [UInt8], id: String) { (self.line, self.id) = (line, id) }

  private static let idPlace = 15..<51
  private static let space = UInt8(ascii: " ")

  package func append(to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: inDoubtSince == nil ? "n" : "d"))
    bytes.append(Self.space)
    (inDoubtSince ?? .zero).append(to: &bytes)
    bytes.append(Self.space)
    bytes += id.utf8
    bytes.append(Self.space)
    bytes += line
    bytes.append(UInt8(ascii: "\n"))
  }

  /// Reads what `append` wrote; `nil` for anything else.
  package init?(_ bytes: [UInt8]) {
    guard bytes.count > Self.idPlace.upperBound, bytes[1] == Self.space, bytes[14] == Self.space,
      bytes[51] == Self.space,
      let knownEnd = unsafe bytes[2..<14].withUnsafeBytes({ unsafe SequenceNumber(digits: $0) })
    else { return nil }
    switch bytes[0] {
    case UInt8(ascii: "n"): break
    case UInt8(ascii: "d"): inDoubtSince = knownEnd
    default: return nil
    }
    let id = bytes[Self.idPlace]
    let isID = id.allSatisfy {
      $0 == UInt8(ascii: "-") || 0x30...0x39 ~= $0 || 0x61...0x66 ~= $0
    }
    guard isID else { return nil }
    self.id = String(decoding: id, as: UTF8.self)
    line = Array(bytes[(Self.idPlace.upperBound + 1)...])
  }
}

extension ForwardedLine {
  /// Returns the line as it is judged.
  package func gathered(
    _ submission: DecodedSubmission, stream: FileDescriptor? = nil
  ) -> GatheredSubmission {
    GatheredSubmission(
      submission.map { $0.identified(as: id) }, line: id, inDoubtSince: inDoubtSince,
      stream: stream)
  }
}
