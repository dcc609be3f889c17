import Projections
import ShiftEvents

extension FoldedBefore {
  /// The snapshot beside the log, where there is one that lies within `--at`. Only the parts that are
  /// asked for are looked at.
  static func load(
    _ path: String, _ invocation: Invocation, parts: [StatePart] = StatePart.allCases,
    readMore: (SnapshotFile, SnapshotSymbols) throws(SnapshotFault) -> Void = { _, _ in }
  ) throws -> FoldedBefore? {
    load(
      path, upTo: try invocation.readLimit(), invocation.diagnostics, parts: parts,
      readMore: readMore)
  }

  /// The same for a limit that no option gives.
  static func load(
    _ path: String, upTo limit: ReadLimit, _ diagnostics: Diagnostics, parts: [StatePart],
    readMore: (SnapshotFile, SnapshotSymbols) throws(SnapshotFault) -> Void = { _, _ in }
  ) -> FoldedBefore? {
    guard path != LogInput.standardInput, !parts.isEmpty else { return nil }
    return FoldedBefore(
      path, parts: parts, mapsSnapshot: true, isInScope: limit.includes,
      tell: { diagnostics.detail("\(path): \($0)") }, readMore: readMore)
  }
}

extension ReadLimit {
  /// Returns `true` if all events up to the position are in scope, whatever zone held at their time; until the
  /// zone of the log is known, if they may be.
  fileprivate func includes(_ position: LogPosition, zone: Zone?) -> Bool {
    switch self {
    case .everything: return true
    case .sequence(let last): return position.sequence <= last
    case .moment(let moment):
      guard let zone, let last = position.lastTime else { return true }
      if case .instant(let time) = moment { return last <= time }
      return last.advanced(byMinutes: 26 * 60) <= moment.instant(in: zone)
    }
  }
}
