import ShiftEvents

/// A parsed command line: its arguments, and where answers and messages go.
struct Invocation {
  let arguments: ParsedArguments
  let output: Output
  let diagnostics: Diagnostics

  init(_ arguments: ParsedArguments) throws(UsageError) {
    self.arguments = arguments
    if arguments.wantsHelp {
      (output, diagnostics) = (Output(), Diagnostics())
      return
    }
    try arguments.checkAtMostOne(of: "quiet", "verbose")
    let chosen = try arguments.choice("color", as: ColorChoice.self)
    let color = arguments.flag("no-color") ? .never : chosen ?? .auto
    output = Output(color: color)
    diagnostics = Diagnostics(
      color: color,
      verbosity: arguments.flag("quiet")
        ? .quiet : arguments.flag("verbose") ? .verbose : .normal)
  }

  /// The log: `-f`, the positional, `$EVENTLOG_FILE` unless that is empty, `events.jsonl` in this folder.
  func logPath(positional: String?) throws -> String {
    let named = arguments.value("file")
    if let named, let positional, named != positional {
      throw UsageError(
        "two logs are named: \(quoted(named)) and \(quoted(positional))",
        help: "name one, with -f or as the last word")
    }
    var path = named ?? positional ?? environmentLog ?? "events.jsonl"
    let isRead = !arguments.declares("lock-timeout") || arguments.declares("checkpoint")
    if HomeAddress.isAddress(path) {
      path = try HomeAccess(self).copy(of: try HomeAddress(path), isRead: isRead)
    } else if isRead, !(arguments.declares("follow") && arguments.flag("follow")) {
      try HomeAccess(self).sayAge(of: path)
    }
    if path.isEmpty { throw UsageError("the log's name is empty") }
    if path == LogInput.standardInput, isTerminal(0) {
      throw InputIsTerminal("name a log, or pipe one in")
    }
    try checkOutputFile(reading: path)
    return path
  }

  /// Refuses standard input in the place of a log that must be a file.
  func requireFile(_ path: String, orSay refusal: String) throws(UsageError) {
    if path == LogInput.standardInput { throw UsageError(refusal, help: "name the log") }
  }

  /// Refuses standard input where a log is read more than once.
  func requireReadableTwice(_ path: String) throws(UsageError) {
    try requireFile(path, orSay: "a log is read twice for this, and standard input only once")
  }

  /// The log that the environment names.
  var environmentLog: String? {
    let name = environmentVariable("EVENTLOG_FILE")
    return name == "" ? nil : name
  }

  /// The log of a command whose only positional it is.
  func logPath() throws -> String {
    try arguments.checkPositionals(named: ["LOG"])
    return try logPath(positional: arguments.positionals.first)
  }

  /// Writes a JSON document or line, safe to show, with a line feed.
  func writeJSON(_ json: [UInt8]) throws(OutputError) {
    try output.write { buffer in
      appendJSONEscapedForTerminal(json, to: &buffer)
      buffer.append(UInt8(ascii: "\n"))
    }
  }

  /// Writes the reply to a line of an input, safe to show.
  func writeReply(
    _ reply: Reply, line: Int, _ spoken: SpokenReplies? = nil, of source: InputSource? = nil
  ) throws(OutputError) {
    if let spoken {
      guard let text = spoken.line(reply) else { return }
      return try output.sentence("\(source?.name ?? "-"):\(line): \(text)")
    }
    // Ids of events are printable ASCII, and all else in these two is ours.
    guard reply.isRecorded else { return try writeJSON(reply.json(line: line)) }
    try output.write { buffer in
      reply.appendJSON(to: &buffer, line: line)
      buffer.append(UInt8(ascii: "\n"))
    }
  }

  /// Returns `true` if rows are wanted as JSON instead of a table.
  func wantsJSON() throws(UsageError) -> Bool {
    try arguments.checkAtMostOne(of: "format", "json")
    if arguments.flag("json") { return true }
    return try arguments.choice("format", among: ["table", "json"]) == "json"
  }
}
