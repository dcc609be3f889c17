/// The end of a log, and the repairs that it needed.
package struct TailReport: Hashable, Sendable {
  /// The log ends here, on the last line of a batch.
  package var end: LogEnd
  package var acknowledged: LogEnd
  /// The head did not count: the whole log was verified and a new head written.
  package var lostHead: AcknowledgedEnd.Loss?
  /// True of a copy that no longer has what was acknowledged: its home has.
  package var isShort = false
  /// The path to which another log's people file was moved.
  package var foreignPeople: String?
  /// Torn bytes that were taken off the end.
  package var quarantined: QuarantinedBytes?
}

extension TailReport {
  /// The lines for standard error.
  package var notices: [String] {
    var notices: [String] = []
    if isShort {
      notices.append(
        "this copy ends at event \(end.sequence), before event \(acknowledged.sequence), which its home acknowledged: "
          + "the home is asked for it")
    } else if lostHead == .unsynced {
      notices.append(
        "events that were acknowledged without a sync are gone: the log ends at event "
          + "\(end.sequence)")
    } else if let lostHead {
      notices.append(
        "the head file was \(lostHead.rawValue): verified all \(end.sequence) events and wrote a new "
          + "one; whether acknowledged events are missing at the end cannot be told")
    }
    if let foreignPeople {
      notices.append("the names beside it were another log's; they are kept as \(foreignPeople)")
    }
    if let quarantined { notices.append(quarantined.notice) }
    return notices
  }
}

extension QuarantinedBytes {
  package var notice: String {
    "took \(lengthBytes) torn bytes off the end, from byte \(offset) on, and kept them as \(path)"
      + (holdsLines
        ? ": a write before them never came to the disk, so that no event among them was acknowledged"
        : "")
  }
}

