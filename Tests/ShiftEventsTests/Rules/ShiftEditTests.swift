import Projections
import ShiftEvents
import ShiftEventsTesting
import Testing

func edit(
  _ shift: String, _ changes: JSON, by manager: String = "mia", at: String? = nil,
  id: String? = nil
) -> Step { act(manager, "shift.edited", shift, changes, at: at, id: id) }

extension Rules {
  @Suite("Edited shifts") struct Edited {
    /// S1 is bas's, Monday 12 January, 15:00 to 20:00.
    private let past = team(schedule("S1", "bas"))

    private func edited(
      _ start: String = "15:00", _ end: String = "20:00", on date: String = "2026-01-12",
      with before: JSON = [:], adding after: JSON = [:]
    ) -> ExpectedEvent {
      event(
        "shift.edited", "S1",
        JSON.object([("date", .text(date)), ("start", .text(start)), ("end", .text(end))])
          .adding(before).adding("owner", "bas").adding(after))
    }

    @Test func `the event tells date and times as they are now, given or not`() {
      past.when(edit("S1", ["start": "16:00"])).then(edited("16:00"))
      past.when(edit("S1", ["place": "till"])).then(edited(with: ["place": "till"]))
      past.when(edit("S1", ["date": "2026-01-13", "end": "02:00"]))
        .then(edited("15:00", "02:00", on: "2026-01-13"))
    }

    @Test func `days are told where the shift has them, and null takes them away`() {
      let long = team(schedule("S1", "bas", with: ["days": 6]))
      long.when(edit("S1", ["start": "16:00"])).then(edited("16:00", with: ["days": 6]))
      long.when(edit("S1", ["days": nil])).then(edited(with: ["days": nil]))
      long.given(edit("S1", ["days": nil])).when(supply("S1", "bas")).then(
        event(
          "shift.supplied", "S1",
          ["owner": "bas", "date": "2026-01-12", "start": "15:00", "end": "20:00"]))
    }

    @Test func `keys are set and taken away, and the others stay`() {
      team(
        grantSkill("keys", "bas"),
        schedule(
          "S1", "bas", with: ["place": "till", "labels": ["late"], "needs": ["keys"]]),
        edit("S1", ["place": nil, "labels": ["early", "A-1"]])
      ).then(
        .schedule,
        [
          "shift": "S1", "owner": "bas", "date": "2026-01-12", "start": "15:00", "end": "20:00",
          "week": "2026-W03", "status": "idle", "firstOwner": "bas", "minutes": 300,
          "labels": ["early", "A-1"], "needs": ["keys"], "published": false,
        ])
    }

    @Test func `what is on the marketplace is on it with its new times`() {
      past.given(supply("S1", "bas"), edit("S1", ["date": "2026-01-13", "start": "16:00"])).then(
        .marketplace,
        [
          "shift": "S1", "owner": "bas", "date": "2026-01-13", "start": "16:00", "end": "20:00",
          "week": "2026-W03", "suppliedAt": "2026-01-05T08:00:00.000Z",
        ])
    }

    @Test func `a supplied shift that moves ahead of now is on the marketplace again`() {
      let lapsed = past.given(supply("S1", "bas"))
      lapsed.when(
        edit(
          "S1", ["date": "2026-01-13", "override": ["shiftStarted"]], at: "2026-01-12 16:00")
      ).then(edited(on: "2026-01-13", with: ["override": ["shiftStarted"]])).given(
        accept("S1", "eva"))
    }

    @Test func `a suggested shift is suggested with its new times`() {
      let suggested = past.given(post("R1", "eva"), suggest("S1", "bas", to: "R1"))
      suggested.given(edit("S1", ["start": "16:00"])).when(acceptSuggestion("S1", "eva")).then(
        event(
          "suggestion.accepted", "S1",
          [
            "from": "bas", "to": "eva", "date": "2026-01-12", "start": "16:00", "end": "20:00",
            "request": "R1",
          ]))
    }

    @Test func `wrongDate: a suggested shift keeps its date`() {
      past.given(post("R1", "eva"), suggest("S1", "bas", to: "R1"))
        .when(edit("S1", ["date": "2026-01-13"])).thenRejected(.wrongDate)
    }

    @Test func `awaitingApproval: a shift that somebody took, lapsed or not`() {
      let awaiting = past.given(
        configure(["marketApproval": "owner"]), supply("S1", "bas"), accept("S1", "eva"))
      awaiting.when(edit("S1", ["place": "till"])).thenRejected(.awaitingApproval)
      awaiting.when(
        edit("S1", ["place": "till", "override": ["shiftStarted"]], at: "2026-01-12 16:00")
      ).thenRejected(.awaitingApproval)
    }

    @Test func `the owner's request for the new day is closed`() {
      past.given(
        schedule("S2", "eva", on: "2026-01-13"), post("R1", "bas", on: "2026-01-13"),
        suggest("S2", "eva", to: "R1")
      ).when(edit("S1", ["date": "2026-01-13"])).then(
        edited(on: "2026-01-13", adding: ["closedRequest": "R1", "released": ["S2"]]))
    }

    @Test func `the day that it left is free, and the day that it went to is taken`() {
      let moved = past.given(edit("S1", ["date": "2026-01-13"]))
      moved.given(schedule("S2", "bas"))
      moved.when(schedule("S2", "bas", on: "2026-01-13", "08:00", "09:00"))
        .thenRejected(.dayTaken, conflicts: ["S1"])
    }

