import ShiftEvents
import ShiftEventsTesting
import Testing

extension Rules {
  @Suite("Loose shifts") struct LooseShifts {
    private let scheduled = event(
      "shift.scheduled", "S1",
      ["owner": "bas", "date": "2026-01-12", "start": "15:00", "end": "20:00"])

    @Test func `scheduled by a manager`() {
      team().when(schedule("S1", "bas")).then(scheduled)
    }

    @Test func `closes the owner's request of that date; without suggestions the list is empty`() {
      team(post("R1", "bas"), post("R2", "bas", on: "2026-01-13"), post("R3", "eva"))
        .when(schedule("S1", "bas")).then(
          event(
            "shift.scheduled", "S1",
            [
              "owner": "bas", "date": "2026-01-12", "start": "15:00", "end": "20:00",
              "closedRequest": "R1", "released": [],
            ])
        )
        .when(act("bas", "request.withdrawn", "R1")).thenRejected(.requestClosed)
        .when(act("bas", "request.withdrawn", "R2")).then(
          event(
            "request.withdrawn", "R2",
            ["requester": "bas", "date": "2026-01-13", "released": []]))
    }

    @Test func `released shifts come in byte order and are idle again`() {
      team(schedule("b", "eva"), schedule("a", "tom"), schedule("C", "zoe"), post("R1", "bas"))
        .given(suggest("b", "eva", to: "R1"), suggest("a", "tom", to: "R1"))
        .given(suggest("C", "zoe", to: "R1"))
        .when(schedule("S1", "bas")).then(
          event(
            "shift.scheduled", "S1",
            [
              "owner": "bas", "date": "2026-01-12", "start": "15:00", "end": "20:00",
              "closedRequest": "R1", "released": ["C", "a", "b"],
            ])
        )
        .when(act("eva", "suggestion.withdrawn", "b")).thenRejected(.notSuggested)
    }

    @Test func `notManager: by an employee, before the id`() {
      team(schedule("S1", "bas")).when(
        act(
          "eva", "shift.scheduled", "S1",
          ["owner": "eva", "date": "2026-01-12", "start": "15:00", "end": "20:00"])
      ).thenRejected(.notManager)
    }

    @Test func `shiftExists: also a cancelled one's id; before the owner is looked up`() {
      let past = team(schedule("S1", "bas"), act("mia", "shift.cancelled", "S1"))
      past.when(schedule("S1", "bas")).thenRejected(.shiftExists)
      past.when(schedule("S1", "nobody")).thenRejected(.shiftExists)
    }

    @Test func `unknownUser: the owner`() {
      team().when(schedule("S1", "nobody")).thenRejected(.unknownUser)
    }

    @Test func `missingRole: the owner is no employee; before the times`() {
      team().when(schedule("S1", "max", on: "2026-01-01")).thenRejected(.missingRole)
    }

    @Test func `shiftStarted: at its start; a millisecond before, it is scheduled`() {
      team().when(schedule("S1", "bas", at: "2026-01-12 15:00")).thenRejected(.shiftStarted)
      team().when(schedule("S1", "bas", at: "2026-01-12T14:59:59.999Z")).then(scheduled)
    }

    @Test
    func `dayTaken: one shift a day by default, across midnight counted on the day of its start`() {
      team(schedule("S1", "bas", "22:00", "06:00"))
        .when(schedule("S2", "bas", "08:00", "10:00")).thenRejected(.dayTaken, conflicts: ["S1"])
      team(schedule("S1", "bas", on: "2026-01-11", "22:00", "06:00"))
        .when(schedule("S2", "bas", "08:00", "10:00")).then(
          event(
            "shift.scheduled", "S2",
            ["owner": "bas", "date": "2026-01-12", "start": "08:00", "end": "10:00"]))
    }

    @Test func `dayTaken: comes before overlapping`() {
      team(schedule("S1", "bas")).when(schedule("S2", "bas")).thenRejected(.dayTaken)
    }

    @Test func `overlapping: with the night before; touching is none`() {
      let night = team(schedule("S1", "bas", on: "2026-01-11", "22:00", "06:00"))
      night.when(schedule("S2", "bas", "05:59", "10:00"))
        .thenRejected(.overlapping, conflicts: ["S1"])
      night.when(schedule("S2", "bas", "06:00", "10:00")).then(
        event(
          "shift.scheduled", "S2",
          ["owner": "bas", "date": "2026-01-12", "start": "06:00", "end": "10:00"]))
    }

