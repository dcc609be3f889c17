package import ShiftEvents

/// The copy of a log that lives in a home: the file of this host, which is read like any log.
package struct HomeCopy {
  package let path: String
  let paths: LogPaths
  private let fileSystem = PosixFileSystem()

  package init(_ path: String) {
    self.path = path
    paths = LogPaths(log: path)
  }

  /// The address of the home; `nil` if the log lives in its file alone.
  package func address() throws(LogError) -> HomeAddress? {
    guard let mark = try HomeMark.read(paths) else { return nil }
    return try HomeAddress(in: mark)
  }

  /// The same, or throws that there is no home.
  package func requireAddress() throws(LogError) -> HomeAddress {
    if let address = try address() { return address }
    if !isThere { throw .noLog(path, .unreachable("open", path, .noEntry), fileSystem) }
    throw LogError(
      .notPermitted,
      "\(path) lives in its file alone. To let it live in PostgreSQL: eventlog-tool move "
        + "\(shellWord(path)) 'postgresql://HOST/DATABASE?log=NAME'", path: path)
  }

  /// Makes an empty copy, or throws `alreadyExists`.
  package func make(of address: HomeAddress) throws(LogError) {
    if isThere { throw .unreachable("create", path, .exists) }
    try LogFile.requireNoRemains(paths)
    // A copy that is only half made is then had by the next pull, and never a log of its own.
    try HomeMark(address: address.text, firstHash: .zero).write(paths)
    do throws(LogError) { try LogFile.create(path, mayHaveRemains: true) } catch {
      if error.code != .alreadyExists { remove() }
      throw error
    }
  }

  /// True if its file is there.
  package var isThere: Bool { (try? fileSystem.linkStatus(at: path)) != nil }

  /// Takes a copy away that nobody was told of.
  package func remove() {
    for name in [paths.home, paths.pulled, paths.head, paths.people] {
      try? fileSystem.remove(name)
    }
    try? fileSystem.remove(path)
    try? fileSystem.removeFolder(paths.folder)
  }

  /// Puts an empty copy in the place of one that is damaged or gone. The damaged file goes to the quarantine.
  ///
  /// - Throws: `damaged` if the copy was told of more than `home` has.
  package func renew(from home: PostgresHome) throws(LogError) {
    guard let mark = try HomeMark.read(paths) else { return }
    try home.requireKnown(knownEnd(of: mark), of: path)
    if isThere {
      try paths.makeQuarantine()
      let kept = "\(paths.quarantine)/copy-\(UInt64.random(in: .min ... .max)).jsonl"
      try reaching("put away", path, fileSystem.rename(path, to: kept))
      try fileSystem.syncNames(in: paths.quarantine)
    }
    for name in [paths.head, paths.people, paths.poisoned] { try SideFile.clear(name, fileSystem) }
    try LogFile.create(path, mayHaveRemains: true)
    try mark.write(paths)
  }

  /// The end that was acknowledged here, or up to which the file can be read; `nil` if nothing tells it.
  private func knownEnd(of mark: HomeMark) -> LogEnd? {
    let firstHash = mark.firstHash == .zero ? nil : mark.firstHash
    if let end = acknowledgedEnd(firstHash) { return end }
    guard let reader = try? LogReader(reading: path, checksChain: true) else { return nil }
    while (try? reader.next()) != nil {}
    let end = reader.position.end
    if end.sequence == 0 || firstHash.map({ $0 != end.firstHash }) == true { return nil }
    return end
  }

  // MARK: - Logs that are named by their address

  /// The copy of a log that was named by its address, in the user's cache folder.
  ///
  /// - Parameter mayMake: called before it is made, if it is not there; it throws if it may not be.
  package static func cached(
    _ address: HomeAddress, in cacheFolder: String, making mayMake: () throws(LogError) -> Void
  ) throws(LogError) -> HomeCopy {
    let fileSystem = PosixFileSystem()
    let digest = SHA256.hash(Array(address.text.utf8))
    let copy = HomeCopy("\(cacheFolder)/shift-events/\(digest)/\(address.log).jsonl")
    if (try? fileSystem.linkStatus(at: copy.paths.home)) != nil { return copy }
    try mayMake()
    var folder = cacheFolder
    for name in ["", "/shift-events", "/\(digest)"] {
      folder += name
      do throws(SystemError) { try fileSystem.makeDirectory(folder, mode: .ownerFolder) } catch {
        if error != .exists { throw .unreachable("make the folder", folder, error) }
      }
    }
    do throws(LogError) { try copy.make(of: address) } catch {
      // Another process may have made it just now.
      if try copy.address() == nil { throw error }
    }
    return copy
  }

  // MARK: - When it was pulled

  /// Notes that the copy has all that the home has.
  package func notePulled() {
    // The time at which it was written tells all.
    let file = try? SideFile.open(paths.pulled, [.write, .create], fileSystem)
    try? file?.write([UInt8(ascii: "\n")])
  }

  /// The time at which the copy was last as its home was: it was pulled then, or appended to.
  private var pulledAt: Timestamp? {
    [paths.pulled, paths.head].compactMap(fileSystem.writtenAt).max()
  }

  private func acknowledgedEnd(_ firstHash: Digest?) -> LogEnd? {
    guard let head = (try? AcknowledgedEnd.read(paths)) ?? nil,
      case .valid(let end, _) = head.state(firstHash: firstHash), end.sequence > 0
    else { return nil }
    return end
  }

  private var lastSequence: UInt64 { acknowledgedEnd(nil)?.sequence ?? 0 }

  /// True if it has ever been as its home was, even if that was empty.
  package var isKnown: Bool { fileSystem.writtenAt(paths.pulled) != nil || lastSequence > 0 }

  /// The state of the copy in words: `as of event 57, pulled at 2026-01-06T13:04:00Z`.
  package var age: String {
    "as of event \(lastSequence), pulled at \(pulledAt.map { "\($0)" } ?? "an unknown time")"
  }
}
