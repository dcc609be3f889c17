import Projections
import ShiftEvents

enum ReplayCommand: ToolCommand {
  static let spec = CommandSpec(
    "replay", group: .read, abstract: "Rebuild every projection; one screen of overview",
    discussion: [
      "Reads every event, folds every projection and shows the state at the last event, or at the "
        + "moment that --at and --now choose.",
      "--without and --with fold a changed history beside the real one, in memory alone: every later "
        + "submission is judged again. It lists those that the rules would then refuse, and what would differ. "
        + "The log is not touched.",
    ],
    options: WhatIf.options, sharedOptions: Options.reading,
    examples: [
      .init("eventlog-tool replay events-sample.jsonl"),
      .init("eventlog-tool replay --at 2026-01-31 events-sample.jsonl"),
    ])

  static func run(_ invocation: Invocation) throws -> ExitCode {
    let path = try invocation.fetchedLog()
    if let whatIf = try WhatIf(invocation) { return try whatIf.run(path, invocation) }
    let wantsJSON = try invocation.wantsJSON()
    let (replay, reading) = try Replay.read(path, for: invocation)
    if wantsJSON {
      try invocation.writeJSON(replay.jsonSummary(at: reading.nowOfLog))
    } else {
      let isWhole = ![Options.at, Options.now].contains(where: invocation.arguments.has)
      let overview = Overview(
        path: path, replay: replay, now: reading.nowOfLog, isWhole: isWhole,
        isEmptyLog: reading.nextTime == nil, labels: try reading.names())
      let output = invocation.output
      try output.lines(overview.lines(in: output.size, usesColor: output.usesColor))
    }
    // What is said of an answer comes after it.
    try invocation.output.flush()
    if let warning = reading.asOf.time?.aheadOfClock(SystemClock().now()) {
      invocation.diagnostics.warning(warning, at: path)
    }
    if let emptiness = reading.emptiness { invocation.diagnostics.note(emptiness) }
    return .done
  }
}

/// The one screen that `replay` prints: what needs a manager, the week, the next commands, and as much of the rest as a
/// terminal shows at once.
struct Overview {
  let path: String
  let replay: Replay
  let now: Timestamp
  /// True if neither `--at` nor `--now` chose the moment.
  let isWhole: Bool
  /// True if the log has no event at all; otherwise `--at` may come before the first.
  let isEmptyLog: Bool
  let labels: PersonLabels

  /// The lines of the screen; the last line of the terminal is left to the prompt.
  func lines(in size: ScreenSize, usesColor: Bool) -> [String] {
    let width = size.columns
    let opening = opening(width: width)
    if replay.asOf.sequence == .zero { return opening }
    let attention = OverviewAttention(replay, labels, at: now)
    let week = OverviewWeek(replay, labels, at: now)
    // A grid of more people than the screen has rows is not drawn.
    let grid = week.grid(rows: size.rows, width: width, usesColor: usesColor)
    let forms = [
      grid.map { ($0, commands(attention.commands)) },
      (
        week.days(width: width, usesColor: usesColor),
        commands(week.commands + attention.commands)
      ),
    ].compactMap(\.self).map { week, commands in
      OverviewScreen(
        rows: size.rows - 1, opening: opening, week: week,
        commands: commands.map { command in
          // A command that takes several lines can be copied with them; a word in quotes is not broken.
          if command.contains("'") { return [command] }
          let lines = HelpText.hanging("", command, columns: width.map { $0 - 8 })
          return lines.dropLast().map { "\($0) \\" } + lines.suffix(1)
        })
    }
    let told = attention.forms(width: width, usesColor: usesColor)
    // The week as a grid comes before shorter forms of it, and all of what needs a manager before less of it. Where not
    // all of that has room anyway, it makes some for the grid.
    let choices =
      (attention.isCut && grid != nil ? told.prefix(4).map(forms[0].with) : [])
      + told.flatMap { attention in forms.map { $0.with(attention) } }
    guard var screen = choices.first(where: \.fits) ?? choices.last else { return opening }
    screen.addCommands()
    for (place, section) in OverviewSections(replay: replay, labels: labels, now: now).byWeight
    where screen.lines.count < screen.rows {
      if let section = section() { screen.add(section.lines(width: width), at: place) }
    }
    return screen.lines
  }

  // MARK: - The title

  private func opening(width: Int?) -> [String] {
    let tally = replay.tally
    guard let first = tally.firstTime, let last = tally.lastTime else {
      return told(["\(path): \(isEmptyLog ? "an empty log" : "nothing was known yet")"], width)
    }
    let zone = replay.timeZone
    let people = replay.userCount
    let facts =
      ": \(counted(tally.count, "event")), \(zone.date(at: first)) to \(zone.date(at: last)), "
      + "\(people) \(people == 1 ? "person" : "people"), \(zone)"
    let file = path.split(separator: "/").last.map(String.init) ?? path
    let asOf = asOfText(replay.asOf, in: zone)
    let clock =
      isWhole
      ? " (the last one; --at and --now choose another moment)"
      : ", told by the clock of \(minuteText(now, in: zone))"
    var lines = told([path + facts, file + facts], width)
    lines += told([asOf + clock] + (isWhole ? [asOf + " (the last one)"] : []), width)
    return lines
  }

