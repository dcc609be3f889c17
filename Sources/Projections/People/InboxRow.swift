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
    let rows = replay.inbox?.rows.filter {
      chosen.dates.isEmpty || chosen.dates.contains(replay.timeZone.date(at: $0.time))
    }
    return rows?.map { replay.told($0) }
  }
}

extension Replay {
  /// The notification with the day and the times of what it is about, as they are now.
  fileprivate func told(_ row: InboxRow) -> InboxRow {
    var row = row
    var shift: ShiftID?
    switch row.about {
    case .shift(let id): shift = id
    case .request(let id): row.date = state.requests[id]?.date
    case .trade(let id):
      shift = state.trades[id].map { $0.to == row.user ? $0.give : $0.take }
    default: break
    }
    guard let record = shift.flatMap({ state.shift($0) }) else { return row }
    (row.date, row.start, row.end) = (record.date, record.times.start, record.times.end)
    row.days = record.times.days
    return row
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
    .person("counterpart", "With", turn: 3) { $0.counterpart },
    Column("date", "Date", turn: 6) { $0.date.map(Cell.date) },
    Column("start", "Start", turn: 5) { $0.start.map(Cell.timeOfDay) },
    Column("end", "End", turn: 4) { $0.end.map(Cell.timeOfDay) },
    .number("days", "Days", audience: .programs) { $0.days.map(Int.init) },
  ]
}
