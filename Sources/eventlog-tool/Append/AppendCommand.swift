import ShiftEvents

enum AppendCommand: ToolCommand {
  static let spec = CommandSpec(
    "append", group: .write, access: .writes,
    usage: [
      "TYPE SUBJECT --actor USER [KEY=VALUE …]", "- | FILE [--each | --words]", "--session",
    ],
    abstract: "Judge and append events: one in words, or many, one JSON line each",
    discussion: [
      "From - (standard input) or FILE all lines are one batch, recorded whole or not at all; with "
        + "--each every line stands for itself. Each submission is answered by one JSON line, "
        + "on a terminal in words. "
        + "KEY=VALUE is typed as the event type declares it; KEY:=JSON is taken as it stands.",
      "Words are taken as people say them: people by name; friday, tomorrow, 31/12, \"31 Dec\"; 9:00, 9am, "
        + "17.30, 24:00; weekdays, roles and zones in any case. The reply shows how they were read. - in place "
        + "of the SUBJECT makes an id that is short and free.",
      "With --words the lines of - or FILE are events in words, each as one would type it behind append, quoted "
        + "as in a shell: one batch, recorded whole or not at all. --actor is for the lines that name nobody.",
      "With --csv each row of FILE is an event of TYPE. The header names members, the subject (subject, or the noun "
        + "of its id), actor, id, time, source, correlationid; cells are read as words are. What export csv wrote can "
        + "be read again. All faults are told at once, and nothing is recorded.",
    ],
    options: WordedLine.options + [
      AppendOptions.each, AppendOptions.words, CSVBatch.csv, CSVBatch.dates,
      AppendOptions.auditRejections, session,
      AppendOptions.dryRun, AppendOptions.json,
      create, AppendOptions.sync, ClockCheck.option, AppendOptions.despiteNewer,
    ],
    sharedOptions: Options.writing,
    examples: [
      .init("eventlog-tool append shift.supplied F2.2026-01-13 --actor u2"),
      .init("eventlog-tool append request.posted R9 --actor u4 date=2026-01-16"),
      .init("eventlog-tool append absence.recorded - --actor \"Eva de Wit\" date=friday"),
      .init("eventlog-tool append corrections.txt --words"),
      .init("eventlog-tool append shift.scheduled --csv roster.csv --actor Mia"),
      .init("producer | eventlog-tool append - --each"),
      .init("eventlog-tool append --session -f events.jsonl"),
    ])

  private static let session = Flag(
    "session", "Answer line by line until the input ends: a co-process")
  static let create = Flag("create", "Make the log if it is not there")

  static func run(_ invocation: Invocation) throws -> ExitCode {
    let arguments = invocation.arguments
    _ = try arguments[AppendOptions.sync]
    try arguments.refuse(session, beside: AppendOptions.each, AppendOptions.dryRun)
    try arguments.refuse(session, beside: AppendOptions.words, CSVBatch.csv)
    try arguments.refuse(AppendOptions.dryRun, beside: AppendOptions.auditRejections)
    try arguments.refuse(CSVBatch.csv, beside: AppendOptions.words)
    if arguments.has(CSVBatch.dates), !arguments.has(CSVBatch.csv) {
      throw UsageError("--dates goes with --csv")
    }
    if arguments[session] { return try runSession(invocation) }
    guard let first = arguments.positionals.first else {
      throw UsageError("missing TYPE, or - for standard input", help: "eventlog-tool help append")
    }
    let writing = try LogWriting(invocation, try invocation.fetchedLog(positional: nil))
    if let file = arguments.text(of: CSVBatch.csv) {
      return try appendRows(writing, first, of: file)
    }
    if let input = try InputSource(first, arguments) {
      if arguments.positionals.count > 1 {
        throw UsageError(
          "unexpected argument \(quoted(arguments.positionals[1]))", help: "name the log with -f")
      }
      try checkNoWords(arguments, hasActor: arguments[AppendOptions.words])
      try createIfAsked(writing)
      if arguments[AppendOptions.words] {
        return try appendWords(writing, input)
      }
      var appender = InputAppender(writing, input)
      return try appender.run()
    }
    for option in [AppendOptions.each, AppendOptions.words] where arguments[option] {
      guard arguments.positionals.count == 1, EventType(rawValue: first) == nil else {
        throw UsageError("--\(option.spec.name) goes with - or a FILE")
      }
      throw CommandError(.cannotRead, "there is no file \(quoted(first))")
    }
    if let text = arguments.text(of: WordedLine.expect), SequenceNumber(digits: text) == nil {
      throw UsageError("--expect must be the sequence of an event, found \(quoted(text))")
    }
    do { return try append(words: try WordedLine(arguments), writing) } catch let error as WordError
    {
      throw error.cause
    }
  }

