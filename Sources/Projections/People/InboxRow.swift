import ShiftEvents

extension ProjectionDescriptor {
  /// The notifications, for a replay that began with ``Replay/init(inboxOf:)``.
  public static let inbox = ProjectionDescriptor(
    // Whom an event is told to depends on nearly all: on managers, on promises, on hours, on reservations.
    "inbox", from: StatePart.folded + [.notices],
    ordered: ["sequence", "user", "kind", "subject"],
    nothing: { user in
      user.map { "there is nothing that \($0) would be told of" }
        ?? "nobody would be told of anything in this log yet"
    }
  ) { replay, chosen, _, _ in
    let inbox = replay.inbox(of: chosen.user)
    if let page = chosen.page, chosen.last == nil, inbox.user == nil, chosen.dates.isEmpty {
      let count = page.limit == .max ? .max : page.limit + 1
      return inbox.rows(from: max(page.cursor?.sequence ?? .zero, chosen.since.next), count: count)
    }
    if chosen.dates.isEmpty { return inbox.rows(since: chosen.since, last: chosen.last) }
    let rows = inbox.rows(since: chosen.since).filter {
      chosen.dates.contains(replay.timeZone.date(at: $0.time))
    }
    return chosen.last.map { rows.suffix(max(0, $0)) } ?? rows
  }
}

extension InboxRow: ProjectionRow {
  public static let columns: [Column<Self>] = [
    Column("sequence", "Seq", turn: 1) { $0.sequence.value },
    Column("time", "Time") { $0.time },
    .person("user", "User") { $0.user },
    Column("kind", "Kind") { $0.kind },
    Column("subject", "Subject") { $0.subject },
    .person("actor", "By", turn: 2) { $0.actor },
    .person("counterpart", "With", turn: 3) { $0.counterpart },
    Column("date", "Date", turn: 6) { $0.date },
    Column("start", "Start", turn: 5) { $0.start },
    Column("end", "End", turn: 4) { $0.end },
    Column("days", "Days", audience: .programs) { $0.days.map(Int.init) },
    .rare("title", "Title", 7) { $0.title?.description },
  ]
}
