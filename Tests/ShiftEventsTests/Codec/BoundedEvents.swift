@testable import ShiftEvents

/// Makes an event anew with each value brought within the limits that its member declares.
struct Bounded: MemberVisitor {
  typealias Fault = Never

  private let event: Event
  private let members: EventMembers

  init(_ event: Event) { (self.event, members) = (event, EventMembers(of: event)) }

  mutating func bounded(_ type: EventType) -> Event { Event(type, &self) }

  private func value<Value: PayloadValue>(
    _ key: StaticString, _ traits: MemberTraits
  ) -> Value? {
    guard let given = members[key] as? Value else { return nil }
    func limited(_ number: Int, _ range: ClosedRange<Int>) -> Int {
      min(max(number, range.lowerBound), range.upperBound)
    }
    if let range = traits.recordedRange, let number = given as? Int {
      return limited(number, range) as? Value
    }
    if traits.count != nil, let names = given as? [Name] {
      return names.enumerated().filter { !names[..<$0].contains($1) }.map(\.element) as? Value
    }
    if traits.length != nil, given as? String == "" { return "n" as? Value }
    if let range = traits.recordedRange, let number = given as? FiniteNumber,
      !number.isWithin(range)
    {
      return FiniteNumber(value: Double(limited(Int(number.value), range))) as? Value
    }
    return given
  }

  mutating func subject<ID: InternedIdentifier & PayloadValue>(_: ID?) -> ID {
    ID(event.subjectSymbol)
  }

  mutating func member<Value: PayloadValue>(
    _ key: StaticString, _: Value?, _ traits: MemberTraits
  ) -> Value { value(key, traits)! }

  mutating func optionalMember<Value: PayloadValue>(
    _ key: StaticString, _: Value?, _ traits: MemberTraits
  ) -> Value? { value(key, traits) }

  mutating func listMember<Value: PayloadValue>(
    _ key: StaticString, _: [Value]?, isRecorded: Bool
  ) -> [Value] { isRecorded ? members[key] as? [Value] ?? [] : [] }

  mutating func editMember<Value: PayloadValue>(
    _ key: StaticString, _: Edit<Value>?, _ traits: MemberTraits
  ) -> Edit<Value> {
    if members[key] is JSONNull { return .removed }
    return value(key, traits).map { .set($0) } ?? .unchanged
  }
}
