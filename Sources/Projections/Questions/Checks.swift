public import ShiftEvents

/// A breach of a limit in the roster as it stands.
public struct CheckRow: Hashable, Sendable {
  /// The limit.
  public var kind: CheckKind
  /// The person; `nil` of a vacancy.
  public var user: UserID?
  /// The local day on which the shift or the vacancy begins.
  public var date: LocalDate
  /// The shift: of two the later, of several the last; `nil` of a vacancy.
  public var shift: ShiftID?
  /// The vacancy; `nil` of a shift.
  public var vacancy: VacancyID?
  /// The id of the earlier shift of two, of the absence or of the closure.
  public var other: String?
  /// The minutes, days, shifts or people that there are.
  public var actual: Int?
  /// The most or the fewest of them that there may be.
  public var limit: Int?
  /// The skill that is missing.
  public var skill: String?
  /// True if the event that made it so set the rule aside.
  public var override: Bool
  /// The time of the event that last gave one of the shifts its owner or its times, or that posted or edited the vacancy.
  public var since: Timestamp
}

extension Replay {
  /// The breaches of limits in the roster, by kind, date and shift: of shifts and vacancies that have not ended, or of
  /// those that belong to some days.
  ///
  /// - Parameters:
  ///   - user: the person whose breaches are wanted; `nil` for everybody's.
  ///   - all: true for those of every day.
  ///   - published: true for those that published shifts alone make.
  /// - Complexity: O(s log s) for s shifts of about these days, and O(a + c + v) for all absences, closures and vacancies.
  public func checks(
    of user: UserID? = nil, dates: DateSelection = DateSelection(),
    named names: NameSelection = NameSelection(), all: Bool = false, published: Bool = false,
    at now: Timestamp
  ) -> [CheckRow] {
    var chosen = RowSelection(user: user, dates: dates, names: names, all: all)
    chosen.published = published
    return CheckSearch(self, chosen, at: now).rows
  }
}

/// The shifts and vacancies that are asked about, with what they break.
struct CheckSearch {
  private let replay: Replay
  private let chosen: RowSelection
  private let moment: LocalMoment
  private var state: DomainState { replay.state }

  init(_ replay: Replay, _ chosen: RowSelection, at now: Timestamp) {
    (self.replay, self.chosen) = (replay, chosen)
    moment = LocalMoment(now, in: replay.timeZone)
  }

  var rows: [CheckRow] {
    breaches.sorted(by: Breach.isBefore).map { breach in
      let origin = state.origin(of: breach)
      return CheckRow(
        kind: breach.kind, user: breach.user, date: breach.shift.date, shift: breach.shift.id,
        other: breach.other, actual: breach.actual, limit: breach.limit, skill: breach.skill,
        override: origin.isSetAside, since: origin.since)
    } + understaffed
  }

  /// The breaches of the shifts that are asked about, in no order.
  private var breaches: [Breach] {
    var wanted: [RosterShift] = []
    let brief = SummarySelection(
      RowSelection(user: chosen.user, dates: chosen.dates),
      from: chosen.all ? nil : moment, takes: true)
    replay.forEachShift(of: brief, where: \.isOpen) { shift in
      if isAsked(shift), isWanted(shift), replay.has(chosen.names, shift.record.keys) {
        wanted.append(shift)
      }
    }
    guard let first = wanted.map(\.date).min(), let last = wanted.map(\.date).max() else {
      return []
    }
    var found: [Breach] = []
    for (user, shifts) in held(around: first...last) {
      state.addBreaches(among: shifts.sorted(by: Duty.isBefore), of: user, to: &found)
    }
    let ids = Set(wanted.map(\.record.id))
    found = found.filter { ids.contains($0.shift.id) }
    addOwn(of: wanted, to: &found)
    return chosen.user.map { user in found.filter { $0.user == user } } ?? found
  }

  private func isWanted(_ work: some LocalTimeSpan) -> Bool {
    chosen.dates.isEmpty
      ? chosen.all || !work.hasEnded(at: moment) : chosen.dates.contains(anyOf: work.presence)
  }

  /// Returns `true` of the shifts that are asked about, whatever their days and names.
  private func isAsked(_ shift: RosterShift) -> Bool {
    replay.isPublishedAsAsked(shift, chosen)
      && (chosen.user == nil || shift.owner == chosen.user || shift.taker == chosen.user)
  }

  /// The shifts of each person that may break a limit together with one of some days.
  private func held(around days: ClosedRange<LocalDate>) -> [UserID: [Duty]] {
    // Four days have the longest rest in them, and one behind the week goes on with its last days.
    let last = days.upperBound.week.monday + 7
    var (first, step) = (days.lowerBound.week.monday + -4, 32)
    while true {
      let held = held(from: first, to: last)
      // Days in a row that have begun before are counted whole.
      let isCut =
        state.limitsDaysInRow
        && held.values.contains { isInRow($0, from: first, to: days.lowerBound) }
      if !isCut || first <= LocalDate.first + step { return held }
      (first, step) = (first + -step, step * 2)
    }
  }

  private func held(from first: LocalDate, to last: LocalDate) -> [UserID: [Duty]] {
    var held: [UserID: [Duty]] = [:]
    let brief = SummarySelection(
      RowSelection(user: chosen.user, dates: DateSelection(from: first, to: last)), takes: true)
    replay.forEachShift(of: brief, where: \.isOpen) { shift in
      guard isAsked(shift) else { return }
      let own = state.duty(shift.record)
      held[shift.owner, default: []].append(own)
      // From the start on, the duty stays with the owner.
      if let taker = shift.taker, !shift.hasStarted(at: moment) {
        held[taker, default: []].append(own)
      }
    }
    return held
  }

