public import ShiftEvents

/// A taken shift that awaits approval.
public struct ApprovalRow: Hashable, Sendable {
  /// The id, by which ties of date and start are broken.
  public var shift: ShiftID
  /// The person whose duty it is.
  public var owner: UserID
  /// The colleague who accepted it.
  public var taker: UserID
  /// The local day on which the shift begins.
  public var date: LocalDate
  /// The begin by the clocks of the workplace.
  public var start: TimeOfDay
  /// The end; one at or before the start is on the next day, unless there are `days`.
  public var end: TimeOfDay
  /// The optional keys: days, place, labels, needs.
  public var keys: ShiftDetails
  /// The way in which the taker came to it.
  public var via: AcceptanceRoute
  /// The request, if it was taken by suggestion.
  public var request: RequestID?
  /// The time at which the taker accepted it.
  public var since: Timestamp
  /// Everyone who may approve it by the current policy, in byte order.
  public var approvers: [UserID]
}

extension Replay {
  /// - Parameter managers: everyone who holds the role.
  fileprivate func approvals(
    _ chosen: RowSelection, _ managers: [UserID], at now: Timestamp
  ) -> [ApprovalRow] {
    let moment = LocalMoment(now, in: workplace.timeZone)
    func approvers(_ shift: RosterShift) -> [UserID] {
      guard let taker = shift.taker, let via = shift.via else { return [] }
      return state.approvers(owner: shift.owner, taker: taker, via: via).list(managers: managers)
    }
    var ofAnybody = chosen
    ofAnybody.user = nil
    let brief = SummarySelection(ofAnybody, from: chosen.all ? nil : moment)
    let awaiting = shifts(of: brief, on: chosen.page, among: \.isAwaiting) { shift in
      guard shift.record.isAwaiting, chosen.dates.contains(anyOf: shift.presence),
        has(chosen.names, shift.record.keys), chosen.all || !shift.hasLapsed(at: moment)
      else { return false }
      guard let user = chosen.user, shift.owner != user, shift.taker != user else { return true }
      return approvers(shift).contains(user)
    }
    return awaiting.compactMap { shift in
      guard let taker = shift.taker, let via = shift.via else { return nil }
      return ApprovalRow(
        shift: shift.record.id, owner: shift.owner, taker: taker, date: shift.date,
        start: shift.start, end: shift.end,
        keys: state.keys(shift.record.times, shift.record.keys), via: via, request: shift.request,
        since: shift.changedAt, approvers: approvers(shift).inByteOrder())
    }
  }

  /// The shifts that await approval as of a moment, with those who may approve them, by date, start and id: all, or those
  /// that `user` owns, took or may approve. Lapsed ones are left out unless all are wanted.
  ///
  /// - Complexity: O(s + r log r) for s recorded shifts and r rows.
  public func approvals(
    of user: UserID? = nil, dates: DateSelection = DateSelection(), all: Bool = false,
    at now: Timestamp
  ) -> [ApprovalRow] {
    let chosen = RowSelection(user: user, dates: dates, all: all)
    return approvals(chosen, state.managers, at: now)
  }
}

extension ProjectionDescriptor {
  /// The taken shifts that wait for consent.
  public static let approvals = ProjectionDescriptor(
    "approvals", from: [.shifts, .users], ordered: ["date", "start", "shift"],
    passing: .lapsing, nothing: { _ in "nothing awaits approval" }
  ) { replay, chosen, now, _ in replay.approvals(chosen, replay.state.managers, at: now) }
}

extension ApprovalRow: ProjectionRow {
  public static let columns: [Column<Self>] = [
    Column("shift", "Shift") { $0.shift },
    .person("owner", "Owner") { $0.owner },
    .person("taker", "Taker") { $0.taker },
    Column("date", "Date") { $0.date },
    Column("start", "Start") { $0.start },
    Column("end", "End", turn: 5) { $0.end },
    .days { $0.keys },
    Column("via", "Via", turn: 2) { $0.via },
    Column("request", "Request", turn: 3) { $0.request },
    Column("since", "Since", turn: 1) { $0.since },
    Column("approvers", "Approvers", turn: 4) { $0.approvers },
  ]
}
