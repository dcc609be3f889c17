extension LogFile {
  package enum SyncScope: Hashable, Sendable {
    /// Contents and length: for appended lines.
    case data
    /// Everything: for a log that was cut.
    case all
  }

  /// Syncs the log, once. After a failure nobody may write until recovery: the mark is left before
  /// this throws `poisoned`. The head must be locked, so that no other sync comes in between.
  package func sync(_ scope: SyncScope, head: HeadFile) throws(LogError) {
    do throws(SystemError) {
      switch scope {
      case .data: try fileSystem.syncData(descriptor)
      case .all: try fileSystem.sync(descriptor)
      }
    } catch {
      let isMarked = Poison.leave(paths, cause: error, head: head)
      throw Poison.error(paths, cause: error, isMarked: isMarked)
    }
  }

  /// Cuts the log back, durably; with the head locked.
  package func cut(to lengthBytes: UInt64, head: HeadFile) throws(LogError) {
    try doing("cut", paths.log, fileSystem.truncate(descriptor, to: lengthBytes))
    try sync(.all, head: head)
  }

  /// Makes the names of the log and of what stands beside it durable. Their maker may have
  /// been killed before it could, and an event in a file without a name is lost.
  package func syncNames() throws(LogError) {
    for folder in [paths.parent, paths.folder] { try fileSystem.syncNames(in: folder) }
  }

  package func refusePoisoned(_ head: Head) throws(LogError) {
    if head.isPoisoned { throw Poison.error(paths) }
    if try Poison.isPresent(paths) { throw Poison.error(paths) }
  }
}
