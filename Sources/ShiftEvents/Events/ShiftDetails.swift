/// The optional keys of a shift: how many days it lasts, where it is, which skills it needs, what it is
/// called, how long its break is. Most shifts have none of them, and then this is one word.
public struct ShiftDetails: Hashable, Sendable {
  private var contents = Contents.none

  private indirect enum Contents: Hashable {
    case none
    case some(Values)
  }

  private struct Values: Hashable {
    var days: Int16?
    var place: Name?
    var labels: [Name] = []
    var needs: [Name] = []
    var title: Title?
    var breakMinutes: Int16?

    /// True if no key is given. An `==` with none costs 60 instructions a shift.
    @inline(__always)
    var areNone: Bool {
      days == nil && place == nil && title == nil && breakMinutes == nil && labels.isEmpty
        && needs.isEmpty
    }
  }

  /// The keys that are given.
  public init(
    days: Int16? = nil, place: Name? = nil, labels: [Name] = [], needs: [Name] = [],
    title: Title? = nil, breakMinutes: Int16? = nil
  ) {
    values = Values(
      days: days, place: place, labels: labels, needs: needs, title: title,
      breakMinutes: breakMinutes)
  }

  private var values: Values {
    get {
      switch contents {
      case .none: Values()
      case .some(let values): values
      }
    }
    set { contents = newValue.areNone ? .none : .some(newValue) }
  }

  /// True if the shift has none of them.
  public var isEmpty: Bool { if case .none = contents { true } else { false } }

  /// The day after its date on which the shift ends, 0 to 366; `nil` for the usual one: the same day,
  /// or the next one if it ends at or before the time of its start.
  public var days: Int16? {
    get { values.days }
    set { values.days = newValue }
  }

  /// The place of the work.
  public var place: Name? {
    get { values.place }
    set { values.place = newValue }
  }

  /// Roles, teams, kinds, which no rule looks at.
  public var labels: [Name] {
    get { values.labels }
    set { values.labels = newValue }
  }

  /// The skills that the taker of the shift must have.
  public var needs: [Name] {
    get { values.needs }
    set { values.needs = newValue }
  }

  /// The words for the work, which no rule looks at.
  public var title: Title? {
    get { values.title }
    set { values.title = newValue }
  }

  /// The minutes of the shift that are not worked, 0 to 1439; `nil` for none.
  public var breakMinutes: Int16? {
    get { values.breakMinutes }
    set { values.breakMinutes = newValue }
  }
}

extension ShiftDetails {
  /// The same with texts in Unicode's normal form C.
  package var inNFC: ShiftDetails {
    if isEmpty
      || place?.isComposed != false && title?.isComposed != false
        && labels.allSatisfy(\.isComposed) && needs.allSatisfy(\.isComposed)
    {
      return self
    }
    return ShiftDetails(
      days: days, place: place?.inNFC, labels: labels.map(\.inNFC), needs: needs.map(\.inNFC),
      title: title?.inNFC, breakMinutes: breakMinutes)
  }

  /// The same as the state has them: in normal form C, and without a break of 0 minutes, which is none.
  var asInState: ShiftDetails {
    if isEmpty { return self }
    var keys = inNFC
    if keys.breakMinutes == 0 { keys.breakMinutes = nil }
    return keys
  }

  /// The same but for the day of the end, which is one of the times.
  package var withoutDays: ShiftDetails {
    var keys = self
    keys.days = nil
    return keys
  }

  package static var daysRange: ClosedRange<Int> { 0...366 }
  static var breakRange: ClosedRange<Int> { 0...1439 }
  static var labelCount: ClosedRange<Int> { 1...32 }
  static var needCount: ClosedRange<Int> { 1...16 }

