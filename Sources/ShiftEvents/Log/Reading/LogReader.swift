/// A cursor over the acknowledged events of a log, oldest first.
///
/// `EventLog.events(after:)` returns one. It takes no lock and writes nothing. It stops at the acknowledged end, or, where no head tells
/// it, at the end of the last complete batch; a half line there is a write in flight.
public final class LogReader {
  /// The log's path as it was given, `-` for standard input.
  public let path: String
  /// True if the head file said where the acknowledged events end.
  public var hasHead: Bool { end.acknowledged != nil }
  /// The questions that the answer leaves open, a sentence each: lines that nobody acknowledged, a folder that may not
  /// be looked into.
  public var warnings: [String] { end.warnings }
  /// The answer of the head file; `nil` for a log that is empty and has no folder yet.
  package var head: AcknowledgedEnd.State? { end.head }
  /// The fault behind which nothing is read, where the head told of one.
  package var damage: Finding? { end.damage }
  /// The bytes read so far, and those there are to read where that is known.
  public var progress: (bytes: UInt64, of: UInt64?) {
    (cursor.position.lengthBytes, end.lengthBytes)
  }
  /// The first event that was left out, where a scope was given.
  package var cut: (time: Timestamp, isInsideBatch: Bool)? { cursor.cut }

  private var cursor: EventCursor
  private let input: LogInput
  private var end: ReadableEnd

  /// Opens a log for reading; `-` is standard input.
  ///
  /// If the log does not hold what was acknowledged, the events before the first fault can be read;
  /// then `next` throws.
  ///
  /// - Parameters:
  ///   - position: where an earlier reading of the same log came to.
  ///   - checksChain: whether each line's bytes must give the hash that it states.
  ///   - passesHead: true to read all whole batches, those that nobody acknowledged yet included, whatever the head says.
  ///   - looksBehindHead: true for the same of a log that holds what its head names: a power cut may have taken that back.
  /// - Throws: `LogError` with the code `replaced` where the log does not hold what was read then.
  package init(
    reading path: String, after position: LogPosition = .start, checksChain: Bool = false,
    passesHead: Bool = false, looksBehindHead: Bool = false,
    _ fileSystem: any FileSystem = PosixFileSystem()
  ) throws(LogError) {
    self.path = path
    input = try Self.open(path, fileSystem)
    try Self.require(position.end, in: input)
    end =
      passesHead
      ? ReadableEnd(lengthBytes: try input.lengthBytes())
      : try input.readableEnd(from: position.end, looksBehindHead: looksBehindHead)
    // A head may be behind what was read; then there is nothing new.
    end.lengthBytes = end.lengthBytes.map { max($0, position.end.lengthBytes) }
    cursor = EventCursor(
      input.blocks(from: position.end.lengthBytes, upTo: end.lengthBytes), path: path,
      from: position.end, lastTime: position.lastTime, checksChain: checksChain)
  }

  private static func open(
    _ path: String, _ fileSystem: any FileSystem
  ) throws(LogError) -> LogInput {
    do throws(LogError) { return try LogInput(path, fileSystem) } catch {
      throw error.code == .notFound ? .noLog(path, error, fileSystem) : error
    }
  }

  /// Throws where the log no longer has the line that ends at the frontier.
  package static func require(_ frontier: LogEnd, of path: String) throws(LogError) {
    try require(frontier, in: open(path, PosixFileSystem()))
  }

  private static func require(_ frontier: LogEnd, in input: LogInput) throws(LogError) {
    if frontier.lengthBytes == 0 { return }
    if try input.damage(at: frontier) != nil {
      throw LogError(
        .replaced,
        "\(input.path) no longer holds what was read of it; it was replaced or shortened",
        path: input.path)
    }
  }

  /// The place that the reading has come to: the event given out last. A later one can continue there.
  public var position: LogPosition { cursor.position.logPosition }

