/// Appends to a log, together with writers in other processes.
///
/// One append, in this order: `lock`, read the new lines up to `end`, decide, `append`, `unlock`,
/// `commit`. The lock of the log covers the writing and no sync, so that many writers share one.
///
/// A lone writer locks the head together with the log and keeps it until `commit` is done: then one
/// look at both is enough, and nobody need be told where the bytes end.
package final class LogWriter {
  package let file: LogFile
  /// True if acknowledged lines are on the disk; else they are with the operating system, and a power cut may take
  /// them.
  package let waitsForDisk: Bool
  package let lockTimeoutSeconds: Double
  private let hasHome: Bool
  let headFile: AcknowledgedEndFile
  /// The end of the log as this writer has verified or written it; nil before the first `lock`.
  package private(set) var end: LogEnd?
  /// The end of the lines that this writer knows to be acknowledged.
  package internal(set) var acknowledged = LogEnd.empty
  /// A sync failed in this process and no mark could be left: it writes no more.
  var failure: LogError?
  private var isLocked = false
  /// Others have written between the last two times that this writer had the lock.
  private(set) var hasCompany = false
  /// The line that this writer wrote last.
  private(set) var lastLine: KnownLine?
  /// The head was locked together with the log, and is still locked.
  private(set) var holdsHead = false
  var heldHead: AcknowledgedEnd?

  /// - Parameter hasHome: whether the log was found to live in a home; then nothing is appended to the file alone.
  package init(
    _ file: LogFile, waitsForDisk: Bool = true,
    lockTimeoutSeconds: Double = 10, hasHome: Bool = false
  ) throws(LogError) {
    (self.hasHome, self.file, self.waitsForDisk) = (hasHome, file, waitsForDisk)
    self.lockTimeoutSeconds = lockTimeoutSeconds
    // Names that are taken away, marks and quarantined bytes are files there: what is written without them stays half.
    let folder = file.paths.folder
    if !file.fileSystem.mayMakeFiles(in: folder) {
      throw LogError.unreachable("make files in", folder, .accessDenied)
    }
    if try file.lengthBytes() == 0 { Self.awaitHead(file) }
    headFile = try AcknowledgedEndFile(file.paths)
  }

  /// Waits for a moment: whoever makes a log makes its head next.
  private static func awaitHead(_ file: LogFile) {
    let fileSystem = file.fileSystem
    var looks = 0
    while looks < 100, (try? fileSystem.linkStatus(at: file.paths.head))?.lengthBytes ?? 0 == 0 {
      looks += 1
      fileSystem.pause(seconds: 0.005)
    }
  }

  /// Waits for the lock of the log and settles where the log ends, mending what a crash left there.
  ///
  /// - Parameters:
  ///   - withHead: whether to lock the head as well, where no other writer is about.
  ///   - take: given the events that had to be read for that, each with the end behind it. Where this
  ///     throws, they do not count.
  package func lock(
    withHead: Bool = false, taking take: (RecordedEvent, LogEnd) -> Void = { _, _ in }
  ) throws(LogError) -> TailReport {
    precondition(!isLocked, "a writer locks its log once at a time")
    if let failure { throw failure }
    let lengthBytes = try file.lock(timeoutSeconds: lockTimeoutSeconds)
    do throws(LogError) {
      // A log is locked while it moves into a home, and is another file afterwards: the first lock tells it.
      if end == nil, !hasHome, try HomeMark.read(file.paths) != nil { throw file.replaced() }
      if end == nil, hasHome { try file.requireOwnLog() }
      if withHead { holdsHead = try lockHeadAtOnce() }
      if !holdsHead { try headFile.refresh() }
      let head = try headFile.read()
      if holdsHead { heldHead = head }
      try file.refusePoisoned(head)
      let recovery = CrashRecovery(
        file: file, headFile: headFile, lockTimeoutSeconds: lockTimeoutSeconds, hasHome: hasHome,
        lastLine: lastLine)
      let report = try recovery.findEnd(head: head, known: end, lengthBytes, taking: take)
      hasCompany = end.map { $0 != report.end } ?? false
      end = report.end
      acknowledged = report.acknowledged
      if report.isShort { acknowledged = .empty }
      if report.lostHead != nil || hasCompany { releaseHead() }
      isLocked = true
      return report
    } catch {
      releaseHead()
      file.unlock()
      throw remembered(error)
    }
  }

  /// - Parameter willCommit: whether `commit` follows, for which the head stays locked if it is.
  package func unlock(willCommit: Bool = false) {
    precondition(isLocked, "a writer unlocks what it has locked")
    isLocked = false
    if !willCommit { releaseHead() }
    file.unlock()
  }

  /// Locks the head where nobody else has it or has written lately. Not the first time: then much may
  /// be there to be read, and others would wait for it.
  private func lockHeadAtOnce() throws(LogError) -> Bool {
    if hasCompany || end == nil { return false }
    return try headFile.lock(timeoutSeconds: lockTimeoutSeconds, unless: { true })
  }

  func releaseHead() {
    if !holdsHead { return }
    holdsHead = false
    heldHead = nil
    headFile.unlock()
  }

  /// Writes whole lines at the end of the log, all or none, and answers the new end, which
  /// `commit` then acknowledges. The last of the lines has `sequence` and `hash`, the first of the
  /// log `firstHash`.
  package func append(
    _ bytes: [UInt8], sequence: UInt64, hash: Digest, firstHash: Digest
  ) throws(LogError) -> LogEnd {
    precondition(isLocked, "a writer appends under the lock")
    precondition(bytes.last == UInt8(ascii: "\n"), "a writer appends whole lines")
    guard let start = end, failure == nil else { throw failure ?? file.changedUnderneath() }
    precondition(sequence > start.sequence, "a writer appends after the last line")
    if start.sequence == 0 {
      // The maker of the head and of these names may have been killed before it could make them durable, and torn
      // bytes without a head look like no log.
      try headFile.sync()
      try file.syncNames()
    }
    do throws(SystemError) { try file.fileSystem.writeAll(file.descriptor, bytes) } catch {
      throw remembered(cutBack(to: start, after: error))
    }
    let newEnd = LogEnd(
      lengthBytes: start.lengthBytes + UInt64(bytes.count), sequence: sequence, hash: hash,
      firstHash: firstHash)
    guard try file.lengthBytes() == newEnd.lengthBytes else { throw file.changedUnderneath() }
    end = newEnd
    lastLine = KnownLine(lastOf: bytes, at: newEnd)
    // It only informs the next writer that syncs: without it each writer acknowledges for itself.
    if heldHead == nil { try? headFile.note(written: newEnd) }
    return newEnd
  }

  /// Takes away what was written of lines that could not be written whole.
  private func cutBack(to start: LogEnd, after cause: SystemError) -> LogError {
    let failed = LogError.failed(to: "write", file.paths.log, cause)
    // Where the head cannot be locked the half line stays for the next writer to take off.
    guard (try? headFile.lock(timeoutSeconds: lockTimeoutSeconds)) != nil else { return failed }
    defer { headFile.unlock() }
    do throws(LogError) {
      if try file.lengthBytes() > start.lengthBytes {
        try file.cut(to: start.lengthBytes, head: headFile)
      }
      return failed
    } catch {
      if error.code == .poisoned { return error }
      let isMarked = Poison.leave(file.paths, cause: cause, head: headFile)
      return Poison.error(file.paths, cause: cause, isMarked: isMarked)
    }
  }

  /// Keeps a failed sync in mind where no mark of it can be seen.
  func remembered(_ error: LogError) -> LogError {
    guard error.code == .poisoned, error.errorNumber != nil else { return error }
    do throws(LogError) { try file.refusePoisoned(try headFile.read()) } catch let seen {
      if seen.code == .poisoned { return error }
    }
    failure = error
    return error
  }
}

