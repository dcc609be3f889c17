import Projections
@testable import ShiftEvents
import TestSupport
import Testing

/// The days that shifts, vacancies and absences belong to, and which of them are in progress.
struct PresenceTests {
  @Test(
    arguments: [
      ("10:00", "12:00", nil, ["10:00–12:00"]), ("22:00", "06:00", nil, ["22:00–06:00"]),
      ("10:00", "22:00", nil, ["10:00–22:00"]),
      ("10:00", "22:01", nil, ["10:00–22:01 (12 h 1 min)"]),
      ("10:00", "10:00", 1, ["10:00–10:00 (24 h)"]),
      ("10:00", "10:01", 1, ["10:00– (1 day 1 min)", "–10:01"]),
      ("00:00", "00:00", nil, ["00:00–00:00 (24 h)"]),
      ("00:00", "00:00", 2, ["00:00– (2 days)", "–00:00"]),
      ("23:59", "00:00", 2, ["23:59– (1 day 1 min)", "–00:00"]),
      ("10:00", "12:00", 3, ["10:00– (3 days 2 h)", "–", "–", "–12:00"]),
    ] as [(TimeOfDay, TimeOfDay, Int16?, [String])])
  func `up to 24 hours belong to the date alone, longer ones to every day that they touch`(
    start: TimeOfDay, end: TimeOfDay, days: Int16?, cells: [String]
  ) {
    var story = Story()
    story.register("bas", [.employee])
    story.schedule("S", of: "bas", from: start, to: end, lasting: days)
    let grid = ScheduleGrid(story.folded(), week: WeekOfYear("2026-W03")!, at: early)
    let row = grid.table(label: \.description).rows.first ?? []
    #expect(row.dropFirst().compactMap { $0?.text } == cells)
    for (place, day) in grid.days.enumerated() {
      let replay: Replay = story.folded()
      let rows = replay.schedule(dates: DateSelection(from: day, to: day), at: early)
      #expect(rows.isEmpty == (place >= cells.count), "\(day)")
    }
  }

  @Test func `last night's shift and a duty of days are there until they end`() {
    var story = Story()
    story.configure(zone: amsterdam)
    story.schedule("N", of: "bas", on: "2026-01-11", from: "22:00", to: "06:00")
    story.schedule("W", of: "eva", on: "2026-01-05", from: "10:00", to: "12:00", lasting: 7)
    story.schedule("D", of: "tom", on: "2026-01-12", from: "09:00", to: "17:00")
    let replay: Replay = story.folded()
    func shifts(_ now: Timestamp, running: Bool = false) -> [ShiftID] {
      replay.schedule(running: running, at: now).map(\.shift)
    }
    #expect(shifts("2026-01-12T04:59:59.999Z") == ["W", "N", "D"])
    #expect(shifts("2026-01-12T04:59:59.999Z", running: true) == ["W", "N"])
    #expect(shifts("2026-01-12T05:00:00Z") == ["W", "D"])
    #expect(shifts("2026-01-12T11:00:00Z", running: true) == ["D"])
    #expect(shifts("2026-01-12T20:00:00Z") == ["W", "D"])
    #expect(replay.schedule(dates: DateSelection(from: "2026-01-12"), at: early).count == 2)
  }

  private static let zones = ["Europe/Amsterdam", "America/New_York", "Australia/Lord_Howe"]
    .map { NaiveZone($0) }

  @Test(arguments: zones, 1...UInt64(Rounds.count(2, full: 6)))
  func `every reading has the days of a model that looks at each minute`(
    zone: NaiveZone, seed: UInt64
  ) {
    let naive = NaiveRoster(seed: seed, zone)
    let replay: Replay = naive.story.folded()
    var random = SplitMix64(seed: seed &* 7919)
    for _ in 0..<20 {
      let chosen = (naive.shifts + naive.vacancies).randomElement(using: &random)!
      let now = chosen.randomMoment(in: zone, &random)
      let answers = naive.at(now)
      let place: Comment = "\(zone), seed \(seed), \(Timestamp(milliseconds: Int64(now)))"
      expect(replay, answers, DateSelection(), nil, place)
      let day = chosen.days.randomElement(using: &random)! + Int.random(in: -1...1, using: &random)
      let (dates, days) = Self.selection(around: day, &random)
      expect(replay, answers, dates, days, place)
      expectGrid(replay, answers, day, place)
      expectCounts(replay, answers, place)
    }
  }

