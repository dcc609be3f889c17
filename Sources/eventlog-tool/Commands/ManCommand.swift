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
