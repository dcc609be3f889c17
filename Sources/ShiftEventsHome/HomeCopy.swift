// A copy is made, taken away, renewed and polled here, and each part uses the others.

internal import Foundation
public import ShiftEvents
internal import Synchronization

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
    if !isThere, (try? fileSystem.linkStatus(at: paths.folder)) != nil {
      throw .noLog(path, .unreachable("open", path, .noEntry), fileSystem)
    }
    if !isThere {
      throw LogError(
        .notFound,
        "there is no log at \(path); a copy of one that lives in PostgreSQL is made with: eventlog-tool clone "
          + "'postgresql://HOST/DATABASE?log=NAME' \(shellWord(path))", path: path)
    }
    throw LogError(
      .notPermitted,
      "\(path) lives in its file alone. To let it live in PostgreSQL: eventlog-tool move "
        + "\(shellWord(path)) 'postgresql://HOST/DATABASE?log=NAME'", path: path)
  }

  /// Makes an empty copy, or throws `alreadyExists`. The folder around it is locked meanwhile.
  package func make(of address: HomeAddress) throws(LogError) {
    if isThere {
      guard (try? self.address()) == address else { throw .unreachable("create", path, .exists) }
      throw LogError(
        .alreadyExists,
        "\(path) is a copy of that log already; eventlog-tool pull \(shellWord(path)) brings what is new",
        path: path)
    }
    // A process that was killed may have left the mark of a copy that has had nothing yet.
    let begun = (try? HomeMark.read(paths)) ?? nil
    let names = (try? fileSystem.list(paths.folder)) ?? []
    let isBegun =
      begun?.address == address.text && lastSequence == 0
      || begun == nil && names.allSatisfy { $0.hasPrefix("home.") }
    if !isBegun { try LogFile.requireNoRemains(paths) }
    // A copy that is only half made is then had by the next pull, and never a log of its own.
    let mark = HomeMark(address: address.text, firstHash: begun?.firstHash ?? .zero)
    try mark.write(paths)
    try? fileSystem.remove(paths.pulled)
    do throws(LogError) { try LogFile.create(path, mayHaveRemains: true) } catch {
      if !isThere {
        removeMark()
      } else if begun == nil {
        // What stands there is no copy of this home.
        try? fileSystem.remove(paths.home)
      }
      throw error
    }
  }

  package var isThere: Bool { (try? fileSystem.linkStatus(at: path)) != nil }

  /// Waits until no other process makes or renews the copy; `nil` where this account may not open the folder around it.
  package func lockFolder(timeoutSeconds: Double) throws(LogError) -> OpenFile? {
    let folder = paths.parent
    guard let opened = try? fileSystem.open(folder, [.directory], mode: .ownerFolder) else {
      return nil
    }
    let place = OpenFile(opened, folder, fileSystem)
    try place.lock(timeoutSeconds: timeoutSeconds)
    return place
  }

  /// Takes a copy away that nobody was told of. One that another process holds, or brought up to its home meanwhile, stays.
  ///
  /// - Returns: `true` if its file is gone.
  package func remove(timeoutSeconds: Double) -> Bool {
    do throws(LogError) {
      // Another copy may begin where this one ends.
      let place = try lockFolder(timeoutSeconds: timeoutSeconds)
      defer { place?.unlock() }
      guard let file = try lockFile(timeoutSeconds: timeoutSeconds) else { return true }
      defer { file.unlock() }
      if fileSystem.writtenAt(paths.pulled) != nil { return false }
      if try file.currentStatus() == nil { return false }
      try? fileSystem.remove(path)
      removeMark()
      return true
    } catch { return false }
  }

  /// Takes away what stands beside a file that is gone: the mark last, so that nobody takes what is there for a log of its
  /// own.
  private func removeMark() {
    for name in [paths.pulled, paths.head, paths.people, paths.home] {
      try? fileSystem.remove(name)
    }
    try? fileSystem.removeFolder(paths.folder)
  }

  /// Puts a copy that is fetched anew in the place of one that is damaged, another log's or gone. The damaged file goes
  /// to the quarantine. Names stay where they are, since the home may lack some.
  ///
  /// - Parameter fetch: takes what is new into a copy beside this one, without names.
  /// - Throws: `damaged` if the copy was told of more than the home has, and what `fetch` throws. The copy is as it was
  ///   then.
  package func renew(
    from home: PostgresHome, timeoutSeconds: Double,
    fetching fetch: (HomeCopy) throws(LogError) -> Void
  ) throws(LogError) {
    guard let mark = try HomeMark.read(paths) else { return }
    try home.requireKnown(knownEnd(of: mark), of: path)
    let fetched = HomeCopy("\(paths.folder)/\(LogPaths.fetchedName)")
    // One that was left by a process that was killed is in the way.
    fetched.discard()
    defer { fetched.discard() }
    try HomeMark(address: mark.address, firstHash: .zero).write(fetched.paths)
    try LogFile.create(fetched.path, mayHaveRemains: true)
    try fetch(fetched)
    if mark.firstHash != .zero {
      let there = try HomeMark.read(fetched.paths)?.firstHash ?? .zero
      if there == .zero { throw mark.showsNothing(of: path) }
      if there != mark.firstHash { throw mark.homeOfAnother(than: path) }
    }
    // Writers of the old file may have been told of more meanwhile, and another server may have answered.
    let old = try lockFile(timeoutSeconds: timeoutSeconds)
    defer { old?.unlock() }
    var end = try fetched.end(at: nil)
    if let known = knownEnd(of: mark) {
      if known.sequence > end.sequence {
        try fetch(fetched)
        end = try fetched.end(at: nil)
      }
      guard try fetched.end(at: known.sequence).hash == known.hash else {
        throw PostgresHome.lacks(known, of: path, home.name)
      }
    }
    try fetched.makeDurable(like: old?.status())
    // Locked before it has its name: a writer of it waits until the head is its own.
    let new = try fetched.lockFile(timeoutSeconds: timeoutSeconds)
    defer { new?.unlock() }
    if let old { try putAway(old) }
    try reaching("put in its place", path, fileSystem.rename(fetched.path, to: path))
    try fileSystem.syncNames(in: paths.parent)
    try SideFile.clear(paths.poisoned, fileSystem)
    try SideFile.replace(
      paths.head, with: AcknowledgedEndRecord.fileBytes(telling: end), in: paths.folder, fileSystem)
  }

  /// Keeps a damaged file in the quarantine. Unless it cannot be copied, it has its name until the new one has that, for
  /// those who read it meanwhile.
  private func putAway(_ old: OpenFile) throws(LogError) {
    try paths.makeQuarantine()
    let kept = "\(paths.quarantine)/copy-\(UInt64.random(in: .min ... .max)).jsonl"
    // One name, so that a run that is killed leaves one at most.
    let incoming = "\(paths.quarantine)/copy.new"
    do throws(LogError) {
      try SideFile.clear(incoming, fileSystem)
      let options: OpenOptions = [.write, .create, .exclusive]
      guard let file = try SideFile.open(incoming, options, fileSystem) else {
        throw .unreachable("make", incoming, .noEntry)
      }
      try old.copy(to: file)
      try reaching("sync", incoming, fileSystem.sync(file.descriptor))
      try reaching("keep", kept, fileSystem.rename(incoming, to: kept))
    } catch {
      // The disk is full, or it is the disk that is damaged.
      try? fileSystem.remove(incoming)
      try reaching("put away", path, fileSystem.rename(path, to: kept))
    }
    try fileSystem.syncNames(in: paths.quarantine)
  }

  /// The file of the copy, locked; `nil` if it is gone.
  private func lockFile(timeoutSeconds: Double) throws(LogError) -> OpenFile? {
    let opened: FileDescriptor
    do throws(SystemError) {
      opened = try fileSystem.open(path, [], mode: .ownerFile)
    } catch {
      if error == .noEntry { return nil }
      throw .unreachable("open", path, error)
    }
    let file = OpenFile(opened, path, fileSystem)
    try file.lock(timeoutSeconds: timeoutSeconds)
    return file
  }

  /// The end behind an event, or of all events; empty where there are fewer.
  private func end(at sequence: UInt64?) throws(LogError) -> LogEnd {
    let reader = try LogReader(reading: path)
    while reader.position.end.sequence != sequence, try reader.next() != nil {}
    let end = reader.position.end
    return sequence == nil || end.sequence == sequence ? end : .empty
  }

  private func makeDurable(like old: FileStatus?) throws(LogError) {
    let opened = try reaching("open", path, fileSystem.open(path, [.write], mode: .ownerFile))
    defer { fileSystem.close(opened) }
    if let old { try reaching("write", path, fileSystem.setAccess(opened, like: old)) }
    try reaching("sync", path, fileSystem.sync(opened))
  }

  /// Throws where the file is not the log that its mark names.
  func requireOwnLog(endingAt end: LogEnd) throws(LogError) {
    guard let mark = try HomeMark.read(paths), end.sequence > 0 else { return }
    if mark.firstHash != .zero, mark.firstHash != end.firstHash { throw mark.another(than: path) }
  }

  /// The error of a copy that ends before what its head knows, which its home lacks, too.
  func short(_ end: LogEnd, before known: LogEnd) -> LogError {
    LogError(
      .damaged,
      "short: \(path) ends at event \(end.sequence), before event \(known.sequence), which its home "
        + "acknowledged and lacks; nothing was brought. \(HomeMark.lossRemedy(path))", path: path)
  }

  private func discard() {
    for name in [path, paths.folder] { try? FileManager.default.removeItem(atPath: name) }
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
    let hasMark = { (try? fileSystem.linkStatus(at: copy.paths.home)) != nil }
    // The head comes last.
    let isWhole = (try? fileSystem.linkStatus(at: copy.paths.head)) != nil && copy.isThere
    if isWhole, hasMark() { return try copy.requiringHome(address) }
    if !hasMark() { try mayMake() }
    var folder = cacheFolder
    for name in ["", "/shift-events", "/\(digest)"] {
      folder += name
      do throws(SystemError) { try fileSystem.makeDirectory(folder, mode: .ownerFolder) } catch {
        if error != .exists { throw .unreachable("make the folder", folder, error) }
      }
    }
    // Another process may be making it just now: its folder, its mark and its file come one after the other.
    let place = try copy.lockFolder(timeoutSeconds: 10)
    defer { place?.unlock() }
    if hasMark() { return try copy.requiringHome(address) }
    // A cleaner of caches may have taken the mark away, which is never written again. A pull looks whether it is this log.
    if copy.isThere {
      try HomeMark(address: address.text, firstHash: .zero).write(copy.paths)
    } else {
      try copy.make(of: address)
    }
    return copy
  }

  /// This copy, or throws where its mark names another home than the address: whoever owns the cache may have put it there.
  private func requiringHome(_ address: HomeAddress) throws(LogError) -> HomeCopy {
    guard let mark = try HomeMark.read(paths), mark.address != address.text else { return self }
    throw LogError(
      .damaged,
      "\(path) is to be the copy of \(address.text), but says that its log lives in \(mark.address); nothing was "
        + "asked or written. Delete it with its folder, and the next command makes it anew",
      path: path)
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
    ([paths.pulled] + (lastSequence > 0 ? [paths.head] : []))
      .compactMap { fileSystem.writtenAt($0) }.max()
  }

  private func acknowledgedEnd(_ firstHash: Digest?) -> LogEnd? {
    guard let head = (try? AcknowledgedEnd.read(paths)) ?? nil,
      case .valid(let end, _) = head.state(firstHash: firstHash), end.sequence > 0
    else { return nil }
    return end
  }

  /// The end that was acknowledged here, whether or not the file still has it.
  var acknowledgedEnd: LogEnd? {
    let mark = (try? HomeMark.read(paths)) ?? nil
    return acknowledgedEnd(mark.flatMap { $0.firstHash == .zero ? nil : $0.firstHash })
  }

  private var lastSequence: UInt64 { acknowledgedEnd?.sequence ?? 0 }

  /// True if the file no longer has what its head knew of.
  private var isShort: Bool {
    guard let end = acknowledgedEnd else { return false }
    return (try? fileSystem.status(at: path)).map { $0.lengthBytes < end.lengthBytes } ?? true
  }

  /// True if it has ever been as its home was, even if that was empty.
  package var isKnown: Bool { fileSystem.writtenAt(paths.pulled) != nil || lastSequence > 0 }

  /// The state of the copy in words: `as of event 57, pulled at 2026-01-06T13:04:00Z`.
  package var age: String {
    "\(isShort ? "short of" : "as of") event \(lastSequence), pulled at \(pulledAt.map { "\($0)" } ?? "an unknown time")"
  }
}

