extension LogWriter {
  /// The longest wait for others to join a sync. Eight sessions are a fifth faster than with 40 µs, and
  /// those a fifth faster than without; two or four gain nothing.
  private static let gatheringSeconds = 0.000_1

  /// Acknowledges everything up to an end that `append` or `lock` gave: syncs the log, unless a
  /// sync of another writer has covered it, and records it in the head.
  ///
  /// Also a reply that writes nothing, such as to a duplicate, waits for this. A writer that waits for the sync
  /// of another looks at the head meanwhile, so that one sync lets all go on at once.
  package func commit(upTo goal: Frontier) throws(LogError) {
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
  private func isAcknowledged(_ goal: Frontier) throws(LogError) -> Bool {
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

  private func commitLocked(upTo goal: Frontier) throws(LogError) {
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
  private func headNow(_ goal: Frontier, isLast: Bool) throws(LogError) -> Head {
    // Nobody can have synced, failed to, or acknowledged anything since it was locked with the log.
    if let heldHead { return isLast ? heldHead : try headFile.read() }
    let head = try headFile.read()
    try file.refusePoisoned(head)
    guard try holds(goal) else { throw file.changedUnderneath() }
    return head
  }

  /// Waits until the writers of the last round have written again, or a moment has passed. They will
  /// wait for a sync in any case, and this one then is theirs too. A lone writer does not wait.
  private func gather(for goal: Frontier) throws(LogError) {
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
  func holds(_ frontier: Frontier) throws(LogError) -> Bool {
    try LineProbe(file.file, known: lastLine).damage(at: frontier) == nil
  }
}
