import Projections
import ShiftEvents

/// An option that a command declares and reads: a name cannot be misspelt, and a value is read in one place.
protocol CommandOption: Sendable { var spec: OptionSpec { get } }

/// An option that is given or not.
struct Flag: CommandOption {
  let spec: OptionSpec

  init(_ name: String, short: Character? = nil, _ help: String) {
    spec = OptionSpec(name: name, short: short, help: help)
  }

  /// The flag of a question about rows.
  init(_ question: RowQuestion) { self.init(question.name, question.help) }
}

/// An option with a value.
struct Option<Value>: CommandOption {
  let spec: OptionSpec
  let read: @Sendable (GivenValue) throws(UsageError) -> Value

  /// - Parameter read: makes a value of the text, or says what it must be.
  init(
    _ name: String, short: Character? = nil, _ placeholder: String, _ help: String,
    isRepeatable: Bool = false, offering offered: OfferedValues = .none,
    as value: MemberValue = .text,
    _ read: @escaping @Sendable (GivenValue) throws(UsageError) -> Value
  ) {
    spec = OptionSpec(
      name: name, short: short, placeholder: placeholder, help: help, isRepeatable: isRepeatable,
      offered: offered, value: value)
    self.read = read
  }
}

/// The value of an option as it was given.
struct GivenValue {
  let text: String
  /// The option as it was written: `--week`, in a session `"week"`.
  let option: String
  let arguments: ParsedArguments

  func mustBe(_ wanted: String, help: String? = nil) -> UsageError {
    UsageError("\(option) must be \(wanted), found \(quoted(text))", help: help)
  }
}

extension Option<String> {
  static func text(
    _ name: String, short: Character? = nil, _ placeholder: String, _ help: String,
    isRepeatable: Bool = false, offering offered: OfferedValues = .none,
    as value: MemberValue = .text
  ) -> Option {
    Option(
      name, short: short, placeholder, help, isRepeatable: isRepeatable, offering: offered,
      as: value
    ) { $0.text }
  }

  /// One of some words, which are made when they are read.
  static func choice(
    _ name: String, _ placeholder: String,
    among words: @autoclosure @escaping @Sendable () -> [String], _ help: String
  ) -> Option {
    Option(name, placeholder, help, offering: .words(words), as: .word(words)) {
      (given) throws(UsageError) in try given.word(among: words())
    }
  }
}

extension Option
where
  Value: RawRepresentable<String> & CaseIterable & SendableMetatype,
  Value.AllCases: SendableMetatype
{
  /// One of the raw values.
  static func choice(_ name: String, _ placeholder: String, _ help: String) -> Option {
    let words: @Sendable () -> [String] = { Value.allCases.map(\.rawValue) }
    return Option(name, placeholder, help, offering: .words(words), as: .word(words)) {
      (given) throws(UsageError) in Value(rawValue: try given.word(among: words()))!
    }
  }
}

extension Option<Int> {
  /// A whole number: digits, with a minus sign if the range has negative numbers.
  static func number(
    _ name: String, _ placeholder: String, in range: ClosedRange<Int>, _ help: String
  ) -> Option {
    Option(name, placeholder, help, as: .integer(least: range.lowerBound, most: range.upperBound)) {
      (given) throws(UsageError) in
      let digits = given.text.hasPrefix("-") ? given.text.dropFirst() : given.text[...]
      if digits.isAllDigits, let number = Int(given.text), range.contains(number) { return number }
      throw given.mustBe(
        range.upperBound == .max
          ? "a whole number from \(range.lowerBound) on"
          : "a whole number from \(range.lowerBound) to \(range.upperBound)")
    }
  }
}

extension Option where Value: InternedIdentifier {
  static func identifier(
    _ name: String, _ placeholder: String, _ help: String, offering offered: OfferedValues = .none
  ) -> Option {
    Option(name, placeholder, help, offering: offered) { (given) throws(UsageError) in
      try given.identifier()
    }
  }
}

extension Option {
  /// A value made of the identifier of what the option is called after.
  static func of<ID: InternedIdentifier>(
    _ value: @escaping @Sendable (ID) -> Value, _ help: String
  ) -> Option {
    Option(ID.noun, "ID", help, offering: .identifiers(of: ID.noun)) {
      (given) throws(UsageError) in value(try given.identifier())
    }
  }
}

extension GivenValue {
  fileprivate func word(among words: [String]) throws(UsageError) -> String {
    if words.contains(where: { $0.utf8.elementsEqual(text.utf8) }) { return text }
    throw mustBe(
      "one of \(words.joined(separator: ", "))",
      help: nearest(to: text, among: words).map { "did you mean \($0)?" })
  }

  func identifier<ID: InternedIdentifier>() throws(UsageError) -> ID {
    if let id = ID(text, askedIn: arguments.question) { return id }
    throw mustBe(ID.nounPhrase)
  }
}

extension StringProtocol {
  /// True of at least one digit and nothing else; numbers by themselves would take "+5".
  var isAllDigits: Bool { !isEmpty && utf8.allSatisfy { 0x30...0x39 ~= $0 } }
}

extension SequenceNumber {
  /// The sequence that digits alone, at most twelve, tell.
  init?(digits: some StringProtocol) {
    guard digits.isAllDigits, digits.utf8.count <= 12, let number = Int(digits) else { return nil }
    self.init(number)
  }
}

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

  /// The words that give it a value, as a shell takes them.
  func shellWords(_ value: String) -> [String] {
    value.hasPrefix("-")
      ? ["--\(name)=\(shellQuoted(value))"] : ["--\(name)", shellQuoted(value)]
  }

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
  /// The words for days, and those for weeks or months where an option takes these.
  static func days(or span: DayWords.Span) -> OfferedValues {
    .words { DayWords.words.filter { [.day, span].contains((try? DayWords.parse($0))??.span) } }
  }

  /// The same of an option by its name.
  static func days(of option: String) -> OfferedValues {
    option == "on"
      ? .days(or: .day) : DayWords.Span(rawValue: option).map { .days(or: $0) } ?? .days
  }
}

/// The letters behind the last dot of a file's name, in lower case; `nil` where there is none.
func fileEnding(_ name: String) -> String? {
  name.lastIndex(of: ".").map { name[name.index(after: $0)...].lowercased() }
}

/// The formats in which rows can be had.
enum AnswerFormat: String, CaseIterable {
  case table, json, ndjson, csv, markdown

  /// True if people read it: names stand for ids, and words for codes.
  var isForPeople: Bool { self == .table || self == .markdown }

  /// The format for the ending of a file's name.
  init?(fileName: String) {
    switch fileEnding(fileName) {
    case "json": self = .json
    case "ndjson": self = .ndjson
    case "csv": self = .csv
    case "md", "markdown": self = .markdown
    case "txt": self = .table
    default: return nil
    }
  }
}
