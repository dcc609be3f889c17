/// The head file of a log that is open for writing. Its lock is what group commit queues at.
package final class HeadFile {
  private let paths: LogPaths
  private var file: OpenFile
  private var memory = HeadMemory()
  /// The locks that this writer holds on it, one inside the other.
  private var lockCount = 0

  /// Opens the head file, an empty one where there was none.
  package init(_ paths: LogPaths) throws(LogError) {
    self.paths = paths
    file = try HeadFile.open(paths)
  }

  private static func open(_ paths: LogPaths) throws(LogError) -> OpenFile {
    try paths.makeFolder()
    guard let file = try SideFile.open(paths.head, [.write, .create], paths.fileSystem) else {
      throw .unreachable("open", paths.head, .noEntry)
    }
    return file
  }

  /// Opens the file anew where another took its name, so that all writers lock the same one.
  package func refresh() throws(LogError) {
    precondition(!isLocked, "a head that is locked is the one that its name leads to")
    if try file.currentStatus() == nil { file = try HeadFile.open(paths) }
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

  package func read() throws(LogError) -> Head {
    Head(try file.bytes(at: 0, count: HeadRecord.fileLengthBytes)[...], &memory)
  }

  /// Records an acknowledged frontier beside the one that counts now; under the lock.
  package func acknowledge(
    _ frontier: Frontier, isSynced: Bool, after head: Head
  ) throws(LogError) {
    try write(
      HeadRecord(.acknowledged, frontier, isSynced: isSynced),
      at: head.nextOffset(firstHash: frontier.identity))
  }

  /// Notes where the last writer's bytes end; under the lock of the log.
  package func note(written frontier: Frontier) throws(LogError) {
    try write(HeadRecord(.written, frontier, isSynced: false), at: HeadRecord.writtenOffset)
  }

  /// Makes the head tell of nothing but this frontier, durably; under both locks.
  package func reset(to frontier: Frontier) throws(LogError) {
    let record = HeadRecord(.acknowledged, frontier, isSynced: true).bytes
    let written = HeadRecord(.written, frontier, isSynced: true).bytes
    try file.write(record + record + written + HeadRecord.filled([]), at: 0)
    try sync()
    try paths.fileSystem.syncNames(in: paths.folder)
  }

  /// Says `poisoned` in bytes that the file has already, for a disk that has no room for a file.
  package func markPoisoned() throws(LogError) {
    try file.write(HeadRecord.filled(HeadRecord.poisonMark), at: HeadRecord.markOffset)
    try sync()
  }

  package func sync() throws(LogError) { try file.sync() }

  private func write(_ record: HeadRecord, at offset: UInt64) throws(LogError) {
    let bytes = record.bytes
    try file.write(bytes, at: offset)
    memory.note(record, bytes, at: offset)
  }
}

/// The records of a head file as they were read or written last. One whose bytes are the same need not
/// be read and hashed again: most are, from one append to the next.
struct HeadMemory {
  private struct Known {
    var bytes: [UInt8]
    var record: HeadRecord?
  }

  private var known = InlineArray<3, Known>(repeating: Known(bytes: [], record: nil))

  /// The record that the bytes are, as `HeadRecord` reads them.
  mutating func record(
    _ role: HeadRecord.Role, _ bytes: ArraySlice<UInt8>, at offset: UInt64
  ) -> HeadRecord? {
    let place = Int(offset) / HeadRecord.lengthBytes
    if areEqual(bytes, known[place].bytes[...]) { return known[place].record }
    let bytes = Array(bytes)
    let record = HeadRecord(role, bytes)
    known[place] = Known(bytes: bytes, record: record)
    return record
  }

  /// Remembers a record that was written to a place, unless another process overwrites it.
  mutating func note(_ record: HeadRecord, _ bytes: [UInt8], at offset: UInt64) {
    known[Int(offset) / HeadRecord.lengthBytes] = Known(bytes: bytes, record: record)
  }
}
