/// The working variables of SHA-256 in lanes.
///
/// Right and left shifts stand in groups: written as rotations they cost half as much again on the
/// vectors that every x86-64 has.
struct SHA256Rounds {
  typealias Words = SHA256Lanes.Words

  private var a, b, c, d, e, f, g, h: Words

  @inline(__always)
  init(_ state: borrowing InlineArray<8, Words>) {
    (a, b, c, d) = (state[0], state[1], state[2], state[3])
    (e, f, g, h) = (state[4], state[5], state[6], state[7])
  }

  @inline(__always)
  func add(to state: inout InlineArray<8, Words>) {
    state[0] &+= a
    state[1] &+= b
    state[2] &+= c
    state[3] &+= d
    state[4] &+= e
    state[5] &+= f
    state[6] &+= g
    state[7] &+= h
  }

  /// Eight rounds, after which each variable is in its own place again.
  @inline(__always)
  mutating func turn(_ input: (Int) -> Words) {
    Self.round(a, b, c, &d, e, f, g, &h, input(0))
    Self.round(h, a, b, &c, d, e, f, &g, input(1))
    Self.round(g, h, a, &b, c, d, e, &f, input(2))
    Self.round(f, g, h, &a, b, c, d, &e, input(3))
    Self.round(e, f, g, &h, a, b, c, &d, input(4))
    Self.round(d, e, f, &g, h, a, b, &c, input(5))
    Self.round(c, d, e, &f, g, h, a, &b, input(6))
    Self.round(b, c, d, &e, f, g, h, &a, input(7))
  }

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

  /// The next eight words of the schedule, in the place of those sixteen before them.
  @inline(__always)
  static func expand(_ ring: UnsafeMutablePointer<Words>, _ index: Int) {
    for place in index..<index &+ 8 {
      let sigma0 = unsafe sigma(ring[(place &- 15) & 15], 7, 18, 3)
      let sigma1 = unsafe sigma(ring[(place &- 2) & 15], 17, 19, 10)
      unsafe ring[place & 15] =
        unsafe ring[place & 15] &+ sigma0 &+ ring[(place &- 7) & 15] &+ sigma1
    }
  }
}

/// What is added in each round, in every lane.
struct RoundConstants {
  static let shared = RoundConstants()

  /// The constants of the standard.
  let words: [SHA256Lanes.Words]
  /// The constants and the schedule of the last block of a message of 128 bytes: its padding.
  let padding: [SHA256Lanes.Words]

  private init() {
    words = SHA256.constants.map { SHA256Lanes.Words(repeating: $0) }
    var ring = [SHA256Lanes.Words](repeating: SHA256Lanes.Words(), count: 16)
    ring[0] = SHA256Lanes.Words(repeating: 0x8000_0000)
    ring[15] = SHA256Lanes.Words(repeating: 128 * 8)
    var sums: [SHA256Lanes.Words] = []
    for index in stride(from: 0, to: 64, by: 8) {
      if index >= 16 {
        unsafe ring.withUnsafeMutableBufferPointer {
          unsafe SHA256Rounds.expand($0.baseAddress!, index)
        }
      }
      for place in index..<index + 8 { sums.append(ring[place & 15] &+ words[place]) }
    }
    padding = sums
  }
}
