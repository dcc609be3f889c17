import Projections
@testable import ShiftEvents
import Testing

/// The week as people × days: everybody, who is away, what is uncovered, and the sums of each day.
struct ScheduleGridTests {
  private static let week = WeekOfYear("2026-W03")!
  private let days: [LocalDate] = (0..<7).map { WeekOfYear("2026-W03")!.monday + $0 }

  private func cells(_ story: Story, _ person: String) -> [String] {
    let grid = ScheduleGrid(story.folded(), week: Self.week, at: early)
    let row = grid.table(label: \.description).rows.first { $0[0]?.text == person }
    return (row ?? []).dropFirst().map { $0?.text ?? "" }
  }

  private func store(_ people: UserID...) -> Story {
    var story = Story()
    story.configure(zone: amsterdam)
    story.register("mia", [.manager])
    for person in people { story.register(person, [.employee]) }
    return story
  }

  private func away(
    _ id: AbsenceID, _ user: UserID, on date: LocalDate, from start: TimeOfDay = "00:00",
    to end: TimeOfDay = "00:00", days: Int16? = nil, in story: inout Story
  ) {
    story.tell(
      .absenceRecorded(
        AbsenceRecorded(
          absence: id, date: date, user: user, start: start, end: end, days: days, shifts: [])))
  }

  @Test(arguments: ["2026-01-01", "2026-01-14", "2026-05-01"] as [LocalDate])
  func `a grid answers for every day, whatever days were asked for`(_ first: LocalDate) {
    var story = store("eva")
    story.schedule("S", of: "eva")
    for dates in [DateSelection(from: first), DateSelection(to: first)] {
      let grid = ScheduleGrid(story.folded(), week: Self.week, on: dates, at: early)
      for day in days + [first, Self.week.monday + -1, Self.week.monday + 7] {
        #expect(grid.closings(on: day).isEmpty && grid.uncoveredShifts(on: day) == 0)
        _ = grid.heads(on: day)
        #expect(dates.contains(day) || grid.shifts(of: "eva", on: day).isEmpty)
      }
    }
  }

  @Test func `every employee has a row, a manager has none`() {
    var story = store("eva", "bas", "tom")
    story.schedule("S", of: "bas")
    let grid = ScheduleGrid(story.folded(), week: Self.week, at: early)
    #expect(grid.people == ["bas", "eva", "tom"])
    #expect(cells(story, "eva").allSatisfy { $0.isEmpty })
  }

