import Projections
import ShiftEvents
import ShiftEventsHome

/// A parsed command line: its arguments, and where answers and messages go.
struct Invocation {
  let command: CommandSpec
  /// The specifications of all commands, for those that tell about others; made when asked for.
  let knownCommands: @Sendable () -> [CommandSpec]
  var arguments: ParsedArguments
  let output: Output
  let diagnostics: Diagnostics
  let shownPeople: ShownPeople
  let metUnknown = MetUnknown()

  init(
    _ arguments: ParsedArguments, of command: CommandSpec,
    among commands: @escaping @Sendable () -> [CommandSpec] = { [] },
    _ shownPeople: ShownPeople = ShownPeople()
  ) throws(UsageError) {
    (self.command, knownCommands) = (command, commands)
    (self.arguments, self.shownPeople) = (arguments, shownPeople)
    if arguments.wantsHelp {
      (output, diagnostics) = (Output(), Diagnostics())
      return
    }
    try arguments.checkAtMostOne(of: [Options.quiet, Options.verbose])
    let chosen = try arguments[Options.color]
    let color = arguments[Options.noColor] ? .never : chosen ?? .auto
    output = Output(color: color)
    diagnostics = Diagnostics(
      color: color,
      verbosity: arguments[Options.quiet]
        ? .quiet : arguments[Options.verbose] ? .verbose : .normal)
  }

  subscript(flag: Flag) -> Bool { arguments[flag] }

  subscript<Value>(option: Option<Value>) -> Value? {
    get throws(UsageError) { try arguments[option] }
  }

  // MARK: - The log

  /// The log that the words name: `-f`, the positional, `$EVENTLOG_FILE` unless that is empty, `events.jsonl` in
  /// this folder. It may be the address of one that lives in PostgreSQL.
  func logName(positional: String?) throws(UsageError) -> String {
    let files = arguments.texts(of: Options.file)
    if files.count > 1 {
      throw UsageError(
        "\(command.name) is of one log here, and \(listed(files, "and")) are named",
        help: "name one of them")
    }
    let named = files.first
    if let named, let positional, !named.utf8.elementsEqual(positional.utf8) {
      throw UsageError(
        "two logs are named: \(quoted(named)) and \(quoted(positional))",
        help: "name one, with -f or as the last word")
    }
    return named ?? positional ?? environmentLog ?? "events.jsonl"
  }

  /// The files of the logs that the words name, where there may be several: words, or `-f` again and again.
  func fetchedLogs(positionals: [String]) throws -> [String] {
    let words = positionals.isEmpty ? arguments.texts(of: Options.file) : positionals
    if words.count < 2 { return [try fetchedLog(positional: words.first)] }
    if let named = arguments.texts(of: Options.file).first(where: { file in
      !words.contains { $0.utf8.elementsEqual(file.utf8) }
    }) {
      throw UsageError(
        "logs are named by -f and as words: \(quoted(named)) and \(quoted(words[0]))",
        help: "name all of them in one way")
    }
    for (place, word) in words.enumerated()
    where words[..<place].contains(where: { $0.utf8.elementsEqual(word.utf8) }) {
      throw UsageError("the log \(quoted(word)) is named twice")
    }
    return try words.map { try fetched($0) }
  }

  /// The file of that log. For a log that is named by its address it is a copy, brought here first.
  ///
  /// - Parameter answersReads: true of a command that writes and reads, as a session.
  func fetchedLog(positional: String?, answersReads: Bool = false) throws -> String {
    try fetched(try logName(positional: positional), answersReads: answersReads)
  }

