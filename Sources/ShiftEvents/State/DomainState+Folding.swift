// What an event changes, and who is told of it: the two lists that a new type of event joins.

extension DomainState {
  /// Folds an event as it was recorded.
  package mutating func evolve(with recorded: RecordedEvent) { evolve(with: recorded.plain) }

  /// Folds an event where its block holds it.
  package mutating func evolve(with event: borrowing PlainEvent) {
    tally.apply(event)
    fold(event.event, by: event.actor, at: event.time)
    remember(event.event, by: event.actor, at: event.time)
  }

  /// Loads the shifts that the next events are about, so that the processor waits for their memory once, not at each.
  @inline(never)
  package mutating func lookAhead(at events: Span<PlainEvent>) {
    let all = InlineArray<16, Int> { index in
      index < events.count ? shifts.place(of: ShiftID(events[index].subject)) ?? -1 : -1
    }
    let places = all.span
    var sum: UInt32 = 0
    for index in 0..<16 where places[index] >= 0 {
      let shift = shifts[places[index]]
      // The first of its bytes and the last, which may lie in two lines of the cache.
      sum ^= shift.id.symbolIndex ^ UInt32(shift.state.rawValue)
    }
    // No optimiser knows that this cannot be, so it leaves the loads where they are.
    precondition(sum != .max)
  }

  /// Folds the event that is recorded next.
  package mutating func evolve(with event: Event, by actor: UserID, at time: Timestamp) {
    tally.countNext(event, at: time)
    fold(event, by: actor, at: time)
    remember(event, by: actor, at: time)
  }

  private mutating func remember(_ event: Event, by actor: UserID, at time: Timestamp) {
    if touches.areKept { touches.note(event, by: actor, tally.lastSequence) }
    if notices.areKept { notify(of: event, by: actor, at: time) }
  }

  /// Folds a recorded fact. Nothing is judged and nothing fails.
  private mutating func fold(_ event: Event, by actor: UserID, at time: Timestamp) {
    switch event {
    case .workplaceConfigured(let event): workplace.take(event)
    case .userRegistered(let event): evolve(with: event, at: time)
    case .profileChanged(let event): evolve(with: event)
    case .roleGranted(let event): evolve(with: event, at: time)
    case .roleRevoked(let event): evolve(with: event, at: time)
    case .userFollowed(let event): evolve(with: event, by: actor)
    case .userUnfollowed(let event): follows.remove(Int(event.user.symbolIndex), actor, 0)
    case .userErased(let event): evolve(with: event, at: time)
    case .skillGranted(let event): evolve(with: event)
    case .skillRevoked(let event): evolve(with: event)
    case .fixedShiftRegistered(let event): evolve(with: event)
    case .fixedShiftRemoved(let event): evolve(with: event, by: actor, at: time)
    case .fixedShiftEdited(let event): evolve(with: event, by: actor, at: time)
    case .fixedVacancyRegistered(let event): evolve(with: event)
    case .fixedVacancyEdited(let event): evolve(with: event, at: time)
    case .fixedVacancyRemoved(let event): evolve(with: event, at: time)
    case .closureRecorded(let event): evolve(with: event, by: actor)
    case .closureEnded(let event): evolve(with: event)
    case .shiftScheduled(let event): evolve(with: event, by: actor, at: time)
    case .shiftSkipped(let event): evolve(with: event, at: time)
    case .shiftCancelled(let event): evolve(with: event, by: actor, at: time)
    case .hoursRecorded(let event): evolve(with: event, by: actor, at: time)
    case .shiftAssigned(let event): evolve(with: event, by: actor, at: time)
    case .shiftEdited(let event): evolve(with: event, by: actor, at: time)
    case .shiftSplit(let event): evolve(with: event, at: time)
    case .vacancyPosted(let event): evolve(with: event, at: time)
    case .vacancyEdited(let event): evolve(with: event, at: time)
    case .shiftClaimed(let event): evolve(with: event, by: actor, at: time)
    case .shiftDropped(let event): close(event.shift, as: .dropped, at: time)
    case .schedulePublished(let event): evolve(with: event, by: actor, at: time)
    case .changeAnswered(let event): evolve(with: event, at: time)
    case .shiftRestored(let event): evolve(with: event, by: actor, at: time)
    case .tradeRecorded(let event): evolve(with: event, by: actor, at: time)
    case .hoursConfirmed(let event): evolve(with: event, by: actor, at: time)
    case .workStarted(let event): evolve(with: event, by: actor, at: time)
    case .workPaused(let event): pauseWork(of: event.shift, at: time)
    case .workResumed(let event): resumeWork(of: event.shift, at: time)
    case .workEnded(let event): evolve(with: event, by: actor, at: time)
    case .periodClosed(let event): evolve(with: event, by: actor, at: time)
    case .periodReopened(let event): evolve(with: event)
    case .contractSet(let event): evolve(with: event, at: time)
    case .shiftSupplied(let event): evolve(with: event, at: time)
    case .shiftRevoked(let event): settle(event.shift, as: .idle, at: time)
    case .shiftAccepted(let event): evolve(with: event, at: time)
    case .acceptanceWithdrawn(let event): evolve(with: event, at: time)
    case .shiftApproved(let event): evolve(with: event, at: time)
    case .shiftDisapproved(let event):
      settle(event.shift, as: event.via == .market ? .supplied : .idle, at: time)
    case .requestPosted(let event): evolve(with: event, at: time)
    case .requestWithdrawn(let event): close(event.request, releasing: event.released, at: time)
    case .shiftSuggested(let event): evolve(with: event, at: time)
    case .suggestionWithdrawn(let event): settle(event.shift, as: .idle, at: time)
    case .suggestionAccepted(let event): evolve(with: event, at: time)
    case .absenceRecorded(let event): evolve(with: event, at: time)
    case .absenceEnded(let event): evolve(with: event, at: time)
    case .tradeOffered(let event): evolve(with: event, at: time)
    case .tradeAccepted(let event): evolve(with: event, at: time)
    case .tradeApproved(let event): evolve(with: event, at: time)
    case .tradeEnded(let event): evolve(with: event, at: time)
    case .studyStarted(let event): evolve(with: event, by: actor, at: time)
    case .studyBlockCompleted(let event): evolve(with: event)
    case .studyStopped(let event): evolve(with: event)
    case .dealPosted(let event): evolve(with: event)
    case .dealEdited(let event): evolve(with: event)
    case .dealRemoved(let event): evolve(with: event)
    case .dealReserved(let event): evolve(with: event, by: actor, at: time)
    case .reservationCancelled(let event): evolve(with: event, by: actor)
    case .paymentRecorded(let event): evolve(with: event)
    case .paymentRefunded(let event): evolve(with: event)
    case .companyRated(let event): evolve(with: event, by: actor)
    case .unknown: break
    }
  }

