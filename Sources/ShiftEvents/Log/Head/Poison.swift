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
  static func leave(_ paths: LogPaths, cause: SystemError, head: HeadFile) -> Bool {
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
