import ShiftEvents

/// A member of an event's `data` as a word: `KEY=VALUE`, or `KEY:=JSON`.
struct MemberWord {
  let key: String
  let value: String
  let isJSON: Bool

  init(_ key: String, _ value: String, isJSON: Bool = false) {
    (self.key, self.value, self.isJSON) = (key, value, isJSON)
  }

  /// - Returns: `nil` if the word is no member.
  init?(_ word: String) {
    var word = word
    let parts: (key: String, value: String, isJSON: Bool)? = word.withUTF8 { bytes in
      guard let equals = unsafe bytes.firstIndex(of: UInt8(ascii: "=")), equals > 0 else {
        return nil
      }
      let isJSON = unsafe equals > 1 && bytes[equals - 1] == UInt8(ascii: ":")
      func text(_ range: Range<Int>) -> String {
        unsafe String(decoding: UnsafeBufferPointer(rebasing: bytes[range]), as: UTF8.self)
      }
      return (text(0..<(isJSON ? equals - 1 : equals)), text(equals + 1..<bytes.count), isJSON)
    }
    guard let parts else { return nil }
    (key, value, isJSON) = parts
  }

  /// The members of words one behind the other.
  ///
  /// - Parameter lead: what stands before them, as far as blanks may have taken it apart: `--actor Eva`.
  static func all(_ words: [String], behind lead: String? = nil) throws(UsageError) -> [MemberWord]
  {
    var members: [MemberWord] = []
    members.reserveCapacity(words.count)
    for (place, word) in words.enumerated() {
      if let member = MemberWord(word) {
        members.append(member)
        continue
      }
      let rest = words[place...].prefix { MemberWord($0) == nil }.joined(separator: " ")
      let begun = members.last.map { "\($0.key)\($0.isJSON ? ":" : "")=\"\($0.value) \(rest)\"" }
      throw UsageError(
        "\(quoted(word)) is no KEY=VALUE",
        help: (begun ?? lead.map { "\($0) \(rest)\"" })
          .map { "a value with blanks stands in quotes: \(escapedForTerminal($0))" }
          ?? "for example date=2026-01-16, or roles:=[…]")
    }
    return members
  }
}
