enum CompletionsCommand: ToolCommand {
  static let spec = CommandSpec(
    "completions", group: .other, usage: ["bash|zsh|fish"], overviewWord: "SHELL",
    abstract: "Print the script by which a shell completes commands, options, types, keys and ids",
    overviewText: "bash, zsh or fish: completes commands, options, keys and ids",
    discussion: [
      "Ids come from the log that the words name, else from the one that commands take without a name."
    ],
    options: [words], sharedOptions: Options.global,
    examples: [
      .init("source <(eventlog-tool completions bash)"),
      .init("eventlog-tool completions fish | source"),
    ])

  private static let words = Flag(
    "words", "Print the words that can follow those behind --; the scripts ask for them")

  static func run(_ invocation: Invocation) throws -> ExitCode {
    let positionals = invocation.arguments.positionals
    if invocation[self.words] {
      let completion = Completion(positionals, among: invocation.knownCommands())
      for word in completion.candidates { try invocation.output.line(word) }
      return .done
    }
    try invocation.arguments.checkPositionals(named: ["SHELL"])
    let names = Shell.allCases.map(\.rawValue)
    guard let name = positionals.first else {
      throw UsageError("missing SHELL", help: "one of \(names.joined(separator: ", "))")
    }
    guard let shell = Shell(rawValue: name) else {
      throw UsageError.unknown("shell", name, among: names)
    }
    try invocation.output.write(Array(shell.script.utf8))
    return .done
  }
}
