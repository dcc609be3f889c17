// On disk. Never rename a member; a changed meaning is a new event type.
/// The policies of the workplace were set.
public struct WorkplaceConfigured: Hashable, Sendable {
  /// The workplace.
  public var workplace: WorkplaceID
  /// The policies that were set; what is `nil` keeps its value.
  public var policies: WorkplacePolicies
}

/// The policies of a workplace; in a command or an event, what is `nil` keeps its value.
public struct WorkplacePolicies: Hashable, Sendable {
  /// The zone in which the workplace's days and times are.
  public var timeZone: Zone?
  /// The number of weeks for which occurrences of fixed shifts are scheduled ahead.
  public var horizonWeeks: Int?
  /// The number of days ahead for which work can be requested.
  public var requestDays: Int?
  /// The approval that a shift taken from the marketplace needs.
  public var marketApproval: MarketApproval?
  /// The approval that an accepted suggestion needs.
  public var suggestionApproval: SuggestionApproval?
  /// The least rest between two shifts of a taker, in minutes.
  public var minRestMinutes: Int?
  /// The most that a taker may work in an ISO week, in minutes.
  public var maxWeekMinutes: Int?
  /// The number of shifts that a person may hold on a day.
  public var maxShiftsPerDay: Int?
  /// The time by which two shifts of a person may overlap, in minutes.
  public var handoverMinutes: Int?
  /// The time that a taker must leave before the start of a shift, in minutes.
  public var acceptLeadMinutes: Int?
  /// The number of shifts that a person may hold at a time.
  public var maxShiftsAtOnce: Int?
  /// The least notice of a late change, in minutes.
  public var minNoticeMinutes: Int?
  /// The notice from which on a late change awaits no answer, in minutes; 0 is off.
  public var answerNoticeMinutes: Int?
  /// The most local days in a row on which a taker has a shift; 0 is off.
  public var maxDaysInRow: Int?
  /// The people whose rest, weeks and days in a row are limited.
  public var limitsBind: LimitsBind?
  /// The changes by managers that owners are told of before their days are published.
  public var drafts: Drafts?
  /// The time of day at which a night begins.
  public var nightStart: TimeOfDay?
  /// The minutes before the start of a shift from which on its work can begin.
  public var clockEarlyMinutes: Int?
  /// The time of day at which a night ends. Here, and not behind its start, it takes no memory of its own.
  public var nightEnd: TimeOfDay?
  /// The minutes to whose multiples begin and end of work are rounded: 1, 5, 6, 10, 12, 15 or 30.
  public var clockRoundMinutes: Int?
  /// The least minutes of a part of a shift that its owner splits; 0 where owners may not.
  public var minSplitMinutes: Int?

  /// The policies that are given, and `nil` for the others.
  public init(
    timeZone: Zone? = nil, horizonWeeks: Int? = nil, requestDays: Int? = nil,
    marketApproval: MarketApproval? = nil, suggestionApproval: SuggestionApproval? = nil,
    minRestMinutes: Int? = nil, maxWeekMinutes: Int? = nil, maxShiftsPerDay: Int? = nil,
    handoverMinutes: Int? = nil, acceptLeadMinutes: Int? = nil, maxShiftsAtOnce: Int? = nil,
    minNoticeMinutes: Int? = nil, answerNoticeMinutes: Int? = nil,
    maxDaysInRow: Int? = nil, limitsBind: LimitsBind? = nil, drafts: Drafts? = nil,
    nightStart: TimeOfDay? = nil, nightEnd: TimeOfDay? = nil,
    clockEarlyMinutes: Int? = nil, clockRoundMinutes: Int? = nil, minSplitMinutes: Int? = nil
  ) {
    (self.timeZone, self.horizonWeeks, self.requestDays) = (timeZone, horizonWeeks, requestDays)
    (self.marketApproval, self.suggestionApproval) = (marketApproval, suggestionApproval)
    (self.minRestMinutes, self.maxWeekMinutes) = (minRestMinutes, maxWeekMinutes)
    (self.maxShiftsPerDay, self.handoverMinutes) = (maxShiftsPerDay, handoverMinutes)
    (self.acceptLeadMinutes, self.maxShiftsAtOnce) = (acceptLeadMinutes, maxShiftsAtOnce)
    (self.minNoticeMinutes, self.answerNoticeMinutes) = (minNoticeMinutes, answerNoticeMinutes)
    (self.maxDaysInRow, self.limitsBind, self.drafts) = (maxDaysInRow, limitsBind, drafts)
    (self.nightStart, self.nightEnd) = (nightStart, nightEnd)
    (self.clockEarlyMinutes, self.clockRoundMinutes) = (clockEarlyMinutes, clockRoundMinutes)
    self.minSplitMinutes = minSplitMinutes
  }
}