/// Takes what is new in a home into its copy, again and again, for those that follow the copy.
///
/// Of several processes that follow one copy on a host, one looks at the home each time; the others see that it
/// did, and watch the file.
package final class HomePoll {
  private let recorder: Recorder
  private let copy: HomeCopy
  private let fileSystem = PosixFileSystem()
  private var nextLookSeconds = 0.0
  private var hasLooked = false
  private var isOutOfReach = false

  private struct Look {
    var isGoingOn = false
    /// The time before which nobody looks again.
    var nextSeconds = 0.0
  }

  /// The looks of this process, by the path of the copy.
  private static let looks = Mutex<[String: Look]>([:])
  private static let pauseMilliseconds = 200
  /// A home that cannot be reached is asked less often.
  private static let longPauseMilliseconds = 1_000
  /// The longest wait for an answer: followers see nothing else meanwhile.
  private static let patienceSeconds = 3.0

  /// Returns `nil` for a log that lives in its file alone.
  package init?(of path: String, by recorder: Recorder) throws(LogError) {
    copy = HomeCopy(path)
    self.recorder = recorder
    if try copy.address() == nil { return nil }
    // Else the first look would ask for all that the copy has.
    try recorder.refresh()
  }

  /// The time until the next look.
  package var pauseMilliseconds: Int32 {
    let left = nextLookSeconds - fileSystem.monotonicSeconds()
    return Int32(max(0, min(left * 1000 + 1, Double(Self.longPauseMilliseconds))))
  }

  /// Looks at the home if it is time to.
  ///
  /// - Returns: what there is to say: once, that the home is out of reach.
  /// - Throws: `LogError` with the code `damaged` if the home lost or changed what the copy knows.
  package func lookIfDue() throws(LogError) -> String? {
    let now = fileSystem.monotonicSeconds()
    if now < nextLookSeconds { return nil }
    nextLookSeconds = now + Double(Self.pauseMilliseconds) / 1000
    if hasLooked, wasLookedAtByOthers { return nil }
    // One follower of this process looks at a time, and none while the home has just not answered: a look holds the
    // recorder, for which its callers wait.
    let mayLook = Self.looks.withLock { looks in
      let look = looks[copy.path, default: Look()]
      if look.isGoingOn || now < look.nextSeconds { return false }
      looks[copy.path, default: Look()].isGoingOn = true
      return true
    }
    if !mayLook { return nil }
    var nextSeconds = 0.0
    defer { Self.looks.withLock { $0[copy.path] = Look(nextSeconds: nextSeconds) } }
    do throws(LogError) {
      // The first time it asks for all that the copy may lack.
      var asks = !hasLooked
      if !asks { asks = try recorder.homeHasNews(waitingSeconds: Self.patienceSeconds) }
      if asks { try recorder.pull() }
      (hasLooked, isOutOfReach) = (true, false)
      copy.notePulled()
      return nil
    } catch {
      guard error.code == .ioFailed || error.code == .locked else { throw error }
      let end = fileSystem.monotonicSeconds()
      nextSeconds = end + max(Double(Self.longPauseMilliseconds) / 1000, 3 * (end - now))
      nextLookSeconds = nextSeconds
      defer { isOutOfReach = true }
      return isOutOfReach ? nil : "\(error.message); \(copy.age)"
    }
  }

  private var wasLookedAtByOthers: Bool {
    guard let time = fileSystem.writtenAt(copy.paths.pulled) else { return false }
    let age = SystemClock().now().milliseconds - time.milliseconds
    return (0..<Int64(Self.pauseMilliseconds) * 3 / 4).contains(age)
  }
}

extension EventLog {
  /// Returns the events of a copy as `follow(after:)` does, and takes what is new in the home of the log into
  /// the copy meanwhile, five times a second.
  ///
  /// - Parameter recorder: one of this log, whose options reach homes.
  public func follow(
    after sequence: SequenceNumber = .zero, pulling recorder: Recorder
  ) -> TailedEvents {
    let poll = Mutex<HomePoll?>(nil)
    return TailedEvents(path: path, sequence: sequence) { [path] () throws(LogError) in
      try poll.withLock { (poll) throws(LogError) in
        if poll == nil { poll = try HomePoll(of: path, by: recorder) }
        _ = try poll?.lookIfDue()
      }
    }
  }
}
