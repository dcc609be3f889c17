/// A submission put together from words, as a command line gives them, into one JSON line.
package struct WordedSubmission {
  /// A member, and the bytes of the line that are its value.
  private typealias Member = (name: String, value: Range<Int>)

  /// The line, as far as its braces are not closed.
  private var bytes: [UInt8] = []
  private var members: [Member] = []
  private var data: [Member] = []
  /// The numbers of the values that are taken as they stand.
  private var asGiven: [Int] = []
  private let fields: [Field]

  /// - Parameter type: the name of an event type; its documented members determine how values are
  ///   typed.
  package init(type: String, subject: String) {
    var type = type
    let known = type.withUTF8 { unsafe EventType(name: UnsafeRawBufferPointer($0)) }
    fields = known?.fields ?? []
    bytes.reserveCapacity(224)
    members.reserveCapacity(4)
    data.reserveCapacity(8)
    add("type", type)
    add("subject", subject)
  }

  /// Adds a member beside `data`, of which no value has been added yet.
  package mutating func add(_ name: String, _ text: String) {
    precondition(data.isEmpty, "\(name) stands behind data")
    members.append(member(name, of: members) { text.appendJSON(to: &$0) })
  }

  /// Adds `key=value` to the data, typed as the event type declares it: numbers, `true` and `false`,
  /// lists with commas, all else as text.
  package mutating func addData(_ key: String, _ value: String) {
    let field = fields.first { $0.name.isEqual(to: key) }
    addData(key) { Self.append(value, typedAs: field, to: &$0) }
  }

  /// Adds `key:=json` to the data as it stands.
  package mutating func addData(_ key: String, json: String) {
    asGiven.append(data.count)
    addData(key) { $0 += json.utf8 }
  }

  private mutating func addData(_ key: String, _ value: (inout [UInt8]) -> Void) {
    if data.isEmpty { bytes += ",\"data\":".utf8 }
    data.append(member(key, of: data, value))
  }

  /// Writes a member of an object that has some.
  private mutating func member(
    _ name: String, of object: [Member], _ value: (inout [UInt8]) -> Void
  ) -> Member {
    bytes.append(UInt8(ascii: object.isEmpty ? "{" : ","))
    appendJSONString(name, to: &bytes)
    bytes.append(UInt8(ascii: ":"))
    let start = bytes.count
    value(&bytes)
    return (name, start..<bytes.count)
  }

  /// The texts as a list in JSON.
  package static func list(_ texts: [String]) -> String {
    String(decoding: texts.json, as: UTF8.self)
  }

  /// The fault of equal start and end, which are more often a slip than 24 hours.
  package var equalTimes: String? {
    guard let start = data("start"), start == data("end"), !start.elementsEqual("\"00:00\"".utf8),
      data("days") == nil
    else { return nil }
    let time = String(decoding: start.filter { $0 != UInt8(ascii: "\"") }, as: UTF8.self)
    return "\(time)–\(time) would be 24 hours: \(remedy)"
  }

  /// The way out of equal times.
  package var remedy: String {
    fields.contains { $0.name.isEqual(to: "days") }
      ? "add days=1, or mend the end" : "mend the end, or give minutes"
  }

  private func data(_ key: String) -> ArraySlice<UInt8>? {
    data.first { $0.name == key }.map { bytes[$0.value] }
  }

  /// The number of the value in `data` that stands at a byte of the line, and of a member beside it, each counted in
  /// the order in which they were added; the first two members are type and subject.
  package func place(ofByte offset: Int) -> (member: Int?, value: Int?) {
    func place(in object: [Member]) -> Int? {
      object.firstIndex { offset <= $0.value.upperBound }
    }
    if let member = place(in: members) { return (member, nil) }
    return (nil, place(in: data))
  }

  /// The line, without a line feed.
  package var line: [UInt8] { bytes + (data.isEmpty ? "}" : "}}").utf8 }

  /// The submission that the line makes, or its first fault.
  package var decoded: Result<Submission, InvalidSubmission> {
    let decoded = SubmissionDecoder.decoded(line)
    // Text behind a value would be members that nobody named.
    for place in asGiven {
      if case .success = decoded, let fault = faultBehindValue(place) { return .failure(fault) }
    }
    return decoded
  }

  private func faultBehindValue(_ place: Int) -> InvalidSubmission? {
    let value = data[place].value
    let start = value.lowerBound
    var reader = JSONReader()
    unsafe bytes[value].withUnsafeBytes { unsafe reader.begin(copying: $0) }
    guard (try? reader.indexText(orRefuse: "")) == nil, let fault = reader.fault,
      fault.code == .invalidJson
    else { return nil }
    let range = fault.range.lowerBound + start..<fault.range.upperBound + start
    return InvalidSubmission(.invalidJson, fault.message, at: range)
  }

  private static func append(_ value: String, typedAs field: Field?, to bytes: inout [UInt8]) {
    guard let field else { return value.appendJSON(to: &bytes) }
    let value = field.isPlainText ? value.inNFC : value
    if value == "null" && field.isRemovable { return bytes += value.utf8 }
    switch field.form {
    case .text: value.appendJSON(to: &bytes)
    case .bare: if isBareValue(value) { bytes += value.utf8 } else { value.appendJSON(to: &bytes) }
    case .list:
      let elements =
        value.isEmpty
        ? [] : value.unicodeScalars.split(separator: ",", omittingEmptySubsequences: false)
      elements.map { String($0) }.appendJSON(to: &bytes)
    }
  }

  /// Returns `true` for a number, `true` or `false`, which JSON writes without quotes.
  private static func isBareValue(_ value: String) -> Bool {
    var reader = JSONReader()
    unsafe Array(value.utf8).withUnsafeBytes { unsafe reader.begin(copying: $0) }
    // Reading stops with an error at anything that is not an object; `invalidJson` means no JSON at
    // all.
    guard (try? reader.indexText(orRefuse: "")) == nil, reader.fault?.code != .invalidJson else {
      return false
    }
    return [.number, .true, .false].contains(reader.kind(at: reader.objectRange.lowerBound))
  }
}

extension Field {
  fileprivate enum Form { case text, bare, list }

  fileprivate var form: Form {
    if type == Int.self || type == Double.self || type == Bool.self { return .bare }
    // Most members; the cast takes much longer.
    if type == UserID.self || type == LocalDate.self || type == TimeOfDay.self || type == Name.self
    {
      return .text
    }
    return type is any PayloadList.Type ? .list : .text
  }
}

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
  package var mayNamePeople: Bool { Self.naming[place] }

  private static let naming = allCases.map { type in
    type == .userErased || type.recordedMembers.contains { $0.type == Digest.self }
  }
}

extension WordedForm {
  /// The forms of types that have no words of their own.
  private static let plain: [(any PayloadValue.Type, WordedForm)] = [
    (UserID.self, .person), (LocalDate.self, .date), (TimeOfDay.self, .timeOfDay),
    (Timestamp.self, .instant), (Weekday.self, .weekday), (Zone.self, .zone),
    (CurrencyCode.self, .currency), (Name.self, .name),
    (Bool.self, .word(among: ["true", "false"])),
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
