import Projections
import ShiftEvents

/// The things that an overview tells of besides what needs a manager, those alone of which there are some.
struct OverviewSections {
  let replay: Replay
  let labels: PersonLabels
  let now: Timestamp

  /// The sections by what matters most, each with its place below the others; each is made when it is asked for.
  var byWeight: [(place: Int, section: () -> OverviewSection?)] {
    [
      (0, { onDuty }), (1, { marketplace }), (5, { absences }), (8, { hours }), (7, { points }),
      (2, { requests }), (3, { approvals }), (4, { vacancies }), (6, { trades }), (9, { study }),
      (10, { deals }),
    ]
  }

  /// The people on duty, if anybody is. On a Monday the grid lacks the shift of the night before.
  private var onDuty: OverviewSection? {
    let rows = replay.schedule(running: true, at: now)
    let today = replay.timeZone.date(at: now)
    return OverviewSection("On duty", "\(counted(rows.count, "shift")): ", rows) { row in
      "\(labels.label(of: row.owner)) until "
        + (row.lastDate == today ? "" : row.lastDate.shortText + " ") + row.end.description
    }
  }

  private var marketplace: OverviewSection? {
    let rows = replay.marketplace(at: now)
    return OverviewSection("Marketplace", "\(counted(rows.count, "shift")): ", rows) { row in
      "\(row.shift) \(row.dayAndHours(in: replay.timeZone)) (\(labels.label(of: row.owner)))"
    }
  }

  private var requests: OverviewSection? {
    let rows = replay.requests(at: now)
    return OverviewSection("Requests", "\(rows.count) open: ", rows) { row in
      let count = row.suggestions.count
      return "\(labels.label(of: row.requester)), \(row.date.shortText)"
        + (count == 0 ? "" : " (\(counted(count, "suggestion")))")
    }
  }

  private var approvals: OverviewSection? {
    let rows = replay.approvals(at: now)
    return OverviewSection("Approvals", "\(rows.count) awaiting: ", rows) { row in
      let approvers = replay.state.approvers(owner: row.owner, taker: row.taker, via: row.via)
      return
        "\(row.shift) \(labels.label(of: row.owner)) ← \(labels.label(of: row.taker)) (\(approvers.ownerHasSay ? "owner or manager" : "manager"))"
    }
  }

  private var vacancies: OverviewSection? {
    let rows = replay.vacancies(at: now)
    return OverviewSection("Vacancies", "\(rows.count) open: ", rows) { row in
      "\(row.vacancy) \(row.dayAndHours(in: replay.timeZone)) (\(counted(row.left, "place")))"
    }
  }

  private var absences: OverviewSection? {
    let rows = replay.absences(at: now)
    return OverviewSection("Absences", "", rows) { row in
      "\(labels.label(of: row.user)) \(row.date.shortText)"
        + (row.lastDay > row.date ? " – \(row.lastDay.shortText)" : "")
        + (row.status == .now ? " (now)" : "")
    }
  }

  private var trades: OverviewSection? {
    let rows = replay.trades(at: now)
    return OverviewSection("Trades", "\(rows.count) open: ", rows) { row in
      "\(row.trade) \(labels.label(of: row.from)) ⇄ \(labels.label(of: row.to))"
        + (row.status == .accepted ? " (awaits approval)" : "")
    }
  }

  private var points: OverviewSection? {
    let rows = first(of: replay.points(names: labels.name), by: \.rank, then: \.user)
    return OverviewSection("Points", "", rows, by: "    ") {
      "\($0.rank) \(labels.label(of: $0.user)) \($0.points)"
    }
  }

  private var hours: OverviewSection? {
    guard let week = replay.lastWeekOfHours else { return nil }
    let latest = first(
      of: replay.workedHours(dates: DateSelection(week: week), at: now), by: { -$0.minutes },
      then: \.worker)
    return OverviewSection("Hours", "\(week): ", latest) {
      "\(labels.label(of: $0.worker)) \(durationText(minutes: $0.minutes))"
    }
  }

  private var study: OverviewSection? {
    let rows = first(of: replay.ranking(names: labels.name), by: \.rank, then: \.user)
    return OverviewSection("Study", "", rows, by: "    ") {
      "\($0.rank) \(labels.label(of: $0.user)) \($0.minutes) min"
    }
  }

