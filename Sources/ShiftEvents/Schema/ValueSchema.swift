// The JSON Schema (2020-12) of each type of value in `data`.

/// A type of value with a schema of its own, referred to by its name.
protocol NamedSchema: DescribedValue {
  /// The name under which schemas refer to it.
  static var schemaName: String { get }
}

/// A type of value that help and schemas describe.
protocol DescribedValue {
  static var schema: JSONTree { get }
  /// The form in a few words, such as `a date, YYYY-MM-DD`.
  static var form: String { get }
  /// The words that there are, where only some words are values.
  static var words: [String] { get }
}

extension DescribedValue {
  static var words: [String] { [] }
}

extension NamedSchema {
  static var schemaName: String { "\(Self.self)" }
}

/// The parts that all strings of a log share.
enum TextSchema {
  /// No control characters.
  static let line: JSONTree = [
    "type": "string", "pattern": "^[^\\u0000-\\u001f\\u007f-\\u009f]*$",
  ]
  /// The same, but for line feeds and tabs.
  static let lines: JSONTree = [
    "type": "string", "pattern": "^[^\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f]*$",
  ]

  /// - Parameter pattern: for ECMAScript with the flag `u` or `v`, as HTML's attribute has it.
  static func pattern(_ pattern: String, _ description: String) -> JSONTree {
    ["type": "string", "description": .text(description), "pattern": .text(pattern)]
  }
}

extension NamedSchema where Self: SymbolIdentifier {
  static var schema: JSONTree {
    TextSchema.pattern(
      "^[A-Za-z0-9][A-Za-z0-9._\\-]{0,\(maximumLength - 1)}$", "The id of \(nounPhrase.dropLast(3))"
    )
  }
  static var form: String { "the id of \(nounPhrase.dropLast(3))" }
}

extension NamedSchema where Self: RawRepresentable & CaseIterable, RawValue == String {
  static var schema: JSONTree { ["type": "string", "enum": .array(words.map { .text($0) })] }
  static var words: [String] { allCases.map(\.rawValue) }
  static var form: String { words.joined(separator: ", ") }
}

extension WorkplaceID: NamedSchema {}
extension UserID: NamedSchema {}
extension FixedShiftID: NamedSchema {}
extension ShiftID: NamedSchema {}
extension VacancyID: NamedSchema {}
extension RequestID: NamedSchema {}
extension AbsenceID: NamedSchema {}
extension TradeID: NamedSchema {}
extension PublicationID: NamedSchema {}
extension PeriodID: NamedSchema {}
extension SessionID: NamedSchema {}
extension DealID: NamedSchema {}
extension ReservationID: NamedSchema {}
extension Role: NamedSchema {}
extension MarketApproval: NamedSchema {}
extension SuggestionApproval: NamedSchema {}
extension AcceptanceRoute: NamedSchema {}
extension SkipReason: NamedSchema {}
extension OverridableRule: NamedSchema {}
extension StopReason: NamedSchema {}
extension DealCategory: NamedSchema {}

extension NamedSchema where Self: SymbolText {
  static var schema: JSONTree {
    let character = "[^\\u0000-\\u0020\\u007f-\\u009f;\"\\\\]"
    return TextSchema.pattern(
      "^\(character)+( \(character)+)*$", "A text, which names nothing that must exist"
    ).merging(["maxLength": .integer(maximumLength)])
  }
  static var form: String { "a text of 1 to \(maximumLength) characters" }
}

extension Name: NamedSchema {}
extension Title: NamedSchema {}

extension Weekday: NamedSchema {
  static var schema: JSONTree { ["type": "string", "enum": .array(words.map { .text($0) })] }
  static var form: String { words.joined(separator: ", ") }
  static var words: [String] {
    allCases.map { day in
      var name: [UInt8] = []
      day.appendJSON(to: &name)
      return String(decoding: name.dropFirst().dropLast(), as: UTF8.self)
    }
  }
}

extension LocalDate: NamedSchema {
  static let form = "a date, YYYY-MM-DD"
  static let schema: JSONTree = [
    "type": "string", "description": "A day in the workplace's time zone", "format": "date",
    "pattern": "^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$",
  ]
}

extension TimeOfDay: NamedSchema {
  static let form = "a time of day, HH:mm"
  static let schema = TextSchema.pattern(
    "^([01][0-9]|2[0-3]):[0-5][0-9]$", "A time on the clocks of the workplace")
}

extension Timestamp: NamedSchema {
  static let form = "a time of RFC 3339"
  static let schema: JSONTree = [
    "type": "string", "description": "A time in UTC with three decimals", "format": "date-time",
    "pattern":
      "^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]\\.[0-9]{3}Z$",
  ]
}

extension Zone: NamedSchema {
  static let schemaName = "TimeZone"
  static let form = "the IANA name of a time zone"
  static let schema = TextSchema.pattern("^[A-Za-z0-9\\/_+\\-]+$", "The IANA name of a time zone")
}

extension Digest: NamedSchema {
  static let form = "a SHA-256 digest"
  static let schema = TextSchema.pattern("^[0-9a-f]{64}$", "A SHA-256 digest")
}

extension CurrencyCode: NamedSchema {
  static let form = "a currency, three capitals"
  static let schema = TextSchema.pattern("^[A-Z]{3}$", "A currency of ISO 4217")
}

// MARK: - Values without a name

/// A type of value whose schema stands where it is used.
protocol InlineSchema: DescribedValue {}

extension Bool: InlineSchema {
  static let words = ["true", "false"]
  static let form = "true or false"
  static let schema: JSONTree = ["type": "boolean"]
}

extension Int: InlineSchema {
  static let form = "a whole number"
  static let schema: JSONTree = [
    "type": "integer", "minimum": .integer(exactRange.lowerBound),
    "maximum": .integer(exactRange.upperBound),
  ]
}

extension Double: InlineSchema {
  static let form = "a number"
  static let schema: JSONTree = ["type": "number"]
}

extension FiniteNumber: InlineSchema {
  static let form = "a number"
  static let schema: JSONTree = ["type": "number"]
}

extension String: InlineSchema {
  static let form = "a text"
  static let schema = TextSchema.line
}

extension FreeText: InlineSchema {
  static let form = "a text of one line or several"
  static let schema = TextSchema.lines
}
