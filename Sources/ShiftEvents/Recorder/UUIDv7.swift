/// Time-ordered ids of RFC 9562, section 5.7.
enum UUIDv7 {
  static func make(at time: Timestamp) -> String {
    var random = SystemRandomNumberGenerator()
    let (first, second) = (random.next() as UInt64, random.next() as UInt64)
    return make(at: time, random: first, second)
  }

  static func make(at time: Timestamp, random first: UInt64, _ second: UInt64) -> String {
    let high = UInt64(time.milliseconds) << 16 | 0x7000 | first & 0x0FFF
    let low = 0x8000_0000_0000_0000 | second >> 2
    var text: [UInt8] = []
    text.reserveCapacity(36)
    for index in 0..<32 {
      if index == 8 || index == 12 || index == 16 || index == 20 { text.append(UInt8(ascii: "-")) }
      let word = index < 16 ? high : low
      let digit = UInt8(truncatingIfNeeded: word >> UInt64(60 - index % 16 * 4)) & 15
      text.append(digit < 10 ? 0x30 + digit : 0x61 - 10 + digit)
    }
    return String(decoding: text, as: UTF8.self)
  }
}
