public import ShiftEvents

/// Days that a reader chooses by week, first and last day; all that is given must hold.
public struct DateSelection: Hashable, Sendable {
  /// All seven days of an ISO week.
  public var week: WeekOfYear? { didSet { days = Self.days(of: week) } }
  /// The days of the week, so that a date is compared with two and its own week is not looked for.
  private var days: ClosedRange<LocalDate>?
  /// The first day.
  public var from: LocalDate?
  /// The last day, itself included.
  public var to: LocalDate?

  /// Chooses every day if no argument is given.
  public init(week: WeekOfYear? = nil, from: LocalDate? = nil, to: LocalDate? = nil) {
    self.week = week
    days = Self.days(of: week)
    self.from = from
    self.to = to
  }

  /// True if no day is excluded.
  public var isEmpty: Bool { days == nil && from == nil && to == nil }

  /// The first day that is chosen; `nil` without any bound.
  package var first: LocalDate? { [from, days?.lowerBound].compactMap(\.self).max() }

  /// The last day that is chosen; `nil` without any bound.
  package var last: LocalDate? { [to, days?.upperBound].compactMap(\.self).min() }

  /// Returns `true` if the day is chosen.
  public func contains(_ date: LocalDate) -> Bool { contains(anyOf: date...date) }

  /// Returns `true` if one of the days is chosen.
  public func contains(anyOf range: ClosedRange<LocalDate>) -> Bool {
    let first = max(
      range.lowerBound, from ?? range.lowerBound, days?.lowerBound ?? range.lowerBound)
    let last = min(range.upperBound, to ?? range.upperBound, days?.upperBound ?? range.upperBound)
    return first <= last
  }

  private static func days(of week: WeekOfYear?) -> ClosedRange<LocalDate>? {
    week.map { $0.monday...$0.monday + 6 }
  }
}
