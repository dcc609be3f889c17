import ShiftEvents
import ShiftEventsTesting
import Testing

extension Rules {
  @Suite("Taker rules") struct Taker {
    /// S1 is on the marketplace, Monday 12 January, 15:00 to 20:00.
    private let past = team(schedule("S1", "bas"), supply("S1", "bas"))
    private let taken = event(
      "shift.accepted", "S1",
      [
        "from": "bas", "to": "eva", "date": "2026-01-12", "start": "15:00", "end": "20:00",
        "final": true,
      ])

    @Test func `tooLate: a millisecond into the lead time; not at its beginning`() {
      let lead = past.given(configure(["acceptLeadMinutes": 60]))
      lead.when(accept("S1", "eva", at: "2026-01-12 14:00")).then(taken)
      lead.when(accept("S1", "eva", at: "2026-01-12T14:00:00.001Z")).thenRejected(.tooLate)
      team(
        configure(["acceptLeadMinutes": 60]), schedule("S1", "bas"), post("R1", "eva"),
        suggest("S1", "bas", to: "R1")
      ).when(acceptSuggestion("S1", "eva", at: "2026-01-12T14:00:00.001Z"))
        .thenRejected(.tooLate)
    }

    @Test func `without lead time a shift can be taken until it starts`() {
      past.when(accept("S1", "eva", at: "2026-01-12T14:59:59.999Z")).then(taken)
    }

    @Test func `dayTaken: one shift by default, as many as the policy says`() {
      let one = past.given(schedule("S2", "eva", "08:00", "10:00"))
      one.when(accept("S1", "eva")).thenRejected(.dayTaken, conflicts: ["S2"])
      one.given(configure(["maxShiftsPerDay": 2])).when(accept("S1", "eva")).then(taken)
    }

    @Test func `dayTaken: of a suggestion`() {
      team(
        configure(["maxShiftsPerDay": 2]), post("R1", "eva"), schedule("S1", "bas"),
        suggest("S1", "bas", to: "R1"), schedule("S2", "tom", "08:00", "10:00"),
        supply("S2", "tom"), configure(["marketApproval": "owner"]), accept("S2", "eva"),
        configure(["maxShiftsPerDay": 1])
      ).when(acceptSuggestion("S1", "eva")).thenRejected(.dayTaken, conflicts: ["S2"])
    }

    @Test func `a suggestion's taker is bound by overlap, rest and week as well`() {
      let past = team(schedule("S1", "bas"), post("R1", "eva"), suggest("S1", "bas", to: "R1"))
        .given(schedule("S2", "eva", on: "2026-01-11", "22:00", "15:30"))
      past.when(acceptSuggestion("S1", "eva")).thenRejected(.overlapping, conflicts: ["S2"])
      let handover = past.given(configure(["handoverMinutes": 30]))
      handover.given(configure(["minRestMinutes": 60])).when(acceptSuggestion("S1", "eva"))
        .thenRejected(.restTooShort, conflicts: ["S2"])
      handover.given(configure(["maxWeekMinutes": 299])).when(acceptSuggestion("S1", "eva"))
        .thenRejected(.weekTooLong, conflicts: [])
      handover.given(configure(["maxWeekMinutes": 300]), acceptSuggestion("S1", "eva"))
    }

    @Test func `a pending taker's day is taken, the owner's stays taken too`() {
      let pending = past.given(configure(["marketApproval": "owner"]), accept("S1", "eva"))
      pending.when(schedule("S2", "eva", "08:00", "10:00"))
        .thenRejected(.dayTaken, conflicts: ["S1"])
      pending.when(schedule("S2", "bas", "08:00", "10:00"))
        .thenRejected(.dayTaken, conflicts: ["S1"])
      pending.when(schedule("S2", "eva", on: "2026-01-13", "15:00", "20:00")).then(
        event(
          "shift.scheduled", "S2",
          ["owner": "eva", "date": "2026-01-13", "start": "15:00", "end": "20:00"]))
    }

    @Test func `overlapping: exactly the handover, and a minute more`() {
      let two = past.given(configure(["maxShiftsPerDay": 2, "handoverMinutes": 15]))
      two.given(schedule("S2", "eva", "08:00", "15:15")).when(accept("S1", "eva")).then(taken)
      two.given(schedule("S2", "eva", "08:00", "15:16")).when(accept("S1", "eva"))
        .thenRejected(.overlapping, conflicts: ["S2"])
      two.given(schedule("S2", "eva", "19:45", "23:00")).when(accept("S1", "eva")).then(taken)
      two.given(schedule("S2", "eva", "19:44", "23:00")).when(accept("S1", "eva"))
        .thenRejected(.overlapping, conflicts: ["S2"])
    }

