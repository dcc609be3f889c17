import Projections
import ShiftEvents

extension FoldedBefore {
  /// The snapshot beside the log, where there is one that lies within a limit. Only the parts that are asked
  /// for are looked at.
  static func load(
    _ path: String, upTo limit: ReadLimit, _ diagnostics: Diagnostics,
    parts: [StatePart] = StatePart.folded,
    readMore: (SnapshotFile, SnapshotSymbols) throws(SnapshotFault) -> Void = { _, _ in }
  ) -> FoldedBefore? {
    guard path != LogInput.standardInput, !parts.isEmpty else { return nil }
    return FoldedBefore(
      path, parts: parts, mapsSnapshot: true, isInScope: limit.includes,
      tell: { diagnostics.detail("\(path): \($0)") }, readMore: readMore)
  }
}

extension Replay {
  /// Folds a log as it is read, from its snapshot on where there is one.
  ///
  /// - Parameter fromStart: true to hand every event over, and use no snapshot.
  static func read(
    _ path: String, for invocation: Invocation, fromStart: Bool = false,
    _ apply: ((RecordedEvent) -> Void)? = nil
  ) throws -> (replay: Replay, reading: LogReading) {
    let options = try invocation.readingOptions
    let snapshot =
      fromStart ? nil : FoldedBefore.load(path, upTo: options.limit, invocation.diagnostics)
    var replay = snapshot?.replay ?? Replay()
    let reading = try LogReading.read(path, options, for: invocation, after: snapshot) {
      event, block, ahead in
      replay.apply(event, ahead: ahead)
      if let apply { apply(RecordedEvent(copy event, in: block)) }
    }
    return (replay, reading)
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
