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
  let headFile: HeadFile
  /// The end of the log as this writer has verified or written it; nil before the first `lock`.
  package private(set) var end: Frontier?
  /// The end of the lines that this writer knows to be acknowledged.
  package internal(set) var acknowledged = Frontier.empty
  /// A sync failed in this process and no mark could be left: it writes no more.
  var failure: LogError?
  private var isLocked = false
  /// Others have written between the last two times that this writer had the lock.
  private(set) var hasCompany = false
  /// The line that this writer wrote last.
  private(set) var lastLine: KnownLine?
  /// The head was locked together with the log, and is still locked.
  private(set) var holdsHead = false
  /// The locked head.
  var heldHead: Head?

  /// - Parameter hasHome: whether the log was found to live in a home; then nothing is appended to the file alone.
  package init(
    _ file: LogFile, waitsForDisk: Bool = true,
    lockTimeoutSeconds: Double = 10, hasHome: Bool = false
  ) throws(LogError) {
    self.hasHome = hasHome
    self.file = file
    self.waitsForDisk = waitsForDisk
    self.lockTimeoutSeconds = lockTimeoutSeconds
    headFile = try HeadFile(file.paths)
  }

  /// Waits for the lock of the log and settles where the log ends, mending what a crash left there.
  ///
  /// - Parameters:
  ///   - withHead: whether to lock the head as well, where no other writer is about.
  ///   - take: given the events that had to be read for that, each with the end behind it. Where this
  ///     throws, they do not count.
  package func lock(
    withHead: Bool = false, taking take: (RecordedEvent, Frontier) -> Void = { _, _ in }
  ) throws(LogError) -> TailReport {
    precondition(!isLocked, "a writer locks its log once at a time")
    if let failure { throw failure }
    let lengthBytes = try file.lock(timeoutSeconds: lockTimeoutSeconds)
    do throws(LogError) {
      // A log is locked while it moves into a home, and is another file afterwards: the first lock tells it.
      if end == nil, !hasHome, try HomeMark.read(file.paths) != nil { throw file.replaced() }
      if withHead { holdsHead = try lockHeadAtOnce() }
      if !holdsHead { try headFile.refresh() }
      let head = try headFile.read()
      if holdsHead { heldHead = head }
      try file.refusePoisoned(head)
      let recovery = TailRecovery(
        file: file, headFile: headFile, lockTimeoutSeconds: lockTimeoutSeconds, lastLine: lastLine)
      let report = try recovery.findEnd(head: head, known: end, lengthBytes, taking: take)
      hasCompany = end.map { $0 != report.end } ?? false
      end = report.end
      acknowledged = report.acknowledged
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
  ) throws(LogError) -> Frontier {
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
    let newEnd = Frontier(
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
  private func cutBack(to start: Frontier, after cause: SystemError) -> LogError {
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
