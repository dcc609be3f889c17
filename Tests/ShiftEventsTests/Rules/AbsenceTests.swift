import ShiftEvents
import ShiftEventsTesting
import Testing

extension Rules {
  @Suite("Absences") struct Absences {
    /// eva is away on Monday 12 January, all day.
    private let past = team(away("A1", "eva"))
    private let recorded = event(
      "absence.recorded", "A1",
      ["date": "2026-01-12", "user": "eva", "start": "00:00", "end": "00:00", "shifts": []])

    // MARK: - Recorded

    @Test func `a date alone is that day, by oneself or by a manager for a person`() {
      team().when(away("A1", "eva")).then(recorded)
      team().when(away("A1", "eva", by: "max")).then(recorded)
      team().when(away("A1", "eva", ["user": "eva"])).then(recorded)
    }

    @Test func `times and days are recorded as they are given, days only if they are`() {
      team().when(away("A1", "eva", ["start": "09:00", "end": "12:00"])).then(
        event(
          "absence.recorded", "A1",
          ["date": "2026-01-12", "user": "eva", "start": "09:00", "end": "12:00", "shifts": []]))
      team().when(away("A1", "eva", ["days": 7])).then(
        event(
          "absence.recorded", "A1",
          [
            "date": "2026-01-12", "user": "eva", "start": "00:00", "end": "00:00", "days": 7,
            "shifts": [],
          ]))
      team().given(away("A1", "eva", ["days": 366])).when(away("A2", "eva", ["days": 367]))
        .thenInvalid(.invalidField)
    }

    @Test
    func `its own open shifts that it meets are named, not those already begun or given away`() {
      let shifts = team(
        configure(["maxShiftsPerDay": 3]), schedule("b", "eva", "08:00", "10:00"),
        schedule("a", "eva", "15:00", "20:00"), schedule("later", "eva", on: "2026-01-13"),
        schedule("night", "eva", on: "2026-01-11", "22:00", "06:00"),
        schedule("cancelled", "eva", "12:00", "13:00"), schedule("bas", "bas"),
        act("mia", "shift.cancelled", "cancelled"))
      func met(_ shifts: JSON) -> ExpectedEvent {
        event(
          "absence.recorded", "A1",
          ["date": "2026-01-12", "user": "eva", "start": "00:00", "end": "00:00", "shifts": shifts])
      }
      shifts.when(away("A1", "eva")).then(met(["a", "b", "night"]))
      shifts.when(away("A1", "eva", at: "2026-01-12 08:00")).then(met(["a"]))
      // It ends when the shift begins, and begins when the other ends.
      shifts.when(away("A1", "eva", ["start": "10:00", "end": "15:00"])).then(
        event(
          "absence.recorded", "A1",
          ["date": "2026-01-12", "user": "eva", "start": "10:00", "end": "15:00", "shifts": []]))
      // A shift that she is the pending taker of is bas's.
      shifts.given(
        configure(["marketApproval": "owner"]), supply("bas", "bas"),
        act("mia", "shift.cancelled", "a"), accept("bas", "eva")
      ).when(away("A1", "eva")).then(met(["b", "night"]))
    }

    @Test func `absenceExists: also one that has ended, or another's; before the person`() {
      past.when(away("A1", "eva")).thenRejected(.absenceExists)
      past.given(act("eva", "absence.ended", "A1"))
        .when(away("A1", "nobody", by: "bas")).thenRejected(.absenceExists)
    }

    @Test func `noTime: it would not be a minute long`() {
      team().when(away("A1", "eva", ["start": "12:00", "end": "12:00", "days": 0]))
        .thenRejected(.noTime)
      team().when(away("A1", "eva", ["start": "12:00", "end": "11:00", "days": 0]))
        .thenRejected(.noTime)
      team(configure(["timeZone": "Europe/Amsterdam"]))
        .when(
          act(
            "eva", "absence.recorded", "A1",
            ["date": "2026-03-29", "start": "02:00", "end": "02:59"])
        ).thenRejected(.noTime)
    }

    @Test func `dateOutOfRange: over by now; a day that is not over can be recorded`() {
      team().when(away("A1", "eva", at: "2026-01-13 00:00")).thenRejected(.dateOutOfRange)
      team().when(away("A1", "eva", at: "2026-01-12T23:59:59.999Z")).then(recorded)
      team().when(act("eva", "absence.recorded", "A1", ["date": "2020-01-01"]))
        .thenRejected(.dateOutOfRange)
    }

    @Test func `notManager: an employee for another, before that one's role`() {
      team().when(away("A1", "eva", by: "bas")).thenRejected(.notManager)
      team().when(away("A1", "max", by: "bas")).thenRejected(.notManager)
    }

