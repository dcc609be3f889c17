import ShiftEvents

enum AppendCommand: ToolCommand {
  static let spec = CommandSpec(
    "append", group: .write, access: .writes,
    usage: ["TYPE SUBJECT --actor USER [KEY=VALUE …]", "- | FILE [--each]", "--session"],
    abstract: "Judge and append events: one in words, or many, one JSON line each",
    discussion: [
      "From - (standard input) or FILE all lines are one batch, recorded whole or not at all; with "
        + "--each every line stands for itself. Each submission is answered by one JSON line, "
        + "on a terminal in words. "
        + "KEY=VALUE is typed as the event type declares it; KEY:=JSON is taken as it stands."
    ],
    options: [
      actor, id, source, time, correlation, expect, AppendOptions.each,
      AppendOptions.auditRejections, session, AppendOptions.dryRun, AppendOptions.json,
      create, AppendOptions.sync, ClockCheck.option,
    ],
    sharedOptions: Options.writing,
    examples: [
      .init("eventlog-tool append shift.supplied F2.2026-01-13 --actor u2"),
      .init("eventlog-tool append request.posted R9 --actor u4 date=2026-01-16"),
      .init("producer | eventlog-tool append - --each"),
      .init("eventlog-tool append --session -f events.jsonl"),
    ])

  private static let actor = Option.person(
    "actor", "On whose behalf: an id, or a name that one person has")
  private static let id = Option.text(
    "id", "ID", "The submission's own id: sent again, it is recorded once")
  private static let source = Option.text(
    "source", "URI", "The submitter; with the id unique in the log")
  private static let time = Option.text("time", "TIME", "When it happened, for imports")
  private static let correlation = Option.text(
    "correlation", "ID", "What it belongs to (correlationid)")
  private static let expect = Option.text(
    "expect", "SEQ", "Refuse if what it touches changed after this event")
  private static let session = Flag(
    "session", "Answer line by line until the input ends: a co-process")
  private static let create = Flag("create", "Make the log if it is not there")

  /// The options that are members of a submission in words.
  private static let members = [
    (id, "id"), (source, "source"), (time, "time"), (correlation, "correlationid"),
    (expect, "expectedsequence"),
  ]

  static func run(_ invocation: Invocation) throws -> ExitCode {
    do {
      let code = try append(invocation)
      try invocation.output.flush()
      return code
    } catch let error as OutputError {
      guard let message = error.message, !invocation[AppendOptions.dryRun] else { throw error }
      throw CommandError(
        error.exitCode, message,
        help: "what was submitted may be recorded all the same; send it again with the same id, or "
          + "see: eventlog-tool log")
    }
  }

  private static func append(_ invocation: Invocation) throws -> ExitCode {
    let arguments = invocation.arguments
    _ = try arguments[AppendOptions.sync]
    try arguments.refuse(session, beside: AppendOptions.each, AppendOptions.dryRun)
    if arguments[session] { return try runSession(invocation) }
    guard let first = arguments.positionals.first else {
      throw UsageError("missing TYPE, or - for standard input", help: "eventlog-tool help append")
    }
    let writing = try LogWriting(invocation, try invocation.fetchedLog(positional: nil))
    if let input = try InputSource(first, arguments) {
      if arguments.positionals.count > 1 {
        throw UsageError(
          "unexpected argument \(quoted(arguments.positionals[1]))", help: "name the log with -f")
      }
      try checkNoWords(arguments)
      try createIfAsked(writing)
      var appender = InputAppender(writing, input)
      return try appender.run()
    }
    // A name is looked up before a refusal that is only due to it would be kept.
    let onBehalf =
      arguments[AppendOptions.auditRejections]
      ? try invocation.person(actor, in: writing.path)?.description : arguments.text(of: actor)
    let line = try words(arguments, actor: onBehalf)
    try createIfAsked(writing)
    return try append(line, writing)
  }

  private static func runSession(_ invocation: Invocation) throws -> ExitCode {
    let arguments = invocation.arguments
    try arguments.checkPositionals(named: [])
    try checkNoWords(arguments)
    if isTerminal(0) { throw InputIsTerminal("a session is for programs, one JSON object a line") }
    let writing = try LogWriting(invocation, try invocation.fetchedLog(positional: nil))
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
      try Recorder.create(writing.path)
      writing.invocation.diagnostics.note("created \(writing.path)")
    } catch {
      // The remains of a lost log are an error here; an existing log is not.
      if error.code != .alreadyExists || error.path != writing.path { throw error }
    }
  }

  private static func append(_ line: [UInt8], _ writing: LogWriting) throws -> ExitCode {
    var target = try AppendTarget(writing, mapsSnapshot: true)
    var (line, replies) = (line, try target.append(each: [writing.decode(line)]))
    if let person = try actorByName(replies, writing) {
      line = try words(writing.invocation.arguments, actor: person.description)
      replies = try target.append(each: [writing.decode(line)])
    }
    let code = try writing.answer(replies, to: [line])
    try writing.invocation.output.finish()
    target.leaveSnapshotIfDue()
    if code != .done || target.writesNothing {
      writing.invocation.diagnostics.note("nothing was written")
    }
    return code
  }

  /// The person whose name stands after `--actor`, where no person has it for an id.
  private static func actorByName(_ replies: [Reply], _ writing: LogWriting) throws -> UserID? {
    switch replies.first {
    case .success(.rejected(let rejection)) where rejection.code == .unknownUser: break
    case .success(.invalid(let fault)) where fault.code == .invalidField: break
    default: return nil
    }
    let invocation = writing.invocation
    guard let text = invocation.arguments.text(of: actor),
      !invocation.people(beside: writing.path).users(named: text).isEmpty,
      let person = try invocation.person(actor, in: writing.path), person.description != text
    else { return nil }
    return person
  }

  /// `TYPE SUBJECT KEY=VALUE …` as a JSON line.
  private static func words(
    _ arguments: ParsedArguments, actor: String?
  ) throws(UsageError) -> [UInt8] {
    let type = arguments.positionals[0]
    guard EventType(rawValue: type) != nil else {
      throw UsageError.unknown("event type", type, among: EventType.allCases.map(\.rawValue))
    }
    guard arguments.positionals.count > 1, !arguments.positionals[1].contains("=") else {
      throw UsageError("missing SUBJECT: the id of what the event is about")
    }
    if arguments[AppendOptions.each] { throw UsageError("--each goes with - or a FILE") }
    guard let actor else { throw UsageError("--actor is missing: on whose behalf?") }
    var submission = WordedSubmission(type: type, subject: arguments.positionals[1])
    submission.add("actor", actor)
    for (option, member) in members {
      if let value = arguments.text(of: option) { submission.add(member, value) }
    }
    try submission.addMembers(Array(arguments.positionals.dropFirst(2)))
    if let (message, remedy) = submission.equalTimes { throw UsageError(message, help: remedy) }
    return submission.line
  }

  private static func checkNoWords(_ arguments: ParsedArguments) throws(UsageError) {
    let options: [any CommandOption] = [actor] + members.map(\.0)
    for option in options where arguments.has(option) {
      throw UsageError(
        "--\(option.spec.name) goes with an event in words; here each line has its own")
    }
  }
}
