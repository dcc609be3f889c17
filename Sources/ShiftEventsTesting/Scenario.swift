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
    case .extend:
      outcome.extended = after.extend().count
    case .fact(let event):
      after.record(event)
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
    let submissions = lines.map(Submission.read)
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

extension Submission {
  /// Reads one line.
  fileprivate static func read(_ line: String) -> Result<Submission, InvalidSubmission> {
    SubmissionDecoder.decoded(Array(line.utf8))
  }
}
