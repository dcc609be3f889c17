// Over 400 lines: each kind of check with its limits, its shifts and its warnings.

import Projections
import ShiftEvents
import ShiftEventsTesting
import Testing

/// A shift with further members.
func plan(
  _ shift: String, _ owner: String, on date: String, _ start: String = "15:00",
  _ end: String = "20:00", _ more: JSON = [:]
) -> Step {
  let data: JSON = [
    "owner": .text(owner), "date": .text(date), "start": .text(start), "end": .text(end),
  ]
  return act("mia", "shift.scheduled", shift, data.adding(more))
}

private func check(
  _ kind: String, _ user: String?, _ date: String, _ shift: String, _ more: JSON = [:],
  override: Bool = false, since: String = "2026-01-05T08:00:00.000Z"
) -> JSON {
  let row: JSON = ["kind": .text(kind)]
  return row.adding("user", user.map { .text($0) }).adding("date", .text(date))
    .adding(kind == "understaffed" ? "vacancy" : "shift", .text(shift)).adding(more)
    .adding("override", .boolean(override)).adding("since", .text(since))
}

extension Rules {
  /// Broken limits, asked of the roster and told at once. Today is Monday 5 January 2026.
  @Suite("Checks") struct Checks {
    private let monday = "2026-01-12"
    private let tuesday = "2026-01-13"
    private static let week = WeekOfYear("2026-W03")!

    @Test func `a roster that breaks no limit has no checks`() {
      team(schedule("S1", "bas"), schedule("S2", "eva")).then(.checks)
    }

    // MARK: - Kinds

    @Test func `overlapping checks: each earlier shift, the minutes shared, the handover`() {
      let override: JSON = ["override": ["overlapping"]]
      let limits = configure(["maxShiftsPerDay": 3, "handoverMinutes": 30])
      team(limits, plan("S1", "bas", on: monday), plan("S2", "bas", on: monday, "19:30", "22:00"))
        .then(.checks)
      team(
        limits, plan("S1", "bas", on: monday),
        plan("S2", "bas", on: monday, "19:29", "22:00", override),
        plan("S3", "bas", on: monday, "15:00", "23:00", override)
      ).then(
        .checks,
        check(
          "overlapping", "bas", monday, "S2", ["other": "S1", "actual": 31, "limit": 30],
          override: true),
        check(
          "overlapping", "bas", monday, "S2", ["other": "S3", "actual": 151, "limit": 30],
          override: true),
        check(
          "overlapping", "bas", monday, "S3", ["other": "S1", "actual": 300, "limit": 30],
          override: true))
    }

    @Test func `overlapping checks: as many at once as one may hold are none`() {
      let two = configure(["maxShiftsPerDay": 5, "maxShiftsAtOnce": 2])
      let shifts = team(
        two, plan("S1", "bas", on: monday, "08:00", "12:00"),
        plan("S2", "bas", on: monday, "11:00", "16:00"),
        plan("S3", "bas", on: monday, "15:00", "20:00"))
      shifts.then(.checks)
      shifts.given(
        plan("S4", "bas", on: monday, "11:30", "13:00", ["override": ["overlapping"]])
      ).then(
        .checks,
        check(
          "overlapping", "bas", monday, "S4", ["other": "S1", "actual": 30, "limit": 0],
          override: true),
        check(
          "overlapping", "bas", monday, "S4", ["other": "S2", "actual": 90, "limit": 0],
          override: true))
    }

    @Test func `restTooShort checks: other pairs with less between them, 0 where they share time`()
    {
      let rest = configure(["minRestMinutes": 660, "maxShiftsPerDay": 2, "maxShiftsAtOnce": 2])
      team(
        rest, plan("S1", "bas", on: monday, "22:00", "06:00"),
        plan("S2", "bas", on: tuesday, "16:59", "20:00"),
        plan("S3", "bas", on: tuesday, "19:00", "21:00")
      ).then(
        .checks,
        check("restTooShort", "bas", tuesday, "S2", ["other": "S1", "actual": 659, "limit": 660]),
        check("restTooShort", "bas", tuesday, "S3", ["other": "S2", "actual": 0, "limit": 660]))
    }

