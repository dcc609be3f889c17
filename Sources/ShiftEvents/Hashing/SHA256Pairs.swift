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
    let digests = unsafe hash(contents)
    let length = 2 * Digest.hexLength
    var links: [UInt8] = []
    links.reserveCapacity(length * digests.count)
    for index in digests.indices {
      unsafe links.append(
        bytes: UnsafeRawBufferPointer(start: digits[index], count: Digest.hexLength))
      digests[index].appendHex(to: &links)
    }
    let hashes = unsafe links.withUnsafeBytes { links in
      unsafe hash(
        digests.indices.map { index in
          unsafe UnsafeRawBufferPointer(rebasing: links[index * length..<(index + 1) * length])
        })
    }
    return zip(digests, hashes).map { ($0, $1) }
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

  /// The digests of two messages.
  private mutating func hash(
    _ first: UnsafeRawBufferPointer, _ second: UnsafeRawBufferPointer
  ) -> (Digest, Digest) {
    states = .init(repeating: SHA256.initialState)
    unsafe add(first.baseAddress, first.count / 64, second.baseAddress, second.count / 64)
    let counts = unsafe (
      SHA256.fill(&tails[0], of: first),
      SHA256.fill(&tails[1], of: second)
    )
    unsafe withUnsafeBytes(of: tails) { tails in
      unsafe add(
        tails.baseAddress, counts.0, tails.baseAddress! + MemoryLayout<SHA256.Tail>.size, counts.1)
    }
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
