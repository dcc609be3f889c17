import Projections
import ShiftEvents

enum ReportCommand: ToolCommand {
  static let spec = CommandSpec(
    "report", group: .report, abstract: "One page about the log, in HTML or Markdown",
    overviewText: "One page: the week, what is open, a map, bars",
    discussion: [
      "The page has the week, people by days, or all weeks of a month; what needs attention; the marketplace "
        + "and vacancies, hours of the month, swap points, deals on a map, and the rest folded; with --shift also "
        + "the story of a shift. What has no rows is left out. It needs no network and no script. On paper each "
        + "week is a landscape page. With --timesheet it has the month's time sheet of each person, a page of paper "
        + "to be signed.",
      "With --from and --to it has their days alone, in all their weeks; --from alone goes on to the end of its week, "
        + "--to alone begins with this week. These and --user, --place, --label and --published choose the rows of every "
        + "table as show does; a table that cannot be chosen so is left out. The heading names what is chosen.",
    ],
    options: [shift, week, month] + choosing + [timesheet, format],
    sharedOptions: [
      Options.file, Options.at, Options.now, Options.output,
      Options.ids,
    ] + Options.global,
    examples: [
      .init("eventlog-tool report -o store.html events-sample.jsonl"),
      .init("eventlog-tool report --month 2026-03 -o march.html events-sample.jsonl"),
      .init("eventlog-tool report --label bar --published -o bar.html events-sample.jsonl"),
      .init("eventlog-tool report --timesheet --month 2026-03 -o sheets.html events-sample.jsonl"),
      .init("eventlog-tool report --shift F1.2026-01-12 --format markdown events-sample.jsonl"),
    ])

  private static let shift = Option<ShiftID>.of(
    { (id: ShiftID) in id }, "Print the story of this shift, too")
  private static let week = Option.span(
    .week, "The week shown, such as 2026-W03; else that of the moment")
  private static let month = Option.span(
    .month, "All weeks of this month: 2026-03, this month, last month")
  private static let timesheet = Flag(
    "timesheet", "The time sheets of a month, a page a person, to print and sign")
  /// The questions that choose rows.
  private static let choosing = [
    RowQuestion.from, .to, .user, .place, .label, .published,
  ].map(RowOption.init)
  private static let mostWeeks = 53
  private static let format = Option.choice(
    "format", "FORMAT", among: ["html", "markdown"], "html or markdown")

  static func run(_ invocation: Invocation) throws -> ExitCode {
    let path = try invocation.fetchedLog()
    let isMarkdown = try wantsMarkdown(invocation)
    let shift = try invocation[shift]
    try invocation.arguments.refuse(month, beside: week)
    let wantsSheets = invocation[timesheet]
    for option in ([Self.shift, Self.week] as [any CommandOption]) + choosing
    where wantsSheets && option.spec.name != Options.user.spec.name {
      try invocation.arguments.refuse(option, beside: timesheet)
    }
    let spoken = try RelativeDates(invocation.arguments)
    var chosen = RowSelection()
    for option in choosing where invocation.arguments.has(option) {
      try option.fill(&chosen, invocation.arguments) { try invocation.person($0, in: path) }
    }
    var seen = SeenIdentifiers(of: UserID.noun)
    var audit = shift.map { Audit(of: .shift($0)) }
    // A story is told from its beginning.
    let (replay, reading) = try Replay.read(path, for: invocation, fromStart: shift != nil) {
      audit?.apply($0)
      if path == LogInput.standardInput { seen.apply($0) }
    }
    if let shift, audit?.rows.isEmpty == true {
      try SeenIdentifiers.read(path, of: ShiftID.noun)?.require(shift.description, in: path)
    }
    let now = reading.nowOfLog
    let names = try reading.names()
    if let user = chosen.user, !replay.hasRegistered(user) {
      try (SeenIdentifiers.read(path, of: UserID.noun) ?? seen)
        .require(user.description, in: path, or: names.names)
    }
    let dates = try spoken.selection(today: reading.today)
    let days = try days(dates, today: reading.zone.date(at: now))
    if [Options.from, Options.to].contains(where: invocation.arguments.has) {
      chosen.dates = DateSelection(from: days.lowerBound, to: days.upperBound)
    }
    let contents = ReportContents(
      of: replay, at: now, names: names.name, label: names.label, choosing: chosen)
    let story = shift.flatMap { shift in audit.map { contents.story(of: "\(shift)", $0) } }
    let (name, origin) = (
      name(of: path), "Made by eventlog-tool \(ToolVersion.number) from \(name(of: path))."
    )
    let subtitle =
      "\(counted(replay.tally.count, "event")), \(asOfText(reading.asOf, in: reading.zone))"
    let page =
      wantsSheets
      ? contents.sheets(
        of: dates.first ?? reading.zone.date(at: now), user: chosen.user, named: name,
        subtitle: subtitle, origin: origin)
      : contents.page(
        of: days, isMonth: invocation.arguments.has(month), story: story, named: name,
        subtitle: subtitle, origin: origin)
    try invocation.write(
      isMarkdown ? invocation.linesSafe(page.markdown()) : HTMLReport(page).bytes())
    if let emptiness = reading.emptiness {
      invocation.diagnostics.note(emptiness)
    } else if wantsSheets, page.parts.isEmpty {
      let who = chosen.user.map { "\(names.label(of: $0)) has no" } ?? "nobody has a"
      invocation.diagnostics.note("\(who) shift or hours in that month: the page has no time sheet")
    }
    return .done
  }

  /// The days of the page: from the first one that is chosen on, or this week's, to the last, or the end of the week.
  private static func days(
    _ dates: DateSelection, today: LocalDate
  ) throws(UsageError) -> ClosedRange<LocalDate> {
    let first = dates.first ?? today.week.monday
    let last = dates.last ?? first.week.monday + 6
    guard first <= last else {
      throw UsageError(
        "no day is chosen: the page would begin on \(first) and end on \(last)",
        help: dates.first == nil
          ? "--to alone begins with this week: add --from" : "choose days that meet")
    }
    let weeks = (last.week.monday - first.week.monday) / 7 + 1
    guard weeks <= mostWeeks else {
      throw UsageError(
        "a page has at most \(mostWeeks) weeks, and \(first) to \(last) are \(weeks)",
        help: "choose fewer days with --from and --to")
    }
    return first...last
  }

  /// The name of the log's file without its folder and ending.
  private static func name(of path: String) -> String {
    let file = path.split(separator: "/").last.map(String.init) ?? path
    return file.hasSuffix(".jsonl") ? String(file.dropLast(6)) : file
  }

  private static func wantsMarkdown(_ invocation: Invocation) throws(UsageError) -> Bool {
    if let chosen = try invocation[format] { return chosen == "markdown" }
    let ending = invocation.outputFile?.split(separator: ".").last?.lowercased()
    guard let ending, invocation.outputFile != nil else { return false }
    if ["md", "markdown"].contains(ending) { return true }
    if ["html", "htm"].contains(ending) { return false }
    throw UsageError(
      "a report is HTML or Markdown, not what the name after -o says",
      help: "end the name in .html or .md, or add --format")
  }
}