    @Test func `restTooShort checks: the limit is that of the later shift's date`() {
      let night = plan("S1", "bas", on: monday, "22:00", "06:00")
      let next = plan("S2", "bas", on: tuesday, "07:00", "12:00")
      func rest(_ minutes: Int, from date: String) -> Step {
        act(
          "mia", "contract.set", "bas", ["from": .text(date), "minRestMinutes": .integer(minutes)])
      }
      team(rest(60, from: monday), rest(0, from: tuesday), night, next).then(.checks)
      team(rest(61, from: tuesday), night, next).then(
        .checks,
        check("restTooShort", "bas", tuesday, "S2", ["other": "S1", "actual": 60, "limit": 61]))
    }

    @Test func `dayTaken checks: more shifts on a date than one may hold`() {
      team(
        plan("S1", "bas", on: monday, "06:00", "08:00"),
        plan("S2", "bas", on: monday, "20:00", "22:00", ["override": ["dayTaken"]])
      ).then(
        .checks,
        check("dayTaken", "bas", monday, "S2", ["actual": 2, "limit": 1], override: true))
    }

    @Test func `weekTooLong checks: scheduled minutes of an ISO week, by the limit of its Monday`()
    {
      let contract = act(
        "mia", "contract.set", "bas", ["from": .text(tuesday), "maxWeekMinutes": 1])
      let week = configure(["maxWeekMinutes": 599])
      team(
        week, contract, schedule("S1", "bas"),
        plan("S2", "bas", on: "2026-01-18", "15:00", "20:30", ["breakMinutes": 30])
      ).then(
        .checks, check("weekTooLong", "bas", "2026-01-18", "S2", ["actual": 600, "limit": 599]))
    }

    @Test
    func `tooManyDays checks: a run is counted whole, also from before the days that are asked`() {
      let days = configure(["maxDaysInRow": 3])
      let run = (10...19).map { plan("S\($0)", "bas", on: "2026-01-\($0)", "08:00", "09:00") }
      let shifts = team(days).given(run)
      let row = check("tooManyDays", "bas", "2026-01-19", "S19", ["actual": 10, "limit": 3])
      shifts.then(.checks, row)
      let week = RowSelection(dates: DateSelection(from: "2026-01-19", to: "2026-01-25"))
      shifts.then(.checks, row, selection: week)
      shifts.then(.checks, selection: RowSelection(dates: DateSelection(to: "2026-01-18")))
    }

    @Test func `shiftTooLong and skillMissing checks: by the contract and the skills of the date`()
    {
      let needs: JSON = ["needs": ["bar", "till"]]
      team(
        plan("S1", "bas", on: monday, "15:00", "20:00", ["override": ["skillMissing"]]),
        act("mia", "shift.edited", "S1", needs.adding("override", ["skillMissing"])),
        act("mia", "skill.granted", "bas", ["skill": "bar", "until": "2026-01-11"]),
        act("mia", "contract.set", "bas", ["maxShiftMinutes": 299])
      ).then(
        .checks,
        check("shiftTooLong", "bas", monday, "S1", ["actual": 300, "limit": 299]),
        check("skillMissing", "bas", monday, "S1", ["skill": "bar"], override: true),
        check("skillMissing", "bas", monday, "S1", ["skill": "till"], override: true))
    }

    @Test func `absent, unowned and closedDay checks: each absence and closure, and whoever left`()
    {
      team(
        plan("S1", "bas", on: monday, "15:00", "20:00", ["place": "bar"]),
        act("bas", "absence.recorded", "A1", ["date": .text(monday)]),
        act("bas", "absence.recorded", "A2", ["date": .text(monday), "start": "19:59"]),
        act("mia", "closure.recorded", "C1", ["from": .text(monday)]),
        act("mia", "closure.recorded", "C2", ["from": .text(monday), "place": "bar"]),
        act("mia", "closure.recorded", "C3", ["from": .text(monday), "place": "oost"]),
        act("mia", "role.revoked", "bas", ["role": "employee"])
      ).then(
        .checks,
        check("absent", "bas", monday, "S1", ["other": "A1"]),
        check("absent", "bas", monday, "S1", ["other": "A2"]),
        check("unowned", "bas", monday, "S1"),
        check("closedDay", "bas", monday, "S1", ["other": "C1"]),
        check("closedDay", "bas", monday, "S1", ["other": "C2"]))
    }

