import ShiftEvents

/// Something that happens in a scenario: a submission, a batch, the passing of days, a fact.
public struct Step: Sendable {
  enum Content: Sendable {
    /// One line of JSON for each submission.
    case submissions([String], isBatch: Bool)
    case extend
    /// An event that is put into the log without being judged.
    case fact(JSON)
  }

  var content: Content
  /// The time to which the recorder's clock moves, if it does.
  var at: Timestamp?
}

/// A submission, as a program makes it.
///
///     act("eva", "shift.accepted", "F1.2026-01-12", ["from": "bas"], at: "2026-01-05 18:02")
///
/// - Parameters:
///   - at: the time of the recorder's clock, in UTC; by default the clock does not move.
///   - time: the time that the submission states.
///   - expecting: its `expectedsequence`.
///   - attributes: further members beside `data`.
public func act(
  _ actor: String, _ type: String, _ subject: String, _ data: JSON? = nil, at: String? = nil,
  id: String? = nil, source: String? = nil, time: String? = nil, expecting: Int? = nil,
  attributes: JSON = [:]
) -> Step {
  var submission: JSON = ["type": .text(type), "actor": .text(actor), "subject": .text(subject)]
  submission = submission.adding("id", id.map { .text($0) })
  submission = submission.adding("source", source.map { .text($0) })
  submission = submission.adding("time", time.map { .text(instant($0)) })
  submission = submission.adding("expectedsequence", expecting.map { .integer($0) })
  if case .object(let members) = attributes {
    for member in members { submission = submission.adding(member.name, member.value) }
  }
  submission = submission.adding("data", data)
  return Step(
    content: .submissions([submission.description], isBatch: false), at: at.map(timestamp))
}

/// Submissions that are recorded together or not at all.
public func batch(_ acts: Step..., at: String? = nil) -> Step {
  let lines = acts.flatMap { step in
    if case .submissions(let lines, isBatch: false) = step.content { return lines }
    preconditionFailure("a batch is made of acts")
  }
  return Step(content: .submissions(lines, isBatch: true), at: at.map(timestamp))
}

/// The scheduling of fixed shifts up to the horizon.
public func extend(at: String? = nil) -> Step { Step(content: .extend, at: at.map(timestamp)) }

/// An event that is put into the log without asking the rules.
public func fact(
  _ actor: String, _ type: String, _ subject: String, _ data: JSON = [:], at: String? = nil
) -> Step {
  let event: JSON = [
    "type": .text(type), "actor": .text(actor), "subject": .text(subject), "data": data,
  ]
  return Step(content: .fact(event), at: at.map(timestamp))
}

/// Reads `2026-01-05 18:02` as `2026-01-05T18:02:00Z`; other times stay as they are.
private func instant(_ text: String) -> String {
  guard text.utf8.count == 16 else { return text }
  return text.replacing(" ", with: "T", maxReplacements: 1) + ":00Z"
}

func timestamp(_ text: String) -> Timestamp {
  guard let time = Timestamp(instant(text)) else { preconditionFailure("\(text) is no time") }
  return time
}
