import ShiftEvents
import ShiftEventsTesting
import Testing

extension Rules {
  /// Absences, skills and trades beside shifts that managers assign and edit, and that people claim.
  @Suite("Interplay") struct Interplay {
    /// bas has S1 on Monday 12 January, eva has S2 on the Tuesday after it.
    private let shifts = team(schedule("S1", "bas"), schedule("S2", "eva", on: "2026-01-13"))
    private var offered: Scenario {
      shifts.given(act("bas", "trade.offered", "T1", ["give": "S1", "take": "S2"]))
    }

    // MARK: - Assigned

    @Test func `absent: whoever is away is assigned a shift only if a manager sets that aside`() {
      let past = shifts.given(away("A1", "eva"))
      past.when(assign("S1", "eva")).thenRejected(.absent, conflicts: ["A1"])
      past.given(assign("S1", "eva", ["absent"]))
      past.given(act("eva", "absence.ended", "A1"), assign("S1", "eva"))
    }

    @Test func `skillMissing: the same, before the absence`() {
      let past = team(
        grantSkill("first-aid", "bas"),
        act(
          "mia", "shift.scheduled", "S1",
          [
            "owner": "bas", "date": "2026-01-12", "start": "15:00", "end": "20:00",
            "needs": ["first-aid"],
          ]), away("A1", "eva"))
      past.when(assign("S1", "eva")).thenRejected(.skillMissing, conflicts: ["first-aid"])
      past.when(assign("S1", "eva", ["skillMissing"])).thenRejected(.absent)
      past.given(assign("S1", "eva", ["absent", "skillMissing"]))
    }

    @Test func `a shift that an absence uncovers is assigned whatever its state`() {
      let owner = configure(["marketApproval": "owner"])
      for steps in [
        [], [supply("S1", "bas")], [post("R1", "tom"), suggest("S1", "bas", to: "R1")],
        [owner, supply("S1", "bas"), accept("S1", "tom")],
      ] {
        shifts.given(steps).given(away("A1", "bas"), assign("S1", "zoe"), supply("S1", "zoe"))
      }
    }

    @Test func `wrongState: a shift that was assigned since is not as it was offered`() {
      offered.given(assign("S1", "tom")).when(act("eva", "trade.accepted", "T1"))
        .thenRejected(.wrongState)
      offered.given(assign("S1", "tom"), assign("S1", "bas"), act("eva", "trade.accepted", "T1"))
    }

    // MARK: - Edited

    @Test func `absent: a shift is not moved into an absence of its owner`() {
      let past = shifts.given(
        act("bas", "absence.recorded", "A1", ["date": "2026-01-14"]))
      past.when(edit("S1", ["date": "2026-01-14"])).thenRejected(.absent, conflicts: ["A1"])
      past.given(edit("S1", ["date": "2026-01-14", "override": ["absent"]]))
      // What keeps its time may lie in an absence.
      let away = shifts.given(away("A1", "bas"), edit("S1", ["place": "till"]))
      away.when(edit("S1", ["start": "16:00"])).thenRejected(.absent)
    }

    @Test func `skillMissing: needs that an edit gives are those of the owner, too`() {
      shifts.when(edit("S1", ["needs": ["first-aid"]])).thenRejected(.skillMissing)
      let needing = shifts.given(
        edit("S1", ["needs": ["first-aid"], "override": ["skillMissing"]]))
      needing.given(edit("S1", ["place": "till"]))
      needing.given(supply("S1", "bas")).when(accept("S1", "tom")).thenRejected(.skillMissing)
      needing.given(edit("S1", ["needs": nil]), supply("S1", "bas"), accept("S1", "tom"))
    }

    @Test func `dayTaken: a trade is judged with the times that its shifts have by now`() {
      offered.given(schedule("S3", "eva", on: "2026-01-14"), edit("S1", ["date": "2026-01-14"]))
        .when(act("eva", "trade.accepted", "T1")).thenRejected(.dayTaken, conflicts: ["S3"])
    }

    // MARK: - Long shifts

