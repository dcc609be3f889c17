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
