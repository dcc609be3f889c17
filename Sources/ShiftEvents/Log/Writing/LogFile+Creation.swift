extension LogFile {
  /// Makes an empty log with its folder and head, all durable, or throws `alreadyExists`.
  ///
  /// - Parameter mayHaveRemains: true for a copy whose home has what is lost here.
  @discardableResult package static func create(
    _ path: String, mayHaveRemains: Bool = false, _ fileSystem: any FileSystem = PosixFileSystem()
  ) throws(LogError) -> LogFile {
    let paths = LogPaths(log: path, fileSystem)
    if !mayHaveRemains { try requireNoRemains(paths) }
    let log = LogFile(paths, try openNew(path, fileSystem))
    do throws(LogError) {
      try requireLocal(try log.status(), path, fileSystem)
      try log.file.sync()
      try paths.makeFolder()
      try makeHead(paths)
      try fileSystem.syncNames(in: paths.parent)
    } catch {
      // Nobody was told of this log yet; another may write to it all the same.
      if let length = try? log.lengthBytes(), length == 0 { try? fileSystem.remove(path) }
      throw error
    }
    return log
  }

  private static func openNew(
    _ path: String, _ fileSystem: any FileSystem
  ) throws(LogError) -> FileDescriptor {
    do throws(SystemError) {
      return try fileSystem.open(
        path, [.write, .append, .create, .exclusive, .noFollow], mode: .ownerFile)
    } catch {
      guard error == .exists else { throw .unreachable("make", path, error) }
      throw occupied(path)
    }
  }

  private static func occupied(_ path: String) -> LogError {
    LogError(
      .alreadyExists, "there is something at \(path) already; it was left alone", path: path,
      errorNumber: SystemError.exists.number)
  }

  /// A log whose file is gone but whose head tells of events was lost, and is not begun anew over
  /// what is left of it.
  package static func requireNoRemains(_ paths: LogPaths) throws(LogError) {
    let names: [String]
    do throws(SystemError) { names = try paths.fileSystem.list(paths.folder) } catch {
      if error == .noEntry { return }
      throw .unreachable("look into", paths.folder, error)
    }
    var holdsOther = names.contains { $0 != "head" && $0 != LogPaths.socketName }
    if !holdsOther, let head = try Head.read(paths),
      case .valid(let frontier, _) = head.state(firstHash: nil)
    {
      holdsOther = frontier.lengthBytes > 0
    }
    guard holdsOther else { return }
    // Looked at last: another process may be making the log just now.
    if (try? paths.fileSystem.linkStatus(at: paths.log)) != nil { throw occupied(paths.log) }
    throw LogError(
      .alreadyExists,
      "\(paths.folder) is left of an earlier log whose file is gone; restore the log, or move the "
        + "folder away", path: paths.folder)
  }

  private static func makeHead(_ paths: LogPaths) throws(LogError) {
    let options: OpenOptions = [.write, .create, .exclusive]
    let file: OpenFile?
    do throws(LogError) { file = try SideFile.open(paths.head, options, paths.fileSystem) } catch {
      // A writer that was quicker has made it.
      if error.code == .alreadyExists { return }
      throw error
    }
    let record = HeadRecord(.acknowledged, .empty, isSynced: true).bytes
    let written = HeadRecord(.written, .empty, isSynced: true).bytes
    try file?.write(record + record + written + HeadRecord.filled([]))
    try file?.sync()
    try paths.fileSystem.syncNames(in: paths.folder)
  }
}
