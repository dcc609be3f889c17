package import ShiftEvents

extension Roster {
  /// The roster as a file beside the log: its arrays as they lie in memory. A change of any record
  /// is a new version of the file.
  package func snapshot(at position: LogPosition) -> [UInt8] {
    var numbering = SymbolNumbering()
    for shift in shifts.keys { numbering.add(shift) }
    for request in requests.keys { numbering.add(request) }
    for shift in shifts.rows { shift.number(in: &numbering) }
    for request in requests.rows { numbering.add(request.requester) }
    let roster = renumbered(numbering.number(of:))
    var snapshot = FlatSnapshotWriter()
    snapshot.add(numbering, roomForMore: min(20_000, position.sequence.value / 8))
    var policy = SnapshotWriter()
    policy.text(workplace.timeZone.description)
    policy.choice(workplace.marketApproval)
    policy.choice(workplace.suggestionApproval)
    snapshot.add(FlatArray(policy.end()))
    roster.shifts.write(to: &snapshot)
    roster.requests.write(to: &snapshot)
    return snapshot.end(at: position)
  }

  /// The roster in a file. A process without symbols uses its rows in place.
  package init(_ file: SnapshotFile) throws(SnapshotFault) {
    self.init()
    var snapshot = try FlatSnapshotReader(file)
    let symbols = try snapshot.symbols()
    var policy = SnapshotReader(try snapshot.array(of: UInt8.self).elements)
    guard let zone = Zone(try policy.text()) else { throw SnapshotFault() }
    workplace = RosterPolicy(
      timeZone: zone, marketApproval: try policy.choice(MarketApproval.self),
      suggestionApproval: try policy.choice(SuggestionApproval.self))
    shifts = try IdentifierMap(from: &snapshot)
    requests = try IdentifierMap(from: &snapshot)
    guard snapshot.isAtEnd else { throw SnapshotFault() }
    if !symbols.isAsInSnapshot { self = renumbered(symbols.index(of:)) }
  }

  /// The roster with the numbers that `new` gives for its symbols.
  private func renumbered(_ new: (UInt32) -> UInt32) -> Roster {
    var roster = Roster()
    roster.workplace = workplace
    for (shift, row) in zip(shifts.keys, shifts.rows) {
      roster.shifts.set(row.renumbered(new), for: ShiftID(symbolIndex: new(shift.symbolIndex)))
    }
    for (request, var row) in zip(requests.keys, requests.rows) {
      row.requester = UserID(symbolIndex: new(row.requester.symbolIndex))
      roster.requests.set(row, for: RequestID(symbolIndex: new(request.symbolIndex)))
    }
    return roster
  }
}
