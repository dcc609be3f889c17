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