extension WorkplaceConfigured: Payload {
  init<Visitor: MemberVisitor>(_ visit: inout Visitor, of event: Self?) throws(Visitor.Fault) {
    workplace = try visit.subject(event?.workplace)
    visit.rule(.anyMember)
    policies = try WorkplacePolicies(&visit, of: event?.policies)
  }
}

extension WorkplacePolicies {
  static var restRange: ClosedRange<Int> { 0...2880 }
  static var weekRange: ClosedRange<Int> { 0...10080 }
  static var daysInRowRange: ClosedRange<Int> { 0...366 }

  /// The policies until others are set.
  static let initial = WorkplacePolicies(
    timeZone: .utc, horizonWeeks: 8, requestDays: 31, marketApproval: MarketApproval.none,
    suggestionApproval: .owner, minRestMinutes: 0, maxWeekMinutes: 0, maxShiftsPerDay: 1,
    handoverMinutes: 0, acceptLeadMinutes: 0, maxShiftsAtOnce: 1, minNoticeMinutes: 0,
    answerNoticeMinutes: 0, maxDaysInRow: 0, limitsBind: .takers, drafts: .shown,
    nightStart: TimeOfDay(hour: 22, minute: 0), nightEnd: TimeOfDay(hour: 6, minute: 0),
    clockEarlyMinutes: 15, clockRoundMinutes: 1, minSplitMinutes: 0)

  /// The minutes that begin and end of work can be rounded to.
  static let roundings = [1, 5, 6, 10, 12, 15, 30]

  init<Visitor: MemberVisitor>(_ visit: inout Visitor, of policies: Self?) throws(Visitor.Fault) {
    timeZone = try visit.policy("timeZone", policies?.timeZone)
    horizonWeeks = try visit.policy("horizonWeeks", policies?.horizonWeeks, in: 1...104)
    requestDays = try visit.policy("requestDays", policies?.requestDays, in: 1...366)
    marketApproval = try visit.policy("marketApproval", policies?.marketApproval)
    suggestionApproval = try visit.policy("suggestionApproval", policies?.suggestionApproval)
    minRestMinutes = try visit.policy(
      "minRestMinutes", policies?.minRestMinutes, in: Self.restRange)
    maxWeekMinutes = try visit.policy(
      "maxWeekMinutes", policies?.maxWeekMinutes, in: Self.weekRange)
    maxShiftsPerDay = try visit.policy("maxShiftsPerDay", policies?.maxShiftsPerDay, in: 1...24)
    handoverMinutes = try visit.policy("handoverMinutes", policies?.handoverMinutes, in: 0...120)
    acceptLeadMinutes = try visit.policy(
      "acceptLeadMinutes", policies?.acceptLeadMinutes, in: 0...10080)
    maxShiftsAtOnce = try visit.policy("maxShiftsAtOnce", policies?.maxShiftsAtOnce, in: 1...24)
    minNoticeMinutes = try visit.policy(
      "minNoticeMinutes", policies?.minNoticeMinutes, in: 0...40320)
    answerNoticeMinutes = try visit.policy(
      "answerNoticeMinutes", policies?.answerNoticeMinutes, in: 0...527_040)
    maxDaysInRow = try visit.policy("maxDaysInRow", policies?.maxDaysInRow, in: Self.daysInRowRange)
    limitsBind = try visit.policy("limitsBind", policies?.limitsBind)
    drafts = try visit.policy("drafts", policies?.drafts)
    nightStart = try visit.policy("nightStart", policies?.nightStart)
    nightEnd = try visit.policy("nightEnd", policies?.nightEnd)
    clockEarlyMinutes = try visit.policy(
      "clockEarlyMinutes", policies?.clockEarlyMinutes, in: 0...720)
    clockRoundMinutes = try visit.policy(
      "clockRoundMinutes", policies?.clockRoundMinutes, in: 1...30)
    minSplitMinutes = try visit.policy("minSplitMinutes", policies?.minSplitMinutes, in: 0...1440)
  }
}