  private func fetched(_ name: String, answersReads: Bool = false) throws -> String {
    var path = name
    let isRead = command.access == .reads
    if HomeAddress.isAddress(path) {
      // A timer would extend a log that a slip in its name has made.
      let mayBegin = !isRead && command.name != "extend"
      path = try HomeAccess(self).copy(
        of: try HomeAddress(path), isRead: isRead || answersReads, mayBegin: mayBegin,
        mayBeOld: answersReads)
    } else if isRead, !self[Options.follow] {
      HomeAccess.reportAge(of: path, diagnostics)
    }
    if path.isEmpty { throw UsageError("the log's name is empty") }
    if path == LogInput.standardInput, isTerminal(0) {
      throw InputIsTerminal("name a log, or pipe one in")
    }
    try checkOutputFile(reading: path)
    return path
  }

  /// The log of a command whose only positional it is.
  func fetchedLog() throws -> String {
    try arguments.checkPositionals(named: ["LOG"])
    return try fetchedLog(positional: arguments.positionals.first)
  }

  /// Refuses standard input in the place of a log that must be a file.
  func requireFile(_ path: String, orSay refusal: String) throws(UsageError) {
    if path == LogInput.standardInput { throw UsageError(refusal, help: "name the log") }
  }

  /// Refuses standard input, and pipes by other names, where a log is read more than once.
  func requireReadableTwice(_ path: String) throws(UsageError) {
    if LogInput.isReadOnce(path) {
      throw UsageError(
        "a log is read twice for this, and standard input or a pipe only once",
        help: "name the log")
    }
  }

  /// The log that the environment names.
  var environmentLog: String? {
    let name = environmentVariable("EVENTLOG_FILE")
    return name == "" ? nil : name
  }

  /// The command line that reads the same up to an event, as a shell takes it.
  ///
  /// - Parameter option: the one that takes the event; `nil` where no option of the command makes it end there.
  func commandLine(reading path: String, upTo last: UInt64, by option: Option<ReadLimit>?) -> String
  {
    guard let option else { return "eventlog-tool replay --at \(last) \(shellWord(path))" }
    var words = [command.name] + arguments.shellWords(setting: option.spec, to: "\(last)")
    // The shell that takes it may not have the variable.
    let isNamed = arguments.has(Options.file) || arguments.positionals.contains(path)
    if !isNamed, path == environmentLog { words += ["-f", shellQuoted(path)] }
    return "eventlog-tool \(words.joined(separator: " "))"
  }

  /// Says that no head tells where the log ends: aloud where the answer is for others.
  func reportOpenEnd(_ head: AcknowledgedEnd.State?, of path: String) {
    guard let doubt = head?.doubt(of: path) else { return }
    if ["show", "replay", "log"].contains(command.name) {
      diagnostics.detail("\(path): \(doubt)")
    } else {
      diagnostics.warning(doubt, at: path)
    }
  }

  /// Writes a JSON document or line, safe to show, with a line feed.
  func writeJSON(_ json: [UInt8]) throws(OutputError) {
    try output.write { buffer in
      appendJSONEscapedForTerminal(json, to: &buffer)
      buffer.append(UInt8(ascii: "\n"))
    }
  }

  /// Writes a line with an event as it is recorded, on a terminal safe to show.
  func writeRecorded(_ line: some Collection<UInt8>) throws(OutputError) {
    if output.isTerminal { return try writeJSON(Array(line)) }
    try output.write(line)
    try output.line()
  }

  /// Returns `true` if rows are wanted as JSON instead of a table.
  func wantsJSON() throws(UsageError) -> Bool {
    try arguments.checkAtMostOne(of: [Options.overviewFormat, Options.json])
    if self[Options.json] { return true }
    return try self[Options.overviewFormat] == "json"
  }
}

extension AcknowledgedEnd.State {
  /// The doubt that it leaves about the end of a log; `nil` where it tells the end.
  func doubt(of path: String) -> String? {
    let open = "whether acknowledged events are missing at the end cannot be told"
    switch self {
    case .lost(.missing), .lost(.unsynced): return "no head file: \(open)"
    case .lost(.corrupt): return "the head file is damaged: \(open)"
    case .lost(.foreign): return "the head file is that of another log: \(open)"
    case .lost(.forbidden):
      return "the head file in \(path).d may not be read by this account: \(open)"
    case .valid: return nil
    }
  }
}

