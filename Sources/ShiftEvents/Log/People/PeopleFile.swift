/// The file of names and e-mail addresses beside a log, for the writer that holds the log's lock.
///
/// A line is added and synced before the event that commits to it is written. `complete` removes
/// lines that the log does not commit to: left by a crash between the two, of somebody erased, or put
/// there by somebody else. Earlier lines of people who have a later one go with these, or once they are
/// many. A writer may call it only while all of the log is acknowledged.
package final class PeopleFile {
  package private(set) var lines = PeopleLines()
  private let paths: LogPaths
  private var opened: OpenFile?
  private var readBytes: UInt64 = 0
  /// True after a failed write or sync: the contents are then only trusted in a new file.
  private var isDoubtful = false
  /// The file is known to keep its name. Its maker may have been killed before that, and
  /// after a power cut the one before it would be back.
  private var isNameDurable = false

  package init(_ paths: LogPaths) throws(LogError) {
    self.paths = paths
    try refresh()
  }

  /// The lines that a reader sees at this moment; none where there is no file.
  ///
  /// - Parameter earlier: those that were read before; the same bytes are not parsed again.
  static func lines(
    _ paths: LogPaths, knowing earlier: PeopleLines? = nil
  ) throws(LogError) -> PeopleLines {
    let bytes = try SideFile.contents(of: paths.people, paths.fileSystem) ?? []
    if let earlier, earlier.source == bytes { return earlier }
    return PeopleLines(parsing: bytes)
  }

  /// The lines that a rewriting left out.
  package struct Removed: Sendable {
    package var lines = 0
    /// The number of those that are none of ours.
    package var strange = 0
    /// The people whom they were about, as far as they were lines of ours.
    package var users: Set<UserID> = []
    /// The number of further lines, behind which stands a later one of the same person that counts.
    package var superseded = 0
  }

  /// Reads the file again if another writer has changed it; returns `true` if one has.
  @discardableResult package func refresh() throws(LogError) -> Bool {
    if let opened, let now = try opened.currentStatus() {
      if now.lengthBytes == readBytes { return false }
      if try readOn(opened, to: now.lengthBytes) { return true }
    }
    opened = nil
    isNameDurable = false
    (lines, readBytes) = (PeopleLines(), 0)
    opened = try SideFile.open(paths.people, [.write, .append], paths.fileSystem)
    if opened == nil { return false }
    let bytes = try SideFile.contents(of: paths.people, paths.fileSystem) ?? []
    (lines, readBytes) = (PeopleLines(parsing: bytes), UInt64(bytes.count))
    return true
  }

  /// Reads what another writer has added behind the lines that are known, and returns `true` if that is all that is
  /// new.
  private func readOn(_ file: OpenFile, to lengthBytes: UInt64) throws(LogError) -> Bool {
    guard lengthBytes > readBytes, !isDoubtful, !lines.endsInHalfLine else { return false }
    let bytes = try file.bytes(at: readBytes, count: Int(lengthBytes - readBytes))
    let added = PeopleLines(parsing: bytes)
    guard bytes.count == lengthBytes - readBytes, added.foreignCount == 0 else { return false }
    lines.add(added, [])
    readBytes = lengthBytes
    return true
  }

  /// Adds lines and syncs them; to be done before the log is written.
  package func add(_ persons: [Person]) throws(LogError) {
    guard !persons.isEmpty else { return }
    try refresh()
    // Half a line would swallow the one behind it.
    if lines.endsInHalfLine || isDoubtful {
      try rewrite(lines.bytes)
      try refresh()
    }
    var bytes: [UInt8] = []
    for person in persons { person.appendLine(to: &bytes) }
    let file = try openToAdd()
    try syncName()
    do throws(LogError) {
      try file.write(bytes)
      try file.sync()
    } catch {
      isDoubtful = true
      readBytes = .max
      throw error
    }
    lines.add(persons)
    readBytes += UInt64(bytes.count)
  }

  private func openToAdd() throws(LogError) -> OpenFile {
    if let opened { return opened }
    try paths.makeFolder()
    opened = try SideFile.open(paths.people, [.write, .append, .create], paths.fileSystem)
    guard let opened else { throw .unreachable("make", paths.people, .noEntry) }
    return opened
  }

  private func syncName() throws(LogError) {
    if isNameDurable { return }
    try paths.fileSystem.syncNames(in: paths.folder)
    isNameDurable = true
  }

  /// Removes the lines that the log does not commit to, given its commitment to each person.
  ///
  /// - Parameters:
  ///   - isSpared: true of a person all of whose lines stay, as the log has events that are unknown.
  ///   - makeDurable: called before a line is gone for good, so that no power cut takes the event
  ///     that made it old.
  package func complete(
    keeping commitment: (UserID) -> Digest?, sparing isSpared: ((UserID) -> Bool)? = nil,
    afterMakingDurable makeDurable: () throws(LogError) -> Void = { () throws(LogError) in }
  ) throws(LogError) -> Removed {
    try refresh()
    let removed = lines.rest(commitment, sparing: isSpared)
    guard removed.lines > 0 || isDoubtful || removed.superseded > 0 && lines.areManySuperseded
    else {
      // Also half of a replacement may hold names.
      try SideFile.clear(paths.people + SideFile.temporarySuffix, paths.fileSystem)
      if opened != nil { try syncName() }
      return Removed()
    }
    try makeDurable()
    let bytes = lines.bytes(keeping: commitment, sparing: isSpared)
    do throws(LogError) { try rewrite(bytes) } catch {
      // Without room for another file the old lines are overwritten where they stand. The blanks go with the next file.
      let wasDoubtful = isDoubtful
      (isDoubtful, readBytes) = (true, .max)
      try blank(allBut: bytes)
      try SideFile.discard(paths.people + SideFile.temporarySuffix, paths.fileSystem)
      isDoubtful = wasDoubtful
      return removed
    }
    opened = try SideFile.open(paths.people, [.write, .append], paths.fileSystem)
    // What was hashed once need not be hashed again.
    lines.sift(commitment, sparing: isSpared)
    (readBytes, isNameDurable) = (UInt64(bytes.count), false)
    return removed
  }

  /// Puts blanks in the place of lines that are not kept.
  private func blank(allBut kept: [UInt8]) throws(LogError) {
    guard let file = try SideFile.open(paths.people, [.write], paths.fileSystem) else { return }
    let all = try SideFile.contents(of: paths.people, paths.fileSystem) ?? []
    let lines = Set(kept.split(separator: 0x0A))
    var offset = 0
    for line in all.split(separator: 0x0A, omittingEmptySubsequences: false) {
      if !lines.contains(line) {
        try file.write([UInt8](repeating: 0x20, count: line.count), at: UInt64(offset))
      }
      offset += line.count + 1
    }
    try file.sync()
  }

  private func rewrite(_ bytes: [UInt8]) throws(LogError) {
    try SideFile.replace(paths.people, with: bytes, in: paths.folder, paths.fileSystem)
    isDoubtful = false
    readBytes = .max
  }
}
