import Foundation
import ShiftEvents
import ShiftEventsHome

@main struct EventLogTool {
  static func main() {
    prepareProcess()
    #if arch(x86_64)
      SHA256Instructions.use()
    #endif
    let code: ExitCode
    do throws(UsageError) { code = run(try givenArguments()) } catch {
      code = Failure(error).report(Diagnostics())
    }
    exitProcess(code)
  }

  /// The words behind the name of the tool.
  ///
  /// - Throws: for bytes that are no UTF-8: a name with other letters in their place would be recorded, or another file
  ///   be meant.
  private static func givenArguments() throws(UsageError) -> [String] {
    var given: [String] = []
    for place in 1..<max(1, Int(CommandLine.argc)) {
      guard let bytes = unsafe CommandLine.unsafeArgv[place] else { break }
      guard let text = unsafe String(validatingCString: bytes) else {
        throw UsageError.notText("word \(place)", unsafe String(cString: bytes))
      }
      given.append(text)
    }
    if let log = unsafe getenv("EVENTLOG_FILE"), unsafe String(validatingCString: log) == nil {
      throw UsageError.notText("EVENTLOG_FILE", unsafe String(cString: log))
    }
    return given
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
        invocation.reportUnknownEvents()
        return code
      } catch let error as InputIsTerminal {
        diagnostics.lines(HelpText.page(for: command.spec, usesColor: diagnostics.usesColor) + [""])
        throw error.usageError
      } catch {
        // Answers before the error are true, and come first.
        try? invocation.output.flush()
        invocation.reportWithheldNames()
        invocation.reportUnknownEvents()
        if (error as? OutputError) == .closedPipe { return invocation.output.outcome }
        throw invocation.ofAnswer(error)
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

extension Invocation {
  /// The error of an answer that could not be written, with what a command that writes may have done before it.
  fileprivate func ofAnswer(_ error: any Error) -> any Error {
    guard let failed = error as? OutputError, let message = failed.message,
      command.access == .writes, !self[AppendOptions.dryRun]
    else { return error }
    let isAppend = command.name == AppendCommand.spec.name
    let hasOthers = isAppend || command.usage.contains { $0.contains("-f LOG") }
    let hasMembers = command.name == InitCommand.spec.name
    let word = arguments.positionals.first {
      !HomeAddress.isAddress($0) && !(hasMembers && $0.contains("="))
    }
    let log = (try? logName(positional: hasOthers ? nil : word)).map { " \(shellWord($0))" }
    return CommandError(
      failed.exitCode, message,
      help: (isAppend
        ? "what was submitted may be recorded all the same; send it again with the same id, or "
        : "what was to be written may be written all the same; ")
        + "see: eventlog-tool log\(log ?? "")"
    )
  }
}

/// All commands, in the order of the overview.
let allCommands: [any ToolCommand.Type] = [
  AppendCommand.self, ExtendCommand.self, InitCommand.self, ReplayCommand.self, ShowCommand.self,
  AuditCommand.self, LogCommand.self, DiffCommand.self, BlameCommand.self, SnapshotCommand.self,
  ReportCommand.self, ExportCommand.self, VerifyCommand.self, CheckpointCommand.self,
  ProveCommand.self, RecoverCommand.self, ImportCommand.self, BackupCommand.self,
  RestoreCommand.self, CloneCommand.self, PullCommand.self, PushCommand.self, MoveCommand.self,
  HomeCommand.self, SchemaCommand.self, CompletionsCommand.self, ManCommand.self, HelpCommand.self,
  VersionCommand.self,
]

/// The specifications of all commands, in the order of the overview.
var allSpecs: [CommandSpec] { allCommands.map { $0.spec } }

func command(named name: String) throws(UsageError) -> any ToolCommand.Type {
  if let command = allCommands.first(where: { $0.spec.name == name }) { return command }
  throw UsageError.unknown("command", name, among: allSpecs.map(\.name))
}
