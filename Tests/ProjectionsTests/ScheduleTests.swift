import Projections
import ShiftEvents
import Testing

struct ScheduleTests {
  private func story() -> Story {
    var story = Story()
    story.configure(zone: amsterdam)
    story.schedule("C", of: "bas", on: "2026-01-11")
    story.schedule("B", of: "bas", on: "2026-01-12")
    story.schedule("A", of: "eva", on: "2026-01-12")
    story.schedule("Z", of: "eva", on: "2026-01-12", from: "08:00", to: "12:00")
    story.schedule("D", of: "bas", on: "2026-01-19")
    return story
  }

  private func shifts(
    _ story: Story, of user: UserID? = nil, dates: DateSelection = DateSelection(),
    all: Bool = false, at now: Timestamp = early
  ) -> [String] {
    let replay: Replay = story.folded()
    return replay.schedule(of: user, dates: dates, all: all, at: now).map(\.shift.description)
  }

  @Test func `rows are ordered by date, start and id`() {
    #expect(shifts(story()) == ["C", "Z", "A", "B", "D"])
  }

  @Test func `without days the schedule starts today, by the workplace's clocks`() {
    // 23:30 UTC on the 11th is the 12th in Amsterdam.
    #expect(shifts(story(), at: "2026-01-11T23:30:00Z") == ["Z", "A", "B", "D"])
    #expect(shifts(story(), all: true, at: "2027-01-01T00:00:00Z").count == 5)
    #expect(shifts(story(), at: "2027-01-01T00:00:00Z") == [])
  }

  @Test func `week, first and last day select by date, whatever today is`() {
    let late: Timestamp = "2027-01-01T00:00:00Z"
    let week = DateSelection(week: WeekOfYear("2026-W03"))
    #expect(shifts(story(), dates: week, at: late) == ["Z", "A", "B"])
    let upTo = DateSelection(to: "2026-01-11")
    #expect(shifts(story(), dates: upTo, at: late) == ["C"])
    let days = DateSelection(from: "2026-01-12", to: "2026-01-19")
    #expect(shifts(story(), of: "bas", dates: days, at: late) == ["B", "D"])
  }

  @Test func `a user's schedule has their shifts and those that they wait for, until these lapse`()
  {
    var story = Story()
    story.schedule("S", of: "bas")
    story.supply("S", of: "bas")
    story.accept("S", from: "bas", to: "eva", final: false)
    #expect(shifts(story, of: "eva", all: true) == ["S"])
    #expect(shifts(story, of: "eva", all: true, at: during) == [])
    #expect(shifts(story, of: "bas", all: true, at: during) == ["S"])
  }

  @Test func `taker, route and request are there only while they hold`() throws {
    var story = Story()
    story.schedule("S", of: "bas", fixedShift: "F")
    story.post("R", of: "tom")
    story.suggest("S", of: "bas", to: "tom", for: "R")
    story.acceptSuggestion("S", from: "bas", to: "tom", for: "R")
    let replay: Replay = story.folded()
    let row = try #require(replay.schedule(at: early).first)
    #expect(row.status == .awaiting && row.taker == "tom" && row.via == .suggestion)
    #expect(row.request == "R" && row.fixedShift == "F" && row.firstOwner == "bas")
    let lapsed = try #require(replay.schedule(at: during).first)
    #expect(lapsed.status == .lapsed && lapsed.owner == "bas")
    #expect(lapsed.taker == nil && lapsed.via == nil && lapsed.request == nil)
  }

  @Test func `a state lapses at the very start of the shift, an idle shift never`() {
    var story = Story()
    story.schedule("I", of: "eva")
    story.schedule("S", of: "bas")
    story.supply("S", of: "bas")
    let replay: Replay = story.folded()
    let statuses = { (now: Timestamp) in replay.schedule(at: now).map(\.status) }
    #expect(statuses("2026-01-12T14:59:59.999Z") == [.idle, .supplied])
    #expect(statuses("2026-01-12T15:00:00.000Z") == [.idle, .lapsed])
  }

  @Test(
    arguments: [
      ("2026-03-28", "22:00", "06:00", 420),  // the clocks go forward in the night
      ("2026-10-24", "22:00", "06:00", 540),  // and back
      ("2026-01-12", "15:00", "20:00", 300),
      ("2026-01-12", "20:00", "20:00", 1440),  // an end at the start is on the next day
      ("2026-03-29", "02:15", "02:45", 0),  // the clocks skip all of it
      ("2026-03-29", "01:30", "02:30", 30),  // the end is at the first instant after the gap
    ] as [(LocalDate, TimeOfDay, TimeOfDay, Int)])
  func `minutes are those that really elapse`(
    date: LocalDate, start: TimeOfDay, end: TimeOfDay, minutes: Int
  ) {
    var story = Story()
    story.configure(zone: amsterdam)
    story.schedule("N", of: "bas", on: date, from: start, to: end)
    let replay: Replay = story.folded()
    #expect(replay.schedule(at: early).map(\.minutes) == [minutes])
  }

  @Test(
    arguments: [
      ("2025-12-28", "2025-W52"), ("2025-12-29", "2026-W01"), ("2026-12-31", "2026-W53"),
      ("2027-01-03", "2026-W53"), ("2027-01-04", "2027-W01"),
    ] as [(LocalDate, String)])
  func `weeks are those of ISO 8601`(date: LocalDate, week: String) {
    var story = Story()
    story.schedule("N", of: "bas", on: date)
    let replay: Replay = story.folded()
    let row = replay.schedule(all: true, at: early).first
    #expect(row?.week.description == week)
  }
}
