extension LogFile {
  /// Syncs the log, once. After a failure nobody may write until recovery: the mark is left before
  /// this throws `poisoned`. The head must be locked, so that no other sync comes in between.
  ///
  /// - Parameter isWhole: true for a log that was cut; of appended lines contents and length are enough.
  package func sync(isWhole: Bool = false, head: HeadFile) throws(LogError) {
    do throws(SystemError) {
      try isWhole ? fileSystem.sync(descriptor) : fileSystem.syncData(descriptor)
    } catch {
      let isMarked = Poison.leave(paths, cause: error, head: head)
      throw Poison.error(paths, cause: error, isMarked: isMarked)
    }
  }

  /// Cuts the log back, durably; with the head locked.
  package func cut(to lengthBytes: UInt64, head: HeadFile) throws(LogError) {
    try doing("cut", paths.log, fileSystem.truncate(descriptor, to: lengthBytes))
    try sync(isWhole: true, head: head)
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
