public import ShiftEvents

/// The state of a trade at a moment.
public enum TradeStatus: String, CaseIterable, Sendable {
  /// It is offered, and not answered.
  case open
  /// The colleague agreed, and a manager must approve.
  case accepted
  /// Both shifts changed owner.
  case done
  /// It was taken back or refused.
  case ended
  /// One of its shifts began before it was settled.
  case lapsed
}

/// An offer to exchange two shifts of two owners.
public struct TradeRow: Hashable, Sendable {
  /// The id, by which ties of time are broken.
  public var trade: TradeID
  /// The shift that is given.
  public var give: ShiftID
  /// The shift that is taken for it.
  public var take: ShiftID
  /// The person who offers, and gives.
  public var from: UserID
  /// The colleague to whom it is offered.
  public var to: UserID
  /// The state at the moment asked for.
  public var status: TradeStatus
  /// The time at which it was offered.
  public var offeredAt: Timestamp
  /// Everyone who may approve it, in byte order; `nil` unless it is accepted.
  public var approvers: [UserID]?
}

extension Replay {
  /// The trades as of a moment, by time of the offer and id: open and accepted ones, or all;
  /// everybody's, or those that `user` is a side of or may approve.
  ///
  /// - Parameters:
  ///   - dates: the days of which one of the shifts belongs to one.
  ///   - names: the place and the label of one of the shifts.
  /// - Complexity: O(t log t) for t recorded trades.
  public func trades(
    of user: UserID? = nil, dates: DateSelection = DateSelection(),
    named names: NameSelection = NameSelection(), all: Bool = false, at now: Timestamp
  ) -> [TradeRow] {
    let moment = LocalMoment(now, in: timeZone)
    func isChosen(_ trade: TradeRecord) -> Bool {
      let shifts = [trade.give, trade.take]
      return
        (dates.isEmpty
        || shifts.contains { self[$0].map { dates.contains(anyOf: $0.presence) } ?? false })
        && (names.isEmpty || shifts.contains { has(names, shift: $0) })
    }
    return state.trades.rows.ordered(
      by: { Int($0.offeredAt.milliseconds) }, then: \.id.description, where: isChosen
    ).compactMap { trade in
      let status = trade.status(self, at: moment)
      if !all, status != .open && status != .accepted { return nil }
      let approvers =
        status == .accepted
        ? Approvers(ofTradeBetween: trade.from, and: trade.to).list(managers: managers) : nil
      if let user, trade.from != user, trade.to != user, approvers?.contains(user) != true {
        return nil
      }
      return TradeRow(
        trade: trade.id, give: trade.give, take: trade.take, from: trade.from, to: trade.to,
        status: status, offeredAt: trade.offeredAt, approvers: approvers.map { $0.inByteOrder() })
    }
  }
}

extension TradeRecord {
  fileprivate func status(_ replay: Replay, at moment: LocalMoment) -> TradeStatus {
    switch state {
    case .done: .done
    case .ended: .ended
    case .open: hasLapsed(replay, at: moment) ? .lapsed : .open
    case .accepted: hasLapsed(replay, at: moment) ? .lapsed : .accepted
    }
  }

  private func hasLapsed(_ replay: Replay, at moment: LocalMoment) -> Bool {
    [give, take].contains { shift in
      replay[shift].map { moment.hasStarted($0.date, $0.start) } ?? false
    }
  }
}

extension ProjectionDescriptor {
  /// The offers to exchange shifts.
  public static let trades = ProjectionDescriptor(
    "trades", from: [.shifts, .users, .trades], ordered: ["offeredAt", "trade"],
    passing: .hiding("trade is open", others: "done, ended or lapsed", isByDay: false)
  ) { replay, chosen, now, _ in
    replay.trades(
      of: chosen.user, dates: chosen.dates, named: chosen.names, all: chosen.all, at: now)
  }
}

extension TradeRow: ProjectionRow {
  public static let columns: [Column<Self>] = [
    Column("trade", "Trade") { $0.trade },
    Column("give", "Give") { $0.give },
    Column("take", "Take") { $0.take },
    .person("from", "From") { $0.from },
    .person("to", "To") { $0.to },
    .status { $0.status },
    Column("offeredAt", "Offered", turn: 1) { $0.offeredAt },
    Column("approvers", "Approvers", turn: 2) { $0.approvers },
  ]
}
