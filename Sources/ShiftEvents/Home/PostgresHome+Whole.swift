// Work on a whole log: holding it against a copy, and bringing lines there.

/// The comparison of a log in its home with a copy of it.
package struct HomeReport {
  /// The events that the home has.
  package var events = 0
  /// The hash of the last of them.
  package var hash = Digest.zero
  /// The events of the copy.
  package var copied = 0
  /// What is wrong with a line of the home: the first that is.
  package var damage: Damage?
}

extension PostgresHome {
  /// Connects for work that takes its time.
  package func connect(forSeconds seconds: Double) throws(LogError) {
    begin(until: PosixFileSystem().monotonicSeconds() + seconds)
    try told { () throws(HomeFailure) in try reconnect() }
  }

  private func told<Value>(_ body: () throws(HomeFailure) -> Value) throws(LogError) -> Value {
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

  /// Whether the home has any event of the log.
  package func isEmpty() throws(LogError) -> Bool {
    try told { () throws(HomeFailure) in try lines(from: 1, atMost: 1).isEmpty }
  }

  /// Throws `damaged` if the home lacks a line that a copy was told of.
  func requireKnown(_ end: Frontier?, of path: String) throws(LogError) {
    guard let end else { return }
    let line = try told { () throws(HomeFailure) in try lines(from: end.sequence, atMost: 1).first }
    let hash = line.flatMap { unsafe $0.withUnsafeBytes { unsafe HashSuffix($0)?.hash } }
    if hash == end.hash { return }
    throw LogError(
      .damaged,
      "short: \(name) lacks event \(end.sequence), which \(path) was told of; nothing was changed. Keep "
        + "what is left of the copy", path: path)
  }

  /// Holds every line of the home against the chain and against the copy.
  package func compare(with path: String) throws(LogError) -> HomeReport {
    var report = HomeReport()
    var checked = RecordedLines(after: .empty, lastTime: nil)
    let copy = try LogReader(reading: path)
    while true {
      let lines = try told { () throws(HomeFailure) in
        try self.lines(from: checked.end.sequence + 1)
      }
      for line in lines {
        do throws(Damage) { try checked.add(line) } catch {
          report.damage = error
          return report
        }
        if let event = try copy.next() {
          report.copied += 1
          let isSame = unsafe event.line.withBytes { unsafe $0.elementsEqual(line) }
          if !isSame {
            report.damage = Damage(
              .hash, line: checked.end.sequence, offset: 0,
              message: "the home has another line than the copy")
            return report
          }
        }
        (report.events, report.hash) = (Int(checked.end.sequence), checked.end.hash)
      }
      checked.forgetLines()
      if lines.isEmpty { break }
    }
    if !checked.isWhole {
      report.damage = Damage(
        .batch, line: checked.end.sequence, offset: 0, message: "the last batch has no end")
    }
    while try copy.next() != nil { report.copied += 1 }
    if report.copied > report.events {
      report.damage = Damage(
        .short, line: UInt64(report.events) + 1, offset: 0,
        message: "short: the home ends before event \(report.events + 1), which the copy has")
    }
    return report
  }

  /// Lines that are brought in one transaction, unless a batch is longer.
  private static let chunkCount = 1_000

  /// Brings the events of a log file that the home lacks, whose own lines are the first of that file's.
  ///
  /// - Returns: the number of events that were brought.
  package func bring(eventsOf path: String) throws(LogError) -> Int {
    let people = try PeopleFile.people(LogPaths(log: path))
    let reader = try LogReader(reading: path, checksChain: true)
    var here = RecordedLines(after: .empty, lastTime: nil)
    var there: [[UInt8]] = []
    var isAtEnd = false
    var (known, brought) = (Frontier.empty, 0)
    while let event = try reader.next() {
      let line = unsafe event.line.withBytes { unsafe Array($0) }
      do throws(Damage) { try here.add(line) } catch {
        throw .damaged(error, path, remedy: "nothing more was brought to the home")
      }
      if !isAtEnd, there.isEmpty {
        there = try told { () throws(HomeFailure) in try lines(from: here.end.sequence) }.reversed()
        isAtEnd = there.isEmpty
      }
      if let other = there.popLast() {
        if other != line { throw holdsOther(here.end.sequence) }
        if here.isWhole {
          known = here.end
          here.forgetLines()
        }
      } else if here.isWhole, here.end.sequence - known.sequence >= Self.chunkCount {
        brought += try bring(&here, after: &known, people)
      }
    }
    if !there.isEmpty { throw holdsOther(here.end.sequence + 1) }
    if here.end != known { brought += try bring(&here, after: &known, people) }
    if try !told({ () throws(HomeFailure) in try lines(from: known.sequence + 1, atMost: 1) })
      .isEmpty
    {
      throw holdsOther(known.sequence + 1)
    }
    return brought
  }

  private func holdsOther(_ sequence: UInt64) -> LogError {
    LogError(
      .alreadyExists,
      "\(name) has another event \(sequence) than this log; nothing was changed there from that event on"
    )
  }

  private func bring(
    _ lines: inout RecordedLines, after known: inout Frontier, _ people: People
  ) throws(LogError) -> Int {
    let named = Array(lines.named)
    let (bytes, end, outdated) = (lines.bytes, lines.end, Array(lines.outdated))
    let start = known
    let isTaken = try told { () throws(HomeFailure) in
      let there = Set(try persons(of: named))
      let persons = named.compactMap { people[$0] }.filter { !there.contains($0) }
      return try append(
        HomeRecord(
          known: start, lines: bytes, count: Int(end.sequence - start.sequence), persons: persons,
          outdated: outdated))
    }
    guard isTaken else { throw holdsOther(start.sequence + 1) }
    known = end
    lines.forgetLines()
    return Int(end.sequence - start.sequence)
  }
}

extension PostgresHome {
  /// Moves a log from its file into this home: afterwards the file is a copy of it.
  ///
  /// Writers that have the file open meanwhile find it replaced, and write no more.
  package func takeOver(_ path: String, lockTimeoutSeconds: Double) throws(LogError) -> Int {
    let file = try LogFile.open(path)
    try file.requireLog()
    let paths = file.paths
    let writer = try LogWriter(file, lockTimeoutSeconds: lockTimeoutSeconds)
    let end = try writer.lock().end
    defer { writer.unlock() }
    try writer.makeDurable()
    let count = try bring(eventsOf: path)
    let contents = try SideFile.contents(of: path, paths.fileSystem) ?? []
    try HomeMark(address: address.text, firstHash: end.firstHash).write(paths)
    try SideFile.replace(path, with: contents, in: paths.parent, paths.fileSystem)
    return count
  }
}
