public import ShiftEvents

/// A week of a report: the grid of its shifts, the work that needs people, and what a page draws them with.
public struct ReportWeek: Sendable {
  /// The shifts that are chosen, absences and sums.
  public let grid: ScheduleGrid
  /// The work of the week that has places left; none where shifts are chosen in a way that does not choose work.
  public let vacancies: [VacancyRow]
  /// The days of the week that are chosen.
  let dates: DateSelection
  /// The words for what else is chosen.
  let words: [String]
  let today: LocalDate
  let zone: Zone
  let styles: LabelStyles
  private let names: [UserID: String]

  /// A week as of a moment.
  ///
  /// - Parameters:
  ///   - chosen: the person, days and names of shifts, and whether these are published.
  ///   - label: the name of a person.
  public init(
    _ replay: Replay, week: WeekOfYear, of chosen: RowSelection = RowSelection(), at now: Timestamp,
    label: (UserID) -> String
  ) {
    let grid = ScheduleGrid(
      replay, of: chosen.user, week: week, on: chosen.dates, named: chosen.names,
      published: chosen.published, at: now)
    let moment = LocalMoment(now, in: replay.timeZone)
    dates = DateSelection(week: week, from: chosen.dates.first, to: chosen.dates.last)
    vacancies =
      chosen.isTaken(by: .vacancies)
      ? replay.vacancies(dates: dates, named: chosen.names, at: now) : []
    words = chosen.words(label)
    self.grid = grid
    (today, zone) = (moment.today, moment.zone)
    styles = LabelStyles(replay.labels)
    let takers = grid.people.flatMap { grid.shifts(of: $0) }.compactMap(\.taker)
    names = (grid.people + takers).reduce(into: [:]) { $0[$1] = label($1) }
  }

  /// The sentence for a week without people and work.
  var nothing: String {
    let isWhole = words.isEmpty && dates.first == grid.days[0] && dates.last == grid.days[6]
    return "No \(isWhole ? "" : "such ")shifts in this week."
  }

  var isEmpty: Bool { grid.people.isEmpty && vacancies.isEmpty }

  var people: [UserID] { grid.people(by: label) }

  func label(_ person: UserID) -> String { names[person] ?? person.description }

  func vacancies(on day: LocalDate) -> [VacancyRow] {
    dates.contains(day) ? vacancies.filter { $0.presence.contains(day) } : []
  }

  /// The places that are left and the shifts whose owners are away or gone.
  func gaps(on day: LocalDate) -> Int {
    vacancies(on: day).reduce(grid.uncoveredShifts(on: day)) { $0 + $1.left }
  }

  /// The labels that occur, each once, in byte order.
  var labels: [Name] {
    let keys = grid.people.flatMap { grid.shifts(of: $0) }.map(\.keys) + vacancies.map(\.keys)
    return Set(keys.compactMap(\.labels.first)).inByteOrder()
  }

  /// The shifts and absences of a person on a day.
  func chips(of person: UserID, on day: LocalDate) -> [WeekChip] {
    grid.shifts(of: person, on: day).map { WeekChip($0, on: day, in: self) }
      + grid.absences(of: person, on: day).map { WeekChip($0, on: day, in: self) }
  }

  /// The work of a day that needs people.
  func openChips(on day: LocalDate) -> [WeekChip] {
    vacancies(on: day).map { WeekChip($0, on: day, in: self) }
  }

  /// The hours of a person in the week, and the days of work.
  func sum(of person: UserID) -> (hours: String, days: String) {
    let minutes = grid.days.reduce(0) { $0 + grid.minutesWithin($1, of: person) }
    let worked = grid.days.count { !grid.shifts(of: person, on: $0).isEmpty }
    return (durationText(minutes: minutes), counted(worked, "day"))
  }

