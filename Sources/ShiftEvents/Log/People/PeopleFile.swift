/// The file of names and e-mail addresses beside a log, for the writer that holds the log's lock.
///
/// A line is added and synced before the event that commits to it is written. `complete` removes
/// lines that the log does not commit to, left by a crash between the two or outdated by a later
/// line. A writer may call it only while all of the log is acknowledged.
package final class PeopleFile {
  package private(set) var people = People()
  private let paths: LogPaths
  private var opened: OpenFile?
  private var readBytes: UInt64 = 0
  /// Lines that are none of ours; the next rewriting leaves them out.
  package private(set) var unreadableLineCount = 0
  private var endsInHalfLine = false
  /// True after a failed write or sync: the contents are then only trusted in a new file.
  private var isDoubtful = false
  /// The file is known to keep its name. Its maker may have been killed before that, and
  /// after a power cut the one before it would be back.
  private var isNameDurable = false

  package init(_ paths: LogPaths) throws(LogError) {
    self.paths = paths
    try refresh()
  }

  /// The people that a reader sees at this moment; none where there is no file.
  package static func people(_ paths: LogPaths) throws(LogError) -> People {
    let bytes = try SideFile.contents(of: paths.people, paths.fileSystem)
    return bytes.map { parse($0).people } ?? People()
  }

  /// Reads the file again if another writer has changed it; returns `true` if one has.
  @discardableResult package func refresh() throws(LogError) -> Bool {
    if let now = try opened?.currentStatus(), now.lengthBytes == readBytes { return false }
    opened = nil
    isNameDurable = false
    people = People()
    (readBytes, unreadableLineCount, endsInHalfLine) = (0, 0, false)
    opened = try SideFile.open(paths.people, [.write, .append], paths.fileSystem)
    if opened == nil { return false }
    let bytes = try SideFile.contents(of: paths.people, paths.fileSystem) ?? []
    (people, unreadableLineCount, endsInHalfLine) = PeopleFile.parse(bytes)
    readBytes = UInt64(bytes.count)
    return true
  }

  private static func parse(
    _ bytes: [UInt8]
  ) -> (people: People, unreadableLineCount: Int, endsInHalfLine: Bool) {
    var people = People()
    var unreadableLineCount = 0
    var start = 0
    while let newline = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) {
      if let person = Person(line: bytes[start..<newline]) {
        people.add(person)
      } else {
        unreadableLineCount += 1
      }
      start = newline + 1
    }
    return (people, unreadableLineCount, start < bytes.count)
  }

  /// Adds lines and syncs them; to be done before the log is written.
  package func add(_ persons: [Person]) throws(LogError) {
    guard !persons.isEmpty else { return }
    try refresh()
    // Half a line would swallow the one behind it.
    if endsInHalfLine || isDoubtful { try rewrite(people.lines) }
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
    for person in persons { people.add(person) }
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

  /// Removes the lines that the log does not commit to, given its profile of each person; returns
  /// `true` if there were any.
  ///
  /// - Parameter makeDurable: called before a line is gone for good, so that no power cut takes the event
  ///   that made it old.
  package func complete(
    keeping profile: (UserID) -> Digest?,
    afterMakingDurable makeDurable: () throws(LogError) -> Void = { () throws(LogError) in }
  ) throws(LogError) -> Bool {
    try refresh()
    let kept = people.kept(profile)
    guard
      kept.count < people.lines.count || unreadableLineCount > 0 || endsInHalfLine || isDoubtful
    else {
      // Also half of a replacement may hold names.
      try SideFile.clear(paths.people + SideFile.temporarySuffix, paths.fileSystem)
      if opened != nil { try syncName() }
      return false
    }
    try makeDurable()
    try rewrite(kept)
    return true
  }

  private func rewrite(_ kept: [Person]) throws(LogError) {
    var bytes: [UInt8] = []
    for person in kept { person.appendLine(to: &bytes) }
    try SideFile.replace(paths.people, with: bytes, in: paths.folder, paths.fileSystem)
    isDoubtful = false
    readBytes = .max
    try refresh()
  }
}
