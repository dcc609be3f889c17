/// Judges recorded events again, each by the rules at its place: what they would refuse, or would
/// have recorded otherwise.
///
/// Judging goes on after a finding with what is recorded, so one wrong event is one finding, unless
/// later ones depend on it. E-mail addresses are not in the log and not judged; events of unknown
/// types have no rules. Its memory is that of a recorder: the state, and a few bytes for each event's
/// id.
///
///     var rules = RuleVerifier()
///     while let event = try reader.next() { findings += rules.findings(judging: event) }
public struct RuleVerifier {
  private var state = DomainState()
  private var ids = RecordedIDs()
  private var decoder = SubmissionDecoder()
  /// The events that the tool itself has to record next; `nil` if it has none.
  private var expected: GeneratedEvents?

  /// Begins before the first event of a log.
  public init() {}

  /// Returns the findings on the next event; none if the rules would record the same.
  public mutating func findings(judging event: RecordedEvent) -> [RuleFinding] {
    var found: [RuleFinding] = []
    if let earlier = ids.insert(event) {
      found.append(
        RuleFinding(
          event, RejectionCode.idConflict,
          "the id \(event.id) is that of event \(earlier), of the same source"))
    }
    if event.actor == .system || expected?.isNext(event) == true {
      found += judgeGenerated(event)
    } else {
      found += closeExpected(before: event)
      if let type = event.event.type { found += judge(event, type) }
    }
    state.evolve(with: event)
    if event.isLastOfBatch { found += closeExpected(before: event) }
    return found
  }

  // MARK: - What somebody submitted

  private mutating func judge(_ event: RecordedEvent, _ type: EventType) -> [RuleFinding] {
    let submission: Submission
    do throws(InvalidSubmission) {
      submission = try decoder.decode(resubmitting: event, of: type)
    } catch {
      return [RuleFinding(event, code: error.code.rawValue, error.message)]
    }
    var context = RuleContext(actor: event.actor, time: event.time, profile: event.event.profile)
    (context.symbols, context.recorded) = (submission.symbols, event.event)
    do throws(Rejection) {
      let (ruled, following) = try state.decide(submission.content.command, in: context)
      if !following.isEmpty {
        expected = GeneratedEvents(
          events: following, actor: type == .closureRecorded ? event.actor : .system,
          cause: event.id, time: event.time, symbols: submission.symbols)
      }
      return RuleFinding.difference(of: event, from: ruled).map { [$0] } ?? []
    } catch {
      return [RuleFinding(event, error.code, error.message)]
    }
  }

  // MARK: - What the tool itself recorded

  private mutating func judgeGenerated(_ event: RecordedEvent) -> [RuleFinding] {
    var expected = self.expected ?? due(at: event)
    defer { self.expected = expected }
    return expected.findings(judging: event)
  }

  /// Returns the events that `extend` records at the moment of an event.
  private func due(at event: RecordedEvent) -> GeneratedEvents {
    var state = state
    return GeneratedEvents(
      events: state.extendSeries(at: event.time), actor: .system, cause: nil, time: event.time,
      symbols: nil)
  }

  private mutating func closeExpected(before event: RecordedEvent) -> [RuleFinding] {
    defer { expected = nil }
    return expected?.missing(at: event).map { [$0] } ?? []
  }
}

/// An event that the rules would refuse at its place, or would have recorded otherwise.
public struct RuleFinding: Hashable, Sendable {
  /// The event at which it shows.
  public var sequence: SequenceNumber
  /// The code that its submission would be answered with.
  public var code: String
  /// The finding in words.
  public var message: String

  init(_ event: RecordedEvent, code: String, _ message: String) {
    sequence = event.sequence
    (self.code, self.message) = (code, message)
  }

  init(_ event: RecordedEvent, _ code: RejectionCode, _ message: String) {
    self.init(event, code: code.rawValue, message)
  }

  /// The first fact, in documented order, that the rules would have recorded otherwise.
  static func difference(of event: RecordedEvent, from expected: Event) -> RuleFinding? {
    if event.event == expected { return nil }
    let (actual, ruled) = (EventMembers(of: event.event), EventMembers(of: expected))
    // Texts that were recorded in another normal form are compared as they look.
    func text(_ value: (any JSONWritable)?) -> String {
      value.map { String(decoding: $0.json, as: UTF8.self) } ?? "left out"
    }
    let field = (event.event.type?.fields ?? []).first {
      text(actual[$0.name]) != text(ruled[$0.name])
    }
    let isComposed = event.json.inNFC.utf8.elementsEqual(event.json.utf8)
    if field == nil, !isComposed, event.event.type == expected.type,
      event.event.subject == expected.subject,
      (event.event.type?.recordedMembers ?? []).allSatisfy({
        text(actual[$0.name]) == text(ruled[$0.name])
      })
    {
      return nil
    }
    guard let field, event.event.type == expected.type else {
      return RuleFinding(event, .factMismatch, "the rules record \(expected.typeName) here")
    }
    return RuleFinding(
      event, .factMismatch,
      "\"\(field.name)\" is \(text(actual[field.name])), and by the rules "
        + "\(text(ruled[field.name]))")
  }
}

// Verification of bytes and of rules in one pass: the log knows no rules, so they come in here.
extension LogVerifier {
  /// Verifies the log at `path`: all of its bytes, and with `judgingRules` each event by the rules.
  ///
  ///     let report = try LogVerifier.verify(log: "events.jsonl", judgingRules: true)
  ///     for finding in report.findings { print(finding.line, finding.message) }
  ///
  /// - Throws: `LogError` where the log cannot be read. What is wrong with it is a finding.
  public static func verify(
    log path: String, judgingRules: Bool = false, lockTimeoutSeconds: Double = 10
  ) throws(LogError) -> VerificationReport {
    var options = Options()
    options.lockTimeoutSeconds = lockTimeoutSeconds
    return try judgingRules ? verifyWithRules(path, options) : verify(path, options)
  }

  /// Verifies the log at `path` and judges every event again by the rules. Where the log is damaged,
  /// judging ends before the first line at fault: what follows from a line that cannot be read is
  /// not known.
  ///
  /// - Parameter progress: told the events and bytes read so far, and how many there are, now and then.
  package static func verifyWithRules(
    _ path: String, _ options: Options = Options(),
    progress: (Int, UInt64, UInt64?) -> Void = { _, _, _ in },
    _ fileSystem: any FileSystem = PosixFileSystem()
  ) throws(LogError) -> VerificationReport {
    var rules = RuleVerifier()
    return try verify(
      path, options, progress: progress, fileSystem,
      judging: { rules.findings(judging: $0).map { ($0.code, $0.message) } })
  }
}
