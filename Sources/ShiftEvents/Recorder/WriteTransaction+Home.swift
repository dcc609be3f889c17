// The part of a recording that a log with a home needs: what was judged goes there before it is written here.

extension WriteTransaction {
  /// News of a home that are folded and not in the copy.
  struct PendingEvents {
    /// Lines of whole batches, each with its line feed.
    var lines: [UInt8]
    var count: Int
    var end: LogEnd
  }

  /// Judges, and places what was accepted in the home, until the deadline.
  ///
  /// When this returns, the home holds what the judge accepted behind all that this copy holds, and the copy does
  /// not hold it yet; or nothing was accepted, and no news speaks against that answer. The deadline of a pull
  /// moves on with the news that it takes.
  ///
  /// An attempt is sent again as it is, byte for byte, as long as nothing new stands in the home: so it cannot be
  /// recorded twice, and is known again if it was recorded by an attempt whose outcome nobody told. Where
  /// something new stands there, all earlier attempts have lost their place for good.
  mutating func place(
    in writer: HomeWriter, until deadline: Double, isPull: Bool,
    _ body: (inout Judge) throws(LogError) -> [Receipt]
  ) throws(LogError) -> [Receipt] {
    let home = writer.home
    let fileSystem = file.fileSystem
    let patienceSeconds = deadline - fileSystem.monotonicSeconds()
    var deadlineSeconds = deadline
    home.begin(until: deadlineSeconds)
    // Of what was judged; `nil` until it is.
    var receipts: [Receipt]?
    // Whether the home has been looked at since it may have changed under what was judged.
    var isCurrent = false
    var hasTurn = false
    // Whether news may wait for what is appended behind them before they enter the copy.
    var mayHold = true
    // Whether an append of what was judged ended without an answer.
    var isAttemptOpen = false
    var doubt = ""
    defer { if hasTurn { home.endTurn() } }
    repeat {
      do throws(HomeFailure) {
        if writer.isInDoubt {
          hasTurn = false
          details += try home.reconnect()
          if !doubt.isEmpty { try home.makeDurable() }
          (writer.isInDoubt, isCurrent) = (false, false)
        }
        try requireLostEnd(of: home)
        var seen: HomePage?
        if writer.takesTurns, !hasTurn, !isPull {
          seen = try home.takeTurn(from: max(copyEnd.sequence, 1))
          (hasTurn, isCurrent) = (true, false)
        }
        let isOpen = receipts != nil && (!doubt.isEmpty || judge.accepted.count == 0)
        if hasTurn || isOpen || isBehindKnown, !isCurrent {
          let attempt = isAttemptOpen ? judge.encoder.buffer : []
          switch try look(for: attempt, among: seen, in: writer) {
          case .attempt:
            details.append("an attempt whose outcome was not told had been recorded")
            return receipts!
          case .nothing:
            if let lostEnd { throw .refused(lost(lostEnd, home, isGone: true)) }
            isCurrent = true
            noteUnrecorded(isAttemptOpen, doubt)
          case .news(let page):
            noteUnrecorded(isAttemptOpen, doubt)
            (receipts, isAttemptOpen) = (nil, false)
            writer.hasMetOthers()
            // Before the news are taken: the connection may end meanwhile.
            try refusing { () throws(LogError) in try forgetAttempt() }
            var isAll =
              hasTurn && mayHold && lostEnd == nil && !page.isFull
              ? try hold(page.lines, home) : false
            if !isAll { isAll = try takeNews(page.lines, home) && !page.isFull }
            isCurrent = hasTurn && isAll
            if isPull {
              // However much there is, it comes in pieces.
              deadlineSeconds = fileSystem.monotonicSeconds() + patienceSeconds
              home.begin(until: deadlineSeconds)
            }
            continue
          }
        }
        if receipts == nil {
          do throws(LogError) {
            beginJudging()
            receipts = try body(&judge)
          } catch {
            // An event that it asked for may be among the held news, which no file has.
            if heldNews == nil { throw .refused(error) }
          }
        }
        if heldNews != nil, receipts == nil || judge.accepted.count == 0 {
          // Nothing will be appended behind the news: they have to be durable first.
          (mayHold, receipts, isCurrent) = (false, nil, false)
          try refusing { () throws(LogError) in try forgetAttempt() }
          continue
        }
        if judge.accepted.count == 0 {
          if isCurrent { return receipts! }
          continue
        }
        let wasOpen = isAttemptOpen
        isAttemptOpen = true
        let isAdded: Bool
        do throws(HomeFailure) { isAdded = try home.append(record()) } catch {
          if case .unknown = error {} else { isAttemptOpen = wasOpen }
          throw error
        }
        if isAdded {
          writer.hasMetNobody()
          return receipts!
        }
        isAttemptOpen = wasOpen
        if hasTurn { home.endTurn() }
        hasTurn = false
        (doubt, isCurrent) = ("others were quicker", false)
        writer.hasMetOthers()
      } catch {
        isCurrent = false
        switch error {
        case .again:
          if hasTurn { home.endTurn() }
          hasTurn = false
        case .refused(let error): throw isAttemptOpen ? error.leavingOpen(receipts ?? []) : error
        case .unknown(let cause):
          (doubt, writer.isInDoubt) = (cause, true)
          fileSystem.pause(seconds: Self.pauseSeconds)
        }
      }
    } while fileSystem.monotonicSeconds() < deadlineSeconds
    writer.isInDoubt = true
    throw unreachable(home, doubt, isPull ? nil : isAttemptOpen)
  }

