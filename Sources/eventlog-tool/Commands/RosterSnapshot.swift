import Projections
import ShiftEvents

/// The folded roster beside a log, from which `show` of schedule, marketplace and requests begins.
struct RosterSnapshot {
  let roster: Roster
  /// The last event that is folded.
  let asOf: AsOf
  /// Stands behind that event.
  let reader: LogReader

  private static let name = "roster"

  /// The snapshot beside the log, where there is one that serves the projection and lies within the
  /// limit.
  static func load(
    for projection: ProjectionDescriptor, _ path: String, _ limit: ReadLimit,
    _ diagnostics: Diagnostics
  ) -> RosterSnapshot? {
    guard path != "-", projection.isOfRosterAlone else { return nil }
    if case .moment = limit { return nil }
    guard let loaded = load(path, refused: { diagnostics.detail("\(path): \($0)") }) else {
      return nil
    }
    if case .sequence(let last) = limit, last < loaded.asOf.sequence { return nil }
    diagnostics.detail("\(path): began from the snapshot at event \(loaded.asOf.sequence)")
    return loaded
  }

  private static func load(_ path: String, refused: (String) -> Void) -> RosterSnapshot? {
    let store = SnapshotStore(LogPaths(log: path), PosixFileSystem())
    guard let file = store.load(name, mapsSnapshot: true, refused: refused) else { return nil }
    guard let roster = try? Roster(file) else {
      refused("the snapshot of the roster does not decode; folded from the log instead")
      return nil
    }
    guard let reader = try? LogReader(reading: path, after: file.position) else {
      refused("the snapshot of the roster is not one of this log; folded from the log instead")
      return nil
    }
    let asOf = AsOf(sequence: file.position.sequence, time: file.position.lastTime)
    return RosterSnapshot(roster: roster, asOf: asOf, reader: reader)
  }

  /// Folds what has come since the last snapshot and leaves a new one. It is a cache: where that
  /// fails, readers fold the log.
  static func leave(beside path: String, refused: (String) -> Void) {
    do throws(LogError) {
      let last = load(path, refused: { _ in })
      var roster = last?.roster ?? Roster()
      let reader: LogReader
      if let last { reader = last.reader } else { reader = try LogReader(reading: path) }
      while let event = try reader.next() { roster.apply(event) }
      let store = SnapshotStore(LogPaths(log: path), PosixFileSystem())
      try store.save(roster.snapshot(at: reader.position), as: name)
    } catch {
      refused("could not leave a snapshot of the roster: \(error.message)")
    }
  }
}