  /// Visits the keys, submitted ones or facts.
  init<Visitor: MemberVisitor>(
    _ visit: inout Visitor, of keys: Self?, _ presence: MemberTraits.Presence = .optional
  ) throws(Visitor.Fault) {
    let days = try visit.days(
      keys?.days, presence, .usualDays("1 if end is at or before start, else 0,"))
    let place = try visit.optionalMember("place", keys?.place, MemberTraits(presence: presence))
    let labels = try visit.optionalMember(
      "labels", keys?.labels.nonEmpty, MemberTraits(presence: presence, count: Self.labelCount))
    let needs = try visit.optionalMember(
      "needs", keys?.needs.nonEmpty, MemberTraits(presence: presence, count: Self.needCount))
    let title = try visit.optionalMember("title", keys?.title, MemberTraits(presence: presence))
    let breakMinutes = try visit.breakMinutes(keys?.breakMinutes, presence)
    self.init(
      days: days, place: place, labels: labels ?? [], needs: needs ?? [], title: title,
      breakMinutes: breakMinutes)
  }
}

extension Array {
  /// The list, or `nil` where it is empty.
  package var nonEmpty: [Element]? { isEmpty ? nil : self }
}

extension MemberVisitor {
  /// Visits the day on which a shift ends; the keys of a shift have it, and wherever its times are facts.
  @inline(__always)
  mutating func days(
    _ value: Int16?, _ presence: MemberTraits.Presence = .fact,
    _ whenOmitted: MemberTraits.Default? = nil, named key: StaticString = "days"
  ) throws(Fault) -> Int16? {
    try optionalMember(
      key, value.map(Int.init),
      MemberTraits(presence: presence, range: ShiftDetails.daysRange, whenOmitted: whenOmitted)
    ).map { Int16(clamping: $0) }
  }

  /// Visits the break of a shift.
  @inline(__always)
  mutating func breakMinutes(
    _ value: Int16?, _ presence: MemberTraits.Presence = .optional,
    _ whenOmitted: MemberTraits.Default = .number(0)
  ) throws(Fault) -> Int16? {
    try optionalMember(
      "breakMinutes", value.map(Int.init),
      MemberTraits(presence: presence, range: ShiftDetails.breakRange, whenOmitted: whenOmitted)
    ).map { Int16(clamping: $0) }
  }

  /// Visits the times of a shift, which are facts.
  @inline(__always)
  mutating func times(
    _ date: LocalDate?, _ start: TimeOfDay?, _ end: TimeOfDay?, _ days: Int16?
  ) throws(Fault) -> (LocalDate, TimeOfDay, TimeOfDay, Int16?) {
    (try fact("date", date), try fact("start", start), try fact("end", end), try self.days(days))
  }

  /// Visits the rules that a manager sets aside.
  @inline(__always)
  mutating func override(_ value: [OverridableRule]?) throws(Fault) -> [OverridableRule] {
    try optionalMember(
      "override", value?.nonEmpty,
      MemberTraits(presence: .optional, count: 1...OverridableRule.allCases.count)) ?? []
  }

  /// Visits the facts of becoming a shift's owner: the own request that this closes, and the shifts that
  /// were suggested for it, which are idle again.
  @inline(__always)
  mutating func closing(
    _ request: RequestID?, _ released: [ShiftID]?
  ) throws(Fault) -> (RequestID?, [ShiftID]) {
    let request = try optionalFact("closedRequest", request)
    return (request, try listMember("released", released, isRecorded: request != nil))
  }
}

/// Changes of the optional keys of a shift; an `.unchanged` one keeps its value.
public struct ShiftDetailEdits: Hashable, Sendable {
  private var contents = Contents.none

  private indirect enum Contents: Hashable {
    case none
    case some(Values)
  }

  private struct Values: Hashable {
    var days: Edit<Int16> = .unchanged
    var place: Edit<Name> = .unchanged
    var labels: Edit<[Name]> = .unchanged
    var needs: Edit<[Name]> = .unchanged
    var title: Edit<Title> = .unchanged
    var breakMinutes: Edit<Int16> = .unchanged
  }

  /// The changes that are given.
  public init(
    days: Edit<Int16> = .unchanged, place: Edit<Name> = .unchanged,
    labels: Edit<[Name]> = .unchanged, needs: Edit<[Name]> = .unchanged,
    title: Edit<Title> = .unchanged, breakMinutes: Edit<Int16> = .unchanged
  ) {
    values = Values(
      days: days, place: place, labels: labels, needs: needs, title: title,
      breakMinutes: breakMinutes)
  }

