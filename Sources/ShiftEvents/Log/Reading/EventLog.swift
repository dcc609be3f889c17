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
    let reader = try LogReader(reading: path, checksChain: checksChain)
    if let position = try reader.position(behind: sequence) {
      return try LogReader(reading: path, after: position, checksChain: checksChain)
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
