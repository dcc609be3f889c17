enum VersionCommand: ToolCommand {
  static let spec = CommandSpec(
    "version", group: .other, usage: [""], abstract: "Say which version this is",
    sharedOptions: Options.global)

  static func run(_ invocation: Invocation) throws -> ExitCode {
    try invocation.arguments.checkPositionals(named: [])
    try invocation.output.line("eventlog-tool \(ToolVersion.number)")
    try invocation.output.finish()
    return .done
  }
}
