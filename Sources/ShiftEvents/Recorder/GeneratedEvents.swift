/// The events that the tool itself records after a submission, or when it extends, in order.
struct GeneratedEvents: Sendable {
  let events: [Event]
  /// The id of the event that they follow from; `nil` where the passing of days made them.
  let cause: String?
  let time: Timestamp
  /// The new identifiers in `events`.
  let symbols: OwnSymbols?
  private(set) var next = 0

  /// Returns the findings on an event of the tool itself, and counts the expected one as come.
  mutating func findings(judging event: RecordedEvent) -> [RuleFinding] {
    let subject = event.event.subjectSymbol
    guard let index = events[next...].firstIndex(where: { $0.subjectSymbol == subject }),
      event.event.type != nil
    else {
      return [
        RuleFinding(
          event, code: InvalidSubmission.Code.reserved.rawValue,
          "the tool itself would not record \(event.event.typeName) of \(event.event.subject) here")
      ]
    }
    let passedOver = next..<index
    next = index + 1
    return [
      missing(passedOver, at: event),
      RuleFinding.difference(of: event, from: events[index]),
      differenceOfEnvelope(event),
    ].compactMap(\.self)
  }

  /// Returns a finding if expected events are missing when the batch ends at an event.
  func missing(at event: RecordedEvent) -> RuleFinding? {
    missing(next..<events.count, at: event)
  }

  private func missing(_ places: Range<Int>, at event: RecordedEvent) -> RuleFinding? {
    guard let first = places.first else { return nil }
    let others = places.count > 1 ? " and \(places.count - 1) more" : ""
    return RuleFinding(
      event, .factMismatch,
      "\(events[first].typeName) of \(events[first].subject)\(others) is missing here by the rules")
  }

  private func differenceOfEnvelope(_ event: RecordedEvent) -> RuleFinding? {
    if event.time != time {
      return RuleFinding(
        event, .factMismatch, "\"time\" is \(event.time), and by the rules \(time)")
    }
    let stated = event.attributes.first { $0.name == "causationid" }?.value
    if stated == cause.map({ .string($0) }) { return nil }
    return RuleFinding(
      event, .factMismatch,
      cause.map { "\"causationid\" is not \($0), the id of what it follows from" }
        ?? "\"causationid\" does not apply to what the passing of days made")
  }
}