    @Test func `understaffed checks: fewer takers than are wanted, since it was edited`() {
      let vacancy: JSON = ["date": .text(monday), "start": "15:00", "end": "20:00", "places": 1]
      let posted = team(act("mia", "vacancy.posted", "V1", vacancy.adding("wanted", 2)))
      let row = check("understaffed", nil, monday, "V1", ["actual": 0, "limit": 2])
      posted.then(.checks, row)
      posted.then(.checks, selection: RowSelection(user: "bas"))
      posted.given(
        act("eva", "shift.claimed", "S1", ["vacancy": "V1"], at: "2026-01-05 09:00"),
        act("mia", "vacancy.edited", "V1", ["places": 2], at: "2026-01-05 10:00")
      ).then(
        .checks,
        check(
          "understaffed", nil, monday, "V1", ["actual": 1, "limit": 2],
          since: "2026-01-05T10:00:00.000Z"))
      posted.given(act("mia", "vacancy.edited", "V1", ["places": 0])).then(.checks)
      team(act("mia", "vacancy.posted", "V1", vacancy)).then(.checks)
    }

    @Test func `parts of a shift are one in the day rule, and have no rest between them`() {
      let rest = configure(["minRestMinutes": 660])
      let split = team(rest, plan("S1", "bas", on: monday, "10:00", "20:00")).given(
        act("mia", "shift.split", "S1", ["at": "15:00", "into": "S2"]))
      split.then(.checks)
      split.given(
        plan("S3", "bas", on: monday, "21:00", "22:00", ["override": ["dayTaken"]])
      ).then(
        .checks,
        check("restTooShort", "bas", monday, "S3", ["other": "S1", "actual": 360, "limit": 660]),
        check("restTooShort", "bas", monday, "S3", ["other": "S2", "actual": 60, "limit": 660]),
        check("dayTaken", "bas", monday, "S3", ["actual": 2, "limit": 1], override: true))
    }

    // MARK: - Whose, since when

    @Test func `a pending taker has what they took, until it begins`() {
      let taken = team(
        configure(["marketApproval": "manager"]), plan("S1", "bas", on: monday),
        supply("S1", "bas"), accept("S1", "eva"),
        plan("S2", "eva", on: monday, "18:00", "22:00", ["override": ["dayTaken", "overlapping"]]))
      let rows = [
        check(
          "overlapping", "eva", monday, "S2", ["other": "S1", "actual": 120, "limit": 0],
          override: true),
        check("dayTaken", "eva", monday, "S2", ["actual": 2, "limit": 1], override: true),
      ]
      taken.then(.checks, rows[0], rows[1])
      taken.then(.checks, at: "2026-01-12 15:00")
    }

    @Test func `since and override are those of the event that made it so`() {
      let first = team(
        plan("S1", "bas", on: monday, "15:00", "20:00"), plan("S2", "eva", on: monday))
      let second = first.given(
        assign("S2", to: "bas", ["override": ["dayTaken", "overlapping"]], at: "2026-01-05 09:00"))
      let since = "2026-01-05T09:00:00.000Z"
      let shared: JSON = ["other": "S1", "actual": 300, "limit": 0]
      second.then(
        .checks,
        check("overlapping", "bas", monday, "S2", shared, override: true, since: since),
        check(
          "dayTaken", "bas", monday, "S2", ["actual": 2, "limit": 1], override: true, since: since))
      // Neither an edit of the words nor one that repeats the times gives it an owner or times.
      for same: JSON in [["title": "Bar"], ["days": 0], ["start": "15:00"]] {
        second.given(act("mia", "shift.edited", "S1", same, at: "2026-01-05 10:00"))
          .then(
            .checks,
            check("overlapping", "bas", monday, "S2", shared, override: true, since: since),
            check(
              "dayTaken", "bas", monday, "S2", ["actual": 2, "limit": 1], override: true,
              since: since))
      }
      second.given(
        act(
          "mia", "shift.edited", "S1", ["end": "15:01", "override": ["overlapping", "dayTaken"]],
          at: "2026-01-05 10:00"),
        configure(["maxShiftsPerDay": 2]),
        act(
          "mia", "shift.edited", "S1", ["end": "15:02", "override": ["overlapping"]],
          at: "2026-01-05 11:00"),
        configure(["maxShiftsPerDay": 1])
      ).then(
        .checks,
        check(
          "overlapping", "bas", monday, "S2", ["other": "S1", "actual": 2, "limit": 0],
          override: true, since: "2026-01-05T11:00:00.000Z"),
        check(
          "dayTaken", "bas", monday, "S2", ["actual": 2, "limit": 1],
          since: "2026-01-05T11:00:00.000Z"))
    }

