import Projections
@testable import ShiftEvents
import Testing

/// Worked hours by week, month, day and person, beside the scheduled ones and those that are missing.
struct HoursTests {
  /// Eva works A and B in one week and D in the next, bas works C; each as scheduled, but for A.
  private static func story() -> Story {
    var story = Story()
    for (shift, owner, date) in [
      ("A", "eva", "2026-01-12"), ("B", "eva", "2026-01-18"), ("C", "bas", "2026-01-18"),
      ("D", "eva", "2026-01-31"), ("E", "tom", "2026-01-31"), ("F", "eva", "2026-02-01"),
    ] as [(ShiftID, UserID, LocalDate)] {
      story.schedule(shift, of: owner, on: date)
    }
    story.record(300, on: "A", of: "eva", first: "eva")
    story.record(240, on: "A", of: "eva", first: "eva")
    story.record(300, on: "B", of: "eva", first: "eva", date: "2026-01-18")
    story.record(300, on: "C", of: "bas", first: "eva", date: "2026-01-18")
    story.record(300, on: "D", of: "eva", first: "eva", date: "2026-01-31")
    return story
  }

  private let replay: Replay = story().folded()
  private let late: Timestamp = "2026-02-01T20:00:00Z"

  private func told(_ rows: [HoursRow]) -> [String] {
    let table = RowTable(rows)
    // The first columns; behind them stands what only orders and sums look at.
    return table.rows.map { $0.prefix(8).compactMap { $0?.text }.joined(separator: " ") }
  }

  @Test func `the latest record of a shift counts, in the week of its day`() {
    #expect(
      told(replay.workedHours(at: late)) == [
        "bas 2026-W03 2026-W03 1 300 300 0 0", "eva 2026-W03 2026-W03 2 540 600 0 0",
        "eva 2026-W05 2026-W05 1 300 600 1 0",
      ])
    #expect(replay.workedHours(of: "bas", at: late).map(\.minutes) == [300])
    let lastDays = DateSelection(from: "2026-01-19")
    #expect(replay.workedHours(dates: lastDays, at: late).map(\.shifts) == [1])
    #expect(replay.workedHours(dates: DateSelection(to: "2026-01-12"), at: late)[0].minutes == 240)
  }

  @Test func `a month has the shifts that begin in it, also of a person without any hours`() {
    #expect(
      told(replay.workedHours(by: .month, includingMissing: true, at: late)) == [
        "bas 2026-01 1 300 300 0 0", "eva 2026-01 3 840 900 0 0", "tom 2026-01 0 0 300 1 0",
        "eva 2026-02 0 0 300 1 0",
      ])
    #expect(replay.workedHours(by: .month, at: late).map(\.worker) == ["bas", "eva"])
  }

  @Test func `a day has its own row, and a person has one of all days`() {
    #expect(
      told(replay.workedHours(of: "eva", by: .day, includingMissing: true, at: late)) == [
        "eva 2026-01-12 1 240 300 0 0", "eva 2026-01-18 1 300 300 0 0",
        "eva 2026-01-31 1 300 300 0 0",
        "eva 2026-02-01 0 0 300 1 0",
      ])
    #expect(
      told(replay.workedHours(by: .person, includingMissing: true, at: late)) == [
        "bas 1 300 300 0 0", "eva 3 840 1200 1 0", "tom 0 0 300 1 0",
      ])
  }

  @Test func `a shift is missing from its end on, unless it was cancelled`() {
    let before = late.advanced(byMinutes: -1)
    #expect(replay.workedHours(of: "eva", by: .person, at: before).map(\.missing) == [0])
    var story = Self.story()
    story.tell(.shiftCancelled(ShiftCancelled(shift: "F", owner: "eva", date: "2026-02-01")))
    let cancelled: Replay = story.folded()
    #expect(cancelled.workedHours(of: "eva", by: .person, at: late).map(\.missing) == [0])
  }

  @Test func `a night of the change of clocks is scheduled by real minutes`() {
    var story = Story()
    story.configure(zone: amsterdam)
    story.schedule("N", of: "eva", on: "2026-03-28", from: "22:00", to: "06:00")
    story.record(420, on: "N", of: "eva", first: "eva", date: "2026-03-28")
    let replay: Replay = story.folded()
    #expect(replay.workedHours(at: late).map(\.scheduledMinutes) == [420])
  }

  @Test func `rows are counted without being made`() throws {
    let table = try #require(replay.table(.hours, at: late, names: { _ in nil }))
    #expect(replay.count(.hours, at: late) == table.rows.count)
    #expect(replay.count(.hours, RowSelection(user: "eva"), at: late) == 2)
    #expect(replay.count(.hours, RowSelection(grouping: .person), at: late) == 3)
  }

  @Test func `a total is the sum of the amounts, marked for programs and named for people`() throws
  {
    let rows = replay.workedHours(by: .person, includingMissing: true, at: late)
    let table = RowTable(rows).withTotal()
    #expect(
      table.jsonRows().last.map { String(decoding: $0, as: UTF8.self) }
        == #"{"shifts":4,"minutes":1140,"scheduledMinutes":1800,"missing":2,"confirmed":0,"total":true}"#
    )
    let people = table.labelled { "\($0)" }.rows.last?.compactMap { $0?.textForPeople }
    #expect(people == ["Total", "4", "19:00", "30:00", "2", "0", "yes"])
    #expect(RowTable([HoursRow]()).withTotal().rows.isEmpty)
  }
}
