import ShiftEvents

/// Checks of the envelopes of the events that one step recorded.
struct EnvelopeCheck {
  private(set) var faults: [String] = []

  init(_ recorded: [RecordedEvent], of outcome: Outcome) {
    var cause: RecordedEvent?
    for (index, event) in recorded.enumerated() {
      let isOwn = outcome.receipts.contains { $0.isAppended(event.sequence) }
      if isOwn { cause = event }
      check(event.time == recorded[0].time || isOwn, event, "has a time of its own")
      check(
        event.isLastOfBatch == (index == recorded.count - 1), event,
        event.isLastOfBatch ? "ends the batch too early" : "does not end the batch")
      if !isOwn { checkGenerated(event, cause: cause) }
    }
    checkReceipts(recorded, outcome)
  }

  private mutating func check(_ holds: Bool, _ event: RecordedEvent, _ fault: String) {
    if !holds { faults.append("event \(event.sequence) (\(event.brief)) \(fault)") }
  }

  private mutating func checkGenerated(_ event: RecordedEvent, cause: RecordedEvent?) {
    check(event.source == "/eventlog-tool", event, "has the source \(event.source)")
    check(event.id == "\(event.event.typeName)/\(event.event.subject)", event, "is \(event.id)")
    check(event.actor == .system, event, "is by \(event.actor)")
    let causes = cause.map { [Attribute(name: "causationid", value: .string($0.id))] } ?? []
    check(event.attributes == causes, event, "has the attributes \(event.attributes)")
    if let cause { check(event.time == cause.time, event, "is not of its cause's time") }
  }

  private mutating func checkReceipts(_ recorded: [RecordedEvent], _ outcome: Outcome) {
    var count = outcome.extended ?? 0
    for receipt in outcome.receipts {
      guard case .appended(let named) = receipt else { continue }
      count += named.count
      let event = recorded.first { $0.sequence == named.sequence }
      if event?.id != named.id || event?.hash != named.hash {
        faults.append(
          "the receipt names \(named.sequence) \(named.id) \(named.hash), which is not in the log")
      }
    }
    if outcome.extended != nil || !outcome.receipts.isEmpty, count != recorded.count {
      faults.append("the receipts count \(count) events, \(recorded.count) were recorded")
    }
  }
}

extension Receipt {
  func isAppended(_ sequence: SequenceNumber) -> Bool {
    if case .appended(let event) = self { event.sequence == sequence } else { false }
  }

  /// The receipt in a few words.
  var brief: String {
    switch self {
    case .appended(let event): "appended \(event.sequence) (\(event.id), \(event.count))"
    case .duplicate(let event): "duplicate of \(event.sequence) (\(event.id))"
    case .rejected(let rejection): "rejected, \(rejection.code): \(rejection.message)"
    case .conflict(let conflict): "conflict with \(conflict.sequence): \(conflict.message)"
    case .invalid(let fault): "invalid, \(fault.code): \(fault.message)"
    }
  }
}

extension Step {
  var brief: String {
    let time = at.map { " at \($0)" } ?? ""
    return switch content {
    case .submissions(let lines, _): lines.joined(separator: "\n       ") + time
    case .extend: "extend" + time
    case .fact(let event): "fact \(event)" + time
    }
  }
}
