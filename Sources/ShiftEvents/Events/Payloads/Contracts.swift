// On disk. Never rename a member; a changed meaning is a new event type.

/// A manager set limits of a person's own.
public struct ContractSet: Hashable, Sendable {
  /// The person.
  public var user: UserID
  /// The limits that were set or taken away.
  public var limits: ContractEdits
}

extension ContractSet: Payload {
  init<Visitor: MemberVisitor>(_ visit: inout Visitor, of event: Self?) throws(Visitor.Fault) {
    user = try visit.subject(event?.user)
    visit.rule(.anyChange)
    limits = try ContractEdits(&visit, of: event?.limits)
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

  /// Changes of some limits.
  public init(
    maxWeekMinutes: Edit<Int> = .unchanged, minRestMinutes: Edit<Int> = .unchanged,
    maxShiftMinutes: Edit<Int> = .unchanged
  ) {
    self.maxWeekMinutes = maxWeekMinutes
    self.minRestMinutes = minRestMinutes
    self.maxShiftMinutes = maxShiftMinutes
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
  }
}