    @Test func `rest and week bind takers only`() {
      team(configure(["minRestMinutes": 660, "maxWeekMinutes": 60]))
        .given(schedule("S1", "bas", on: "2026-01-11", "22:00", "06:00"))
        .when(schedule("S2", "bas", "06:00", "10:00")).then(
          event(
            "shift.scheduled", "S2",
            ["owner": "bas", "date": "2026-01-12", "start": "06:00", "end": "10:00"]))
    }

    @Test func `an end at the start is a day later`() {
      team(schedule("S1", "bas", "08:00", "08:00"))
        .when(schedule("S2", "bas", on: "2026-01-13", "07:59", "09:00"))
        .thenRejected(.overlapping)
    }

    @Test func `ids that end as occurrences do are refused, dates or not`() {
      for id in ["F1.2026-01-12", "x.9999-99-99"] {
        team().when(schedule(id, "bas")).thenInvalid(.invalidField)
      }
      team().when(schedule("2026-01-12", "bas")).then(
        event(
          "shift.scheduled", "2026-01-12",
          ["owner": "bas", "date": "2026-01-12", "start": "15:00", "end": "20:00"]))
    }

    @Test func `reserved: shift.skipped is the tool's own`() {
      team().when(act("mia", "shift.skipped", "F1.2026-01-12")).thenInvalid(.reserved)
    }
  }

  @Suite("Cancelling") struct Cancelling {
    private let past = team(schedule("S1", "bas"))

    @Test func `by a manager; the day is free again`() {
      past.when(act("max", "shift.cancelled", "S1"))
        .then(event("shift.cancelled", "S1", ["owner": "bas", "date": "2026-01-12"]))
        .when(post("R1", "bas"))
        .then(event("request.posted", "R1", ["date": "2026-01-12", "requester": "bas"]))
    }

    @Test func `cancelling a suggested shift names the request, which stays open`() {
      past.given(post("R1", "eva"), suggest("S1", "bas", to: "R1"))
        .when(act("max", "shift.cancelled", "S1")).then(
          event("shift.cancelled", "S1", ["owner": "bas", "date": "2026-01-12", "request": "R1"])
        )
        .when(act("eva", "request.withdrawn", "R1")).then(
          event(
            "request.withdrawn", "R1",
            ["requester": "eva", "date": "2026-01-12", "released": []]))
    }

    @Test func `supplied: no request`() {
      past.given(supply("S1", "bas")).when(act("mia", "shift.cancelled", "S1"))
        .then(event("shift.cancelled", "S1", ["owner": "bas", "date": "2026-01-12"]))
    }

    @Test func `notManager: by its owner, before the shift is looked up`() {
      past.when(act("bas", "shift.cancelled", "S1")).thenRejected(.notManager)
      past.when(act("bas", "shift.cancelled", "S9")).thenRejected(.notManager)
    }

    @Test func `unknownShift: never there, cancelled, skipped`() {
      past.when(act("mia", "shift.cancelled", "S9")).thenRejected(.unknownShift)
      past.given(act("mia", "shift.cancelled", "S1"))
        .when(act("mia", "shift.cancelled", "S1")).thenRejected(.unknownShift)
      past.given(fix("F1", "bas", from: "2026-01-12"))
        .when(act("mia", "shift.cancelled", "F1.2026-01-12")).thenRejected(.unknownShift)
    }

    @Test func `shiftStarted: from its start on, before what it awaits`() {
      past.given(configure(["marketApproval": "owner"]), supply("S1", "bas"), accept("S1", "eva"))
        .when(act("mia", "shift.cancelled", "S1", at: "2026-01-12 15:00"))
        .thenRejected(.shiftStarted)
    }

    @Test func `awaitingApproval: of the market or of a suggestion`() {
      past.given(configure(["marketApproval": "owner"]), supply("S1", "bas"), accept("S1", "eva"))
        .when(act("mia", "shift.cancelled", "S1")).thenRejected(.awaitingApproval)
      past.given(post("R1", "eva"), suggest("S1", "bas", to: "R1"), acceptSuggestion("S1", "eva"))
        .when(act("mia", "shift.cancelled", "S1")).thenRejected(.awaitingApproval)
    }
  }

  @Suite("Hours") struct Hours {
    private let past = team(schedule("S1", "bas"))
    private let after = "2026-01-12 20:05"

