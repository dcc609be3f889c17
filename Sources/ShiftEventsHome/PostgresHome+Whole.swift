// Over 400 lines: work on a whole log, holding it against a copy and uploading lines.
package import ShiftEvents

/// The comparison of a log in its home with a copy of it.
package struct HomeReport {
  package var events = 0
  /// The hash of the last of them.
  package var hash = Digest.zero
  /// The events of the copy that were held against them.
  package var copied = 0
  /// The fault of the first wrong line of the home.
  package var damage: Finding?
  /// The names that the copy has and the home lacks, though the log commits to them.
  package var lackedNames = 0
  /// The names that the home has and the log does not commit to, such as those of erased people.
  package var surplusNames = 0
  package var lacks: [HomeSchema.Lack] = []
}

extension PostgresHome {
  /// Connects for work that takes its time; tries again until the time is over.
  ///
  /// - Returns: what psql and the server said meanwhile.
  package func connect(forSeconds seconds: Double) throws(LogError) -> [String] {
    let fileSystem = PosixFileSystem()
    let deadlineSeconds = fileSystem.monotonicSeconds() + seconds
    begin(until: deadlineSeconds)
    while true {
      do throws(LogError) {
        return try retrying(reconnect())
      } catch {
        let isOver = fileSystem.monotonicSeconds() >= deadlineSeconds
        if isOver || error.code != .ioFailed { throw error }
        fileSystem.pause(seconds: 0.05)
      }
    }
  }

  private func retrying<Value>(
    _ body: @autoclosure () throws(HomeFailure) -> Value
  ) throws(LogError) -> Value {
    while true {
      do throws(HomeFailure) { return try body() } catch {
        switch error {
        case .again: continue
        case .refused(let error): throw error
        case .unknown(let cause):
          throw LogError(.ioFailed, "\(name) could not be reached: \(cause); try again")
        }
      }
    }
  }

  /// Returns `true` if the home has no event of the log.
  ///
  /// - Throws: `LogError` with the code `notPermitted` if this role may not write the log either.
  package func mayBegin() throws(LogError) -> Bool {
    if try !retrying(lines(from: 1, atMost: 1)).isEmpty { return false }
    try retrying(tryWriting())
    return true
  }

  /// Throws `notFound` unless the home shows this role an event of the log; the error names the logs that it shows.
  package func requireEvents() throws(LogError) {
    if try !retrying(lines(from: 1, atMost: 1)).isEmpty { return }
    let logs = try retrying(self.logs())
    throw LogError(
      .notFound,
      "\(name) has no event, or this role may not see it (its administrator grants that with: eventlog-tool "
        + "home grant \(address.logWord) ROLE). "
        + (logs.isEmpty
          ? "The role sees no log there"
          : "The role sees these logs there: \(logs.prefix(Self.namedLogs).joined(separator: ", "))"
            + (logs.count > Self.namedLogs ? " and more" : "")))
  }

  private static let namedLogs = 20

  /// The names of the first logs that this role sees. Each is found by the index: no row of a log is counted.
  private func logs() throws(HomeFailure) -> [String] {
    let next = "SELECT log FROM shift_events.event"
    return try ask(
      "WITH RECURSIVE seen AS ((\(next) ORDER BY log LIMIT 1) UNION ALL SELECT (\(next) WHERE log > seen.log "
        + "ORDER BY log LIMIT 1) FROM seen WHERE seen.log IS NOT NULL) "
        + "SELECT '=' || log FROM seen WHERE log IS NOT NULL LIMIT \(Self.namedLogs + 1)"
    ).rows.map { String(decoding: $0, as: UTF8.self) }
  }

  /// Throws `damaged` if the home lacks a line that a copy was told of.
  func requireKnown(_ end: LogEnd?, of path: String) throws(LogError) {
    guard let end else { return }
    let line = try retrying(lines(from: end.sequence, atMost: 1)).first
    let hash = line.flatMap { unsafe $0.withUnsafeBytes { unsafe HashSuffix($0)?.hash } }
    if hash != end.hash { throw Self.lacks(end, of: path, name) }
  }

  static func lacks(_ end: LogEnd, of path: String, _ home: String) -> LogError {
    LogError(
      .damaged,
      "short: \(home) lacks event \(end.sequence), which \(path) was told of; nothing was changed. Keep "
        + "what is left of the copy. Restore the home from a copy that has it; where none has, eventlog-tool clone "
        + "makes another copy elsewhere", path: path)
  }

