public import ShiftEvents

/// A shift that a colleague can take.
public struct MarketplaceRow: Hashable, Sendable {
  /// The id, by which ties of date and start are broken.
  public var shift: ShiftID
  /// The person whose duty it is.
  public var owner: UserID
  /// The local day on which the shift begins.
  public var date: LocalDate
  /// The begin by the clocks of the workplace.
  public var start: TimeOfDay
  /// The end; one at or before the start is on the next day, unless there are `days`.
  public var end: TimeOfDay
  /// The optional keys: days, place, labels, needs, title, break.
  public var keys: ShiftDetails
  /// The ISO week of the date.
  public var week: WeekOfYear
  /// The time at which its owner last put it there.
  public var suppliedAt: Timestamp
}

extension Replay {
  /// The shifts on the marketplace as of a moment, by date, start and id: everybody's or one owner's, of
  /// every day or of those that belong to the chosen ones. Lapsed ones are left out
  /// unless all are wanted.
  ///
  /// - Complexity: O(s + r log r) for s recorded shifts and r rows.
  public func marketplace(
    of owner: UserID? = nil, dates: DateSelection = DateSelection(),
    named names: NameSelection = NameSelection(), all: Bool = false, at now: Timestamp
  ) -> [MarketplaceRow] {
    marketplace(RowSelection(user: owner, dates: dates, names: names, all: all), at: now)
  }

  fileprivate func marketplace(_ chosen: RowSelection, at now: Timestamp) -> [MarketplaceRow] {
    let moment = LocalMoment(now, in: workplace.timeZone)
    let brief = SummarySelection(chosen, from: chosen.all ? nil : moment)
    return shifts(of: brief, on: chosen.page, among: \.isSupplied) {
      isSupplied($0, chosen, at: moment)
    }.map { shift in
      MarketplaceRow(
        shift: shift.record.id, owner: shift.owner, date: shift.date, start: shift.start,
        end: shift.end, keys: state.keys(shift.record.times, shift.record.keys),
        week: shift.date.week, suppliedAt: shift.suppliedAt)
    }
  }

  fileprivate func isSupplied(
    _ shift: RosterShift, _ chosen: RowSelection, at moment: LocalMoment
  ) -> Bool {
    guard case .supplied = shift.record.state, chosen.user == nil || shift.owner == chosen.user
    else { return false }
    // Most questions choose by neither.
    return (chosen.dates.isEmpty || chosen.dates.contains(anyOf: shift.presence))
      && (chosen.names.isEmpty || has(chosen.names, shift.record.keys))
      && (chosen.all || !shift.hasLapsed(at: moment)) && isPublishedAsAsked(shift, chosen)
  }
}

extension ProjectionDescriptor {
  /// The shifts that colleagues can take.
  public static let marketplace = ProjectionDescriptor(
    "marketplace", from: [.shifts], ordered: ["date", "start", "shift"],
    passing: .lapsing, nothing: { _ in "nothing is on the marketplace" },
    count: { replay, chosen, now in
      let moment = LocalMoment(now, in: replay.workplace.timeZone)
      let brief = SummarySelection(chosen, from: chosen.all ? nil : moment)
      return replay.countShifts(of: brief, among: \.isSupplied) {
        replay.isSupplied($0, chosen, at: moment)
      }
    }
  ) { replay, chosen, now, _ in replay.marketplace(chosen, at: now) }
}

extension RowTable {
  /// The rows of a marketplace or of vacancies with an answer behind each: `mayTake`, and where that is false `reason`
  /// and, where there are some, `conflicts`.
  ///
  /// - Parameters:
  ///   - refusal: returns the reason why the thing with an id may not be taken; `nil` if it may.
  ///   - reason: returns the cell that tells a reason.
  package func withAnswers(
    _ refusal: (String) -> Rejection?, telling reason: (Rejection) -> Cell
  ) -> RowTable {
    adding([.mayTake, .reason, .conflicts]) { row in
      let refusal = row[0].flatMap { refusal($0.text) }
      return [
        .boolean(refusal == nil), refusal.map(reason),
        refusal.flatMap { $0.conflicts.isEmpty ? nil : .list($0.conflicts) },
      ]
    }
  }
}

extension MarketplaceRow: LocalTimeSpan { package var days: Int16? { keys.days } }

extension MarketplaceRow: ProjectionRow {
  public static let columns: [Column<Self>] = [
    Column("shift", "Shift") { $0.shift },
    .person("owner", "Owner") { $0.owner },
    Column("date", "Date") { $0.date },
    Column("start", "Start") { $0.start },
    Column("end", "End", turn: 7) { $0.end },
    .days { $0.keys },
    Column("week", "Week", turn: 1) { $0.week },
    Column("suppliedAt", "Supplied", turn: 2) { $0.suppliedAt },
    .place(turn: 5) { $0.keys }, .labels(turn: 4) { $0.keys }, .needs(turn: 3) { $0.keys },
    .title(turn: 6) { $0.keys }, .breakMinutes(turn: 8) { $0.keys },
  ]
}
