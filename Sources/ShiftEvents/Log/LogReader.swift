/// A cursor over the acknowledged events of a log, oldest first.
///
/// It takes no lock and writes nothing. It stops at the acknowledged end, or, where no head tells
/// it, at the end of the last complete batch; a half line there is a write in flight.
public final class LogReader {
  /// The log's path as it was given, `-` for standard input.
  public let path: String
  /// Whether the head file said where the acknowledged events end.
  public let hasHead: Bool
  /// The bytes read so far, and those there are to read where that is known.
  public var progress: (bytes: UInt64, of: UInt64?) { (cursor.passed.lengthBytes, limit) }

  private var cursor: EventCursor
  private let input: LogInput
  private let limit: UInt64?
  /// Events of a batch whose last line has not been seen, then of the batch to give out.
  private var held: [RecordedEvent] = []
  private var nextHeld = 0

  /// Opens a log for reading; `-` is standard input.
  ///
  /// - Parameter position: where an earlier reading of the same log came to.
  /// - Throws: `LogError` with the code `replaced` where the log does not hold what was read then.
  public convenience init(
    reading path: String, after position: LogPosition = .start
  ) throws(LogError) {
    try self.init(reading: path, after: position, PosixFileSystem())
  }

  package init(
    reading path: String, after position: LogPosition = .start, _ fileSystem: any FileSystem
  ) throws(LogError) {
    self.path = path
    givenOut = PassedEvents(from: position.end, lastTime: position.lastTime)
    do throws(LogError) { input = try LogInput(path, fileSystem) } catch {
      guard error.code == .notFound else { throw error }
      throw LogError(
        .notFound,
        "there is no log at \(path); name one with -f, or make one with: eventlog-tool "
          + "init \(path)", path: path, errorNumber: error.errorNumber)
    }
    let length = try input.lengthBytes()
    let frontier = try Self.frontier(input, lengthBytes: length)
    hasHead = frontier != nil
    let end = frontier?.lengthBytes ?? length
    try Self.require(position.end, in: input)
    // A head may be behind what was read; then there is nothing new.
    limit = end.map { max($0, position.end.lengthBytes) }
    let lengthToRead = (limit ?? 0) - min(limit ?? 0, position.end.lengthBytes)
    cursor = EventCursor(
      input.blocks(from: position.end.lengthBytes, upTo: limit), path: path, from: position.end,
      lastTime: position.lastTime, helpers: LogBlockReader.helpers(forBytes: lengthToRead))
  }

  /// Throws where the log no longer has the line that ends at the frontier.
  private static func require(_ frontier: Frontier, in input: LogInput) throws(LogError) {
    if frontier.lengthBytes == 0 { return }
    if try input.damage(at: frontier, check: .strict()) != nil {
      throw LogError(
        .replaced,
        "\(input.path) no longer holds what was read of it; it was replaced or shortened",
        path: input.path)
    }
  }

  /// Where the reading has come to: the event given out last. A later one can go on from there.
  public var position: LogPosition {
    hasHead ? cursor.passed.position : givenOut.position
  }

  /// The events given out, where the cursor may be ahead of them.
  private var givenOut: PassedEvents

  /// The acknowledged end by the head file; `nil` where there is none that counts.
  private static func frontier(
    _ input: LogInput, lengthBytes: UInt64?
  ) throws(LogError) -> Frontier? {
    // A head that cannot be read is none; writers say what is wrong with it.
    guard let lengthBytes, let state = try? input.head(check: .strict()),
      case .valid(let frontier, let isSynced) = state
    else { return nil }
    if frontier.lengthBytes > lengthBytes {
      // A head that no sync stands behind promises nothing that a crash could break.
      if !isSynced { return nil }
      let damage = Damage(
        .short, line: frontier.sequence, offset: lengthBytes,
        message: "the log ends at byte \(lengthBytes), and event \(frontier.sequence) was "
          + "acknowledged up to byte \(frontier.lengthBytes)")
      throw .damaged(damage, input.path, remedy: "see: eventlog-tool verify \(input.path)")
    }
    if let damage = try input.damage(at: frontier, check: .strict()) {
      throw .damaged(damage, input.path, remedy: "see: eventlog-tool verify \(input.path)")
    }
    // The record that does not read may be the later one: then whole batches count, as without a
    // head. Looked at again, since a writer may have been writing it just then.
    return input.hasSpoiltHead() ? nil : frontier
  }

  /// The people that the file beside the log tells of now; nobody where there is none.
  package func people() throws(LogError) -> People {
    guard let paths = input.paths else { return People() }
    return try PeopleFile.people(paths, input.fileSystem)
  }

  /// Lines that were read, to be read again one by one.
  func lines(upTo end: Frontier) -> LogLines {
    LogLines(path: path, end: end) { [input] in input.blocks(from: $0, upTo: $1) }
  }

  /// Throws where the log was shortened or replaced while it was read.
  public func requireUnchanged() throws(LogError) {
    try input.requireUnchanged(readTo: cursor.passed.lengthBytes)
  }

  /// The next event, or `nil` at the end.
  ///
  /// - Throws: `LogError`; `damaged` names the line and its byte offset.
  public func next() throws(LogError) -> RecordedEvent? {
    // Up to the acknowledged end every batch is complete.
    if hasHead { return try cursor.next() }
    guard let event = try nextOfCompleteBatch() else { return nil }
    givenOut.pass(event)
    return event
  }

  private func nextOfCompleteBatch() throws(LogError) -> RecordedEvent? {
    if nextHeld < held.count { return takeHeld() }
    guard let event = try cursor.next() else { return nil }
    if event.isLastOfBatch { return event }
    held = [event]
    nextHeld = 0
    while held.last?.isLastOfBatch == false {
      guard let next = try cursor.next() else {
        held = []
        return nil
      }
      held.append(next)
    }
    return takeHeld()
  }

  private func takeHeld() -> RecordedEvent {
    let event = held[nextHeld]
    nextHeld += 1
    if nextHeld == held.count { (held, nextHeld) = ([], 0) }
    return event
  }
}

/// How far a reading of a log has come.
public struct LogPosition: Hashable, Sendable {
  package var end: Frontier
  package var lastTime: Timestamp?

  /// Before the first event.
  public static let start = LogPosition(end: .empty, lastTime: nil)

  /// The last event that was read, 0 before the first.
  public var sequence: Sequence { Sequence(Int(end.sequence)) }
}
