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
        return .init(commitment: { read[$0] }, knows: { read.knows($0) })
      },
      reread: { try? PeopleFile.lines(paths, knowing: $0) })
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
      let found = SnapshotStore(paths).load(mapsSnapshot: mapsSnapshot, refused: { _ in }) {
        (file) throws(SnapshotFault) -> (LogPosition, Commitments)? in
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

// Old lines of the people file, which a writer takes out.
extension WriteTransaction {
  /// Takes old lines out of the people file. The events are recorded by now, so a failure is only
  /// said; the next writer tries again.
  mutating func completePeopleAfterwards() {
    // Until its home was looked at, nothing of a copy is acknowledged for this.
    guard knowsHome else { return }
    // The event that made lines old may be a dead writer's, which nobody acknowledged; or there is none.
    if let end = writer.end, writer.acknowledged.lengthBytes < end.lengthBytes,
      (try? writer.commit(upTo: end)) == nil
    {
      return
    }
    do throws(LogError) {
      let report = try lock()
      defer { writer.unlock() }
      try fold(upTo: report.end)
      if report.acknowledged == report.end { try completePeople() }
    } catch {
      notices.append("old lines of the people file are still there: \(error.message)")
    }
  }

  /// Takes old lines out of the people file; of a copy whose home was not looked at those of erased people alone.
  mutating func completePeople() throws(LogError) {
    let state = judge.folded.state
    let sparesOthers = state.tally.notKnown.mayNamePeople || !knowsHome
    let removed = try peopleFile.complete(
      keeping: { state.commitment(of: $0) },
      sparing: sparesOthers ? { !state.isErased($0) } : nil,
      afterMakingDurable: { () throws(LogError) in try writer.makeDurable() })
    // What an event made old was to be expected.
    if removed.lines > 0,
      removed.strange > 0 || !(outdatedUsers.map(removed.users.isSubset(of:)) ?? false)
    {
      notices.append(removed.notice)
    }
    if knowsHome { (mayHaveOldPeople, outdatedUsers) = (false, []) }
  }

  /// Notes that an event that is folded has made lines about somebody old. What an erasure leaves is taken out at once.
  mutating func noteOutdated(_ user: UserID?, at time: Timestamp) {
    guard let user else { return }
    let isErased = judge.folded.state.commitment(of: user) == nil
    if isErased || peopleFile.lines.areManySuperseded { mayHaveOldPeople = true }
    // Another writer takes them out behind its reply.
    if outdatedUsers == nil {
      let now = clock.now()
      if time <= now, time.advanced(byMinutes: 1) > now { outdatedUsers = [] }
    }
    outdatedUsers?.insert(user)
  }
}

extension PeopleFile.Removed {
  /// Also said of people by id: a name that was put there by somebody may be nobody's.
  fileprivate var notice: String {
    let ids = users.sorted().map(\.description)
    let some = ids.prefix(5).joined(separator: ", ") + (ids.count > 5 ? ", …" : "")
    return
      "\(lines) \(lines == 1 ? "line" : "lines") of the people file removed: the log does not commit "
      + "to \(lines == 1 ? "it" : "them"), or no longer does\(ids.isEmpty ? "" : " (\(some))")"
  }
}
