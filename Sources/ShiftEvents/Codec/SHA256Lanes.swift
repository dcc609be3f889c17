/// SHA-256 (FIPS 180-4) of four messages side by side, one in each lane of a vector.
///
/// A lane whose message is over keeps its state while longer ones go on, so messages are taken in the
/// order of their lengths.
@safe struct SHA256Lanes {
  typealias Words = SIMD4<UInt32>
  private static let count = 4

  /// The digests of messages, in their order.
  static func hash(_ messages: [UnsafeRawBufferPointer]) -> [Digest] {
    if let instructions = unsafe SHA256.instructions {
      var pairs = unsafe SHA256Pairs(instructions)
      return unsafe pairs.hash(messages)
    }
    // Lanes that stand empty cost as much as full ones.
    if unsafe messages.count < 3 { return unsafe messages.map { unsafe SHA256.hash($0) } }
    var digests = unsafe [Digest](repeating: .zero, count: messages.count)
    unsafe forEachGroup(of: messages) { lanes, group in
      for lane in 0..<count { digests[group[lane]] = lanes.digest(lane) }
    }
    return digests
  }

  /// The digests of the contents of lines, and the hashes that the lines should state: SHA-256 of the
  /// 64 digits that the line before states, which are given, and of the content's.
  static func link(
    _ contents: [UnsafeRawBufferPointer], after digits: [UnsafeRawPointer]
  ) -> [(content: Digest, hash: Digest)] {
    if let instructions = unsafe SHA256.instructions {
      var pairs = unsafe SHA256Pairs(instructions)
      return unsafe pairs.link(contents, after: digits)
    }
    if unsafe contents.count < 3 {
      return unsafe zip(contents, digits).map { unsafe Digest.link($0, after: $1) }
    }
    var links = unsafe [(content: Digest, hash: Digest)](
      repeating: (.zero, .zero), count: contents.count)
    unsafe forEachGroup(of: contents) { lanes, group in
      for lane in 0..<count { links[group[lane]].content = lanes.digest(lane) }
      unsafe lanes.chain { lane in unsafe digits[group[lane]] }
      for lane in 0..<count { links[group[lane]].hash = lanes.digest(lane) }
    }
    return links
  }

  /// Hashes messages four at a time; the last of them fill the lanes that are left over.
  private static func forEachGroup(
    of messages: [UnsafeRawBufferPointer], _ body: (inout SHA256Lanes, InlineArray<4, Int>) -> Void
  ) {
    let order = unsafe inOrderOfLength(messages)
    var lanes = SHA256Lanes()
    for first in stride(from: 0, to: order.count, by: count) {
      let group = InlineArray<4, Int> { order[min(first + $0, order.count - 1)] }
      unsafe lanes.hash(InlineArray<4, UnsafeRawBufferPointer> { unsafe messages[group[$0]] })
      body(&lanes, group)
    }
  }

  /// Places of messages by the number of their blocks: sorted by counting.
  private static func inOrderOfLength(_ messages: [UnsafeRawBufferPointer]) -> [Int] {
    let longest = unsafe messages.reduce(0) { unsafe max($0, blockCount($1)) }
    var starts = [Int](repeating: 0, count: longest + 2)
    for index in unsafe messages.indices { unsafe starts[blockCount(messages[index]) + 1] += 1 }
    for length in 1..<starts.count { starts[length] += starts[length - 1] }
    var order = unsafe [Int](repeating: 0, count: messages.count)
    for index in unsafe messages.indices {
      let length = unsafe blockCount(messages[index])
      order[starts[length]] = index
      starts[length] += 1
    }
    return order
  }

  /// The blocks of a message with its padding.
  private static func blockCount(_ message: UnsafeRawBufferPointer) -> Int {
    (message.count + 9 + 63) / 64
  }

  private var state = InlineArray<8, Words>(repeating: Words())
  private var schedule = InlineArray<16, Words>(repeating: Words())
  private var tails = InlineArray<4, SHA256.Tail>(repeating: SHA256.Tail(repeating: 0))
  private let constants = RoundConstants.shared

  private mutating func hash(_ messages: InlineArray<4, UnsafeRawBufferPointer>) {
    state = Self.initialState
    var blockCounts = Words()
    for lane in 0..<Self.count {
      blockCounts[lane] = UInt32(unsafe Self.blockCount(messages[lane]))
      _ = unsafe SHA256.fill(&tails[lane], of: messages[lane])
    }
    for block in 0..<Int(blockCounts.max()) {
      for lane in 0..<Self.count where block < Int(blockCounts[lane]) {
        unsafe load(block, of: messages[lane], lane)
      }
      if blockCounts.min() > UInt32(block) {
        compress()
        continue
      }
      let before = state
      compress()
      let isOver = blockCounts .<= UInt32(block)
      for word in 0..<8 { state[word].replace(with: before[word], where: isOver) }
    }
  }