  /// Holds every line of the home against the chain and against the copy.
  package func compare(with path: String) throws(LogError) -> HomeReport {
    var report = HomeReport()
    let lacks = try retrying(ask(HomeSchema.Lack.query)).rows.first ?? []
    report.lacks = String(decoding: lacks, as: UTF8.self).split(separator: " ").compactMap {
      HomeSchema.Lack(rawValue: String($0))
    }
    var checked = ImportedLines(of: name, after: .start)
    let copy = try LogReader(reading: path)
    let known = HomeCopy(path).acknowledgedEnd
    while true {
      let lines = try retrying(self.lines(from: UInt64(report.events) + 1)).lines
      let fault = checked.take(lines)
      for line in lines.prefix(checked.count - report.events) {
        report.events += 1
        if let known, known.sequence == report.events,
          unsafe line.withUnsafeBytes({ unsafe HashSuffix($0)?.hash }) != known.hash
        {
          report.damage = Finding(
            .hash, line: known.sequence, offset: 0,
            message: "the home has another event than the copy's head knows to be recorded")
          return report
        }
        guard let event = try copy.next() else { continue }
        report.copied += 1
        let isSame = unsafe event.line.withBytes { unsafe $0.elementsEqual(line) }
        if !isSame {
          report.damage = Finding(
            .hash, line: UInt64(report.events), offset: 0,
            message: "the home has another line than the copy")
          return report
        }
      }
      if let fault {
        report.damage = fault.damage
        return report
      }
      if let batches = checked.takeBatches() { report.hash = batches.hash }
      if lines.isEmpty { break }
    }
    if var damage = checked.unfinishedBatch?.damage {
      damage.message += ". \(adviceOnOpenEnd(from: damage.line))"
      report.damage = damage
    }
    while try copy.next() != nil { report.copied += 1 }
    if report.copied > report.events {
      report.damage = Finding(
        .short, line: UInt64(report.events) + 1, offset: 0,
        message: "the home ends before event \(report.events + 1), which the copy has")
    }
    if report.damage == nil, let known, known.sequence > report.events {
      report.damage = Finding(
        .short, line: UInt64(report.events) + 1, offset: 0,
        message:
          "the home ends before event \(known.sequence), which the copy's head knows to be recorded"
      )
    }
    // What the copy lacks may erase people.
    if report.copied == report.events {
      let names = try names(heldAgainst: path)
      report.lackedNames = names.lacked.count
      // Another host may have recorded a name meanwhile.
      if !names.surplus.isEmpty, try retrying(lines(from: names.end + 1, atMost: 1)).isEmpty {
        report.surplusNames = names.surplus.count
      }
    }
    return report
  }

  /// The names that a copy has and the home lacks, those that the home has and the log does not commit to, and the last
  /// event of the copy; none where this role sees no names.
  private func names(
    heldAgainst path: String
  ) throws(LogError) -> (lacked: [Person], surplus: [Person], end: UInt64) {
    let people = try EventLog(opening: path).people()
    let reader = try LogReader(reading: path)
    var commitments = Commitments()
    while let event = try reader.next() {
      commitments.apply(event.event, unknownMembers: event.unknownMembers)
    }
    let end = reader.position.end.sequence
    guard settings["names"] == "shown" else { return ([], [], end) }
    var (there, count): ([Person], Int) = ([], 0)
    while case let rows = try retrying(names(from: count, atMost: Self.portionCount)), !rows.isEmpty
    {
      there += rows.compactMap { Person(line: $0[...]) }
      count += rows.count
    }
    let known = Set(there)
    let lacked = commitments.users.compactMap { people.recorded($0) }.filter {
      !known.contains($0)
    }
    // A row that somebody altered goes when the right one comes.
    let replaced = Set(lacked.map { [$0.user.description, $0.salt] })
    let isSpared = commitments.spared()
    // Of people whom the log does not know the home has lost events, which another copy may have.
    let surplus = there.filter {
      commitments.knows($0.user) && commitments[$0.user] != $0.profile && isSpared?($0.user) != true
        && !replaced.contains([$0.user.description, $0.salt])
    }
    return (lacked, surplus, end)
  }

