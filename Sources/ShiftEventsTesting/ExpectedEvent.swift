import ShiftEvents

/// The expected content of an event: all of its `data`, with its members in order.
public struct ExpectedEvent: Sendable, CustomStringConvertible {
  let type: String
  let subject: String
  /// All of `data`.
  public let data: JSON
  let actor: String?

  /// Type, subject and data, and the actor if one is expected.
  public var description: String { "\(type) \(subject) \(data)\(actor.map { " by \($0)" } ?? "")" }
}

/// An event that is expected to be recorded.
///
/// - Parameter by: the actor; by default the submitter, or `system` for events that follow.
public func event(
  _ type: String, _ subject: String, _ data: JSON = [:], by actor: String? = nil
) -> ExpectedEvent {
  ExpectedEvent(type: type, subject: subject, data: data, actor: actor)
}

extension ExpectedEvent {
  /// Returns `true` if the recorded event equals this, byte for byte.
  func matches(_ recorded: RecordedEvent, submitter: String) -> Bool {
    let data = recorded.data(hidingDigests: "\(self.data)".contains(JSON.digestPlaceholder))
    return type == recorded.event.typeName && subject == recorded.event.subject
      && data == "\(self.data)" && (actor ?? submitter) == "\(recorded.actor)"
  }
}

extension RecordedEvent {
  /// The bytes of `data`.
  func data(hidingDigests: Bool = false) -> String {
    // `data` is the last but one member, and `hash` has one length.
    let start = json.range(ofFirst: ",\"data\":")!.upperBound
    let end = json.index(json.endIndex, offsetBy: -(64 + ",\"hash\":\"\"}".utf8.count))
    let data = String(json[start..<end])
    guard hidingDigests else { return data }
    return data.replacing(/"[0-9a-f]{64}"/, with: "\"\(JSON.digestPlaceholder)\"")
  }

  /// Type, subject and data, as an `ExpectedEvent` is printed.
  var brief: String { "\(event.typeName) \(event.subject) \(data())" }
}

extension String {
  fileprivate func range(ofFirst text: String) -> Range<Index>? { firstRange(of: text) }
}