  /// Goes on from contents to hashes: a block of the digits of the line before, a block of those of
  /// the content, and one of padding, which is the same for all.
  private mutating func chain(after digits: (_ lane: Int) -> UnsafeRawPointer) {
    let contents = state
    for lane in 0..<Self.count { unsafe load(digits(lane), lane) }
    state = Self.initialState
    compress()
    for word in 0..<8 {
      schedule[2 * word] = Self.digits(contents[word] &>> 16)
      schedule[2 * word + 1] = Self.digits(contents[word] & 0xFFFF)
    }
    compress()
    compressPadding()
  }

  /// The four hexadecimal digits of a number below 65,536, as a word of a message.
  private static func digits(_ value: Words) -> Words {
    let spread =
      (value & 0xF000) &<< 12 | (value & 0x0F00) &<< 8 | (value & 0x00F0) &<< 4 | value & 0x000F
    // From ten on, six more carry into bit 4.
    let letters = (spread &+ 0x0606_0606) &>> 4 & 0x0101_0101
    return spread &+ 0x3030_3030 &+ (letters &<< 5) &+ (letters &<< 3) &- letters
  }

  /// Puts a block of a message, or of its padding, into its lane of the schedule.
  @inline(__always)
  private mutating func load(_ block: Int, of message: UnsafeRawBufferPointer, _ lane: Int) {
    let whole = message.count / 64
    if block < whole {
      unsafe load(message.baseAddress! + block * 64, lane)
    } else {
      unsafe withUnsafeMutableBytes(of: &schedule) { schedule in
        unsafe withUnsafeBytes(of: tails) { tails in
          unsafe Self.load(
            tails.baseAddress! + lane * MemoryLayout<SHA256.Tail>.size + (block - whole) * 64, lane,
            schedule)
        }
      }
    }
  }

  @inline(__always)
  private mutating func load(_ block: UnsafeRawPointer, _ lane: Int) {
    unsafe withUnsafeMutableBytes(of: &schedule) { unsafe Self.load(block, lane, $0) }
  }

  @inline(__always)
  private static func load(
    _ block: UnsafeRawPointer, _ lane: Int, _ schedule: UnsafeMutableRawBufferPointer
  ) {
    for word in 0..<16 {
      let bytes = unsafe block.loadUnaligned(fromByteOffset: 4 * word, as: UInt32.self)
      unsafe schedule.storeBytes(
        of: UInt32(bigEndian: bytes), toByteOffset: word * 16 + lane * 4, as: UInt32.self)
    }
  }

  private func digest(_ lane: Int) -> Digest {
    func word(_ index: Int) -> UInt64 {
      UInt64(state[index][lane]) << 32 | UInt64(state[index + 1][lane])
    }
    return Digest(words: (word(0), word(2), word(4), word(6)))
  }

  private static let initialState = InlineArray<8, Words> {
    Words(repeating: SHA256.initialState[$0])
  }

  /// Sixty-four rounds, eight to a turn; the schedule is a ring of sixteen words.
  private mutating func compress() {
    var rounds = SHA256Rounds(state)
    unsafe constants.words.withUnsafeBufferPointer { constants in
      unsafe withUnsafeMutableBytes(of: &schedule) { schedule in
        let ring = unsafe schedule.assumingMemoryBound(to: Words.self).baseAddress!
        var index = 0
        while index < 64 {
          if index >= 16 { unsafe SHA256Rounds.expand(ring, index) }
          let input = unsafe ring + (index & 15)
          let constants = unsafe constants.baseAddress! + index
          rounds.turn { unsafe input[$0] &+ constants[$0] }
          index &+= 8
        }
      }
    }
    rounds.add(to: &state)
  }

  /// The same for the padding of a message of 128 bytes, whose schedule is known.
  private mutating func compressPadding() {
    var rounds = SHA256Rounds(state)
    unsafe constants.padding.withUnsafeBufferPointer { constants in
      var index = 0
      while index < 64 {
        let constants = unsafe constants.baseAddress! + index
        rounds.turn { unsafe constants[$0] }
        index &+= 8
      }
    }
    rounds.add(to: &state)
  }
}