    @Test func `an edit of a series that repeats the usual days gives nobody times`() {
      let long = configure(["maxWeekMinutes": 1200])
      let night = act(
        "mia", "fixedshift.registered", "F1",
        [
          "weekday": "monday", "start": "00:00", "end": "00:00", "owner": "bas",
          "from": "2026-01-12", "until": "2026-01-12",
        ])
      let edits: [JSON] = [["title": "Bar"], ["days": 1], ["days": 1, "end": "00:00"]]
      for same in edits {
        team(long, night).given(
          act(
            "mia", "fixedshift.edited", "F1", same.adding("from", "2026-01-12"),
            at: "2026-01-05 10:00")
        ).then(
          .checks,
          check(
            "weekTooLong", "bas", monday, "F1.2026-01-12", ["actual": 1440, "limit": 1200]))
      }
    }

    @Test func `of one millisecond the later event counts`() {
      let rest = configure(["minRestMinutes": 660])
      let first = plan(
        "S1", "bas", on: monday, "15:00", "23:00", ["override": ["restTooShort"]])
      let second = plan("S2", "bas", on: tuesday, "06:00", "12:00")
      let row: JSON = ["other": "S1", "actual": 420, "limit": 660]
      team(rest, batch(first, second)).then(
        .checks, check("restTooShort", "bas", tuesday, "S2", row))
      team(rest, batch(second, first)).then(
        .checks, check("restTooShort", "bas", tuesday, "S2", row, override: true))
    }

    @Test func `shifts that have ended are left out, unless their days or all are chosen`() {
      let taken = team(
        plan("S1", "bas", on: monday, "06:00", "08:00"),
        plan("S2", "bas", on: monday, "20:00", "22:00", ["override": ["dayTaken"]]))
      let row = check("dayTaken", "bas", monday, "S2", ["actual": 2, "limit": 1], override: true)
      taken.then(.checks, row, at: "2026-01-12 21:59")
      taken.then(.checks, at: "2026-01-12 22:00")
      taken.then(.checks, row, selection: RowSelection(all: true), at: "2026-01-12 22:00")
      let dates = DateSelection(from: "2026-01-12", to: "2026-01-12")
      taken.then(.checks, row, selection: RowSelection(dates: dates), at: "2026-01-12 22:00")
    }

    @Test func `somebody who left later did not leave a shift without an owner`() {
      team(schedule("S1", "bas")).given(
        act("mia", "user.erased", "bas", at: "2026-01-13 08:00")
      ).then(.checks, selection: RowSelection(all: true))
    }

    // MARK: - Where a manager looks

    @Test func `attention of one person has what awaits of either side`() {
      let replay: Replay = team(
        configure(["marketApproval": "manager"]), schedule("S1", "bas"), supply("S1", "bas"),
        act("eva", "shift.accepted", "S1"), schedule("S2", "bas", on: tuesday),
        schedule("S3", "tom", on: "2026-01-14"),
        act("bas", "trade.offered", "T1", ["give": "S2", "take": "S3"]),
        act("tom", "trade.accepted", "T1")
      ).folded()
      func subjects(of user: UserID) -> [String] {
        replay.attention(of: user, at: "2026-01-05T08:00:00Z").map(\.subject)
      }
      #expect(subjects(of: "bas") == ["S1", "T1"])
      #expect(subjects(of: "eva") == ["S1"] && subjects(of: "tom") == ["T1"])
      #expect(subjects(of: "mia") == [])
    }

