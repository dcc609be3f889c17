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

/// The subtrees whose roots prove something about a Merkle tree, as ranges of leaves in the order of the
/// proof: RFC 6962, 2.1.1 and 2.1.2.
enum MerklePath {
  /// The subtrees beside the way from a leaf to the root.
  static func inclusion(of index: Int, in tree: Range<Int>) -> [Range<Int>] {
    if tree.count <= 1 { return [] }
    let (left, right) = halves(of: tree)
    return left.contains(index)
      ? inclusion(of: index, in: left) + [right] : inclusion(of: index, in: right) + [left]
  }

  /// The subtrees that show that a tree begins with the leaves of an earlier one.
  static func consistency(from count: Int, in tree: Range<Int>) -> [Range<Int>] {
    count == 0 ? [] : consistency(upTo: count, in: tree, isKnown: true)
  }

  /// - Parameter isKnown: true if the earlier tree's root is the root of this subtree.
  private static func consistency(
    upTo end: Int, in tree: Range<Int>, isKnown: Bool
  ) -> [Range<Int>] {
    if end == tree.upperBound { return isKnown ? [] : [tree] }
    let (left, right) = halves(of: tree)
    return end <= left.upperBound
      ? consistency(upTo: end, in: left, isKnown: isKnown) + [right]
      : consistency(upTo: end, in: right, isKnown: false) + [left]
  }

  /// Splits behind the largest power of two that is smaller than the number of leaves.
  private static func halves(of tree: Range<Int>) -> (Range<Int>, Range<Int>) {
    let size = 1 << (Int.bitWidth - 1 - (tree.count - 1).leadingZeroBitCount)
    let middle = tree.lowerBound + size
    return (tree.lowerBound..<middle, middle..<tree.upperBound)
  }
}

/// The roots of some subtrees, made in one pass over the leaves.
struct MerkleSubtrees {
  private let ranges: [Range<Int>]
  /// The places of the ranges, those of earlier leaves first. No two ranges overlap.
  private let order: [Int]
  private var trees: [MerkleTree]
  private var next = 0
  private var index = 0

  init(_ ranges: [Range<Int>]) {
    self.ranges = ranges
    order = ranges.indices.sorted { ranges[$0].lowerBound < ranges[$1].lowerBound }
    trees = ranges.map { _ in MerkleTree() }
  }

  /// Takes the next leaf of the whole tree.
  mutating func append(hash: Digest) {
    while next < order.count, ranges[order[next]].upperBound <= index { next += 1 }
    if next < order.count, ranges[order[next]].contains(index) {
      trees[order[next]].append(hash: hash)
    }
    index += 1
  }

  var roots: [Digest] { trees.map(\.root) }
}

extension MerklePath {
  /// Returns the root that a leaf and the subtrees beside it give; `nil` where their number is wrong.
  /// RFC 9162, 2.1.3.2.
  static func root(ofLeaf leaf: Digest, at index: Int, in count: Int, _ path: [Digest]) -> Digest? {
    guard index >= 0, index < count else { return nil }
    var (place, last, root) = (index, count - 1, leaf)
    for sibling in path {
      if last == 0 { return nil }
      if place & 1 == 1 || place == last {
        root = MerkleTree.node(sibling, root)
        while place & 1 == 0, place != 0 { (place, last) = (place >> 1, last >> 1) }
      } else {
        root = MerkleTree.node(root, sibling)
      }
      (place, last) = (place >> 1, last >> 1)
    }
    return last == 0 ? root : nil
  }

  /// Returns true if the path shows that a tree with one root grew into the other. RFC 9162, 2.1.4.2.
  static func isConsistent(
    _ first: (count: Int, root: Digest), _ second: (count: Int, root: Digest), _ path: [Digest]
  ) -> Bool {
    if first.count > second.count || first.count < 0 { return false }
    if first.count == second.count { return path.isEmpty && first.root == second.root }
    if first.count == 0 { return path.isEmpty && first.root == MerkleTree().root }
    var path = path[...]
    // The earlier tree is a whole subtree of the later one: its root is not repeated.
    if first.count & (first.count - 1) == 0 { path = ([first.root] + path)[...] }
    guard let start = path.popFirst() else { return false }
    var (place, last) = (first.count - 1, second.count - 1)
    while place & 1 == 1 { (place, last) = (place >> 1, last >> 1) }
    var (earlier, later) = (start, start)
    for sibling in path {
      if last == 0 { return false }
      if place & 1 == 1 || place == last {
        (earlier, later) = (MerkleTree.node(sibling, earlier), MerkleTree.node(sibling, later))
        while place & 1 == 0, place != 0 { (place, last) = (place >> 1, last >> 1) }
      } else {
        later = MerkleTree.node(later, sibling)
      }
      (place, last) = (place >> 1, last >> 1)
    }
    return last == 0 && earlier == first.root && later == second.root
  }
}