  /// Gathers the notices of an event that was folded just now.
  private mutating func notify(of event: Event, by actor: UserID, at time: Timestamp) {
    let told = Telling(actor: actor, time: time, sequence: tally.lastSequence)
    switch event {
    case .shiftAccepted(let event):
      let telling = told.about(event.shift, event.from, event.to)
      tell(.taken, [event.from], telling, releasing: event.released)
      if !event.final { ask(event.from, event.to, .market, telling) }
    case .suggestionAccepted(let event):
      let telling = told.about(event.shift, event.from, event.to)
      tell(.suggestionAccepted, [event.from], telling)
      ask(event.from, event.to, .suggestion, telling)
    case .acceptanceWithdrawn(let event):
      tell(.withdrawn, [event.owner], told.about(event.shift, event.owner, event.taker))
    case .shiftApproved(let event):
      let telling = told.about(event.shift, event.from, event.to)
      tell(.approved, [event.from, event.to], telling, releasing: event.released)
    case .shiftDisapproved(let event):
      let telling = told.about(event.shift, event.owner, event.taker)
      tell(.disapproved, [event.owner, event.taker], telling)
    case .shiftSuggested(let event):
      tell(.suggestion, [event.requester], told.about(event.shift, event.owner, event.requester))
    case .suggestionWithdrawn(let event):
      let requester = requests[event.request]?.requester
      tell(.suggestionWithdrawn, [requester], told.about(event.shift, event.owner))
    case .requestWithdrawn(let event):
      release(event.released, told.about(event.request, event.requester))
    case .shiftScheduled(let event):
      let telling = told.about(event.shift, event.owner)
      let owners =
        event.fixedShift == nil ? owners([event.owner], of: event.shift, event.note, by: actor) : []
      tell(.scheduled, owners, telling, event.note, releasing: event.released)
    case .shiftCancelled(let event):
      let owners = owners([event.owner], of: event.shift, event.note, by: actor)
      tell(.cancelled, owners, told.about(event.shift, event.owner), event.note)
    case .shiftRestored(let event):
      let telling = told.about(event.shift, event.owner)
      let owners = owners([event.owner], of: event.shift, event.note, by: actor)
      tell(.restored, owners, telling, event.note, releasing: event.released)
    case .changeAnswered(let event): tellManagers(.answered, told.about(event.shift, event.owner))
    case .shiftAssigned(let event):
      let telling = told.about(event.shift, event.from, event.to)
      var people = owners([event.from, event.to], of: event.shift, event.note, by: actor)
      if let taker = event.taker { people.append(taker) }
      tell(.assigned, people, telling, event.note, releasing: event.released)
    case .shiftEdited(let event):
      let telling = told.about(event.shift, event.owner)
      var people = owners([event.owner], of: event.shift, event.note, by: actor)
      for other in agreeing(to: event.shift, at: time) where other != event.owner {
        people.append(other)
      }
      tell(.edited, people, telling, event.note, releasing: event.released)
    case .shiftSplit(let event):
      // Its owner is told where one of the parts is published.
      let isDraft = isHiddenDraft(event.shift, ChangeContext(), by: actor)
      let published = isDraft ? event.into : event.shift
      let owners = owners([event.owner], of: published, ChangeContext(), by: actor)
      tell(.split, owners, told.about(event.shift, event.owner))
    case .shiftClaimed(let event):
      let telling = told.about(event.shift, event.owner)
      let owners = owners([event.owner], of: event.shift, event.note, by: actor)
      tell(.claimed, owners, telling, event.note, releasing: event.released)
    case .shiftDropped(let event): tellManagers(.dropped, told.about(event.shift, event.owner))
    case .fixedShiftRegistered(let event):
      tell(.scheduled, [event.owner], told.about(event.fixedShift, event.owner))
    case .fixedShiftEdited(let event):
      let telling = told.about(event.fixedShift, event.owner, event.to)
      if let to = event.to {
        tell(.assigned, [event.owner, to], telling)
      } else {
        tell(.edited, [event.owner], telling)
      }
      // What an earlier change still asks is not asked again.
      let asked = event.edited.compactMap(awaitedChange).filter {
        lateChanges[$0].sequence == told.sequence
      }.map { lateChanges[$0].owner }
      tell(.answerAwaited, Set(asked).inByteOrder(), telling, releasing: event.released)
    case .fixedShiftRemoved(let event):
      tell(.removed, [event.owner], told.about(event.fixedShift, event.owner))
    case .hoursRecorded(let event):
      tell(.hoursRecorded, [event.worker], told.about(event.shift, event.worker))
    case .hoursConfirmed(let event):
      let user = actor == event.worker ? hours[event.shift]?.by : event.worker
      tell(.hoursConfirmed, [user], told.about(event.shift, event.worker))
    case .schedulePublished(let event):
      let (owners, users) = (openShifts(from: event.from, to: event.to), users)
      let telling = told.about(event.publication)
      circulate(.published, owners.map { shiftBriefs[$0].owner }, telling) { owner in
        users[owner]?.roles.contains(RoleSet(.employee)) ?? false
      }
    case .periodClosed(let event):
      let workers = hoursWorked(from: event.from, to: event.to).map(\.worker)
      circulate(.periodClosed, workers, told.about(event.period))
    case .periodReopened(let event):
      let workers = hoursWorked(from: event.from, to: event.to).map(\.worker)
      circulate(.periodReopened, workers, told.about(event.period))
    case .contractSet(let event): tell(.contract, [event.user], told.about(event.user, event.user))
    case .absenceRecorded(let event):
      for (place, shift) in event.shifts.enumerated() where !event.shifts[..<place].contains(shift)
      {
        tellManagers(.uncovered, told.about(shift, event.user))
      }
    case .tradeOffered(let event):
      tell(.tradeOffered, [event.to], told.about(event.trade, event.from, event.to))
    case .tradeAccepted(let event):
      var telling = told.about(event.trade, event.from, event.to)
      if event.final {
        return tell(.traded, [event.from, event.to], telling, releasing: event.released)
      }
      tell(.tradeAccepted, [event.from], telling)
      if managers.count != 1 { telling.about.spared = .sides }
      tellManagers(.awaitingApproval, telling)
    case .tradeApproved(let event):
      let telling = told.about(event.trade, event.from, event.to)
      tell(.traded, [event.from, event.to], telling, releasing: event.released)
    case .tradeRecorded(let event):
      let telling = told.about(event.trade, event.from, event.to)
      // A side is told of both shifts where one of them is published.
      let isDraft = isHiddenDraft(event.give, event.note, by: actor)
      let published = isDraft ? event.take : event.give
      tell(.traded, owners([event.from, event.to], of: published, event.note, by: actor), telling)
      for shift in [event.give, event.take] { ask(shift, of: event.note, telling) }
      release(event.released, telling)
    case .tradeEnded(let event):
      let telling = told.about(event.trade, event.from, event.to)
      tell(.tradeEnded, [event.from, event.to], telling)
    case .dealReserved(let event):
      tell(.reserved, [event.company], told.about(event.reservation, nil, event.company))
    case .companyRated(let event):
      tell(.rated, [event.company], told.about(event.company, nil, event.company))
    case .reservationCancelled(let event):
      let telling = told.about(event.reservation, event.user, event.company)
      tell(.reservationCancelled, [event.user, event.company], telling)
    case .paymentRecorded(let event):
      tell(.paid, [event.user], told.about(event.reservation, event.user))
    case .paymentRefunded(let event):
      tell(.refunded, [event.user], told.about(event.reservation, event.user))
    case .dealRemoved(let event):
      let users = [event.company] + event.cancelled.map { reservations[$0]?.user }
      tell(.dealRemoved, users, told.about(event.deal, event.company))
    case .workplaceConfigured, .userRegistered, .profileChanged, .roleGranted, .roleRevoked,
      .userFollowed, .userUnfollowed, .userErased, .skillGranted, .skillRevoked, .shiftSkipped,
      .shiftSupplied, .shiftRevoked, .requestPosted, .absenceEnded, .studyStarted,
      .studyBlockCompleted, .studyStopped, .dealPosted, .dealEdited, .vacancyPosted, .vacancyEdited,
      .fixedVacancyRegistered, .fixedVacancyEdited, .fixedVacancyRemoved, .closureRecorded,
      .closureEnded, .workStarted, .workPaused, .workResumed, .workEnded, .unknown:
      break
    }
  }
}
