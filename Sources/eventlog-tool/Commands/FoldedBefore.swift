import Projections
import ShiftEvents

/// The folds that a writer has left beside a log, from which reading goes on.
struct FoldedBefore {
  let replay: Replay
  /// The state of the rules; `nil` unless it was asked for.
  let rules: DomainState?
  /// The last event that is folded, with its hash and that of the first.
  let position: LogPosition
  /// Stands behind that event.
  let reader: LogReader

  /// The snapshot beside the log, where there is one that lies within `--at`. Only the parts that are
  /// asked for are looked at.
  static func load(
    _ path: String, _ invocation: Invocation, parts: [ReplayPart] = ReplayPart.allCases,
    withRules: Bool = false
  ) throws -> FoldedBefore? {
    load(
      path, upTo: try invocation.readLimit(), invocation.diagnostics, parts: parts,
      withRules: withRules)
  }

  /// The same for a limit that no option gives.
  static func load(
    _ path: String, upTo limit: ReadLimit, _ diagnostics: Diagnostics, parts: [ReplayPart],
    withRules: Bool = false
  ) -> FoldedBefore? {
    guard path != LogInput.standardInput, !parts.isEmpty else { return nil }
    let store = SnapshotStore(LogPaths(log: path))
    let refused: (String) -> Void = { diagnostics.detail("\(path): \($0)") }
    let found = store.load(SnapshotStore.state, mapsSnapshot: true, refused: refused) {
      (file) throws(SnapshotFault) -> (LogPosition, Replay, DomainState?)? in
      // What lies behind the limit is no use, and need not be looked at.
      guard limit.includes(file.position) else { return nil }
      let symbols = try file.symbols()
      let rules = withRules ? try DomainState(file, symbols) : nil
      return (file.position, try Replay(file, symbols, parts), rules)
    }
    guard let (position, replay, rules) = found ?? nil else { return nil }
    guard limit.includes(position, zone: replay.timeZone) else { return nil }
    guard let reader = try? LogReader(reading: path, after: position) else {
      refused("the snapshot is not one of this log; folded from the log instead")
      return nil
    }
    diagnostics.detail("\(path): began from the snapshot at event \(position.sequence)")
    return FoldedBefore(replay: replay, rules: rules, position: position, reader: reader)
  }
}

extension ReadLimit {
  fileprivate func includes(_ position: LogPosition) -> Bool {
    if case .sequence(let last) = self { position.sequence <= last } else { true }
  }

  /// Returns `true` if all events up to the position are in scope, whatever zone held at their time.
  fileprivate func includes(_ position: LogPosition, zone: Zone) -> Bool {
    guard case .moment(let moment) = self, let last = position.lastTime else { return true }
    return switch moment {
    case .instant(let time): last <= time
    case .endOf, .local: last.advanced(byMinutes: 26 * 60) <= moment.instant(in: zone)
    }
  }
}
