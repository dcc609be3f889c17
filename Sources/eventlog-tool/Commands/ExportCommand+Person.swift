import Projections
import ShiftEvents

extension ExportCommand {
  /// Writes all that the log has of the person whom `--user` names.
  static func writePerson(_ invocation: Invocation) throws {
    for option in RowOptions.exported
    where option.spec.name != Options.user.spec.name && invocation.arguments.has(option) {
      throw UsageError("person takes no --\(option.spec.name): it has all rows of one person")
    }
    guard invocation.arguments.has(Options.user) else {
      throw UsageError("whose events and rows? name the person with --user")
    }
    let path = try log(invocation)
    guard let user = try invocation.person(Options.user, in: path) else { return }
    var (replay, audit) = (Replay(inboxOf: user), Audit(of: .user(user)))
    var (seen, events) = (SeenIdentifiers(of: UserID.noun), [String]())
    let reading = try LogReading.read(path, try invocation.readingOptions, for: invocation) {
      replay.apply($0)
      seen.apply($0)
      let count = audit.rows.count
      audit.apply($0)
      if audit.rows.count > count || $0.namesInText(user.description) { events.append($0.json) }
    }
    let labels = try reading.names()
    if events.isEmpty { try seen.require(user.description, in: path, or: labels.names) }
    let header = DocumentHeader(of: replay, now: reading.nowOfToday)
    try invocation.writeDocument(
      PersonReport(
        replay, of: user, header, name: labels.name(of: user), email: labels.email(of: user)
      ).bytes(events))
  }
}