  /// The rows with the least numbers, those of one number by the names of their people: one more than a line has at least.
  private func first<Row>(
    of rows: [Row], by number: (Row) -> Int, then user: (Row) -> UserID
  ) -> [Row] {
    let least = rows.map(number).sorted().prefix(OverviewSection.most + 1)
    return labels.sorted(rows.filter { number($0) <= least.last! }, by: number, then: user)
  }

  private var deals: OverviewSection? {
    let rows = replay.deals(at: now)
    return OverviewSection("Deals", "\(rows.count) live: ", rows) {
      "\($0.terms.deal) \($0.terms.name) (\($0.terms.companyName))"
    }
  }
}

/// One thing that an overview tells, on one line: how many there are, and the first few.
struct OverviewSection {
  private let label: String
  private let lead: String
  private let items: [String]
  private let hasMore: Bool
  private let separator: String

  /// The most items of a line.
  fileprivate static let most = 4

  /// Returns `nil` where there are no rows.
  fileprivate init?<Row>(
    _ label: String, _ lead: String, _ rows: [Row], by separator: String = ", ",
    _ text: (Row) -> String
  ) {
    if rows.isEmpty { return nil }
    self.label = label + String(repeating: " ", count: 15 - label.count)
    self.lead = lead
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
    return []
  }
}

/// The week of an overview: that of the moment, or the next one with shifts.
struct OverviewWeek {
  private let grid: ScheduleGrid
  private let thisWeek: WeekOfYear
  private let vacancies: [VacancyRow]
  private let labels: PersonLabels

  init(_ replay: Replay, _ labels: PersonLabels, at now: Timestamp) {
    thisWeek = replay.timeZone.date(at: now).week
    let week = replay.firstDay(from: thisWeek.monday)?.week ?? thisWeek
    grid = ScheduleGrid(replay, week: week, at: now)
    vacancies = replay.vacancies(dates: DateSelection(week: week), at: now)
    self.labels = labels
  }

  /// The commands that show the people of the week.
  var commands: [String] { hasShifts ? ["show schedule --grid --week \(grid.week)"] : [] }

  private var hasShifts: Bool { grid.people.contains { !grid.shifts(of: $0).isEmpty } }

  /// The week as people × days; `nil` where some rows have no room for the people alone.
  func grid(rows: Int, width: Int?, usesColor: Bool) -> [String]? {
    if !hasShifts { return title }
    if grid.people.count > rows { return nil }
    return title
      + WeekGrid(grid: grid, label: labels.label, cell: labels.cell)
      .lines(width: width, usesColor: usesColor)
  }

  /// The week as one line a day: heads, hours, gaps.
  func days(width: Int?, usesColor: Bool) -> [String] {
    if !hasShifts { return title }
    var table = Table([
      Table.Column("Schedule \(grid.week)"), Table.Column("Heads", .trailing),
      Table.Column("Hours", .trailing), Table.Column("Gaps", mayShrink: true),
    ])
    for day in grid.days {
      let gaps = gaps(on: day)
      table.add([
        Table.Cell("  \(day.shortText)", isWhole: true), "\(grid.heads(on: day))",
        Table.Cell(Cell.duration(grid.minutes(on: day)).textForPeople),
        Table.Cell(gaps.isEmpty ? "-" : gaps, gaps.isEmpty ? .dim : .red),
      ])
    }
    return title + table.lines(width: width, usesColor: usesColor)
  }

  /// The places for which nobody comes: `1 shift uncovered, 2 places open`.
  private func gaps(on day: LocalDate) -> String {
    let uncovered = grid.uncoveredShifts(on: day)
    let open = vacancies.reduce(0) { $0 + ($1.presence.contains(day) ? $1.left : 0) }
    return [
      uncovered == 0 ? nil : "\(counted(uncovered, "shift")) uncovered",
      open == 0 ? nil : "\(counted(open, "place")) open",
    ].compactMap(\.self).joined(separator: ", ")
  }

  /// The line for a week without shifts; none of one that has some.
  private var title: [String] {
    if grid.week != thisWeek {
      return ["Schedule \(thisWeek)   no shifts; the next are in \(grid.week)"]
    }
    return hasShifts ? [] : ["Schedule \(thisWeek)   no shifts"]
  }
}
