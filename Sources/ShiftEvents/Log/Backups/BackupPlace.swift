/// The place of a backup: a folder with its mark, or none yet.
///
/// A first backup is made beside it, as `.NAME.unfinished`, and renamed when it is whole; in an empty folder, whose
/// owner and mode somebody chose, it is made within that, as `.first.unfinished`. A process that works at either holds a
/// lock on the folder itself.
struct BackupPlace {
  /// A folder that is locked for one run.
  struct Locked {
    let path: String
    let folder: OpenFile
    /// True if nothing is in it but what a killed run left.
    let isFirst: Bool
  }

  private enum State { case free, empty, backup }

  /// The folder in which a first backup is made within one that was there.
  private var first: String { "\(path)/\(Self.firstName)" }
  private static let firstName = ".first.unfinished"

  /// The path without slashes at its end; of a link, where that leads.
  let path: String
  private let given: String
  private let parent: String
  private let unfinished: String
  private let fileSystem = PosixFileSystem()

  init(_ given: String) {
    self.given = given
    var trimmed = given
    while trimmed.utf8.count > 1, trimmed.hasSuffix("/") { trimmed.removeLast() }
    let isLink = (try? fileSystem.linkStatus(at: trimmed))?.kind == .symbolicLink
    path = isLink ? (try? fileSystem.resolved(trimmed)) ?? trimmed : trimmed
    parent = LogPaths(log: path).parent
    let name = path.split(separator: "/").last.map(String.init) ?? ""
    unfinished = parent == "/" ? "/.\(name).unfinished" : "\(parent)/.\(name).unfinished"
  }

  /// Waits until nobody else works at the place.
  func lock(timeoutSeconds: Double) throws(LogError) -> Locked {
    let deadline = fileSystem.monotonicSeconds() + timeoutSeconds
    while true {
      let state = try state()
      if state == .free {
        do throws(SystemError) {
          try fileSystem.makeDirectory(unfinished, mode: .ownerFolder)
        } catch {
          if error != .exists { throw .unreachable("make the folder", unfinished, error) }
        }
      }
      let path = state == .free ? unfinished : self.path
      guard let folder = try open(path) else { continue }
      try folder.lock(timeoutSeconds: max(0, deadline - fileSystem.monotonicSeconds()))
      // Another run may have given it its name, or taken it away, meanwhile.
      if try folder.currentStatus() != nil, try self.state() == state {
        if state == .empty {
          // What a run left that was killed while it put its files in place.
          BackupFiles(in: path).removeAll()
          do throws(SystemError) {
            try fileSystem.makeDirectory(first, mode: .ownerFolder)
          } catch {
            if error != .exists { throw .unreachable("make the folder", first, error) }
          }
          return Locked(path: first, folder: folder, isFirst: true)
        }
        return Locked(path: path, folder: folder, isFirst: state != .backup)
      }
    }
  }

  private func open(_ path: String) throws(LogError) -> OpenFile? {
    do throws(SystemError) {
      let descriptor = try fileSystem.open(path, [.directory, .noFollow], mode: .ownerFolder)
      return OpenFile(descriptor, path, fileSystem)
    } catch {
      if error == .noEntry { return nil }
      if error == .notDirectory || error == .tooManyLinks {
        throw LogError(
          .notRegularFile, "\(path) is not a folder; move what stands there away", path: path)
      }
      throw .unreachable("open", path, error)
    }
  }

  private func state() throws(LogError) -> State {
    let status: FileStatus
    do throws(SystemError) { status = try fileSystem.linkStatus(at: path) } catch {
      if error == .noEntry { return .free }
      throw .unreachable("look at", given, error)
    }
    if status.kind == .directory {
      let names = try reaching("look into", given, fileSystem.list(path))
      if names.contains(BackupMark.fileName) { return .backup }
      if names.isEmpty
        || names.contains(Self.firstName) && names.allSatisfy(BackupFiles.mayBeNamed)
      {
        return .empty
      }
    }
    throw LogError(
      .alreadyExists,
      status.kind == .directory
        ? "\(given) has files and is no backup (it has no \(BackupMark.fileName)); it was left alone"
        : "\(given) is not a folder; it was left alone", path: given)
  }

