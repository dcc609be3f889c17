// The people whom an event is told to. Nobody is told of their own acts.

extension DomainState {
  /// Gathers the notices of an event that was folded just now.
  mutating func notify(of event: Event, by actor: UserID, at time: Timestamp) {
    var telling = Telling(actor: actor, time: time, sequence: tally.lastSequence)
    switch event {
    case .shiftAccepted(let event):
      telling.about = about(event.shift, event.from, event.to)
      tell(.taken, [event.from], telling)
      release(event.released, telling)
      if !event.final { ask(event.from, event.to, .market, telling) }
    case .suggestionAccepted(let event):
      telling.about = about(event.shift, event.from, event.to)
      tell(.suggestionAccepted, [event.from], telling)
      ask(event.from, event.to, .suggestion, telling)
    case .acceptanceWithdrawn(let event):
      telling.about = about(event.shift, event.owner, event.taker)
      tell(.withdrawn, [event.owner], telling)
    case .shiftApproved(let event):
      telling.about = about(event.shift, event.from, event.to)
      tell(.approved, [event.from, event.to], telling)
      release(event.released, telling)
    case .shiftDisapproved(let event):
      telling.about = about(event.shift, event.owner, event.taker)
      tell(.disapproved, [event.owner, event.taker], telling)
    case .shiftSuggested(let event):
      telling.about = about(event.shift, event.owner, event.requester)
      tell(.suggestion, [event.requester], telling)
    case .suggestionWithdrawn(let event):
      telling.about = about(event.shift, event.owner)
      tell(.suggestionWithdrawn, [requests[event.request]?.requester], telling)
    case .requestWithdrawn(let event):
      telling.about = NoticeSubject(
        symbol: event.request.symbol, about: .request, person: event.requester)
      release(event.released, telling)
    case .shiftScheduled(let event):
      telling.about = about(event.shift, event.owner)
      if event.fixedShift == nil { tell(.scheduled, [event.owner], telling) }
      ask(event.shift, of: event.note, telling)
      release(event.released, telling)
    case .shiftCancelled(let event):
      telling.about = about(event.shift, event.owner)
      tell(.cancelled, [event.owner], telling)
      ask(event.shift, of: event.note, telling)
    case .shiftRestored(let event):
      telling.about = about(event.shift, event.owner)
      tell(.restored, [event.owner], telling)
      ask(event.shift, of: event.note, telling)
      release(event.released, telling)
    case .changeAnswered(let event):
      telling.about = about(event.shift, event.owner)
      tellManagers(.answered, telling)
    case .shiftAssigned(let event):
      telling.about = about(event.shift, event.from, event.to)
      tell(.assigned, [event.from, event.to, event.taker], telling)
      ask(event.shift, of: event.note, telling)
      release(event.released, telling)
    case .shiftEdited(let event):
      telling.about = about(event.shift, event.owner)
      tell(.edited, [event.owner], telling)
      ask(event.shift, of: event.note, telling)
      release(event.released, telling)
    case .shiftClaimed(let event):
      telling.about = about(event.shift, event.owner)
      tell(.claimed, [event.owner], telling)
      ask(event.shift, of: event.note, telling)
      release(event.released, telling)
    case .shiftDropped(let event):
      telling.about = about(event.shift, event.owner)
      tellManagers(.dropped, telling)
    case .fixedShiftRemoved(let event):
      telling.about = about(event.fixedShift, person: event.owner)
      tell(.removed, [event.owner], telling)
    case .hoursRecorded(let event):
      telling.about = about(event.shift, event.worker)
      tell(.hoursRecorded, [event.worker], telling)
    case .hoursConfirmed(let event):
      telling.about = about(event.shift, event.worker)
      let recorder = hours[event.shift]?.by
      tell(.hoursConfirmed, [actor == event.worker ? recorder : event.worker], telling)
    case .schedulePublished(let event):
      telling.about = about(event.publication)
      let (owners, users) = (openShifts(from: event.from, to: event.to), users)
      circulate(.published, owners.map { shiftBriefs[$0].owner }, telling) { owner in
        users[owner]?.roles.contains(RoleSet(.employee)) ?? false
      }
    case .periodClosed(let event):
      telling.about = about(event.period)
      circulate(
        .periodClosed, hoursWorked(from: event.from, to: event.to).map(\.worker), telling)
    case .periodReopened(let event):
      telling.about = about(event.period)
      circulate(
        .periodReopened, hoursWorked(from: event.from, to: event.to).map(\.worker), telling)
    case .contractSet(let event):
      telling.about = about(event.user, person: event.user)
      tell(.contract, [event.user], telling)
    case .absenceRecorded(let event):
      for shift in event.shifts {
        telling.about = about(shift, event.user)
        tellManagers(.uncovered, telling)
      }
    case .tradeOffered(let event):
      telling.about = about(event.trade, event.from, event.to)
      tell(.tradeOffered, [event.to], telling)
    case .tradeAccepted(let event):
      telling.about = about(event.trade, event.from, event.to)
      if event.final {
        tell(.traded, [event.from, event.to], telling)
        return release(event.released, telling)
      }
      tell(.tradeAccepted, [event.from], telling)
      if managers.count != 1 { telling.about.spared = .sides }
      tellManagers(.awaitingApproval, telling)
    case .tradeApproved(let event):
      telling.about = about(event.trade, event.from, event.to)
      tell(.traded, [event.from, event.to], telling)
      release(event.released, telling)
    case .tradeRecorded(let event):
      telling.about = about(event.trade, event.from, event.to)
      tell(.traded, [event.from, event.to], telling)
      for shift in [event.give, event.take] { ask(shift, of: event.note, telling) }
      release(event.released, telling)
    case .tradeEnded(let event):
      telling.about = about(event.trade, event.from, event.to)
      tell(.tradeEnded, [event.from, event.to], telling)
    case .dealReserved(let event):
      telling.about = about(event.reservation, other: event.company)
      tell(.reserved, [event.company], telling)
    case .companyRated(let event):
      telling.about = about(event.company, other: event.company)
      tell(.rated, [event.company], telling)
    case .reservationCancelled(let event):
      telling.about = about(event.reservation, person: event.user, other: event.company)
      tell(.reservationCancelled, [event.user, event.company], telling)
    case .paymentRecorded(let event):
      telling.about = about(event.reservation, person: event.user)
      tell(.paid, [event.user], telling)
    case .paymentRefunded(let event):
      telling.about = about(event.reservation, person: event.user)
      tell(.refunded, [event.user], telling)
    case .dealRemoved(let event):
      telling.about = about(event.deal, person: event.company)
      tell(
        .dealRemoved, [event.company] + event.cancelled.map { reservations[$0]?.user }, telling)
    case .workplaceConfigured, .userRegistered, .profileChanged, .roleGranted, .roleRevoked,
      .userFollowed, .userUnfollowed, .userErased, .skillGranted, .skillRevoked,
      .fixedShiftRegistered, .shiftSkipped, .shiftSupplied, .shiftRevoked, .requestPosted,
      .absenceEnded, .studyStarted, .studyBlockCompleted, .studyStopped, .dealPosted, .dealEdited,
      .vacancyPosted, .vacancyEdited, .unknown:
      break
    }
  }

