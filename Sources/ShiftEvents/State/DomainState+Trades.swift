// Offers to exchange two shifts of two owners.

package struct TradeRecord: StateRecord {
  /// The recorded state. Lapsing is not recorded; it follows from the time.
  package enum State: UInt8, Sendable, BitwiseCopyable {
    case open, accepted, done, ended

    /// True until it is settled.
    var isOpen: Bool { self == .open || self == .accepted }
  }

  package var id: TradeID
  package var give: ShiftID
  package var take: ShiftID
  package var from: UserID
  package var to: UserID
  package var offeredAt: Timestamp
  /// The time at which it came into its state.
  package var changedAt: Timestamp
  package var state = State.open

  package mutating func renumber(_ new: (UInt32) -> UInt32) {
    id.renumber(new)
    give.renumber(new)
    take.renumber(new)
    from.renumber(new)
    to.renumber(new)
  }
}

extension DomainState {
  mutating func evolve(with event: TradeOffered, at time: Timestamp) {
    if trades.place(of: event.trade) != nil { return }
    trades.add(
      TradeRecord(
        id: event.trade, give: event.give, take: event.take, from: event.from, to: event.to,
        offeredAt: time, changedAt: time))
    for shift in [event.give, event.take] {
      openTrades.insert(Int(event.trade.symbolIndex), shift, 0)
    }
  }

  mutating func evolve(with event: TradeAccepted, at time: Timestamp) {
    setState(of: event.trade, event.final ? .done : .accepted, at: time)
    if !event.final { return }
    give(event.give, to: event.to, at: time)
    give(event.take, to: event.from, at: time)
    close(event.closedRequests, releasing: event.released, at: time)
  }

  mutating func evolve(with event: TradeApproved, at time: Timestamp) {
    setState(of: event.trade, .done, at: time)
    give(event.give, to: event.to, at: time)
    give(event.take, to: event.from, at: time)
    close(event.closedRequests, releasing: event.released, at: time)
  }

  mutating func evolve(with event: TradeRecorded, by actor: UserID, at time: Timestamp) {
    if trades.place(of: event.trade) != nil { return }
    trades.add(
      TradeRecord(
        id: event.trade, give: event.give, take: event.take, from: event.from, to: event.to,
        offeredAt: time, changedAt: time, state: .done))
    for (shift, owner) in [(event.give, event.to), (event.take, event.from)]
    where handOver(shift, to: owner, at: time) {
      noteSetAside(event.override, by: shift)
      note(.traded, of: shift, event.note, event.override, by: actor, at: time)
    }
    close(event.closedRequests, releasing: event.released, at: time)
  }

  mutating func evolve(with event: TradeEnded, at time: Timestamp) {
    setState(of: event.trade, .ended, at: time)
  }

  private mutating func setState(of trade: TradeID, _ new: TradeRecord.State, at time: Timestamp) {
    guard let place = trades.place(of: trade), trades[place].state.isOpen else { return }
    (trades[place].state, trades[place].changedAt) = (new, time)
    if new.isOpen { return }
    for shift in [trades[place].give, trades[place].take] {
      openTrades.remove(Int(trade.symbolIndex), shift, 0)
    }
  }

  private mutating func close(
    _ requests: [RequestID], releasing released: [ShiftID], at time: Timestamp
  ) {
    close(nil, releasing: released, at: time)
    for request in requests { close(request, releasing: [], at: time) }
  }
}
