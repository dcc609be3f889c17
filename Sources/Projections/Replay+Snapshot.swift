package import ShiftEvents

/// A part of a replay, which a snapshot holds as a section: what rows are made of.
package enum ReplayPart: Int, CaseIterable, Sendable {
  case shifts, requests, users, absences, trades, points, hours, study, deals
}

extension Replay: FoldedAlong {
  /// The section of the tally and of the workplace's policy, which every reader needs. Those of the parts
  /// follow.
  private static let overview = SnapshotFile.firstSectionAlong

  private static func section(of part: ReplayPart) -> Int { overview + 1 + part.rawValue }

  // Each is called by its own type: through a protocol, leaving a snapshot takes five times as long.

  package func number(in numbering: inout SymbolNumbering) {
    roster.shifts.number(in: &numbering)
    roster.vacancies.number(in: &numbering)
    roster.shiftKeys.number(in: &numbering)
    roster.requests.number(in: &numbering)
    users.number(in: &numbering)
    absences.absences.number(in: &numbering)
    trades.trades.number(in: &numbering)
    points.recordedShifts.number(in: &numbering)
    points.points.number(in: &numbering)
    hours.shifts.number(in: &numbering)
    study.sessions.number(in: &numbering)
    deals.number(in: &numbering)
  }

  package func write(to snapshot: inout FlatSnapshotWriter, _ numbering: SymbolNumbering) {
    var overview = SnapshotWriter()
    tally.write(to: &overview)
    roster.workplace.write(to: &overview)
    snapshot.add(FlatArray(overview.end()))
    snapshot.endSection()
    for part in ReplayPart.allCases {
      switch part {
      case .shifts:
        roster.shifts.write(to: &snapshot, numbering)
        roster.vacancies.write(to: &snapshot, numbering)
        roster.shiftKeys.write(to: &snapshot, numbering)
      case .requests: roster.requests.write(to: &snapshot, numbering)
      case .users: users.write(to: &snapshot, numbering)
      case .absences: absences.absences.write(to: &snapshot, numbering)
      case .trades: trades.trades.write(to: &snapshot, numbering)
      case .points:
        points.recordedShifts.write(to: &snapshot, numbering)
        points.points.write(to: &snapshot, numbering)
      case .hours: hours.shifts.write(to: &snapshot, numbering)
      case .study: study.sessions.write(to: &snapshot, numbering)
      case .deals: deals.write(to: &snapshot, numbering)
      }
      snapshot.endSection()
    }
  }

  package init(_ file: SnapshotFile, _ symbols: SnapshotSymbols) throws(SnapshotFault) {
    try self.init(file, symbols, ReplayPart.allCases)
  }

  /// Some parts of the replay that a file holds; the others are not looked at.
  package init(
    _ file: SnapshotFile, _ symbols: SnapshotSymbols, _ parts: [ReplayPart]
  ) throws(SnapshotFault) {
    self.init()
    self.parts = parts
    var section = try file.section(Self.overview)
    var overview = SnapshotReader(try section.array(of: UInt8.self).elements)
    tally = try EventTally(from: &overview)
    roster.workplace = try RosterPolicy(from: &overview)
    for part in ReplayPart.allCases where parts.contains(part) {
      section = try file.section(Self.section(of: part))
      switch part {
      case .shifts:
        roster.shifts = try IdentifierMap(from: &section, symbols)
        roster.vacancies = try IdentifierMap(from: &section, symbols)
        roster.shiftKeys = try ShiftKeyTable(from: &section, symbols)
      case .requests: roster.requests = try IdentifierMap(from: &section, symbols)
      case .users: users = try Users(from: &section, symbols)
      case .absences: absences.absences = try IdentifierMap(from: &section, symbols)
      case .trades: trades.trades = try IdentifierMap(from: &section, symbols)
      case .points:
        points.recordedShifts = try IdentifierSet(from: &section, symbols)
        points.points = try IdentifierMap(from: &section, symbols)
      case .hours: hours.shifts = try IdentifierMap(from: &section, symbols)
      case .study: study.sessions = try IdentifierMap(from: &section, symbols)
      case .deals: deals = try Deals(from: &section, symbols)
      }
      guard section.isAtEnd else { throw SnapshotFault() }
    }
  }
}

extension ShiftKeyTable {
  func number(in numbering: inout SymbolNumbering) { forEachSymbol { numbering.add($0) } }

  func write(to snapshot: inout FlatSnapshotWriter, _ numbering: SymbolNumbering) {
    snapshot.add(renumbered(numbering.number(of:)).words)
  }

  init(from snapshot: inout FlatSnapshotReader, _ symbols: SnapshotSymbols) throws(SnapshotFault) {
    self.init(words: try snapshot.array())
    if !symbols.isAsInSnapshot { self = renumbered(symbols.index(of:)) }
  }
}
