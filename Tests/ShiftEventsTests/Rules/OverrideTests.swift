import Projections
import ShiftEvents
import ShiftEventsTesting
import Testing

extension Rules {
  @Suite("Setting rules aside") struct Override {
    @Test func `a manager schedules what has begun, and the event names the rule`() {
      let late = schedule(
        "S1", "bas", with: ["override": ["shiftStarted"]], at: "2026-01-12 16:00")
      team().when(schedule("S1", "bas", at: "2026-01-12 16:00")).thenRejected(.shiftStarted)
      team().when(late).then(
        event(
          "shift.scheduled", "S1",
          [
            "owner": "bas", "date": "2026-01-12", "start": "15:00", "end": "20:00",
            "override": ["shiftStarted"],
          ]))
    }

    @Test func `each rule is set aside by itself`() {
      let past = team(schedule("S1", "bas"))
      past.when(schedule("S2", "bas", with: ["override": ["overlapping"]]))
        .thenRejected(.dayTaken, conflicts: ["S1"])
      past.when(schedule("S2", "bas", with: ["override": ["dayTaken"]]))
        .thenRejected(.overlapping, conflicts: ["S1"])
      past.given(schedule("S2", "bas", with: ["override": ["overlapping", "dayTaken"]]))
    }

    @Test func `a rule that was not in the way may be named`() {
      team().given(
        schedule(
          "S1", "bas",
          with: [
            "override": [
              "weekTooLong", "restTooShort", "overlapping", "dayTaken", "absent", "skillMissing",
              "noPlaceLeft", "shiftStarted",
            ]
          ]))
    }

    @Test func `what is no rule of the list stays judged`() {
      team(schedule("S1", "bas")).when(
        schedule("S1", "eva", with: ["override": ["dayTaken"]])
      ).thenRejected(.shiftExists)
      team().when(
        schedule("S1", "bas", "15:00", "15:00", with: ["days": 0, "override": ["shiftStarted"]])
      ).thenRejected(.noTime)
    }

    @Test func `a shift that began is cancelled by a manager who says so`() {
      let past = team(schedule("S1", "bas"))
      past.when(act("mia", "shift.cancelled", "S1", at: "2026-01-12 16:00"))
        .thenRejected(.shiftStarted)
      past.when(
        act(
          "mia", "shift.cancelled", "S1", ["override": ["shiftStarted"]], at: "2026-01-12 16:00")
      ).then(
        event(
          "shift.cancelled", "S1",
          ["override": ["shiftStarted"], "owner": "bas", "date": "2026-01-12"]))
      past.when(act("bas", "shift.cancelled", "S1", ["override": ["shiftStarted"]]))
        .thenRejected(.notManager)
    }

    @Test func `hoursRecorded: a shift that was worked is not cancelled`() {
      let cancel = act("mia", "shift.cancelled", "S1", ["override": ["shiftStarted"]])
      func hours(_ minutes: Int) -> Step {
        act("bas", "hours.recorded", "S1", ["minutes": .integer(minutes)], at: "2026-01-12 21:00")
      }
      let worked = team(schedule("S1", "bas"), hours(300))
      worked.when(cancel).thenRejected(.hoursRecorded)
      worked.given(hours(0), cancel)
      team(schedule("S1", "bas"), hours(0), cancel)
      team(schedule("S1", "bas"), hours(0), hours(1)).when(cancel).thenRejected(.hoursRecorded)
    }

    @Test func `hoursRecorded: after whether it has begun, before whether it awaits approval`() {
      let past = team(
        configure(["marketApproval": "owner"]), schedule("S1", "bas"), supply("S1", "bas"),
        accept("S1", "eva"),
        act("bas", "hours.recorded", "S1", ["minutes": 300], at: "2026-01-12 21:00"))
      past.when(act("mia", "shift.cancelled", "S1")).thenRejected(.shiftStarted)
      past.when(act("mia", "shift.cancelled", "S1", ["override": ["shiftStarted"]]))
        .thenRejected(.hoursRecorded)
      past.given(act("bas", "hours.recorded", "S1", ["minutes": 0]))
        .when(act("mia", "shift.cancelled", "S1", ["override": ["shiftStarted"]]))
        .thenRejected(.awaitingApproval)
    }
  }

  @Suite("Hours of nobody") struct NoHours {
    /// S1 was bas's and is eva's, who may work it or not.
    private let past = team(
      schedule("S1", "bas"), supply("S1", "bas"), accept("S1", "eva"))

    private func hours(_ minutes: Int) -> Step {
      act("eva", "hours.recorded", "S1", ["minutes": .integer(minutes)], at: "2026-01-12 21:00")
    }

    private func point(_ user: String) -> JSON { ["rank": 1, "user": .text(user), "points": 1] }

    @Test func `0 minutes are recorded: the owner did not come`() {
      past.when(hours(0)).then(
        event(
          "hours.recorded", "S1",
          ["minutes": 0, "worker": "eva", "date": "2026-01-12", "firstOwner": "bas"]))
    }

    @Test func `they earn no point and are no shift worked`() {
      past.given(hours(0)).then(.points).then(.hours)
    }

    @Test func `the point goes by the first hours that are not 0, and stays`() {
      past.given(hours(0), hours(300)).then(.points, point("eva"))
      past.given(hours(300), hours(0)).then(.points, point("eva"))
        .then(.hours)
    }
  }
}