  /// Brings the names that a copy has and the home lacks, though it has the same events, and takes away those that the
  /// log does not commit to.
  ///
  /// - Returns: the numbers of names that were brought and taken away.
  package func upload(namesOf path: String) throws(LogError) -> (brought: Int, removed: Int) {
    let (lacked, surplus, end) = try names(heldAgainst: path)
    let log = address.log
    try change(surplus, behind: end) { [HomeStatements.removing($0, from: log)] }
    try change(lacked, behind: end) { HomeStatements.adding($0, to: log) }
    return (lacked.count, surplus.count)
  }

  /// Changes names in turns, so that nobody changes or erases a person meanwhile.
  private func change(
    _ persons: [Person], behind end: UInt64, by statements: ([Person]) -> [String]
  ) throws(LogError) {
    for start in stride(from: 0, to: persons.count, by: Self.portionCount) {
      let some = Array(persons[start..<min(start + Self.portionCount, persons.count)])
      var isDone = try retrying(takeTurn(from: end + 1)).lines.isEmpty
      defer { endTurn() }
      if isDone { isDone = try retrying(change(names: statements(some))) }
      if !isDone { throw isAhead(end + 1) }
    }
  }

  /// Lines that are uploaded in one transaction, unless a batch is longer.
  private static let portionCount = 1_000
  private static let portionBytes = 1 << 20

  /// Uploads the events of a log file that the home lacks, whose own lines are the first of that file's.
  ///
  /// - Returns: the number of events that were uploaded.
  package func upload(eventsOf path: String) throws(LogError) -> Int {
    let people = try EventLog(opening: path).people()
    var commitments = Commitments()
    let all = try LogReader(reading: path)
    while let event = try all.next() { commitments.apply(event.event) }
    let copy = HomeCopy(path)
    let end = all.position.end
    try copy.requireOwnLog(endingAt: end)
    if let known = copy.acknowledgedEnd, known.sequence > end.sequence {
      let line = try retrying(lines(from: known.sequence, atMost: 1)).first
      let hash = line.flatMap { unsafe $0.withUnsafeBytes { unsafe HashSuffix($0)?.hash } }
      throw hash == known.hash ? isAhead(end.sequence + 1) : copy.short(end, before: known)
    }
    let reader = try LogReader(reading: path, checksChain: true)
    var portion = Portion()
    var there: [[UInt8]] = []
    var isAtEnd = false
    var uploaded = 0
    while let event = try reader.next() {
      portion.add(event, endingAt: reader.position.end)
      if !isAtEnd, there.isEmpty {
        there = try retrying(lines(from: portion.end.sequence, atMost: Self.portionCount))
          .reversed()
        isAtEnd = there.isEmpty
      }
      if let other = there.popLast() {
        let isSame = unsafe event.line.withBytes { unsafe $0.elementsEqual(other) }
        if !isSame { throw holdsOther(portion.end.sequence, path) }
        portion = Portion(known: portion.end)
      } else if event.isLastOfBatch,
        portion.count >= Self.portionCount || portion.lines.count >= Self.portionBytes
      {
        uploaded += try upload(&portion, people, commitments)
      }
    }
    if portion.count > 0, there.isEmpty { uploaded += try upload(&portion, people, commitments) }
    let next = portion.end.sequence + 1
    if there.isEmpty { there = Array(try retrying(lines(from: next, atMost: 1))) }
    if !there.isEmpty { throw isAhead(next) }
    return uploaded
  }

  private func isAhead(_ sequence: UInt64) -> LogError {
    LogError(
      .alreadyExists,
      "\(name) has event \(sequence), which this log lacks, and all events before it; eventlog-tool pull brings it to a copy, and clone makes one"
    )
  }

  /// - Parameter path: a log all of whose events were held against the home.
  private func holdsOther(_ sequence: UInt64, _ path: String? = nil) -> LogError {
    let log = path.map { shellWord($0) } ?? ""
    let isCopy = path.flatMap { try? HomeCopy($0).requireAddress() } != nil
    return LogError(
      .alreadyExists,
      "\(name) has another event \(sequence) than this log; nothing was changed there from that event on"
        + (isCopy && sequence > 1
          ? ". To keep the events of this copy apart and take those of the home: eventlog-tool log --after "
            + "\(sequence - 1) --submissions \(log) > kept.ndjson, eventlog-tool recover --to \(sequence - 1) "
            + "--lose-acknowledged \(log), eventlog-tool pull \(log)" : ""))
  }

