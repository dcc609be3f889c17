/// SHA-256 (FIPS 180-4) of four messages side by side, one in each lane of a vector.
///
/// A lane whose message is over keeps its state while longer ones go on, so messages are taken in the
/// order of their lengths. Right and left shifts stand in groups: written as rotations they cost half
/// as much again on the vectors that every x86-64 has.
@safe struct SHA256Lanes {
  private static let count = 4
  private typealias Words = SIMD4<UInt32>
  /// The last one or two blocks of a message, which its padding is in.
  private typealias Tail = InlineArray<128, UInt8>

  /// The digests of messages, in their order.
  static func hash(_ messages: [UnsafeRawBufferPointer]) -> [Digest] {
    var digests = unsafe [Digest](repeating: .zero, count: messages.count)
    // Whole numbers sort fastest: the length before the place.
    var keys = unsafe messages.indices.map { unsafe messages[$0].count << 32 | $0 }
    keys.sort()
    let order = keys.map { $0 & 0xFFFF_FFFF }
    var lanes = SHA256Lanes()
    for first in stride(from: 0, to: order.count, by: count) {
      let group = order[first..<min(first + count, order.count)]
      unsafe lanes.hash(group.map { unsafe messages[$0] })
      for (lane, index) in group.enumerated() { digests[index] = lanes.digest(lane) }
    }
    return digests
  }

  private var state = InlineArray<8, Words>(repeating: Words())
  private var schedule = InlineArray<16, Words>(repeating: Words())
  private var tails = InlineArray<4, Tail>(repeating: Tail(repeating: 0))

  private mutating func hash(_ messages: [UnsafeRawBufferPointer]) {
    state = Self.initialState
    var blockCounts = Words()
    for lane in unsafe messages.indices {
      blockCounts[lane] = UInt32(unsafe messages[lane].count + 9 + 63) / 64
      unsafe fillTail(lane, messages[lane], blockCount: Int(blockCounts[lane]))
    }
    for block in 0..<Int(blockCounts.max()) {
      for lane in unsafe messages.indices where block < Int(blockCounts[lane]) {
        unsafe load(block, of: messages[lane], lane)
      }
      let before = state
      unsafe SHA256.constants.withUnsafeBufferPointer { unsafe compress($0) }
      if blockCounts.min() > UInt32(block) { continue }
      let isOver = blockCounts .<= UInt32(block)
      for word in 0..<8 { state[word].replace(with: before[word], where: isOver) }
    }
  }

  private mutating func fillTail(
    _ lane: Int, _ message: UnsafeRawBufferPointer, blockCount: Int
  ) {
    let whole = message.count / 64 * 64
    let end = blockCount * 64 - whole
    let bits = UInt64(message.count) * 8
    unsafe withUnsafeMutableBytes(of: &tails[lane]) { tail in
      let rest = unsafe UnsafeRawBufferPointer(rebasing: message[whole...])
      unsafe tail.copyMemory(from: rest)
      unsafe tail[rest.count] = 0x80
      for index in rest.count + 1..<end - 8 { unsafe tail[index] = 0 }
      unsafe tail.storeBytes(of: bits.bigEndian, toByteOffset: end - 8, as: UInt64.self)
    }
  }

  /// Puts a block of a message, or of its padding, into its lane of the schedule.
  private mutating func load(_ block: Int, of message: UnsafeRawBufferPointer, _ lane: Int) {
    let whole = message.count / 64
    if block < whole {
      unsafe load(UnsafeRawBufferPointer(rebasing: message[(block * 64)...]), lane)
    } else {
      let tail = tails[lane]
      unsafe withUnsafeBytes(of: tail) { tail in
        unsafe load(UnsafeRawBufferPointer(rebasing: tail[((block - whole) * 64)...]), lane)
      }
    }
  }

  @inline(__always)
  private mutating func load(_ block: UnsafeRawBufferPointer, _ lane: Int) {
    unsafe withUnsafeMutableBytes(of: &schedule) { schedule in
      for word in 0..<16 {
        let bytes = unsafe block.loadUnaligned(fromByteOffset: 4 * word, as: UInt32.self)
        unsafe schedule.storeBytes(
          of: UInt32(bigEndian: bytes), toByteOffset: word * 16 + lane * 4, as: UInt32.self)
      }
    }
  }

  private func digest(_ lane: Int) -> Digest {
    func word(_ index: Int) -> UInt64 {
      UInt64(state[index][lane]) << 32 | UInt64(state[index + 1][lane])
    }
    return Digest(words: (word(0), word(2), word(4), word(6)))
  }

