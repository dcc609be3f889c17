import Projections
import ShiftEvents
import ShiftEventsHome

enum CloneCommand: ToolCommand {
  static let spec = CommandSpec(
    "clone", group: .hosts, access: .writes, usage: ["ADDRESS [LOG]"],
    abstract: "Make a copy here of a log that lives in PostgreSQL",
    discussion: [
      "ADDRESS is postgresql://HOST/DATABASE?log=NAME. What is appended to the copy goes to its home "
        + "first. A file that is there already is left alone (exit 73). If the home has no event of the log, or "
        + "the role may not see it, nothing is made and the logs that there are are named (exit 66)."
    ],
    sharedOptions: Options.upkeep,
    examples: [
      .init("eventlog-tool clone 'postgresql://db1,db2/roster?log=store' store.jsonl")
    ])

  static func run(_ invocation: Invocation) throws -> ExitCode {
    let words = invocation.arguments.positionals
    guard let first = words.first, HomeAddress.isAddress(first) else {
      throw UsageError(
        "missing ADDRESS", help: "eventlog-tool clone 'postgresql://HOST/DATABASE?log=NAME' LOG")
    }
    if words.count > 2 { throw UsageError("unexpected argument \(quoted(words[2]))") }
    let address = try HomeAddress(first)
    let path = try invocation.fetchedLog(positional: words.dropFirst().first)
    try LogWriting.refuseFolderOfLog(path)
    let copy = HomeCopy(path)
    if !copy.isThere { try HomeAccess(invocation).home(address).requireEvents() }
    try copy.makeOrReport(of: address)
    do {
      let last = try HomeAccess(invocation).pull(copy)
      invocation.diagnostics.note("created \(path) with \(counted(last.value, "event"))")
    } catch {
      copy.remove()
      throw error
    }
    return .done
  }
}
