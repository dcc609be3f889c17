public import ShiftEvents

/// The reasons for which a manager must look at something, in the order in which rows have them.
public enum AttentionKind: String, CaseIterable, Sendable {
  /// Nobody said that they work, 10 minutes after the start of a shift that has not ended, where people work by the clock.
  case late
  /// Work by the clock runs for more than two hours after the end of the shift.
  case clock
  /// The owner of a shift is away for part of it.
  case absent
  /// The owner of a shift was erased, or is no employee any more.
  case unowned
  /// A limit is broken in the next 14 days, and nobody set it aside.
  case check
  /// A vacancy of the next 14 days has places left.
  case vacancy
  /// A taken shift awaits approval.
  case approval
  /// An accepted trade awaits approval.
  case trade
  /// A colleague asks for work.
  case request
  /// A late change of a shift is unanswered or declined.
  case answer
  /// Hours of the last 14 days are hardly right.
  case unlikely
  /// Hours of the last 14 days that the worker recorded, and nobody confirmed a day after the end of the shift.
  case unconfirmed
  /// A shift of the last 14 days has no hours and no work that runs, where any were recorded within the 60 days before.
  case hours
  /// The owner of weekly work on its next date is no employee.
  case orphaned
  /// An occurrence of weekly work could not be scheduled, and has not started.
  case skipped
}

/// A thing that needs a manager.
public struct AttentionRow: Hashable, Sendable {
  /// The reason.
  public var kind: AttentionKind
  /// The id of the shift, the vacancy, the trade or the request; ties are broken by it.
  public var subject: String
  /// The local day on which the work begins; of a trade that of the shift that is given.
  public var date: LocalDate
  /// The begin of the work by the clocks of the workplace; `nil` of a request.
  public var start: TimeOfDay?
  /// The end of the work; `nil` of a request.
  public var end: TimeOfDay?
  /// The day after its date on which the work ends; `nil` for the usual one.
  public var days: Int16?
  /// The owner, the taker, who offers the trade, the requester or the worker; `nil` of a vacancy.
  public var user: UserID?
  /// The time of the event that made it so; of missing hours the end of the shift.
  public var since: Timestamp
  /// A few plain words.
  public var detail: Phrase
  /// The limit that is broken.
  public var check: CheckKind?
  /// The text that orders the checks of one subject.
  fileprivate var tie = ""
  /// The owner of a shift that is taken, or the other side of a trade.
  fileprivate var counterpart: UserID?
}

extension Replay {
  /// The days from today on, and those up to today, that vacancies and missing hours are looked for.
  static let attentionDays = 14

  /// All that needs a manager as of a moment, by kind, date, start and subject: everybody's, or one person's;
  /// of all days or of those that belong to the chosen ones.
  ///
  /// - Parameter names: the place and the label of the shift, the vacancy or the weekly work that a row is about.
  /// - Complexity: O(s + a + r log r) for s recorded shifts, a absences and r rows.
  public func attention(
    of user: UserID? = nil, dates: DateSelection = DateSelection(),
    named names: NameSelection = NameSelection(), at now: Timestamp
  ) -> [AttentionRow] {
    let ofOne =
      AttentionSearch(self, at: now).rows + openVacancies(at: now) + openApprovals(at: now)
      + acceptedTrades(at: now) + openRequests(at: now) + openChanges(at: now)
    let rows =
      (names.isEmpty ? ofOne : ofOne.filter { has(names, $0) })
      + openChecks(of: user, named: names, at: now)
      + orphanedSeries(named: names, at: now) + skippedShifts(named: names, at: now)
    let places = AttentionKind.allCases
    let wanted = rows.filter { row in
      (user == nil || row.user == user || row.counterpart == user)
        && dates.contains(anyOf: row.presence)
    }
    return ordered(
      wanted,
      by: { row in
        let day = (places.firstIndex(of: row.kind) ?? 0) << 33 + Int(row.date.daysSinceEpoch)
        return day << 11 + Int(row.start?.minutes ?? -1) + 1
      }, then: { "\($0.subject)\u{0}\($0.tie)" })
  }

