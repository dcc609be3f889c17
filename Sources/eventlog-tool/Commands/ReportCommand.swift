import Projections
import ShiftEvents

enum ReportCommand: ToolCommand {
  static let spec = CommandSpec(
    "report", group: .report, abstract: "One page about the log, in HTML or Markdown",
    overviewText: "One page: the week, what is open, a map, bars",
    discussion: [
      "The page has the week's schedule, the marketplace, requests, approvals, deals on a map, study, "
        + "points and hours; with --shift also the story of a shift. It needs no network and no script."
    ],
    options: [shift, week, format],
    sharedOptions: [
      Options.file, Options.at, Options.now, Options.output,
      Options.ids,
    ] + Options.global,
    examples: [
      .init("eventlog-tool report -o store.html events-sample.jsonl"),
      .init("eventlog-tool report --shift F1.2026-01-12 --format markdown events-sample.jsonl"),
    ])

  private static let shift = Option<ShiftID>.id("Tell the story of this shift, too")
  private static let week = Option.week(
    "week", "WEEK", "The week shown, such as 2026-W03; else that of the moment")
  private static let format = Option.choice(
    "format", "FORMAT", among: ["html", "markdown"], "html or markdown")

  static func run(_ invocation: Invocation) throws -> ExitCode {
    let path = try invocation.fetchedLog()
    let isMarkdown = try wantsMarkdown(invocation)
    let shift = try invocation[shift]
    let chosenWeek = try invocation[week]
    var audit = shift.map { Audit(of: .shift($0)) }
    // A story is told from its beginning.
    let (replay, reading) = try Replay.read(
      path, for: invocation, fromStart: shift != nil
    ) { audit?.apply($0) }
    if let shift, audit?.rows.isEmpty == true {
      try SeenIdentifiers.read(path, of: ShiftID.noun)?.require(shift.description, in: path)
    }
    let now = reading.nowOfLog
    let names = try reading.names()
    let week =
      chosenWeek?.days(from: reading.today).lowerBound.week
      ?? reading.zone.date(at: now).week
    let page = ReportPage(
      title: "\(name(of: path)), \(week)",
      subtitle:
        "\(counted(replay.tally.count, "event")), \(asOfText(reading.asOf, in: reading.zone))",
      origin: "Made by eventlog-tool \(ToolVersion.number) from \(name(of: path)).",
      parts: parts(replay, week: week, at: now, names, audit),
      zone: reading.zone)
    try invocation.write(
      isMarkdown ? invocation.linesSafe(page.markdown()) : HTMLReport(page).bytes())
    if let emptiness = reading.emptiness { invocation.diagnostics.note(emptiness) }
    return .done
  }

  /// The name of the log's file without its folder and ending.
  private static func name(of path: String) -> String {
    let file = path.split(separator: "/").last.map(String.init) ?? path
    return file.hasSuffix(".jsonl") ? String(file.dropLast(6)) : file
  }

  private static func wantsMarkdown(_ invocation: Invocation) throws(UsageError) -> Bool {
    if let chosen = try invocation[format] {
      return chosen == "markdown"
    }
    let ending = invocation.outputFile?.split(separator: ".").last?.lowercased()
    guard let ending, invocation.outputFile != nil else { return false }
    if ["md", "markdown"].contains(ending) { return true }
    if ["html", "htm"].contains(ending) { return false }
    throw UsageError(
      "a report is HTML or Markdown, not what the name after -o says",
      help: "end the name in .html or .md, or add --format")
  }

  /// The parts in the order of the page.
  private static func parts(
    _ replay: Replay, week: WeekOfYear, at now: Timestamp, _ names: PersonLabels,
    _ audit: Audit?
  ) -> [ReportPage.Part] {
    let grid = ScheduleGrid(replay, week: week, at: now)
    let legend = grid.marks.map { "\($0.mark) \($0.meaning)" }.joined(separator: " · ")
    var parts = [
      ReportPage.Part(
        "Schedule \(week)", grid.table(label: names.label),
        nothing: "No shifts in this week.", isGrid: true, legend: legend.isEmpty ? nil : legend)
    ]
    for projection in ProjectionDescriptor.replayed where projection.isInReports {
      var selection = RowSelection()
      // Of dated rows that never pass, a page has room for the latest week.
      if projection.criteria.contains(.dates), projection == .hours {
        selection.dates = replay.hours.lastWeek.map { DateSelection(week: $0) } ?? DateSelection()
      }
      guard let table = replay.table(projection, selection, at: now, names: names.name) else {
        continue
      }
      parts.append(
        ReportPage.Part(
          projection.title,
          table.withLengths(in: replay.timeZone).sortedByName(names.label)
            .labelled(by: names.label),
          nothing: emptiness(of: projection, replay, at: now)))
    }
    if let audit, case .shift(let shift) = audit.scope {
      parts.append(
        ReportPage.Part(
          "Story of \(shift)", RowTable(audit.rows).labelled(by: names.label),
          nothing: "Nothing happened to \(shift)."))
    }
    return parts
  }

  /// The sentence for a projection without rows to show; it says "yet" only of rows that never were.
  private static func emptiness(
    of projection: ProjectionDescriptor, _ replay: Replay, at now: Timestamp
  ) -> String {
    let hidden = replay.count(projection, RowSelection(all: true), at: now)
    if case .hiding(let what?, let others, _) = projection.passing, hidden > 0 {
      return "no \(what); \(hidden) \(others)."
    }
    return "\(projection.nothing(of: nil))."
  }
}

extension ProjectionDescriptor {
  /// True if a page has a part of it; the schedule has its week, and lists of people are not news.
  fileprivate var isInReports: Bool { self != .schedule && self != .users }
}
