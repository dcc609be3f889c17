import Projections
import ShiftEvents
import ShiftEventsHome

enum PushCommand: ToolCommand {
  static let spec = CommandSpec(
    "push", group: .hosts, access: .writes, usage: ["--restore [LOG]"],
    abstract: "Give a home that lost events back what the copy here has",
    discussion: [
      "What is appended to a copy goes to its home by itself, so this is for --restore alone. Only the events behind those that the home has are brought, with the names that belong to them; "
        + "erasures among them are repeated. If the home has any other event it is left alone (exit 73)."
    ],
    options: [restore],
    sharedOptions: Options.upkeep,
    examples: [.init("eventlog-tool push --restore store.jsonl")])

  static let restore = Flag("restore", "Needed: the home lost events, bring them back")

  static func run(_ invocation: Invocation) throws -> ExitCode {
    guard invocation[restore] else {
      throw UsageError(
        "push needs --restore: what is appended to a copy goes to its home by itself",
        help: "eventlog-tool push --restore LOG brings a home what it lost")
    }
    let path = try invocation.fetchedLog()
    let copy = HomeCopy(path)
    let address = try copy.requireAddress()
    let count = try HomeAccess(invocation).homeForLong(address).upload(eventsOf: path)
    copy.notePulled()
    invocation.diagnostics.note("brought \(counted(count, "event")) to \(address.text)")
    return .done
  }
}
