/// All commands, in the order of the overview.
let allCommands: [any ToolCommand.Type] = [
  AppendCommand.self, ExtendCommand.self, InitCommand.self,
  ReplayCommand.self, ShowCommand.self, AuditCommand.self, LogCommand.self, DiffCommand.self,
  BlameCommand.self,
  SnapshotCommand.self, ReportCommand.self, ExportCommand.self,
  VerifyCommand.self, CheckpointCommand.self, ProveCommand.self, RecoverCommand.self,
  ImportCommand.self,
  CloneCommand.self, PullCommand.self, PushCommand.self, MoveCommand.self, HomeCommand.self,
  SchemaCommand.self, CompletionsCommand.self, ManCommand.self,
  HelpCommand.self, VersionCommand.self,
]

/// The specifications of all commands, in the order of the overview.
var allSpecs: [CommandSpec] { allCommands.map { $0.spec } }

func command(named name: String) throws(UsageError) -> any ToolCommand.Type {
  if let command = allCommands.first(where: { $0.spec.name == name }) { return command }
  throw UsageError.unknown("command", name, among: allSpecs.map(\.name))
}
