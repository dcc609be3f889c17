/// A file for a report: any file except a log and files that belong to one.
package struct ReportFile {
  private let path: String
  private let fileSystem = PosixFileSystem()

  package init(_ path: String) { self.path = path }

  /// Says why writing there would harm a log; `nil` where it would not.
  ///
  /// - Parameter log: the log that the report tells of.
  package func hazard(reading log: String) -> String? {
    let target = LogPaths(log: resolved)
    if let logFolder { return "it lies in \(logFolder), the folder of a log" }
    guard let status = try? fileSystem.status(at: target.log) else {
      return isLogFolder(target.folder)
        ? "\(target.folder) beside it is left of a log that was there" : nil
    }
    if let read = try? fileSystem.status(at: log), read.isSameFile(as: status) {
      return "it is the log that is read"
    }
    guard status.kind == .regular else { return nil }
    if isLogFolder(target.folder) { return "\(target.folder) beside it says that it is a log" }
    guard let input = try? LogInput(target.log), let signature = try? input.signature(),
      signature.holdsLog
    else { return nil }
    return "a log stands there"
  }

  /// Begins a file that takes this place in one step: a reader sees the old one or the whole new one.
  ///
  /// It is a temporary file in the same folder, which is synced and renamed in the end. A link is followed; the mode
  /// of a file that is there stays.
  ///
  /// - Throws: `LogError`; `alreadyExists` where something else than a file stands there.
  package func begin() throws(LogError) -> NewReport {
    let old = try? fileSystem.status(at: path)
    if old == nil, (try? fileSystem.linkStatus(at: path)) != nil {
      throw LogError(.alreadyExists, "\(path) is a link that leads nowhere", path: path)
    }
    if let old, old.kind != .regular {
      throw LogError(.alreadyExists, "\(path) is a folder; name a file", path: path)
    }
    // By the path as it was given: this account may not enter all folders that lead to it.
    let isLink = (try? fileSystem.linkStatus(at: path))?.kind == .symbolicLink
    let target = LogPaths(log: isLink ? resolved : path)
    let temporary = "\(target.log).\(String(UInt32.random(in: .min ... .max), radix: 36)).tmp"
    let mode = FileMode(bits: 0o666)
    #if os(Linux)
      // Of one without a name nothing is left where the process is killed. Some file systems have none.
      let nameless = try? fileSystem.open(target.parent, .nameless, mode: mode)
    #else
      let nameless: FileDescriptor? = nil
    #endif
    let descriptor: FileDescriptor
    if let nameless {
      descriptor = nameless
    } else {
      descriptor = try reaching(
        "write", path,
        fileSystem.open(temporary, [.write, .create, .exclusive, .noFollow], mode: mode))
    }
    let new = NewReport(
      file: OpenFile(descriptor, path, fileSystem), hasName: nameless == nil,
      temporary: temporary, target: target, path: path)
    do throws(LogError) {
      if let old { try doing("write", path, fileSystem.setAccess(descriptor, like: old)) }
    } catch {
      new.abandon()
      throw error
    }
    return new
  }

  /// True for a device or a pipe, which takes all bytes and has nothing to lose.
  package var isStream: Bool { [.pipe, .other].contains((try? fileSystem.status(at: path))?.kind) }

  package var exists: Bool { (try? fileSystem.linkStatus(at: path)) != nil }

  // MARK: - Where it lies

  /// The folder of the path as it was given, links on the way resolved.
  private var parent: String {
    let parent = LogPaths(log: path).parent
    return (try? fileSystem.resolved(parent)) ?? parent
  }

  /// The path without links; of a file that is not there yet, in its resolved folder.
  private var resolved: String {
    if let resolved = try? fileSystem.resolved(path) { return resolved }
    let name = path.split(separator: "/").last.map(String.init) ?? path
    return parent == "/" ? "/\(name)" : "\(parent)/\(name)"
  }

  /// The folder of a log in which the file lies, by its own path or behind links.
  package var logFolder: String? {
    logFolder(around: parent) ?? logFolder(around: LogPaths(log: resolved).parent)
      ?? folderWithHead(around: LogPaths(log: path).parent)
  }

  /// The folder of a log around another one, by the head in it: not every path can be resolved, or entered from above.
  private func folderWithHead(around folder: String) -> String? {
    var folder = folder
    let beginning = AcknowledgedEndRecord.beginning
    for _ in 0..<64 {
      if let head = try? SideFile.open("\(folder)/head", [], fileSystem),
        (try? head.bytes(at: 0, count: beginning.count)) == beginning
      {
        return folder
      }
      guard let here = try? fileSystem.status(at: folder),
        let above = try? fileSystem.status(at: folder + "/.."), !here.isSameFile(as: above)
      else { return nil }
      folder += "/.."
    }
    return nil
  }

  private func logFolder(around folder: String) -> String? {
    var folder = folder
    while folder.utf8.count > 1 {
      if isLogFolder(folder) { return folder }
      let parent = LogPaths(log: folder).parent
      if parent == folder { return nil }
      folder = parent
    }
    return nil
  }

  /// Returns `true` if the folder is the one beside a log, even a lost or empty one.
  private func isLogFolder(_ folder: String) -> Bool {
    guard folder.hasSuffix(".d"), (try? fileSystem.status(at: folder))?.kind == .directory else {
      return false
    }
    let log = String(folder.dropLast(2))
    if let input = try? LogInput(log), (try? input.signature())??.holdsLog == true { return true }
    return LogPaths.filesInFolder.contains { name in
      (try? fileSystem.linkStatus(at: "\(folder)/\(name)"))?.kind == .regular
    }
  }
}

/// A report that is being written beside the place that it takes in the end.
package struct NewReport {
  fileprivate let file: OpenFile
  fileprivate let hasName: Bool
  fileprivate let temporary: String
  fileprivate let target: LogPaths
  fileprivate let path: String
  fileprivate let fileSystem = PosixFileSystem()

  package func write(_ bytes: [UInt8]) throws(LogError) { try file.write(bytes) }

  /// Puts it in place.
  package func finish() throws(LogError) {
    try file.sync()
    #if os(Linux)
      if !hasName {
        try reaching("put in place", path, fileSystem.link(file.descriptor, to: temporary))
      }
    #endif
    try reaching("put in place", path, fileSystem.rename(temporary, to: target.log))
    try fileSystem.syncNames(in: target.parent)
  }

  /// Takes away what was written.
  package func abandon() { try? fileSystem.remove(temporary) }
}