    @Test func `missingRole: only employees are away, whoever says so`() {
      team().when(away("A1", "max")).thenRejected(.missingRole)
      team().when(away("A1", "max", by: "mia")).thenRejected(.missingRole)
      let student = team(register("sam", "student"))
      student.when(away("A1", "sam")).thenRejected(.missingRole)
      student.given(away("A1", "eva")).when(act("sam", "absence.ended", "A9"))
        .thenRejected(.missingRole)
    }

    @Test func `unknownUser: the actor, or whoever would be away`() {
      team().when(away("A1", "nobody", by: "mia")).thenRejected(.unknownUser)
      team().when(away("A1", "nobody")).thenRejected(.unknownUser)
    }

    // MARK: - Ended

    @Test func `ended by whoever is away, or by a manager`() {
      for actor in ["eva", "max"] {
        past.when(act(actor, "absence.ended", "A1")).then(
          event("absence.ended", "A1", ["user": "eva"]))
      }
    }

    @Test func `absenceEnded: ended before, or over`() {
      past.given(act("eva", "absence.ended", "A1")).when(act("eva", "absence.ended", "A1"))
        .thenRejected(.absenceEnded)
      past.when(act("eva", "absence.ended", "A1", at: "2026-01-13 00:00"))
        .thenRejected(.absenceEnded)
      past.when(act("eva", "absence.ended", "A1", at: "2026-01-12T23:59:59.999Z")).then(
        event("absence.ended", "A1", ["user": "eva"]))
    }

    @Test func `unknownAbsence: never recorded, before who may`() {
      past.when(act("bas", "absence.ended", "A9")).thenRejected(.unknownAbsence)
    }

    @Test func `notManager: ended by a colleague, before its state`() {
      past.given(act("eva", "absence.ended", "A1")).when(act("bas", "absence.ended", "A1"))
        .thenRejected(.notManager)
    }

    // MARK: - Away

    @Test func `absent: whoever is away takes no shift, by however little`() {
      let market = team(schedule("S1", "bas"), supply("S1", "bas"))
      for times: JSON in [
        ["days": 1], ["start": "19:59", "end": "23:00"], ["start": "00:00", "end": "15:01"],
        ["start": "16:00", "end": "16:01"],
      ] {
        market.given(away("A1", "eva", times)).when(accept("S1", "eva"))
          .thenRejected(.absent, conflicts: ["A1"])
      }
      for times: JSON in [["start": "20:00", "end": "23:00"], ["start": "06:00", "end": "15:00"]] {
        market.given(away("A1", "eva", times), accept("S1", "eva"))
      }
      market.given(away("A2", "eva"), away("A1", "eva", ["start": "15:00", "end": "16:00"]))
        .when(accept("S1", "eva")).thenRejected(.absent, conflicts: ["A1", "A2"])
      market.given(
        act("eva", "absence.recorded", "A1", ["date": "2026-01-06", "days": 366])
      ).when(accept("S1", "eva")).thenRejected(.absent, conflicts: ["A1"])
      market.given(away("A1", "tom"), accept("S1", "eva"))
    }

    @Test func `absent: after the lead time, before the day rule`() {
      let market = team(
        schedule("S1", "bas"), supply("S1", "bas"), schedule("S2", "eva", "08:00", "09:00"),
        away("A1", "eva"))
      market.when(accept("S1", "eva")).thenRejected(.absent)
      market.given(configure(["acceptLeadMinutes": 60])).when(
        accept("S1", "eva", at: "2026-01-12 14:30")
      ).thenRejected(.tooLate)
      market.given(act("eva", "absence.ended", "A1")).when(accept("S1", "eva"))
        .thenRejected(.dayTaken)
    }

    @Test func `absent: one that began after the acceptance stands in the way of the approval`() {
      let awaiting = team(
        configure(["marketApproval": "owner"]), schedule("S1", "bas"), supply("S1", "bas"),
        accept("S1", "eva"), away("A1", "eva"))
      awaiting.when(approve("S1", "mia")).thenRejected(.absent, conflicts: ["A1"])
      awaiting.given(act("eva", "absence.ended", "A1"), approve("S1", "mia"))
    }

    @Test func `absent: a loose shift for an owner who is away, before the day rule`() {
      past.when(schedule("S1", "eva")).thenRejected(.absent, conflicts: ["A1"])
      team(schedule("S2", "eva", "08:00", "09:00"), away("A1", "eva")).when(schedule("S1", "eva"))
        .thenRejected(.absent)
      past.when(schedule("S1", "eva", "10:00", "10:00", at: "2026-01-12 11:00"))
        .thenRejected(.shiftStarted)
    }

    @Test func `occurrences of fixed shifts are scheduled all the same`() {
      past.given(configure(["horizonWeeks": 2])).when(fix("F1", "eva")).then(
        event(
          "fixedshift.registered", "F1",
          [
            "weekday": "monday", "start": "15:00", "end": "20:00", "owner": "eva",
            "from": "2026-01-05",
          ]),
        occurrence("F1", "eva", "2026-01-05"), occurrence("F1", "eva", "2026-01-12"))
    }

