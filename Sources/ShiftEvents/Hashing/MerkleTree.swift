/// A Merkle tree of RFC 6962 that is built leaf by leaf; it keeps the roots of its whole subtrees.
///
///     var tree = MerkleTree()
///     for line in lines { tree.append(line) }
///     print(tree.count, tree.root)
public struct MerkleTree: Hashable, Sendable {
  /// The number of leaves.
  public private(set) var count = 0
  /// The roots of whole subtrees, the largest first: one for each bit of `count`.
  private var roots: [Digest] = []

  /// A tree without leaves.
  public init() {}

  /// Adds a leaf.
  public mutating func append(_ leaf: [UInt8]) {
    unsafe leaf.withUnsafeBytes { unsafe append(hash: Self.leafHash($0)) }
  }

  /// Adds a leaf by its hash.
  mutating func append(hash: Digest) {
    roots.append(hash)
    count += 1
    var rest = count
    while rest & 1 == 0 {
      let right = roots.removeLast()
      roots.append(Self.node(roots.removeLast(), right))
      rest >>= 1
    }
  }

  /// The root of the tree.
  public var root: Digest {
    guard var root = roots.last else { return SHA256.hash([]) }
    for left in roots.dropLast().reversed() { root = Self.node(left, root) }
    return root
  }

  /// The hash of a leaf: never that of a node.
  static func leafHash(_ leaf: UnsafeRawBufferPointer) -> Digest {
    var message: [UInt8] = []
    message.reserveCapacity(leaf.count + 1)
    message.append(0)
    unsafe message.append(contentsOf: leaf)
    return SHA256.hash(message)
  }

  static func node(_ left: Digest, _ right: Digest) -> Digest {
    SHA256.hash([1] + left.bytes + right.bytes)
  }
}

extension Digest {
  /// The 32 bytes.
  public var bytes: [UInt8] {
    [words.0, words.1, words.2, words.3].flatMap { word in
      (0..<8).map { UInt8(truncatingIfNeeded: word >> UInt64(56 - 8 * $0)) }
    }
  }

  /// Makes a digest of 32 bytes; `nil` of any other number.
  public init?(bytes: [UInt8]) {
    guard bytes.count == 32 else { return nil }
    func word(_ index: Int) -> UInt64 {
      bytes[8 * index..<8 * index + 8].reduce(0) { $0 << 8 | UInt64($1) }
    }
    self.init(words: (word(0), word(1), word(2), word(3)))
  }
}