  /// Asks a home whether there is anything behind the end that is known.
  func hasNews(_ writer: HomeWriter, until deadlineSeconds: Double) throws(LogError) -> Bool {
    writer.home.begin(until: deadlineSeconds)
    do throws(HomeFailure) {
      if writer.isInDoubt {
        _ = try writer.home.reconnect()
        writer.isInDoubt = false
      }
      return try !newLines(writer.home).lines.isEmpty
    } catch {
      switch error {
      case .again: return false
      case .refused(let error): throw error
      case .unknown(let cause):
        writer.isInDoubt = true
        throw unreachable(writer.home, cause, nil)
      }
    }
  }

  private func unsound(_ damage: Finding, _ home: any LogHome) -> LogError {
    LogError(
      .damaged,
      "\(home.name):\(damage.line): \(damage.message); nothing of it was taken into "
        + "\(file.paths.log). The administrator of the database knows who may change its rows",
      path: file.paths.log)
  }

  /// The pause before another connection is made.
  private static let pauseSeconds = 0.02

  private mutating func noteUnrecorded(_ wasOpen: Bool, _ doubt: String) {
    guard wasOpen else { return }
    details.append("an attempt had not been recorded: \(doubt)")
  }

  private enum Look {
    /// The attempt stands in the home.
    case attempt
    case news(HomePage)
    case nothing
  }

  /// Looks at what stands behind the end that is known.
  ///
  /// - Parameter seen: the lines from the known one on, if they were asked for just now.
  private func look(
    for attempt: [UInt8], among seen: HomePage?, in writer: HomeWriter
  ) throws(HomeFailure) -> Look {
    let first = try newLines(writer.home, seen)
    let held = heldNews ?? PendingEvents(lines: [], count: 0, end: copyEnd)
    guard HomeWriter.rest(of: held.lines[...], behind: first.lines)?.isEmpty == true else {
      return .news(first)
    }
    // News that are held fill no page.
    var page = first
    page.lines = first.lines.dropFirst(held.count)
    if page.lines.isEmpty { return .nothing }
    var rest = attempt[...]
    var next = held.end.sequence + 1
    while !rest.isEmpty, let left = writer.rest(of: rest, behind: page.lines) {
      if left.isEmpty {
        try writer.home.makeDurable()
        return .attempt
      }
      if !page.isFull { break }
      next += UInt64(page.lines.count)
      (rest, page) = (left, try writer.home.lines(from: next))
    }
    return .news(first)
  }

  /// The lines behind the known end. The known line itself is seen again each time.
  private func newLines(
    _ home: any LogHome, _ seen: HomePage? = nil
  ) throws(HomeFailure) -> HomePage {
    let known = copyEnd
    var page = if let seen { seen } else { try home.lines(from: max(known.sequence, 1)) }
    if known.sequence == 0 {
      if page.lines.isEmpty, let homeMark, homeMark.firstHash != .zero {
        throw .refused(homeMark.showsNothing(of: file.paths.log))
      }
      return page
    }
    guard let first = page.lines.popFirst() else { throw .refused(lost(known, home, isGone: true)) }
    let hash = unsafe first.withUnsafeBytes { unsafe HashSuffix($0)?.hash }
    // A line may state the hash that is known and have other bytes.
    var isSame = hash == known.hash
    if isSame {
      isSame = try refusing { () throws(LogError) in
        if try ends(known, with: first) { return true }
        // The bytes of the copy may be those that were changed.
        if let fault = try LineProbe(file.file).damage(at: known) {
          throw fault.error(of: file.paths.log)
        }
        return false
      }
    }
    guard isSame else { throw .refused(lost(known, home, isGone: false)) }
    return page
  }

