import ShiftEvents

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
