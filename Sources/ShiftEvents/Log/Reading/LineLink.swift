/// A line's place in the chain of hashes: the hash that it states and the digest of what it covers.
struct LineLink {
  /// The hash that the line states, true or not.
  var stated: Digest
  private var content: Digest
  /// The hash that it should state after the one that the line before it states.
  private var continuation: (previous: Digest, hash: Digest)?

  /// Returns the hash that the line should state after `previous`.
  func hash(after previous: Digest) -> Digest {
    if let continuation, continuation.previous == previous { return continuation.hash }
    return Digest.chain(previous: previous, content: content)
  }

  /// Returns the links of lines in a block, computed side by side; `nil` for a line that does not end
  /// in a hash.
  ///
  /// Each line is compared with what the line before it states, so that no line waits for another.
  static func links(of ranges: [Range<Int>], in block: LineBlock) -> [LineLink?] {
    let stated = ranges.map {
      unsafe HashSuffix(UnsafeRawBufferPointer(rebasing: block.bytes[$0]))?.hash
    }
    let hashed = ranges.indices.filter { stated[$0] != nil }
    let digests = unsafe SHA256.link(
      hashed.map { index in
        let content = ranges[index].dropLast(HashSuffix.length)
        return unsafe UnsafeRawBufferPointer(rebasing: block.bytes[content])
      },
      // The first line's predecessor is in another block; any 64 digits serve as a placeholder.
      after: hashed.map { index in
        let before = index > 0 && stated[index - 1] != nil ? index - 1 : index
        return unsafe UnsafeRawPointer(block.bytes.baseAddress!)
          + ranges[before].upperBound - Digest.hexLength - 2
      })
    var links = [LineLink?](repeating: nil, count: ranges.count)
    for (index, hashes) in zip(hashed, digests) {
      var link = LineLink(stated: stated[index]!, content: hashes.content)
      if index > 0, let previous = stated[index - 1] { link.continuation = (previous, hashes.hash) }
      links[index] = link
    }
    return links
  }
}
