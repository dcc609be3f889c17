// The rules' state as a snapshot holds it. A change of any of this is a new version of the file.

extension DomainState {
  func write(to snapshot: inout SnapshotWriter) {
    workplace.write(to: &snapshot)
    snapshot.list(users) { $1.write(to: &$0) }
    // In a fixed order, so that the same state gives the same bytes.
    let pairs = follows.sorted {
      ($0.follower.symbolIndex, $0.followed.symbolIndex)
        < ($1.follower.symbolIndex, $1.followed.symbolIndex)
    }
    snapshot.list(pairs) { snapshot, follow in
      snapshot.identifier(follow.follower)
      snapshot.identifier(follow.followed)
    }
    snapshot.list(shifts) { $1.write(to: &$0) }
    snapshot.list(fixedShifts) { $1.write(to: &$0) }
    snapshot.list(requests) { $1.write(to: &$0) }
    snapshot.list(sessions) { $1.write(to: &$0) }
    snapshot.list(deals) { $1.write(to: &$0) }
    snapshot.list(reservations) { $1.write(to: &$0) }
  }

  /// Reads the records and lays their indexes anew.
  init(from snapshot: inout SnapshotReader) throws(SnapshotFault) {
    self.init()
    workplace = try WorkplacePolicies(from: &snapshot)
    for user in try snapshot.list(UserRecord.init(from:)) { restore(user) }
    let pairs = try snapshot.list { (snapshot) throws(SnapshotFault) in
      Follow(follower: try snapshot.identifier(), followed: try snapshot.identifier())
    }
    follows = Set(pairs)
    for shift in try snapshot.list(ShiftRecord.init(from:)) { restore(shift) }
    for fixedShift in try snapshot.list(FixedShiftRecord.init(from:)) { restore(fixedShift) }
    for request in try snapshot.list(RequestRecord.init(from:)) { restore(request) }
    let isWhole = requests.allSatisfy { request in
      request.suggestions.allSatisfy { shifts.indices.contains(Int($0)) }
    }
    if !isWhole { throw SnapshotFault() }
    for session in try snapshot.list(SessionRecord.init(from:)) { add(session) }
    for deal in try snapshot.list(DealRecord.init(from:)) { add(deal) }
    for reservation in try snapshot.list(ReservationRecord.init(from:)) { add(reservation) }
  }

  private mutating func restore(_ user: UserRecord) {
    userIndex.set(user.id.symbol, to: users.count)
    users.append(user)
    if user.roles.contains(RoleSet(.manager)) { managerCount += 1 }
  }

  private mutating func restore(_ shift: ShiftRecord) {
    let index = shifts.count
    add(shift)
    if shift.isOpen, let taker = shift.taker { holdings.insert(index, taker, day(shift.date)) }
  }

  private mutating func restore(_ record: FixedShiftRecord) {
    let index = fixedShifts.count
    fixedShiftIndex.set(record.id.symbol, to: index)
    fixedShifts.append(record)
    if !record.isRemoved { weekly.insert(index, record.owner, Int(record.times.weekday.rawValue)) }
  }

  private mutating func restore(_ record: RequestRecord) {
    let index = requests.count
    requestIndex.set(record.id.symbol, to: index)
    requests.append(record)
    if record.isOpen { openRequests.insert(index, record.requester, day(record.date)) }
  }
}

extension WorkplacePolicies {
  fileprivate func write(to snapshot: inout SnapshotWriter) {
    snapshot.identifier(id)
    snapshot.text(zone.description)
    snapshot.flag(isZoneFixed)
    snapshot.choice(marketApproval)
    snapshot.choice(suggestionApproval)
    let numbers = [
      horizonWeeks, requestDays, minRestMinutes, maxWeekMinutes, maxShiftsPerDay, handoverMinutes,
      acceptLeadMinutes,
    ]
    for number in numbers { snapshot.number(Int32(number)) }
  }

