/// The members of an event's `data`, each in the form that a log holds.
struct WrittenMembers: EventVisitor {
  struct Member {
    let name: StaticString
    let presence: MemberTraits.Presence
    fileprivate let range: Range<Int>
  }

  /// The members that the event has, in the order of the log.
  private(set) var members: [Member] = []
  private var bytes: [UInt8] = []

  init(of event: Event) { event.accept(&self) }

  mutating func visit<Value: JSONWritable>(
    _ key: StaticString, _ value: Value, _ traits: MemberTraits
  ) {
    let start = bytes.count
    value.appendJSON(to: &bytes)
    members.append(Member(name: key, presence: traits.presence, range: start..<bytes.count))
  }

  subscript(_ member: Member) -> ArraySlice<UInt8> { bytes[member.range] }

  subscript(_ name: StaticString) -> ArraySlice<UInt8>? {
    members.first { $0.name.isEqual(to: name) }.map { self[$0] }
  }
}
