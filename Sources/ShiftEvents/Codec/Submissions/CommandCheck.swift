/// Looks at a command for what the shape of its submission asks beside the types of its members.
///
/// It only detects what may be a fault; the decoder of the JSON form finds and words it.
struct CommandCheck: EventVisitor {
  private let fields: [Field]
  /// The place of the member's field: a command has its members in their order.
  private var next = 0
  /// The places of the fields that are given, a bit each.
  private var given: UInt64 = 0
  private var isSound = true
  private let judgesTexts: Bool
  /// False where the reader of the texts has counted their combining marks.
  private let boundsMarks: Bool

  /// True if a command of the type may break rules beyond the types of its members.
  static func asksMore(_ type: EventType) -> Bool { asking[type.place] }

  private static let asking = FieldList.all.map(\.asksMore)

  /// True if a submission may have the command.
  static func isSound(
    _ command: Command, of type: EventType, judgingTexts judgesTexts: Bool = true,
    boundingMarks boundsMarks: Bool = true
  ) -> Bool {
    let list = FieldList.of(type)
    var check = CommandCheck(
      fields: list.fields, judgesTexts: judgesTexts, boundsMarks: boundsMarks)
    var visited = command
    visited.accept(&check)
    return check.isSound && command.subject != UserID.system.symbol
      && list.demand(ofSubject: command.subject) == nil
      && list.rules.allSatisfy { $0.lack(of: list.fields, check.isGiven) == nil }
  }

  mutating func visit<Value: JSONWritable>(_ key: StaticString, _ value: Value, _: MemberTraits) {
    while !fields[next].name.isEqual(to: key) { next += 1 }
    given |= 1 << UInt64(next)
    if !isReadable(value) || fields[next].traits.demand(of: value, judgingTexts: judgesTexts) != nil
    {
      isSound = false
    }
  }

  private func isGiven(_ name: StaticString) -> Bool {
    fields.indices.contains { given >> UInt64($0) & 1 == 1 && fields[$0].name.isEqual(to: name) }
  }

  private func isReadable(_ text: String, allowingLines: Bool) -> Bool {
    text.hasOnlyCharacters(allowingLines: allowingLines)
      && !(boundsMarks && CombiningMarks.areTooMany(in: text))
  }

  /// True if the written value reads back.
  private func isReadable<Value: JSONWritable>(_ value: Value) -> Bool {
    switch value {
    case let user as UserID: user != .system
    case let text as String: isReadable(text, allowingLines: false)
    case let text as FreeText: isReadable(text.text, allowingLines: true)
    case let number as Int: Int.exactRange.contains(number)
    case let number as Double: number.isFinite
    case let time as Timestamp: Timestamp.range.contains(time)
    case let date as LocalDate: (1...9999).contains(date.components.year)
    default: true
    }
  }
}

extension String {
  /// True if it has no control characters and no noncharacters.
  func hasOnlyCharacters(allowingLines: Bool) -> Bool {
    unicodeScalars.allSatisfy { scalar in
      switch scalar.value {
      case 0x09, 0x0A: allowingLines
      case 0x00...0x1F, 0x7F...0x9F, 0xFDD0...0xFDEF: false
      case let value: value & 0xFFFE != 0xFFFE
      }
    }
  }
}