  /// Returns `true` if shifts begin on each day from one to another.
  private func isInRow(_ held: [Duty], from first: LocalDate, to last: LocalDate) -> Bool {
    guard held.contains(where: { $0.date == first }) else { return false }
    let dates = Set(held.map(\.date))
    return (0...(last - first)).allSatisfy { dates.contains(first + $0) }
  }

  /// Adds the breaches that shifts make by themselves.
  private func addOwn(of shifts: [RosterShift], to found: inout [Breach]) {
    guard let first = shifts.map(\.date).min(), let last = shifts.map(\.lastDate).max() else {
      return
    }
    let closures = state.closures.rows.elements.filter {
      !$0.hasEnded && $0.from <= last && $0.to >= first
    }
    var absences: [UserID: [AbsenceRecord]] = [:]
    state.absences.rows.forEachRecord { absence in
      // The zone may carry either a day further than its dates.
      if !absence.hasEnded, absence.lastDate >= first + -1, absence.date <= last + 1 {
        absences[absence.user, default: []].append(absence)
      }
    }
    for shift in shifts {
      let (keys, held) = (shift.record.keys, state.duty(shift.record))
      state.addBreaches(
        of: held, owner: shift.owner,
        isUnowned: replay.hasLeft(shift.owner, before: held.interval, at: moment.now),
        needs: state.shiftKeys.needs(keys),
        place: closures.isEmpty ? nil : state.shiftKeys.place(keys),
        absences: absences[shift.owner] ?? [], closures: closures, to: &found)
    }
  }

  private var understaffed: [CheckRow] {
    if chosen.user != nil { return [] }
    return state.vacancies.rows.ordered(
      by: { Int($0.date.daysSinceEpoch) }, then: \.id.description
    ) { vacancy in
      guard let wanted = vacancy.wanted, vacancy.places > 0, vacancy.taken < wanted else {
        return false
      }
      return isWanted(vacancy) && replay.has(chosen.names, vacancy.keys)
    }.map { vacancy in
      CheckRow(
        kind: .understaffed, date: vacancy.date, vacancy: vacancy.id, actual: vacancy.taken,
        limit: vacancy.wanted, override: false, since: vacancy.changedAt)
    }
  }
}

extension CheckRow {
  /// The breach in a few plain words.
  var words: Phrase {
    let (actual, limit) = (actual ?? 0, limit ?? 0)
    func time(_ minutes: Int) -> String { durationText(minutes: minutes) }
    return switch kind {
    case .overlapping: "shares \(time(actual)) with \(other ?? "")"
    case .restTooShort: "\(time(actual)) of rest after \(other ?? ""), at least \(time(limit))"
    case .dayTaken: "\(counted(actual, "shift")) that day, at most \(limit)"
    case .weekTooLong: "\(time(actual)) in \(date.week.description), at most \(time(limit))"
    case .tooManyDays: "\(counted(actual, "day")) in a row, at most \(limit)"
    case .shiftTooLong: "\(time(actual)) long, at most \(time(limit))"
    case .skillMissing: "lacks \(skill ?? "")"
    case .absent: "away: \(other ?? "")"
    case .unowned: "is no employee"
    case .closedDay: "closed: \(other ?? "")"
    case .understaffed: "\(actual) of \(limit) wanted"
    }
  }

  /// An amount: of minutes a length.
  fileprivate func amount(_ number: Int?) -> Cell? {
    switch kind {
    case .overlapping, .restTooShort, .weekTooLong, .shiftTooLong: number.map { .duration($0) }
    case .dayTaken, .tooManyDays, .understaffed, .skillMissing, .absent, .unowned, .closedDay:
      number.map { .integer($0) }
    }
  }

  /// The subject: a shift or a vacancy.
  var subject: String { shift?.description ?? vacancy?.description ?? "" }
}

extension ProjectionDescriptor {
  /// The breaches of limits in the roster.
  public static let checks = ProjectionDescriptor(
    "checks", from: [.users, .closures, .shifts, .absences],
    ordered: ["rank", "date", "shift", "vacancy", "other", "skill", "user"],
    passing: .hiding("limit is broken", others: "of shifts that have ended", isByDay: false),
    nothing: { _ in "no limit is broken" }
  ) { replay, chosen, now, _ in CheckSearch(replay, chosen, at: now).rows }
}

extension CheckRow: ProjectionRow {
  public static let columns: [Column<Self>] = [
    Column("rank", "", audience: .exports) { $0.kind.rank },
    .word("kind", "Kind") { $0.kind },
    .person("user", "User") { $0.user },
    Column("date", "Date") { $0.date },
    Column("shift", "Shift") { $0.shift },
    Column("vacancy", "Vacancy") { $0.vacancy },
    Column("other", "Other", audience: .programs) { $0.other },
    Column("actual", "Actual", .integer, isOptional: true, audience: .programs) {
      $0.amount($0.actual)
    },
    Column("limit", "Limit", .integer, isOptional: true, audience: .programs) {
      $0.amount($0.limit)
    },
    Column("skill", "Skill", audience: .programs) { $0.skill },
    Column("detail", "Detail", audience: .people) { $0.words },
    Column("override", "Overridden", turn: 2) { $0.override },
    Column("since", "Since", turn: 1) { $0.since },
  ]
}