    @Test func `minutes stand first; the facts behind them`() {
      for actor in ["bas", "max"] {
        past.when(act(actor, "hours.recorded", "S1", ["minutes": 290], at: after)).then(
          event(
            "hours.recorded", "S1",
            ["minutes": 290, "worker": "bas", "date": "2026-01-12", "firstOwner": "bas"],
            by: actor))
      }
    }

    @Test
    func `start and end give the minutes as a fact; an end at or before the start is a day later`()
    {
      past.when(
        act("bas", "hours.recorded", "S1", ["end": "20:10", "start": "15:00"], at: after)
      ).then(
        event(
          "hours.recorded", "S1",
          [
            "start": "15:00", "end": "20:10", "worker": "bas", "date": "2026-01-12",
            "minutes": 310, "firstOwner": "bas",
          ]))
      past.when(
        act("bas", "hours.recorded", "S1", ["start": "15:00", "end": "00:30"], at: after)
      ).then(
        event(
          "hours.recorded", "S1",
          [
            "start": "15:00", "end": "00:30", "worker": "bas", "date": "2026-01-12",
            "minutes": 570, "firstOwner": "bas",
          ]))
    }

    @Test func `minutes beside start and end are a stated fact`() {
      let data: JSON = ["start": "15:00", "end": "20:00", "minutes": 300]
      past.when(act("bas", "hours.recorded", "S1", data, at: after)).then(
        event(
          "hours.recorded", "S1",
          [
            "start": "15:00", "end": "20:00", "worker": "bas", "date": "2026-01-12",
            "minutes": 300, "firstOwner": "bas",
          ]))
      past.when(
        act(
          "bas", "hours.recorded", "S1", ["start": "15:00", "end": "20:00", "minutes": 299],
          at: after)
      ).thenMismatch("minutes", stated: 299, actual: 300)
    }

    @Test func `the worker is the present owner; the first owner is the first one`() {
      past.given(supply("S1", "bas"), accept("S1", "eva"))
        .when(act("eva", "hours.recorded", "S1", ["minutes": 1], at: after)).then(
          event(
            "hours.recorded", "S1",
            ["minutes": 1, "worker": "eva", "date": "2026-01-12", "firstOwner": "bas"])
        )
        .when(act("bas", "hours.recorded", "S1", ["minutes": 1])).thenRejected(.notOwner)
    }

    @Test
    func `corrected as often as needed, also by the owner; a lapsed acceptance changes nothing`() {
      past.given(configure(["marketApproval": "owner"]), supply("S1", "bas"), accept("S1", "eva"))
        .given(act("bas", "hours.recorded", "S1", ["minutes": 300], at: after))
        .when(act("bas", "hours.recorded", "S1", ["minutes": 1500])).then(
          event(
            "hours.recorded", "S1",
            ["minutes": 1500, "worker": "bas", "date": "2026-01-12", "firstOwner": "bas"]))
    }

    @Test func `notStarted: a millisecond before its start; not at it`() {
      past.when(
        act("bas", "hours.recorded", "S1", ["minutes": 0], at: "2026-01-12T14:59:59.999Z")
      ).thenRejected(.notStarted)
      past.when(act("bas", "hours.recorded", "S1", ["minutes": 1], at: "2026-01-12 15:00")).then(
        event(
          "hours.recorded", "S1",
          ["minutes": 1, "worker": "bas", "date": "2026-01-12", "firstOwner": "bas"]))
    }

    @Test(arguments: [1501, -5])
    func `invalidHours: 1501, less than none`(minutes: Int) {
      past.when(act("bas", "hours.recorded", "S1", ["minutes": .integer(minutes)], at: after))
        .thenRejected(.invalidHours)
    }

    @Test func `notOwner: a colleague's, before it has started`() {
      past.when(act("eva", "hours.recorded", "S1", ["minutes": 300])).thenRejected(.notOwner)
    }

    @Test func `missingRole: neither employee nor manager, before the shift is looked up`() {
      past.given(register("ann", "student"))
        .when(act("ann", "hours.recorded", "S9", ["minutes": 300])).thenRejected(.missingRole)
    }

    @Test func `unknownShift: cancelled`() {
      past.given(act("mia", "shift.cancelled", "S1"))
        .when(act("bas", "hours.recorded", "S1", ["minutes": 300], at: after))
        .thenRejected(.unknownShift)
    }

    @Test func `missing: one of start and end, or both`() {
      for data: JSON in [["start": "15:00"], ["end": "20:00", "minutes": 5], [:]] {
        past.when(act("bas", "hours.recorded", "S1", data, at: after)).thenInvalid(.missingField)
      }
    }
  }
}