  private static func selection(
    around day: Int, _ random: inout SplitMix64
  ) -> (DateSelection, ClosedRange<Int>) {
    let date = LocalDate(daysSinceEpoch: day)
    let monday = day - (day + 3) % 7
    let length = Int.random(in: 0...9, using: &random)
    return switch Int.random(in: 0...3, using: &random) {
    case 0: (DateSelection(week: date.week), monday...monday + 6)
    case 1: (DateSelection(from: date), day...Int.max)
    case 2: (DateSelection(to: date), Int.min...day)
    // A week and its days from one on: what ends before that day is not chosen by the week alone.
    default:
      (
        DateSelection(week: date.week, from: date, to: date + length),
        day...min(monday + 6, day + length)
      )
    }
  }

  private func expect(
    _ replay: Replay, _ answers: NaiveRoster.Answers, _ dates: DateSelection,
    _ days: ClosedRange<Int>?, _ place: Comment
  ) {
    let now = answers.now
    func ids(_ projection: ProjectionDescriptor, running: Bool = false, all: Bool = false)
      -> Set<String>
    {
      let chosen = RowSelection(dates: dates, all: all, running: running)
      let table = replay.table(projection, chosen, at: now, names: { _ in nil })
      #expect(table?.rows.count == replay.count(projection, chosen, at: now), place)
      return Set((table?.rows ?? []).compactMap { $0[0]?.text })
    }
    #expect(ids(.schedule) == answers.ids(answers.shifts, on: days), place)
    #expect(ids(.schedule, running: true) == answers.running(answers.shifts, on: days), place)
    #expect(ids(.vacancies) == answers.ids(answers.open, on: days), place)
    #expect(ids(.vacancies, running: true) == answers.running(answers.open, on: days), place)
    #expect(
      ids(.vacancies, running: true, all: true) == answers.running(answers.vacancies, on: days),
      place)
    #expect(ids(.marketplace) == answers.ids(answers.supplied, on: days), place)
    #expect(ids(.absences) == answers.ids(answers.away, on: days), place)
    #expect(ids(.absences, running: true) == answers.running(answers.away, on: days), place)
    #expect(ids(.schedule, all: true).count >= ids(.schedule).count, place)
  }

  private func expectGrid(
    _ replay: Replay, _ answers: NaiveRoster.Answers, _ day: Int, _ place: Comment
  ) {
    let monday = day - (day + 3) % 7
    let grid = ScheduleGrid(
      replay, week: LocalDate(daysSinceEpoch: day).week, at: answers.now)
    let table = grid.table(hasSums: false, label: \.description)
    var cells: [String: String] = [:]
    for row in table.rows {
      for (index, cell) in row.dropFirst().enumerated() {
        // Marks, lengths and absences are told by other tests.
        let texts =
          cell?.text.replacing(#/ \([^)]*\)/#, with: "").split(separator: " ")
          .filter { $0 != "away" && !$0.hasPrefix("~") } ?? []
        if texts.isEmpty { continue }
        cells["\(row[0]!.text) \(index)"] = texts.map { $0.filter { !"sga<!".contains($0) } }
          .joined(separator: " ")
      }
    }
    var expected: [String: [NaiveTimeSpan]] = [:]
    for shift in answers.shifts {
      for index in 0..<7 where shift.days.contains(monday + index) {
        expected["\(shift.user) \(index)", default: []].append(shift)
      }
    }
    #expect(
      cells
        == expected.reduce(into: [:]) { texts, entry in
          let index = Int(String(entry.key.last!))!
          texts[entry.key] = entry.value.sorted {
            ($0.day, $0.start, $0.id) < ($1.day, $1.start, $1.id)
          }
          .map { $0.text(on: monday + index) }.joined(separator: " ")
        }, place)
  }

  private func expectCounts(_ replay: Replay, _ answers: NaiveRoster.Answers, _ place: Comment) {
    let now = answers.now
    let summary = String(decoding: replay.jsonSummary(at: now), as: UTF8.self)
    let shifts = answers.ids(answers.shifts, on: nil)
    #expect(summary.contains("\"schedule\":\(shifts.count),"), place)
    #expect(
      summary.contains("\"vacancies\":\(answers.ids(answers.open, on: nil).count),"), place)
    let metrics = String(decoding: MetricsReport().bytes(of: replay, at: now), as: UTF8.self)
    for (name, rows) in [
      ("schedule", answers.shifts), ("vacancies", answers.open), ("absences", answers.away),
    ] {
      let count = answers.running(rows, on: nil).count
      #expect(metrics.contains("shift_events_running{projection=\"\(name)\"} \(count)\n"), place)
    }
    let entries = replay.calendar(RowSelection(), at: now, label: \.description)
    let calendar = CalendarReport(zone: replay.timeZone).bytes(
      entries, name: "all", of: .ofEmptyLog, at: nil)
    let events = String(decoding: calendar, as: UTF8.self).split(separator: "\r\n")
      .filter { $0.hasPrefix("UID:") }
    #expect(Set(events.map { String($0.dropFirst(4).prefix { $0 != "@" }) }) == shifts, place)
  }
}