  private static func appendWords(_ writing: LogWriting, _ input: InputSource) throws -> ExitCode {
    let arguments = writing.invocation.arguments
    let isEach = arguments[AppendOptions.each]
    let lines = LineInput(
      descriptor: input.descriptor, limitBytes: SubmissionDecoder.maximumLength)
    let waits = try arguments[AppendOptions.sync] == "batch"
    var batch = WordedBatch(writing, input, isEach: isEach)
    return try batch.run(orNote: "the input has no events; nothing was written") {
      try BatchLine.entries(
        of: lines, actor: arguments.text(of: WordedLine.actor), isBatch: !isEach, waits: waits)
    }
  }

  private static func appendRows(
    _ writing: LogWriting, _ word: String, of file: String
  ) throws -> ExitCode {
    let (invocation, arguments) = (writing.invocation, writing.invocation.arguments)
    guard let type = EventType(rawValue: word) else {
      throw UsageError.unknownType(word, among: EventType.allCases.map(\.rawValue))
    }
    if arguments.positionals.count > 1 {
      throw UsageError(
        "unexpected argument \(quoted(arguments.positionals[1]))",
        help: "each row has its own subject and members")
    }
    try checkNoWords(arguments, hasActor: true)
    let input = try InputSource(file: file)
    try createIfAsked(writing)
    var batch = WordedBatch(
      writing, input, isEach: arguments[AppendOptions.each], tellsReading: false)
    var isRead = false
    return try batch.run(orNote: "nothing to record") {
      if isRead { return nil }
      isRead = true
      return try CSVBatch.entries(of: input, type, invocation) {
        try? EventLog(opening: writing.path).name()
      }.nonEmpty
    }
  }

  private static func runSession(_ invocation: Invocation) throws -> ExitCode {
    let arguments = invocation.arguments
    try arguments.checkPositionals(named: [])
    try checkNoWords(arguments)
    if isTerminal(0) { throw InputIsTerminal("a session is for programs, one JSON object a line") }
    let path = try invocation.fetchedLog(positional: nil, answersReads: true)
    let writing = try LogWriting(invocation, path)
    try createIfAsked(writing)
    var session = try SessionRunner(writing)
    return try session.run()
  }

  /// A log that is not there is made only when asked to.
  private static func createIfAsked(_ writing: LogWriting) throws {
    let arguments = writing.invocation.arguments
    guard arguments[create] else { return }
    if arguments[AppendOptions.dryRun], !ReportFile(writing.path).exists {
      throw CommandError(
        .cannotRead, "there is no log at \(writing.path) yet, and --dry-run makes none")
    }
    do throws(LogError) {
      try LogFile.create(writing.path)
      writing.invocation.diagnostics.note("created \(writing.path)")
    } catch {
      // The remains of a lost log are an error here; an existing log is not.
      if error.code != .alreadyExists || error.path != writing.path { throw error.ofCreating }
    }
  }

  /// The number of times that an id is made anew because another writer took it first.
  static let mostTries = 20

  private static func append(words line: WordedLine, _ writing: LogWriting) throws -> ExitCode {
    // A snapshot is mapped as it lies only before any identifier is read. A log is made only for words that are right.
    let isThere = !writing.invocation[create] || ReportFile(writing.path).exists
    var opened = try isThere ? AppendTarget(writing, mapsSnapshot: true) : nil
    opened?.takeNews()
    if let failure = opened?.failure { return try writing.answer(.failure(failure), to: []) }
    let folded = opened
    var event = try WordReader.read(line, against: WordedLog(writing, foldedBy: { folded?.state }))
    try createIfAsked(writing)
    var target = try opened ?? AppendTarget(writing, mapsSnapshot: true)
    var reply = target.append([event.submission.decoded])[0]
    for _ in 0..<mostTries {
      let recorded = target.recordedSubjects([event.repeated(by: reply)])[0]
      // Another writer may have taken the id meanwhile.
      guard recorded != nil || reply.hasTaken(event.madeID) else { break }
      event = try WordReader.read(line, against: WordedLog(writing), recorded: recorded)
      reply = target.append([event.submission.decoded])[0]
    }
    let code = try writing.answer(reply, to: event.submission.line, dryRun: target.event)
    try writing.invocation.output.finish()
    event.tell(writing.invocation)
    target.leaveSnapshotIfDue()
    if code != .done && !reply.leavesOutcomeOpen || target.writesNothing {
      writing.invocation.diagnostics.note("nothing was written")
    }
    return code
  }

