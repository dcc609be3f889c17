/// Makes a log from a backup, or from any copy of a log and its folder, in whatever order the two were copied.
///
/// The longest run of whole, sound batches becomes the log, with a head for exactly that and the names that fit it. A
/// copy that ends before its head says is *short*: acknowledged events are missing. Any other difference is damage.
package struct LogRestore {
  package struct Report: Hashable, Sendable {
    package var end: LogEnd
    /// The time of the last event, and the zone of the workplace then.
    package var time: Timestamp?
    package var zone = Zone.utc
    /// The last event that the copy's head knew of; `nil` where it had no head that can be read.
    package var acknowledged: UInt64?
    /// The number of people whose names are kept.
    package var people = 0
    /// The number of people whose names the log commits to and the copy lacks.
    package var namesMissing = 0
    /// The bytes of the copy behind the log's end.
    package var leftOffBytes: UInt64 = 0
    /// The home that the log is a copy of, and one that it was taken away from.
    package var home: String?
    package var formerHome: String?

    /// The number of acknowledged events that the log does not have.
    package var lost: UInt64 { acknowledged.map { $0 > end.sequence ? $0 - end.sequence : 0 } ?? 0 }
  }

  /// A copy that a log can be made from.
  package struct Source: Sendable {
    package let log: String
    /// The end of a backup; `nil` of another copy.
    let mark: BackupMark?
    /// The names before the mark, or the head, is read: a later run of a backup, or an event, takes some away.
    let names: PeopleLines

    package init(log: String) { self.init(log: log, nil, Self.names(of: log)) }

    private init(log: String, _ mark: BackupMark?, _ names: PeopleLines) {
      (self.log, self.mark, self.names) = (log, mark, names)
    }

    /// The backup in a folder; `nil` if it is none.
    package init?(backupIn folder: String) throws(LogError) {
      let log = "\(folder)/\(BackupFiles.log)"
      let names = Self.names(of: log)
      guard let mark = try BackupMark.read(in: folder) else { return nil }
      self.init(log: log, mark, names)
    }

    private static func names(of log: String) -> PeopleLines {
      (try? LogInput(log).paths).flatMap { try? PeopleFile.lines($0) } ?? PeopleLines()
    }
  }

  /// The choices of an operator.
  package struct Options {
    /// The last event to make the log of, whatever stands behind it.
    package var last: UInt64?
    /// True to make a log of its own of one that lives in a home.
    package var leavesHome = false
    package var lockTimeoutSeconds = 10.0

    package init() {}
  }

  /// The logs in a folder, by name.
  package static func logs(in folder: String) throws(LogError) -> [String] {
    let fileSystem = PosixFileSystem()
    let names = try reaching("look into", folder, fileSystem.list(folder))
    return names.sorted().map { "\(folder)/\($0)" }.filter { path in
      guard let status = try? fileSystem.status(at: path), status.kind == .regular,
        let signature = (try? LogInput(path).signature()) ?? nil
      else { return false }
      let hasFolder = (try? fileSystem.status(at: path + ".d"))?.kind == .directory
      return signature.holdsLog || signature == .empty && hasFolder
    }
  }

  private let source: Source
  private let options: Options
  private let input: LogInput
  private let copied: LogPaths
  private let target: LogPaths
  private let fileSystem = PosixFileSystem()

  /// Makes the log at a path where there is none.
  package static func run(
    _ source: Source, to path: String, _ options: Options
  ) throws(LogError) -> Report {
    let input = try LogInput(source.log)
    guard let copied = input.paths else {
      throw LogError(.notRegularFile, "\(source.log) is not a file", path: source.log)
    }
    return try LogRestore(
      source: source, options: options, input: input, copied: copied, target: LogPaths(log: path)
    ).run()
  }

  private func run() throws(LogError) -> Report {
    let mark = options.leavesHome ? nil : try HomeMark.read(copied)
    let home = source.mark?.home ?? mark?.address
    let former = source.mark?.home ?? (try? HomeMark.read(copied))?.address
    // The head first: lines that come meanwhile are behind it.
    var head: AcknowledgedEnd?
    do throws(LogError) { head = try AcknowledgedEnd.read(copied) } catch {
      // A disk that fails, or too many open files, say nothing of it.
      if error.code == .ioFailed { throw error }
    }
    let early = try names().behind(source.names)
    let file = try begin()
    let placed: Report
    var made: [String] = []
    do throws(LogError) {
      var report = try copy(to: file, head, early, &made)
      report.formerHome = options.leavesHome ? former : nil
      if !options.leavesHome, let home {
        report.home = home
        let first = report.end.sequence == 0 ? Digest.zero : report.end.firstHash
        try requireOwnPlace(file)
        try HomeMark(address: home, firstHash: first).write(target)
        made.append(target.home)
      }
      try putInPlace(file)
      placed = report
    } catch {
      // Where another has made a log there, what it has put beside it is not ours; else all of it may be half written.
      let names = [target.head, target.people, target.home]
      let own =
        error.code == .alreadyExists ? made : names + names.map { $0 + SideFile.temporarySuffix }
      remove(file, and: own)
      throw error
    }
    do throws(LogError) {
      try fileSystem.syncNames(in: target.folder)
      try fileSystem.syncNames(in: target.parent)
    } catch {
      throw LogError(
        .ioFailed,
        "\(target.log) is there and whole, but its name may not outlast a power failure: \(error.message). "
          + "After the disk was seen to: sync, and eventlog-tool verify \(shellWord(target.log))",
        path: target.log, errorNumber: error.errorNumber)
    }
    return placed
  }

  // MARK: - The place

  /// Makes the folder and, in it, the file that becomes the log.
  private func begin() throws(LogError) -> OpenFile {
    try requireFree()
    try target.makeFolder()
    guard let file = try SideFile.open(target.restoring, [.write, .create], fileSystem) else {
      throw .unreachable("make", target.restoring, .noEntry)
    }
    try file.lock(timeoutSeconds: options.lockTimeoutSeconds)
    do throws(LogError) {
      for name in [target.head, target.people, target.home] {
        try requireOwnPlace(file)
        try SideFile.clear(name, fileSystem)
      }
      try doing("shorten", target.restoring, fileSystem.truncate(file.descriptor, to: 0))
    } catch {
      if error.code == .alreadyExists { remove(file, and: []) }
      throw error
    }
    return file
  }

  /// Throws unless the folder is the one that this restore has begun in, and has no log yet.
  private func requireOwnPlace(_ file: OpenFile) throws(LogError) {
    if try file.currentStatus() == nil {
      throw LogError(
        .alreadyExists,
        "another restore was at work on \(target.log), or its folder was moved away; what is there was left alone. Try again",
        path: target.log)
    }
    try requireFree()
  }

  private func requireFree() throws(LogError) {
    let hasLog = (try? fileSystem.linkStatus(at: target.log)) != nil
    let hasFolder = (try? fileSystem.linkStatus(at: target.folder)) != nil
    // A run that was killed has left this file in the folder, or nothing at all.
    let isUnfinished =
      (try? fileSystem.linkStatus(at: target.restoring)) != nil
      || (try? fileSystem.list(target.folder))?.isEmpty == true
    if !hasLog, !hasFolder || isUnfinished { return }
    let free = (1...).lazy.map { "\(target.log).before\($0 == 1 ? "" : "\($0)")" }.first { name in
      [name, name + ".d"].allSatisfy { (try? fileSystem.linkStatus(at: $0)) == nil }
    }!
    var moves: [String] = []
    if hasLog { moves.append("mv \(shellWord(target.log)) \(shellWord(free))") }
    if hasFolder { moves.append("mv \(shellWord(target.folder)) \(shellWord(free + ".d"))") }
    throw LogError(
      .alreadyExists,
      "there is something at \(hasLog ? target.log : target.folder) already; it was left alone. This "
        + "moves it away: \(moves.joined(separator: " && "))", path: target.log)
  }

  private func putInPlace(_ file: OpenFile) throws(LogError) {
    try file.sync()
    try fileSystem.syncNames(in: target.folder)
    try requireOwnPlace(file)
    try reaching("put in place", target.log, fileSystem.rename(target.restoring, to: target.log))
  }

  /// Removes files that this restore has made, and its own last, unless its folder is another's by now.
  private func remove(_ file: OpenFile, and names: [String]) {
    if (try? file.currentStatus()) == nil { return }
    for name in names { try? fileSystem.remove(name) }
    // The last one: while it is there, the next run begins anew.
    try? fileSystem.remove(target.restoring)
    try? fileSystem.removeFolder(target.folder)
  }

  // MARK: - The lines

  private func copy(
    to file: OpenFile, _ head: AcknowledgedEnd?, _ early: PeopleLines, _ made: inout [String]
  ) throws(LogError) -> Report {
    var (lengthBytes, left) = (UInt64(0), source.mark?.end.lengthBytes ?? .max)
    while left > 0,
      case let bytes = try input.file.bytes(
        at: lengthBytes, count: Int(min(left, Self.portionBytes))), !bytes.isEmpty
    {
      try file.write(bytes, at: lengthBytes)
      lengthBytes += UInt64(bytes.count)
      left -= UInt64(bytes.count)
    }
    var commitments = Commitments()
    var report = Report(end: .empty)
    func scanned() throws(LogError) -> TailScan {
      try TailScan.scan(
        LogBlockReader(file, from: 0, upTo: lengthBytes), from: .empty, upTo: options.last ?? .max
      ) { event, _ in
        commitments.apply(event.event, unknownMembers: event.unknownMembers)
        report.time = event.time
        if let zone = event.event.timeZone { report.zone = zone }
      }
    }
    var scan = try scanned()
    if scan.lacksLineFeed {
      // An editor took it away. The event is whole.
      try file.write([UInt8(ascii: "\n")], at: lengthBytes)
      lengthBytes += 1
      scan = try scanned()
    }
    report.end = scan.complete
    // Behind the end of a backup, too, something may stand: of a run that was killed, or of a writer.
    let there =
      source.mark == nil ? lengthBytes : max(lengthBytes, try input.file.status().lengthBytes)
    report.leftOffBytes = there - scan.complete.lengthBytes
    report.acknowledged = try acknowledged(head, scan, file, lengthBytes)
    try doing(
      "shorten", file.path, fileSystem.truncate(file.descriptor, to: scan.complete.lengthBytes))
    let names = try names().behind(early)
    let all = try laterCommitments(lengthBytes)
    let people = names.bytes(
      keeping: { all?.isErased($0) == true ? nil : commitments[$0] },
      sparing: commitments.spared(all))
    report.people = people.count { $0 == UInt8(ascii: "\n") }
    report.namesMissing = commitments.nameCount { user in
      all?.isErased(user) != true && names.person(user, committedTo: commitments[user]) == nil
    }
    for (name, bytes) in [
      (target.people, people), (target.head, AcknowledgedEndRecord.fileBytes(telling: report.end)),
    ] {
      try requireOwnPlace(file)
      try SideFile.replace(name, with: bytes, in: target.folder, fileSystem)
      made.append(name)
    }
    return report
  }

  private static let portionBytes: UInt64 = 1 << 20

  /// Those of all events, also behind the last that is kept and of those that came meanwhile; `nil` where there are none.
  private func laterCommitments(_ lengthBytes: UInt64) throws(LogError) -> Commitments? {
    let now = try input.file.status().lengthBytes
    if options.last == nil, now <= lengthBytes { return nil }
    return try OperatorRecovery.commitments(of: input.file, upTo: now)
  }

  /// The names beside the copy. Where a writer renamed the file just then, `tar` has two names of it.
  private func names() throws(LogError) -> PeopleLines {
    let bytes = try SideFile.contents(of: copied.people, copied.fileSystem)
    return PeopleLines(parsing: bytes ?? [])
  }

  /// The last event that the copy's head knows of; `nil` without a head.
  ///
  /// - Throws: `LogError` with the code `damaged` where the lines are not what it knows.
  private func acknowledged(
    _ head: AcknowledgedEnd?, _ scan: TailScan, _ file: OpenFile, _ lengthBytes: UInt64
  ) throws(LogError) -> UInt64? {
    let state = head?.state(firstHash: scan.last.identity) ?? .lost(.missing)
    let end = source.mark?.end ?? state.end
    if let last = options.last {
      try require(last, scan)
      return end?.sequence
    }
    if scan.last.sequence == 0, lengthBytes > 0, case .foreign(let cause)? = try input.signature() {
      throw damaged(
        Finding(.json, line: 1, offset: 0, message: cause.message(of: source.log), column: 1), scan)
    }
    guard let end else {
      if let damage = scan.damage(behind: nil) { throw damaged(damage, scan) }
      if state != .lost(.foreign) { return nil }
      let message = "the head beside it is that of another log"
      throw damaged(Finding(.hash, line: 1, offset: 0, message: message), scan)
    }
    if scan.complete.lengthBytes >= end.lengthBytes {
      if let damage = try LineProbe(file).damage(at: end, isOfHead: true) {
        throw damaged(.otherThanAcknowledged(end, at: damage), scan)
      }
      return end.sequence
    }
    guard try soundLengthBytes(file, lengthBytes) < end.lengthBytes, scan.fault == nil else {
      throw damaged(scan.damage(lacking: end, lengthBytes, line: nil), scan)
    }
    return end.sequence
  }

  /// The length without zero bytes at the end, which a disk may leave where lines never came to it.
  private func soundLengthBytes(_ file: OpenFile, _ lengthBytes: UInt64) throws(LogError) -> UInt64
  {
    var end = lengthBytes
    while end > 0 {
      let count = min(end, 64 << 10)
      let bytes = try file.bytes(at: end - count, count: Int(count))
      if let last = bytes.lastIndex(where: { $0 != 0 }) { return end - count + UInt64(last) + 1 }
      end -= count
    }
    return 0
  }

  private func require(_ last: UInt64, _ scan: TailScan) throws(LogError) {
    if scan.last.sequence >= last { return }
    throw LogError(
      .noSuchEnd,
      "\(source.log) has sound lines only up to event \(scan.last.sequence), and whole batches up to event "
        + "\(scan.complete.sequence); nothing was made", path: source.log)
  }

  private func damaged(_ damage: Finding, _ scan: TailScan) -> LogError {
    let kept = scan.complete.sequence
    return .damaged(
      damage, source.log,
      remedy:
        "nothing was made; take another copy, or make a log of the events up to \(kept): --to \(kept)"
        + (damage.leavesEarlierLinesOpen
          ? ", once a checkpoint or a hash that was kept elsewhere has vouched for them" : ""))
  }
}