    @Test func `absent: a request for a day that one absence covers whole, after the date`() {
      past.when(post("R1", "eva")).thenRejected(.absent, conflicts: ["A1"])
      past.when(post("R1", "eva", on: "2026-01-13")).then(
        event("request.posted", "R1", ["date": "2026-01-13", "requester": "eva"]))
      // Two halves are no whole.
      team(
        away("A1", "eva", ["start": "00:00", "end": "12:00"]),
        away("A2", "eva", ["start": "12:00"])
      ).when(post("R1", "eva")).then(
        event("request.posted", "R1", ["date": "2026-01-12", "requester": "eva"]))
      team(act("eva", "absence.recorded", "A1", ["date": "2026-01-05", "days": 60]))
        .given(configure(["requestDays": 5])).when(post("R1", "eva"))
        .thenRejected(.dateOutOfRange)
      team(
        act("eva", "absence.recorded", "A1", ["date": "2026-01-11", "end": "23:59", "days": 1])
      ).given(post("R1", "eva"))
    }

    @Test func `absent: a shift is not suggested to a requester who is away, after its date`() {
      let asked = team(
        schedule("S1", "bas"), schedule("S2", "tom", on: "2026-01-13"), post("R1", "eva"),
        away("A1", "eva", ["start": "15:30", "end": "16:00"]))
      asked.when(suggest("S1", "bas", to: "R1")).thenRejected(.absent, conflicts: ["A1"])
      asked.when(suggest("S2", "tom", to: "R1")).thenRejected(.wrongDate)
      asked.given(act("eva", "absence.ended", "A1"), suggest("S1", "bas", to: "R1"))
    }

    @Test func `absent: a suggestion cannot be accepted by whoever is away by then`() {
      team(
        schedule("S1", "bas"), post("R1", "eva"), suggest("S1", "bas", to: "R1"),
        away("A1", "eva", ["start": "15:30", "end": "16:00"])
      ).when(acceptSuggestion("S1", "eva")).thenRejected(.absent, conflicts: ["A1"])
    }

    @Test func `shifts that one has stay theirs: idle, supplied, suggested or awaiting`() {
      let away = team(
        configure(["marketApproval": "owner", "maxShiftsPerDay": 4]), post("R1", "tom"),
        schedule("idle", "eva", "06:00", "07:00"), schedule("supplied", "eva", "08:00", "09:00"),
        schedule("suggested", "eva", "10:00", "11:00"),
        schedule("awaiting", "eva", "12:00", "13:00"), supply("supplied", "eva"),
        suggest("suggested", "eva", to: "R1"), supply("awaiting", "eva"),
        accept("awaiting", "bas"), away("A1", "eva"))
      // All of it goes on as before.
      away.given(
        supply("idle", "eva"), accept("supplied", "zoe"), acceptSuggestion("suggested", "tom"),
        approve("awaiting", "mia"))
      away.given(act("eva", "shift.revoked", "supplied", at: "2026-01-12 07:30"))
    }

    @Test func `timeZoneFixed: an absence that ever existed fixes the zone`() {
      past.given(act("eva", "absence.ended", "A1"))
        .when(configure(["timeZone": "Europe/Amsterdam"])).thenRejected(.timeZoneFixed)
    }

    @Test func `an erased person's absence stays, and can be ended by a manager`() {
      past.given(act("eva", "user.erased", "eva")).when(act("mia", "absence.ended", "A1")).then(
        event("absence.ended", "A1", ["user": "eva"]))
    }

    // MARK: - Repeats and facts

    @Test func `a repeat may leave out what its defaults gave, or say it`() {
      let step = act("eva", "absence.recorded", "A1", ["date": "2026-01-12"], id: "a")
      let past = team(step)
      past.when(step).thenDuplicate(of: 7)
      past.when(
        act(
          "eva", "absence.recorded", "A1",
          ["date": "2026-01-12", "user": "eva", "start": "00:00", "end": "00:00"], id: "a")
      ).thenDuplicate(of: 7)
      past.when(
        act("eva", "absence.recorded", "A1", ["date": "2026-01-12", "days": 1], id: "a")
      ).thenRejected(.idConflict)
    }

    @Test func `factMismatch: the shifts that a program believed to be uncovered`() {
      team(schedule("S1", "eva")).when(away("A1", "eva", ["shifts": []]))
        .thenMismatch("shifts", stated: [], actual: ["S1"])
    }
  }
}

/// An absence, by default of all of Monday 12 January 2026.
func away(
  _ absence: String, _ user: String, _ more: JSON = [:], by actor: String? = nil,
  at: String? = nil
) -> Step {
  var data: JSON = ["date": "2026-01-12"]
  if actor != nil { data = data.adding("user", .text(user)) }
  if case .object(let members) = more {
    for member in members { data = data.adding(member.name, member.value) }
  }
  return act(actor ?? user, "absence.recorded", absence, data, at: at)
}
