/// A proof that a line is in the log of a checkpoint, to be checked without the log.
///
/// The text is a C2SP tlog-proof. The checkpoint stands in it as it was given, signatures included.
public struct InclusionProof: Hashable, Sendable {
  /// The place of the line, counted from 0: the sequence of its event minus 1.
  public var index: Int
  /// The subtrees beside the way from the line to the root, the line's sibling first.
  public var path: [Digest]
  /// The checkpoint, perhaps with signatures.
  public var note: String
  /// The line itself, if the proof brings it along.
  public var line: [UInt8]?

  private static let title: Substring = "c2sp.org/tlog-proof@v1"

  /// The text of the proof.
  public var text: String {
    var lines = [String(Self.title)]
    if let line { lines.append("extra " + encodedBase64(line)) }
    lines.append("index \(index)")
    lines += path.map { encodedBase64($0.bytes) }
    return lines.joined(separator: "\n") + "\n\n" + note
  }

  /// A proof of its parts.
  public init(index: Int, path: [Digest], note: String, line: [UInt8]? = nil) {
    (self.index, self.path, self.note, self.line) = (index, path, note, line)
  }

  /// Reads the text of a proof.
  public init(parsing text: String) throws(MalformedProof) {
    var rest = text[...]
    guard takeLine(&rest) == Self.title else {
      throw MalformedProof("a proof begins with the line \(Self.title)")
    }
    var next = takeLine(&rest)
    if let extra = next, extra.hasPrefix("extra ") {
      guard let extra = decodedBase64(extra.dropFirst(6)) else {
        throw MalformedProof("what follows \"extra\" is not base64")
      }
      line = extra
      next = takeLine(&rest)
    }
    guard let next, next.hasPrefix("index "), let index = plainNumber(next.dropFirst(6)) else {
      throw MalformedProof("a line with \"index\" and a number is missing")
    }
    self.index = index
    path = try takePath(&rest)
    note = String(rest)
  }

  /// The checkpoint without its signatures.
  public func checkpoint() throws(MalformedProof) -> Checkpoint { try Checkpoint(parsing: note) }

  /// Returns true if the line, without its line feed, is at the index in the checkpoint's tree.
  public func holds(for line: [UInt8]) throws(MalformedProof) -> Bool {
    let checkpoint = try checkpoint()
    let leaf = unsafe line.withUnsafeBytes { unsafe MerkleTree.leafHash($0) }
    return MerklePath.root(ofLeaf: leaf, at: index, in: checkpoint.size, path) == checkpoint.root
  }

  /// The sequence of the event that a line is; `nil` of bytes that no log holds.
  package static func sequence(ofLine line: [UInt8]) -> UInt64? {
    unsafe line.withUnsafeBytes { unsafe LineFacts($0)?.sequence }
  }
}

/// A proof that the log of a checkpoint begins with all of the lines of an earlier one.
///
/// The text is that of an add-checkpoint request of C2SP tlog-witness.
public struct ConsistencyProof: Hashable, Sendable {
  /// The number of events of the earlier checkpoint.
  public var oldSize: Int
  /// The subtrees of RFC 6962, 2.1.2.
  public var path: [Digest]
  /// The later checkpoint, perhaps with signatures.
  public var note: String

  /// The text of the proof.
  public var text: String {
    (["old \(oldSize)"] + path.map { encodedBase64($0.bytes) }).joined(separator: "\n") + "\n\n"
      + note
  }

  /// A proof of its parts.
  public init(oldSize: Int, path: [Digest], note: String) {
    (self.oldSize, self.path, self.note) = (oldSize, path, note)
  }

  /// Returns true if the text begins as a proof of consistency does.
  public static func begins(_ text: String) -> Bool { text.hasPrefix("old ") }

  /// Reads the text of a proof.
  public init(parsing text: String) throws(MalformedProof) {
    var rest = text[...]
    guard let first = takeLine(&rest), first.hasPrefix("old "),
      let size = plainNumber(first.dropFirst(4))
    else { throw MalformedProof("a proof of consistency begins with \"old\" and a number") }
    oldSize = size
    path = try takePath(&rest)
    note = String(rest)
  }

  /// The later checkpoint without its signatures.
  public func checkpoint() throws(MalformedProof) -> Checkpoint { try Checkpoint(parsing: note) }

  /// Returns true if the later checkpoint's log begins with the earlier one's.
  public func holds(since old: Checkpoint) throws(MalformedProof) -> Bool {
    let new = try checkpoint()
    return old.size == oldSize && old.origin == new.origin
      && MerklePath.isConsistent((old.size, old.root), (new.size, new.root), path)
  }
}

private func takeLine(_ rest: inout Substring) -> Substring? {
  guard let end = rest.firstIndex(of: "\n") else { return nil }
  defer { rest = rest[rest.index(after: end)...] }
  return rest[..<end]
}

/// Takes the hashes of a path and the empty line behind them.
private func takePath(_ rest: inout Substring) throws(MalformedProof) -> [Digest] {
  var path: [Digest] = []
  while let line = takeLine(&rest) {
    if line.isEmpty { return path }
    guard path.count < 64, let hash = digest(ofBase64: line) else {
      throw MalformedProof("\"\(line)\" is not a hash of 32 bytes in base64")
    }
    path.append(hash)
  }
  throw MalformedProof("the empty line before the checkpoint is missing")
}
