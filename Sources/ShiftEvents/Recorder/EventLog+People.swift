// Names stand beside the log, and what they are held against is in it: here the two meet.

extension EventLog {
  /// The names and addresses that are kept beside the log now; nobody's where there are none, or where
  /// the folder may not be read.
  ///
  /// Each is told only where the log commits to it: `People.withheld` has the others that were asked for.
  ///
  /// - Complexity: the first name that is asked for costs a reading of the events that no snapshot covers.
  public func people() throws(LogError) -> People { try LogReader(reading: path).people() }
}

extension LogReader {
  /// The people beside the log. What a name is held against is read when the first is asked for, up to the
  /// last whole batch, acknowledged or not, or up to the first fault: a name that was taken back is told nowhere.
  ///
  /// - Parameters:
  ///   - commitments: those of the events up to this reader's position; `nil` if they are not known.
  ///   - mapsSnapshot: true in a process that ends at once.
  ///   - earlier: the people as they were before, whose lines are mostly the same.
  package func people(
    _ commitments: Commitments? = nil, mapsSnapshot: Bool = false, knowing earlier: People? = nil
  ) throws(LogError) -> People {
    let lines = try peopleLines(knowing: earlier?.lines)
    let (path, (fileSystem, paths)) = (path, place)
    guard !lines.isEmpty, let paths else { return People() }
    let known = commitments.map { (position, $0) }
    return People(
      lines,
      readOn: {
        let read = Commitments(
          endOf: path, knowing: known ?? (.start, Commitments()),
          paths, fileSystem, mapsSnapshot: mapsSnapshot)
        return { read[$0] }
      },
      reread: { try? PeopleFile.lines(paths) })
  }
}

extension Commitments {
  /// Those of the last sound event of a log, from what is known up to a position, or from a snapshot that
  /// is further.
  fileprivate init(
    endOf path: String, knowing known: (position: LogPosition, Commitments), _ paths: LogPaths,
    _ fileSystem: any FileSystem, mapsSnapshot: Bool
  ) {
    self = known.1
    func behind(_ position: LogPosition) -> LogReader? {
      try? LogReader(reading: path, after: position, passesHead: true, fileSystem)
    }
    guard var reader = behind(known.position) else { return }
    let (read, all) = reader.progress
    if let all, all - min(read, all) > Self.manyBytes {
      let found = SnapshotStore(paths).load(
        mapsSnapshot: mapsSnapshot, refused: { _ in }
      ) { (file) throws(SnapshotFault) -> (LogPosition, Commitments)? in
        guard file.position.sequence > known.position.sequence else { return nil }
        return (file.position, try Commitments(file, try file.symbols()))
      }
      if let (position, folded) = found ?? nil, let rest = behind(position) {
        (reader, self) = (rest, folded)
      }
    }
    while let event = try? reader.next() { apply(event.event) }
  }

  /// It takes longer to read so much than to look into a snapshot.
  private static let manyBytes: UInt64 = 1 << 20
}
