/// Time-ordered ids of RFC 9562, section 5.7.
///
/// One draw from the system serves all ids of a maker: what is random counts on from id to id, as
/// section 6.2 has it ("monotonic random"), so makers in any number of processes do not meet.
struct UUIDv7 {
  private let first: UInt64
  private var second: UInt64

  init() {
    var random = SystemRandomNumberGenerator()
    (first, second) = (random.next(), random.next())
  }

  /// An id that this maker has not made before.
  mutating func next(at time: Timestamp) -> String {
    // The lowest two bits are not used.
    second &+= 4
    return Self.make(at: time, random: first, second)
  }

  static func make(at time: Timestamp, random first: UInt64, _ second: UInt64) -> String {
    let high = UInt64(time.milliseconds) << 16 | 0x7000 | first & 0x0FFF
    let low = 0x8000_0000_0000_0000 | second >> 2
    return unsafe String(unsafeUninitializedCapacity: 36) { text in
      var place = 0
      for index in 0..<32 {
        if index == 8 || index == 12 || index == 16 || index == 20 {
          unsafe text[place] = UInt8(ascii: "-")
          place += 1
        }
        let word = index < 16 ? high : low
        let digit = UInt8(truncatingIfNeeded: word >> UInt64(60 - index % 16 * 4)) & 15
        unsafe text[place] = digit < 10 ? 0x30 + digit : 0x61 - 10 + digit
        place += 1
      }
      return place
    }
  }
}
