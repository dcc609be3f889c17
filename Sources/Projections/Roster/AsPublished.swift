public import ShiftEvents

/// The state of a promised shift at a moment, gone ones included.
public enum OutcomeStatus: String, CaseIterable, Sendable {
  /// With its owner, and nothing asked.
  case idle
  /// On the marketplace.
  case supplied
  /// Suggested for a request.
  case suggested
  /// Taken, and awaiting approval.
  case awaiting
  /// The shift began before its supply, suggestion or acceptance was settled.
  case lapsed
  /// Gone with its fixed shift.
  case removed
  /// Taken off the schedule by a manager.
  case cancelled
  /// Given back to the vacancy that it came from.
  case dropped
}

/// The present of a promised shift, where it differs from the promise.
public struct PromiseOutcome: Hashable, Sendable {
  /// The owner now.
  public var owner: UserID?
  /// The date now.
  public var date: LocalDate?
  /// The begin now.
  public var start: TimeOfDay?
  /// The end now.
  public var end: TimeOfDay?
  /// The day after its date on which it ends now.
  public var days: Int?
  /// The state now.
  public var status: OutcomeStatus?
}

extension Replay {
  /// The shifts of each day as the last publication that covers it promised them, by date, start and id, with what
  /// became of them.
  ///
  /// - Complexity: O(s + r log r) for s shifts and r rows.
  func promised(_ chosen: RowSelection, at moment: LocalMoment) -> [ScheduleRow] {
    var publications = LastPublications(state)
    var wanted = PageGathering<RosterShift>(
      chosen.page, by: { $0.timeKey }, then: { $0.record.id.description })
    state.forEachPromise { record in
      let shift = RosterShift(record: record)
      let number = shift.timeKey
      guard wanted.mayTake(number),
        isScheduled(shift, chosen, at: moment, lapsing: publications.moment(of: shift.date))
      else { return }
      wanted.add(shift, number)
    }
    return wanted.inOrder.map { shift in
      var row = scheduleRow(shift, at: publications.moment(of: shift.date))
      (row.isPublished, row.awaitsAnswer) = (true, shift.record.awaitedAnswer)
      row.outcome = outcome(of: row, at: moment)
      return row
    }
  }

  /// The present of a shift, as far as it differs from what was promised.
  private func outcome(of promise: ScheduleRow, at moment: LocalMoment) -> PromiseOutcome? {
    guard let shift = self[promise.shift] else { return nil }
    let status =
      shift.hasLapsed(at: moment)
      ? OutcomeStatus.lapsed : OutcomeStatus(rawValue: shift.state.rawValue)
    func other<Value: Equatable>(_ value: Value, than promised: Value) -> Value? {
      value == promised ? nil : value
    }
    // Without days it ends on the usual day, and so does a row that has none.
    let days = dayOfEnd(shift.start, shift.end, days: shift.days)
    let told = dayOfEnd(shift.start, shift.end, days: promise.days)
    let outcome = PromiseOutcome(
      owner: other(shift.owner, than: promise.owner), date: other(shift.date, than: promise.date),
      start: other(shift.start, than: promise.start), end: other(shift.end, than: promise.end),
      days: days == told ? nil : days,
      status: status?.rawValue == promise.status.rawValue ? nil : status)
    return outcome == PromiseOutcome() ? nil : outcome
  }
}

extension PromiseOutcome {
  /// The columns that rows have only where they differ from what was promised.
  static func columns<Row>(
    of outcome: @escaping @Sendable (Row) -> PromiseOutcome?
  ) -> [Column<Row>] {
    let all: [Column<Row>] = [
      .person("nowOwner", "Now", turn: 20) { outcome($0)?.owner }.rare,
      .rare("nowDate", "Now on", 18) { outcome($0)?.date },
      .rare("nowStart", "Now from", 17) { outcome($0)?.start },
      .rare("nowEnd", "Now to", 16) { outcome($0)?.end },
      .rare("nowDays", "Now days", 15) { outcome($0)?.days },
      .word("nowStatus", "Now", turn: 19) { outcome($0)?.status }.rare,
    ]
    return all.map(\.ofOption)
  }
}

/// The moments of the last publications of days, each looked for once.
private struct LastPublications {
  private let state: DomainState
  private var found: [LocalDate: LocalMoment] = [:]

  init(_ state: DomainState) { self.state = state }

  /// The moment at which the day was published last.
  mutating func moment(of date: LocalDate) -> LocalMoment {
    if let moment = found[date] { return moment }
    let last = state.publications.rows.last { $0.from <= date && date <= $0.to }
    let moment = LocalMoment(
      last?.publishedAt ?? Timestamp(milliseconds: 0), in: state.workplace.zone)
    found[date] = moment
    return moment
  }
}
