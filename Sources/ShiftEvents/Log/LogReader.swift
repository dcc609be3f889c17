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
  public var progress: (bytes: UInt64, of: UInt64?) { (cursor.end.lengthBytes, limit) }

  private let cursor: EventCursor
  private let fileSystem: any FileSystem
  private let descriptor: FileDescriptor
  private let limit: UInt64?
  /// Events of a batch whose last line has not been seen, then of the batch to give out.
  private var held: [RecordedEvent] = []
  private var nextHeld = 0

  /// Opens a log for reading; `-` is standard input.
  public convenience init(reading path: String) throws(LogError) {
    try self.init(reading: path, PosixFileSystem())
  }

  package init(reading path: String, _ fileSystem: any FileSystem) throws(LogError) {
    self.path = path
    self.fileSystem = fileSystem
    let descriptor = try Self.open(path, fileSystem)
    self.descriptor = descriptor
    let status = try doing("look at", path) { () throws(SystemError) in
      try fileSystem.status(of: descriptor)
    }
    if status.kind == .directory {
      throw LogError(.notFound, "\(path) is a folder; name the log in it", path: path)
    }
    guard status.kind == .regular else {
      (hasHead, limit) = (false, nil)
      cursor = EventCursor(.stream(descriptor), path: path, upTo: nil, fileSystem)
      return
    }
    let frontier = try Self.frontier(path, descriptor, status, fileSystem)
    hasHead = frontier != nil
    limit = frontier?.lengthBytes ?? status.lengthBytes
    cursor = EventCursor(.file(descriptor), path: path, upTo: limit, fileSystem)
  }

  deinit { if descriptor != .standardInput { fileSystem.close(descriptor) } }

  private static func open(
    _ path: String, _ fileSystem: any FileSystem
  ) throws(LogError) -> FileDescriptor {
    if path == "-" { return .standardInput }
    do throws(LogError) {
      return try reaching("read", path) { () throws(SystemError) in
        try fileSystem.open(path, [.nonBlocking], mode: .ownerFile)
      }
    } catch {
      guard error.code == .notFound else { throw error }
      throw LogError(
        .notFound, "there is no log at \(path); name one with -f, or make one with: eventlog-tool "
          + "init \(path)", path: path, errorNumber: error.errorNumber)
    }
  }

  /// The acknowledged end by the head file; `nil` where there is none that counts.
  private static func frontier(
    _ path: String, _ descriptor: FileDescriptor, _ status: FileStatus,
    _ fileSystem: any FileSystem
  ) throws(LogError) -> Frontier? {
    // A head that cannot be read is none; writers say what is wrong with it.
    guard let head = (try? Head.read(LogPaths(log: path), fileSystem)) ?? nil else { return nil }
    let lines = LineEnding(descriptor, path: path, fileSystem, check: .strict())
    let firstHash = try lines.firstHash()
    guard case .valid(let frontier, let isSynced) = head.state(firstHash: firstHash) else {
      return nil
    }
    // A head that no sync stands behind promises nothing that a crash could break.
    if frontier.lengthBytes > status.lengthBytes && !isSynced { return nil }
    if frontier.lengthBytes > status.lengthBytes {
      let damage = Damage(
        .short, line: frontier.sequence, offset: status.lengthBytes,
        message: "the log ends at byte \(status.lengthBytes), and event \(frontier.sequence) was "
          + "acknowledged up to byte \(frontier.lengthBytes)")
      throw .damaged(damage, path, remedy: "see: eventlog-tool verify \(path)")
    }
    if let damage = try lines.damage(at: frontier) {
      throw .damaged(damage, path, remedy: "see: eventlog-tool verify \(path)")
    }
    return frontier
  }

  /// The next event, or `nil` at the end.
  ///
  /// - Throws: `LogError`; `damaged` names the line and its byte offset.
  public func next() throws(LogError) -> RecordedEvent? {
    if nextHeld < held.count { return takeHeld() }
    guard let event = try cursor.next() else { return nil }
    // Up to the acknowledged end every batch is complete.
    if event.isLastOfBatch && held.isEmpty || hasHead { return event }
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
