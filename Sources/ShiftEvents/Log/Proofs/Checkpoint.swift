internal import Foundation

/// The size of a log and the Merkle root of its lines, to be signed and kept elsewhere.
///
/// The text is the body of a C2SP tlog-checkpoint. A leaf is a line of the log without its line feed.
public struct Checkpoint: Hashable, Sendable {
  /// The name of the log, chosen by its operator.
  public var origin: String
  /// The number of events.
  public var size: Int
  /// The root of the RFC 6962 Merkle tree.
  public var root: Digest

  /// A checkpoint that somebody states.
  public init(origin: String, size: Int, root: Digest) {
    (self.origin, self.size, self.root) = (origin, size, root)
  }

  package init(of tree: MerkleTree, origin: String) {
    self.init(origin: origin, size: tree.count, root: tree.root)
  }

  /// The name that an operator has not chosen.
  public static let defaultOrigin = "eventlog"

  /// The body: origin, size and root, a line each.
  public var text: String { "\(origin)\n\(size)\n\(encodedBase64(root.bytes))\n" }

  /// Reads a checkpoint: its body alone, or a signed note with its signatures, which are not checked.
  public init(parsing text: String) throws(MalformedProof) {
    guard text.hasSuffix("\n") else { throw MalformedProof("a checkpoint ends in a line feed") }
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()[...]
    let body = lines.prefix { !$0.isEmpty }
    guard body.count >= 3 else {
      throw MalformedProof("a checkpoint has an origin, a size and a root, a line each")
    }
    origin = String(body[body.startIndex])
    guard Self.isOrigin(origin) else { throw MalformedProof("the origin has control characters") }
    guard let size = plainNumber(body[body.startIndex + 1]) else {
      throw MalformedProof("the second line of a checkpoint is its size, a number")
    }
    guard let root = digest(ofBase64: body[body.startIndex + 2]) else {
      throw MalformedProof("the third line of a checkpoint is its root, 32 bytes in base64")
    }
    (self.size, self.root) = (size, root)
    lines = lines.dropFirst(body.count)
    guard lines.isEmpty || lines.count > 1,
      lines.dropFirst().allSatisfy({ $0.hasPrefix("\u{2014} ") })
    else { throw MalformedProof("only lines of signatures follow the empty line of a checkpoint") }
  }

  /// Returns true if the text can be an origin: a line that is not empty.
  public static func isOrigin(_ text: String) -> Bool {
    !text.isEmpty && text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }
  }
}

/// A checkpoint or a proof that is not written as one.
public struct MalformedProof: DescribedError, Hashable, Sendable {
  /// The fault in words.
  public var message: String

  init(_ message: String) { self.message = message }
}

/// Digits without leading zeros.
func plainNumber(_ text: Substring) -> Int? {
  guard text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }), text.utf8.count <= 15, let number = Int(text),
    text == String(number)
  else { return nil }
  return number
}

func encodedBase64(_ bytes: [UInt8]) -> String { Data(bytes).base64EncodedString() }

/// The bytes of a base64 text that is written in the one usual way.
func decodedBase64(_ text: Substring) -> [UInt8]? {
  guard let data = Data(base64Encoded: String(text)), data.base64EncodedString() == text else {
    return nil
  }
  return Array(data)
}

func digest(ofBase64 text: Substring) -> Digest? {
  decodedBase64(text).flatMap { Digest(bytes: $0) }
}

extension EventLog {
  /// The checkpoint of the log as it is acknowledged now; every line's hash is checked on the way.
  ///
  /// - Parameter origin: the name of the log.
  /// - Complexity: linear in the bytes of the log.
  public func checkpoint(origin: String = Checkpoint.defaultOrigin) throws(LogError) -> Checkpoint {
    var tree = MerkleTree()
    try forEachLeaf(looksBehindHead: false) { hash, _ in
      tree.append(hash: hash)
      return true
    }
    return Checkpoint(of: tree, origin: origin)
  }

  /// Returns true if the log begins with exactly the lines that a checkpoint is of.
  public func contains(_ checkpoint: Checkpoint) throws(LogError) -> Bool {
    try roots([], upTo: checkpoint) != nil
  }

  /// Proves that an event is in the log of a checkpoint.
  ///
  /// - Parameters:
  ///   - checkpoint: one of this log, at least as long as the event's place.
  ///   - note: its text as it was published, with its signatures.
  ///   - bringsLine: whether the proof brings the event's line along.
  /// - Returns: `nil` if the checkpoint has no such event, or is not one of this log.
  public func inclusionProof(
    of sequence: SequenceNumber, in checkpoint: Checkpoint, note: String? = nil,
    bringingLine bringsLine: Bool = false
  ) throws(LogError) -> InclusionProof? {
    let index = sequence.value - 1
    guard index >= 0, index < checkpoint.size else { return nil }
    var line: [UInt8]?
    let path = try roots(
      MerklePath.inclusion(of: index, in: 0..<checkpoint.size), upTo: checkpoint
    ) { place, event in
      if place == index, bringsLine { line = Array(event.json.utf8) }
    }
    return path.map {
      InclusionProof(index: index, path: $0, note: note ?? checkpoint.text, line: line)
    }
  }

  /// Proves that the log of one checkpoint begins with that of an earlier one.
  ///
  /// - Parameter note: the later checkpoint as it was published, with its signatures.
  /// - Returns: `nil` if either is not one of this log.
  public func consistencyProof(
    from old: Checkpoint, to checkpoint: Checkpoint, note: String? = nil
  ) throws(LogError) -> ConsistencyProof? {
    guard old.size <= checkpoint.size, try contains(old) else { return nil }
    let path = try roots(
      MerklePath.consistency(from: old.size, in: 0..<checkpoint.size), upTo: checkpoint)
    return path.map { ConsistencyProof(oldSize: old.size, path: $0, note: note ?? checkpoint.text) }
  }

  /// The roots of some subtrees; `nil` if the log does not contain the checkpoint.
  private func roots(
    _ ranges: [Range<Int>], upTo checkpoint: Checkpoint,
    _ look: (Int, RecordedEvent) -> Void = { _, _ in }
  ) throws(LogError) -> [Digest]? {
    var (tree, subtrees) = (MerkleTree(), MerkleSubtrees(ranges))
    if checkpoint.size > 0 {
      // A copy may have a head that is older than the checkpoint, which somebody else kept.
      try forEachLeaf(looksBehindHead: true) { hash, event in
        look(tree.count, event)
        tree.append(hash: hash)
        subtrees.append(hash: hash)
        return tree.count < checkpoint.size
      }
    }
    guard tree.count == checkpoint.size, tree.root == checkpoint.root else { return nil }
    return subtrees.roots
  }

  /// Hands over the hash of each line, with its event, until `body` answers false.
  private func forEachLeaf(
    looksBehindHead: Bool, _ body: (Digest, RecordedEvent) -> Bool
  ) throws(LogError) {
    let reader = try events(checksChain: true, looksBehindHead: looksBehindHead)
    while let event = try reader.next() {
      if !body(MerkleTree.leafHash(event), event) { return }
    }
    try reader.requireUnchanged()
  }
}

extension MerkleTree {
  /// Appends the line of an event.
  package mutating func append(_ event: RecordedEvent) { append(hash: Self.leafHash(event)) }

  fileprivate static func leafHash(_ event: RecordedEvent) -> Digest {
    unsafe event.line.withBytes { unsafe leafHash($0) }
  }
}
