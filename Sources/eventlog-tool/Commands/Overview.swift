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
    let (grid, thisWeek) = (grid, replay.timeZone.date(at: now).week)
    if grid.week != thisWeek {
      try output.sentence("Schedule \(thisWeek)   no shifts; the next are in \(grid.week)")
    }
    try output.lines(
      WeekGrid(grid, label: labels.label, cell: labels.cell
      ).lines(width: output.columns, usesColor: output.usesColor))
    for section in sections { try output.lines(section.lines(width: output.columns)) }
    if let shift = mostTelling {
      try output.line()
      try output.line("Next: eventlog-tool audit --shift \(shift) \(escapedForTerminal(path))")
    }
  }

  /// The week of the moment, or the next one with shifts.
  private var grid: ScheduleGrid {
    let thisWeek = replay.timeZone.date(at: now).week
    let week = replay.roster.firstDay(from: thisWeek.monday)?.week ?? thisWeek
    return ScheduleGrid(replay, week: week, at: now)
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
      asOfText(replay.asOf, in: zone)
        + (isWhole ? " (the last one; --at and --now choose another moment)" : clockText),
    ]
    if unknown > 0 {
      lines.append(
        "\(counted(tally.unknownEvents, "event")) of unknown types and "
          + "\(counted(tally.unknownMembers, "unknown member")) are kept and not shown")
    }
    return lines
  }

  private var clockText: String { ", told by the clock of \(minuteText(now, in: replay.timeZone))" }

  private var sections: [Section] {
    var sections = [onDuty, marketplace, requests, approvals].compactMap(\.self)
    if tells("vacancy.") { sections.append(vacancies) }
    if tells("absence.") { sections.append(absences) }
    if tells("trade.") { sections.append(trades) }
    sections += [points, hours]
    if tells("study.") { sections.append(study) }
    if tells("deal.") { sections.append(deals) }
    return sections
  }

  /// Returns `true` if the log has events whose types begin so.
  private func tells(_ beginning: String) -> Bool {
    replay.tally.types.contains { $0.name.hasPrefix(beginning) }
  }

  /// The people on duty, if anybody is. On a Monday the grid lacks the shift of the night before.
  private var onDuty: Section? {
    let rows = replay.roster.schedule(running: true, at: now)
    if rows.isEmpty { return nil }
    let today = replay.timeZone.date(at: now)
    return Section("On duty", "\(counted(rows.count, "shift")): ", nothing: "", rows) { row in
      "\(labels.label(of: row.owner)) until "
        + (row.lastDate == today ? "" : row.lastDate.shortText + " ") + row.end.description
    }
  }

  private var marketplace: Section {
    let rows = replay.roster.marketplace(at: now)
    return Section("Marketplace", "\(counted(rows.count, "shift")): ", nothing: "none", rows) {
      row in
      "\(row.shift) \(row.date.shortText) \(row.start)–\(row.end) (\(labels.label(of: row.owner)))"
    }
  }

  private var requests: Section {
    let rows = replay.roster.requests(at: now)
    return Section("Requests", "\(rows.count) open: ", nothing: "none", rows) { row in
      let count = row.suggestions.count
      return "\(labels.label(of: row.requester)), \(row.date.shortText)"
        + (count == 0 ? "" : " (\(counted(count, "suggestion")))")
    }
  }

  private var approvals: Section {
    let rows = replay.approvals(at: now)
    return Section("Approvals", "\(rows.count) awaiting: ", nothing: "none", rows) { row in
      let approvers = replay.state.approvers(
        owner: row.owner, taker: row.taker, via: row.via)
      return
        "\(row.shift) \(labels.label(of: row.owner)) ← \(labels.label(of: row.taker)) (\(approvers.ownerHasSay ? "owner or manager" : "manager"))"
    }
  }

  private var vacancies: Section {
    let rows = replay.roster.vacancies(at: now)
    return Section("Vacancies", "\(rows.count) open: ", nothing: "none", rows) { row in
      "\(row.vacancy) \(row.date.shortText) \(row.start)–\(row.end) (\(counted(row.left, "place")))"
    }
  }

  private var absences: Section {
    let rows = replay.absences.rows(at: now, in: replay.timeZone)
    return Section("Absences", nothing: "none", rows) { row in
      "\(labels.label(of: row.user)) \(row.date.shortText)" + (row.status == .now ? " (now)" : "")
    }
  }

  private var trades: Section {
    let rows = replay.trades.rows(
      roster: replay.roster, managers: replay.users.managers, at: now)
    return Section("Trades", "\(rows.count) open: ", nothing: "none", rows) { row in
      "\(row.trade) \(labels.label(of: row.from)) ⇄ \(labels.label(of: row.to))"
        + (row.status == .accepted ? " (awaits approval)" : "")
    }
  }

  private var points: Section {
    Section(
      "Points", nothing: "none yet",
      labels.sorted(replay.points.rows(names: labels.name), by: \.rank, then: \.user), by: "    "
    ) {
      "\($0.rank) \(labels.label(of: $0.user)) \($0.points)"
    }
  }

  private var hours: Section {
    guard let week = replay.hours.lastWeek else {
      return Section("Hours", nothing: "none recorded", [String]()) { $0 }
    }
    let latest = labels.sorted(
      replay.workedHours(dates: DateSelection(week: week), at: now), by: { -$0.minutes },
      then: \.worker)
    return Section("Hours", "\(week): ", nothing: "none recorded", latest) {
      "\(labels.label(of: $0.worker)) \(durationText(minutes: $0.minutes))"
    }
  }

  private var study: Section {
    Section(
      "Study", nothing: "",
      labels.sorted(replay.ranking(names: labels.name), by: \.rank, then: \.user), by: "    "
    ) {
      "\($0.rank) \(labels.label(of: $0.user)) \($0.minutes) min"
    }
  }

  private var deals: Section {
    let rows = replay.deals.deals(at: now)
    return Section("Deals", "\(rows.count) live: ", nothing: "none", rows) {
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
}

/// One thing that an overview tells, on one line: how many there are, and the first few.
private struct Section {
  private let label: String
  private let lead: String
  private let items: [String]
  private let hasMore: Bool
  private let separator: String

  /// The most items of a line.
  private static let most = 4

  init<Row>(
    _ label: String, _ lead: String = "", nothing: String, _ rows: [Row],
    by separator: String = ", ", _ text: (Row) -> String
  ) {
    self.label = label + String(repeating: " ", count: 15 - label.count)
    self.lead = rows.isEmpty ? nothing : lead
    items = rows.prefix(Self.most).map { escapedForTerminal(text($0)) }
    hasMore = rows.count > Self.most
    self.separator = separator
  }

  /// As many whole items as there is room for; one in any case, in further lines if it must be.
  func lines(width: Int?) -> [String] {
    for count in stride(from: items.count, through: 1, by: -1) {
      let isShort = hasMore || count < items.count
      let told = (items.prefix(count) + (isShort ? ["…"] : [])).joined(separator: separator)
      if width.map({ displayWidth(label + lead + told) <= $0 }) ?? true {
        return [label + lead + told]
      }
      if count == 1 { return HelpText.hanging(label, lead + told, columns: width) }
    }
    return [label + lead]
  }
}