    @Test func `absent: an absence on the last day of a long shift stands in its taker's way`() {
      let long = team(
        act(
          "mia", "shift.scheduled", "L1",
          [
            "owner": "bas", "date": "2026-01-12", "start": "08:00", "end": "08:00", "days": 7,
          ]), supply("L1", "bas"))
      func last(_ end: JSON) -> Step {
        act("eva", "absence.recorded", "A1", ["date": "2026-01-19", "end": end])
      }
      long.given(last("07:00")).when(accept("L1", "eva")).thenRejected(.absent)
      long.given(
        act("eva", "absence.recorded", "A1", ["date": "2026-01-19", "start": "08:00"]),
        accept("L1", "eva"))
      // It is among the shifts that an absence in its middle leaves uncovered.
      long.when(act("bas", "absence.recorded", "A1", ["date": "2026-01-15"])).then(
        event(
          "absence.recorded", "A1",
          [
            "date": "2026-01-15", "user": "bas", "start": "00:00", "end": "00:00",
            "shifts": ["L1"],
          ]))
    }

    @Test func `overlapping: long shifts are traded if neither side holds another meanwhile`() {
      func long(_ shift: String, _ owner: JSON, _ date: JSON) -> Step {
        act(
          "mia", "shift.scheduled", shift,
          ["owner": owner, "date": date, "start": "08:00", "end": "08:00", "days": 7])
      }
      let past = team(long("L1", "bas", "2026-01-12"), long("L2", "eva", "2026-01-19"))
        .given(act("bas", "trade.offered", "T1", ["give": "L1", "take": "L2"]))
      past.given(act("eva", "trade.accepted", "T1"))
      past.given(schedule("S3", "eva", on: "2026-01-15")).when(act("eva", "trade.accepted", "T1"))
        .thenRejected(.overlapping, conflicts: ["S3"])
    }

    // MARK: - Vacancies

    private let vacancy = team(
      act(
        "mia", "vacancy.posted", "V1",
        [
          "date": "2026-01-12", "start": "15:00", "end": "20:00", "places": 1,
          "needs": ["first-aid"],
        ]), grantSkill("first-aid", "bas"), grantSkill("first-aid", "eva"),
      schedule("S2", "eva", on: "2026-01-13"))

    @Test func `skillMissing, absent: whoever claims a place is able and present`() {
      vacancy.when(claim("C1", "tom")).thenRejected(.skillMissing, conflicts: ["first-aid"])
      vacancy.given(away("A1", "bas")).when(claim("C1", "bas")).thenRejected(.absent)
      vacancy.given(claim("C1", "bas"), away("A1", "tom")).when(claim("C2", "tom"))
        .thenRejected(.noPlaceLeft)
    }

    @Test func `wrongState: a claimed shift that was dropped since is traded no more`() {
      let offered = vacancy.given(
        claim("C1", "bas"), act("bas", "trade.offered", "T1", ["give": "C1", "take": "S2"]))
      offered.given(act("bas", "shift.dropped", "C1")).when(act("eva", "trade.accepted", "T1"))
        .thenRejected(.wrongState)
      // Whoever takes it over has its place.
      let traded = offered.given(act("eva", "trade.accepted", "T1"))
      traded.given(grantSkill("first-aid", "tom")).when(claim("C2", "tom"))
        .thenRejected(.noPlaceLeft)
      traded.given(act("eva", "shift.dropped", "C1"), claim("C2", "bas", at: "2026-01-06 08:00"))
    }

    @Test func `a dropped shift is none that an absence uncovers`() {
      vacancy.given(claim("C1", "bas"), act("bas", "shift.dropped", "C1")).when(away("A1", "bas"))
        .then(
          event(
            "absence.recorded", "A1",
            ["date": "2026-01-12", "user": "bas", "start": "00:00", "end": "00:00", "shifts": []]))
    }

    // MARK: - Parts

    private func assign(_ shift: String, _ user: String, _ override: JSON? = nil) -> Step {
      let data: JSON = ["to": .text(user)]
      return act("mia", "shift.assigned", shift, data.adding("override", override))
    }

    private func edit(_ shift: String, _ changes: JSON) -> Step {
      act("mia", "shift.edited", shift, changes)
    }

    private func claim(_ shift: String, _ user: String, at: String? = nil) -> Step {
      act(user, "shift.claimed", shift, ["vacancy": "V1"], at: at)
    }
  }
}
