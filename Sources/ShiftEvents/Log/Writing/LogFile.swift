/// A log that is open for writing: a plain local file with one name.
package final class LogFile {
  package let paths: LogPaths
  package let file: OpenFile

  init(_ paths: LogPaths, _ descriptor: FileDescriptor) {
    self.paths = paths
    file = OpenFile(descriptor, paths.log, paths.fileSystem)
  }

  package var fileSystem: any FileSystem { paths.fileSystem }
  var descriptor: FileDescriptor { file.descriptor }

  /// Opens a log that exists; a link, pipe, device, hard link or network file is refused.
  ///
  /// - Parameter before: what it was when it was opened before, and must be still.
  package static func open(
    _ path: String, as before: FileStatus? = nil, _ fileSystem: any FileSystem = PosixFileSystem()
  ) throws(LogError) -> LogFile {
    guard let before else { return try open(path, fileSystem) }
    do throws(LogError) {
      let file = try open(path, fileSystem)
      if try file.status().isSameFile(as: before) { return file }
    } catch {
      if error.code != .notFound { throw error }
    }
    throw replaced(path)
  }

  private static func open(
    _ path: String, _ fileSystem: any FileSystem
  ) throws(LogError) -> LogFile {
    do throws(LogError) {
      // Opening a device may already do something.
      try requirePlain(try reaching("open", path, fileSystem.linkStatus(at: path)), path)
      let descriptor = try reaching(
        "open", path,
        fileSystem.open(path, [.write, .append, .noFollow, .nonBlocking], mode: .ownerFile))
      let file = LogFile(LogPaths(log: path, fileSystem), descriptor)
      let status = try file.status()
      try requirePlain(status, path)
      try requireLocal(status, path, fileSystem)
      if fileSystem.isMountPoint(path) {
        throw LogError(
          .notRegularFile,
          "\(path) is mounted as a single file: the folder beside it, which has people's names, would "
            + "stay behind; mount the folder that both lie in", path: path)
      }
      return file
    } catch {
      throw error.code == .notFound ? .noLog(path, error, fileSystem) : error
    }
  }

  private static func requirePlain(_ status: FileStatus, _ path: String) throws(LogError) {
    let what =
      switch status.kind {
      case .regular where status.linkCount > 1: "has a second name (a hard link)"
      case .regular where status.linkCount == 0: "was deleted while it was opened"
      case .regular: ""
      case .directory: "is a folder"
      case .symbolicLink: "is a symbolic link"
      case .pipe: "is a pipe"
      case .other: "is a device"
      }
    if what.isEmpty { return }
    // Whichever name is given, the file has the others, too.
    let remedy =
      status.kind == .regular && status.linkCount > 1
      ? ": remove the other one, or " + SideFile.secondNameRemedy(path)
      : ", so name the file itself"
    throw LogError(
      .notRegularFile, "\(path) \(what); a log is written under its one own name\(remedy)",
      path: path)
  }

  static func requireLocal(
    _ status: FileStatus, _ path: String, _ fileSystem: any FileSystem
  ) throws(LogError) {
    guard let name = fileSystem.fileSystemName(ofDevice: status.device),
      MountTable.isNetwork(name)
    else { return }
    throw LogError(
      .networkFileSystem,
      "\(path) lies on a network file system (\(name)), whose locks and syncs a log cannot trust; "
        + "write it on a local disk", path: path)
  }
}

extension LogFile {
  /// Returns the damage of the line that ends at a frontier; nil if the line matches it.
  package func damage(at frontier: LogEnd) throws(LogError) -> Finding? {
    try LineProbe(file).damage(at: frontier)
  }

  package func status() throws(LogError) -> FileStatus { try file.status() }

  package func lengthBytes() throws(LogError) -> UInt64 { try status().lengthBytes }

  /// Returns the length of the log; `nil` if its name no longer leads to the file that was opened.
  func currentLengthBytes() throws(LogError) -> UInt64? { try file.currentStatus()?.lengthBytes }

  /// Reads a part of the log, such as the lines that are new to a writer.
  package func blocks(from offset: UInt64, upTo limit: UInt64) -> LogBlockReader {
    LogBlockReader(file, from: offset, upTo: limit)
  }

  /// Waits for the lock on the log, and makes sure that the log is still the one that was opened.
  ///
  /// - Returns: how long it is.
  @discardableResult
  package func lock(timeoutSeconds: Double) throws(LogError) -> UInt64 {
    try file.lock(timeoutSeconds: timeoutSeconds)
    do throws(LogError) {
      if let lengthBytes = try currentLengthBytes() { return lengthBytes }
      throw replaced()
    } catch {
      unlock()
      throw error
    }
  }

  package func unlock() { file.unlock() }

  /// Throws where the log is not the one that was opened.
  package func requireInPlace() throws(LogError) {
    if try currentLengthBytes() == nil { throw replaced() }
  }

  /// The error for a log that is not the one that was opened.
  func replaced() -> LogError {
    guard let mark = try? HomeMark.read(paths) else { return Self.replaced(paths.log) }
    return LogError(
      .replaced,
      "\(paths.log) lives in \(mark.address), and its file was moved or made anew while it was open. "
        + "Start again, and it is written there", path: paths.log)
  }

  private static func replaced(_ path: String) -> LogError {
    LogError(
      .replaced,
      "\(path) was deleted or replaced while it was open. See what did that, then start again",
      path: path)
  }