/// Makes sure, for a writer that holds the lock of the log, that the log ends in a whole batch.
///
/// Nobody else writes meanwhile, so half a batch at the end is no write in flight: it was torn by a
/// crash. It goes to the quarantine and off the log, and so does all that stands behind a hole. A whole
/// line behind other bytes that are wrong was not torn, and below the acknowledged frontier nothing ever
/// is: then the writer refuses and changes nothing.
package struct CrashRecovery {
  let file: LogFile
  let headFile: AcknowledgedEndFile
  let lockTimeoutSeconds: Double
  /// True of a copy: its home acknowledged what the head names, and the copy alone has no sync.
  let hasHome: Bool
  /// The line that the writer wrote last.
  let lastLine: KnownLine?

  private var lines: LineProbe { LineProbe(file.file, known: lastLine) }

  /// Looks only at what lies behind the end that this writer or the head knows of, in a log of
  /// `lengthBytes`, and hands over the events that it reads there.
  func findEnd(
    head: AcknowledgedEnd, known: LogEnd?, _ lengthBytes: UInt64,
    taking take: (RecordedEvent, LogEnd) -> Void
  ) throws(LogError) -> TailReport {
    if let known { try confirm(known, head, lengthBytes) }
    var start = known ?? .empty
    let firstHash = start.sequence > 0 ? start.firstHash : try lines.firstHash()
    var told = try EndComparison(
      head.state(firstHash: firstHash), lengthBytes, lines, knowing: start)
    var loss: AcknowledgedEnd.Loss?
    var isLoss = false
    if case .gone(_, isSynced: false, _) = told {
      isLoss = try !hasOtherLines(told, start, lengthBytes)
    }
    if isLoss {
      // Without a sync an acknowledgement promises nothing that a power cut could break.
      told = try EndComparison(
        head.state(firstHash: firstHash, syncedOnly: true), lengthBytes, lines, knowing: start)
      loss = .unsynced
    }
    var acknowledged = start
    switch told {
    case .gone(let frontier, _, let line):
      let scan = try TailScan.scan(
        file.blocks(from: start.lengthBytes, upTo: lengthBytes), from: start)
      throw refusal(scan.damage(lacking: frontier, lengthBytes, line: line))
    case .held(let frontier, let isSynced):
      if firstHash == nil, frontier.sequence > 0 {
        let message = "the first line does not read as an event"
        throw refusal(Finding(.json, line: 1, offset: 0, message: message))
      }
      acknowledged = frontier
      // Before a line that no sync stands behind a power cut may have left a hole.
      let sound = isSynced ? frontier : head.syncedFrontier(firstHash: firstHash)
      if sound.lengthBytes > start.lengthBytes { start = sound }
    // A writer that has verified the log before needs no head to go on.
    case .unknown(let found): if known == nil, loss == nil { loss = found }
    }
    var report = TailReport(end: start, acknowledged: acknowledged)
    if loss == .unsynced, hasHome, let lost = head.state(firstHash: firstHash).end {
      (report.acknowledged, report.isShort) = (lost, true)
    }
    if start.lengthBytes < lengthBytes {
      let scan = try TailScan.scan(
        file.blocks(from: start.lengthBytes, upTo: lengthBytes), from: start, taking: take)
      if let damage = scan.damage(
        behind: loss == nil || loss == .unsynced ? acknowledged : nil, hasHead: loss != .missing)
      {
        throw refusal(damage)
      }
      report.end = scan.complete
      if scan.complete.lengthBytes < lengthBytes {
        let whole = scan.complete.lengthBytes
        report.quarantined = try Quarantine.keep(
          file, from: whole, to: lengthBytes, holdsLines: scan.survivor != nil)
        try withHeadLocked { () throws(LogError) in try file.cut(to: whole, head: headFile) }
      }
    }
    // The head of a copy keeps what it knows until the copy has it again.
    if let loss, !report.isShort {
      if loss == .foreign {
        report.foreignPeople = try keepForeignPeople(upTo: report.end)
      }
      try withHeadLocked { () throws(LogError) in
        try file.syncNames()
        try file.sync(head: headFile)
        try headFile.reset(to: report.end)
      }
      report.acknowledged = report.end
      report.lostHead = loss
    }
    return report
  }

  /// Returns `true` of a copy in which as many other lines stand as its head knows: no power cut took anything there, and
  /// the file is not what it was.
  private func hasOtherLines(
    _ told: EndComparison, _ start: LogEnd, _ lengthBytes: UInt64
  ) throws(LogError) -> Bool {
    guard hasHome, case .gone(let end, _, let line) = told else { return false }
    let scan = try TailScan.scan(
      file.blocks(from: start.lengthBytes, upTo: lengthBytes), from: start)
    if scan.last.sequence >= end.sequence { return true }
    guard line != nil else { return false }
    return try file.file.bytes(at: end.lengthBytes - 1, count: 1) == [UInt8(ascii: "\n")]
  }

  /// Puts the names that belong to another log, which this one would take away as nobody's, into quarantine, and leaves
  /// those that it commits to.
  private func keepForeignPeople(upTo end: LogEnd) throws(LogError) -> String? {
    let lines = try PeopleFile.lines(file.paths)
    var recorded: Set<Digest> = []
    let commitments = try OperatorRecovery.commitments(of: file.file, upTo: end.lengthBytes) {
      if let profile = $0.profile { recorded.insert(profile) }
    }
    let own = lines.bytes(keeping: { commitments[$0] }, sparing: commitments.spared())
    // Nothing that the log forgot goes into quarantine.
    let foreign = lines.bytes(
      where: { !recorded.contains($0.profile) },
      orStrange: { $0.map { !commitments.knows($0) } ?? true })
    let path = try Quarantine.keep(
      commitments.spared() == nil ? foreign : [], as: "people", ".jsonl", file.paths)
    if own.isEmpty {
      try SideFile.clear(file.paths.people, file.fileSystem)
    } else {
      try SideFile.replace(file.paths.people, with: own, in: file.paths.folder, file.fileSystem)
    }
    return path
  }

  /// Holds what this writer has seen of the log against what is there now.
  private func confirm(_ known: LogEnd, _ head: AcknowledgedEnd, _ lengthBytes: UInt64)
    throws(LogError)
  {
    // A log that was cut may have grown to the same length again, with another line at its end.
    if lengthBytes == known.lengthBytes,
      case .valid(known, _) = head.state(firstHash: known.identity)
    {
      return
    }
    if lengthBytes >= known.lengthBytes, try lines.damage(at: known) == nil { return }
    throw file.changedUnderneath()
  }

  private func refusal(_ damage: Finding) -> LogError {
    .damaged(
      damage, file.paths.log,
      remedy:
        "nothing was changed; eventlog-tool verify \(shellWord(file.paths.log)) tells all that is wrong. "
        + (damage.lacksLineFeedAlone
          ? ""
          : "Restore the log from a copy, or see what can be kept: eventlog-tool recover "
            + shellWord(file.paths.log))
        + (damage.adviceOnCopy(file.paths.log).map { ". \($0)" } ?? ""))
  }

  private func withHeadLocked(_ body: () throws(LogError) -> Void) throws(LogError) {
    try headFile.lock(timeoutSeconds: lockTimeoutSeconds)
    defer { headFile.unlock() }
    // A writer that committed meanwhile may have met a failing disk.
    try file.refusePoisoned(try headFile.read())
    try body()
  }
}

extension LogFile {
  func changedUnderneath() -> LogError {
    LogError(
      .replaced,
      "\(paths.log) no longer holds what this writer has read and written there; see what changed "
        + "it, then start again", path: paths.log)
  }
}
