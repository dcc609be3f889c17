enum HelpCommand: ToolCommand {
  static let spec = CommandSpec(
    "help", group: .other, usage: ["[COMMAND]"],
    abstract: "Say what there is, or how a command goes",
    sharedOptions: SharedOptions.anywhere)

  static func run(_ invocation: Invocation) throws -> ExitCode {
    try invocation.arguments.checkPositionals(named: ["COMMAND"])
    guard let name = invocation.arguments.positionals.first else {
      return try overview(invocation)
    }
    let command = try eventlog_tool.command(named: name)
    return try show(command.spec, invocation)
  }

  static func overview(_ invocation: Invocation) throws(OutputError) -> ExitCode {
    let output = invocation.output
    try output.lines(HelpText.overview(of: allSpecs, usesColor: output.usesColor))
    try output.finish()
    return .done
  }

  static func show(_ spec: CommandSpec, _ invocation: Invocation) throws(OutputError) -> ExitCode {
    let output = invocation.output
    try output.lines(HelpText.page(for: spec, usesColor: output.usesColor))
    try output.finish()
    return .done
  }
}