  fileprivate init(from snapshot: inout SnapshotReader) throws(SnapshotFault) {
    id = try snapshot.optionalIdentifier()
    guard let zone = Zone(try snapshot.text()) else { throw SnapshotFault() }
    self.zone = zone
    isZoneFixed = try snapshot.flag()
    marketApproval = try snapshot.choice(MarketApproval.self)
    suggestionApproval = try snapshot.choice(SuggestionApproval.self)
    horizonWeeks = Int(try snapshot.number() as Int32)
    requestDays = Int(try snapshot.number() as Int32)
    minRestMinutes = Int(try snapshot.number() as Int32)
    maxWeekMinutes = Int(try snapshot.number() as Int32)
    maxShiftsPerDay = Int(try snapshot.number() as Int32)
    handoverMinutes = Int(try snapshot.number() as Int32)
    acceptLeadMinutes = Int(try snapshot.number() as Int32)
  }
}

extension UserRecord {
  fileprivate func write(to snapshot: inout SnapshotWriter) {
    snapshot.identifier(id)
    snapshot.number(roles.rawValue)
    snapshot.flag(isErased)
    snapshot.flag(profile != nil)
    if let profile { snapshot.digest(profile) }
  }

  fileprivate init(from snapshot: inout SnapshotReader) throws(SnapshotFault) {
    id = try snapshot.identifier()
    roles = RoleSet(rawValue: try snapshot.number())
    isErased = try snapshot.flag()
    profile = try snapshot.flag() ? try snapshot.digest() : nil
  }
}

extension ShiftRecord {
  fileprivate func write(to snapshot: inout SnapshotWriter) {
    snapshot.identifier(id)
    snapshot.identifier(owner)
    snapshot.identifier(firstOwner)
    snapshot.identifier(taker)
    snapshot.identifier(request)
    snapshot.number(date.daysSinceEpoch)
    snapshot.number(start.minutes)
    snapshot.number(end.minutes)
    snapshot.number(state.rawValue)
  }

  fileprivate init(from snapshot: inout SnapshotReader) throws(SnapshotFault) {
    id = try snapshot.identifier()
    owner = try snapshot.identifier()
    firstOwner = try snapshot.identifier()
    taker = try snapshot.optionalIdentifier()
    request = try snapshot.optionalIdentifier()
    date = LocalDate(daysSinceEpoch: Int(try snapshot.number() as Int32))
    start = try TimeOfDay(from: &snapshot)
    end = try TimeOfDay(from: &snapshot)
    state = try snapshot.word(State.self)
  }
}

extension FixedShiftRecord {
  fileprivate func write(to snapshot: inout SnapshotWriter) {
    snapshot.identifier(id)
    snapshot.identifier(owner)
    snapshot.number(times.weekday.rawValue)
    snapshot.number(times.start.minutes)
    snapshot.number(times.end.minutes)
    snapshot.number(from.daysSinceEpoch)
    snapshot.flag(isRemoved)
  }

  fileprivate init(from snapshot: inout SnapshotReader) throws(SnapshotFault) {
    id = try snapshot.identifier()
    owner = try snapshot.identifier()
    times = WeeklyTimes(
      weekday: try snapshot.word(Weekday.self), start: try TimeOfDay(from: &snapshot),
      end: try TimeOfDay(from: &snapshot))
    from = LocalDate(daysSinceEpoch: Int(try snapshot.number() as Int32))
    isRemoved = try snapshot.flag()
  }
}

extension RequestRecord {
  fileprivate func write(to snapshot: inout SnapshotWriter) {
    snapshot.identifier(id)
    snapshot.identifier(requester)
    snapshot.number(date.daysSinceEpoch)
    snapshot.flag(isOpen)
    snapshot.numbers(suggestions)
  }

  fileprivate init(from snapshot: inout SnapshotReader) throws(SnapshotFault) {
    id = try snapshot.identifier()
    requester = try snapshot.identifier()
    date = LocalDate(daysSinceEpoch: Int(try snapshot.number() as Int32))
    isOpen = try snapshot.flag()
    suggestions = try snapshot.numbers()
  }
}

extension TimeOfDay {
  package init(from snapshot: inout SnapshotReader) throws(SnapshotFault) {
    let minutes = Int(try snapshot.number() as Int16)
    guard minutes >= 0, let time = TimeOfDay(hour: minutes / 60, minute: minutes % 60) else {
      throw SnapshotFault()
    }
    self = time
  }
}
