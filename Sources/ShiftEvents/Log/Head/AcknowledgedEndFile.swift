/// The head file of a log that is open for writing. Its lock is what group commit queues at.
package final class AcknowledgedEndFile {
  private let paths: LogPaths
  /// The folder in which the head was found or made.
  private let folder: FileStatus?
  private var file: OpenFile
  private var memory = AcknowledgedEndMemory()
  /// The locks that this writer holds on it, one inside the other.
  private var lockCount = 0

  /// Opens the head file, an empty one where there was none.
  package init(_ paths: LogPaths) throws(LogError) {
    self.paths = paths
    file = try AcknowledgedEndFile.open(paths)
    folder = try? paths.fileSystem.linkStatus(at: paths.folder)
  }

  private static func open(_ paths: LogPaths) throws(LogError) -> OpenFile {
    try paths.makeFolder()
    guard let file = try SideFile.open(paths.head, [.write, .create], paths.fileSystem) else {
      throw .unreachable("open", paths.head, .noEntry)
    }
    return file
  }

  /// Opens the file anew where another took its name, so that all writers lock the same one.
  ///
  /// - Throws: `replaced` where the folder is another or gone: names and the mark of a home are gone with it, and a new
  ///   folder would hide that.
  package func refresh() throws(LogError) {
    precondition(!isLocked, "a head that is locked is the one that its name leads to")
    if try file.currentStatus() != nil { return }
    let now = try? paths.fileSystem.linkStatus(at: paths.folder)
    guard let now, let folder, now.isSameFile(as: folder) else {
      throw LogError(
        .replaced,
        "\(paths.folder) was moved, deleted or replaced while \(paths.log) was open, and the names of people with it. "
          + "Put it back. If it is lost, start again without those names, and clone anew what is a copy of a home",
        path: paths.folder)
    }
    file = try AcknowledgedEndFile.open(paths)
  }

  var isLocked: Bool { lockCount > 0 }

  /// - Parameter isNeedless: asked while another holds the lock; true ends the waiting.
  /// - Returns: whether it is locked.
  @discardableResult
  package func lock(
    timeoutSeconds: Double, unless isNeedless: () -> Bool = { false }
  ) throws(LogError) -> Bool {
    if !isLocked, try !lockFile(timeoutSeconds, unless: isNeedless) { return false }
    lockCount += 1
    return true
  }

  package func unlock() {
    lockCount -= 1
    if !isLocked { file.unlock() }
  }

  private func lockFile(
    _ timeoutSeconds: Double, unless isNeedless: () -> Bool
  ) throws(LogError) -> Bool {
    while true {
      if try !file.lock(timeoutSeconds: timeoutSeconds, unless: isNeedless) { return false }
      do throws(LogError) {
        if try file.currentStatus() != nil { return true }
        file.unlock()
        try refresh()
      } catch {
        file.unlock()
        throw error
      }
    }
  }

  package func read() throws(LogError) -> AcknowledgedEnd {
    AcknowledgedEnd(
      try file.bytes(at: 0, count: AcknowledgedEndRecord.fileLengthBytes)[...], &memory)
  }

  /// Records an acknowledged frontier beside the one that counts now; under the lock.
  package func acknowledge(
    _ frontier: LogEnd, isSynced: Bool, after head: AcknowledgedEnd
  ) throws(LogError) {
    try write(
      AcknowledgedEndRecord(.acknowledged, frontier, isSynced: isSynced),
      at: head.nextOffset(firstHash: frontier.identity))
  }

  /// Notes where the last writer's bytes end; under the lock of the log.
  package func note(written frontier: LogEnd) throws(LogError) {
    try write(
      AcknowledgedEndRecord(.written, frontier, isSynced: false),
      at: AcknowledgedEndRecord.writtenOffset)
  }

  /// Makes the head tell of nothing but this frontier, durably; under both locks.
  package func reset(to frontier: LogEnd) throws(LogError) {
    try file.write(AcknowledgedEndRecord.fileBytes(telling: frontier), at: 0)
    try sync()
    try paths.fileSystem.syncNames(in: paths.folder)
  }

  /// Says `poisoned` in bytes that the file has already, for a disk that has no room for a file.
  package func markPoisoned() throws(LogError) {
    try file.write(
      AcknowledgedEndRecord.filled(AcknowledgedEndRecord.poisonMark),
      at: AcknowledgedEndRecord.markOffset)
    try sync()
  }

  package func sync() throws(LogError) { try file.sync() }

  private func write(_ record: AcknowledgedEndRecord, at offset: UInt64) throws(LogError) {
    let bytes = record.bytes
    try file.write(bytes, at: offset)
    memory.note(record, bytes, at: offset)
  }
}

