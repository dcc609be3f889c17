/// The findings and repairs of `recover`.
package struct RecoveryReport: Hashable, Sendable {
  /// The log ends here now, all of it verified and synced.
  package var kept: LogEnd
  package var quarantined: QuarantinedBytes?
  /// The path of a copy of the names, if whole events were taken off.
  package var keptPeople: String?
  /// True if the mark of a failed sync was there and is removed.
  package var wasPoisoned = false
  /// The number of acknowledged events that are gone, if a head could tell.
  package var lostEvents: UInt64 = 0
  package var lostHead: AcknowledgedEnd.Loss?
  /// The fault of the line that the head names, where the log was taken as it is all the same.
  package var otherLine: Finding?
  /// The path of a copy of the head that names another line.
  package var keptHead: String?
}

/// Brings a log back that writers refuse, at an operator's word: takes a torn end off into quarantine,
/// writes again what a failed sync may have lost, and takes the mark of that away.
///
/// Whole lines behind a fault are no torn end, unless the fault is a hole behind the acknowledged end: something
/// changed the file. They are only taken off where the operator names the last event to keep.
package struct OperatorRecovery {
  private let file: LogFile
  private let headFile: AcknowledgedEndFile
  private let lastKept: UInt64?
  private let mayLoseAcknowledged: Bool

  /// Recovers a log, or refuses it unchanged.
  ///
  /// - Parameters:
  ///   - lastKept: the last event to keep; `nil` keeps all that verify.
  ///   - mayLoseAcknowledged: whether acknowledged events may be given up.
  package static func recover(
    _ file: LogFile, keepingUpTo lastKept: UInt64? = nil,
    mayLoseAcknowledged: Bool = false, lockTimeoutSeconds: Double = 10
  ) throws(LogError) -> RecoveryReport {
    try file.lock(timeoutSeconds: lockTimeoutSeconds)
    defer { file.unlock() }
    let lengthBytes = try file.lengthBytes()
    let scan = try TailScan.scan(
      file.blocks(from: 0, upTo: lengthBytes), from: .empty, upTo: lastKept ?? .max)
    // A refusal makes nothing beside the log.
    if let lastKept { try require(lastKept, scan, file) }
    let head = (try? AcknowledgedEnd.read(file.paths)) ?? AcknowledgedEnd([])
    let state = head.state(firstHash: scan.last.identity)
    if lastKept == nil,
      let damage = scan.damage(behind: state.end, hasHead: state != .lost(.missing))
    {
      throw refusal(damage, scan, file, head)
    }
    let headFile = try AcknowledgedEndFile(file.paths)
    try headFile.lock(timeoutSeconds: lockTimeoutSeconds)
    defer { headFile.unlock() }
    let recovery = OperatorRecovery(
      file: file, headFile: headFile, lastKept: lastKept, mayLoseAcknowledged: mayLoseAcknowledged)
    return try recovery.run(scan, lengthBytes)
  }

  private func run(_ scan: TailScan, _ lengthBytes: UInt64) throws(LogError) -> RecoveryReport {
    try file.requireOwnLog()
    let head = try headFile.read()
    var report = RecoveryReport(kept: scan.complete)
    let hasMark = try Poison.isPresent(file.paths)
    report.wasPoisoned = hasMark || head.isPoisoned
    var synced = LogEnd.empty
    // Events acknowledged without a sync may be given up without the operator's consent, but for those of a copy, which
    // its home acknowledged.
    let isCopy = try file.paths.isCopyOfHome
    let first = scan.last.identity
    let state = isCopy ? head.state(firstHash: first) : head.syncedState(firstHash: first)
    switch try EndComparison(state, lengthBytes, LineProbe(file.file)) {
    case .held(let end, _) where end.lengthBytes <= scan.complete.lengthBytes: synced = end
    case .gone(let end, _, let line?)
    where scan.fault == nil && scan.complete.lengthBytes >= end.lengthBytes:
      let other = Finding.otherThanAcknowledged(end, at: line)
      try requireConsent(other)
      (report.otherLine, report.keptHead) = (other, try keepHead())
    case .held(let end, _):
      report.lostEvents = try lostEvents(end, scan)
      synced = end
    case .gone(let end, _, let line):
      report.lostEvents = try lostEvents(end, scan)
      if line != nil { report.keptHead = try keepHead() }
      synced = end
    case .unknown(let loss): report.lostHead = loss
    }
    if scan.complete.lengthBytes < lengthBytes {
      // The next writer removes the names of people whom the log no longer registers.
      if lastKept != nil {
        let all = try Self.commitments(of: file.file, upTo: lengthBytes)
        let kept = try Self.commitments(of: file.file, upTo: scan.complete.lengthBytes)
        // What is still in the log may be erased from it later: no copy stays behind. Where events are unknown, any other
        // line may be that of one behind the cut.
        let spared = kept.spared() == nil ? all.spared() : nil
        report.keptPeople = try Quarantine.keep(
          PeopleFile.lines(file.paths).bytes(
            where: { person in
              let (user, profile) = (person.user, person.profile)
              return kept[user] != profile && (all[user] == profile || spared?(user) == true)
            }, orStrange: { PeopleLines.isSpared($0, spared) }), as: "people", ".jsonl", file.paths)
      }
      report.quarantined = try Quarantine.keep(
        file, from: scan.complete.lengthBytes, to: lengthBytes,
        holdsLines: lastKept == nil && scan.survivor != nil)
      try file.cut(to: scan.complete.lengthBytes, head: headFile)
    }
    if report.wasPoisoned {
      try rewrite(from: min(synced.lengthBytes, scan.complete.lengthBytes), to: scan.complete)
    }
    try file.sync(isWhole: true, head: headFile)
    try file.syncNames()
    try headFile.reset(to: scan.complete)
    if file.paths.hasPeople {
      // An erasure may have been killed before its name was gone.
      let kept = try Self.commitments(of: file.file, upTo: scan.complete.lengthBytes)
      _ = try PeopleFile(file.paths).complete(keeping: { kept[$0] }, sparing: kept.spared())
    }
    if report.wasPoisoned {
      try SideFile.clear(file.paths.poisoned, file.fileSystem)
      try file.fileSystem.syncNames(in: file.paths.folder)
    }
    return report
  }

  /// The commitments of all lines that can be read, whatever stands between them.
  ///
  /// - Parameter take: called with every event.
  static func commitments(
    of file: OpenFile, upTo lengthBytes: UInt64, _ take: (Event) -> Void = { _ in }
  ) throws(LogError) -> Commitments {
    var commitments = Commitments()
    let checking = LogBlockReader(file, from: 0, upTo: lengthBytes).working {
      DecodedLines($0, lengthBytes: $1, at: $2, .everything)
    }
    while let (block, lines) = try checking.next() {
      if case .end = block.content { break }
      while let event = lines?.events.takeFirst() {
        commitments.apply(event.event, unknownMembers: event.unknownMembers)
        take(event.event)
      }
    }
    return commitments
  }

  /// Throws where no batch ends at the event that is to be the last.
  private static func require(
    _ lastKept: UInt64, _ scan: TailScan, _ file: LogFile
  ) throws(LogError) {
    if scan.complete.sequence == lastKept { return }
    let (kept, path) = (scan.complete.sequence, file.paths.log)
    if let fault = scan.fault, scan.last.sequence < lastKept {
      throw .damaged(
        fault, path,
        remedy: "nothing was changed: only events up to \(kept) can be kept, with --to \(kept)")
    }
    let why =
      scan.last.sequence < lastKept
      ? "the log has no event \(lastKept)" : "event \(lastKept) is inside a batch"
    throw LogError(
      .noSuchEnd,
      "\(why); nothing was changed. The last whole batch before it ends at event \(kept)",
      path: path)
  }

  /// The error for a log in which something stands at or behind a fault that no torn write leaves.
  private static func refusal(
    _ damage: Finding, _ scan: TailScan, _ file: LogFile, _ head: AcknowledgedEnd
  ) -> LogError {
    let (kept, path) = (scan.complete.sequence, file.paths.log)
    let isCopy = (try? file.paths.isCopyOfHome) ?? false
    let told = head.state(firstHash: scan.last.identity, syncedOnly: !isCopy).end ?? .empty
    let loses = kept < told.sequence
    if damage.lacksLineFeedAlone {
      return .damaged(damage, path, remedy: "nothing was changed: no event has to be given up")
    }
    let command =
      "eventlog-tool recover \(shellWord(path)) --to \(kept)"
      + (loses ? " --lose-acknowledged" : "")
    return .damaged(
      damage, path,
      remedy:
        "nothing was changed, because this is no torn end: something changed the file, or a power "
        + "cut left a hole in it. "
        + (isCopy ? HomeMark.remedy(path, isSentence: true) : "Restore the log from a copy")
        + ". Or keep the events up to \(kept) and put "
        + "the rest into quarantine"
        + (damage.leavesEarlierLinesOpen
          ? ", once a checkpoint or a hash that was kept elsewhere has vouched for them" : "")
        + ": \(command)")
  }

  /// Throws where the operator has not said that a log is taken as it is whose line at the acknowledged end is another.
  private func requireConsent(_ line: Finding) throws(LogError) {
    if mayLoseAcknowledged { return }
    let path = file.paths.log
    let judge =
      try file.paths.isCopyOfHome
      ? "its home says which is true: eventlog-tool verify --home \(shellWord(path)). Make the copy anew with eventlog-tool clone"
      : "only a checkpoint or a hash that was kept elsewhere says which is true. Restore the log from a copy"
    throw .damaged(
      line, path,
      remedy:
        "nothing was changed. The lines fit each other, so somebody wrote them or the head anew: \(judge), or take "
        + "the log as it is with --lose-acknowledged")
  }

  /// Keeps a copy of a head that names another line than the log has: nothing else tells then what was acknowledged.
  private func keepHead() throws(LogError) -> String? {
    try Quarantine.keep(
      AcknowledgedEnd.bytes(of: AcknowledgedEnd.opened(file.paths)), as: "head", ".txt", file.paths)
  }

  private func lostEvents(_ acknowledged: LogEnd, _ scan: TailScan) throws(LogError) -> UInt64 {
    let kept = scan.complete.sequence
    if let lastKept, !mayLoseAcknowledged {
      throw LogError(
        .damaged,
        "events up to \(acknowledged.sequence) of \(file.paths.log) were acknowledged; --to \(lastKept) "
          + "would give up \(acknowledged.sequence - min(kept, acknowledged.sequence)) of them. Nothing "
          + "was changed; add --lose-acknowledged where they are to be given up",
        path: file.paths.log)
    }
    guard mayLoseAcknowledged else {
      let damage = scan.damage(
        lacking: acknowledged, try file.lengthBytes(),
        line: Finding(
          .short, line: kept + 1, offset: scan.complete.lengthBytes,
          message: "event \(acknowledged.sequence) behind this place was acknowledged"))
      if damage.lacksLineFeedAlone { throw Self.refusal(damage, scan, file, try headFile.read()) }
      throw .damaged(
        damage, file.paths.log,
        remedy: "nothing was changed: only events up to \(kept) of \(acknowledged.sequence) "
          + "acknowledged ones could be kept; "
          + (try file.paths.isCopyOfHome
            ? "\(HomeMark.remedy(file.paths.log)), or give the others up with --lose-acknowledged"
            : "restore the log from a copy, or give the others up with --lose-acknowledged")
      )
    }
    return acknowledged.sequence - min(kept, acknowledged.sequence)
  }

  /// Writes bytes once more where they stand: after a failed sync the system shows pages as clean
  /// that never reached the disk, and no sync alone would write them again.
  private func rewrite(from start: UInt64, to end: LogEnd) throws(LogError) {
    let (path, fileSystem) = (file.paths.log, file.fileSystem)
    // Not the log's own descriptor, which appends wherever it is told to write.
    let descriptor = try reaching(
      "open", path, fileSystem.open(path, [.write, .noFollow, .nonBlocking], mode: .ownerFile))
    let target = OpenFile(descriptor, path, fileSystem)
    var offset = start
    while offset < end.lengthBytes {
      let count = Int(min(256 << 10, end.lengthBytes - offset))
      try target.write(try file.file.bytes(at: offset, count: count), at: offset)
      offset += UInt64(count)
    }
  }
}