  /// The notices of one event while they are gathered.
  private struct Telling {
    var actor: UserID
    var time: Timestamp
    var sequence: SequenceNumber
    var about = NoticeSubject(symbol: .none, about: .nothing)
  }

  private func about(_ shift: ShiftID, _ person: UserID, _ other: UserID? = nil) -> NoticeSubject {
    NoticeSubject(symbol: shift.symbol, about: .shift, person: person, other: other)
  }

  private func about(_ trade: TradeID, _ person: UserID, _ other: UserID) -> NoticeSubject {
    NoticeSubject(symbol: trade.symbol, about: .trade, person: person, other: other)
  }

  private func about(
    _ thing: some SymbolIdentifier, person: UserID? = nil, other: UserID? = nil
  ) -> NoticeSubject {
    NoticeSubject(symbol: thing.symbol, about: .nothing, person: person, other: other)
  }

  private mutating func tell(_ kind: NotificationKind, _ users: [UserID?], _ telling: Telling) {
    for user in users {
      guard let user else { continue }
      notices.add(
        NoticeRecord(
          kind, to: user, telling.about, by: telling.actor, at: telling.time, telling.sequence))
    }
  }

  private mutating func circulate(
    _ kind: NotificationKind, _ users: [UserID], _ telling: Telling,
    where isTold: (UserID) -> Bool = { _ in true }
  ) {
    var telling = telling
    telling.about.spared = .unlisted
    let notice = NoticeRecord(
      kind, to: UserID(.none), telling.about, by: telling.actor, at: telling.time, telling.sequence)
    notices.circulars.add(notice, to: users, where: isTold)
  }

  private mutating func tellManagers(_ kind: NotificationKind, _ telling: Telling) {
    if managers.isEmpty { return }
    notices.add(
      NoticeRecord(
        kind, to: UserID(.none), telling.about, by: telling.actor, at: telling.time,
        telling.sequence))
  }

  /// Tells the person whose answer to a late change of a shift is awaited now.
  private mutating func ask(_ shift: ShiftID, of note: ChangeNote, _ telling: Telling) {
    if note.notice == nil { return }
    tell(.answerAwaited, [awaitedChange(of: shift).map { lateChanges[$0].owner }], telling)
  }

  /// Tells each owner whose suggested shift is free again.
  private mutating func release(_ shifts: [ShiftID], _ telling: Telling) {
    var telling = telling
    for shift in shifts {
      (telling.about.symbol, telling.about.about) = (shift.symbol, .shift)
      tell(.released, [self.shift(shift)?.owner], telling)
    }
  }

  /// Asks the managers who may approve, but not the owner, who is told of the acceptance itself.
  private mutating func ask(
    _ owner: UserID, _ taker: UserID, _ route: AcceptanceRoute, _ telling: Telling
  ) {
    var telling = telling
    let ownerHasSay = approvers(owner: owner, taker: taker, via: route).ownerHasSay
    telling.about.spared = !ownerHasSay && managers.count == 1 ? .person : .sides
    tellManagers(.awaitingApproval, telling)
  }
}