  /// True of a copy that lacks what it knew: the home has it first, or what is judged would go in its place.
  private var isBehindKnown: Bool {
    lostEnd != nil || copyEnd.sequence == 0 && homeMark.map { $0.firstHash != .zero } ?? false
  }

  /// Makes sure that the home has what the copy knew and lost, until the copy has it again: another server may answer
  /// the next question.
  private mutating func requireLostEnd(of home: any LogHome) throws(HomeFailure) {
    guard let end = lostEnd else { return }
    if copyEnd.sequence >= end.sequence {
      let other = try refusing { () throws(LogError) in try LineProbe(file.file).damage(at: end) }
      if let other { throw .refused(other.error(of: file.paths.log)) }
      lostEnd = nil
      return
    }
    let line = try home.lines(from: end.sequence).lines.first
    let hash = line.flatMap { unsafe $0.withUnsafeBytes { unsafe HashSuffix($0)?.hash } }
    if hash != end.hash { throw .refused(lost(end, home, isGone: line == nil)) }
  }

  /// Returns `true` if a line stands in the copy as the last one before an end.
  private func ends(_ end: LogEnd, with line: [UInt8]) throws(LogError) -> Bool {
    let count = line.count + 1
    guard end.lengthBytes >= count else { return false }
    let bytes = try file.file.bytes(at: end.lengthBytes - UInt64(count), count: count)
    return bytes.dropLast().elementsEqual(line)
  }

  private func lost(_ known: LogEnd, _ home: any LogHome, isGone: Bool) -> LogError {
    let path = file.paths.log
    let message =
      isGone
      ? "short: \(home.name) ends before event \(known.sequence), which this copy knows to be recorded, or shows this role no more"
      : "\(home.name) has another event \(known.sequence) than this copy, which knows it to be recorded"
    // What another line of the home stands in the way of is no remedy.
    let remedy =
      !isGone
      ? ""
      : lostEnd == nil
        ? ". To give the home back what this copy has: eventlog-tool push --restore \(shellWord(path))"
        : ". This copy lacks it, too. \(HomeMark.lossRemedy(path))"
    return LogError(
      .damaged,
      "\(path): \(message). Keep this copy. See: eventlog-tool verify --home "
        + shellWord(path) + remedy, path: path)
  }

  /// - Parameter mayBeRecorded: whether what was to be written may stand there; `nil` if there was nothing to write.
  private func unreachable(
    _ home: any LogHome, _ cause: String, _ mayBeRecorded: Bool?
  ) -> LogError {
    let doubt = cause.isEmpty ? "others were always quicker" : cause
    let outcome =
      switch mayBeRecorded {
      case true?: "whether it was recorded is not known: send it again with the same id"
      case false?: "nothing was written; try again"
      case nil: "try again"
      }
    let error = LogError(
      .ioFailed, "\(home.name) could not be reached in time: \(doubt); \(outcome)",
      path: file.paths.log)
    return mayBeRecorded == true ? error.leavingOutcomeOpen() : error
  }

  /// The lines that were judged, as a record that the home takes whole or not at all.
  private func record() -> HomeRecord {
    let state = judge.folded.state
    var new = judge.newPersons
    let persons = new.kept { state.commitment(of: $0) }
    return HomeRecord(
      known: heldNews?.end ?? copyEnd, lines: judge.encoder.buffer, count: judge.accepted.count,
      persons: persons, outdated: judge.accepted.outdatedUsers)
  }

  /// Folds news that the append behind them will make durable; they enter the copy together with it.
  ///
  /// - Returns: `false` if they have to enter it first: names that they commit to come from the home.
  private mutating func hold(
    _ news: ArraySlice<[UInt8]>, _ home: any LogHome
  ) throws(HomeFailure) -> Bool {
    if news.isEmpty || news.count > Self.heldLines { return false }
    var recorded = ImportedLines(
      of: home.name, after: LogPosition(end: copyEnd, lastTime: lastTimeOfCopy))
    if let damage = recorded.take(news)?.damage { throw .refused(unsound(damage, home)) }
    try refusing { () throws(LogError) in try requireOwn(recorded) }
    guard recorded.isWhole, recorded.named.isEmpty, recorded.outdated.isEmpty,
      let batches = recorded.takeBatches()
    else { return false }
    try refusing { () throws(LogError) in try hold(batches.bytes, count: news.count) }
    return true
  }

