public import Projections
import ShiftEvents
public import Testing

/// The past of a scenario, which every rule is tested in:
///
///     given(…).when(act("eva", "shift.accepted", "S1")).thenRejected(.dayTaken)
///
/// Submissions take the way that those of a program take: read as JSON, judged after all that
/// happened before, encoded as lines of a log. Only the files are missing.
public struct Scenario {
  var log: MemoryLog

  /// - Parameter clock: the first time of the recorder's clock, in UTC.
  init(clock: String) { log = MemoryLog(clock: timestamp(clock)) }

  /// The same past, and more; each step must be recorded.
  @discardableResult public func given(
    _ steps: Step..., location: SourceLocation = #_sourceLocation
  ) -> Scenario { given(steps, location: location) }

  /// The same past, and more; each step must be recorded.
  @discardableResult public func given(_ steps: [Step], location: SourceLocation = #_sourceLocation)
    -> Scenario
  {
    var scenario = self
    for (index, step) in steps.enumerated() {
      let outcome = scenario.when(step, location: location)
      if let refusal = outcome.refusal {
        outcome.fail("step \(index + 1) of what was given did not happen: \(refusal)")
      }
      scenario = outcome.next
    }
    return scenario
  }

  /// Takes the step that is to be checked.
  public func when(_ step: Step, location: SourceLocation = #_sourceLocation) -> Outcome {
    var after = log
    if let time = step.at { after.clock = time }
    var outcome = Outcome(before: log, step: step, location: location)
    switch step.content {
    case .submissions(let lines, let isBatch):
      outcome.receipts = after.submit(lines, isBatch: isBatch)
    case .extend: outcome.extended = after.extend().count
    case .fact(let event): after.record(event)
    }
    outcome.next.log = after
    return outcome
  }
}

/// A past, judged step by step; each step must be recorded.
///
/// - Parameter clock: the first time of the recorder's clock, in UTC; by default a Monday.
@discardableResult public func given(
  _ steps: Step..., clock: String = "2026-01-05 08:00", location: SourceLocation = #_sourceLocation
) -> Scenario { Scenario(clock: clock).given(steps, location: location) }

extension MemoryLog {
  fileprivate mutating func submit(_ lines: [String], isBatch: Bool) -> [Receipt] {
    let submissions = lines.map { SubmissionDecoder.decoded(Array($0.utf8)) }
    do { return try append(submissions, isBatch: isBatch) } catch {
      preconditionFailure("a log in memory failed: \(error.message)")
    }
  }

  fileprivate mutating func record(_ event: JSON) {
    guard case .object(let members) = event else { return }
    var line: JSON = ["specversion": "1.0", "id": "fact-\(sequence.next)", "source": "/fact"]
    for member in members { line = line.adding(member.name, member.value) }
    line = line.adding("time", .text("\(clock)"))
    let digits = "\(sequence.next)"
    line = line.adding(
      "sequence", .text(String(repeating: "0", count: 12 - digits.utf8.count) + digits))
    line = line.adding("hash", .text(String(repeating: "0", count: 64)))
    do { try record(line: "\(line)") } catch { preconditionFailure("\(error)") }
  }
}

extension Scenario {
  /// The projection has these rows and no others, in this order, with exactly these members.
  ///
  ///     given(…).then(.points, ["rank": 1, "user": "eva", "points": 2])
  ///
  /// - Parameters:
  ///   - rows: as `show NAME --format json` prints them.
  ///   - selection: the filters; `user` alone for an inbox.
  ///   - now: the clock for past, live or lapsed rows, in UTC; by default the recorder's.
  @discardableResult public func then(
    _ projection: ProjectionDescriptor, _ rows: JSON..., selection: RowSelection = RowSelection(),
    at now: String? = nil, location: SourceLocation = #_sourceLocation
  ) -> Scenario {
    let found = table(projection, selection, at: now.map(timestamp) ?? log.clock).jsonRows()
      .map { String(decoding: $0, as: UTF8.self) }
    let expected = rows.map(\.description)
    if found != expected {
      Issue.record(
        Comment(
          rawValue: "expected in \(projection):\n\(list(expected))\n  there is:\n\(list(found))"),
        sourceLocation: location)
    }
    return self
  }

  /// All that happened, folded into a projection of any kind.
  public func folded<Model: Projection>(into model: Model = Model()) -> Model {
    log.events(after: .zero).reduce(into: model) { $0.apply($1) }
  }

  private func table(
    _ projection: ProjectionDescriptor, _ selection: RowSelection, at now: Timestamp
  ) -> RowTable {
    let replay = folded(into: Replay(inboxOf: selection.user))
    let people = log.people
    guard let table = replay.table(projection, selection, at: now, names: people.name)
    else { preconditionFailure("an audit is of something: fold Audit(of:)") }
    return table
  }

  private func list(_ rows: [String]) -> String { rows.map { "    \($0)" }.joined(separator: "\n") }
}

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