extension MemberVisitor {
  /// A policy that keeps its value where it is left out.
  fileprivate mutating func policy<Value: PayloadValue>(
    _ key: StaticString, _ value: Value?, in range: ClosedRange<Int>? = nil
  ) throws(Fault) -> Value? {
    try optionalMember(
      key, value, MemberTraits(presence: .optional, range: range, whenOmitted: .policyBefore))
  }
}

// On disk. Never rename a member; a changed meaning is a new event type.
/// The other side agreed with the hours of a shift that were recorded.
public struct HoursConfirmed: Hashable, Sendable {
  /// The shift.
  public var shift: ShiftID
  /// The person who worked.
  public var worker: UserID
  /// The day on which the shift starts.
  public var date: LocalDate
  /// The time worked in minutes.
  public var minutes: Int
}

extension HoursConfirmed: Payload {
  init<Visitor: MemberVisitor>(_ visit: inout Visitor, of event: Self?) throws(Visitor.Fault) {
    shift = try visit.subject(event?.shift)
    worker = try visit.fact("worker", event?.worker)
    date = try visit.fact("date", event?.date)
    minutes = try visit.fact("minutes", event?.minutes, in: HoursRecorded.minutesRange)
  }
}

/// A manager settled the hours of some past days.
public struct PeriodClosed: Hashable, Sendable {
  /// The new period.
  public var period: PeriodID
  /// The first of its days.
  public var from: LocalDate
  /// The last of its days.
  public var to: LocalDate
  /// The number of shifts that were worked in it.
  public var shifts: Int
  /// The minutes that were worked in it.
  public var minutes: Int
  /// The number of these shifts whose hours nobody confirmed.
  public var unconfirmed: Int
}

extension PeriodClosed: Payload {
  init<Visitor: MemberVisitor>(_ visit: inout Visitor, of event: Self?) throws(Visitor.Fault) {
    period = try visit.subject(event?.period)
    from = try visit.submitted("from", event?.from)
    to = try visit.submitted("to", event?.to)
    shifts = try visit.fact("shifts", event?.shifts, in: .count)
    minutes = try visit.fact("minutes", event?.minutes, in: .count)
    unconfirmed = try visit.fact("unconfirmed", event?.unconfirmed, in: .count)
  }
}

/// A manager opened a period again.
public struct PeriodReopened: Hashable, Sendable {
  /// The period.
  public var period: PeriodID
  /// The reason; `nil` where none was given.
  public var reason: String?
  /// The first of its days.
  public var from: LocalDate
  /// The last of its days.
  public var to: LocalDate
}

extension PeriodReopened: Payload {
  init<Visitor: MemberVisitor>(_ visit: inout Visitor, of event: Self?) throws(Visitor.Fault) {
    period = try visit.subject(event?.period)
    reason = try visit.reason(event?.reason)
    from = try visit.fact("from", event?.from)
    to = try visit.fact("to", event?.to)
  }
}

// On disk. Never rename a member; a changed meaning is a new event type.
/// A manager gave the word that the roster of some days holds from now on.
public struct SchedulePublished: Hashable, Sendable {
  /// The new publication.
  public var publication: PublicationID
  /// The first of its days.
  public var from: LocalDate
  /// The last of its days.
  public var to: LocalDate
  /// The number of open shifts that begin in it.
  public var shifts: Int
}

extension SchedulePublished: Payload {
  init<Visitor: MemberVisitor>(_ visit: inout Visitor, of event: Self?) throws(Visitor.Fault) {
    publication = try visit.subject(event?.publication)
    from = try visit.submitted("from", event?.from)
    to = try visit.submitted("to", event?.to)
    shifts = try visit.fact("shifts", event?.shifts, in: .count)
  }
}

/// The owner of a published shift said whether they agree with a manager's late change of it.
public struct ChangeAnswered: Hashable, Sendable {
  /// The shift, which may be cancelled.
  public var shift: ShiftID
  /// `true` if the person agrees.
  public var agreed: Bool
  /// The person who answered.
  public var owner: UserID
  /// The day on which the shift starts now.
  public var date: LocalDate
  /// The time of the change.
  public var changedAt: Timestamp
}

extension ChangeAnswered: Payload {
  init<Visitor: MemberVisitor>(_ visit: inout Visitor, of event: Self?) throws(Visitor.Fault) {
    shift = try visit.subject(event?.shift)
    agreed = try visit.submitted("agreed", event?.agreed)
    owner = try visit.fact("owner", event?.owner)
    date = try visit.fact("date", event?.date)
    changedAt = try visit.fact("changedAt", event?.changedAt)
  }
}
