import TestSupport

@testable import ShiftEvents

/// A walk over the members of a type that reads one end of what their declarations let into a log, whatever the type:
/// a new type, member or policy is in it.
struct DeclaredValues: MemberVisitor {
  typealias Fault = Never

  /// The end of a member's limits.
  enum End: String, CaseIterable {
    case least, most, zero, minusOne, removed, drawn
  }

  let end: End
  /// The number of ids that a list of facts names.
  var listCount = 3
  private var random: SplitMix64
  /// Counts on, so that members of one kind name several things.
  private var number = 0

  init(_ end: End, seed: UInt64 = 0) {
    self.end = end
    random = SplitMix64(seed: seed)
  }

  /// An event of a type about the thing with a number.
  mutating func event(_ type: EventType, about number: Int) -> Event {
    self.number = number - 1
    return Event(type, &self)
  }

  /// What would be submitted to record the same.
  mutating func command(_ type: EventType, about number: Int) -> Command {
    self.number = number
    let list = FieldList.of(type)
    func subject<ID: InternedIdentifier>(_: ID.Type) -> InternedID {
      Self.id(ID.self, number).symbol
    }
    var command = Command(blank: type, of: subject(list.subjectKind))
    command.accept(&self)
    return command
  }

  // MARK: - Values

  static func id<ID: InternedIdentifier>(_: ID.Type, _ number: Int) -> ID {
    ID("\(ID.noun.filter { $0 != " " })\(number)")!
  }

  private mutating func next() -> Int {
    number += 1
    return number % 4 + 1
  }

  private mutating func pick(_ range: ClosedRange<Int>) -> Int {
    switch end {
    case .least, .removed: range.lowerBound
    case .most: range.upperBound
    case .zero: min(max(0, range.lowerBound), range.upperBound)
    case .minusOne: min(max(-1, range.lowerBound), range.upperBound)
    case .drawn:
      [range.lowerBound, range.upperBound, .random(in: range, using: &random)]
        .randomElement(using: &random)!
    }
  }

  private mutating func pickOne<Element>(of elements: [Element]) -> Element {
    elements[pick(0...elements.count - 1)]
  }

  /// The value as JSON.
  private mutating func json(_ type: any PayloadValue.Type, _ traits: MemberTraits) -> String {
    func id<ID: InternedIdentifier>(_: ID.Type, _ number: Int) -> String {
      "\(Self.id(ID.self, number))"
    }
    if let list = type as? any PayloadList.Type {
      let count = pick(traits.count ?? 0...listCount)
      let words = list.elementType.words
      return "["
        + (0..<count).map { place in
          if !words.isEmpty { return "\"\(words[place])\"" }
          if let text = list.elementType as? any InternedText.Type {
            return "\"\(text.noun) \(place)\""
          }
          let kind = list.elementType as! any (InternedIdentifier & PayloadValue).Type
          return "\"\(id(kind, place + 1))\""
        }.joined(separator: ",") + "]"
    }
    let words = type.words
    if !words.isEmpty { return "\"\(pickOne(of: words))\"" }
    let text: String
    switch type {
    case is Int.Type: return "\(pick(traits.recordedRange ?? Int.exactRange))"
    case is FiniteNumber.Type, is Double.Type: return "\(pick(traits.recordedRange ?? -90...90))"
    case is Bool.Type: return pick(0...1) == 1 ? "true" : "false"
    case is any InternedText.Type:
      text = String(
        repeating: "\u{1F3B8}", count: pick(1...(type as! any InternedText.Type).maximumLength))
    case let kind as any (InternedIdentifier & PayloadValue).Type: text = id(kind, next())
    case is String.Type, is FreeText.Type:
      text = String(
        repeating: "\u{E9}", count: pick((traits.length ?? 0...9999).clamped(to: 0...9999)))
    case is LocalDate.Type:
      text = "\(pickOne(of: [LocalDate.first, "1970-01-01", "2026-03-02", .last]))"
    case is TimeOfDay.Type: text = "\(pickOne(of: [TimeOfDay.midnight, "09:00", "23:59"]))"
    case is Timestamp.Type:
      text = "\(pickOne(of: [Timestamp.range.lowerBound, Timestamp.range.upperBound]))"
    case is Zone.Type: text = pickOne(of: ["Etc/GMT+12", "UTC", "Pacific/Kiritimati"])
    case is Weekday.Type: text = pickOne(of: ["monday", "sunday"])
    case is Digest.Type: text = "\(Digest.zero)"
    case is CurrencyCode.Type: text = pickOne(of: ["AAA", "ZZZ"])
    default: preconditionFailure("no value of \(type) is known here")
    }
    return "\"\(text)\""
  }

  private mutating func value<Value: PayloadValue>(_ traits: MemberTraits) -> Value {
    let json = Array(json(Value.self, traits).utf8)
    var reader = JSONReader()
    unsafe json.withUnsafeBytes { unsafe reader.begin(copying: $0) }
    return try! Value.read(&reader)
  }

  // MARK: - The walk

  mutating func subject<ID: InternedIdentifier & PayloadValue>(_: ID?) -> ID {
    number += 1
    return Self.id(ID.self, number)
  }

  mutating func member<Value: PayloadValue>(
    _: StaticString, _: Value?, _ traits: MemberTraits
  ) -> Value { value(traits) }

  mutating func optionalMember<Value: PayloadValue>(
    _: StaticString, _: Value?, _ traits: MemberTraits
  ) -> Value? { end == .removed ? nil : value(traits) }

  mutating func listMember<Value: PayloadValue>(
    _: StaticString, _: [Value]?, isRecorded: Bool
  ) -> [Value] { isRecorded ? value(MemberTraits(presence: .fact)) : [] }

  mutating func editMember<Value: PayloadValue>(
    _: StaticString, _: Edit<Value>?, _ traits: MemberTraits
  ) -> Edit<Value> { end == .removed ? .removed : .set(value(traits)) }
}
