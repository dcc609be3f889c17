extension SHA256 {
  /// Returns the digests of messages, in their order.
  ///
  /// Where the processor's instructions are in use, two messages are hashed at a time.
  static func hash(_ messages: [UnsafeRawBufferPointer]) -> [Digest] {
    guard let instructions = unsafe instructions else {
      return unsafe messages.map { unsafe hash($0) }
    }
    var pairs = unsafe SHA256Pairs(instructions)
    return unsafe pairs.hash(messages)
  }

  /// Returns the digests of the contents of lines, and the hashes that the lines should state: SHA-256 of
  /// the 64 digits that the line before states, which are given, and of the content's.
  static func link(
    _ contents: [UnsafeRawBufferPointer], after digits: [UnsafeRawPointer]
  ) -> [(content: Digest, hash: Digest)] {
    guard let instructions = unsafe instructions else {
      return unsafe zip(contents, digits).map { unsafe Digest.link($0, after: $1) }
    }
    var pairs = unsafe SHA256Pairs(instructions)
    return unsafe pairs.link(contents, after: digits)
  }
}

/// SHA-256 of two messages at a time, by instructions of the processor.
///
/// Within one message each round waits for the one before, so that half of the processor stands still;
/// blocks of another fill it.
@safe struct SHA256Pairs {
  private let compress: SHA256.Compression
  private var states = InlineArray<2, SIMD8<UInt32>>(repeating: SIMD8())
  private var tails = InlineArray<2, SHA256.Tail>(repeating: SHA256.Tail(repeating: 0))

  init(_ compress: @escaping SHA256.Compression) { unsafe self.compress = compress }

  /// Returns the same as `SHA256.hash`.
  mutating func hash(_ messages: [UnsafeRawBufferPointer]) -> [Digest] {
    var digests = unsafe [Digest](repeating: .zero, count: messages.count)
    var index = 0
    while index + 1 < digests.count {
      (digests[index], digests[index + 1]) = unsafe hash(messages[index], messages[index + 1])
      index += 2
    }
    if index < digests.count { digests[index] = unsafe SHA256.hash(messages[index]) }
    return digests
  }

  /// Returns the same as `SHA256.link`.
  mutating func link(
    _ contents: [UnsafeRawBufferPointer], after digits: [UnsafeRawPointer]
  ) -> [(content: Digest, hash: Digest)] {
    var links = unsafe [(content: Digest, hash: Digest)](
      repeating: (.zero, .zero), count: contents.count)
    var filled = InlineArray<2, Digest.Link>(repeating: Digest.Link(repeating: 0))
    var index = 0
    while index + 1 < links.count {
      let content = unsafe hash(contents[index], contents[index + 1])
      let hashes = unsafe withUnsafeMutableBytes(of: &filled) { filled in
        let size = MemoryLayout<Digest.Link>.size
        let other = unsafe UnsafeMutableRawBufferPointer(rebasing: filled[size...])
        unsafe Digest.fill(filled, previous: digits[index], content: content.0)
        unsafe Digest.fill(other, previous: digits[index + 1], content: content.1)
        return unsafe hashPadded(filled.baseAddress!, other.baseAddress!)
      }
      links[index] = (content.0, hashes.0)
      links[index + 1] = (content.1, hashes.1)
      index += 2
    }
    if index < links.count {
      links[index] = unsafe Digest.link(contents[index], after: digits[index])
    }
    return links
  }

  /// The digests of two messages.
  private mutating func hash(
    _ first: UnsafeRawBufferPointer, _ second: UnsafeRawBufferPointer
  ) -> (Digest, Digest) {
    states = .init(repeating: SHA256.initialState)
    unsafe add(first.baseAddress, first.count / 64, second.baseAddress, second.count / 64)
    let counts = unsafe (SHA256.fill(&tails[0], of: first), SHA256.fill(&tails[1], of: second))
    unsafe withUnsafeBytes(of: tails) { tails in
      unsafe add(
        tails.baseAddress, counts.0, tails.baseAddress! + MemoryLayout<SHA256.Tail>.size, counts.1)
    }
    return (SHA256.digest(states[0]), SHA256.digest(states[1]))
  }

  /// The digests of 128 bytes each, behind which their padding stands.
  private mutating func hashPadded(
    _ first: UnsafeRawPointer, _ second: UnsafeRawPointer
  ) -> (Digest, Digest) {
    states = .init(repeating: SHA256.initialState)
    unsafe add(first, 3, second, 3)
    return (SHA256.digest(states[0]), SHA256.digest(states[1]))
  }

  private mutating func add(
    _ first: UnsafeRawPointer?, _ firstCount: Int, _ second: UnsafeRawPointer?, _ secondCount: Int
  ) {
    unsafe withUnsafeMutableBytes(of: &states) { states in
      let words = unsafe states.assumingMemoryBound(to: UInt32.self).baseAddress!
      unsafe compress(words, first, firstCount, words + 8, second, secondCount)
    }
  }
}
