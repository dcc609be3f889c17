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

  package func number(in numbering: inout SymbolNumbering) {
    roster.shifts.number(in: &numbering)
    roster.vacancies.number(in: &numbering)
    roster.shiftKeys.forEachSymbol { numbering.add($0) }
    roster.requests.number(in: &numbering)
    users.number(in: &numbering)
    absences.number(in: &numbering)
    trades.number(in: &numbering)
    points.number(in: &numbering)
    hours.number(in: &numbering)
    study.number(in: &numbering)
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
        snapshot.add(roster.shiftKeys.renumbered(numbering.number(of:)).words)
      case .requests: roster.requests.write(to: &snapshot, numbering)
      case .users: users.write(to: &snapshot, numbering)
      case .absences: absences.write(to: &snapshot, numbering)
      case .trades: trades.write(to: &snapshot, numbering)
      case .points: points.write(to: &snapshot, numbering)
      case .hours: hours.write(to: &snapshot, numbering)
      case .study: study.write(to: &snapshot, numbering)
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
        roster.shiftKeys = ShiftKeyTable(words: try section.array())
        if !symbols.isAsInSnapshot {
          roster.shiftKeys = roster.shiftKeys.renumbered(symbols.index(of:))
        }
      case .requests: roster.requests = try IdentifierMap(from: &section, symbols)
      case .users: users = try Users(from: &section, symbols)
      case .absences: absences = try Absences(from: &section, symbols)
      case .trades: trades = try Trades(from: &section, symbols)
      case .points: points = try Points(from: &section, symbols)
      case .hours: hours = try Hours(from: &section, symbols)
      case .study: study = try Study(from: &section, symbols)
      case .deals: deals = try Deals(from: &section, symbols)
      }
      guard section.isAtEnd else { throw SnapshotFault() }
    }
  }
}