  /// Gives a first backup its name.
  func finish(_ locked: Locked) throws(LogError) {
    if locked.path == first {
      // The mark of the backup last.
      for name in BackupFiles.names.reversed() {
        try reaching(
          "put in place", "\(path)/\(name)",
          fileSystem.rename("\(first)/\(name)", to: "\(path)/\(name)"))
        try fileSystem.syncNames(in: path)
      }
      return try reaching("remove", first, fileSystem.removeFolder(first))
    }
    do throws(SystemError) { try fileSystem.rename(locked.path, to: path) } catch {
      if error != .notEmpty { throw .unreachable("put in place", given, error) }
      throw LogError(
        .alreadyExists, "something was put into \(given) meanwhile; it was left alone", path: given)
    }
    try fileSystem.syncNames(in: parent)
  }

  /// Takes what a killed first run left beside a backup, or in it, away, unless somebody works there.
  func clearUnfinished() {
    BackupFiles(in: first).removeAll()
    try? fileSystem.removeFolder(first)
    guard let folder = (try? open(unfinished)) ?? nil,
      (try? fileSystem.tryLock(folder.descriptor, .exclusive)) == true
    else { return }
    BackupFiles(in: unfinished).removeAll()
    try? fileSystem.removeFolder(unfinished)
  }
}

/// The files of a backup, which are put in place one by one.
struct BackupFiles {
  let folder: String
  private let fileSystem = PosixFileSystem()

  init(in folder: String) { self.folder = folder }

  static let log = "events.jsonl"
  static let logFolder = "events.jsonl.d"
  static let head = "events.jsonl.d/head"
  static let people = "events.jsonl.d/people.jsonl"
  static let checkpoint = "checkpoint"
  static let readme = "README"
  private static let all = [log, head, people, checkpoint, readme, BackupMark.fileName]
  /// The names in the folder of a backup, that of its mark first.
  static let names = [BackupMark.fileName, checkpoint, readme, log, logFolder]

  /// Returns `true` for a name in the folder of a backup.
  static func mayBeNamed(_ name: String) -> Bool {
    names.contains(name) || isUnfinished(name)
  }

  private static func isUnfinished(_ name: String) -> Bool {
    name.hasPrefix(".") && name.hasSuffix(".unfinished")
  }

  func path(_ name: String) -> String { "\(folder)/\(name)" }

  private func unfinished(_ name: String) -> String {
    let parts = name.split(separator: "/")
    return path((parts.dropLast() + [".\(parts.last!).unfinished"]).joined(separator: "/"))
  }

  /// Throws where a link, a pipe or a file with two names stands in the place of one of them.
  func requirePlain() throws(LogError) {
    for name in [Self.logFolder] + Self.all {
      guard let status = try? fileSystem.linkStatus(at: path(name)) else { continue }
      let isFolder = name == Self.logFolder
      if status.kind == (isFolder ? .directory : .regular), isFolder || status.linkCount == 1 {
        continue
      }
      throw LogError(
        .notRegularFile,
        "\(path(name)) is not a plain \(isFolder ? "folder" : "file with one name"); nothing was changed",
        path: path(name))
    }
  }

  /// Puts a file in place whole, durably.
  func put(_ bytes: [UInt8], as name: String) throws(LogError) { try put([(name, bytes)]) }

  /// Puts files in place whole, durably, one behind the other once all are written.
  func put(_ files: [(name: String, bytes: [UInt8])]) throws(LogError) {
    for (name, bytes) in files {
      let new = unfinished(name)
      try SideFile.clear(new, fileSystem)
      let file = try SideFile.open(
        new, [.write, .create, .exclusive], fileSystem, isOfLog: false)
      guard let file else { continue }
      // What root does once is not to lock out the account that the backup belongs to.
      try SideFile.keepOwner(of: path(name), file)
      try file.write(bytes)
      try file.sync()
    }
    for (name, _) in files {
      try reaching("put in place", path(name), fileSystem.rename(unfinished(name), to: path(name)))
      try fileSystem.syncNames(in: LogPaths(log: path(name)).parent)
    }
  }

