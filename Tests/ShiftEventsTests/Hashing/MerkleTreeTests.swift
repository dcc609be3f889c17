import Testing

@testable import ShiftEvents

/// The tree of RFC 6962, with the values that Certificate Transparency tests its own code with.
struct MerkleTreeTests {
  private static let leaves: [[UInt8]] = [
    [], [0x00], [0x10], [0x20, 0x21], [0x30, 0x31], [0x40, 0x41, 0x42, 0x43], Array(0x50...0x57),
    Array(0x60...0x6f),
  ]

  @Test func `roots are those of other implementations`() {
    var tree = MerkleTree()
    var roots = [0: tree.root]
    for leaf in Self.leaves {
      tree.append(leaf)
      roots[tree.count] = tree.root
    }
    let known = [
      0: "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
      1: "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
      2: "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
      8: "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
    ]
    for (count, root) in known { #expect(roots[count]?.description == root, "\(count) leaves") }
  }

  private func leaf(_ index: Int) -> Digest {
    unsafe [UInt8(index)].withUnsafeBytes { unsafe MerkleTree.leafHash($0) }
  }

  private func root(_ range: Range<Int>) -> Digest {
    var tree = MerkleTree()
    for index in range { tree.append(hash: leaf(index)) }
    return tree.root
  }

  private func roots(_ ranges: [Range<Int>], of count: Int) -> [Digest] {
    var subtrees = MerkleSubtrees(ranges)
    for index in 0..<count { subtrees.append(hash: leaf(index)) }
    return subtrees.roots
  }

  @Test func `every proof of inclusion in trees of up to 40 leaves holds, and no changed one`() {
    for count in 1...40 {
      for index in 0..<count {
        let path = roots(MerklePath.inclusion(of: index, in: 0..<count), of: count)
        func proven(_ leaf: Digest, at index: Int, in count: Int, _ path: [Digest]) -> Bool {
          MerklePath.root(ofLeaf: leaf, at: index, in: count, path) == root(0..<count)
        }
        #expect(proven(leaf(index), at: index, in: count, path))
        #expect(!proven(leaf(index + 1), at: index, in: count, path))
        #expect(!proven(leaf(index), at: index, in: count, path + [leaf(0)]))
        if !path.isEmpty {
          #expect(!proven(leaf(index), at: index, in: count, Array(path.dropLast())))
        }
      }
    }
  }

  @Test func `every proof of growth between trees of up to 24 leaves holds, and no changed one`() {
    for new in 0...24 {
      for old in 0...new {
        let path = roots(MerklePath.consistency(from: old, in: 0..<new), of: new)
        let (first, second) = ((old, root(0..<old)), (new, root(0..<new)))
        #expect(MerklePath.isConsistent(first, second, path), "\(old) in \(new)")
        if old > 0 {
          #expect(!MerklePath.isConsistent((old, leaf(99)), second, path))
          #expect(!MerklePath.isConsistent(first, (new, leaf(99)), path))
        }
        #expect(!MerklePath.isConsistent(first, second, path + [leaf(0)]))
      }
    }
  }
}
