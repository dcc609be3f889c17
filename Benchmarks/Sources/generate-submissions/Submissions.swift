import Foundation

/// Writes submissions, one a line: most in the usual order, compact; one in fifty with its members
/// shuffled, spaced and escaped otherwise, which means the same.
struct Submissions {
  typealias Members = [(key: String, value: String)]

  let isPlain: Bool
  private(set) var written = 0
  private var output = Data()

  init(isPlain: Bool) { self.isPlain = isPlain }

  /// Half of the submissions bring an id of their own; the tool gives one to the others.
  mutating func write(
    _ type: String, _ subject: String, by actor: String, at time: String, _ data: Members,
    random: inout SplitMix64
  ) {
    written += 1
    var members: Members = []
    members.reserveCapacity(9)
    if written % 2 == 0 {
      let scattered = String(written &* 2_654_435_761 % 4_294_967_296, radix: 16)
      members.append(("id", "\"c\(written)-\(scattered)\""))
      members.append(("source", "\"/rooster-app\""))
    }
    members.append(("type", "\"\(type)\""))
    members.append(("subject", "\"\(subject)\""))
    members.append(("actor", "\"\(actor)\""))
    members.append(("time", "\"\(time)\""))
    if !isPlain { addAttributes(to: &members) }
    if random.below(50) == 0 {
      var unusual = UnusualWriting(random: random)
      if !data.isEmpty { members.append(("data", unusual.object(data))) }
      output.append(contentsOf: unusual.object(members).utf8)
      if random.chance(10) { output.append(UInt8(ascii: "\r")) }
    } else {
      if !data.isEmpty { members.append(("data", Self.compact(data))) }
      output.append(contentsOf: Self.compact(members).utf8)
    }
    output.append(UInt8(ascii: "\n"))
    if output.count > 1 << 20 { flush() }
  }

  /// Two lines in three say what they belong to, one in ten has letters beyond ASCII, one in fifty
  /// an escape.
  private func addAttributes(to members: inout Members) {
    let number = UInt64(written)
    switch written % 6 {
    case 1, 3: members.append(("correlationid", "\"visit/\(Self.hex(number / 9, digits: 12))\""))
    case 4: members.append(("causationid", "\"c\(written - 3)-\(Self.hex(number, digits: 8))\""))
    case 5:
      let trace = Self.hex(number / 5, digits: 16) + Self.hex(number, digits: 16)
      let span = Self.hex(number &* 31, digits: 16)
      members.append(("traceparent", "\"00-\(trace)-\(span)-01\""))
    default: break
    }
    if written % 10 == 4 { members.append(("device", "\"Zoë’s Gerät № \(written % 97)\"")) }
    if written % 50 == 17 { members.append(("till", "\"the \\\"new\\\" till \(written % 7)\"")) }
  }

  /// Digits that look drawn and follow from a number.
  private static func hex(_ number: UInt64, digits: Int) -> String {
    let scattered = String((number &+ 1) &* 0x9E37_79B9_7F4A_7C15 | 1 << 63, radix: 16)
    return String(scattered.suffix(digits))
  }

  private static func compact(_ members: Members) -> String {
    var text = ""
    text.reserveCapacity(256)
    for (key, value) in members {
      text += text.isEmpty ? "{\"" : ",\""
      text += key
      text += "\":"
      text += value
    }
    return text + "}"
  }

  mutating func flush() {
    FileHandle.standardOutput.write(output)
    output.removeAll(keepingCapacity: true)
  }
}