  /// The last rows: a word, the text of each day, and that of the week; urgent ones are to be seen.
  var sums: [(name: String, days: [String], whole: String, isUrgent: Bool)] {
    let days = grid.days
    let minutes = days.map { day in
      grid.people.reduce(0) { $0 + grid.minutesWithin(day, of: $1) }
    }
    let gaps = days.map { self.gaps(on: $0) }
    let rows = [
      ("People", days.map { String(grid.heads(on: $0)) }, "", false),
      (
        "Hours", minutes.map { durationText(minutes: $0) },
        durationText(minutes: minutes.reduce(0, +)), false
      ),
    ]
    return gaps.allSatisfy { $0 == 0 }
      ? rows : rows + [("Gaps", gaps.map { $0 == 0 ? "" : String($0) }, "", true)]
  }

  /// The closures of each day of the week.
  var closings: [String] { grid.days.map { grid.closings(on: $0).joined(separator: ", ") } }

  /// The week as rows of texts.
  var table: RowTable {
    func row(
      _ name: String, _ sum: String = "", _ chips: (LocalDate) -> [WeekChip]
    ) -> [String] {
      [name] + grid.days.map { chips($0).map(\.text).joined(separator: "; ") } + [sum]
    }
    let texts =
      (closings.allSatisfy(\.isEmpty) ? [] : [["Closed"] + closings + [""]])
      + (vacancies.isEmpty ? [] : [row("Open shifts") { openChips(on: $0) }])
      + people.map { person in
        let sum = sum(of: person)
        return row(label(person), "\(sum.hours), \(sum.days)") { chips(of: person, on: $0) }
      } + sums.map { [$0.name] + $0.days + [$0.whole] }
    return RowTable(
      columns: [Heading(key: "person", title: "Person")]
        + grid.days.map { Heading(key: $0.description, title: $0.dayText) }
        + [Heading(key: "hours", title: "Hours")],
      rows: texts.map { $0.map { $0.isEmpty ? nil : .text($0) } })
  }

  /// The words that occur and their meaning.
  var meanings: [(word: String, meaning: String)] {
    let words = WeekChip.words(in: self)
    return WeekChip.meanings.filter { words.contains($0.word) }
      + (grid.marks.contains { $0.mark == "–" } ? [("–", "on duty all day")] : [])
  }
}

extension RowSelection {
  /// Returns `true` if a projection takes all that a page is chosen by.
  func isTaken(by projection: ProjectionDescriptor) -> Bool {
    let questions: [(isAsked: Bool, RowQuestion)] = [
      (user != nil, .user), (!dates.isEmpty, .from), (names.place != nil, .place),
      (names.label != nil, .label), (published, .published),
    ]
    return questions.allSatisfy { !$0.isAsked || projection.takes($0.1) }
  }

  /// The words for what a page is chosen by, but for its days.
  func words(_ name: (UserID) -> String) -> [String] {
    [
      user.map(name), names.place.map { "place \($0)" }, names.label.map { "label \($0)" },
      published ? "published shifts only" : nil,
    ].compactMap(\.self)
  }
}

extension Replay {
  /// The labels of all open shifts and of the work that needs people, each once, in byte order: every one keeps its
  /// place as long as no label comes or goes.
  fileprivate var labels: [Name] {
    var numbers: [UInt32] = state.vacancies.rows.elements.map(\.keys)
    forEachShift { if $0.record.isOpen, $0.record.keys > 0 { numbers.append($0.record.keys) } }
    return Set(numbers.flatMap { state.shiftKeys[$0].labels }).inByteOrder()
  }
}

/// A shift, an absence or open work in a cell of the week: its times, what is to be said of it, and its labels. Minutes
/// that are 00 have an element of their own, since a page on paper leaves them out.
struct WeekChip {
  private let classes: String
  private let times: String
  private let words: [String]
  private let names: String
  private let title: String

  /// The same as a text.
  var text: String { [times, word, names].filter { !$0.isEmpty }.joined(separator: " ") }

  private var word: String { words.joined(separator: ", ") }

  var html: String {
    let parts = [
      times.isEmpty ? "" : "<b>\(Self.hours(times))</b>",
      words.isEmpty ? "" : Self.marked(words),
      names.isEmpty ? "" : "<span>\(Projections.html(names))</span>",
    ].filter { !$0.isEmpty }
    return "<div class=\"\(classes)\" title=\"\(Projections.html(title))\">"
      + parts.joined(separator: " ") + "</div>"
  }

