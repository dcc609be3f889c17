import Projections
import ShiftEvents
import ShiftEventsHome

enum MoveCommand: ToolCommand {
  static let spec = CommandSpec(
    "move", group: .hosts, access: .writes, usage: ["[LOG] ADDRESS"],
    abstract: "Let a log that lives in its file live in PostgreSQL from now on",
    discussion: [
      "The file stays, as a copy. A move that was interrupted is taken up where it ended. If the home has "
        + "another log of that name, nothing is changed (exit 73)."
    ],
    sharedOptions: Options.upkeep,
    examples: [.init("eventlog-tool move store.jsonl 'postgresql://db1,db2/roster?log=store'")])

  static func run(_ invocation: Invocation) throws -> ExitCode {
    var words = invocation.arguments.positionals
    guard let last = words.popLast(), HomeAddress.isAddress(last), words.count < 2 else {
      throw UsageError(
        "missing ADDRESS", help: "eventlog-tool move LOG 'postgresql://HOST/DATABASE?log=NAME'")
    }
    let path = try invocation.fetchedLog(positional: words.first)
    if let home = try HomeCopy(path).address() {
      throw CommandError(.cannotCreate, "\(path) lives in \(home.text) already")
    }
    let address = try HomeAddress(last)
    let access = try HomeAccess(invocation)
    let count = try access.homeForLong(address).takeOver(
      path, lockTimeoutSeconds: access.timeoutSeconds)
    HomeCopy(path).notePulled()
    invocation.diagnostics.note(
      "\(path) lives in \(address.text) now; \(counted(count, "event")) brought there")
    return .done
  }
}
