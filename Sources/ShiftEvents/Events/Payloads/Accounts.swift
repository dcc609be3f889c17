// On disk. Never rename a member; a changed meaning is a new event type.
/// A person joined, with at least one role.
public struct UserRegistered: Hashable, Sendable {
  /// The new person.
  public var user: UserID
  /// The person's roles, as they were submitted; at least one, none twice.
  public var roles: [Role]
  /// The commitment to the person's name and e-mail address; `nil` if neither was given.
  public var profile: Digest?
}

extension UserRegistered: Payload {
  init<Visitor: MemberVisitor>(_ visit: inout Visitor, of event: Self?) throws(Visitor.Fault) {
    user = try visit.subject(event?.user)
    roles = try visit.submitted("roles", event?.roles, count: Role.count)
    visit.personalData()
    profile = try visit.optionalMember("profile", event?.profile, .reserved)
  }
}

/// A name or an e-mail address changed; the log holds the new commitment only.
public struct ProfileChanged: Hashable, Sendable {
  /// The person.
  public var user: UserID
  /// The commitment to the name and the e-mail address from now on.
  public var profile: Digest
}

extension ProfileChanged: Payload {
  init<Visitor: MemberVisitor>(_ visit: inout Visitor, of event: Self?) throws(Visitor.Fault) {
    user = try visit.subject(event?.user)
    visit.rule(.anyMember)
    visit.personalData()
    profile = try visit.member("profile", event?.profile, .reserved)
  }
}

/// A person got a role.
public struct RoleGranted: Hashable, Sendable {
  /// The person.
  public var user: UserID
  /// The new role.
  public var role: Role
}

extension RoleGranted: Payload {
  init<Visitor: MemberVisitor>(_ visit: inout Visitor, of event: Self?) throws(Visitor.Fault) {
    user = try visit.subject(event?.user)
    role = try visit.submitted("role", event?.role)
  }
}

/// A person lost a role.
public struct RoleRevoked: Hashable, Sendable {
  /// The person.
  public var user: UserID
  /// The role that the person has no longer.
  public var role: Role
}

extension RoleRevoked: Payload {
  init<Visitor: MemberVisitor>(_ visit: inout Visitor, of event: Self?) throws(Visitor.Fault) {
    user = try visit.subject(event?.user)
    role = try visit.submitted("role", event?.role)
  }
}

/// The actor follows the user from now on.
public struct UserFollowed: Hashable, Sendable {
  /// The user who is followed.
  public var user: UserID
}

extension UserFollowed: Payload {
  init<Visitor: MemberVisitor>(_ visit: inout Visitor, of event: Self?) throws(Visitor.Fault) {
    user = try visit.subject(event?.user)
  }
}

/// The actor follows the user no longer.
public struct UserUnfollowed: Hashable, Sendable {
  /// The user who was followed.
  public var user: UserID
}

extension UserUnfollowed: Payload {
  init<Visitor: MemberVisitor>(_ visit: inout Visitor, of event: Self?) throws(Visitor.Fault) {
    user = try visit.subject(event?.user)
  }
}

/// Name, e-mail address and roles of a person were removed.
public struct UserErased: Hashable, Sendable {
  /// The person.
  public var user: UserID
}

extension UserErased: Payload {
  init<Visitor: MemberVisitor>(_ visit: inout Visitor, of event: Self?) throws(Visitor.Fault) {
    user = try visit.subject(event?.user)
  }
}

extension MemberVisitor {
  /// The name and the e-mail address, which are submitted; the log holds a commitment to them.
  fileprivate mutating func personalData() {
    unrecorded(
      "name", String.self,
      MemberTraits(presence: .optional, length: 1...PersonalData.mostCharacters, form: .name))
    unrecorded(
      "email", String.self,
      MemberTraits(presence: .optional, length: 0...PersonalData.mostCharacters))
  }
}

extension MemberTraits {
  fileprivate static var reserved: Self { MemberTraits(presence: .reserved) }
}

// On disk. Never rename a member; a changed meaning is a new event type.
/// A manager set limits of a person's own.
public struct ContractSet: Hashable, Sendable {
  /// The person.
  public var user: UserID
  private var firstDay: PackedDay
  /// The limits that were set or taken away.
  public var limits: ContractEdits

  init(user: UserID, limits: ContractEdits, from: LocalDate? = nil) {
    (self.user, self.limits) = (user, limits)
    firstDay = PackedDay(from)
  }

