/// The way in which the value of a member is said in words.
package enum WordedForm: Sendable {
  /// As it stands: texts, ids, numbers.
  case text
  case person, date, timeOfDay, instant, weekday, zone, currency
  /// A name of a place, a label or a skill, which is compared as it stands.
  case name
  /// One of these words.
  case word(among: [String])
  /// Several, with commas between them.
  indirect case list(WordedForm)

  /// The value as a log has it, where that depends on nothing else: words, weekdays, zones and currencies in any case.
  package func canonical(_ text: String) -> String {
    switch self {
    case .text, .person, .date, .timeOfDay, .instant, .name: text
    case .weekday: Weekday(word: text).map { "\($0)" } ?? text
    case .zone: Zone(inAnyCase: text)?.description ?? text
    case .currency: CurrencyCode(text.uppercased())?.description ?? text
    case .word(let words): words.first { $0.lowercased() == text.lowercased() } ?? text
    case .list(let form):
      text.unicodeScalars.split(separator: ",", omittingEmptySubsequences: false)
        .map { form.canonical(Self.trimmed($0)) }.joined(separator: ",")
    }
  }

  private static func trimmed(_ text: Substring.UnicodeScalarView) -> String {
    var text = text.drop { $0 == " " }
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}

extension EventType {
  /// The form of a member in words; `nil` where submissions have none of that name.
  package func wordedForm(of key: String) -> WordedForm? {
    guard let field = fields.first(where: { $0.name.isEqual(to: key) }) else { return nil }
    // The rules refuse a word outside a list: the recorded type has the list.
    return WordedForm(recordedMembers.first { $0.name.isEqual(to: field.name) }?.type ?? field.type)
  }

  /// True if its subject is a person who is there already.
  package var isAboutPerson: Bool { subjectKind == UserID.self && self != .userRegistered }

  /// True if people may be known by other names behind it: it commits to names, or somebody is forgotten.
  package var mayNamePeople: Bool {
    self == .userErased || recordedMembers.contains { $0.type == Digest.self }
  }
}

extension WordedForm {
  /// The forms of types that have no words of their own.
  private static let plain: [(any PayloadValue.Type, WordedForm)] = [
    (UserID.self, .person), (LocalDate.self, .date), (TimeOfDay.self, .timeOfDay),
    (Timestamp.self, .instant), (Weekday.self, .weekday), (Zone.self, .zone),
    (CurrencyCode.self, .currency), (Name.self, .name),
  ]

  fileprivate init(_ type: any PayloadValue.Type) {
    // The casts come last: they take much longer.
    if let (_, form) = Self.plain.first(where: { $0.0 == type }) {
      self = form
    } else if let list = type as? any PayloadList.Type {
      self = .list(WordedForm(list.elementType))
    } else if !type.words.isEmpty {
      self = .word(among: type.words)
    } else {
      self = .text
    }
  }
}