/// Options that several commands take, each described once.
enum Options {
  static let file = Option.text(
    "file", short: "f", "LOG", "The log; else the positional, $EVENTLOG_FILE, events.jsonl")
  /// The same where there may be several.
  static let files = Option.text(
    "file", short: "f", "LOG", "The log; else the positional, $EVENTLOG_FILE, events.jsonl",
    isRepeatable: true)
  static let at = Option.limit(
    "at", "Only what was known at this moment: a sequence, a time, a day")
  static let now = Option.moment(
    "now", "The clock for past, live and lapsed: a time, a day, or now")
  static let recorderNow = Option.instant("now", "The recorder's clock, for imports and tests")
  static let from = Option.days("from", "DAY", RowQuestion.from.help)
  static let to = Option.days("to", "DAY", RowQuestion.to.help)
  static let week = Option.span(.week, RowQuestion.week.help)
  static let month = Option.span(.month, RowQuestion.month.help)
  static let on = Option.day("on", "DAY", RowQuestion.on.help)
  static let user = Option.person(.user)
  static let format = Option<AnswerFormat>.choice(
    "format", "FORMAT", "table, json, ndjson, csv or markdown")
  static let overviewFormat = Option.choice(
    "format", "FORMAT", among: ["table", "json"], "table or json")
  static let output = Option.text(
    "output", short: "o", "FILE",
    "Write there, in one step; the ending of the name chooses the format")
  /// The same where there is one format.
  static let documentOutput = Option.text("output", short: "o", "FILE", "Write there, in one step")
  static let raw = Flag("raw", "No ' before CSV cells that look like formulas")
  static let bom = Flag("bom", "A byte order mark before CSV, for Excel")
  static let ids = Flag("ids", "Ids of people in tables, in place of names")
  static let asPublished = Flag(.asPublished)
  static let attributes = Flag(
    "attributes", "The extension attributes of each event, such as correlationid")
  static let follow = Flag("follow", "Go on with lines as they are acknowledged, until interrupted")
  static let json = Flag("json", "Short for --format json")
  static let reportJSON = Flag("json", "The report as JSON")
  static let lockTimeout = Option.number(
    "lock-timeout", "SECONDS", in: 0...86_400, "How long to wait for other writers (10)")
  static let quiet = Flag("quiet", short: "q", "Say less on standard error")
  static let verbose = Flag("verbose", short: "v", "Say more on standard error")
  static let noColor = Flag("no-color", "No colour")
  static let color = Option<ColorChoice>.choice("color", "WHEN", "auto, always or never")

  /// Options of every command.
  static let global: [any CommandOption] = [quiet, verbose, noColor, color]
  /// Options of commands about a whole log.
  static let reading: [any CommandOption] = [file, at, now, overviewFormat, json, ids] + global
  /// Options of commands that print rows.
  static let rows: [any CommandOption] = [file] + rowsOfLogs.dropFirst()
  /// The same of commands that take several logs.
  static let rowsOfLogs: [any CommandOption] =
    [files, at, now, format, json, output, raw, bom, ids] + global
  /// Options of every command that writes events.
  static let writing: [any CommandOption] = [file, recorderNow, lockTimeout] + global
  /// Options of commands that work on a log or its copy as a whole.
  static let upkeep: [any CommandOption] = [file, lockTimeout] + global
}

extension Invocation {
  /// The time to wait for other writers, in seconds.
  var lockTimeoutSeconds: Double {
    get throws(UsageError) { Double(try self[Options.lockTimeout] ?? 10) }
  }
}

/// One command: its name and arguments, and its action.
protocol ToolCommand: Sendable {
  static var spec: CommandSpec { get }
  static func run(_ invocation: Invocation) throws -> ExitCode
}