    @Test func `a grid of published shifts marks what these alone break`() {
      let replay: Replay = team(
        configure(["minRestMinutes": 660, "maxDaysInRow": 1]),
        plan("S1", "bas", on: monday, "16:00", "23:00"),
        plan("S2", "bas", on: tuesday, "07:00", "12:00"),
        plan("S3", "bas", on: "2026-01-14", "07:00", "12:00"),
        act("mia", "schedule.published", "P1", ["from": .text(tuesday), "to": .text(tuesday)])
      ).folded()
      for published in [false, true] {
        let grid = ScheduleGrid(
          replay, week: Self.week, published: published, at: "2026-01-05T08:00:00Z")
        let broken = grid.shifts(of: "bas").filter { grid.isBroken($0, on: $0.date) }
        #expect(broken.map { "\($0.shift)" } == (published ? [] : ["S2", "S3"]))
      }
    }

    @Test func `a grid of some days is empty on the others`() {
      let replay: Replay = team(
        plan("S1", "bas", on: monday, "16:00", "16:00", ["days": 3]),
        act("eva", "absence.recorded", "A1", ["date": .text(monday), "days": 2]),
        act("mia", "closure.recorded", "C1", ["from": .text(monday), "place": "hall"]),
        act("mia", "closure.recorded", "C2", ["from": .text(tuesday), "title": "Fair"])
      ).folded()
      let now: Timestamp = "2026-01-05T08:00:00Z"
      let days = DateSelection(from: "2026-01-13", to: "2026-01-14")
      let grid = ScheduleGrid(replay, week: Self.week, on: days, at: now)
      for day in grid.days where !["2026-01-13", "2026-01-14"].contains(day.description) {
        #expect(grid.shifts(of: "bas", on: day).isEmpty && grid.minutesWithin(day, of: "bas") == 0)
        #expect(grid.absences(of: "eva", on: day).isEmpty && grid.closings(on: day).isEmpty)
        #expect(grid.heads(on: day) == 0 && grid.minutes(on: day) == 0)
      }
      #expect(!grid.shifts(of: "bas", on: "2026-01-13").isEmpty)
      #expect(grid.closings(on: "2026-01-13") == ["Fair"])
      let bar = ScheduleGrid(
        replay, week: Self.week, named: NameSelection(place: "bar"), at: now)
      #expect(bar.days.flatMap { bar.closings(on: $0) } == ["Fair"])
    }

    @Test func `attention has what nobody set aside, of the next 14 days`() {
      let limits = configure(["minRestMinutes": 660, "maxShiftsPerDay": 2])
      let override: JSON = ["override": ["restTooShort"]]
      func pair(_ name: String, _ date: String, _ more: JSON = [:]) -> [Step] {
        [
          plan("\(name)1", "bas", on: date, "06:00", "10:00"),
          plan("\(name)2", "bas", on: date, "12:00", "16:00", more),
        ]
      }
      let steps =
        pair("A", monday) + pair("B", "2026-01-14", override) + pair("C", "2026-01-18")
        + pair("D", "2026-01-19")
      let replay: Replay = team(limits).given(steps).folded()
      let rows = replay.attention(at: "2026-01-05T08:00:00Z").map {
        "\($0.kind) \($0.check?.rawValue ?? "") \($0.subject) \($0.user?.description ?? ""): \($0.detail)"
      }
      #expect(
        rows == [
          "check restTooShort A2 bas: 2:00 of rest after A1, at least 11:00",
          "check restTooShort C2 bas: 2:00 of rest after C1, at least 11:00",
        ])
    }

    @Test func `the grid marks a shift that breaks a limit, on its first day`() {
      let replay: Replay = team(
        configure(["minRestMinutes": 660, "maxShiftsPerDay": 2]),
        plan("S1", "bas", on: monday, "06:00", "10:00"),
        plan("S2", "bas", on: monday, "12:00", "16:00", ["days": 1])
      ).folded()
      let week = LocalDate("2026-01-12").week
      let grid = ScheduleGrid(replay, week: week, at: "2026-01-05T08:00:00Z")
      let marks = grid.shifts(of: "bas").map { row in
        grid.days.prefix(2).map { grid.marks(of: row, on: $0) }
      }
      #expect(marks == [["", ""], ["!", ""]])
    }
  }
}