  /// Returns `true` if a row is about a shift or a vacancy that is chosen.
  private func has(_ names: NameSelection, _ row: AttentionRow) -> Bool {
    switch row.kind {
    case .trade, .request: return false
    case .vacancy:
      let vacancy = VacancyID(known: row.subject).flatMap { state.vacancies[$0] }
      return vacancy.map { has(names, $0.keys) } ?? false
    case .late, .clock, .absent, .unowned, .check, .approval, .answer, .unlikely, .unconfirmed,
      .hours, .orphaned, .skipped:
      return ShiftID(known: row.subject).map { has(names, shift: $0) } ?? false
    }
  }

  private func orphanedSeries(named names: NameSelection, at now: Timestamp) -> [AttentionRow] {
    let moment = LocalMoment(now, in: timeZone)
    var rows: [AttentionRow] = []
    // `map(state.isEmployee)` would copy the state at each.
    state.forEachSeries(where: { $0.owner.map { state.isEmployee($0) } == false }) { named in
      guard !named.series.isRemoved, let (date, terms) = named.series.next(at: moment),
        let owner = terms.owner, !state.isEmployee(owner), names.includes(terms.keys)
      else { return }
      rows.append(
        AttentionRow(
          kind: .orphaned, subject: named.id.description, date: date, start: terms.start,
          end: terms.end, days: terms.keys.days, user: owner,
          since: state.employeeSince(owner) ?? now,
          detail: state.users[owner]?.isErased == true ? "was erased" : "is no employee"))
    }
    return rows
  }

  private func skippedShifts(named names: NameSelection, at now: Timestamp) -> [AttentionRow] {
    let moment = LocalMoment(now, in: timeZone)
    return state.skippedShifts(from: moment.today).compactMap { shift, terms -> AttentionRow? in
      if moment.hasStarted(shift.date, terms.start) || !names.includes(terms.keys) { return nil }
      return AttentionRow(
        kind: .skipped, subject: shift.id.description, date: shift.date, start: terms.start,
        end: terms.end, days: terms.keys.days, user: terms.owner, since: shift.changedAt,
        detail: "could not be scheduled")
    }
  }

  private func openChecks(
    of user: UserID?, named names: NameSelection, at now: Timestamp
  ) -> [AttentionRow] {
    let last = LocalMoment(now, in: timeZone).today + (Self.attentionDays - 1)
    return checks(of: user, named: names, at: now).compactMap { check -> AttentionRow? in
      if check.override || check.date > last || [.absent, .unowned].contains(check.kind) {
        return nil
      }
      let shift = check.shift.flatMap { self[$0] }
      let vacancy = check.vacancy.flatMap { state.vacancies[$0] }
      guard let work: any LocalTimeSpan = shift ?? vacancy else { return nil }
      var row = AttentionRow(
        .check, check.subject, work, of: check.user, since: check.since, check.words)
      row.check = check.kind
      let tie = [check.other, check.skill, check.user?.description].map { $0 ?? "" }
      row.tie = ([twoDigits(check.kind.rank)] + tie).joined(separator: " ")
      return row
    }
  }

  private func openVacancies(at now: Timestamp) -> [AttentionRow] {
    let moment = LocalMoment(now, in: timeZone)
    return vacancies(at: now).compactMap { row -> AttentionRow? in
      guard let vacancy = state.vacancies[row.vacancy], !vacancy.hasEnded(at: moment),
        vacancy.date < moment.today + Self.attentionDays
      else { return nil }
      return AttentionRow(
        .vacancy, "\(row.vacancy)", vacancy, of: nil, since: vacancy.leftSince,
        "\(row.left) of \(counted(row.places, "place")) left")
    }
  }

  private func openApprovals(at now: Timestamp) -> [AttentionRow] {
    approvals(at: now).compactMap { row -> AttentionRow? in
      guard let shift = self[row.shift] else { return nil }
      let way: Phrase = row.request.map { "by suggestion for \($0)" } ?? "from the marketplace"
      var found = AttentionRow(
        .approval, "\(row.shift)", shift, of: row.taker, since: row.since,
        "would take it over from \(row.owner), \(way)")
      found.counterpart = row.owner
      return found
    }
  }

  private func acceptedTrades(at now: Timestamp) -> [AttentionRow] {
    let open = trades(at: now)
    return open.compactMap { row -> AttentionRow? in
      guard row.status == .accepted, let give = self[row.give],
        let trade = state.trades[row.trade]
      else { return nil }
      var found = AttentionRow(
        .trade, "\(row.trade)", give, of: row.from, since: trade.changedAt,
        "gives \(row.give) to \(row.to) for \(row.take)")
      found.counterpart = row.to
      return found
    }
  }

