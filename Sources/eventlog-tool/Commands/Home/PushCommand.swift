import Projections
import ShiftEvents

enum PushCommand: ToolCommand {
  static let spec = CommandSpec(
    "push", group: .hosts, access: .writes, usage: ["--restore [LOG]"],
    abstract: "Give a home that lost events back what the copy here has",
    discussion: [
      "Only the events behind those that the home has are brought, with the names that belong to them; "
        + "erasures among them are repeated. If the home has any other event it is left alone (exit 73)."
    ],
    options: [restore],
    sharedOptions: Options.upkeep,
    examples: [.init("eventlog-tool push --restore store.jsonl")])

  private static let restore = Flag("restore", "The home lost them: bring them back")

  static func run(_ invocation: Invocation) throws -> ExitCode {
    let path = try invocation.fetchedLog()
    guard invocation[restore] else {
      throw UsageError(
        "what is appended to a copy goes to its home by itself",
        help: "--restore brings back what a home lost")
    }
    let address = try HomeCopy(path).requireAddress()
    let count = try HomeAccess(invocation).homeForLong(address).upload(eventsOf: path)
    invocation.diagnostics.note("brought \(counted(count, "event")) to \(address.text)")
    return .done
  }
}
