import ShiftEvents
import ShiftEventsHome

enum PullCommand: ToolCommand {
  static let spec = CommandSpec(
    "pull", group: .hosts, access: .writes,
    abstract: "Take what is new in the home of a log into the copy here",
    discussion: [
      "A copy that is damaged or gone is fetched again from the home; the damaged file is kept in the "
        + "quarantine. A copy that knows more than the home is never overwritten (exit 65)."
    ],
    sharedOptions: Options.upkeep,
    examples: [.init("eventlog-tool pull store.jsonl")])

  static func run(_ invocation: Invocation) throws -> ExitCode {
    let copy = HomeCopy(try invocation.fetchedLog())
    _ = try copy.requireAddress()
    let last = try HomeAccess(invocation).pullMending(copy)
    invocation.diagnostics.note("\(copy.path): as of event \(last)")
    return .done
  }
}
