/// A log to read from: its acknowledged events, from any place on, as often as one likes.
///
/// Opening takes no lock and writes nothing. Each reading sees what is acknowledged when it begins.
///
///     let log = try EventLog(opening: "events.jsonl")
///     let reader = try log.events(after: SequenceNumber(57))
///     while let event = try reader.next() { print(event.json) }
///
/// The library `Projections` adds `fold(into:)`.
public struct EventLog: Sendable {
  /// The log's path as it was given.
  public let path: String

  /// Makes sure that there is a log that can be read.
  ///
  /// - Throws: `LogError`; `damaged` where acknowledged events are missing at its end.
  public init(opening path: String) throws(LogError) {
    self.path = path
    _ = try LogReader(reading: path)
  }

  /// Returns a cursor that gives the events behind `sequence`, oldest first.
  ///
  /// What stands before that event is not looked at.
  ///
  /// - Parameter checksChain: whether each line's bytes must give the hash that it states.
  /// - Complexity: O(log *n*) in the bytes before it; of a pipe O(*n*).
  public func events(
    after sequence: SequenceNumber = .zero, checksChain: Bool = false
  ) throws(LogError) -> LogReader {
    try events(after: sequence, checksChain: checksChain, looksBehindHead: false)
  }

  /// The same, with the events of whole batches that nobody acknowledged, where `looksBehindHead` is true.
  package func events(
    after sequence: SequenceNumber = .zero, checksChain: Bool = false, looksBehindHead: Bool
  ) throws(LogError) -> LogReader {
    let reader = try LogReader(
      reading: path, checksChain: checksChain, looksBehindHead: looksBehindHead)
    if let position = try reader.position(behind: sequence) {
      return try LogReader(
        reading: path, after: position, checksChain: checksChain, looksBehindHead: looksBehindHead)
    }
    while reader.position.sequence < sequence, try reader.next() != nil {}
    return reader
  }

  /// Returns a cursor that continues where an earlier one came to.
  ///
  /// - Parameter checksChain: whether each line's bytes must give the hash that it states.
  /// - Throws: `LogError` with the code `replaced` where the log does not hold what was read then.
  public func events(
    after position: LogPosition, checksChain: Bool = false
  ) throws(LogError) -> LogReader {
    try LogReader(reading: path, after: position, checksChain: checksChain)
  }
}

/// The name of a log among those of others. It comes from the first line alone, so it never changes.
public struct LogName: Hashable, Sendable, CustomStringConvertible {
  /// The workplace that the first event configures, else `eventlog`, and the first digits of that event's hash:
  /// `store/3f9a5c0d12e47b86`. An empty log is `eventlog`.
  public let description: String
  /// The 16 hexadecimal digits; an empty log has none.
  public let digits: String

  /// The name of a log without an event.
  public static let ofEmptyLog = LogName("eventlog", digits: "")

  /// The name of the log that begins with an event.
  public init(firstEvent event: RecordedEvent) {
    let digits = String(event.hash.description.prefix(16))
    var subject = "eventlog"
    if case .workplaceConfigured = event.event { subject = event.event.subject }
    self.init("\(subject)/\(digits)", digits: digits)
  }

  private init(_ description: String, digits: String) {
    (self.description, self.digits) = (description, digits)
  }
}

extension EventLog {
  /// Reads the name of the log.
  ///
  /// - Throws: `LogError`
  public func name() throws(LogError) -> LogName {
    try events().next().map(LogName.init(firstEvent:)) ?? .ofEmptyLog
  }
}
