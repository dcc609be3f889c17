/// Looks at a command for what the shape of its submission asks beside the types of its members.
///
/// It only detects a fault; the decoder of the JSON form finds and words it.
struct CommandCheck: EventVisitor {
  private let fields: [Field]
  /// The place to look for the next member's field: a command has its members in their order.
  private var next = 0
  private var isSound = true
  private var isEmpty = true
  /// True if only what is edited counts as given.
  private let isEdit: Bool

  /// True if a command of the type may break rules beyond the types of its members.
  static func asksMore(_ type: EventType) -> Bool { asking[type.place] }

  private static let asking = EventType.allCases.map { type in
    limiting[type.place] || type.needsAnyField || type.subjectKind == UserID.self
      || type.fields.contains { $0.type == UserID.self }
      || [.shiftScheduled, .shiftClaimed, .dealPosted].contains(type)
  }

  /// True for types whose members have limits of their own.
  private static let limiting = EventType.allCases.map { type in
    type.fields.contains { field in
      field.presence != .fact
        && (field.traits.range != nil || field.traits.count != nil || field.traits.isName)
    }
  }

  /// True if a submission may have the command.
  static func isSound(_ command: Command, of type: EventType) -> Bool {
    var check = CommandCheck(
      fields: limiting[type.place] ? type.fields : [], isEdit: type.isEdit)
    var visited = command
    visited.accept(&check)
    return check.isSound && !(check.isEmpty && type.needsAnyField) && isWhole(command)
  }

  private init(fields: [Field], isEdit: Bool) {
    self.fields = fields
    self.isEdit = isEdit
  }

  /// True if the rules about several members hold.
  private static func isWhole(_ command: Command) -> Bool {
    switch command {
    case .registerUser(let user, _, _), .changeProfile(let user, _), .grantRole(let user, _),
      .revokeRole(let user, _),
      .follow(let user), .unfollow(let user), .eraseUser(let user),
      .grantSkill(let user, _), .revokeSkill(let user, _), .rateCompany(let user, _, _, _):
      user != .system
    case .scheduleShift(let shift, _, _, _, _, _, _), .claimShift(let shift, _, _, _):
      !shift.endsInDate
    case .postDeal(_, let terms): (terms.priceCents == nil) == (terms.currency == nil)
    default: true
    }
  }

  mutating func visit<Value: JSONWritable>(
    _ key: StaticString, _ value: Value, _ own: MemberTraits
  ) {
    if !isEdit || own.isRemovable { isEmpty = false }
    if !isReadable(value) { isSound = false }
    guard let traits = traits(of: key) else { return }
    if traits.demand(of: value) != nil { isSound = false }
  }

  private mutating func traits(of key: StaticString) -> MemberTraits? {
    for _ in fields {
      let field = fields[next]
      next = next + 1 < fields.count ? next + 1 : 0
      if field.name.isEqual(to: key) { return field.traits }
    }
    return nil
  }

  /// True if the written value reads back.
  private func isReadable<Value: JSONWritable>(_ value: Value) -> Bool {
    switch value {
    case let user as UserID: user != .system
    case let text as String: text.hasOnlyCharacters(allowingLines: false)
    case let text as FreeText: text.text.hasOnlyCharacters(allowingLines: true)
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

extension ShiftID {
  /// Ids that end in a date are those of fixed shifts' occurrences.
  var endsInDate: Bool {
    let text = unsafe SymbolTable.shared.texts[symbol]
    let form: StaticString = ".0000-00-00"
    guard text.count >= form.utf8CodeUnitCount else { return false }
    return form.withUTF8Buffer { form in
      unsafe zip(text.suffix(form.count), form).allSatisfy { byte, expected in
        expected == UInt8(ascii: "0") ? byte &- 0x30 <= 9 : byte == expected
      }
    }
  }
}
