/// A weekly shift was set up; its occurrences follow as events of their own.
public struct FixedShiftRegistered: Hashable, Sendable {
  public var fixedShift: FixedShiftID
  public var weekday: Weekday
  public var start: TimeOfDay
  public var end: TimeOfDay
  public var owner: UserID
  public var from: LocalDate

  public init(
    fixedShift: FixedShiftID, weekday: Weekday, start: TimeOfDay, end: TimeOfDay, owner: UserID,
    from: LocalDate
  ) {
    self.fixedShift = fixedShift
    self.weekday = weekday
    self.start = start
    self.end = end
    self.owner = owner
    self.from = from
  }
}

/// A weekly shift ended; occurrences that its owner still held are gone.
public struct FixedShiftRemoved: Hashable, Sendable {
  public var fixedShift: FixedShiftID
  public var owner: UserID
  public var removed: [ShiftID]
  public var kept: [ShiftID]

  public init(fixedShift: FixedShiftID, owner: UserID, removed: [ShiftID], kept: [ShiftID]) {
    self.fixedShift = fixedShift
    self.owner = owner
    self.removed = removed
    self.kept = kept
  }
}
