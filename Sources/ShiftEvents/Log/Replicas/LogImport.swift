/// Takes recorded lines of one copy of a log into another, byte for byte.
///
///     let copy = try LogImport(from: "events.jsonl", into: "copy.jsonl", creating: true)
///     let report = try copy.run()
///
/// Lines that the copy has are compared with its own and passed over, so an import may be repeated, by
/// an object of its own each time, and may begin anywhere. Lines behind them are checked as a reader checks them, with their hashes, and go in
/// batch by batch, synced and acknowledged as a writer's. A line that differs from the copy's is a fork:
/// nothing of it is taken.
public final class LogImport {
  /// The result of an import so far.
  public struct Report: Hashable, Sendable {
    /// The number of events that were added.
    public internal(set) var taken = 0
    /// The number of events that the copy had already.
    public internal(set) var known = 0
    /// The last event of the copy.
    public internal(set) var sequence = SequenceNumber.zero
    /// The hash of that event.
    public internal(set) var hash = Digest.zero
  }

  /// The result so far.
  public private(set) var report = Report()
  /// Receives, a sentence each, what was noticed and mended in the copy.
  public var onNotice: (String) -> Void = { _ in }
  /// Receives, a sentence each, the questions that the source leaves open.
  package var onSourceNotice: (String) -> Void = { _ in }
  /// Called when what was taken is acknowledged and the input has nothing more for the moment.
  package var onPause: () throws(LogError) -> Void = {}
  /// Receives the events of a block, the bytes read so far, and the bytes of the input.
  package var onProgress: (Int, UInt64, UInt64?) -> Void = { _, _, _ in }

  private let input: LogInput
  private let file: LogFile
  private let writer: LogWriter
  private var lines: ImportedLines
  /// The place in the copy behind the last line that was compared or written.
  private var place: (sequence: Int, offset: UInt64)?
  private var uncommittedBytes = 0
  /// The events that the source lost, behind the lines that it has.
  private var lackedOfSource: Finding?

  /// The bytes that one sync is made for while more input is there.
  private static let bytesBetweenSyncs = 32 << 20

  /// Opens both.
  ///
  /// - Parameters:
  ///   - source: a log, or `-` for standard input.
  ///   - creating: whether the copy is made where there is none.
  public init(
    from source: String, into path: String, creating: Bool = false, lockTimeoutSeconds: Double = 10
  ) throws(LogError) {
    let fileSystem = PosixFileSystem()
    do throws(LogError) { input = try LogInput(source, fileSystem) } catch {
      throw error.code == .notFound
        ? LogError(.notFound, "there is no file \(source) to import", path: source) : error
    }
    if creating {
      do throws(LogError) { try LogFile.create(path, fileSystem) } catch {
        if error.code != .alreadyExists || error.path != path { throw error }
      }
    }
    file = try LogFile.open(path, as: nil, fileSystem)
    try file.requireLog()
    if let mark = try HomeMark.read(file.paths) {
      throw LogError(
        .notPermitted,
        "\(file.paths.log) is a copy of a log that lives in \(mark.address): its lines come from there. "
          + "Use: eventlog-tool pull \(shellWord(file.paths.log))", path: file.paths.log)
    }
    writer = try LogWriter(file, lockTimeoutSeconds: lockTimeoutSeconds)
    lines = ImportedLines(of: source)
  }

  /// Takes all lines of the input until it ends.
  ///
  /// - Throws: `LogError`; `damaged` and `forked` name the line of the input. Whole batches before it
  ///   are in the copy.
  @discardableResult
  public func run() throws(LogError) -> Report {
    do throws(LogError) {
      try readAll()
    } catch {
      // What went in before the fault stays, and is acknowledged.
      if error.code == .damaged || error.code == .forked { try commit() }
      throw error
    }
    try commit()
    return report
  }

  // MARK: - Reading

  private func readAll() throws(LogError) {
    // Of a log nothing is taken that it may lose again.
    let source = try input.readableEnd(from: .empty)
    source.warnings.forEach(onSourceNotice)
    lackedOfSource = source.damage
    if let lackedOfSource, source.isOtherHistory { throw lackedOfSource.error(of: input.path) }
    let totalBytes = source.lengthBytes
    let reader = input.blocks(upTo: totalBytes)
    let helpers = helperCount(forBytes: totalBytes ?? .max)
    let decode = { DecodedLines($0, lengthBytes: $1, at: $2, .chain) }
    while true {
      // What a pipe brings slowly is taken as it comes; what has piled up by several threads.
      if try !take(try reader.next().worked(decode), totalBytes) { return }
      if !input.hasInput() {
        try commit()
        try onPause()
        continue
      }
      let pipeline = reader.working(helpers: helpers, while: input.hasInput, decode)
      while let next = try pipeline.next() {
        if try !take(next, totalBytes) { return }
      }
    }
  }

  /// Takes the next piece of the input; false at its end.
  private func take(
    _ piece: LogBlockReader.Worked<DecodedLines>, _ totalBytes: UInt64?
  ) throws(LogError) -> Bool {
    let (block, decoded) = piece
    switch block.content {
    case .lines(let bytes, let lengthBytes):
      guard let decoded else { return true }
      let fault = lines.take(decoded, in: bytes, lengthBytes: lengthBytes, at: block.offset)
      if let batches = lines.takeBatches() { try put(batches) }
      if let fault { throw fault }
      onProgress(lines.count, block.offset + UInt64(lengthBytes), totalBytes)
      if uncommittedBytes >= Self.bytesBetweenSyncs { try commit() }
      return true
    case .tooLong: throw lines.damaged(.json, Finding.tooLong, at: block.offset)
    case .half: throw lines.damaged(.json, "the input ends inside this line", at: block.offset)
    case .end:
      if let lackedOfSource { throw lackedOfSource.error(of: input.path) }
      if let fault = lines.unfinishedBatch { throw fault }
      return false
    }
  }