    @Test func `overlapping: a night shift with the next day's, both ways`() {
      team(schedule("N", "bas", on: "2026-01-12", "22:00", "06:00"), supply("N", "bas"))
        .given(schedule("S2", "eva", on: "2026-01-13", "05:00", "09:00"))
        .when(accept("N", "eva")).thenRejected(.overlapping, conflicts: ["S2"])
      team(schedule("S1", "bas", on: "2026-01-13", "05:00", "09:00"), supply("S1", "bas"))
        .given(schedule("N", "eva", on: "2026-01-12", "22:00", "06:00"))
        .when(accept("S1", "eva")).thenRejected(.overlapping, conflicts: ["N"])
    }

    @Test func `restTooShort: exactly the rest, and a minute less, before and after`() {
      let rest = past.given(configure(["minRestMinutes": 660]))
      rest.given(schedule("S2", "eva", on: "2026-01-11", "22:00", "04:00"))
        .when(accept("S1", "eva")).then(taken)
      rest.given(schedule("S2", "eva", on: "2026-01-11", "22:00", "04:01"))
        .when(accept("S1", "eva")).thenRejected(.restTooShort, conflicts: ["S2"])
      rest.given(schedule("S2", "eva", on: "2026-01-13", "07:00", "10:00"))
        .when(accept("S1", "eva")).then(taken)
      rest.given(schedule("S2", "eva", on: "2026-01-13", "06:59", "10:00"))
        .when(accept("S1", "eva")).thenRejected(.restTooShort, conflicts: ["S2"])
    }

    @Test func `restTooShort: two days of rest reach over a free day`() {
      let rest = past.given(configure(["minRestMinutes": 2880]))
      rest.given(schedule("S2", "eva", on: "2026-01-10", "08:00", "15:01"))
        .when(accept("S1", "eva")).thenRejected(.restTooShort)
      rest.given(schedule("S2", "eva", on: "2026-01-09", "15:01", "15:01"))
        .when(accept("S1", "eva")).thenRejected(.restTooShort)
      rest.given(schedule("S2", "eva", on: "2026-01-09", "15:00", "15:00"))
        .when(accept("S1", "eva")).then(taken)
    }

    @Test func `a permitted overlap is no rest; without the policy it does not matter`() {
      let two = past.given(configure(["maxShiftsPerDay": 2, "handoverMinutes": 15]))
        .given(schedule("S2", "eva", "08:00", "15:15"))
      two.given(configure(["minRestMinutes": 1])).when(accept("S1", "eva"))
        .thenRejected(.restTooShort)
      two.when(accept("S1", "eva")).then(taken)
    }

    @Test func `weekTooLong: exactly the minutes, and one more; the week of the start counts`() {
      // 300 minutes of S1, 480 of S2 from Sunday to Monday: of this week; S3 of the week before.
      let week = past.given(schedule("S2", "eva", on: "2026-01-18", "22:00", "06:00"))
        .given(schedule("S3", "eva", on: "2026-01-11", "22:00", "06:00"))
      week.given(configure(["maxWeekMinutes": 780])).when(accept("S1", "eva")).then(taken)
      week.given(configure(["maxWeekMinutes": 779])).when(accept("S1", "eva"))
        .thenRejected(.weekTooLong, conflicts: ["S2"])
    }

    @Test func `weekTooLong: a shift that awaits approval counts for its taker`() {
      past.given(configure(["marketApproval": "owner", "maxWeekMinutes": 400]))
        .given(schedule("S2", "tom", on: "2026-01-14", "08:00", "09:41"), supply("S2", "tom"))
        .given(accept("S1", "eva")).when(accept("S2", "eva"))
        .thenRejected(.weekTooLong, conflicts: ["S1"])
    }

    @Test func `tooManyDays: exactly so many days in a row, and one more, on both sides`() {
      // S1 is on Monday 12 January; two days before it and one behind it have a shift, and one apart from them.
      let run = past.given(
        schedule("S2", "eva", on: "2026-01-10"),
        schedule("S3", "eva", on: "2026-01-11", "22:00", "06:00"),
        schedule("S4", "eva", on: "2026-01-13"), schedule("S5", "eva", on: "2026-01-15"))
      run.given(configure(["maxDaysInRow": 4])).when(accept("S1", "eva")).then(taken)
      let most = run.given(configure(["maxDaysInRow": 3]))
      most.when(accept("S1", "eva")).thenRejected(.tooManyDays, conflicts: ["S2", "S3", "S4"])
      most.when(act("mia", "shift.assigned", "S1", ["to": "eva"])).thenRejected(.tooManyDays)
      most.given(act("mia", "shift.assigned", "S1", ["to": "eva", "override": ["tooManyDays"]]))
      func contract(_ days: JSON) -> Step {
        act("mia", "contract.set", "eva", ["maxDaysInRow": days])
      }
      most.given(contract(4)).when(accept("S1", "eva")).then(taken)
      most.given(contract(0)).when(accept("S1", "eva")).then(taken)
      most.given(contract(4), contract(.null)).when(accept("S1", "eva")).thenRejected(.tooManyDays)
    }

