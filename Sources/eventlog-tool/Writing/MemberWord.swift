import ShiftEvents

/// A member of an event's `data` as a word: `KEY=VALUE`, or `KEY:=JSON`.
struct MemberWord {
  let key: String
  let value: String
  let isJSON: Bool
  /// The texts of a list that stands as JSON because one of them has a comma.
  private(set) var texts: [String]?

  init(_ key: String, _ value: String, isJSON: Bool = false) {
    (self.key, self.value, self.isJSON) = (key, value, isJSON)
  }

  /// A list of texts with commas.
  init(_ key: String, listing texts: [String]) {
    self.init(key, WordedSubmission.list(texts), isJSON: true)
    self.texts = texts
  }

  /// - Returns: `nil` if the word is no member.
  init?(_ word: String) {
    let bytes = word.utf8
    guard let equals = bytes.firstIndex(of: UInt8(ascii: "=")), equals > bytes.startIndex
    else { return nil }
    let key = bytes[..<equals]
    isJSON = key.last == UInt8(ascii: ":") && key.count > 1
    self.key = String(decoding: isJSON ? key.dropLast() : key, as: UTF8.self)
    value = String(decoding: bytes[equals...].dropFirst(), as: UTF8.self)
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
      let next = words.dropFirst(place + 1).first ?? ""
      if next.hasPrefix("=") {
        let value = next == "=" ? words.dropFirst(place + 2).first ?? "" : String(next.dropFirst())
        throw UsageError(
          "\(quoted(word)) is no KEY=VALUE",
          help: "no blanks stand around =: \(escapedForTerminal("\(word)=\(value)"))")
      }
      if place == words.count - 1, word.hasSuffix(".jsonl") {
        throw UsageError(
          "\(quoted(word)) is no KEY=VALUE",
          help: "the log is named with -f: -f \(escapedForTerminal(shellWord(word)))")
      }
      let rest = words[place...].prefix { MemberWord($0) == nil }.joined(separator: " ")
      let begun = members.last.map { member in
        let value = (member.value.isEmpty ? "" : "\(member.value) ") + rest
        return "\(member.key)\(member.isJSON ? ":" : "")=\"\(value)\""
      }
      throw UsageError(
        "\(quoted(word)) is no KEY=VALUE",
        help: (begun ?? lead.map { "\($0) \(rest)\"" })
          .map { "a value with blanks stands in quotes: \(escapedForTerminal($0))" }
          ?? "for example date=2026-01-16, or roles:=[…]")
    }
    return members
  }
}
