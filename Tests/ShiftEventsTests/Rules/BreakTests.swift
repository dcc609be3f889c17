import Projections
import ShiftEvents
import ShiftEventsTesting
import Testing

extension Rules {
  @Suite("Breaks") struct Breaks {
    private let after = "2026-01-12 21:00"

    /// Bas has a shift from 15:00 to 20:00 with half an hour that is not worked.
    private var planned: Scenario { team(schedule("S1", "bas", with: ["breakMinutes": 30])) }

    private func hours(_ data: JSON, by actor: String = "bas") -> Step {
      act(actor, "hours.recorded", "S1", data, at: after)
    }

    private func recorded(_ data: JSON) -> ExpectedEvent { event("hours.recorded", "S1", data) }

    // MARK: - Planned

    @Test func `a shift has its break behind the title; scheduled minutes are less it`() {
      let past = team().when(
        schedule("S1", "bas", with: ["title": "Till", "breakMinutes": 30])
      ).then(
        event(
          "shift.scheduled", "S1",
          [
            "owner": "bas", "date": "2026-01-12", "start": "15:00", "end": "20:00",
            "title": "Till", "breakMinutes": 30,
          ]))
      let replay: Replay = past.folded()
      let row = replay.schedule(at: "2026-01-05T08:00:00Z").first
      #expect(row?.minutes == 270)
      #expect(row?.keys.breakMinutes == 30)
    }

    @Test func `a break of 0 is recorded as it is given, and rows have none`() {
      let past = team(schedule("S1", "bas", with: ["breakMinutes": 0]))
      let replay: Replay = past.folded()
      #expect(replay.schedule(at: "2026-01-05T08:00:00Z").first?.keys.breakMinutes == nil)
    }

    @Test(arguments: [-1, 1440]) func `a break has 0 to 1439 minutes`(minutes: Int) {
      team().when(schedule("S1", "bas", with: ["breakMinutes": .integer(minutes)]))
        .thenInvalid(.invalidField)
    }

    @Test func `noTime: a break leaves a minute, in shifts and vacancies, also after an edit`() {
      team().when(schedule("S1", "bas", with: ["breakMinutes": 300])).thenRejected(.noTime)
      planned.when(act("mia", "shift.edited", "S1", ["breakMinutes": 300])).thenRejected(.noTime)
      planned.when(act("mia", "shift.edited", "S1", ["end": "15:30"])).thenRejected(.noTime)
      let vacancy: JSON = ["date": "2026-01-12", "start": "15:00", "end": "16:00", "places": 1]
      team().when(act("mia", "vacancy.posted", "V1", vacancy.adding("breakMinutes", 60)))
        .thenRejected(.noTime)
      team(act("mia", "vacancy.posted", "V1", vacancy.adding("breakMinutes", 59)))
        .when(act("mia", "vacancy.edited", "V1", ["breakMinutes": 60])).thenRejected(.noTime)
    }

    @Test func `an occurrence that the clocks leave nothing of is skipped`() {
      // The hour from 2:00 to 3:00 is missing on 29 March.
      team(configure(["timeZone": "Europe/Amsterdam", "horizonWeeks": 12])).when(
        act(
          "bas", "fixedshift.registered", "F1",
          [
            "weekday": "sunday", "start": "01:30", "end": "03:30", "breakMinutes": 60,
            "from": "2026-03-29",
          ])
      ).then(
        event(
          "fixedshift.registered", "F1",
          [
            "weekday": "sunday", "start": "01:30", "end": "03:30", "breakMinutes": 60,
            "owner": "bas", "from": "2026-03-29",
          ]), skipped("F1", "bas", "2026-03-29", "noTime"))
    }

    @Test func `a claimed shift has the break of its vacancy as a fact`() {
      team(
        act(
          "mia", "vacancy.posted", "V1",
          [
            "date": "2026-01-12", "start": "15:00", "end": "20:00", "places": 1,
            "title": "Till", "breakMinutes": 45,
          ])
      ).when(act("bas", "shift.claimed", "S1", ["vacancy": "V1"])).then(
        event(
          "shift.claimed", "S1",
          [
            "vacancy": "V1", "owner": "bas", "date": "2026-01-12", "start": "15:00",
            "end": "20:00", "title": "Till", "breakMinutes": 45, "left": 0,
          ]))
    }