extension LogWriter {
  /// The longest wait for others to join a sync. Eight sessions are a fifth faster than with 40 µs, and
  /// those a fifth faster than without; two or four gain nothing.
  private static let gatheringSeconds = 0.000_1

  /// Acknowledges everything up to an end that `append` or `lock` gave: syncs the log, unless a
  /// sync of another writer has covered it, and records it in the head.
  ///
  /// Also a reply that writes nothing, such as to a duplicate, waits for this. A writer that waits for the sync
  /// of another looks at the head meanwhile, so that one sync lets all go on at once.
  ///
  /// - Throws: `LogError` of what may be recorded all the same: other writers see it, and may acknowledge it.
  package func commit(upTo goal: LogEnd) throws(LogError) {
    do throws(LogError) { try commitOrFail(upTo: goal) } catch { throw error.leavingOutcomeOpen() }
  }

  private func commitOrFail(upTo goal: LogEnd) throws(LogError) {
    if let failure { throw failure }
    let isLocked = try headFile.lock(timeoutSeconds: lockTimeoutSeconds) {
      (try? isAcknowledged(goal)) == true
    }
    guard isLocked else { return }
    defer {
      headFile.unlock()
      releaseHead()
    }
    do throws(LogError) { try commitLocked(upTo: goal) } catch { throw remembered(error) }
  }

