// The people whom an event is told to. Nobody is told of their own acts.

extension DomainState {
  /// Gathers the notices of an event that was folded just now.
  mutating func notify(of event: Event, by actor: UserID, at time: Timestamp) {
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
      for shift in event.shifts { tellManagers(.uncovered, told.about(shift, event.user)) }
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

  /// The owners of a shift who are told of an act on it: where it is a draft that is hidden, managers alone.
  ///
  /// It changes nothing. A method that says so would get a copy of the state from `notify`, which may change it (520 instructions).
  private mutating func owners(
    _ owners: [UserID?], of shift: ShiftID, _ note: ChangeContext, by actor: UserID
  ) -> [UserID?] {
    if !isHiddenDraft(shift, note, by: actor) { return owners }
    let managers = managers
    return owners.filter { $0.map(managers.contains) ?? false }
  }

  /// Returns `true` of a manager's act on a shift that is published neither before nor after it, where drafts are hidden.
  ///
  /// It changes nothing, as `owners`.
  private mutating func isHiddenDraft(
    _ id: ShiftID, _ note: ChangeContext, by actor: UserID
  ) -> Bool {
    // An act has a notice where its shift was published before.
    guard workplace.hidesDrafts, note.notice == nil, managers.contains(actor), let shift = shift(id)
    else { return false }
    return !publishedDays.contains(shift.date)
  }

  /// The people who can still agree to an offer of the shift, made before it was edited.
  private func agreeing(to id: ShiftID, at time: Timestamp) -> [UserID?] {
    func isAsOffered(_ id: ShiftID, by owner: UserID) -> Bool {
      shift(id).map { $0.isOpen && $0.owner == owner && !hasStarted($0, at: time) } ?? false
    }
    guard let shift = shift(id), isAsOffered(id, by: shift.owner) else { return [] }
    var people = [shift.request.flatMap { requests[$0]?.requester }]
    openTrades.forEach(id, 0) { symbol in
      guard let trade = trades[TradeID(symbolIndex: UInt32(symbol))],
        isAsOffered(trade.give, by: trade.from), isAsOffered(trade.take, by: trade.to)
      else { return }
      people += [trade.from, trade.to]
    }
    return people
  }

  /// The notices of one event while they are gathered.
  private struct Telling {
    var actor: UserID
    var time: Timestamp
    var sequence: SequenceNumber
    var about = NotificationSubject(symbol: .none, about: .nothing)

    /// The same of a thing, and of the people whom the event names.
    func about<Thing: InternedIdentifier>(
      _ thing: Thing, _ person: UserID? = nil, _ other: UserID? = nil
    ) -> Telling {
      let kind: NotificationRecord.About =
        Thing.self == ShiftID.self
        ? .shift
        : Thing.self == TradeID.self ? .trade : Thing.self == RequestID.self ? .request : .nothing
      var telling = self
      telling.about = NotificationSubject(
        symbol: thing.symbol, about: kind, person: person, other: other)
      return telling
    }

    func notice(_ kind: NotificationKind, to user: UserID = UserID(.none)) -> NotificationRecord {
      NotificationRecord(kind, to: user, about, by: actor, at: time, sequence)
    }
  }

  /// Tells people, then the one who is asked about a change with a notice, then those whose shifts it released.
  private mutating func tell(
    _ kind: NotificationKind, _ users: [UserID?], _ telling: Telling, _ note: ChangeContext? = nil,
    releasing released: [ShiftID] = []
  ) {
    for case let user? in users { notices.add(telling.notice(kind, to: user)) }
    if let note { ask(ShiftID(telling.about.symbol), of: note, telling) }
    release(released, telling)
  }

  private mutating func circulate(
    _ kind: NotificationKind, _ users: [UserID], _ telling: Telling,
    where isTold: (UserID) -> Bool = { _ in true }
  ) {
    var telling = telling
    telling.about.spared = .unlisted
    notices.circulars.add(telling.notice(kind), to: users, where: isTold)
  }

  private mutating func tellManagers(_ kind: NotificationKind, _ telling: Telling) {
    if !managers.isEmpty { notices.add(telling.notice(kind)) }
  }

  /// Tells the person whose answer to a late change of a shift is awaited now.
  private mutating func ask(_ shift: ShiftID, of note: ChangeContext, _ telling: Telling) {
    if note.notice == nil { return }
    tell(.answerAwaited, [awaitedChange(of: shift).map { lateChanges[$0].owner }], telling)
  }

  /// Tells each owner whose suggested shift is free again.
  private mutating func release(_ shifts: [ShiftID], _ telling: Telling) {
    var telling = telling
    var told: Set<ShiftID> = []
    for shift in shifts {
      guard let owner = self.shift(shift)?.owner else { continue }
      // A list made by hand may name a shift twice.
      if shifts.count > 1, !told.insert(shift).inserted { continue }
      (telling.about.symbol, telling.about.about) = (shift.symbol, .shift)
      notices.add(telling.notice(.released, to: owner), isNew: true)
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
