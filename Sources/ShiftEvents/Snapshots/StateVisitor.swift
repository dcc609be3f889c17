/// A part of the state, which a snapshot holds as a section. Each names symbols of those before it.
package enum StatePart: Int, CaseIterable, Sendable {
  case users, closures, requests, shifts, absences, trades, hours, promises, points, study, deals
  /// Parts that grow with every event: a reader looks at them for a question about them alone.
  case notices, touches

  /// The parts that most projections have their rows from.
  package static let folded = allCases.filter { $0 != .notices && $0 != .touches }
}

/// One walk over the tables of the state numbers, renumbers, writes and reads them.
protocol StateVisitor {
  mutating func records<Record: StateRecord>(_ table: inout Records<Record>) throws(SnapshotFault)
  mutating func users(_ users: inout [UserID]) throws(SnapshotFault)
  /// A list of symbols under each of some others.
  mutating func lists(_ index: inout MultiMap) throws(SnapshotFault)
  mutating func briefs(_ briefs: inout FlatArray<ShiftSummary>) throws(SnapshotFault)
  mutating func keys(_ table: inout ShiftDetailTable) throws(SnapshotFault)
  /// Values without symbols.
  mutating func values<Value: BitwiseCopyable & Sendable>(
    _ values: inout FlatArray<Value>) throws(SnapshotFault)
  mutating func stars(_ stars: inout [Customer: Int]) throws(SnapshotFault)
  mutating func terms(_ terms: inout TermsTable) throws(SnapshotFault)
  mutating func touches(_ touches: inout EventIndex) throws(SnapshotFault)
}

extension DomainState {
  mutating func visit(
    _ part: StatePart, _ visitor: inout some StateVisitor
  ) throws(SnapshotFault) {
    switch part {
    case .users:
      try visitor.records(&users)
      try visitor.users(&managers)
      try visitor.lists(&follows)
      try visitor.lists(&skills)
      try visitor.records(&skillEnds)
      try visitor.records(&employments)
      try visitor.records(&contracts)
      try visitor.records(&datedLimits)
    case .closures: try visitor.records(&closures)
    case .requests: try visitor.records(&requests)
    case .shifts:
      // A shift has the terms of its series.
      try visitor.records(&fixedShifts)
      try visitor.records(&fixedVacancies)
      try visitor.records(&seriesChanges)
      try visitor.records(&vacancies)
      try visitor.records(&shifts)
      try visitor.briefs(&shiftBriefs)
      try visitor.values(&shiftDays.blocks)
      try visitor.keys(&shiftKeys)
      try visitor.records(&origins)
      try visitor.values(&restoredToAnother)
    case .absences: try visitor.records(&absences)
    case .trades:
      try visitor.records(&trades)
      try visitor.lists(&openTrades)
    case .hours:
      try visitor.records(&hours)
      try visitor.values(&hoursDays.blocks)
      try visitor.values(&ownBreaks)
      try visitor.values(&recordings)
      try visitor.records(&works)
      try visitor.lists(&working)
    case .promises:
      try visitor.records(&periods)
      try visitor.values(&closedDays.all)
      try visitor.records(&publications)
      try visitor.values(&publishedDays.stretches)
      try visitor.records(&promised)
      try visitor.records(&lateChanges)
      try visitor.values(&reasons.bytes)
    case .points: try visitor.records(&points)
    case .study: try visitor.records(&sessions)
    case .deals:
      try visitor.records(&deals)
      try visitor.records(&reservations)
      try visitor.records(&ratings)
      try visitor.stars(&stars)
      try visitor.terms(&terms)
    case .notices:
      try visitor.records(&notices.personal)
      try visitor.records(&notices.managerial)
      try visitor.records(&notices.managers)
      try visitor.records(&notices.circulars.notices)
      try visitor.records(&notices.circulars.readers)
      try visitor.values(&notices.circulars.words)
    case .touches: try visitor.touches(&touches)
    }
  }
}

// MARK: - Numbers of symbols

/// Numbers the symbols of what it visits.
struct IDNumberer: StateVisitor {
  var numbering = IDNumbering()

  mutating func records<Record: StateRecord>(_ table: inout Records<Record>) {
    table.forEachSymbol { numbering.add($0) }
  }

  mutating func users(_ users: inout [UserID]) {
    for user in users { numbering.add(user.symbolIndex) }
  }

  mutating func lists(_ index: inout MultiMap) {
    index.forEach { user, _, element in
      numbering.add(user)
      numbering.add(UInt32(element))
    }
  }

  /// They name whom the records of the shifts name.
  func briefs(_ briefs: inout FlatArray<ShiftSummary>) {}

  mutating func keys(_ table: inout ShiftDetailTable) { table.forEachSymbol { numbering.add($0) } }

  func values<Value: BitwiseCopyable & Sendable>(_ values: inout FlatArray<Value>) {}

  mutating func stars(_ stars: inout [Customer: Int]) {
    for customer in stars.keys.sorted(by: <) {
      numbering.add(customer.user.symbolIndex)
      numbering.add(customer.company.symbolIndex)
    }
  }

  mutating func terms(_ terms: inout TermsTable) {}

  mutating func touches(_ touches: inout EventIndex) { touches.forEachSymbol { numbering.add($0) } }
}

/// Gives the symbols of what it visits other numbers.
struct Renumbering: StateVisitor {
  let new: @Sendable (UInt32) -> UInt32

  func records<Record: StateRecord>(_ table: inout Records<Record>) {
    table = table.renumbered(new)
  }

  func users(_ users: inout [UserID]) {
    for place in users.indices { users[place].renumber(new) }
  }

  func lists(_ index: inout MultiMap) {
    var renumbered = index.emptied()
    index.forEach { user, number, element in
      renumbered.insert(
        Int(new(UInt32(element))), UserID(symbolIndex: new(user)), Int(number))
    }
    index = renumbered
  }

  func briefs(_ briefs: inout FlatArray<ShiftSummary>) {
    // A new array: another state may yet read this one from the file.
    var renumbered = briefs.elements
    for place in renumbered.indices { renumbered[place].owner.renumber(new) }
    briefs = FlatArray(renumbered)
  }

  func keys(_ table: inout ShiftDetailTable) { table = table.renumbered(new) }

  func values<Value: BitwiseCopyable & Sendable>(_ values: inout FlatArray<Value>) {}

  func stars(_ stars: inout [Customer: Int]) {
    stars = Dictionary(
      uniqueKeysWithValues: stars.map { customer, given in
        var customer = customer
        customer.user.renumber(new)
        customer.company.renumber(new)
        return (customer, given)
      })
  }

  /// A deal's terms name people and the deal by their texts.
  func terms(_ terms: inout TermsTable) {}

  func touches(_ touches: inout EventIndex) { touches.renumber(new) }
}

extension Customer {
  static func < (first: Self, second: Self) -> Bool {
    (first.user.symbolIndex, first.company.symbolIndex)
      < (second.user.symbolIndex, second.company.symbolIndex)
  }
}
