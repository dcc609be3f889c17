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

  /// What a snapshot holds of a part, in its order.
  private func contents(of part: ReplayPart) -> [any SnapshotContent] {
    switch part {
    case .shifts: [roster.shifts, roster.vacancies, roster.shiftKeys]
    case .requests: [roster.requests]
    case .users: [users]
    case .absences: [absences.absences]
    case .trades: [trades.trades]
    case .points: [points.recordedShifts, points.points]
    case .hours: [hours.shifts]
    case .study: [study.sessions]
    case .deals: [deals]
    }
  }

  package func number(in numbering: inout SymbolNumbering) {
    for part in ReplayPart.allCases {
      for content in contents(of: part) { content.number(in: &numbering) }
    }
  }

  package func write(to snapshot: inout FlatSnapshotWriter, _ numbering: SymbolNumbering) {
    var overview = SnapshotWriter()
    tally.write(to: &overview)
    roster.workplace.write(to: &overview)
    snapshot.add(FlatArray(overview.end()))
    snapshot.endSection()
    for part in ReplayPart.allCases {
      for content in contents(of: part) { content.write(to: &snapshot, numbering) }
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

extension ShiftKeyTable: SnapshotContent {
  func number(in numbering: inout SymbolNumbering) { forEachSymbol { numbering.add($0) } }

  func write(to snapshot: inout FlatSnapshotWriter, _ numbering: SymbolNumbering) {
    snapshot.add(renumbered(numbering.number(of:)).words)
  }

  init(from snapshot: inout FlatSnapshotReader, _ symbols: SnapshotSymbols) throws(SnapshotFault) {
    self.init(words: try snapshot.array())
    if !symbols.isAsInSnapshot { self = renumbered(symbols.index(of:)) }
  }
}
