import Foundation

/// Writes submissions, one a line: most in the usual order, compact; one in fifty with its members
/// shuffled, spaced and escaped otherwise, which means the same.
struct Submissions {
  typealias Members = [(key: String, value: String)]

  private(set) var written = 0
  private var output = Data()

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
    if written % 1000 == 7 { members.append(("correlationid", "\"visit/\(written / 1000)\"")) }
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