  /// The first day on which they hold; `nil` where they hold on every day before those still to come.
  public var from: LocalDate? {
    get { firstDay.date }
    set { firstDay = PackedDay(newValue) }
  }
}

extension ContractSet: Payload {
  init<Visitor: MemberVisitor>(_ visit: inout Visitor, of event: Self?) throws(Visitor.Fault) {
    let user = try visit.subject(event?.user)
    visit.rule(.anyChange)
    let from = try visit.optional("from", event?.from)
    self.init(user: user, limits: try ContractEdits(&visit, of: event?.limits), from: from)
  }
}

/// Changes of a person's own limits; an `.unchanged` one keeps its value. 0 is no limit, also where the
/// workplace has one.
public struct ContractEdits: Hashable, Sendable {
  /// The most that the person may work in an ISO week, in minutes, instead of the workplace's.
  public var maxWeekMinutes: Edit<Int> = .unchanged
  /// The least rest between two shifts of the person, in minutes, instead of the workplace's.
  public var minRestMinutes: Edit<Int> = .unchanged
  /// The most minutes of one shift.
  public var maxShiftMinutes: Edit<Int> = .unchanged
  /// The most local days in a row on which the person has a shift, instead of the workplace's.
  public var maxDaysInRow: Edit<Int> = .unchanged

  /// Changes of some limits.
  public init(
    maxWeekMinutes: Edit<Int> = .unchanged, minRestMinutes: Edit<Int> = .unchanged,
    maxShiftMinutes: Edit<Int> = .unchanged, maxDaysInRow: Edit<Int> = .unchanged
  ) {
    (self.maxWeekMinutes, self.minRestMinutes) = (maxWeekMinutes, minRestMinutes)
    (self.maxShiftMinutes, self.maxDaysInRow) = (maxShiftMinutes, maxDaysInRow)
  }
}

extension ContractEdits {
  init<Visitor: MemberVisitor>(_ visit: inout Visitor, of edits: Self?) throws(Visitor.Fault) {
    maxWeekMinutes = try visit.edit(
      "maxWeekMinutes", edits?.maxWeekMinutes, in: WorkplacePolicies.weekRange)
    minRestMinutes = try visit.edit(
      "minRestMinutes", edits?.minRestMinutes, in: WorkplacePolicies.restRange)
    maxShiftMinutes = try visit.edit(
      "maxShiftMinutes", edits?.maxShiftMinutes, in: WorkplacePolicies.weekRange)
    maxDaysInRow = try visit.edit(
      "maxDaysInRow", edits?.maxDaysInRow, in: WorkplacePolicies.daysInRowRange)
  }
}

/// A day that need not be there, in four bytes without a flag beside them. A payload with such a flag makes
/// the compiler take `Event` apart by bytes, which costs 13 instructions an event in a replay.
private struct PackedDay: Hashable, Sendable {
  private var number: Int32

  init(_ date: LocalDate?) { number = date?.daysSinceEpoch ?? .min }

  var date: LocalDate? { number == .min ? nil : LocalDate(daysSinceEpoch: Int(number)) }
}

// On disk. Never rename a member; a changed meaning is a new event type.
/// A person got a skill, which shifts may need.
public struct SkillGranted: Hashable, Sendable {
  /// The person.
  public var user: UserID
  /// The new skill.
  public var skill: Name
  private var lastDay: PackedDay

  init(user: UserID, skill: Name, until: LocalDate? = nil) {
    (self.user, self.skill) = (user, skill)
    lastDay = PackedDay(until)
  }

  /// The last day on which the person has it; `nil` where it does not end.
  public var until: LocalDate? {
    get { lastDay.date }
    set { lastDay = PackedDay(newValue) }
  }
}

extension SkillGranted: Payload {
  init<Visitor: MemberVisitor>(_ visit: inout Visitor, of event: Self?) throws(Visitor.Fault) {
    let user = try visit.subject(event?.user)
    let skill = try visit.submitted("skill", event?.skill)
    self.init(user: user, skill: skill, until: try visit.optional("until", event?.until))
  }
}

/// A person lost a skill. Shifts that the person has stay theirs.
public struct SkillRevoked: Hashable, Sendable {
  /// The person.
  public var user: UserID
  /// The skill that the person has no longer.
  public var skill: Name
}

extension SkillRevoked: Payload {
  init<Visitor: MemberVisitor>(_ visit: inout Visitor, of event: Self?) throws(Visitor.Fault) {
    user = try visit.subject(event?.user)
    skill = try visit.submitted("skill", event?.skill)
  }
}
