import Projections
import ShiftEvents

/// The one screen that `replay` prints.
struct Overview {
  let path: String
  let replay: Replay
  let now: Timestamp
  /// True if neither `--at` nor `--now` chose the moment.
  let isWhole: Bool
  /// True if the log has no event at all; otherwise `--at` may come before the first.
  let isEmptyLog: Bool
  let labels: PersonLabels

  func write(to output: Output) throws(OutputError) {
    for text in opening { try output.sentence(escapedForTerminal(text)) }
    if replay.asOf.sequence == .zero { return }
    try output.line()
    try output.lines(
      WeekGrid(
        grid, most: WeekGrid.peopleOfOverview,
        commandForAll: "eventlog-tool show schedule --grid --week \(grid.week) \(shellWord(path))",
        label: labels.label
      ).lines(width: output.columns, usesColor: output.usesColor))
    let width = output.columns ?? .max
    for (label, text) in sections {
      let line = label + String(repeating: " ", count: 15 - label.count) + escapedForTerminal(text)
      try output.line(truncated(line, toColumns: width))
    }
    if let shift = mostTelling {
      try output.line()
      try output.line(
        "Next: eventlog-tool audit --shift \(shift) \(escapedForTerminal(path))")
    }
  }

  private var grid: ScheduleGrid {
    ScheduleGrid(replay.roster, week: replay.timeZone.date(at: now).week, at: now)
  }

  private var opening: [String] {
    let tally = replay.tally
    guard let first = tally.firstTime, let last = tally.lastTime else {
      return ["\(path): \(isEmptyLog ? "an empty log" : "nothing was known yet")"]
    }
    let zone = replay.timeZone
    let people = replay.users.count
    let unknown = tally.unknownEvents + tally.unknownMembers
    var lines = [
      "\(path): \(counted(tally.count, "event")), \(zone.date(at: first)) to \(zone.date(at: last)), "
        + "\(people) \(people == 1 ? "person" : "people"), \(zone)",
      asOfText(replay.asOf)
        + (isWhole ? " (the last one; --at and --now choose another moment)" : clockText),
    ]
    if unknown > 0 {
      lines.append(
        "\(counted(tally.unknownEvents, "event")) of unknown types and "
          + "\(counted(tally.unknownMembers, "unknown member")) are kept and not shown")
    }
    return lines
  }

  private var clockText: String { ", told by the clock of \(minuteText(now)) UTC" }

  private var sections: [(label: String, text: String)] {
    var sections = [
      ("Marketplace", marketplace), ("Requests", requests), ("Approvals", approvals),
      ("Points", points), ("Hours", hours),
    ]
    if replay.tally.types.contains(where: { $0.name.hasPrefix("study.") }) {
      sections.append(("Study", study))
    }
    if replay.tally.types.contains(where: { $0.name.hasPrefix("deal.") }) {
      sections.append(("Deals", deals))
    }
    return sections
  }

  private var marketplace: String {
    let rows = replay.roster.marketplace(at: now)
    return listing(rows, "shift") { row in
      "\(row.shift) \(row.date.shortText) \(row.start)–\(row.end) (\(labels.label(of: row.owner)))"
    }
  }

  private var requests: String {
    let rows = replay.roster.requests(at: now)
    return listing(rows, "open", isNoun: false) { row in
      let count = row.suggestions.count
      return "\(labels.label(of: row.requester)), \(row.date.shortText)"
        + (count == 0 ? "" : " (\(counted(count, "suggestion")))")
    }
  }

  private var approvals: String {
    let rows = replay.approvals(at: now)
    let policy = replay.roster.workplace
    return listing(rows, "awaiting", isNoun: false) { row in
      let ownerHasSay =
        row.via == .market ? policy.marketApproval == .owner : policy.suggestionApproval == .owner
      return
        "\(row.shift) \(labels.label(of: row.owner)) ← \(labels.label(of: row.taker)) (\(ownerHasSay ? "owner or manager" : "manager"))"
    }
  }

  private var points: String {
    let rows = replay.points.rows(names: labels.name)
    return rows.isEmpty
      ? "none yet"
      : shortened(rows.map { "\($0.rank) \(labels.label(of: $0.user)) \($0.points)" }, by: "    ")
  }

  private var hours: String {
    guard let week = replay.hours.lastWeek else { return "none recorded" }
    let latest = replay.hours.rows(dates: DateSelection(from: week.monday, to: week.monday + 6))
      .sorted {
        ($1.minutes, $0.worker.description) < ($0.minutes, $1.worker.description)
      }
    return "\(week): "
      + shortened(
        latest.map { "\(labels.label(of: $0.worker)) \(durationText(minutes: $0.minutes))" },
        by: ", ")
  }

  private var study: String {
    let rows = replay.ranking(names: labels.name)
    return shortened(
      rows.map { "\($0.rank) \(labels.label(of: $0.user)) \($0.minutes) min" }, by: "    ")
  }

  private var deals: String {
    let rows = replay.deals.deals(at: now)
    return listing(rows, "live", isNoun: false) {
      "\($0.terms.deal) \($0.terms.name) (\($0.terms.companyName))"
    }
  }

  /// The first shift that is no longer its first owner's, or else the first of all.
  private var mostTelling: ShiftID? {
    let shifts = replay.roster.shiftIDs
    return shifts.first { id in
      guard let shift = replay.roster[id] else { return false }
      return shift.owner != shift.firstOwner
    } ?? shifts.first
  }

  // MARK: - Wording

  private func listing<Row>(
    _ rows: [Row], _ word: String, isNoun: Bool = true, _ text: (Row) -> String
  ) -> String {
    if rows.isEmpty { return "none" }
    let count = isNoun ? counted(rows.count, word) : "\(rows.count) \(word)"
    return "\(count): \(shortened(rows.map(text), by: ", "))"
  }

  /// The first few, and that there are more.
  private func shortened(_ items: [String], by separator: String) -> String {
    (items.prefix(4) + (items.count > 4 ? ["…"] : [])).joined(separator: separator)
  }
}

/// `a, b and c`
func listed(_ words: [String], _ conjunction: String) -> String {
  guard let last = words.last, words.count > 1 else { return words.joined() }
  return "\(words.dropLast().joined(separator: ", ")) \(conjunction) \(last)"
}
