import ShiftEvents

@main
struct EventLogTool {
  static func main() {
    prepareProcess()
    #if arch(x86_64)
      SHA256Instructions.use()
    #endif
    let code = run(Array(CommandLine.arguments.dropFirst()))
    exitProcess(code)
  }

  /// Finds the command, runs it, and turns errors into messages and an exit code.
  private static func run(_ arguments: [String]) -> ExitCode {
    var diagnostics = Diagnostics()
    do {
      let (name, rest) = try splitCommand(arguments, shared: Options.global.map(\.spec))
      guard let name else { return try answerWithoutCommand(arguments) }
      let command = try eventlog_tool.command(named: name)
      let parsed = try parseArguments(rest, options: command.spec.allOptions)
      let invocation = try Invocation(parsed, of: command.spec, among: { allSpecs })
      diagnostics = invocation.diagnostics
      if parsed.wantsHelp { return try HelpCommand.show(command.spec, invocation) }
      do {
        let code = try command.run(invocation)
        try invocation.output.finish()
        invocation.reportWithheldNames()
        return code
      } catch let error as InputIsTerminal {
        diagnostics.lines(HelpText.page(for: command.spec, usesColor: diagnostics.usesColor) + [""])
        throw error.usageError
      } catch {
        // Answers before the error are true, and come first.
        try? invocation.output.flush()
        invocation.reportWithheldNames()
        throw error
      }
    } catch { return Failure(error).report(diagnostics) }
  }

  private static func answerWithoutCommand(_ arguments: [String]) throws -> ExitCode {
    let invocation = try Invocation(ParsedArguments(), of: HelpCommand.spec, among: { allSpecs })
    if arguments.contains("--version") { return try VersionCommand.run(invocation) }
    let asked = arguments.contains("-h") || arguments.contains("--help")
    if asked { return try HelpCommand.overview(invocation) }
    let diagnostics = invocation.diagnostics
    diagnostics.lines(HelpText.overview(of: allSpecs, usesColor: diagnostics.usesColor))
    return .usage
  }
}
