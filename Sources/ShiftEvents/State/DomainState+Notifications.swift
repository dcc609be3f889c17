// The ways in which people are told of an event. Nobody is told of their own acts.

extension DomainState {
  /// The owners of a shift who are told of an act on it: where it is a draft that is hidden, managers alone.
  ///
  /// It changes nothing. A method that says so would get a copy of the state from `notify`, which may change it (520 instructions).
  mutating func owners(
    _ owners: [UserID?], of shift: ShiftID, _ note: ChangeContext, by actor: UserID
  ) -> [UserID?] {
    if !isHiddenDraft(shift, note, by: actor) { return owners }
    let managers = managers
    return owners.filter { $0.map(managers.contains) ?? false }
  }

  /// Returns `true` of a manager's act on a shift that is published neither before nor after it, where drafts are hidden.
  ///
  /// It changes nothing, as `owners`.
  mutating func isHiddenDraft(
    _ id: ShiftID, _ note: ChangeContext, by actor: UserID
  ) -> Bool {
    // An act has a notice where its shift was published before.
    guard workplace.hidesDrafts, note.notice == nil, managers.contains(actor), let shift = shift(id)
    else { return false }
    return !publishedDays.contains(shift.date)
  }

  /// The people who can still agree to an offer of the shift, made before it was edited.
  func agreeing(to id: ShiftID, at time: Timestamp) -> [UserID?] {
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
  struct Telling {
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
  mutating func tell(
    _ kind: NotificationKind, _ users: [UserID?], _ telling: Telling, _ note: ChangeContext? = nil,
    releasing released: [ShiftID] = []
  ) {
    for case let user? in users { notices.add(telling.notice(kind, to: user)) }
    if let note { ask(ShiftID(telling.about.symbol), of: note, telling) }
    release(released, telling)
  }

  mutating func circulate(
    _ kind: NotificationKind, _ users: [UserID], _ telling: Telling,
    where isTold: (UserID) -> Bool = { _ in true }
  ) {
    var telling = telling
    telling.about.spared = .unlisted
    notices.circulars.add(telling.notice(kind), to: users, where: isTold)
  }

  mutating func tellManagers(_ kind: NotificationKind, _ telling: Telling) {
    if !managers.isEmpty { notices.add(telling.notice(kind)) }
  }

  /// Tells the person whose answer to a late change of a shift is awaited now.
  mutating func ask(_ shift: ShiftID, of note: ChangeContext, _ telling: Telling) {
    if note.notice == nil { return }
    tell(.answerAwaited, [awaitedChange(of: shift).map { lateChanges[$0].owner }], telling)
  }

  /// Tells each owner whose suggested shift is free again.
  mutating func release(_ shifts: [ShiftID], _ telling: Telling) {
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
  mutating func ask(
    _ owner: UserID, _ taker: UserID, _ route: AcceptanceRoute, _ telling: Telling
  ) {
    var telling = telling
    let ownerHasSay = approvers(owner: owner, taker: taker, via: route).ownerHasSay
    telling.about.spared = !ownerHasSay && managers.count == 1 ? .person : .sides
    tellManagers(.awaitingApproval, telling)
  }
}