  private func openRequests(at now: Timestamp) -> [AttentionRow] {
    requests(at: now).compactMap { row -> AttentionRow? in
      guard let request = state.requests[row.request] else { return nil }
      let (count, awaiting) = (row.suggestions.count, row.suggestions.filter(\.isAwaiting).count)
      let suggestions = count == 0 ? "no suggestion yet" : counted(count, "suggestion")
      return AttentionRow(
        kind: .request, subject: "\(row.request)", date: row.date, user: row.requester,
        since: request.postedAt,
        detail: awaiting == 0 ? "\(suggestions)" : "\(suggestions), \(awaiting) awaiting approval")
    }
  }

  /// The latest late changes of shifts that have not ended, where the owner has not answered or does not agree.
  private func openChanges(at now: Timestamp) -> [AttentionRow] {
    let (moment, state) = (LocalMoment(now, in: timeZone), state)
    var (rows, next) = ([AttentionRow](), 0)
    state.lateChanges.rows.forEachRecord { change in
      let place = next
      next += 1
      // Most are of days that are over.
      guard !change.hasEnded(at: moment), state.lateChanges.place(of: change.id) == place,
        let shift = state.shift(change.id)
      else { return }
      var since = change.changedAt
      switch change.answer {
      case .awaited: break
      // Nothing is left to be settled once the person who declined has not got it any more.
      case .declined where shift.state == .cancelled || shift.isOpen && shift.owner == change.owner:
        since = change.answeredAt ?? since
      case .declined, .agreed, .none: return
      }
      let act: Phrase =
        "\(change.kind.rawValue) by \(change.by), notice \(durationText(minutes: change.notice))"
      let answer = change.answer == .awaited ? "not answered" : "declined"
      rows.append(
        AttentionRow(
          .answer, "\(change.id)", change, of: change.owner, since: since, "\(act), \(answer)"))
    }
    return rows
  }
}

extension AttentionRow {
  init(
    _ kind: AttentionKind, _ subject: String, _ work: some LocalTimeSpan, of user: UserID?,
    since: Timestamp, _ detail: Phrase
  ) {
    self.init(
      kind: kind, subject: subject, date: work.date, start: work.start, end: work.end,
      days: work.days, user: user, since: since, detail: detail)
  }

  /// The days that it belongs to.
  fileprivate var presence: ClosedRange<LocalDate> {
    guard let start, let end else { return date...date }
    return date...date + lastDayPresent(start, end, days: days)
  }
}

extension ProjectionDescriptor {
  /// All that needs a manager.
  public static let attention = ProjectionDescriptor(
    "attention",
    from: [.users, .closures, .requests, .shifts, .absences, .trades, .hours, .promises],
    ordered: ["rank", "date", "start", "subject", "tie"],
    nothing: { _ in "nothing needs a manager" }
  ) { replay, chosen, now, _ in
    replay.attention(of: chosen.user, dates: chosen.dates, named: chosen.names, at: now)
  }
}

extension AttentionRow: ProjectionRow {
  public static let columns: [Column<Self>] = [
    Column("rank", "", audience: .exports) { AttentionKind.allCases.firstIndex(of: $0.kind) },
    .word("kind", "Kind") { $0.kind },
    Column("subject", "Subject") { $0.subject },
    Column("date", "Date") { $0.date },
    Column("start", "Start", turn: 3) { $0.start },
    Column("end", "End", turn: 2) { $0.end },
    Column("days", "Days", audience: .programs) { $0.days.map(Int.init) },
    .person("user", "User") { $0.user },
    Column("since", "Since", turn: 1) { $0.since },
    Column("detail", "Detail") { $0.detail },
    .word("check", "Check", turn: 4) { $0.check }.rare,
    Column("tie", "", audience: .exports) { $0.tie },
  ]
}

/// The shifts that need a manager by themselves: uncovered ones that have not ended, and past ones without hours.
struct AttentionSearch {
  private let state: DomainState
  private let moment: LocalMoment
  /// The absences that may meet a shift that has not ended, by person.
  private var absences: [UserID: [AbsenceRecord]] = [:]
  private let recordsHours: Bool
  private let isByClock: Bool
  /// Recorded hours of the last days.
  private var recent: [ShiftWork] = []
  private(set) var rows: [AttentionRow] = []