  /// Takes the files of killed runs away, also those of other versions.
  func removeUnfinished() {
    for folder in [folder, path(Self.logFolder)]
    where (try? fileSystem.linkStatus(at: folder))?.kind == .directory {
      for name in (try? fileSystem.list(folder)) ?? [] where Self.isUnfinished(name) {
        try? fileSystem.remove("\(folder)/\(name)")
      }
    }
  }

  func removeAll() {
    removeUnfinished()
    for name in Self.all { try? fileSystem.remove(path(name)) }
    try? fileSystem.removeFolder(path(Self.logFolder))
  }
}

/// The file `backup.json` of a backup, which is written last: what it says is what the backup holds.
///
///     {"schema":"shift-events/backup/1","log":"store/3f9a…","events":511,"bytes":…,"sequence":511,"hash":…,"time":…}
package struct BackupMark: Hashable, Sendable {
  package var log: String
  /// The end of its lines; the hash of the first one is not known from the file.
  package var end: LogEnd
  /// The time of the last event.
  package var time: Timestamp?
  /// The address of the home, of a log that lives in one.
  package var home: String?

  static let fileName = "backup.json"
  private static let schema = "shift-events/backup/1"

  package init(log: String, end: LogEnd, time: Timestamp?, home: String?) {
    (self.log, self.end, self.time, self.home) = (log, end, time, home)
  }

  /// The mark as one JSON object.
  ///
  /// - Parameter added: the number of events that a run has added, for its answer.
  package func json(added: Int? = nil) -> [UInt8] {
    var members = MemberWriter()
    members.required("schema", Self.schema)
    members.required("log", log)
    members.required("events", Int(end.sequence))
    members.required("bytes", Int(end.lengthBytes))
    members.required("sequence", Int(end.sequence))
    members.required("hash", end.hash)
    members.optional("time", time)
    members.optional("home", home)
    members.optional("added", added)
    return members.end()
  }

  /// Reads a mark; `nil` where the bytes are none, or one of a later version.
  init?(_ bytes: [UInt8]) {
    var reader = JSONReader()
    unsafe bytes.withUnsafeBytes { unsafe reader.begin(copying: $0) }
    guard (try? reader.indexText(orRefuse: "")) != nil else { return nil }
    var texts: [String: String] = [:]
    for member in reader.members {
      let text = reader.text(of: member).map { reader.string($0) }
      texts[reader.string(member.name)] =
        text ?? String(decoding: bytes[member.range], as: UTF8.self)
    }
    func number(_ name: String) -> UInt64? {
      texts[name].flatMap { plainNumber($0[...]) }.map { UInt64($0) }
    }
    guard texts["schema"] == Self.schema, let log = texts["log"], let lengthBytes = number("bytes"),
      let sequence = number("sequence"), let hash = texts["hash"].flatMap({ Digest($0) })
    else { return nil }
    let end = LogEnd(lengthBytes: lengthBytes, sequence: sequence, hash: hash, firstHash: .zero)
    self.init(
      log: log, end: end, time: texts["time"].flatMap { Timestamp($0) }, home: texts["home"])
  }

  /// The mark in a folder; `nil` if there is none.
  ///
  /// - Throws: `LogError` with the code `damaged` if it is not as it was written.
  package static func read(
    in folder: String, _ fileSystem: any FileSystem = PosixFileSystem()
  ) throws(LogError) -> BackupMark? {
    let path = "\(folder)/\(fileName)"
    guard let bytes = try SideFile.contents(of: path, fileSystem) else { return nil }
    if let mark = BackupMark(bytes) { return mark }
    throw damaged(in: folder)
  }

  static func damaged(in folder: String) -> LogError {
    let path = "\(folder)/\(fileName)"
    return LogError(
      .damaged,
      "\(path), which says what a backup holds, is damaged; nothing was changed. This makes a log of its events: "
        + "eventlog-tool restore \(shellWord(folder + "/events.jsonl")) -f NEW. A backup goes to another folder",
      path: path)
  }

  /// True if the backup ends where this end of a log is.
  func ends(at other: LogEnd) -> Bool {
    (end.lengthBytes, end.sequence) == (other.lengthBytes, other.sequence)
      && (other.sequence == 0 || end.hash == other.hash)
  }
}
