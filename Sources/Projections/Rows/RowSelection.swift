public import ShiftEvents

/// Filters for the rows of a projection. Those that are not among its
/// ``ProjectionDescriptor/questions`` are ignored.
public struct RowSelection: Hashable, Sendable {
  /// The thing whose row is wanted, whatever its days and its state, or that the rows are about.
  public var id: RowID?
  /// The person whose rows are wanted; for a study ranking, the person who looks at it.
  public var user: UserID?
  /// The days of rows; of reservations, the local days on which they were made.
  public var dates: DateSelection
  /// The place and the label of shifts and vacancies.
  public var names: NameSelection
  /// The company of deals and reservations.
  public var company: UserID?
  /// The texts that rows must have in some columns, by the key of each; of a list one item.
  package var cells: [String: String] = [:]
  /// The category of deals.
  public var category: DealCategory? {
    get { cells["category"].flatMap(DealCategory.init) }
    set { cells["category"] = newValue?.rawValue }
  }
  /// The surroundings of deals.
  public var near: Nearness?
  /// True for a study ranking without the user.
  public var followedOnly: Bool
  /// A part of the name of users, whatever the case and accents.
  public var namePart: String?
  /// The period of a row of hours; `nil` for weeks, and for people alone who have recorded something.
  public var grouping: HoursGrouping?
  /// The minutes that rows of hours must exceed.
  public var overMinutes: Int?
  /// The minutes that rows of hours must not reach; people without any have rows, too.
  public var underMinutes: Int?
  /// True to include past, closed or ended rows.
  public var all: Bool
  /// True for rows alone that are in progress: who is on duty or away, and which work goes on.
  public var running: Bool
  /// True for rows of a time sheet alone whose hours nobody confirmed.
  public var unconfirmed = false
  /// True for rows of a time sheet alone that are over and have no hours.
  public var missing = false
  /// True for rows of a time sheet alone whose hours are hardly right.
  public var unlikely = false
  /// True for published shifts alone.
  public var published = false
  /// True for a schedule as the last publication of each day promised it.
  public var asPublished: Bool
  /// The event behind which the notices of an inbox are wanted.
  public var since = SequenceNumber.zero
  /// The number of the newest notices of an inbox that are wanted; `nil` for all.
  public var last: Int?
  /// The part of the rows that is asked for.
  package var page: PageRequest?

  /// Chooses the default rows of each projection if no argument is given.
  public init(
    id: RowID? = nil, user: UserID? = nil, dates: DateSelection = DateSelection(),
    names: NameSelection = NameSelection(), company: UserID? = nil, category: DealCategory? = nil,
    near: Nearness? = nil, followedOnly: Bool = false, namePart: String? = nil,
    grouping: HoursGrouping? = nil, overMinutes: Int? = nil, underMinutes: Int? = nil,
    all: Bool = false, running: Bool = false, asPublished: Bool = false,
    since: SequenceNumber = .zero, last: Int? = nil
  ) {
    (self.id, self.user, self.dates, self.names, self.company) = (id, user, dates, names, company)
    (self.near, self.followedOnly, self.namePart) = (near, followedOnly, namePart)
    (self.grouping, self.overMinutes, self.underMinutes) = (grouping, overMinutes, underMinutes)
    (self.all, self.running, self.asPublished, self.since) = (all, running, asPublished, since)
    self.last = last
    self.category = category
  }

  /// Returns `true` if a row has the texts that are wanted.
  func includes(_ row: some ProjectionRow) -> Bool {
    cells.allSatisfy { key, text in
      guard let cell = row[key] else { return false }
      if case .list(let items) = cell { return items.contains(text) }
      return cell.text == text
    }
  }

  /// The same of any day and state.
  var ofAnyTime: RowSelection {
    var selection = self
    (selection.dates, selection.all, selection.running) = (DateSelection(), true, false)
    return selection
  }
}

/// The part of a selection that the briefs of shifts tell of: no shift that it refuses is chosen.
struct SummarySelection {
  /// Numbers of days since 1970-01-01.
  let days: ClosedRange<Int>
  private let owner: UInt32?
  private let takes: Bool

  /// - Parameters:
  ///   - current: the moment from which what is over is left out; `nil` where it is not.
  ///   - takes: true where those who took a shift that awaits approval have it, too.
  init(_ chosen: RowSelection, from current: LocalMoment? = nil, takes: Bool = false) {
    let first = chosen.dates.isEmpty ? current.map { $0.today + -2 } : chosen.dates.first
    let start = first.map { Int($0.daysSinceEpoch) } ?? .min
    days = start...max(start, chosen.dates.last.map { Int($0.daysSinceEpoch) } ?? .max)
    (owner, self.takes) = (chosen.user?.symbolIndex, takes)
  }

  @inline(__always)
  func mayInclude(_ brief: ShiftSummary) -> Bool {
    guard brief.hasDays || days.contains(brief.day) else { return false }
    return owner == nil || brief.owner.symbolIndex == owner || takes && brief.isAwaiting
  }
}

/// The names that a reader chooses shifts and vacancies by; all that is given must hold.
public struct NameSelection: Hashable, Sendable {
  /// The place.
  public var place: Name?
  /// One of the labels.
  public var label: Name?

  /// Chooses every shift if no argument is given.
  public init(place: Name? = nil, label: Name? = nil) { (self.place, self.label) = (place, label) }

  /// True if nothing is excluded.
  public var isEmpty: Bool { place == nil && label == nil }

  /// Returns `true` if a shift with these keys is chosen.
  public func includes(_ keys: ShiftDetails) -> Bool {
    if let place, keys.place != place { return false }
    return label.map(keys.labels.contains) ?? true
  }
}

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
    (self.from, self.to) = (from, to)
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