/// The records of a head file as they were read or written last. One whose bytes are the same need not
/// be read and hashed again: most are, from one append to the next.
struct AcknowledgedEndMemory {
  private struct Known {
    var bytes: [UInt8]
    var record: AcknowledgedEndRecord?
  }

  private var known = InlineArray<3, Known>(repeating: Known(bytes: [], record: nil))

  /// The record that the bytes are, as `AcknowledgedEndRecord` reads them.
  mutating func record(
    _ role: AcknowledgedEndRecord.Role, _ bytes: ArraySlice<UInt8>, at offset: UInt64
  ) -> AcknowledgedEndRecord? {
    let place = Int(offset) / AcknowledgedEndRecord.lengthBytes
    if areEqual(bytes, known[place].bytes[...]) { return known[place].record }
    let bytes = Array(bytes)
    let record = AcknowledgedEndRecord(role, bytes)
    known[place] = Known(bytes: bytes, record: record)
    return record
  }

  /// Remembers a record that was written to a place, unless another process overwrites it.
  mutating func note(_ record: AcknowledgedEndRecord, _ bytes: [UInt8], at offset: UInt64) {
    known[Int(offset) / AcknowledgedEndRecord.lengthBytes] = Known(bytes: bytes, record: record)
  }
}

/// The mark of a sync that failed.
///
/// The system reports such a failure once, to one process, and then forgets the pages: a second
/// sync would succeed and mean nothing. So the mark is made for every process to see, and nobody
/// writes until recovery has taken it away.
enum Poison {
  static func isPresent(_ paths: LogPaths) throws(LogError) -> Bool {
    do throws(SystemError) {
      // Whatever stands there counts, were it a link.
      _ = try paths.fileSystem.linkStatus(at: paths.poisoned)
      return true
    } catch {
      if error == .noEntry || error == .notDirectory { return false }
      throw .unreachable("look at", paths.poisoned, error)
    }
  }

  /// Leaves the mark as a file, or in the head where that fails; false where other processes can
  /// see neither.
  static func leave(_ paths: LogPaths, cause: SystemError, head: AcknowledgedEndFile) -> Bool {
    if (try? leaveFile(paths, cause)) != nil { return true }
    if (try? head.markPoisoned()) != nil { return true }
    // Not durable then, but a machine that restarts reads from the disk what is true.
    return (try? isPresent(paths) || head.read().isPoisoned) ?? false
  }

  private static func leaveFile(_ paths: LogPaths, _ cause: SystemError) throws(LogError) {
    let file = try SideFile.open(paths.poisoned, [.write, .create], paths.fileSystem)
    try file?.write(Array("a sync failed: \(cause)\n".utf8))
    try file?.sync()
    try paths.fileSystem.syncNames(in: paths.folder)
  }

  static func error(_ paths: LogPaths) -> LogError {
    LogError(
      .poisoned,
      "a sync of \(paths.log) failed, and what the disk holds is not known; see to the disk, then "
        + "run: eventlog-tool recover \(shellWord(paths.log))", path: paths.log)
  }

  /// The error of the writer that met the failure; others may not learn of it if no mark could be
  /// made.
  static func error(_ paths: LogPaths, cause: SystemError, isMarked: Bool) -> LogError {
    LogError(
      .poisoned,
      "could not sync \(paths.log): \(cause); nothing was acknowledged. See to the disk, then run: "
        + "eventlog-tool recover \(shellWord(paths.log))"
        + (isMarked ? "" : " (stop all other writers first: they could not be told)"),
      path: paths.log, errorNumber: cause.number)
  }
}
