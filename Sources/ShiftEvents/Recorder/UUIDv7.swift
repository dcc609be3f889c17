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
    let digits = hex(high) + hex(low)
    var text = ""
    for (index, digit) in digits.enumerated() {
      if [8, 12, 16, 20].contains(index) { text.append("-") }
      text.append(digit)
    }
    return text
  }

  private static func hex(_ word: UInt64) -> String {
    let digits = String(word, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