/// Random shifts, vacancies and absences of three people, as events and as a naive model has them.
private struct NaiveRoster {
  let zone: NaiveZone
  private(set) var story = Story(from: "2025-12-01T00:00:00Z")
  private(set) var shifts: [NaiveTimeSpan] = []
  private(set) var supplied: Set<String> = []
  private(set) var vacancies: [NaiveTimeSpan] = []
  private(set) var absences: [NaiveTimeSpan] = []
  /// The vacancies with a place left, and the absences that nobody ended.
  private(set) var open: Set<String> = []

  init(seed: UInt64, _ zone: NaiveZone) {
    self.zone = zone
    var random = SplitMix64(seed: seed)
    story.configure(zone: Zone(zone.description))
    for number in 1...30 {
      let shift = NaiveTimeSpan.random("S\(number)", "u\(number % 3)", in: zone, &random)
      shifts.append(shift)
      story.schedule(
        ShiftID(shift.id)!, of: UserID(shift.user)!, on: shift.date, from: shift.startTime,
        to: shift.endTime, lasting: shift.givenDays.map { Int16($0) })
      if Int.random(in: 0...2, using: &random) == 0 {
        supplied.insert(shift.id)
        story.supply(ShiftID(shift.id)!, of: UserID(shift.user)!)
      }
    }
    for number in 1...12 {
      let vacancy = NaiveTimeSpan.random("V\(number)", "", in: zone, &random)
      let places = Int.random(in: 0...2, using: &random)
      vacancies.append(vacancy)
      if places > 0 { open.insert(vacancy.id) }
      story.tell(
        .vacancyPosted(
          VacancyPosted(
            vacancy: VacancyID(vacancy.id)!, date: vacancy.date, start: vacancy.startTime,
            end: vacancy.endTime, places: places,
            keys: ShiftDetails(days: vacancy.givenDays.map { Int16($0) }))))
      let absence = NaiveTimeSpan.random("A\(number)", "u\(number % 3)", in: zone, &random)
      absences.append(absence)
      story.tell(
        .absenceRecorded(
          AbsenceRecorded(
            absence: AbsenceID(absence.id)!, date: absence.date, user: UserID(absence.user)!,
            start: absence.startTime, end: absence.endTime,
            days: absence.givenDays.map { Int16($0) }, shifts: [])))
      if Int.random(in: 0...3, using: &random) == 0 {
        story.tell(
          .absenceEnded(
            AbsenceEnded(absence: AbsenceID(absence.id)!, user: UserID(absence.user)!)))
      } else {
        open.insert(absence.id)
      }
    }
  }

  /// What there is to see at a moment.
  struct Answers {
    let now: Timestamp
    let today: Int
    let shifts: [NaiveTimeSpan]
    let supplied: [NaiveTimeSpan]
    let vacancies: [NaiveTimeSpan]
    let open: [NaiveTimeSpan]
    let away: [NaiveTimeSpan]

    /// Those on one of the days; without days those that have not ended, or are of today or later.
    func ids(_ stretches: [NaiveTimeSpan], on days: ClosedRange<Int>?) -> Set<String> {
      Set(
        stretches.filter { stretch in
          guard let days else {
            return stretch.days.contains { $0 >= today }
              || stretch.instants.upperBound > now.milliseconds
          }
          return stretch.days.contains { days.contains($0) }
        }.map(\.id))
    }

    func running(_ stretches: [NaiveTimeSpan], on days: ClosedRange<Int>?) -> Set<String> {
      Set(
        stretches.filter { stretch in
          stretch.instants.contains(Int(now.milliseconds))
            && (days.map { days in stretch.days.contains { days.contains($0) } } ?? true)
        }.map(\.id))
    }
  }

  func at(_ now: Int) -> Answers {
    return Answers(
      now: Timestamp(milliseconds: Int64(now)),
      today: zone.local(minute: Int((Double(now) / 60_000).rounded(.down))) / 1440,
      shifts: shifts,
      supplied: shifts.filter { supplied.contains($0.id) && $0.instants.lowerBound > now },
      vacancies: vacancies, open: vacancies.filter { open.contains($0.id) },
      away: absences.filter { open.contains($0.id) && $0.instants.upperBound > now })
  }
}
