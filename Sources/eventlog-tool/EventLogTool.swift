import ShiftEvents

@main
struct EventLogTool {
  static func main() {
    prepareProcess()
    let code = run(Array(CommandLine.arguments.dropFirst()))
    exitProcess(code)
  }

  /// Finds the command, runs it, and turns what it throws into words and an exit code.
  private static func run(_ arguments: [String]) -> ExitCode {
    var diagnostics = Diagnostics()
    do {
      let (name, rest) = try splitCommand(arguments, shared: SharedOptions.anywhere)
      guard let name else { return try answerWithoutCommand(arguments) }
      guard let command = allCommands.first(where: { $0.spec.name == name }) else {
        throw UsageError.unknown("command", name, among: allCommands.map(\.spec.name))
      }
      let parsed = try parseArguments(rest, options: command.spec.allOptions)
      let invocation = try Invocation(parsed)
      diagnostics = invocation.diagnostics
      if parsed.wantsHelp { return try HelpCommand.show(command.spec, invocation) }
      let code = try command.run(invocation)
      try invocation.output.finish()
      return code
    } catch {
      return Failure(error).report(diagnostics)
    }
  }

  private static func answerWithoutCommand(_ arguments: [String]) throws -> ExitCode {
    let invocation = try Invocation(try parseArguments([], options: SharedOptions.anywhere))
    if arguments.contains("--version") { return try VersionCommand.run(invocation) }
    let asked = arguments.contains("-h") || arguments.contains("--help")
    if asked { return try HelpCommand.overview(invocation) }
    throw UsageError("a command is missing", help: "eventlog-tool help")
  }
}

/// One command: what it is called and takes, and what it does.
protocol ToolCommand {
  static var spec: CommandSpec { get }
  static func run(_ invocation: Invocation) throws -> ExitCode
}

/// In the order of the overview.
let allCommands: [any ToolCommand.Type] = [
  AppendCommand.self, ExtendCommand.self, InitCommand.self,
  ReplayCommand.self, ShowCommand.self, AuditCommand.self, LogCommand.self,
  VerifyCommand.self,
  HelpCommand.self, VersionCommand.self,
]