  /// Returns `true` if the head, read without its lock, says that a sync has covered the goal. A record is
  /// whole or does not count, and is written after the sync that it tells of.
  private func isAcknowledged(_ goal: LogEnd) throws(LogError) -> Bool {
    let head = try headFile.read()
    guard goal.sequence > 0,
      case .valid(let frontier, let isSynced) = head.state(firstHash: goal.firstHash),
      isSynced || !waitsForDisk, frontier.lengthBytes >= goal.lengthBytes
    else { return false }
    try file.refusePoisoned(head)
    guard try file.currentLengthBytes() != nil, try holds(goal) else { return false }
    acknowledged = frontier
    return true
  }

  private func commitLocked(upTo goal: LogEnd) throws(LogError) {
    try gather(for: goal)
    guard let lengthBytes = try file.currentLengthBytes(), lengthBytes >= goal.lengthBytes else {
      throw file.changedUnderneath()
    }
    let head = try headNow(goal, isLast: lengthBytes == goal.lengthBytes)
    var furthest = goal
    if case .valid(let frontier, let isSynced) = head.state(firstHash: goal.identity),
      frontier.lengthBytes >= goal.lengthBytes
    {
      acknowledged = frontier
      if isSynced || !waitsForDisk { return }
      guard try holds(frontier) else { throw file.changedUnderneath() }
      furthest = frontier
    }
    // What others have written by now is in the same sync.
    if let written = head.written, written.lengthBytes > furthest.lengthBytes,
      written.firstHash == goal.firstHash, try holds(written)
    {
      furthest = written
    }
    if waitsForDisk { try file.sync(head: headFile) }
    try headFile.acknowledge(furthest, isSynced: waitsForDisk, after: head)
    acknowledged = furthest
  }

  /// Makes sure that a sync stands behind everything up to the end, whatever this writer waits for
  /// else; under the lock of the log.
  package func makeDurable() throws(LogError) {
    guard let end else { return }
    try headFile.lock(timeoutSeconds: lockTimeoutSeconds)
    defer { headFile.unlock() }
    do throws(LogError) {
      let head = try headFile.read()
      try file.refusePoisoned(head)
      let synced = head.syncedFrontier(firstHash: end.firstHash)
      if synced.lengthBytes >= end.lengthBytes { return }
      try file.sync(head: headFile)
      try headFile.acknowledge(end, isSynced: true, after: head)
      acknowledged = end
      if holdsHead { heldHead = try headFile.read() }
    } catch { throw remembered(error) }
  }

  /// Returns the head, if the log can be committed up to the goal.
  ///
  /// - Parameter isLast: whether nobody has written behind the goal.
  private func headNow(_ goal: LogEnd, isLast: Bool) throws(LogError) -> AcknowledgedEnd {
    // Nobody can have synced, failed to, or acknowledged anything since it was locked with the log.
    if let heldHead { return isLast ? heldHead : try headFile.read() }
    let head = try headFile.read()
    try file.refusePoisoned(head)
    guard try holds(goal) else { throw file.changedUnderneath() }
    return head
  }

  /// Waits until the writers of the last round have written again, or a moment has passed. They will
  /// wait for a sync in any case, and this one then is theirs too. A lone writer does not wait.
  private func gather(for goal: LogEnd) throws(LogError) {
    guard hasCompany, waitsForDisk else { return }
    let head = try headFile.read()
    if case .valid(let frontier, _) = head.state(firstHash: goal.firstHash),
      frontier.lengthBytes >= goal.lengthBytes
    {
      return
    }
    let fileSystem = file.fileSystem
    let deadline = fileSystem.monotonicSeconds() + LogWriter.gatheringSeconds
    let expected = head.nextRoundLengthBytes
    while try file.lengthBytes() < expected, fileSystem.monotonicSeconds() < deadline {
      fileSystem.pause(seconds: OpenFile.shortestPauseSeconds)
    }
  }

  /// The log still has the line that the frontier names where the frontier says.
  func holds(_ frontier: LogEnd) throws(LogError) -> Bool {
    try LineProbe(file.file, known: lastLine).damage(at: frontier) == nil
  }
}
