extension EventLog {
  /// The checkpoint of the log as it is acknowledged now; every line's hash is checked on the way.
  ///
  /// - Parameter origin: the name of the log.
  /// - Complexity: linear in the bytes of the log.
  public func checkpoint(origin: String = Checkpoint.defaultOrigin) throws(LogError) -> Checkpoint {
    var tree = MerkleTree()
    try forEachLeaf { hash, _ in
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
  ///   - note: the checkpoint as it was published, with its signatures.
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
      try forEachLeaf { hash, event in
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
  private func forEachLeaf(_ body: (Digest, RecordedEvent) -> Bool) throws(LogError) {
    let reader = try events(checksChain: true)
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
