/// The end of what was acknowledged, as the head and the bytes of a log tell it together.
///
/// Writers, readers and `recover` ask this one question, and each decides by the answer. At most one line is read
/// for it, and nothing is changed.
enum EndComparison {
  /// The log has the line that the head names.
  case held(LogEnd, isSynced: Bool)
  /// The log ends before the end that the head names, or has another line there, whose fault is given.
  case gone(LogEnd, isSynced: Bool, line: Finding?)
  /// No head that counts names an end.
  case unknown(AcknowledgedEnd.Loss)

  /// Holds the answer of a head against a log of `lengthBytes`.
  ///
  /// - Parameter start: an end whose line is known to be there; a synced one up to it needs no look.
  init(
    _ state: AcknowledgedEnd.State, _ lengthBytes: UInt64, _ lines: LineProbe,
    knowing start: LogEnd = .empty
  ) throws(LogError) {
    switch state {
    case .lost(let loss): self = .unknown(loss)
    case .valid(let end, let isSynced):
      if end.lengthBytes > lengthBytes {
        self = .gone(end, isSynced: isSynced, line: nil)
      } else if isSynced, end == start || end.lengthBytes < start.lengthBytes {
        self = .held(end, isSynced: true)
      } else if let damage = try lines.damage(at: end) {
        self = .gone(end, isSynced: isSynced, line: damage)
      } else {
        self = .held(end, isSynced: isSynced)
      }
    }
  }
}

extension Finding {
  static func otherThanAcknowledged(_ end: LogEnd) -> String {
    "event \(end.sequence) was acknowledged up to byte \(end.lengthBytes) with another hash than the line "
      + "there has"
  }

  /// Acknowledged lines that are gone from the end of a log of `lengthBytes`, whose last whole line is
  /// `last`, or that stand there without line feeds.
  static func short(at last: LogEnd, acknowledged: LogEnd, lengthBytes: UInt64) -> Finding {
    if lengthBytes >= acknowledged.lengthBytes {
      return Finding(
        .json, line: last.sequence + 1, offset: last.lengthBytes,
        message:
          "the line has no line feed at byte \(acknowledged.lengthBytes - 1), up to which event "
          + "\(acknowledged.sequence) was acknowledged")
    }
    return Finding(
      .short, line: last.sequence + 1, offset: last.lengthBytes,
      message: "the log ends at byte \(lengthBytes), and event \(acknowledged.sequence) was "
        + "acknowledged up to byte \(acknowledged.lengthBytes)",
      column: Int(clamping: lengthBytes - min(last.lengthBytes, lengthBytes)) + 1)
  }
}