  private static let initialState: InlineArray<8, Words> = [
    Words(repeating: 0x6a09_e667), Words(repeating: 0xbb67_ae85), Words(repeating: 0x3c6e_f372),
    Words(repeating: 0xa54f_f53a), Words(repeating: 0x510e_527f), Words(repeating: 0x9b05_688c),
    Words(repeating: 0x1f83_d9ab), Words(repeating: 0x5be0_cd19),
  ]
}

// MARK: - Rounds

extension SHA256Lanes {
  @inline(__always)
  private static func right(_ words: Words, _ count: UInt32) -> Words {
    words &>> Words(repeating: count)
  }

  @inline(__always)
  private static func left(_ words: Words, _ count: UInt32) -> Words {
    words &<< Words(repeating: 32 - count)
  }

  /// Three rotations to the right, added without carry.
  @inline(__always)
  private static func rotations(_ words: Words, _ i: UInt32, _ j: UInt32, _ k: UInt32) -> Words {
    (right(words, i) ^ right(words, j) ^ right(words, k))
      ^ (left(words, i) ^ left(words, j) ^ left(words, k))
  }

  /// Two rotations and a shift.
  @inline(__always)
  private static func sigma(_ words: Words, _ i: UInt32, _ j: UInt32, _ shift: UInt32) -> Words {
    (right(words, i) ^ right(words, j) ^ right(words, shift)) ^ (left(words, i) ^ left(words, j))
  }

  @inline(__always)
  private static func round(
    _ a: Words, _ b: Words, _ c: Words, _ d: inout Words, _ e: Words, _ f: Words, _ g: Words,
    _ h: inout Words, _ input: Words
  ) {
    let choice = g ^ (e & (f ^ g))
    let first = h &+ rotations(e, 6, 11, 25) &+ choice &+ input
    let majority = (a & b) | (c & (a | b))
    d = d &+ first
    h = first &+ rotations(a, 2, 13, 22) &+ majority
  }

  /// Sixty-four rounds, eight to a turn; the schedule is a ring of sixteen words.
  private mutating func compress(_ constants: UnsafeBufferPointer<UInt32>) {
    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
    var (e, f, g, h) = (state[4], state[5], state[6], state[7])
    unsafe withUnsafeMutableBytes(of: &schedule) { schedule in
      let ring = unsafe schedule.assumingMemoryBound(to: Words.self).baseAddress!
      var index = 0
      while index < 64 {
        if index >= 16 { unsafe Self.expand(ring, index) }
        let input = unsafe ring + (index & 15)
        let constants = unsafe constants.baseAddress! + index
        unsafe Self.round(a, b, c, &d, e, f, g, &h, input[0] &+ Words(repeating: constants[0]))
        unsafe Self.round(h, a, b, &c, d, e, f, &g, input[1] &+ Words(repeating: constants[1]))
        unsafe Self.round(g, h, a, &b, c, d, e, &f, input[2] &+ Words(repeating: constants[2]))
        unsafe Self.round(f, g, h, &a, b, c, d, &e, input[3] &+ Words(repeating: constants[3]))
        unsafe Self.round(e, f, g, &h, a, b, c, &d, input[4] &+ Words(repeating: constants[4]))
        unsafe Self.round(d, e, f, &g, h, a, b, &c, input[5] &+ Words(repeating: constants[5]))
        unsafe Self.round(c, d, e, &f, g, h, a, &b, input[6] &+ Words(repeating: constants[6]))
        unsafe Self.round(b, c, d, &e, f, g, h, &a, input[7] &+ Words(repeating: constants[7]))
        index &+= 8
      }
    }
    state[0] &+= a
    state[1] &+= b
    state[2] &+= c
    state[3] &+= d
    state[4] &+= e
    state[5] &+= f
    state[6] &+= g
    state[7] &+= h
  }

  /// The next eight words of the schedule, in the place of those sixteen before them.
  @inline(__always)
  private static func expand(_ ring: UnsafeMutablePointer<Words>, _ index: Int) {
    for place in index..<index &+ 8 {
      let sigma0 = unsafe sigma(ring[(place &- 15) & 15], 7, 18, 3)
      let sigma1 = unsafe sigma(ring[(place &- 2) & 15], 17, 19, 10)
      unsafe ring[place & 15] =
        unsafe ring[place & 15] &+ sigma0 &+ ring[(place &- 7) & 15] &+ sigma1
    }
  }
}
