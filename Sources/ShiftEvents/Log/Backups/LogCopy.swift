/// The reading side of a backup: the lines of a log as they are copied, and what follows from them.
final class LogCopy {
  private let log: String
  private let paths: LogPaths
  private var reader: LogReader
  /// True once lines are read that the head does not name, as an earlier backup has them.
  private var isBehindHead = false
  private let home: String?
  /// The length of that part of an earlier backup which is compared with the log.
  private var comparedBytes: UInt64 = 0
  private var tree = MerkleTree()
  private var commitments = Commitments()
  private var name = LogName.ofEmptyLog

  /// Opens a log.
  ///
  /// - Throws: `LogError`, also where a head or names are there and cannot be read.
  init(_ log: String) throws(LogError) {
    self.log = log
    // Before the end and behind it: an event takes away the line of an earlier one.
    let first = (try? LogInput(log).paths).flatMap { try? PeopleFile.lines($0) }
    reader = try LogReader(reading: log, checksChain: true)
    (remarks, head, mayHaveNames) = (reader.warnings, reader.head, reader.mayHaveNames)
    guard let paths = reader.place.1 else {
      throw LogError(.notRegularFile, "\(log) is not a file; a backup is made of one", path: log)
    }
    self.paths = paths
    _ = try SideFile.contents(of: paths.head, paths.fileSystem)
    let names = try PeopleFile.lines(paths)
    early = mayHaveNames ? names.behind(first ?? PeopleLines()) : PeopleLines()
    home = try HomeMark.read(paths)?.address
  }

  /// The doubts that the reading leaves, a sentence each.
  let remarks: [String]
  let head: AcknowledgedEnd.State?
  private let mayHaveNames: Bool
  /// The lines about people at the end; a later event may take them away while the log is read.
  private let early: PeopleLines

  /// The checkpoint of what was copied.
  var checkpoint: Checkpoint { Checkpoint(of: tree, origin: name.description) }

  /// The bytes that are compared or written at once.
  private static let portionBytes = 1 << 20

  /// Writes the lines up to the acknowledged end behind those that an earlier run wrote, with which the first are
  /// compared. After an error only the earlier ones stand there.
  func write(
    _ files: BackupFiles, behind old: BackupMark?, _ progress: (Int, UInt64, UInt64?) -> Void
  ) throws(LogError) -> BackupMark {
    let path = files.path(BackupFiles.log)
    guard
      let file = try SideFile.open(
        path, old == nil ? [.write, .create] : [.write], paths.fileSystem, isOfLog: false)
    else {
      throw LogError(
        .forked, "\(path) is missing, so \(files.folder) is no whole backup", path: path)
    }
    let kept = old?.end.lengthBytes ?? 0
    comparedBytes = kept
    let lengthBytes = try file.status().lengthBytes
    if lengthBytes < kept {
      throw LogError(
        .forked,
        "\(path) is shorter than \(BackupMark.fileName) beside it says, so \(files.folder) is no whole backup. "
          + "It was left as it is; name another folder", path: path)
    }
    // Lines behind the mark that the head there knows are of a run that was killed, which has them from the log, or were
    // acknowledged to a writer there.
    if old != nil, let head = try AcknowledgedEnd.read(LogPaths(log: path)),
      let end = head.state(firstHash: nil).end, end.lengthBytes <= lengthBytes
    {
      comparedBytes = max(comparedBytes, end.lengthBytes)
    }
    var hasWritten = false
    // The mark is to end where an event of the log does, and to name that event.
    var isMarkSound = old?.ends(at: .empty) ?? true
    do throws(LogError) {
      var lines: [UInt8] = []
      var offset: UInt64 = 0
      while let event = try next() {
        if event.sequence.value == 1 { name = LogName(firstEvent: event) }
        if event.sequence.value % 4096 == 0 {
          progress(event.sequence.value, reader.progress.bytes, reader.progress.of)
        }
        tree.append(event)
        commitments.apply(event.event, unknownMembers: event.unknownMembers)
        unsafe event.line.withBytes { unsafe lines.append(contentsOf: $0) }
        lines.append(UInt8(ascii: "\n"))
        if let old, !isMarkSound, reader.position.end.lengthBytes >= old.end.lengthBytes {
          // Before a byte is written.
          isMarkSound = old.ends(at: reader.position.end)
          if !isMarkSound {
            try compare(lines, at: offset, file, with: old)
            throw BackupMark.damaged(in: files.folder)
          }
        }
        if lines.count >= Self.portionBytes {
          try put(&lines, at: &offset, file, behind: old, &hasWritten)
        }
      }
      try put(&lines, at: &offset, file, behind: old, &hasWritten)
      try reader.requireUnchanged()
      let end = reader.position.end
      if let old, old.end.lengthBytes > end.lengthBytes {
        throw refusal(
          "it has \(old.end.sequence) events, and \(log) has \(end.sequence)", old, path)
      }
      if comparedBytes > end.lengthBytes { throw stray(Int(end.sequence) + 1, path) }
      try cut(file, to: end.lengthBytes)
      try file.sync()
      return BackupMark(log: name.description, end: end, time: reader.position.lastTime, home: home)
    } catch {
      if hasWritten { try? cut(file, to: comparedBytes) }
      throw error
    }
  }

