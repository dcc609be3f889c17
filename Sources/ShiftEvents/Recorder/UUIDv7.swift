/// Time-ordered ids of RFC 9562, section 5.7.
///
/// One draw from the system serves all ids of a maker: what is random counts on from id to id, as
/// section 6.2 has it ("monotonic random"), so makers in any number of processes do not meet.
package struct UUIDv7 {
  /// Drawn for the first id: most makers make none.
  private var random: (first: UInt64, second: UInt64)?

  package init() {}

  package mutating func next(at time: Timestamp) -> String {
    var (first, second) = random ?? (.random(in: .min ... .max), .random(in: .min ... .max))
    // The lowest two bits are not used.
    second &+= 4
    random = (first, second)
    return Self.make(at: time, random: first, second)
  }

  static func make(at time: Timestamp, random first: UInt64, _ second: UInt64) -> String {
    let high = UInt64(clamping: time.milliseconds) << 16 | 0x7000 | first & 0x0FFF
    let low = 0x8000_0000_0000_0000 | second >> 2
    let words: InlineArray<4, UInt64> = [
      Digest.digits(ofHalf: high >> 32), Digest.digits(ofHalf: high & 0xFFFF_FFFF),
      Digest.digits(ofHalf: low >> 32), Digest.digits(ofHalf: low & 0xFFFF_FFFF),
    ]
    return unsafe String(unsafeUninitializedCapacity: 36) { text in
      let text = UnsafeMutableRawBufferPointer(text)
      unsafe withUnsafeBytes(of: words) { digits in
        // Groups of 8, 4, 4, 4 and 12 digits.
        unsafe text[0..<8].copyBytes(from: digits[0..<8])
        unsafe text[9..<13].copyBytes(from: digits[8..<12])
        unsafe text[14..<18].copyBytes(from: digits[12..<16])
        unsafe text[19..<23].copyBytes(from: digits[16..<20])
        unsafe text[24..<36].copyBytes(from: digits[20..<32])
      }
      for group in 0..<4 { unsafe text[8 + 5 * group] = UInt8(ascii: "-") }
      return 36
    }
  }
}

/// Finds events by two hashes of source and id. Their seeds are random, so nobody can prepare ids that
/// collide in both.
struct RecordedIDs: Sendable {
  private var sequences: [SIMD2<UInt64>: UInt32] = [:]
  private let seeds = SIMD2<UInt64>(.random(in: .min ... .max), .random(in: .min ... .max))

  /// Remembers an event's source and id; answers the event that had them before.
  mutating func insert(_ event: RecordedEvent) -> SequenceNumber? {
    let seeds = seeds
    let key = unsafe event.withSourceAndID { source, id -> SIMD2<UInt64> in
      unsafe SIMD2(
        seededHash(of: id, seed: seededHash(of: source, seed: seeds.x)),
        seededHash(of: id, seed: seededHash(of: source, seed: seeds.y)))
    }
    if let earlier = sequences[key] { return SequenceNumber(Int(earlier)) }
    sequences[key] = UInt32(clamping: event.sequence.value)
    return nil
  }
}