  private func upload(
    _ portion: inout Portion, _ people: People, _ commitments: Commitments
  ) throws(LogError) -> Int {
    // A name goes with the event that commits to it: a later event of the user takes the earlier ones out.
    let named = portion.commitments.filter { people.recorded($0)?.profile == $1 }.map(\.key)
    var count = 0
    while portion.count > 0 {
      let (known, part) = (portion.known.sequence, portion)
      if try retrying(append(part, named, people, commitments)) {
        count = part.count
        break
      }
      // Another host may have brought the same meanwhile, or the server does yet what a killed process asked for.
      portion.removeFirst(try retrying(lines(from: known + 1, atMost: Self.portionCount)))
      if portion.known.sequence == known { throw holdsOther(known + 1) }
    }
    portion = Portion(known: portion.end)
    return count
  }

  private func append(
    _ portion: Portion, _ named: [UserID], _ people: People, _ commitments: Commitments
  ) throws(HomeFailure) -> Bool {
    let there = Set(try persons(of: Array(portion.outdated.union(named))))
    _ = try takeTurn(from: portion.known.sequence + 1)
    defer { endTurn() }
    var record = HomeRecord(
      known: portion.known, lines: portion.lines, count: portion.count,
      persons: named.compactMap { people.recorded($0) }.filter { !there.contains($0) },
      outdated: Array(portion.outdated))
    // What the whole log commits to stays, also where the copy has no line of it.
    record.kept = there.filter { commitments[$0.user] == $0.profile }
    return try append(record)
  }
}

/// Events of a file that are uploaded to a home together.
private struct Portion {
  private(set) var known = LogEnd.empty
  private(set) var end = LogEnd.empty
  /// Each with its line feed.
  private(set) var lines: [UInt8] = []
  /// The commitment of the last event about each name.
  private(set) var commitments: [UserID: Digest] = [:]
  private(set) var outdated: Set<UserID> = []

  init() {}

  init(known: LogEnd) { (self.known, end) = (known, known) }

  var count: Int { Int(end.sequence - known.sequence) }

  /// Takes away the first events, as far as others are the same.
  mutating func removeFirst(_ others: [[UInt8]]) {
    var bytes = 0
    for line in others where count > 0 {
      let whole = line + [UInt8(ascii: "\n")]
      guard lines[bytes...].starts(with: whole),
        let hash = unsafe line.withUnsafeBytes({ unsafe HashSuffix($0)?.hash })
      else { break }
      bytes += whole.count
      known = known.adding(lengthBytes: UInt64(whole.count), hash: hash)
    }
    lines.removeFirst(bytes)
  }

  mutating func add(_ event: RecordedEvent, endingAt end: LogEnd) {
    unsafe event.line.withBytes { line in unsafe lines.append(contentsOf: line) }
    lines.append(UInt8(ascii: "\n"))
    self.end = end
    if let (user, profile) = event.event.commitment { commitments[user] = profile }
    if let user = event.event.outdatedUser { outdated.insert(user) }
  }
}

extension PostgresHome {
  /// Moves a log from its file into this home: afterwards the file is a copy of it.
  ///
  /// Writers that have the file open meanwhile find it replaced, and write no more. After a move that was
  /// interrupted the same move goes on where it ended.
  ///
  /// - Returns: the number of events that were brought there, and what was mended in the file first.
  package func takeOver(
    _ path: String, lockTimeoutSeconds: Double
  ) throws(LogError) -> (count: Int, notices: [String]) {
    let file = try LogFile.open(path)
    try file.requireLog()
    let paths = file.paths
    let writer = try LogWriter(file, lockTimeoutSeconds: lockTimeoutSeconds)
    let report = try writer.lock()
    let end = report.end
    defer { writer.unlock() }
    try writer.makeDurable()
    let count = try upload(eventsOf: path)
    // The file comes before the mark, locked before it has its name. So a writer of the old file finds it
    // replaced, a writer of the new one waits for the mark, and a move that is killed in between leaves a log
    // that lives in its file.
    var copy: OpenFile?
    defer { copy?.unlock() }
    try SideFile.replace(
      path, in: paths.parent, by: paths.moving, keepsMode: true, paths.fileSystem
    ) {
      (new) throws(LogError) in
      try new.lock(timeoutSeconds: lockTimeoutSeconds)
      try file.file.copy(to: new)
      copy = new
    }
    try HomeMark(address: address.text, firstHash: end.firstHash).write(paths)
    return (count, report.notices)
  }
}