  /// The first of some texts that fits on a line, or else the last as several.
  private func told(_ texts: [String], _ width: Int?) -> [String] {
    let texts = texts.map(escapedForTerminal)
    let fitting = texts.first { text in width.map { displayWidth(text) <= $0 } ?? true }
    return sentenceLines(fitting ?? texts.last ?? "", width: width)
  }

  // MARK: - The next commands

  /// The commands that go on from here, the most useful first.
  ///
  /// - Parameter words: those that ask for the same moment.
  private func commands(_ words: [String]) -> [String] {
    let log = shellWord(path)
    let moment = "--now \(now) " + (isWhole ? "" : "--at \(replay.asOf.sequence) ")
    return
      (words.map { "\($0) \(moment)\(log)" } + mostTelling.map { "audit --shift \($0) \(log)" })
      .map { escapedForTerminal("eventlog-tool \($0)") }
  }

  /// The first shift that is no longer its first owner's, or else the first of all; none if there is no shift.
  private var mostTelling: [ShiftID] {
    let shifts = replay.state.shifts.rows.lazy.filter { $0.state != .skipped }
    return [shifts.first { $0.owner != $0.firstOwner } ?? shifts.first].compactMap { $0?.id }
  }
}

/// The parts of the screen, and what fits.
private struct OverviewScreen {
  let rows: Int
  let opening: [String]
  let week: [String]
  let commands: [[String]]
  var attention: [String] = []
  var commandCount = 1
  var sections: [Int: [String]] = [:]

  /// The same with what needs a manager.
  func with(_ attention: [String]) -> OverviewScreen {
    var screen = self
    screen.attention = attention
    return screen
  }

  var fits: Bool { lines.count <= rows }

  /// Adds further commands while there is room.
  mutating func addCommands() {
    while commandCount < commands.count {
      commandCount += 1
      if !fits { return commandCount -= 1 }
    }
  }

  /// Adds a section if there is room for it.
  mutating func add(_ section: [String], at place: Int) {
    sections[place] = section
    if !fits { sections[place] = nil }
  }

  var lines: [String] {
    let told = sections.keys.sorted().flatMap { sections[$0, default: []] }
    let next = commands.prefix(commandCount).joined().enumerated().map { place, line in
      (place == 0 ? "Next: " : "      ") + line
    }
    return [opening, attention, week + told, next].filter { !$0.isEmpty }.map { Array($0) }
      .joined(separator: [""]).map(\.self)
  }
}

/// The things that need a manager, as an overview tells them: the first few, and how many more there are.
struct OverviewAttention {
  private let rows: [AttentionRow]
  private let labels: PersonLabels
  private let zone: Zone

  /// The most things of a screen.
  private static let most = 6

  init(_ replay: Replay, _ labels: PersonLabels, at now: Timestamp) {
    rows = replay.attention(at: now)
    self.labels = labels
    zone = replay.timeZone
  }

  /// True if a screen never has all of it.
  var isCut: Bool { rows.count > Self.most }

  /// The commands that show all of it, where a screen does not.
  var commands: [String] { isCut ? ["show attention"] : [] }

  /// The lines with most things first, then with fewer; each names how many more there are.
  func forms(width: Int?, usesColor: Bool) -> [[String]] {
    if rows.isEmpty { return [[]] }
    let lead = "\(Self.label)  "
    let indent = String(repeating: " ", count: lead.count)
    return (0...min(Self.most, rows.count)).reversed().compactMap { count in
      var table = Table(
        [
          Table.Column(""), Table.Column(""),
          Table.Column("", mayShrink: true, isOfNames: true), Table.Column(""),
          Table.Column("", mayShrink: true),
        ], showsTitles: false)
      for row in rows.prefix(count) { table.add(cells(row)) }
      let more = rows.count - count
      let lines = table.lines(width: width.map { max($0 - lead.count, 1) }, usesColor: usesColor)
      // Things of which each takes several lines are fewer.
      if lines.count > Self.most { return nil }
      return (lines + (more == 0 ? [] : ["… \(more) more: show attention"])).enumerated()
        .map { ($0 == 0 ? lead : indent) + $1 }
    }
  }

  private static let label = "Attention"

  private func cells(_ row: AttentionRow) -> [Table.Cell] {
    [
      Table.Cell(row.kind.rawValue),
      Table.Cell(time(row), isWhole: true), row.user.map(labels.cell) ?? "",
      Table.Cell(row.subject, isWhole: true),
      Table.Cell(row.detail.text(by: labels.label) { minuteText($0, in: zone) }),
    ]
  }

  /// `Mon 12 Jan 15:00–20:00`, `Fri 27 Nov 00:00, 6 days`.
  private func time(_ row: AttentionRow) -> String {
    guard let start = row.start, let end = row.end else { return row.date.shortText }
    let stretch = TimeSpan(date: row.date, start: start, end: end, days: row.days, in: zone)
    return "\(row.date.shortText) \(start)"
      + (stretch.isOfSeveralDays ? ", \(stretch.length)" : "–\(end)")
  }
}