  /// The place behind an event, or the end of a log that ends before it; `nil` of a pipe.
  func position(behind sequence: SequenceNumber) throws(LogError) -> LogPosition? {
    try end.lengthBytes.map { (endBytes) throws(LogError) in
      try lines(upTo: endBytes).position(after: sequence)
    }
  }

  /// The lines about people beside the log, as they are now; none where there is no such file.
  package func peopleLines(knowing earlier: PeopleLines? = nil) throws(LogError) -> PeopleLines {
    guard let paths = input.paths, end.mayTellNames else { return PeopleLines() }
    do throws(LogError) { return try PeopleFile.lines(paths, knowing: earlier) } catch {
      guard error.code == .notPermitted else { throw error }
      end.warnings.append("\(paths.people) may not be read: ids stand in the place of names")
      return PeopleLines()
    }
  }

  /// True if there is a file of names beside the log that counts.
  package var mayHaveNames: Bool { end.mayTellNames && input.paths?.hasPeople == true }

  /// The file system, and the paths of the log where it is a file.
  var place: (any FileSystem, LogPaths?) { (input.file.fileSystem, input.paths) }

  /// Lines that were read, to be read again one by one.
  func lines(upTo endBytes: UInt64) -> LogLines { LogLines(file: input.file, endBytes: endBytes) }

  /// An event that was read, by its line.
  package func event(
    at sequence: SequenceNumber, _ places: LineOffsets
  ) throws(LogError) -> RecordedEvent { try lines(upTo: .max).event(at: sequence, places) }

  /// The time of the last event there is to read, from a reader that has read nothing yet; `nil` of an empty log.
  ///
  /// - Complexity: linear in that event's bytes, where a head tells its end.
  package func lastTime() throws(LogError) -> Timestamp? {
    if let end = end.acknowledged { return try lines(upTo: end.lengthBytes).lastEvent()?.time }
    var last: Timestamp?
    while let event = try? next() { last = event.time }
    return last
  }

  /// Throws where the log was shortened or replaced while it was read.
  public func requireUnchanged() throws(LogError) {
    try input.requireUnchanged(readTo: cursor.position.lengthBytes)
  }

  /// The next event, or `nil` at the end.
  ///
  /// - Throws: `LogError`; `damaged` names the line and its byte offset.
  public func next() throws(LogError) -> RecordedEvent? {
    // Up to the acknowledged end every batch is complete.
    if hasHead { return try cursor.next() }
    return try next { _ in true }
  }

  /// Returns the next event; `nil` at the end, and before the first batch that has an event out of scope.
  package func next(
    while isInScope: (borrowing PlainEvent) -> Bool
  ) throws(LogError) -> RecordedEvent? {
    if let event = try cursor.next(while: isInScope) { return event }
    try requireSoundEnd()
    return nil
  }

  /// Hands over each event that `next(while:)` would return, with its block and at times some of those that
  /// come next, until `body` answers false, which must not ask the reader.
  ///
  /// - Returns: false at the end.
  package func forEach(
    while isInScope: (borrowing PlainEvent) -> Bool,
    _ body: (borrowing PlainEvent, LineBlock, _ ahead: Span<PlainEvent>) throws -> Bool
  ) throws -> Bool {
    if try cursor.forEach(while: isInScope, body) { return true }
    try requireSoundEnd()
    return false
  }

  /// Throws where the file is no log, or does not end as was acknowledged.
  package func requireSoundEnd() throws(LogError) {
    if !hasHead, let notALog = end.notALog, position.sequence == .zero, cursor.cut == nil {
      let damage = Finding(.json, line: 1, offset: 0, message: notALog.message(of: path), column: 1)
      throw .damaged(damage, path, remedy: "name a log")
    }
    if let damage = end.damage, cursor.cut == nil {
      throw damage.error(of: path)
    }
  }
}

extension Finding {
  /// The error for a reader of the log at `path` who comes as far as this.
  func error(of path: String) -> LogError {
    .damaged(
      self, path,
      remedy: "see: eventlog-tool verify \(shellWord(path))"
        + (adviceOnCopy(path).map { ". \($0)" } ?? ""))
  }
}
