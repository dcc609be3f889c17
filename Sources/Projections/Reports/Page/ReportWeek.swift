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
    let roster = replay.roster
    let grid = ScheduleGrid(
      replay, of: chosen.user, week: week, on: chosen.dates, named: chosen.names,
      published: chosen.published, at: now)
    let moment = LocalMoment(now, in: replay.timeZone)
    dates = DateSelection(week: week, from: chosen.dates.first, to: chosen.dates.last)
    vacancies =
      chosen.isTaken(by: .vacancies)
      ? roster.vacancies(dates: dates, named: chosen.names, at: now) : []
    words = chosen.words(label)
    self.grid = grid
    (today, zone) = (moment.today, moment.zone)
    styles = LabelStyles(roster.labels)
    let takers = grid.people.flatMap { grid.shifts(of: $0) }.compactMap(\.taker)
    names = (grid.people + takers).reduce(into: [:]) { $0[$1] = label($1) }
  }

  /// The sentence for a week without people and work.
  var nothing: String {
    let isWhole = words.isEmpty && dates.first == grid.days[0] && dates.last == grid.days[6]
    return "No \(isWhole ? "" : "such ")shifts in this week."
  }

  var isEmpty: Bool { grid.people.isEmpty && vacancies.isEmpty }

  /// The people by name.
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

  /// The grid as rows of texts.
  var table: RowTable { grid.table(hasTitles: true, label: label) }

  /// The marks of the rows and their meaning.
  var legend: String { grid.marks.map { "\($0.mark) \($0.meaning)" }.joined(separator: " · ") }
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

extension Roster {
  /// The labels of all open shifts and of the work that needs people, each once, in byte order: every one keeps its
  /// place as long as no label comes or goes.
  fileprivate var labels: [Name] {
    var numbers: [UInt32] = state.vacancies.rows.elements.map(\.keys)
    forEachShift { if $0.record.isOpen, $0.record.keys > 0 { numbers.append($0.record.keys) } }
    return Set(numbers.flatMap { state.shiftKeys[$0].labels }).inByteOrder()
  }
}
