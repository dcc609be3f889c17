public import ShiftEvents

extension Replay {
  /// The decisions of the workplace that readers need.
  public var workplace: RosterPolicy { RosterPolicy(state.workplace) }

  /// Every shift ever scheduled, in the order of scheduling.
  public var shiftIDs: [ShiftID] {
    var ids: [ShiftID] = []
    forEachShift { ids.append($0.record.id) }
    return ids
  }

  /// The record of a shift; `nil` if it was never scheduled.
  public subscript(shift: ShiftID) -> RosterShift? {
    state.shift(shift).map { RosterShift(record: $0) }
  }

  /// The optional keys of a shift; none of one that was never scheduled.
  public func keys(of shift: ShiftID) -> ShiftDetails {
    state.shift(shift).map { state.keys($0.times, $0.keys) } ?? ShiftDetails()
  }

  /// The record of a request; `nil` if it was never posted.
  public subscript(request: RequestID) -> RosterRequest? {
    state.requests[request].map { RosterRequest(record: $0) }
  }

  /// Hands over each shift that was scheduled, in that order.
  ///
  /// - Parameters:
  ///   - chosen: refuses most by their days.
  ///   - mayBeWanted: refuses others by their briefs, which are a ninth of the records.
  @inline(__always)
  func forEachShift(
    of chosen: SummarySelection = SummarySelection(RowSelection()),
    where mayBeWanted: (ShiftSummary) -> Bool = { !$0.isSkipped }, _ body: (RosterShift) -> Void
  ) {
    state.shiftDays.forEachRange(on: chosen.days, of: state.shifts.count) { range in
      var place = range.lowerBound
      while place < range.upperBound {
        for brief in state.shiftBriefs.elements(place..<min(place + 2_048, range.upperBound)) {
          if mayBeWanted(brief), chosen.mayInclude(brief) {
            body(RosterShift(record: state.shift(at: place)))
          }
          place += 1
        }
      }
    }
  }

  /// The shifts that fulfil a condition, by date, start and id; of a page no more than it needs.
  @inline(__always)
  func shifts(
    of chosen: SummarySelection, on page: PageRequest? = nil,
    among mayBeWanted: (ShiftSummary) -> Bool, where isWanted: (RosterShift) -> Bool
  ) -> [RosterShift] {
    var wanted = PageGathering<RosterShift>(
      page, by: { $0.timeKey }, then: { $0.record.id.description })
    forEachShift(
      of: chosen, where: { mayBeWanted($0) && wanted.mayTake($0.day * 1440, count: 1440) }
    ) { shift in
      let number = shift.timeKey
      if wanted.mayTake(number), isWanted(shift) { wanted.add(shift, number) }
    }
    return wanted.inOrder
  }

  @inline(__always)
  func countShifts(
    of chosen: SummarySelection, among mayBeWanted: (ShiftSummary) -> Bool,
    where isWanted: (RosterShift) -> Bool
  ) -> Int {
    var count = 0
    forEachShift(of: chosen, where: mayBeWanted) { if isWanted($0) { count += 1 } }
    return count
  }

  /// The scheduled minutes of a shift: really elapsed ones, less its break.
  func scheduledMinutes(_ shift: RosterShift) -> Int {
    let minutes = state.workplace.zone.elapsedMinutes(
      shift.date, shift.start, shift.end, days: shift.days)
    return max(0, minutes - Int(state.shiftKeys.breakMinutes(shift.record.keys) ?? 0))
  }

  /// Returns `true` if the keys of that number have the names that are chosen.
  func has(_ names: NameSelection, _ keys: UInt32) -> Bool {
    names.isEmpty || (keys > 0 && names.includes(state.shiftKeys[keys]))
  }

  /// Returns `true` if a shift has the names that are chosen.
  func has(_ names: NameSelection, shift: ShiftID) -> Bool {
    names.isEmpty || state.shift(shift).map { has(names, $0.keys) } ?? false
  }
}

/// The policies of a workplace that a reader needs: its time zone, and who must approve.
public struct RosterPolicy: Hashable, Sendable {
  /// The workplace; `nil` until it is configured.
  public let workplace: WorkplaceID?
  /// UTC until it is set.
  public let timeZone: Zone
  /// `none` until it is set.
  public let marketApproval: MarketApproval
  /// `owner` until it is set.
  public let suggestionApproval: SuggestionApproval

  init(_ policies: EffectivePolicies) {
    workplace = policies.id
    timeZone = policies.zone
    marketApproval = policies.marketApproval
    suggestionApproval = policies.suggestionApproval
  }
}

// The columns that rows of shifts and of vacancies share. They came later than the others, and stand
// only where a row has them.
extension Column {
  static func days(_ keys: @escaping @Sendable (Row) -> ShiftDetails) -> Column {
    rare("days", "Days", nil, audience: .programs) { keys($0).days.map(Int.init) }
  }

  static func place(turn: Int, _ keys: @escaping @Sendable (Row) -> ShiftDetails) -> Column {
    rare("place", "Place", turn) { keys($0).place }
  }

  static func labels(turn: Int, _ keys: @escaping @Sendable (Row) -> ShiftDetails) -> Column {
    rare("labels", "Labels", turn) { keys($0).labels.orNone }
  }

  static func needs(turn: Int, _ keys: @escaping @Sendable (Row) -> ShiftDetails) -> Column {
    rare("needs", "Needs", turn) { keys($0).needs.orNone }
  }

  static func title(turn: Int, _ keys: @escaping @Sendable (Row) -> ShiftDetails) -> Column {
    rare("title", "Title", turn) { keys($0).title?.description }
  }

  static func breakMinutes(turn: Int, _ keys: @escaping @Sendable (Row) -> ShiftDetails) -> Column {
    rareDuration("breakMinutes", "Break", turn: turn) { keys($0).breakMinutes.map(Int.init) }
  }

  /// A column that few rows have.
  static func rare<Value: ColumnValue>(
    _ key: String, _ title: String, _ turn: Int?, audience: Heading.Audience = .everybody,
    value: @escaping @Sendable (Row) -> Value
  ) -> Column { Column(key, title, turn: turn, audience: audience, value: value).rare }
}

extension [Name] {
  /// The names; `nil` where there are none.
  fileprivate var orNone: [Name]? { isEmpty ? nil : self }
}