  // MARK: - Writing

  /// Acknowledges what the copy has.
  private func commit() throws(LogError) {
    uncommittedBytes = 0
    if writer.end == nil {
      note(try writer.lock())
      writer.unlock()
    }
    guard let end = writer.end else { return }
    try writer.commit(upTo: end)
  }

  private func note(_ found: TailReport) {
    found.notices.forEach(onNotice)
    report.sequence = SequenceNumber(Int(found.end.sequence))
    report.hash = found.end.hash
  }

  /// Compares batches with what the copy has, and adds what it has not.
  private func put(_ batches: ImportedLines.Batches) throws(LogError) {
    let found = try writer.lock()
    defer { writer.unlock() }
    note(found)
    let end = found.end
    let last = Int(end.sequence)
    if batches.first > last + 1 { throw gap(from: last + 1, to: batches.first - 1, batches) }
    let knownBytes = try compare(batches, upTo: end)
    let known = max(0, min(batches.last, last) - batches.first + 1)
    report.known += known
    place = (
      min(batches.last, max(last, batches.first - 1)), (place?.offset ?? 0) + UInt64(knownBytes)
    )
    if batches.last <= last { return }
    if known == 0, let opening = batches.opening { try requireContinuation(opening, of: end) }
    let bytes = knownBytes == 0 ? batches.bytes : Array(batches.bytes[knownBytes...])
    let newEnd = try writer.append(
      bytes, sequence: UInt64(batches.last), hash: batches.hash,
      firstHash: last == 0 ? lines.firstHash : end.firstHash)
    place = (batches.last, newEnd.lengthBytes)
    report.taken += batches.last - last
    (report.sequence, report.hash) = (SequenceNumber(batches.last), batches.hash)
    uncommittedBytes += bytes.count
  }

  /// Returns how many of the bytes the copy has; throws at the first line that differs.
  private func compare(_ batches: ImportedLines.Batches, upTo end: LogEnd) throws(LogError) -> Int {
    if place?.sequence != batches.first - 1 {
      let own = LogLines(file: file.file, endBytes: end.lengthBytes)
      let position = try own.position(after: SequenceNumber(batches.first - 1))
      place = (Int(position.end.sequence), position.end.lengthBytes)
    }
    guard let place, batches.first <= Int(end.sequence) else { return 0 }
    let count = Int(min(UInt64(batches.bytes.count), end.lengthBytes - place.offset))
    let own = try file.file.bytes(at: place.offset, count: count)
    let theirs = batches.bytes[..<own.count]
    if own.count == count, areEqual(theirs, own[...]) { return count }
    let difference = zip(theirs, own).prefix { $0 == $1 }.count
    throw fork(at: difference, in: batches)
  }

  // MARK: - Forks

  /// The first line of an input that begins behind the copy's end must continue the copy's last line.
  private func requireContinuation(
    _ opening: ImportedLines.Opening, of end: LogEnd
  ) throws(LogError) {
    if opening.link.hash(after: end.hash) != opening.link.stated {
      throw forked(
        "event \(opening.sequence) does not continue event \(end.sequence) of \(file.paths.log)",
        line: 1, at: 0, column: 1)
    }
    let own = LogLines(file: file.file, endBytes: end.lengthBytes)
    let lastTime = try own.position(after: SequenceNumber(Int(end.sequence))).lastTime
    if let lastTime, opening.time < lastTime {
      throw lines.damaged(
        .time,
        "the line's time \(opening.time) is before \(lastTime), the time of event "
          + "\(end.sequence) of \(file.paths.log)", line: 1, at: 0)
    }
  }

  private func gap(from first: Int, to last: Int, _ batches: ImportedLines.Batches) -> LogError {
    let missing = first == last ? "event \(first) is" : "events \(first) to \(last) are"
    var error = forked(
      "\(missing) missing between \(file.paths.log), which ends at event \(first - 1), and this line",
      line: batches.inputLine, at: batches.offset, column: 1)
    error.remedy =
      "import from there: eventlog-tool log --after \(first - 1) SOURCE | eventlog-tool import - -f "
      + shellWord(file.paths.log)
    return error
  }

  private func fork(at difference: Int, in batches: ImportedLines.Batches) -> LogError {
    let before = batches.bytes[..<difference]
    let lineStart = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    let index = before.count { $0 == UInt8(ascii: "\n") }
    return forked(
      "event \(batches.first + index) is another one than in \(file.paths.log): the logs part here",
      line: batches.inputLine + UInt64(index), at: batches.offset + UInt64(lineStart),
      column: difference - lineStart + 1)
  }

  private func forked(_ message: String, line: UInt64, at offset: UInt64, column: Int) -> LogError {
    let damage = Finding(.hash, line: line, offset: offset, message: message, column: column)
    var error = LogError(
      .forked, "\(input.path):\(line): \(message)", path: input.path, damage: damage)
    error.remedy =
      "nothing from there on was taken; see what each has: eventlog-tool log \(shellWord(file.paths.log))"
    return error
  }
}
