/// One option as help, completions and the manual tell of it: its spelling, its value, and its text.
struct OptionSpec: CommandOption {
  /// The name without the dashes.
  let name: String
  var short: Character?
  /// The name of its value on the help page; `nil` for a flag.
  var placeholder: String?
  /// A sentence without its full stop.
  let help: String
  /// True if a value may be given more than once. (A flag always may.)
  var isRepeatable = false
  var offered = OfferedValues.none
  /// Its value as a member of a session's request.
  var value = MemberValue.text

  /// Understood by every command.
  static let help = OptionSpec(name: "help", short: "h", help: "Show this help")

  var spec: OptionSpec { self }

  var takesValue: Bool { placeholder != nil }

  /// The name as a member of a session's request: `followedOnly`.
  var memberName: String {
    let words = name.split(separator: "-")
    return words[0] + words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }
}

/// The value of a member of a session's request; a flag is true or false.
enum MemberValue: Sendable {
  case text
  case word(@Sendable () -> [String])
  /// Not a range: its type would be looked up whenever the tool starts.
  case integer(least: Int, most: Int)
  /// A number, or a text: a sequence or a time, a sequence or a cursor.
  case integerOrText, numberOrText
}

/// The values of an option that completions offer.
enum OfferedValues: Sendable {
  case none
  case words(@Sendable () -> [String])
  /// The identifiers of a kind that the log names; `nil` for those of any kind.
  case identifiers(of: String?)

  static let days = OfferedValues.words { DayWords.words }
}
