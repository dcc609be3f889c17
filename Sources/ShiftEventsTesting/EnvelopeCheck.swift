import Foundation
import ShiftEvents

/// Checks of the envelopes of the events that one step recorded.
struct EnvelopeCheck {
  private(set) var faults: [String] = []

  init(_ recorded: [RecordedEvent], of outcome: Outcome) {
    // What a scenario puts into the log has no submission, and follows from none.
    if case .fact = outcome.step.content { return }
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
    if cause?.event.type == .closureRecorded {
      check(UUID(uuidString: event.id) != nil, event, "is \(event.id)")
      check(event.actor == cause?.actor, event, "is by \(event.actor)")
    } else {
      let id = "\(event.event.typeName)/\(event.event.subject)"
      check(event.id == id, event, "is \(event.id)")
      check(event.actor == .system, event, "is by \(event.actor)")
    }
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

/// Checks of the particulars of a refusal against what is documented of its code.
struct DetailsCheck {
  let faults: [String]

  init(_ rejection: Rejection) {
    let documented = rejection.code.detailKeys
    let found = rejection.details.map(\.key)
    let missing = documented.filter { $0.isRequired && !found.contains($0.key) }.map(\.key)
    let extra = found.filter { key in !documented.contains { $0.key == key } }
    let words = documented.flatMap(\.words).map(\.rawValue)
    var faults = missing.map { "\(rejection.code) has no \($0): \(rejection.details)" }
    faults += extra.map { "\(rejection.code) has \($0), which is not documented" }
    faults += rejection.details.filter { $0.value.jsonType != $0.key.jsonType }
      .map { "\(rejection.code) has \($0.value) as \($0.key)" }
    if let reason = rejection[.reason], !words.contains(reason) {
      faults.append("\(rejection.code) has the reason \(reason), which is not documented")
    }
    if rejection.message.isEmpty || rejection.message.contains("  ") {
      faults.append("\(rejection.code) says \"\(rejection.message)\"")
    }
    self.faults = faults
  }
}

extension Rejection.Value {
  fileprivate var jsonType: String {
    switch self {
    case .text: "string"
    case .number: "integer"
    case .list: "array"
    }
  }
}