    @Test func `week and length are counted without breaks; overlap and rest see the whole`() {
      let limit = team(
        configure(["maxWeekMinutes": 540, "maxShiftsPerDay": 2]),
        schedule("S1", "bas", with: ["breakMinutes": 30]),
        schedule("S2", "eva", on: "2026-01-13", "15:00", "20:00", with: ["breakMinutes": 30]),
        supply("S2", "eva"))
      limit.when(accept("S2", "bas")).then(
        event(
          "shift.accepted", "S2",
          [
            "from": "eva", "to": "bas", "date": "2026-01-13", "start": "15:00", "end": "20:00",
            "final": true,
          ]))
      limit.given(configure(["maxWeekMinutes": 539])).when(accept("S2", "bas"))
        .thenRejected(.weekTooLong)
      let contract = team(act("mia", "contract.set", "bas", ["maxShiftMinutes": 270]))
      contract.when(schedule("S1", "bas", with: ["breakMinutes": 29])).thenRejected(.shiftTooLong)
      contract.given(schedule("S1", "bas", with: ["breakMinutes": 30]))
        .when(act("mia", "shift.edited", "S1", ["breakMinutes": nil])).thenRejected(.shiftTooLong)
      // A longer break makes the shift no longer, whatever its owner's limit is by now.
      contract.given(
        schedule("S1", "bas", with: ["breakMinutes": 30]),
        act("mia", "contract.set", "bas", ["maxShiftMinutes": 200])
      ).when(act("mia", "shift.edited", "S1", ["breakMinutes": 60])).then(
        event(
          "shift.edited", "S1",
          [
            "date": "2026-01-12", "start": "15:00", "end": "20:00", "breakMinutes": 60,
            "owner": "bas",
          ]))
      planned.given(configure(["maxShiftsPerDay": 2]))
        .when(schedule("S2", "bas", "19:59", "22:00")).thenRejected(.overlapping)
    }

    // MARK: - Weekly

    @Test func `a series has a break with a date, and its occurrences have that of theirs`() {
      let past = team(
        configure(["horizonWeeks": 2]), fix("F1", "bas", on: "friday", with: ["breakMinutes": 0]))
      past.when(change("F1", ["breakMinutes": 45, "from": "2026-01-10"])).then(
        event(
          "fixedshift.edited", "F1",
          [
            "breakMinutes": 45, "from": "2026-01-10", "owner": "bas",
            "edited": ["F1.2026-01-16"], "removed": [], "kept": [],
          ])
      ).when(change("F1", ["breakMinutes": nil, "from": "2026-01-10"])).then(
        event(
          "fixedshift.edited", "F1",
          [
            "breakMinutes": nil, "from": "2026-01-10", "owner": "bas",
            "edited": ["F1.2026-01-16"], "removed": [], "kept": [],
          ]))
      let replay: Replay = past.given(change("F1", ["breakMinutes": 45, "from": "2026-01-10"]))
        .folded()
      let now: Timestamp = "2026-01-05T08:00:00Z"
      #expect(replay.schedule(at: now).map(\.minutes) == [300, 255])
      #expect(replay.series(at: now).map(\.keys.breakMinutes) == [nil, 45])
    }

    @Test func `noTime: a break of a series leaves a minute on the first date`() {
      team(fix("F1", "bas", on: "friday")).when(change("F1", ["breakMinutes": 300]))
        .thenRejected(.noTime)
      let vacancy: JSON = ["weekday": "friday", "start": "15:00", "end": "16:00", "places": 1]
      team().when(
        act("mia", "fixedvacancy.registered", "W1", vacancy.adding("breakMinutes", 60))
      ).thenRejected(.noTime)
      team(act("mia", "fixedvacancy.registered", "W1", vacancy))
        .when(act("mia", "fixedvacancy.edited", "W1", ["breakMinutes": 60])).thenRejected(.noTime)
    }

    @Test func `an edit keeps an occurrence that its break would leave nothing of`() {
      // The hour from 2:00 to 3:00 is missing on 29 March.
      team(
        configure(["timeZone": "Europe/Amsterdam", "horizonWeeks": 2]),
        fix("F1", "bas", on: "sunday", "01:30", "03:30"), clock: "2026-03-16 08:00"
      ).when(change("F1", ["breakMinutes": 60])).then(
        event(
          "fixedshift.edited", "F1",
          [
            "breakMinutes": 60, "from": "2026-03-16", "owner": "bas",
            "edited": ["F1.2026-03-22"], "removed": [], "kept": ["F1.2026-03-29"],
          ]))
    }