  private var values: Values {
    get {
      switch contents {
      case .none: Values()
      case .some(let values): values
      }
    }
    set { contents = newValue == Values() ? .none : .some(newValue) }
  }

  /// The day after its date on which the shift ends.
  public var days: Edit<Int16> {
    get { values.days }
    set { values.days = newValue }
  }

  /// The place of the work.
  public var place: Edit<Name> {
    get { values.place }
    set { values.place = newValue }
  }

  /// Roles, teams, kinds.
  public var labels: Edit<[Name]> {
    get { values.labels }
    set { values.labels = newValue }
  }

  /// The skills that the taker of the shift must have.
  public var needs: Edit<[Name]> {
    get { values.needs }
    set { values.needs = newValue }
  }

  /// The words for the work.
  public var title: Edit<Title> {
    get { values.title }
    set { values.title = newValue }
  }

  /// The minutes that are not worked.
  public var breakMinutes: Edit<Int16> {
    get { values.breakMinutes }
    set { values.breakMinutes = newValue }
  }
}

extension ShiftDetailEdits {
  /// - Parameter keepsDays: false of dated changes, which have the days only where they are given.
  init<Visitor: MemberVisitor>(
    _ visit: inout Visitor, of edits: Self?, keepsDays: Bool = true
  ) throws(Visitor.Fault) {
    self.init(
      days: try visit.edit(
        "days", edits?.days.map(Int.init), in: ShiftDetails.daysRange, keepsDays ? .kept : nil
      ).map { Int16(clamping: $0) },
      place: try visit.edit("place", edits?.place),
      labels: try visit.edit("labels", edits?.labels, count: ShiftDetails.labelCount),
      needs: try visit.edit("needs", edits?.needs, count: ShiftDetails.needCount),
      title: try visit.edit("title", edits?.title),
      breakMinutes: try visit.edit(
        "breakMinutes", edits?.breakMinutes.map(Int.init), in: ShiftDetails.breakRange
      ).map { Int16(clamping: $0) })
  }
}

extension ShiftDetails {
  /// The keys after an edit.
  package func applying(_ edits: ShiftDetailEdits) -> ShiftDetails {
    ShiftDetails(
      days: edits.days.applied(to: days), place: edits.place.applied(to: place),
      labels: edits.labels.applied(to: labels.nonEmpty) ?? [],
      needs: edits.needs.applied(to: needs.nonEmpty) ?? [], title: edits.title.applied(to: title),
      breakMinutes: edits.breakMinutes.applied(to: breakMinutes))
  }
}

/// A manager's reason for a change of a shift, and how long before the start the change came where that shift is
/// published. Most changes have neither, and then this is one word.
public struct ChangeContext: Hashable, Sendable {
  private var contents = Contents.none

  private indirect enum Contents: Hashable {
    case none
    case some(reason: String?, notice: Int?)
  }

  /// A note of what is given.
  public init(reason: String? = nil, notice: Int? = nil) {
    if reason != nil || notice != nil { contents = .some(reason: reason, notice: notice) }
  }

  /// The reason, in one line; `nil` where none was given.
  public var reason: String? {
    guard case .some(let reason, _) = contents else { return nil }
    return reason
  }

  /// The whole minutes from the change to the earlier of the starts before and after it, negative behind that start;
  /// `nil` where the shift is not published.
  public var notice: Int? {
    guard case .some(_, let notice) = contents else { return nil }
    return notice
  }
}

extension MemberVisitor {
  /// Visits a manager's reason.
  @inline(__always)
  mutating func reason(_ value: String?) throws(Fault) -> String? {
    try optionalMember(
      "reason", value, MemberTraits(presence: .optional, length: 1...200, form: .sentence))
  }

  /// Visits the reason of a change.
  @inline(__always)
  mutating func reason(_ note: ChangeContext?) throws(Fault) -> String? { try reason(note?.reason) }

  /// Visits the notice of a change, its last fact, and returns the whole note.
  @inline(__always)
  mutating func notice(_ note: ChangeContext?, _ reason: String?) throws(Fault) -> ChangeContext {
    ChangeContext(
      reason: reason, notice: try optionalFact("notice", note?.notice, in: .minutesApart))
  }
}