  /// The words, of which the second gives way to a mark where a shift has little room.
  private static func marked(_ words: [String]) -> String {
    words.count == 1
      ? "<i>\(words[0])</i>" : "<i class=\"both\">\(words[0])<em>, \(words[1])</em></i>"
  }

  private static func hours(_ times: String) -> String {
    times.split(separator: "–", omittingEmptySubsequences: false).map { time in
      time.hasSuffix(":00") ? "\(time.dropLast(3))<small>:00</small>" : String(time)
    }.joined(separator: "–")
  }

  init(_ row: ScheduleRow, on day: LocalDate, in week: ReportWeek) {
    let isGap = week.grid.isUncovered(row, on: day)
    words = Self.words(of: row, on: day, in: week)
    classes = "shift" + week.styles.classes(of: row.keys.labels.first) + (isGap ? " gap" : "")
    times = row.times(on: day)
    names = Self.names(row.keys)
    title = Self.title(
      week.label(row.owner), row, row.keys,
      [
        words.joined(separator: ", "), row.taker.map { "\(week.label($0)) takes it" },
        row.shift.description,
      ], in: week)
  }

  /// Work that needs people, on one of its days.
  init(_ row: VacancyRow, on day: LocalDate, in week: ReportWeek) {
    words = [row.left == 1 ? "open" : "\(row.left) open"]
    classes = "shift open" + week.styles.classes(of: row.keys.labels.first)
    times = row.times(on: day)
    names = Self.names(row.keys)
    title = Self.title(
      counted(row.left, "place") + " left", row, row.keys, [row.vacancy.description], in: week)
  }

  init(_ row: AbsenceRow, on day: LocalDate, in week: ReportWeek) {
    words = ["away"]
    classes = "away"
    times = week.grid.isWhole(row, on: day) ? "" : row.times(on: day)
    names = ""
    title = Self.title(week.label(row.user), row, ShiftDetails(), ["away"], in: week)
  }

  private static func words(
    of row: ScheduleRow, on day: LocalDate, in week: ReportWeek
  ) -> [String] {
    if week.grid.isUncovered(row, on: day) { return ["uncovered"] }
    let state: String? =
      switch row.status {
      case .supplied: "on offer"
      case .suggested: "suggested"
      case .awaiting: "to approve"
      case .idle, .lapsed: row.owner == row.firstOwner ? nil : "taken"
      }
    return [state, week.grid.isBroken(row, on: day) ? check : nil].compactMap(\.self)
  }

  /// The word of a shift that breaks a limit, which stands behind another.
  static let check = "check"

  /// The words that occur in a week.
  static func words(in week: ReportWeek) -> Set<String> {
    let grid = week.grid
    let told = grid.people.flatMap { person in
      grid.days.flatMap { day in
        grid.shifts(of: person, on: day).flatMap { words(of: $0, on: day, in: week) }
      }
    }
    return Set(told).union(week.vacancies.isEmpty ? [] : ["open"])
  }

  /// The meanings of the words, as a legend tells them.
  static let meanings: [(word: String, meaning: String)] = [
    (word: "on offer", meaning: "on the marketplace"), ("suggested", "for a request"),
    ("to approve", "taken, awaits approval"), ("taken", "from a colleague"),
    ("uncovered", "the owner is away or gone"), (check, "breaks a limit"),
    ("open", "needs people"),
  ]

  private static func names(_ keys: ShiftDetails) -> String {
    let words = keys.labels.map(\.description) + [keys.place?.description].compactMap(\.self)
    let title = keys.title?.description
    return ([title].compactMap(\.self) + words.filter { $0 != title }).joined(separator: ", ")
  }

  private static func title(
    _ name: String, _ row: some LocalTimeSpan, _ keys: ShiftDetails, _ more: [String?],
    in week: ReportWeek
  ) -> String {
    let needs =
      keys.needs.isEmpty ? nil : "needs \(keys.needs.map(\.description).joined(separator: ", "))"
    return ([name, TimeSpan(row, in: week.zone).text, names(keys), needs] + more)
      .compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: " · ")
  }
}