  /// The most lines of news that wait in memory.
  private static let heldLines = 1_000

  /// Writes news into the copy, once nothing that may still be lost is among them, and folds it.
  ///
  /// - Returns: `false` if they end inside a batch: what is there of it comes again.
  private mutating func takeNews(
    _ news: ArraySlice<[UInt8]>, _ home: any LogHome
  ) throws(HomeFailure) -> Bool {
    var recorded = ImportedLines(
      of: home.name, after: LogPosition(end: copyEnd, lastTime: lastTimeOfCopy))
    var lines = news
    repeat {
      if let damage = recorded.take(lines)?.damage { throw .refused(unsound(damage, home)) }
      if !recorded.isPartOfBatch { break }
      lines = try home.lines(from: UInt64(recorded.count) + 1).lines
    } while !lines.isEmpty
    if recorded.isPartOfBatch { throw .refused(endsInBatch(home)) }
    // News that were held may be gone by now: then there are none.
    let isWhole = recorded.isWhole
    // A failover must not make a copy report a loss of what nobody was told of.
    try home.makeDurable()
    let persons =
      recorded.named.isEmpty || !takesNames ? [] : try home.persons(of: Array(recorded.named))
    try refusing { () throws(LogError) in try write(&recorded, persons) }
    return isWhole
  }

  /// Adds the names that the log commits to and that this copy has no line of: their file was lost or damaged, or the
  /// role was not allowed to see them before.
  ///
  /// They are asked for once, and a failure is only said: the events are there.
  mutating func addMissingNames(from writer: HomeWriter) throws(LogError) {
    if hasAskedForNames || !takesNames { return }
    hasAskedForNames = true
    let (state, lines) = (judge.folded.state, peopleFile.lines)
    let missing = state.users.rows.elements.map(\.id).filter { user in
      guard let commitment = state.commitment(of: user) else { return false }
      return lines.person(user, committedTo: commitment) == nil
    }
    if missing.isEmpty { return }
    do throws(HomeFailure) {
      for start in stride(from: 0, to: missing.count, by: Self.heldLines) {
        let some = Array(missing[start..<min(start + Self.heldLines, missing.count)])
        let found = try writer.home.persons(of: some)
          .filter { state.commitment(of: $0.user) == $0.profile }
        try refusing { () throws(LogError) in try peopleFile.add(found) }
      }
    } catch {
      if case .refused(let error) = error { throw error }
      writer.isInDoubt = true
      notices.append("names that this copy lacks could not be had; pull again")
    }
  }

  private func endsInBatch(_ home: any LogHome) -> LogError {
    let path = file.paths.log
    let sequence = copyEnd.sequence + 1
    return LogError(
      .damaged,
      "\(home.name) ends inside the batch that begins at event \(sequence), so nobody can write behind it; "
        + "nothing of it was taken into \(path). \(home.adviceOnOpenEnd(from: sequence))",
      path: path)
  }
}

extension LogError {
  /// The same error of submissions that may be recorded all the same.
  func leavingOpen(_ receipts: [Receipt]) -> LogError {
    let ids = receipts.compactMap(\.recordedID)
    if ids.isEmpty { return leavingOutcomeOpen() }
    return leavingOutcomeOpen(
      ids.count == 1
        ? "It may be recorded all the same: sent again with the id \(ids[0]), it stands once"
        : "They may be recorded all the same: sent again with the same ids, each stands once")
  }

  /// The failure to write into the copy what a home has recorded.
  func behind(_ home: any LogHome) -> LogError {
    leavingOutcomeOpen(
      "\(home.name) has recorded it all the same, and the next pull brings it: sent again without the same id, it "
        + "would be recorded twice")
  }
}

/// Does work on the copy, whose failure no other attempt at the home mends.
private func refusing<Value>(_ body: () throws(LogError) -> Value) throws(HomeFailure) -> Value {
  do throws(LogError) { return try body() } catch { throw .refused(error) }
}
