enum VersionCommand: ToolCommand {
  static let version = "0.1.0"
  /// The day of the version, as mdoc writes it.
  static let date = "November 22, 2026"

  static let spec = CommandSpec(
    "version", group: .other, usage: [""], abstract: "Say which version this is",
    sharedOptions: Options.global)

  static func run(_ invocation: Invocation) throws -> ExitCode {
    try invocation.arguments.checkPositionals(named: [])
    try invocation.output.line("eventlog-tool \(version)")
    try invocation.output.finish()
    return .done
  }
}
