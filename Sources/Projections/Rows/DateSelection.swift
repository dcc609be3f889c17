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
    contains(anyFrom: range.lowerBound, to: range.upperBound)
  }

  /// Returns `true` if no day is excluded, or one of the days is chosen; there are none where the first is behind the
  /// last, as in a log made by hand.
  func contains(anyFrom first: LocalDate, to last: LocalDate) -> Bool {
    isEmpty
      || max(first, from ?? first, days?.lowerBound ?? first)
        <= min(last, to ?? last, days?.upperBound ?? last)
  }

  private static func days(of week: WeekOfYear?) -> ClosedRange<LocalDate>? {
    week.map { $0.monday...$0.monday + 6 }
  }
}
