/// JSON objects as few programs write them: members in any order, spaced, escaped where nobody must.
struct UnusualWriting {
  var random: SplitMix64

  mutating func object(_ members: Submissions.Members) -> String {
    var text = "{"
    for (index, member) in members.shuffled(using: &random).enumerated() {
      if index > 0 { text += space() + "," }
      text += space() + escaped("\"\(member.key)\"", oneOf: 40) + space() + ":" + space()
      // An object inside is written already.
      text += member.value.hasPrefix("{") ? member.value : escaped(member.value, oneOf: 10)
    }
    return text + space() + "}"
  }

  private mutating func space() -> String { ["", "", " ", "  ", "\t"][random.below(5)] }

  /// The same strings: what is beyond ASCII and every slash escaped, and here and there another.
  private mutating func escaped(_ json: String, oneOf rate: Int) -> String {
    var text = ""
    var isInside = false
    var isEscape = false
    for scalar in json.unicodeScalars {
      let isPlain = isInside && !isEscape && scalar != "\"" && scalar != "\\"
      if scalar == "\"" && !isEscape { isInside.toggle() }
      isEscape = !isEscape && scalar == "\\"
      switch scalar {
      case "/" where isPlain: text += "\\/"
      case _ where isPlain && (!scalar.isASCII || random.below(rate) == 0):
        for unit in String(scalar).utf16 { text += Self.escape(unit, upper: random.chance(50)) }
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }

  private static func escape(_ unit: UInt16, upper: Bool) -> String {
    let digits = String(unit, radix: 16, uppercase: upper)
    return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
  }
}
