/// The copy of a log that lives in a home: the file of this host, which is read like any log.
package struct HomeCopy {
  package let path: String
  private let paths: LogPaths
  private let fileSystem = PosixFileSystem()

  package init(_ path: String) {
    self.path = path
    paths = LogPaths(log: path)
  }

  /// The address of the home; `nil` if the log lives in its file alone.
  package func address() throws(LogError) -> HomeAddress? {
    guard let mark = try HomeMark.read(paths) else { return nil }
    return try HomeAddress(mark.address)
  }

  /// The same, or throws that there is no home.
  package func requireAddress() throws(LogError) -> HomeAddress {
    if let address = try address() { return address }
    throw LogError(
      .notPermitted,
      "\(path) lives in its file alone. To let it live in PostgreSQL: eventlog-tool move "
        + "\(shellWord(path)) 'postgresql://HOST/DATABASE?log=NAME'", path: path)
  }

  /// Makes an empty copy, or throws `alreadyExists`.
  package func make(of address: HomeAddress) throws(LogError) {
    _ = try LogFile.create(path)
    try HomeMark(address: address.text, firstHash: .zero).write(paths)
  }

  /// Takes a copy away that nobody was told of.
  package func remove() {
    for name in [paths.home, paths.head, paths.people] { try? fileSystem.remove(name) }
    try? fileSystem.remove(path)
    try? fileSystem.removeFolder(paths.folder)
  }

  /// Puts an empty copy in the place of one that is damaged or gone. The damaged file goes to the quarantine.
  ///
  /// - Throws: `damaged` if the copy was told of more than `home` has.
  package func renew(from home: PostgresHome) throws(LogError) {
    guard let mark = try HomeMark.read(paths) else { return }
    try home.requireKnown(try acknowledgedEnd(), of: path)
    if (try? fileSystem.linkStatus(at: path)) != nil {
      try paths.makeQuarantine()
      let kept = "\(paths.quarantine)/copy-\(UInt64.random(in: .min ... .max)).jsonl"
      try reaching("put away", path) { () throws(SystemError) in
        try fileSystem.rename(path, to: kept)
      }
      try fileSystem.syncNames(in: paths.quarantine)
    }
    for name in [paths.head, paths.people, paths.poisoned] { try SideFile.clear(name, fileSystem) }
    _ = try LogFile.create(path, mayHaveRemains: true)
    try mark.write(paths)
  }

  /// The end that was acknowledged here; `nil` if nothing tells it.
  private func acknowledgedEnd() throws(LogError) -> Frontier? {
    guard let head = try Head.read(paths), case .valid(let end, _) = head.state(firstHash: nil)
    else { return nil }
    return end.sequence > 0 ? end : nil
  }

  // MARK: - Logs that are named by their address

  /// The copy of a log that was named by its address, in the user's cache folder; it is made if it is not
  /// there.
  package static func cached(_ address: HomeAddress, in cacheFolder: String) throws(LogError)
    -> HomeCopy
  {
    let fileSystem = PosixFileSystem()
    var folder = cacheFolder
    let digest = SHA256.hash(Array(address.text.utf8))
    for name in ["", "/shift-events", "/\(digest)"] {
      folder += name
      do throws(SystemError) { try fileSystem.makeDirectory(folder, mode: .ownerFolder) } catch {
        if error != .exists { throw .unreachable("make the folder", folder, error) }
      }
    }
    let copy = HomeCopy("\(folder)/\(address.log).jsonl")
    do throws(LogError) { try copy.make(of: address) } catch {
      if error.code != .alreadyExists { throw error }
      // One that was killed has made the log and no mark; it holds nothing then.
      if try HomeMark.read(copy.paths) == nil {
        try HomeMark(address: address.text, firstHash: .zero).write(copy.paths)
      }
    }
    return copy
  }

  // MARK: - When it was pulled

  private var pulledPath: String { paths.folder + "/pulled" }

  /// Notes that the copy had all that the home had at a time.
  package func notePulled(at time: Timestamp) {
    try? SideFile.replace(
      pulledPath, with: Array("\(time)\n".utf8), in: paths.folder, fileSystem)
  }

  /// The time of the last pull, in words.
  package var pulledAt: String {
    guard let bytes = try? SideFile.contents(of: pulledPath, fileSystem) else {
      return "an unknown time"
    }
    return String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }.prefix(32), as: UTF8.self)
  }
}
