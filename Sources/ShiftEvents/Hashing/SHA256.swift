/// FIPS 180-4 SHA-256.
package enum SHA256 {
  private static let blockLength = 64

  static let initialState = SIMD8<UInt32>(
    0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab,
    0x5be0_cd19)

  /// Takes whole blocks of two messages into the eight words of the state of each.
  package typealias Compression =
    @convention(c) (
      UnsafeMutablePointer<UInt32>, UnsafeRawPointer?, _ blockCount: Int,
      UnsafeMutablePointer<UInt32>, UnsafeRawPointer?, _ blockCount: Int
    ) -> Void

  /// The compression by instructions of the processor, if the running program has one. Set before the
  /// first hash, if at all, so that no access needs a check.
  @exclusivity(unchecked) package nonisolated(unsafe) static var instructions: Compression?

  package static func hash(_ bytes: [UInt8]) -> Digest {
    unsafe bytes.withUnsafeBytes { unsafe hash($0) }
  }

  /// Returns the digest of bytes, which are hashed where they lie.
  package static func hash(_ bytes: UnsafeRawBufferPointer) -> Digest {
    var state = initialState
    unsafe compress(bytes.baseAddress, blockCount: bytes.count / blockLength, into: &state)
    var tail = Tail(repeating: 0)
    let blockCount = unsafe fill(&tail, of: bytes)
    unsafe withUnsafeBytes(of: tail) {
      unsafe compress($0.baseAddress, blockCount: blockCount, into: &state)
    }
    return digest(state)
  }

  static func digest(_ state: SIMD8<UInt32>) -> Digest {
    func word(_ index: Int) -> UInt64 { UInt64(state[index]) << 32 | UInt64(state[index + 1]) }
    return Digest(words: (word(0), word(2), word(4), word(6)))
  }
}

extension SHA256 {
  // A function of its own, so that a count of instructions can leave it out.
  @inline(never)
  private static func compress(
    _ blocks: UnsafeRawPointer?, blockCount: Int, into state: inout SIMD8<UInt32>
  ) {
    guard let blocks = unsafe blocks, blockCount > 0 else { return }
    if let instructions = unsafe instructions {
      unsafe withUnsafeMutablePointer(to: &state) { state in
        unsafe state.withMemoryRebound(to: UInt32.self, capacity: 8) {
          unsafe instructions($0, blocks, blockCount, $0, nil, 0)
        }
      }
      return
    }
    unsafe constants.withUnsafeBufferPointer { constants in
      unsafe withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 64) { schedule in
        for block in 0..<blockCount {
          unsafe expand(blocks + block * blockLength, into: schedule)
          unsafe mix(UnsafeBufferPointer(schedule), constants, into: &state)
        }
      }
    }
  }

  /// The message schedule with the round constants still apart.
  @inline(__always)
  private static func expand(
    _ block: UnsafeRawPointer, into schedule: UnsafeMutableBufferPointer<UInt32>
  ) {
    for index in 0..<16 {
      unsafe schedule[index] = unsafe UInt32(
        bigEndian: block.loadUnaligned(fromByteOffset: 4 * index, as: UInt32.self))
    }
    for index in 16..<64 {
      let early = unsafe schedule[index &- 15]
      let late = unsafe schedule[index &- 2]
      let sigma0 = rotate(rotate(early, 11) ^ early, 7) ^ (early &>> 3)
      let sigma1 = rotate(rotate(late, 2) ^ late, 17) ^ (late &>> 10)
      unsafe schedule[index] =
        unsafe schedule[index &- 16] &+ sigma0 &+ schedule[index &- 7] &+ sigma1
    }
  }

  /// Sixty-four rounds, eight to a turn of the loop, so that the registers trade names instead of
  /// contents.
  @inline(__always)
  private static func mix(
    _ schedule: UnsafeBufferPointer<UInt32>, _ constants: UnsafeBufferPointer<UInt32>,
    into state: inout SIMD8<UInt32>
  ) {
    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
    var (e, f, g, h) = (state[4], state[5], state[6], state[7])
    var index = 0
    while index < 64 {
      unsafe round(a, b, c, &d, e, f, g, &h, constants[index] &+ schedule[index])
      unsafe round(h, a, b, &c, d, e, f, &g, constants[index &+ 1] &+ schedule[index &+ 1])
      unsafe round(g, h, a, &b, c, d, e, &f, constants[index &+ 2] &+ schedule[index &+ 2])
      unsafe round(f, g, h, &a, b, c, d, &e, constants[index &+ 3] &+ schedule[index &+ 3])
      unsafe round(e, f, g, &h, a, b, c, &d, constants[index &+ 4] &+ schedule[index &+ 4])
      unsafe round(d, e, f, &g, h, a, b, &c, constants[index &+ 5] &+ schedule[index &+ 5])
      unsafe round(c, d, e, &f, g, h, a, &b, constants[index &+ 6] &+ schedule[index &+ 6])
      unsafe round(b, c, d, &e, f, g, h, &a, constants[index &+ 7] &+ schedule[index &+ 7])
      index &+= 8
    }
    state = state &+ SIMD8(a, b, c, d, e, f, g, h)
  }

  @inline(__always)
  private static func round(
    _ a: UInt32, _ b: UInt32, _ c: UInt32, _ d: inout UInt32, _ e: UInt32, _ f: UInt32,
    _ g: UInt32, _ h: inout UInt32, _ input: UInt32
  ) {
    // By 25, 11 and 6 bits in the end: each rotation takes the last one on, which needs no copy of the word.
    let sum1 = rotate(rotate(rotate(e, 14) ^ e, 5) ^ e, 6)
    let choice = g ^ (e & (f ^ g))
    let first = h &+ sum1 &+ choice &+ input
    let sum0 = rotate(rotate(rotate(a, 9) ^ a, 11) ^ a, 2)
    // The next round asks for a ^ b as its b ^ c.
    let majority = b ^ ((a ^ b) & (b ^ c))
    d = d &+ first
    h = first &+ sum0 &+ majority
  }

  @inline(__always)
  private static func rotate(_ word: UInt32, _ count: UInt32) -> UInt32 {
    word &>> count | word &<< (32 &- count)
  }

  /// The last one or two blocks of a message, which its padding is in.
  typealias Tail = InlineArray<128, UInt8>

  /// Fills the tail of a message.
  ///
  /// - Returns: the number of blocks in it.
  static func fill(_ tail: inout Tail, of message: UnsafeRawBufferPointer) -> Int {
    let rest = unsafe UnsafeRawBufferPointer(
      rebasing: message[(message.count / blockLength * blockLength)...])
    let blockCount = rest.count < blockLength - 8 ? 1 : 2
    tail = Tail(repeating: 0)
    unsafe withUnsafeMutableBytes(of: &tail) { tail in
      unsafe tail.copyMemory(from: rest)
      unsafe tail[rest.count] = 0x80
      unsafe tail.storeBytes(
        of: (UInt64(message.count) * 8).bigEndian, toByteOffset: blockLength * blockCount - 8,
        as: UInt64.self)
    }
    return blockCount
  }

  package static let constants: [UInt32] = [
    0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4,
    0xab1c_5ed5, 0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe,
    0x9bdc_06a7, 0xc19b_f174, 0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f,
    0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da, 0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7,
    0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967, 0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc,
    0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85, 0xa2bf_e8a1, 0xa81a_664b,
    0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070, 0x19a4_c116,
    0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
    0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7,
    0xc671_78f2,
  ]

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
