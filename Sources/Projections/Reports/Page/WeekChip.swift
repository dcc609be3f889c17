import ShiftEvents

/// A shift, an absence or open work in a cell of the week: its times, what is to be said of it, and its labels. Minutes
/// that are 00 have an element of their own, since a page on paper leaves them out.
struct WeekChip {
  private let classes: String
  private let times: String
  private let word: String
  private let names: String
  private let title: String

  var html: String {
    let parts = [
      times.isEmpty ? "" : "<b>\(Self.hours(times))</b>",
      word.isEmpty ? "" : "<i>\(Projections.html(word))</i>",
      names.isEmpty ? "" : "<span>\(Projections.html(names))</span>",
    ].filter { !$0.isEmpty }
    return "<div class=\"\(classes)\" title=\"\(Projections.html(title))\">"
      + parts.joined(separator: " ") + "</div>"
  }

  private static func hours(_ times: String) -> String {
    times.split(separator: "–", omittingEmptySubsequences: false).map { time in
      time.hasSuffix(":00") ? "\(time.dropLast(3))<s>:00</s>" : String(time)
    }.joined(separator: "–")
  }

  /// A shift on one of its days.
  init(_ row: ScheduleRow, on day: LocalDate, in week: ReportWeek) {
    let isGap = week.grid.isUncovered(row, on: day)
    word = Self.words(of: row, on: day, in: week).joined(separator: ", ")
    classes =
      "shift" + week.styles.classes(of: row.keys.labels.first) + (isGap ? " gap" : "")
    times = row.times(on: day)
    names = Self.names(row.keys)
    title = Self.title(
      week.label(row.owner), row, row.keys,
      [word, row.taker.map { "\(week.label($0)) takes it" }, row.shift.description], in: week)
  }

  /// Work that needs people, on one of its days.
  init(_ row: VacancyRow, on day: LocalDate, in week: ReportWeek) {
    word = row.left == 1 ? "open" : "\(row.left) open"
    classes = "shift open" + week.styles.classes(of: row.keys.labels.first)
    times = row.times(on: day)
    names = Self.names(row.keys)
    title = Self.title(
      counted(row.left, "place") + " left", row, row.keys, [row.vacancy.description], in: week)
  }

  /// An absence on one of its days.
  init(_ row: AbsenceRow, on day: LocalDate, in week: ReportWeek) {
    word = "away"
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
    return [state, week.grid.isBroken(row, on: day) ? "check" : nil].compactMap(\.self)
  }

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
    ("uncovered", "the owner is away or gone"), ("check", "breaks a limit"),
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