  /// Returns the next event up to the acknowledged end, and up to that of an earlier backup, which the head may have
  /// lost in a power cut.
  private func next() throws(LogError) -> RecordedEvent? {
    if !isBehindHead || reader.position.end.lengthBytes < comparedBytes,
      let event = try reader.next()
    {
      return event
    }
    guard !isBehindHead, reader.position.end.lengthBytes < comparedBytes else { return nil }
    isBehindHead = true
    reader = try LogReader(
      reading: log, after: reader.position, checksChain: true, looksBehindHead: true,
      paths.fileSystem)
    return try reader.next()
  }

  private func cut(_ file: OpenFile, to lengthBytes: UInt64) throws(LogError) {
    if try file.status().lengthBytes <= lengthBytes { return }
    try doing("shorten", file.path, paths.fileSystem.truncate(file.descriptor, to: lengthBytes))
  }

  /// Compares lines with what stands there already, and writes the others.
  private func put(
    _ lines: inout [UInt8], at offset: inout UInt64, _ file: OpenFile, behind old: BackupMark?,
    _ hasWritten: inout Bool
  ) throws(LogError) {
    let known = try compare(lines, at: offset, file, with: old)
    if known < lines.count {
      hasWritten = true
      try file.write(Array(lines[known...]), at: offset + UInt64(known))
    }
    offset += UInt64(lines.count)
    lines.removeAll(keepingCapacity: true)
  }

  /// Compares lines with what stands there already.
  ///
  /// - Returns: how many of their bytes do.
  @discardableResult
  private func compare(
    _ lines: [UInt8], at offset: UInt64, _ file: OpenFile, with old: BackupMark?
  ) throws(LogError) -> Int {
    let known = Int(min(UInt64(lines.count), max(comparedBytes, offset) - offset))
    if known > 0, let old {
      let there = try file.bytes(at: offset, count: known)
      if there != Array(lines[..<known]) {
        let line = lines[..<zip(lines, there).prefix { $0 == $1 }.count].count { $0 == 0x0A }
        let before = Int(reader.position.end.sequence) - lines.count { $0 == 0x0A }
        let event = before + line + 1
        throw event > old.end.sequence
          ? stray(event, file.path)
          : refusal("event \(event) is not the one of \(log)", old, file.path)
      }
    }
    return known
  }

  /// The error of an event behind the mark.
  private func stray(_ event: Int, _ path: String) -> LogError {
    LogError(
      .forked,
      "event \(event) of \(path), behind the end that \(BackupMark.fileName) names, is not one of \(log): somebody "
        + "appended it to the backup itself, or the log lost it. It was left as it is; name another folder",
      path: path)
  }

  private func refusal(_ reason: String, _ old: BackupMark, _ path: String) -> LogError {
    let folder = LogPaths(log: path).parent
    let what =
      old.log == name.description || name == .ofEmptyLog
      ? "\(folder) is no earlier backup of this log: \(reason)"
      : "\(folder) is a backup of another log, \(old.log); this one is \(name)"
    return LogError(.forked, "\(what). It was left as it is; name another folder", path: path)
  }

  /// The lines about people that fit what was copied: those beside the log, and those of an earlier backup that the
  /// log has lost.
  func people(_ earlier: PeopleLines) throws(LogError) -> (bytes: [UInt8], remarks: [String]) {
    // Read again, since lines may be copied behind the first end. Erased is also who was erased behind it.
    let own = mayHaveNames ? try PeopleFile.lines(paths).behind(early) : PeopleLines()
    var later = commitments
    let rest = try LogReader(
      reading: log, after: reader.position, passesHead: true, paths.fileSystem)
    while let event = try? rest.next() {
      later.apply(event.event, unknownMembers: event.unknownMembers)
    }
    let known = commitments
    func count(lackedBy lines: PeopleLines) -> Int {
      known.nameCount {
        !later.isErased($0) && lines.person($0, committedTo: known[$0]) == nil
      }
    }
    let lost = count(lackedBy: own)
    let all = PeopleLines(parsing: earlier.bytes + own.bytes)
    let missing = count(lackedBy: all)
    func lacks(_ count: Int) -> String {
      "\(paths.people) lacks \(count) \(count == 1 ? "name" : "names")"
    }
    var remarks: [String] = []
    if lost > missing {
      remarks.append("\(lacks(lost - missing)) that the earlier backup has: the backup keeps them")
    }
    if missing > 0 { remarks.append(lacks(missing)) }
    let bytes = all.bytes(
      keeping: { later.isErased($0) ? nil : known[$0] }, sparing: known.spared(later))
    return (bytes, remarks)
  }
}