  @Test func `an absence is told for the whole day or by its times, an ended one not at all`() {
    var story = store("eva", "bas")
    away("A", "eva", on: "2026-01-12", to: "12:00", days: 2, in: &story)
    away("B", "eva", on: "2026-01-16", from: "10:00", to: "12:00", in: &story)
    away("C", "eva", on: "2026-01-17", in: &story)
    away("D", "eva", on: "2026-01-18", from: "22:00", to: "06:00", in: &story)
    away("E", "bas", on: "2026-01-12", days: 7, in: &story)
    story.tell(.absenceEnded(AbsenceEnded(absence: "E", user: "bas")))
    #expect(
      cells(story, "eva")
        == ["away", "away", "~–12:00", "", "~10:00–12:00", "away", "~22:00–06:00"])
    #expect(cells(story, "bas").allSatisfy { $0.isEmpty })
  }

  @Test func `a shift is uncovered if its owner is away for a part of it, or is employed no more`()
  {
    var story = store("eva", "bas", "tom")
    story.schedule("S1", of: "eva", on: "2026-01-12", from: "15:00", to: "20:00")
    story.schedule("S2", of: "eva", on: "2026-01-13", from: "22:00", to: "06:00")
    story.schedule("S3", of: "eva", on: "2026-01-15", from: "15:00", to: "20:00")
    story.schedule("S4", of: "bas", on: "2026-01-15", from: "15:00", to: "20:00")
    story.schedule("S5", of: "tom", on: "2026-01-16", from: "15:00", to: "20:00")
    away("A", "eva", on: "2026-01-12", from: "10:00", to: "15:00", in: &story)
    away("B", "eva", on: "2026-01-14", from: "05:00", to: "08:00", in: &story)
    away("C", "eva", on: "2026-01-15", from: "19:59", to: "23:00", in: &story)
    story.tell(.roleRevoked(RoleRevoked(user: "bas", role: .employee)))
    story.tell(.userErased(UserErased(user: "tom")))
    let grid = ScheduleGrid(story.folded(), week: Self.week, at: early)
    let uncovered = grid.people.flatMap { grid.shifts(of: $0) }.filter(grid.isUncovered)
    #expect(Set(uncovered.map(\.shift)) == ["S2", "S3", "S4", "S5"])
    #expect(
      cells(story, "eva") == [
        "~10:00–15:00 15:00–20:00", "22:00–06:00!", "~05:00–08:00",
        "~19:59–23:00 15:00–20:00!", "", "", "",
      ])
    #expect(cells(story, "bas")[3] == "15:00–20:00!" && cells(story, "tom")[4] == "15:00–20:00!")
    #expect(grid.marks.map(\.mark) == ["!", "~"])
    // Of those with a shift: bas and tom are employed no more.
    #expect(days.map { grid.heads(on: $0) } == [1, 1, 0, 1, 0, 0, 0])
    #expect(days.map { grid.uncoveredShifts(on: $0) } == [0, 1, 0, 2, 1, 0, 0])
  }

  @Test
  func `heads count on each day that a shift belongs to, hours where it begins and where they lie`()
  {
    var story = store("eva", "bas", "tom")
    story.schedule("S1", of: "eva", on: "2026-01-10", from: "10:00", to: "12:00", lasting: 3)
    story.schedule("S2", of: "bas", on: "2026-01-13", from: "08:00", to: "08:00", lasting: 2)
    story.schedule("S3", of: "tom", on: "2026-01-13", from: "09:00", to: "10:30")
    story.schedule("S4", of: "tom", on: "2026-01-13", from: "12:00", to: "13:00")
    away("A", "bas", on: "2026-01-14", in: &story)
    let grid = ScheduleGrid(story.folded(), week: Self.week, at: early)
    #expect(days.map { grid.heads(on: $0) } == [1, 3, 0, 1, 0, 0, 0])
    #expect(days.map { grid.minutes(on: $0) } == [0, 48 * 60 + 150, 0, 0, 0, 0, 0])
    // S1 ends on Tuesday at 12:00, S2 lasts from Tuesday at 8:00 to Thursday at 8:00.
    func within(_ person: UserID) -> [Int] {
      days.map { grid.minutesWithin($0, of: person) }
    }
    #expect(within("eva") == [24 * 60, 12 * 60, 0, 0, 0, 0, 0])
    #expect(within("bas") == [0, 16 * 60, 24 * 60, 8 * 60, 0, 0, 0])
    #expect(within("tom") == [0, 150, 0, 0, 0, 0, 0])
    let sums = grid.table(label: \.description).rows.suffix(2).map { $0.map { $0?.textForPeople } }
    #expect(sums.map { $0.first } == ["Heads", "Hours"])
    #expect(sums[1][2] == "50:30" && sums[0][2] == "3")
    #expect(grid.table(hasSums: false, label: \.description).rows.count == 3)
  }

  @Test func `a place or a label chooses the people who work there`() {
    var story = store("eva", "bas")
    story.tell(
      .shiftScheduled(
        ShiftScheduled(
          shift: "S", owner: "eva", date: "2026-01-12", start: "10:00", end: "12:00",
          keys: ShiftDetails(place: "bar"), fixedShift: nil, closedRequest: nil, released: [])))
    func people(at place: Name, of user: UserID? = nil) -> [UserID] {
      ScheduleGrid(
        story.folded(), of: user, week: Self.week, named: NameSelection(place: place), at: early
      ).people
    }
    #expect(people(at: "bar") == ["eva"])
    #expect(people(at: "nowhere") == [] && people(at: "bar", of: "bas") == [])
    let one = ScheduleGrid(story.folded(), of: "bas", week: Self.week, at: early)
    #expect(one.people == ["bas"] && one.heads(on: days[0]) == 0)
  }
}