    @Test func `tooManyDays: two shifts of a day are one day, and a pending acceptance counts`() {
      let days = past.given(
        configure(["maxDaysInRow": 2, "maxShiftsPerDay": 2, "marketApproval": "owner"]))
      days.given(schedule("S2", "eva", "08:00", "10:00"), schedule("S3", "eva", on: "2026-01-13"))
        .given(accept("S1", "eva"))
      days.given(schedule("S2", "tom", on: "2026-01-11"), supply("S2", "tom"), accept("S2", "eva"))
        .given(schedule("S3", "eva", on: "2026-01-13"))
        .when(accept("S1", "eva")).thenRejected(.tooManyDays, conflicts: ["S2", "S3"])
    }

    @Test
    func `limitsBind: what a manager schedules, moves and restores is bound where everybody is`() {
      let limits: [(JSON, RejectionCode)] = [
        (["minRestMinutes": 2880], .restTooShort), (["maxWeekMinutes": 400], .weekTooLong),
        (["maxDaysInRow": 1], .tooManyDays),
      ]
      for (limit, code) in limits {
        let takers = team(
          schedule("S1", "bas"), schedule("S2", "bas", on: "2026-01-13"),
          act("mia", "shift.cancelled", "S2"), schedule("S3", "bas", on: "2026-01-20"),
          configure(limit))
        let everybody = takers.given(configure(["limitsBind": "everybody"]))
        let acts = [
          schedule("S4", "bas", on: "2026-01-13"), act("mia", "shift.restored", "S2"),
          act("mia", "shift.edited", "S3", ["date": "2026-01-13"]),
        ]
        for step in acts {
          takers.given(step)
          everybody.when(step).thenRejected(code, conflicts: ["S1"])
        }
        everybody.given(
          schedule("S4", "bas", on: "2026-01-13", with: ["override": [.text(code.rawValue)]]))
        // Nothing but a time of its own is judged again, and weekly work is not.
        everybody.given(act("mia", "shift.edited", "S1", ["title": "Till"]))
        everybody.given(
          act(
            "mia", "fixedshift.registered", "F1",
            ["owner": "bas", "weekday": "tuesday", "start": "15:00", "end": "20:00"]))
      }
      team().when(configure(["limitsBind": "nobody"])).thenInvalid(.invalidField)
    }

    @Test func `order: lead time, day, overlap, rest, week, days in a row`() {
      let all = past.given(schedule("S2", "eva", "08:00", "15:30"))
        .given(
          configure([
            "acceptLeadMinutes": 60, "minRestMinutes": 60, "maxWeekMinutes": 1, "maxDaysInRow": 1,
          ]),
          schedule("S0", "eva", on: "2026-01-11"))
      all.when(accept("S1", "eva", at: "2026-01-12 14:30")).thenRejected(.tooLate)
      all.when(accept("S1", "eva")).thenRejected(.dayTaken)
      let two = all.given(configure(["maxShiftsPerDay": 2]))
      two.when(accept("S1", "eva")).thenRejected(.overlapping)
      two.given(configure(["handoverMinutes": 30])).when(accept("S1", "eva"))
        .thenRejected(.restTooShort)
      two.given(configure(["handoverMinutes": 30, "minRestMinutes": 0]))
        .when(accept("S1", "eva")).thenRejected(.weekTooLong)
      two.given(configure(["handoverMinutes": 30, "minRestMinutes": 0, "maxWeekMinutes": 0]))
        .when(accept("S1", "eva")).thenRejected(.tooManyDays, conflicts: ["S0", "S2"])
    }
  }

  @Suite("Lapsing") struct Lapsing {
    /// S1 (15:00) of bas awaits approval for eva; one shift a day.
    private let market = team(
      configure(["marketApproval": "owner"]), schedule("S1", "bas"), supply("S1", "bas"),
      accept("S1", "eva"))
    /// The same by her request R1, to which S2 (18:00) of tom is suggested too.
    private let suggestion = team(
      post("R1", "eva"), schedule("S1", "bas"), schedule("S2", "tom", "18:00", "22:00"),
      suggest("S1", "bas", to: "R1"), suggest("S2", "tom", to: "R1"),
      acceptSuggestion("S1", "eva"))

