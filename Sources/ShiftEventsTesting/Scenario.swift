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

  init(clock: Timestamp = "2026-01-05T08:00:00.000Z") { log = MemoryLog(clock: clock) }

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
    if let fault = step.fault { outcome.fail(fault) }
    switch step.content {
    case .submissions(let lines, let isBatch):
      outcome.receipts = after.submit(lines, isBatch: isBatch)
    case .extend: outcome.extended = after.extend().count
    case .fact(let event):
      do { try after.record(event) } catch { outcome.fail("this is no event: \(error)") }
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
) -> Scenario {
  let start = Timestamp(instant(clock))
  if start == nil { Issue.record("\(clock) is no time", sourceLocation: location) }
  return (start.map { Scenario(clock: $0) } ?? Scenario()).given(steps, location: location)
}

extension MemoryLog {
  fileprivate mutating func submit(_ lines: [String], isBatch: Bool) -> [Receipt] {
    let submissions = lines.map { SubmissionDecoder.decoded(Array($0.utf8)) }
    do { return try append(submissions, isBatch: isBatch) } catch {
      preconditionFailure("a log in memory failed: \(error.message)")
    }
  }

  fileprivate mutating func record(_ event: JSON) throws {
    guard case .object(let members) = event else { return }
    var line: JSON = ["specversion": "1.0", "id": "fact-\(sequence.next)", "source": "/fact"]
    for member in members { line = line.adding(member.name, member.value) }
    line = line.adding("time", .text("\(clock)"))
    let digits = "\(sequence.next)"
    line = line.adding(
      "sequence", .text(String(repeating: "0", count: 12 - digits.utf8.count) + digits))
    line = line.adding("hash", .text(String(repeating: "0", count: 64)))
    try record(line: "\(line)")
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
    let moment = now.map { Timestamp(instant($0)) } ?? log.clock
    guard let moment, let table = table(projection, selection, at: moment) else {
      let fault =
        moment == nil ? "\(now ?? "") is no time" : "an audit is of something: fold Audit(of:)"
      Issue.record(Comment(rawValue: fault), sourceLocation: location)
      return self
    }
    let found = table.jsonRows().map { String(decoding: $0, as: UTF8.self) }
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
  ) -> RowTable? {
    let replay = folded(into: Replay(inboxOf: selection.user))
    let people = log.people
    return replay.table(projection, selection, at: now, names: people.name)
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
  /// The mistake with which it was made; it fails the test that takes the step.
  var fault: String?

  init(_ content: Content, at: String?, fault: String? = nil) {
    self.content = content
    self.at = at.flatMap { Timestamp(instant($0)) }
    self.fault = fault ?? at.flatMap { self.at == nil ? "\($0) is no time" : nil }
  }
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
  return Step(.submissions([submission.description], isBatch: false), at: at)
}

/// Submissions that are recorded together or not at all.
public func batch(_ acts: Step..., at: String? = nil) -> Step {
  var (lines, fault): ([String], String?) = ([], nil)
  for step in acts {
    guard case .submissions(let own, isBatch: false) = step.content else {
      fault = "a batch is made of acts"
      continue
    }
    lines += own
    fault = fault ?? step.fault
  }
  return Step(.submissions(lines, isBatch: true), at: at, fault: fault)
}

/// The scheduling of fixed shifts up to the horizon.
public func extend(at: String? = nil) -> Step { Step(.extend, at: at) }

/// An event that is put into the log without asking the rules.
public func fact(
  _ actor: String, _ type: String, _ subject: String, _ data: JSON = [:], at: String? = nil
) -> Step {
  let event: JSON = [
    "type": .text(type), "actor": .text(actor), "subject": .text(subject), "data": data,
  ]
  return Step(.fact(event), at: at)
}

/// Reads `2026-01-05 18:02` as `2026-01-05T18:02:00Z`; other times stay as they are.
private func instant(_ text: String) -> String {
  guard text.utf8.count == 16 else { return text }
  return text.replacing(" ", with: "T", maxReplacements: 1) + ":00Z"
}
