/// The snapshot of the folded state beside a log.
///
/// Reading never fails: a snapshot that does not count is passed over, with its reason. Only writers
/// write here.
package struct SnapshotStore {
  private let paths: LogPaths

  package init(_ paths: LogPaths) { self.paths = paths }

  /// More events, or more bytes, than this since the last snapshot make a new one worth its writing.
  package static let eventsBetween: UInt64 = 10_000
  package static let bytesBetween: UInt64 = 8 << 20
  /// A log that is shorter than this gets none while more submissions wait.
  package static let busyEvents: UInt64 = 400_000

  /// Returns `true` if so much has come since `last` that a new snapshot is due.
  ///
  /// - Parameter isBusy: whether more submissions wait: then the log must have become four times as long.
  package static func isDue(at end: LogPosition, since last: LogPosition, isBusy: Bool) -> Bool {
    if isBusy { return end.end.sequence > max(last.end.sequence * 4, busyEvents) }
    return end.end.sequence > last.end.sequence + eventsBetween
      || end.end.lengthBytes > last.end.lengthBytes + bytesBetween
  }

  /// Reads the snapshot, if there is a whole one.
  ///
  /// - Parameters:
  ///   - mapsSnapshot: true to map the file instead of reading it, in a process that ends at once.
  ///   - refused: told why a snapshot that is there does not count.
  package func load<State>(
    mapsSnapshot: Bool, refused: (String) -> Void,
    _ read: (SnapshotFile) throws(SnapshotFault) -> State
  ) -> State? {
    do throws(SnapshotFile.Refusal) {
      guard let region = try self.region(mapsSnapshot) else { return nil }
      let file = try SnapshotFile(region)
      do throws(SnapshotFault) { return try read(file) } catch {
        throw SnapshotFile.Refusal.damaged
      }
    } catch {
      refused(reason(error))
      return nil
    }
  }

  /// Returns `true` if a snapshot at that place is one of this log at or before `end`.
  ///
  /// - Parameters:
  ///   - holds: whether the log has the line that a frontier names.
  ///   - refused: told why it is not.
  package func isOfLog(
    at frontier: LogEnd, upTo end: LogEnd, holds: (LogEnd) -> Bool,
    refused: (String) -> Void
  ) -> Bool {
    do throws(SnapshotFile.Refusal) {
      if frontier.firstHash != end.firstHash { throw .otherLog }
      if frontier.lengthBytes > end.lengthBytes { throw .ahead }
      if !holds(frontier) { throw .otherLog }
      return true
    } catch {
      refused(reason(error))
      return false
    }
  }

  private func reason(_ refusal: SnapshotFile.Refusal) -> String {
    "the snapshot \(path) \(refusal.rawValue); folded from the log instead"
  }

  package var path: String { "\(paths.snapshots)/state" }

  package func region(
    _ mapsSnapshot: Bool
  ) throws(SnapshotFile.Refusal) -> MemoryRegion? {
    // None is so much longer than its log: memory for what another program left there is not taken.
    let log = (try? paths.fileSystem.status(at: paths.log))?.lengthBytes ?? 0
    do throws(LogError) {
      return try SideFile.region(
        of: path, mayMap: mapsSnapshot, atMost: 16 << 20 + 2 * log, paths.fileSystem)
    } catch {
      throw .unreadable
    }
  }

  /// Puts a snapshot in place.
  ///
  /// - Parameter write: writes its sections.
  package func save(
    at position: LogPosition, _ write: (inout FlatSnapshotWriter) -> Void
  ) throws(LogError) {
    try paths.makeSnapshots()
    clearOld()
    // No lock is held, so another writer may be leaving one just now.
    let mark = ".\(UInt32.random(in: .min ... .max))"
    try SideFile.replace(
      path, in: paths.snapshots, mark: mark, paths.fileSystem
    ) { (file) throws(LogError) in
      var snapshot = FlatSnapshotWriter(to: file)
      write(&snapshot)
      try snapshot.end(at: position)
    }
  }

  /// Removes a snapshot that is damaged, so that the next writer folds the log.
  package func remove() { try? SideFile.clear(path, paths.fileSystem) }

  /// Removes what crashes and earlier versions have left. Where another process is writing just now its snapshot fails,
  /// and it goes on without one.
  private func clearOld() {
    for name in (try? paths.fileSystem.list(paths.snapshots)) ?? []
    where name.hasSuffix(SideFile.temporarySuffix) || ["roster", "rules"].contains(name) {
      try? SideFile.clear("\(paths.snapshots)/\(name)", paths.fileSystem)
    }
  }
}