  /// - Parameter hasActor: true for lines in words, of which those without an actor have the one given here.
  private static func checkNoWords(
    _ arguments: ParsedArguments, hasActor: Bool = false
  ) throws(UsageError) {
    for option in WordedLine.options.dropFirst(hasActor ? 1 : 0) where arguments.has(option) {
      throw UsageError(
        "--\(option.spec.name) goes with an event in words; here each line has its own")
    }
  }
}

/// The target of submissions: a recorder, or with `--dry-run` a copy of the log that writes nothing.
struct AppendTarget {
  private let writing: LogWriting
  private var recorder: Recorder?
  private var dryRun: MemoryLog?
  /// The reason why the news of the home could not be taken.
  private(set) var failure: LogError?
  /// The answer to whatever stands behind what the system failed to record.
  private(set) var failureBefore: LogError?
  /// True if what was handed over has not settled.
  private(set) var hasSubmitted = false

  init(_ writing: LogWriting, mapsSnapshot: Bool = false) throws(LogError) {
    self.writing = writing
    if writing.invocation[AppendOptions.dryRun] {
      dryRun = try writing.dryRun(mapsSnapshot: mapsSnapshot)
    } else {
      recorder = try writing.recorder(mapsSnapshot: mapsSnapshot, canBeginAnew: mapsSnapshot)
    }
  }

  /// The state that submissions are judged by, folded now; `nil` before the first event, and where that fails: the
  /// reply then says why.
  var state: DomainState? {
    guard let recorder else { return dryRun?.state }
    return (try? recorder.refresh()).flatMap { _ in recorder.held?.state }
  }

  var writesNothing: Bool { recorder == nil }

  /// The event that would stand at a place after a dry run.
  func event(at sequence: SequenceNumber) -> RecordedEvent? { try? dryRun?.event(at: sequence) }

  /// The subjects of events that submissions repeat; `nil` where the log has none there.
  func recordedSubjects(_ sequences: [SequenceNumber?]) -> [String?] {
    if sequences.allSatisfy({ $0 == nil }) { return sequences.map { _ in nil } }
    let log = try? dryRun ?? writing.copy()
    return sequences.map { sequence in
      sequence.flatMap { try? log?.event(at: $0).event.subject.description }
    }
  }

  /// Takes what is new in the home of the log, if it has one, so that words are not read against an old view.
  mutating func takeNews() {
    do throws(LogError) {
      _ = try recorder?.pull()
      failure = nil
    } catch {
      failure = error.code == .notPermitted ? nil : error
      failureBefore = failure?.ofSubmissionsBehind
    }
  }

  /// To be called when the replies are out.
  func leaveSnapshotIfDue(isBusy: @autoclosure () -> Bool = false) {
    recorder?.leaveSnapshotIfDue(isBusy: isBusy())
  }

  /// Judges each submission on its own, or takes in all or none.
  mutating func append(_ submissions: [DecodedSubmission], isBatch: Bool = false) -> [Reply] {
    if let failureBefore { return Recorder.replies(to: submissions, because: failureBefore) }
    let replies: [Reply]
    if let recorder {
      replies = recorder.replies(to: submissions, isBatch: isBatch)
    } else {
      dryRun!.clock = writing.now
      do throws(LogError) {
        replies = try dryRun!.append(submissions, isBatch: isBatch).map { .success($0) }
      } catch { replies = submissions.map { _ in .failure(error) } }
    }
    note(replies)
    return replies
  }

  /// Waits for the replies to what was handed over.
  mutating func replies(
    of ticket: Future, to submissions: [DecodedSubmission]
  ) -> [Reply] {
    let replies = Recorder.replies(of: ticket, to: submissions)
    note(replies)
    return replies
  }

  private mutating func note(_ replies: [Reply]) {
    // A loop would copy each reply.
    guard failureBefore == nil, let place = replies.firstIndex(where: \.isOfSystem) else { return }
    if case .failure(let error) = replies[place] { failureBefore = error.ofSubmissionsBehind }
  }

  /// Hands submissions over to be judged behind the ones before them; `nil` in a dry run.
  mutating func submit(each submissions: [Result<Submission, InvalidSubmission>]) -> Future? {
    guard let recorder, failureBefore == nil else { return nil }
    hasSubmitted = true
    return recorder.submit(submissions)
  }

  /// Does what is left when all is committed and nothing waits.
  mutating func settle() {
    // What went wrong is told to the next submission.
    if hasSubmitted, failureBefore == nil { _ = try? recorder?.refresh() }
    hasSubmitted = false
    leaveSnapshotIfDue()
  }
}