  /// Throws where the file is another log than the mark of its home names.
  func requireOwnLog() throws(LogError) {
    guard let mark = try HomeMark.read(paths), mark.firstHash != .zero,
      let first = try LineProbe(file).firstHashes(), first.stated == first.given,
      first.stated != mark.firstHash
    else { return }
    throw mark.another(than: paths.log)
  }

  /// Throws where the file is no log, before anything is made beside it.
  package func requireLog() throws(LogError) {
    let bytes = try file.bytes(at: 0, count: LogSignature.lookedAtBytes)
    let signature = LogSignature(bytes)
    let hasHead = (try? fileSystem.linkStatus(at: paths.head)) != nil
    if signature.isLog(hasHead: hasHead) { return }
    if let first = try LineProbe(file).firstHashes(), first.stated == first.given {
      throw LogError(
        .damaged,
        "\(paths.log) is a log whose first line is written in another form than a writer gives it: it is read and "
          + "verified, and nobody writes to it", path: paths.log)
    }
    let cause: LogSignature.Cause =
      if case .foreign(let found) = signature { found } else { .noEvent }
    let common = zip(bytes, LogSignature.bytes).prefix { $0 == $1 }.count
    let damage = Finding(
      .json, line: 1, offset: 0, message: cause.message(of: paths.log), column: common + 1)
    throw .damaged(
      damage, paths.log,
      remedy: "nothing was changed; name a log, or make one with: eventlog-tool init")
  }

  /// Syncs the log, once. After a failure nobody may write until recovery: the mark is left before
  /// this throws `poisoned`. The head must be locked, so that no other sync comes in between.
  ///
  /// - Parameter isWhole: true for a log that was cut; of appended lines contents and length are enough.
  package func sync(isWhole: Bool = false, head: AcknowledgedEndFile) throws(LogError) {
    do throws(SystemError) {
      try isWhole ? fileSystem.sync(descriptor) : fileSystem.syncData(descriptor)
    } catch {
      let isMarked = Poison.leave(paths, cause: error, head: head)
      throw Poison.error(paths, cause: error, isMarked: isMarked)
    }
  }

  /// Cuts the log back, durably; with the head locked.
  package func cut(to lengthBytes: UInt64, head: AcknowledgedEndFile) throws(LogError) {
    try doing("cut", paths.log, fileSystem.truncate(descriptor, to: lengthBytes))
    try sync(isWhole: true, head: head)
  }

  /// Makes the names of the log and of what stands beside it durable. Their maker may have
  /// been killed before it could, and an event in a file without a name is lost.
  package func syncNames() throws(LogError) {
    for folder in [paths.parent, paths.folder] { try fileSystem.syncNames(in: folder) }
  }

  package func refusePoisoned(_ head: AcknowledgedEnd) throws(LogError) {
    if head.isPoisoned { throw Poison.error(paths) }
    if try Poison.isPresent(paths) { throw Poison.error(paths) }
  }

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
      // A restore looks for the log once that file is there.
      if !mayHaveRemains, (try? fileSystem.linkStatus(at: paths.restoring)) != nil {
        throw restoring(paths)
      }
      try paths.makeFolder()
      try makeHead(paths)
      try fileSystem.syncNames(in: paths.parent)
    } catch {
      // Nobody was told of this log yet; another may write to it all the same, or have put one in its place.
      if (try? fileSystem.tryLock(log.descriptor, .exclusive)) == true,
        let length = try? log.lengthBytes(), length == 0, (try? log.file.currentStatus()) != nil
      {
        // The name of the log, which keeps others out, goes last; what else is in the folder keeps that there.
        if !mayHaveRemains {
          try? fileSystem.remove(paths.head)
          try? fileSystem.removeFolder(paths.folder)
        }
        try? fileSystem.remove(path)
      }
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
    if !holdsOther, let head = try AcknowledgedEnd.read(paths),
      case .valid(let frontier, _) = head.state(firstHash: nil)
    {
      holdsOther = frontier.lengthBytes > 0
    }
    guard holdsOther else { return }
    // Looked at last: another process may be making the log just now.
    if (try? paths.fileSystem.linkStatus(at: paths.log)) != nil { throw occupied(paths.log) }
    if (try? paths.fileSystem.linkStatus(at: paths.restoring)) != nil { throw restoring(paths) }
    throw LogError(
      .alreadyExists,
      try paths.isCopyOfHome
        ? "\(paths.folder) is that of a copy whose file is gone; \(HomeMark.remedy(paths.log))"
        : "\(paths.folder) is left of an earlier log whose file is gone; restore the log, or move the folder away",
      path: paths.folder)
  }

  private static func restoring(_ paths: LogPaths) -> LogError {
    LogError(
      .alreadyExists,
      "\(paths.log) is being restored. If no restore is at work any more, run the same restore again, or move "
        + "\(paths.folder) away", path: paths.folder)
  }

  private static func makeHead(_ paths: LogPaths) throws(LogError) {
    let options: OpenOptions = [.write, .create, .exclusive]
    let file: OpenFile?
    do throws(LogError) { file = try SideFile.open(paths.head, options, paths.fileSystem) } catch {
      // A writer that was quicker has made it.
      if error.code == .alreadyExists { return }
      throw error
    }
    try file?.write(AcknowledgedEndRecord.fileBytes(telling: .empty))
    try file?.sync()
    try paths.fileSystem.syncNames(in: paths.folder)
  }
}
