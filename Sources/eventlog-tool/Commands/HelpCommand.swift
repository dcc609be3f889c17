import ShiftEvents

enum HelpCommand: ToolCommand {
  static let spec = CommandSpec(
    "help", group: .other, usage: ["[COMMAND|TYPE|CODE|events|codes|formats|exit-codes]"],
    abstract: "Say what there is, how a command goes, what an event needs, or what a code means",
    overviewText: "Say what there is; how a command, an event or a code goes",
    sharedOptions: Options.global)

  static func run(_ invocation: Invocation) throws -> ExitCode {
    try invocation.arguments.checkPositionals(named: ["COMMAND"])
    guard let name = invocation.arguments.positionals.first else { return try overview(invocation) }
    if let topic = HelpTopic(rawValue: name) { return try show(topic.lines, invocation) }
    if let type = EventType(rawValue: name) {
      return try show(HelpText.page(for: type), invocation)
    }
    if let code = RejectionCode(rawValue: name) {
      return try show(HelpText.page(for: code), invocation)
    }
    if let other = otherCodes.first(where: { $0.code == name }) {
      return try show(["\(other.code)  \(other.meaning)."], invocation)
    }
    if let command = invocation.knownCommands().first(where: { $0.name == name }) {
      return try show(command, invocation)
    }
    let words = HelpTopic.words(among: invocation.knownCommands())
    throw UsageError.unknown(
      "command, event type or code", name, among: words,
      listedBy: "eventlog-tool help, help events or help codes")
  }

  static func overview(_ invocation: Invocation) throws(OutputError) -> ExitCode {
    let output = invocation.output
    try output.lines(HelpText.overview(of: invocation.knownCommands(), usesColor: output.usesColor))
    try output.finish()
    return .done
  }

  static func show(_ spec: CommandSpec, _ invocation: Invocation) throws(OutputError) -> ExitCode {
    try show(HelpText.page(for: spec, usesColor: invocation.output.usesColor), invocation)
  }

  private static func show(
    _ lines: [String], _ invocation: Invocation
  ) throws(OutputError) -> ExitCode {
    try invocation.output.lines(lines)
    try invocation.output.finish()
    return .done
  }
}

enum ManCommand: ToolCommand {
  static let spec = CommandSpec(
    "man", group: .other, usage: [""], abstract: "Print the manual page, in mdoc",
    sharedOptions: Options.global,
    examples: [.init("eventlog-tool man > /usr/local/share/man/man1/eventlog-tool.1")])

  static func run(_ invocation: Invocation) throws -> ExitCode {
    try invocation.arguments.checkPositionals(named: [])
    try invocation.output.lines(ManualPage.lines(of: invocation.knownCommands()))
    return .done
  }
}

enum VersionCommand: ToolCommand {
  static let spec = CommandSpec(
    "version", group: .other, usage: ["[options]"], abstract: "Say which version this is",
    discussion: ["Clients ask with --json, and refuse a tool that is too old for them."],
    options: [json], sharedOptions: Options.global)

  private static let json = Flag("json", "As JSON, with the version of the protocol of sessions")

  static func run(_ invocation: Invocation) throws -> ExitCode {
    try invocation.arguments.checkPositionals(named: [])
    if invocation[json] {
      try invocation.output.write(SessionReply.version(ToolVersion.number) + [UInt8(ascii: "\n")])
    } else {
      try invocation.output.line("eventlog-tool \(ToolVersion.number)")
    }
    try invocation.output.finish()
    return .done
  }
}

enum CompletionsCommand: ToolCommand {
  static let spec = CommandSpec(
    "completions", group: .other, usage: ["bash|zsh|fish"], overviewWord: "SHELL",
    abstract: "Print the script by which a shell completes commands, options, types, keys and ids",
    overviewText: "bash, zsh or fish: completes commands, options, keys and ids",
    discussion: [
      "Ids come from the log that the words name, else from the one that commands take without a name."
    ],
    options: [words, line], sharedOptions: Options.global,
    examples: [
      .init("source <(eventlog-tool completions bash)"),
      .init("eventlog-tool completions fish | source"),
    ])

  private static let words = Flag(
    "words", "Print the words that can follow those behind --; the scripts ask for them")
  private static let line = Option.text(
    "line", "LINE", "Print the words that can continue a line as it is typed in bash")

  static func run(_ invocation: Invocation) throws -> ExitCode {
    let positionals = invocation.arguments.positionals
    let line = try invocation.arguments[self.line]
    try invocation.arguments.refuse(words, beside: self.line)
    if line != nil || invocation[self.words] {
      let specs = invocation.knownCommands()
      let completion =
        line.map { Completion(line: $0, among: specs) } ?? Completion(positionals, among: specs)
      for word in completion.candidates { try invocation.output.line(word) }
      return .done
    }
    try invocation.arguments.checkPositionals(named: ["SHELL"])
    let names = Shell.allCases.map(\.rawValue)
    guard let name = positionals.first else {
      throw UsageError("missing SHELL", help: "one of \(names.joined(separator: ", "))")
    }
    guard let shell = Shell(rawValue: name) else {
      throw UsageError.unknown("shell", name, among: names)
    }
    try invocation.output.write(Array(shell.script.utf8))
    return .done
  }
}
