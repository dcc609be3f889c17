// The rules' state as a snapshot holds it: its arrays as they lie in memory. A change of any record
// is a new version of the file.

extension DomainState {
  func write(to snapshot: inout FlatSnapshotWriter) {
    var policies = SnapshotWriter()
    workplace.write(to: &policies)
    snapshot.add(FlatArray(policies.end()))
    snapshot.add([UInt64(managerCount)])
    snapshot.add(shifts)
    snapshot.add(shiftKeys.words)
    snapshot.add(vacancies)
    snapshot.add(fixedShifts)
    snapshot.add(requests)
    snapshot.add(absences)
    snapshot.add(trades)
    snapshot.add(sessions)
    snapshot.add(deals)
    snapshot.add(reservations)
    for map in [
      userIndex, shiftIndex, vacancyIndex, fixedShiftIndex, requestIndex, absenceIndex, tradeIndex,
      sessionIndex, dealIndex, reservationIndex,
    ] { map.write(to: &snapshot) }
    for index in [
      follows, skills, holdings, longHoldings, weekly, openRequests, suggestions, absencesOf,
      running, seats,
    ] { index.write(to: &snapshot) }
  }

  /// - Parameter users: they have a section of their own, for readers that ask for no more.
  init(
    from snapshot: inout FlatSnapshotReader, users: FlatArray<UserRecord>
  ) throws(SnapshotFault) {
    self.init()
    self.users = users
    var policies = SnapshotReader(try snapshot.array(of: UInt8.self).elements)
    workplace = try EffectivePolicies(from: &policies)
    managerCount = Int(truncatingIfNeeded: try snapshot.numbers(1)[0])
    shifts = try snapshot.array()
    shiftKeys = ShiftKeyTable(words: try snapshot.array())
    vacancies = try snapshot.array()
    fixedShifts = try snapshot.array()
    requests = try snapshot.array()
    absences = try snapshot.array()
    trades = try snapshot.array()
    sessions = try snapshot.array()
    deals = try snapshot.array()
    reservations = try snapshot.array()
    userIndex = try SymbolMap(from: &snapshot)
    shiftIndex = try SymbolMap(from: &snapshot)
    vacancyIndex = try SymbolMap(from: &snapshot)
    fixedShiftIndex = try SymbolMap(from: &snapshot)
    requestIndex = try SymbolMap(from: &snapshot)
    absenceIndex = try SymbolMap(from: &snapshot)
    tradeIndex = try SymbolMap(from: &snapshot)
    sessionIndex = try SymbolMap(from: &snapshot)
    dealIndex = try SymbolMap(from: &snapshot)
    reservationIndex = try SymbolMap(from: &snapshot)
    follows = try PairIndex(from: &snapshot)
    skills = try PairIndex(from: &snapshot)
    holdings = try PairIndex(from: &snapshot)
    longHoldings = try PairIndex(from: &snapshot)
    weekly = try PairIndex(from: &snapshot)
    openRequests = try PairIndex(from: &snapshot)
    suggestions = try PairIndex(from: &snapshot)
    absencesOf = try PairIndex(from: &snapshot)
    running = try PairIndex(from: &snapshot)
    seats = try PairIndex(from: &snapshot)
  }

  /// Makes room for so many more records, so that a process that begins from the snapshot need not.
  mutating func reserve(_ count: Int) {
    holdings.reserve(count)
    weekly.reserve(count)
    openRequests.reserve(count)
    suggestions.reserve(count)
    seats.reserve(count)
    follows.reserve(count)
  }
}

extension EffectivePolicies {
  fileprivate func write(to snapshot: inout SnapshotWriter) {
    snapshot.text(id?.description ?? "")
    snapshot.text(zone.description)
    snapshot.flag(isZoneFixed)
    snapshot.choice(marketApproval)
    snapshot.choice(suggestionApproval)
    let numbers = [
      horizonWeeks, requestDays, minRestMinutes, maxWeekMinutes, maxShiftsPerDay, handoverMinutes,
      acceptLeadMinutes, maxShiftsAtOnce,
    ]
    for number in numbers { snapshot.number(Int32(number)) }
  }

  fileprivate init(from snapshot: inout SnapshotReader) throws(SnapshotFault) {
    let name = try snapshot.text()
    id = WorkplaceID(name)
    if id == nil, !name.isEmpty { throw SnapshotFault() }
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
    maxShiftsAtOnce = Int(try snapshot.number() as Int32)
  }
}

extension SymbolMap {
  fileprivate func write(to snapshot: inout FlatSnapshotWriter) {
    let (first, indexes) = trimmed
    snapshot.add([UInt64(first)])
    snapshot.add(FlatArray(indexes))
  }

  fileprivate init(from snapshot: inout FlatSnapshotReader) throws(SnapshotFault) {
    let first = Int(truncatingIfNeeded: try snapshot.numbers(1)[0])
    self.init(first: first, indexes: try snapshot.array())
  }
}

extension PairIndex {
  fileprivate func write(to snapshot: inout FlatSnapshotWriter) {
    snapshot.add([UInt64(UInt32(bitPattern: freeNode)), UInt64(usedSlots)])
    snapshot.add(keys)
    snapshot.add(heads)
    snapshot.add(nodes)
  }

  fileprivate init(from snapshot: inout FlatSnapshotReader) throws(SnapshotFault) {
    let numbers = try snapshot.numbers(2)
    let keys = try snapshot.array(of: UInt64.self)
    let heads = try snapshot.array(of: Int32.self)
    guard keys.count == heads.count, keys.count.nonzeroBitCount == 1,
      numbers[1] < UInt64(keys.count)
    else { throw SnapshotFault() }
    self.init(
      keys: keys, heads: heads, nodes: try snapshot.array(),
      freeNode: Int32(truncatingIfNeeded: numbers[0]), usedSlots: Int(numbers[1]))
  }
}