  init(_ replay: Replay, at now: Timestamp) {
    (state, moment) = (replay.state, LocalMoment(now, in: replay.timeZone))
    recordsHours = state.recordsHours(at: now)
    isByClock = state.hasBegunWork(
      in: now.advanced(byMinutes: -Replay.attentionDays * 1440)..<now.advanced(byMinutes: 1))
    // No longer shift has been begun before, and the zone moves a day at most.
    let first = moment.today + -(ShiftDetails.daysRange.upperBound + 2)
    state.absences.rows.forEachRecord { absence in
      if !absence.hasEnded, absence.lastDate >= first {
        absences[absence.user, default: []].append(absence)
      }
    }
    let brief = SummarySelection(
      RowSelection(dates: DateSelection(from: moment.today + -(Replay.attentionDays + 2))))
    replay.forEachShift(of: brief, where: \.isOpen) { shift in
      if shift.hasEnded(at: moment) { look(atPast: shift) } else { look(at: shift) }
    }
    let unlikely = UnlikelyHours(among: recent, in: replay)
    for work in recent {
      let reasons = unlikely.reasons(for: work)
      guard let hours = work.hours, !reasons.isEmpty else { continue }
      rows.append(
        AttentionRow(
          .unlikely, "\(hours.id)", work.shift, of: hours.worker, since: hours.recordedAt,
          "\(reasons.map(\.words).joined(separator: ", "))"))
    }
  }

  private mutating func look(at shift: RosterShift) {
    let owner = shift.owner
    if shift.hasStarted(at: moment) { look(atRunning: shift) }
    if let absences = absences[owner] { look(at: shift, absences) }
    if state.isEmployee(owner) { return }
    rows.append(
      AttentionRow(
        .unowned, shift.record.id.description, shift, of: owner,
        since: state.employeeSince(owner) ?? shift.record.heldSince,
        state.users[owner]?.isErased == true ? "was erased" : "is no employee"))
  }

  private mutating func look(at shift: RosterShift, _ absences: [AbsenceRecord]) {
    let interval = shift.interval(in: moment.zone)
    let met = absences.filter { $0.interval(in: moment.zone).overlaps(interval) }
    guard let since = met.map(\.recordedAt).min() else { return }
    let told = ordered(met, by: \.timeKey, then: \.id.description).map {
      "\($0.spanText) (\($0.id))"
    }
    rows.append(
      AttentionRow(
        .absent, shift.record.id.description, shift, of: shift.owner,
        since: max(since, shift.record.heldSince), "away \(told.joined(separator: ", "))"))
  }

  private mutating func look(atRunning shift: RosterShift) {
    let (id, start) = (shift.record.id, shift.interval(in: moment.zone).lowerBound)
    if state.hasHoursRecord(id) {
      recent.append(ShiftWork(shift, in: state, at: moment))
    } else if isByClock, state.awaitsWork(of: id, by: shift.owner),
      start.advanced(byMinutes: 10) <= moment.now
    {
      rows.append(
        AttentionRow(.late, "\(id)", shift, of: shift.owner, since: start, "has not begun to work"))
    }
  }

  private mutating func look(atPast shift: RosterShift) {
    guard shift.presence.upperBound > moment.today + -Replay.attentionDays else { return }
    let work = ShiftWork(shift, in: state, at: moment)
    let (id, end) = ("\(shift.record.id)", shift.interval(in: moment.zone).upperBound)
    if let running = work.running {
      if end.advanced(byMinutes: 120) < moment.now {
        rows.append(
          AttentionRow(
            .clock, id, shift, of: running.worker, since: running.begunAt, "still at work"))
      }
      return
    }
    if work.hours != nil { recent.append(work) }
    guard recordsHours else { return }
    guard let hours = work.hours else {
      rows.append(AttentionRow(.hours, id, shift, of: shift.owner, since: end, "no hours recorded"))
      return
    }
    if hours.by == hours.worker, !hours.isConfirmed, end.advanced(byMinutes: 1440) <= moment.now {
      rows.append(
        AttentionRow(
          .unconfirmed, id, shift, of: hours.worker, since: hours.recordedAt,
          "\(durationText(minutes: hours.minutes)) worked, not confirmed"))
    }
  }
}