    @Test func `the taker's day is free from the start on, the owner's stays taken`() {
      market.when(schedule("S2", "eva", "19:00", "22:00", at: "2026-01-12T14:59:59.999Z"))
        .thenRejected(.dayTaken)
      market.when(schedule("S2", "eva", "19:00", "22:00", at: "2026-01-12 15:00")).then(
        event(
          "shift.scheduled", "S2",
          ["owner": "eva", "date": "2026-01-12", "start": "19:00", "end": "22:00"]))
      market.when(schedule("S2", "bas", "21:00", "22:00", at: "2026-01-12 15:00"))
        .thenRejected(.dayTaken, conflicts: ["S1"])
    }

    @Test func `overlap, rest and week of the taker are free of it as well`() {
      market.given(configure(["maxShiftsPerDay": 2, "minRestMinutes": 60, "maxWeekMinutes": 240]))
        .given(schedule("S2", "tom", "19:00", "23:00"), supply("S2", "tom"))
        .when(accept("S2", "eva", at: "2026-01-12 15:00")).then(
          event(
            "shift.accepted", "S2",
            [
              "from": "tom", "to": "eva", "date": "2026-01-12", "start": "19:00",
              "end": "23:00", "final": false,
            ]))
    }

    @Test func `it counts no longer for requestPending`() {
      suggestion.when(acceptSuggestion("S2", "eva", at: "2026-01-12 14:59"))
        .thenRejected(.requestPending)
      suggestion.when(acceptSuggestion("S2", "eva", at: "2026-01-12 15:00")).then(
        event(
          "suggestion.accepted", "S2",
          [
            "from": "tom", "to": "eva", "date": "2026-01-12", "start": "18:00", "end": "22:00",
            "request": "R1",
          ]))
    }

    @Test func `nor for request.withdrawn; and it is not among the released`() {
      suggestion.when(act("eva", "request.withdrawn", "R1", at: "2026-01-12 14:59"))
        .thenRejected(.awaitingApproval)
      suggestion.when(act("eva", "request.withdrawn", "R1", at: "2026-01-12 15:00")).then(
        event(
          "request.withdrawn", "R1",
          ["requester": "eva", "date": "2026-01-12", "released": ["S2"]]))
    }

    @Test func `a suggestion that nobody accepted is not among the released either`() {
      let past = suggestion.given(act("eva", "acceptance.withdrawn", "S1"))
      past.when(act("eva", "request.withdrawn", "R1", at: "2026-01-12 15:00")).then(
        event(
          "request.withdrawn", "R1",
          ["requester": "eva", "date": "2026-01-12", "released": ["S2"]]))
      past.when(schedule("S3", "eva", "20:00", "22:00", at: "2026-01-12 15:00")).then(
        event(
          "shift.scheduled", "S3",
          [
            "owner": "eva", "date": "2026-01-12", "start": "20:00", "end": "22:00",
            "closedRequest": "R1", "released": ["S2"],
          ]))
    }

    @Test func `nor among the released of an approval`() {
      suggestion.given(acceptSuggestion("S2", "eva", at: "2026-01-12 15:00"))
        .when(approve("S2", "tom")).then(
          event(
            "shift.approved", "S2",
            [
              "from": "tom", "to": "eva", "date": "2026-01-12", "start": "18:00",
              "end": "22:00", "via": "suggestion", "request": "R1", "closedRequest": "R1",
              "released": [],
            ]))
    }

    @Test func `every change except hours is shiftStarted, for all who may act`() {
      let start = "2026-01-12 15:00"
      for (actor, type) in [
        ("bas", "shift.revoked"), ("bas", "shift.supplied"), ("tom", "shift.accepted"),
        ("eva", "acceptance.withdrawn"), ("mia", "shift.approved"), ("mia", "shift.disapproved"),
        ("mia", "shift.cancelled"), ("bas", "suggestion.withdrawn"),
      ] {
        market.when(act(actor, type, "S1", at: start)).thenRejected(.shiftStarted)
      }
      market.when(act("bas", "hours.recorded", "S1", ["minutes": 300], at: start)).then(
        event(
          "hours.recorded", "S1",
          ["minutes": 300, "worker": "bas", "date": "2026-01-12", "firstOwner": "bas"]))
    }

    @Test func `a request of a past day is closed by nothing, and closes nothing`() {
      team(post("R1", "eva", on: "2026-01-05"))
        .when(schedule("S1", "eva", on: "2026-01-06", at: "2026-01-06 08:00")).then(
          event(
            "shift.scheduled", "S1",
            ["owner": "eva", "date": "2026-01-06", "start": "15:00", "end": "20:00"]))
    }
  }
}