    @Test func `a skipped occurrence comes back with the break of its date`() {
      team(
        configure(["horizonWeeks": 1]), schedule("S1", "bas", on: "2026-01-09", "10:00", "12:00"),
        fix("F1", "bas", on: "friday", with: ["breakMinutes": 45]), cancel("S1")
      ).when(restore("F1.2026-01-09")).then(
        event(
          "shift.restored", "F1.2026-01-09",
          [
            "owner": "bas", "date": "2026-01-09", "start": "15:00", "end": "20:00",
            "breakMinutes": 45, "fixedShift": "F1",
          ]))
    }

    // MARK: - Worked

    @Test func `minutes by the clock are less the shift's break, which is a fact behind the end`() {
      planned.when(hours(["start": "15:00", "end": "20:10"])).then(
        recorded([
          "start": "15:00", "end": "20:10", "breakMinutes": 30, "worker": "bas",
          "date": "2026-01-12", "minutes": 280, "firstOwner": "bas",
        ]))
    }

    @Test func `whoever works for another earns a point, with a break as without`() {
      for data in [["start": "15:00", "end": "20:00"], ["minutes": 10, "breakMinutes": 30]]
        as [JSON]
      {
        let replay: Replay = planned.given(
          supply("S1", "bas"), accept("S1", "eva"), hours(data, by: "eva"), hours(data, by: "eva"),
          hours(["minutes": 280], by: "eva")
        ).folded()
        #expect(replay.state.points["eva"]?.points == 1)
      }
    }

    @Test func `the break that is given counts instead, 0 too`() {
      for (given, minutes) in [(0, 310), (45, 265)] {
        planned.when(
          hours(["start": "15:00", "end": "20:10", "breakMinutes": .integer(given)])
        ).then(
          recorded([
            "start": "15:00", "end": "20:10", "breakMinutes": .integer(given), "worker": "bas",
            "date": "2026-01-12", "minutes": .integer(minutes), "firstOwner": "bas",
          ]))
      }
    }

    @Test func `the shift's break is not taken off where it leaves no minute`() {
      planned.when(hours(["start": "15:00", "end": "15:30"])).then(
        recorded([
          "start": "15:00", "end": "15:30", "worker": "bas", "date": "2026-01-12", "minutes": 30,
          "firstOwner": "bas",
        ]))
      planned.when(hours(["start": "15:00", "end": "15:31"])).then(
        recorded([
          "start": "15:00", "end": "15:31", "breakMinutes": 30, "worker": "bas",
          "date": "2026-01-12", "minutes": 1, "firstOwner": "bas",
        ]))
    }

    @Test func `invalidHours: a break that is given leaves a minute`() {
      planned.when(hours(["start": "15:00", "end": "15:30", "breakMinutes": 30]))
        .thenRejected(.invalidHours)
      planned.when(hours(["start": "15:00", "end": "15:31", "breakMinutes": 30])).then(
        recorded([
          "start": "15:00", "end": "15:31", "breakMinutes": 30, "worker": "bas",
          "date": "2026-01-12", "minutes": 1, "firstOwner": "bas",
        ]))
    }

    @Test func `beside minutes alone a break is kept and nothing is taken off`() {
      planned.when(hours(["minutes": 290, "breakMinutes": 20])).then(
        recorded([
          "minutes": 290, "breakMinutes": 20, "worker": "bas", "date": "2026-01-12",
          "firstOwner": "bas",
        ]))
      planned.when(hours(["minutes": 0])).then(
        recorded(["minutes": 0, "worker": "bas", "date": "2026-01-12", "firstOwner": "bas"]))
    }

    @Test func `in the night of a change of the clocks real minutes count, less the break`() {
      team(configure(["timeZone": "Europe/Amsterdam"])).given(
        schedule("S1", "bas", on: "2026-10-24", "22:00", "06:00", with: ["breakMinutes": 30])
      ).when(
        act(
          "bas", "hours.recorded", "S1", ["start": "22:00", "end": "06:00"],
          at: "2026-10-25 12:00")
      ).then(
        recorded([
          "start": "22:00", "end": "06:00", "breakMinutes": 30, "worker": "bas",
          "date": "2026-10-24", "minutes": 510, "firstOwner": "bas",
        ]))
    }

    @Test func `the same hours again are a repeat, with the break that was worked out and without`()
    {
      let submission = act(
        "bas", "hours.recorded", "S1", ["start": "15:00", "end": "20:00"], at: after, id: "h1",
        source: "/app")
      planned.given(submission).when(submission).thenDuplicate(of: 8)
    }
  }
}
