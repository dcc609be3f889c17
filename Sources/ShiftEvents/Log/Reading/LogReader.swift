/// A cursor over the acknowledged events of a log, oldest first.
///
/// It takes no lock and writes nothing. It stops at the acknowledged end, or, where no head tells
/// it, at the end of the last complete batch; a half line there is a write in flight.
public final class LogReader {
  /// The log's path as it was given, `-` for standard input.
  public let path: String
  /// Whether the head file said where the acknowledged events end.
  public let hasHead: Bool
  /// What the answer leaves open, a sentence each: lines that nobody acknowledged, a folder that may not
  /// be looked into.
  public private(set) var warnings: [String]
  /// The bytes read so far, and those there are to read where that is known.
  public var progress: (bytes: UInt64, of: UInt64?) { (cursor.passed.lengthBytes, limit) }

  private var cursor: EventCursor
  private let input: LogInput
  private let limit: UInt64?
  /// A fault behind the bytes that are read, to be said when they are over.
  private let damage: Damage?
  private let isFolderForbidden: Bool
  /// Events of a batch whose last line has not been seen, then of the batch to give out.
  private var held: [RecordedEvent] = []
  private var nextHeld = 0

  /// Opens a log for reading; `-` is standard input.
  ///
  /// Where the log does not hold what was acknowledged, the events before the first fault can be read;
  /// then `next` throws.
  ///
  /// - Parameters:
  ///   - position: where an earlier reading of the same log came to.
  ///   - checksChain: whether each line's bytes must give the hash that it states.
  /// - Throws: `LogError` with the code `replaced` where the log does not hold what was read then.
  public convenience init(
    reading path: String, after position: LogPosition = .start, checksChain: Bool = false
  ) throws(LogError) {
    try self.init(reading: path, after: position, checksChain: checksChain, PosixFileSystem())
  }

  package init(
    reading path: String, after position: LogPosition = .start, checksChain: Bool = false,
    _ fileSystem: any FileSystem
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
    try Self.require(position.end, in: input)
    let end = try input.readableEnd(from: position.end)
    hasHead = end.acknowledged != nil
    (warnings, damage, isFolderForbidden) = (end.warnings, end.damage, end.isFolderForbidden)
    // A head may be behind what was read; then there is nothing new.
    limit = end.lengthBytes.map { max($0, position.end.lengthBytes) }
    let lengthToRead = (limit ?? 0) - min(limit ?? 0, position.end.lengthBytes)
    cursor = EventCursor(
      input.blocks(from: position.end.lengthBytes, upTo: limit), path: path, from: position.end,
      lastTime: position.lastTime, helpers: LogBlockReader.helpers(forBytes: lengthToRead),
      checksChain: checksChain)
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

  /// The people that the file beside the log tells of now; nobody where there is none.
  package func people() throws(LogError) -> People {
    guard let paths = input.paths, !isFolderForbidden else { return People() }
    do throws(LogError) { return try PeopleFile.people(paths, input.fileSystem) } catch {
      guard error.code == .notPermitted else { throw error }
      warnings.append("\(paths.people) may not be read: ids stand in the place of names")
      return People()
    }
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
    guard let event = try nextOfCompleteBatch() else {
      if let damage {
        throw .damaged(damage, path, remedy: "see: eventlog-tool verify \(path)")
      }
      return nil
    }
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
