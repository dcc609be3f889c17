/// The end of what was acknowledged, as the head and the bytes of a log tell it together.
///
/// Writers, readers and `recover` ask this one question, and each decides by the answer. At most one line is read
/// for it, and nothing is changed.
enum AcknowledgedEnd {
  /// The log has the line that the head names.
  case held(Frontier, isSynced: Bool)
  /// The log ends before the end that the head names, or has another line there, whose fault is given.
  case gone(Frontier, isSynced: Bool, line: Damage?)
  /// No head that counts names an end.
  case unknown(Head.Loss)

  /// Holds the answer of a head against a log of `lengthBytes`.
  ///
  /// - Parameter start: an end whose line is known to be there; a synced one up to it needs no look.
  init(
    _ state: Head.State, _ lengthBytes: UInt64, _ lines: LineProbe, knowing start: Frontier = .empty
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

extension Damage {
  static func otherThanAcknowledged(_ end: Frontier) -> String {
    "event \(end.sequence) was acknowledged up to byte \(end.lengthBytes) with another hash than the line "
      + "there has"
  }

  /// Acknowledged lines that are gone from the end of a log of `lengthBytes`, whose last whole line is
  /// `last`, or that stand there without line feeds.
  static func short(at last: Frontier, acknowledged: Frontier, lengthBytes: UInt64) -> Damage {
    if lengthBytes >= acknowledged.lengthBytes {
      return Damage(
        .json, line: last.sequence + 1, offset: last.lengthBytes,
        message:
          "the line has no line feed at byte \(acknowledged.lengthBytes - 1), up to which event "
          + "\(acknowledged.sequence) was acknowledged")
    }
    return Damage(
      .short, line: last.sequence + 1, offset: last.lengthBytes,
      message: "the log ends at byte \(lengthBytes), and event \(acknowledged.sequence) was "
        + "acknowledged up to byte \(acknowledged.lengthBytes)",
      column: Int(clamping: lengthBytes - min(last.lengthBytes, lengthBytes)) + 1)
  }
}
