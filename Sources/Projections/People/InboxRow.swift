import ShiftEvents

extension ProjectionDescriptor {
  /// The notifications, for a replay that began with ``Replay/init(inboxOf:)``.
  public static let inbox = ProjectionDescriptor(
    "inbox", from: [], of: \.self, by: [.user, .dates],
    ordered: ["sequence", "user", "kind", "subject"],
    nothing: { user in
      user.map { "there is nothing that \($0) would be told of" }
        ?? "nobody would be told of anything in this log yet"
    }
  ) { replay, chosen, _, _ in
    if chosen.dates.isEmpty { return replay.inbox?.rows }
    return replay.inbox?.rows.filter { chosen.dates.contains(replay.timeZone.date(at: $0.time)) }
  }
}

extension InboxRow: ProjectionRow {
  public static let columns: [Column<Self>] = [
    .number("sequence", "Seq", turn: 1) { $0.sequence.value },
    Column("time", "Time") { .instant($0.time) },
    .person("user", "User") { $0.user },
    Column("kind", "Kind") { .word($0.kind) },
    Column("subject", "Subject") { .text($0.subject) },
    .person("actor", "By", turn: 2) { $0.actor },
  ]
}