    @Test func `missingField: date, start and end cannot be taken away`() {
      for key in ["date", "start", "end"] {
        past.when(edit("S1", .object([(key, nil)]), at: "2026-01-12 16:00"))
          .thenRejected(.missingField)
      }
    }

    @Test func `nothing, or only rules to set aside, is no edit`() {
      past.when(edit("S1", [:])).thenInvalid(.missingField)
      past.when(edit("S1", ["override": ["dayTaken"]])).thenInvalid(.missingField)
      past.when(edit("S1", ["owner": "bas"])).thenInvalid(.missingField)
    }

    @Test func `shiftStarted: the shift as it is, and as it would be`() {
      past.when(edit("S1", ["place": "till"], at: "2026-01-12 15:00")).thenRejected(.shiftStarted)
      past.when(edit("S1", ["date": "2026-01-04"])).thenRejected(.shiftStarted)
      past.given(edit("S1", ["date": "2026-01-04", "override": ["shiftStarted"]]))
    }

    @Test func `hoursRecorded: before whether it awaits approval`() {
      past.given(act("bas", "hours.recorded", "S1", ["minutes": 300], at: "2026-01-12 21:00"))
        .when(edit("S1", ["place": "till", "override": ["shiftStarted"]]))
        .thenRejected(.hoursRecorded)
    }

    @Test func `noTime: it would end before it begins`() {
      past.when(edit("S1", ["days": 0, "start": "20:00"])).thenRejected(.noTime)
    }

    @Test func `notManager: its owner`() {
      past.when(edit("S1", ["place": "till"], by: "bas")).thenRejected(.notManager)
    }

    @Test func `unknownShift: one that was cancelled`() {
      past.given(act("mia", "shift.cancelled", "S1")).when(edit("S1", ["place": "till"]))
        .thenRejected(.unknownShift)
    }

    @Test func `dayTaken and overlapping: of the owner, this shift left out, if its time changes`()
    {
      let two = past.given(schedule("S2", "bas", on: "2026-01-13"))
      two.when(edit("S1", ["date": "2026-01-13"])).thenRejected(.dayTaken, conflicts: ["S2"])
      two.when(edit("S1", ["date": "2026-01-13", "override": ["dayTaken"]]))
        .thenRejected(.overlapping, conflicts: ["S2"])
      two.when(edit("S1", ["days": 1])).thenRejected(.overlapping, conflicts: ["S2"])
      two.given(edit("S1", ["start": "15:30", "end": "21:00"]))
      let double = past.given(
        configure(["maxShiftsPerDay": 2]), schedule("S2", "bas", "08:00", "10:00"),
        configure(["maxShiftsPerDay": 1]))
      double.given(edit("S1", ["place": "till", "start": "15:00", "days": 0]))
      double.when(edit("S1", ["start": "15:01"])).thenRejected(.dayTaken, conflicts: ["S2"])
    }

    @Test func `rest, week and lead time do not bind an edit`() {
      past.given(
        schedule("S2", "bas", on: "2026-01-13", "01:00", "02:00"),
        configure([
          "minRestMinutes": 600, "maxWeekMinutes": 1, "acceptLeadMinutes": 10_080,
        ]), edit("S1", ["start": "16:00"]))
    }

    @Test func `its owner is told`() {
      past.given(edit("S1", ["start": "16:00"])).expectTold(["bas"], "edited", of: "S1")
      team(schedule("S1", "mia"), edit("S1", ["start": "16:00"])).expectTold([], "edited", of: "S1")
    }

    @Test func `an occurrence that was moved is not scheduled again`() {
      team(
        configure(["horizonWeeks": 1]), fix("F1", "bas", from: "2026-01-05"),
        edit("F1.2026-01-05", ["date": "2026-01-06"])
      ).when(extend()).thenNothing()
    }

    @Test func `an occurrence that was moved goes with its fixed shift, after its old day too`() {
      team(
        configure(["horizonWeeks": 1]), fix("F1", "bas", from: "2026-01-05"),
        edit("F1.2026-01-05", ["date": "2026-01-20"])
      ).when(act("bas", "fixedshift.removed", "F1", at: "2026-01-13 08:00")).then(
        event(
          "fixedshift.removed", "F1",
          ["owner": "bas", "removed": ["F1.2026-01-05"], "kept": []]))
    }

    @Test func `a repeat compares what was given, not what was filled in`() {
      let past = past.given(edit("S1", ["start": "16:00", "labels": ["a"]], id: "i"))
      past.when(edit("S1", ["start": "16:00", "labels": ["a"]], id: "i")).thenDuplicate(of: 8)
      past.when(edit("S1", ["labels": ["a"]], id: "i")).thenDuplicate(of: 8)
      past.when(edit("S1", ["start": "16:01", "labels": ["a"]], id: "i"))
        .thenRejected(.idConflict)
      past.when(edit("S1", ["start": "16:00"], id: "i")).thenRejected(.idConflict)
    }

    @Test func `its story tells the edit with owner and status`() {
      let audit = past.given(supply("S1", "bas"), edit("S1", ["start": "16:00", "place": "till"]))
        .folded(into: Audit(of: .shift("S1")))
      #expect(
        audit.rows.last?.effect.description
          == "start 15:00 → 16:00; place set to till")
      #expect(audit.rows.last?.status == .supplied && audit.rows.last?.owner == "bas")
    }
  }
}
