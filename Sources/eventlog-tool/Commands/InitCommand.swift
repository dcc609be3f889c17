import ShiftEvents
import ShiftEventsHome

enum InitCommand: ToolCommand {
  static let spec = CommandSpec(
    "init", group: .write, access: .writes, usage: ["[options] [LOG] [KEY=VALUE …]"],
    abstract: "Create a log",
    discussion: [
      "With --workplace and --actor its first event sets the policies named by KEY=VALUE. A log "
        + "that is there already is left alone (exit 73)."
    ],
    options: [home, workplace, actor, AppendOptions.json],
    sharedOptions: Options.writing,
    examples: [
      .init("eventlog-tool init"),
      .init("eventlog-tool init --workplace store --actor u1 timeZone=Europe/Amsterdam"),
    ])

  private static let home = Option.text(
    "home", "ADDRESS", "Let the log live in PostgreSQL, and make its copy here")
  private static let workplace = Option.text("workplace", "ID", "The workplace whose log it is")
  private static let actor = Option.person("actor", "On whose behalf the workplace is set up")

  static func run(_ invocation: Invocation) throws -> ExitCode {
    let arguments = invocation.arguments
    let isWord = { (text: String) in !text.contains("=") || HomeAddress.isAddress(text) }
    let words = arguments.positionals.filter(isWord)
    let members = arguments.positionals.filter { !isWord($0) }
    if words.count > 1 { throw UsageError("unexpected argument \(quoted(words[1]))") }
    let named = try invocation.logName(positional: words.first)
    if named == LogInput.standardInput {
      throw UsageError(
        "no log can be made of standard input", help: "name a file: eventlog-tool init events.jsonl"
      )
    }
    let home = try address(named, arguments)
    let path = try invocation.fetchedLog(positional: words.first)
    try LogWriting.refuseFolderOfLog(path)
    guard let subject = arguments.text(of: workplace) else {
      if !members.isEmpty || arguments.has(actor) {
        throw UsageError("--workplace is missing: policies belong to a workplace")
      }
      if arguments[AppendOptions.json] {
        throw UsageError("--json goes with --workplace: there is no reply without an event")
      }
      try create(path, home, invocation)
      return .done
    }
    guard let onBehalf = arguments.text(of: actor) else {
      throw UsageError("--actor is missing: somebody sets the workplace up")
    }
    if members.isEmpty {
      let policies = EventType.workplaceConfigured.members.map(\.name)
      throw UsageError(
        "a workplace is set up with at least one policy, such as timeZone=Europe/Amsterdam",
        help: "the policies are \(listed(policies, "and"))")
    }
    var submitted = WordedSubmission(type: EventType.workplaceConfigured.rawValue, subject: subject)
    submitted.add("actor", onBehalf)
    for member in try MemberWord.all(members) {
      if member.isJSON {
        submitted.addData(member.key, json: member.value)
      } else {
        let form = EventType.workplaceConfigured.wordedForm(of: member.key)
        submitted.addData(member.key, form?.canonical(member.value) ?? member.value)
      }
    }
    let writing = try LogWriting(invocation, path, isNew: true)
    // A mistake in the words is reported before the log is made.
    let submission = submitted.decoded
    if case .failure(let fault) = submission {
      return try writing.answer(.success(.invalid(fault)), to: submitted.line)
    }
    try create(path, home, invocation)
    let recorder = try writing.recorder()
    let replies = recorder.replies(to: [submission])
    return try writing.answer(replies[0], to: submitted.line)
  }

  /// The address of the home that the log is to live in: that of `--home`, or the log's own name.
  private static func address(_ log: String, _ arguments: ParsedArguments) throws -> HomeAddress? {
    let named = HomeAddress.isAddress(log) ? log : nil
    if named != nil, arguments.has(home) {
      throw UsageError("the log's name and --home are addresses both", help: "name one of them")
    }
    return try (arguments.text(of: home) ?? named).map(HomeAddress.init)
  }

  private static func create(
    _ path: String, _ home: HomeAddress?, _ invocation: Invocation
  ) throws {
    if let home {
      let access = try HomeAccess(invocation)
      if try !access.home(home).mayBegin() {
        throw CommandError(
          .cannotCreate, "\(home.text) has events already",
          help: "eventlog-tool clone \(shellWord(home.text)) \(shellWord(path))")
      }
      // The copy of a log that is named by its address is there by now.
      if invocation.arguments.has(self.home) { try access.make(HomeCopy(path), of: home) }
      HomeCopy(path).notePulled()
      return invocation.diagnostics.note("created \(path), a copy of \(home.text)")
    }
    do throws(LogError) { try LogFile.create(path) } catch { throw error.ofCreating }
    invocation.diagnostics.note("created \(path)")
  }
}
