import Projections
import ShiftEvents
import ShiftEventsTesting
import Testing

/// Rows after recorded events, from submission to report.
@Suite struct ScenarioRowsTests {
  /// eva takes bas's shift and works it.
  private func takenOver() -> Scenario {
    given(
      act("mia", "user.registered", "mia", ["roles": ["manager"], "name": "Mia"]),
      act("bas", "user.registered", "bas", ["roles": ["employee"]]),
      act("eva", "user.registered", "eva", ["roles": ["employee"], "name": "Eva"]),
      act(
        "mia", "shift.scheduled", "S1",
        ["owner": "bas", "date": "2026-01-12", "start": "15:00", "end": "20:00"]),
      act("bas", "shift.supplied", "S1"))
  }

  @Test func `a supplied shift is on the marketplace until somebody takes it`() {
    let supplied = takenOver()
    supplied.then(
      .marketplace,
      [
        "shift": "S1", "owner": "bas", "date": "2026-01-12", "start": "15:00", "end": "20:00",
        "week": "2026-W03", "suppliedAt": "2026-01-05T08:00:00.000Z",
      ])
    supplied.then(.marketplace, at: "2026-01-12 15:00")
    supplied.given(act("eva", "shift.accepted", "S1")).then(.marketplace)
      .then(.inbox, selection: RowSelection(user: "eva"))
  }

  @Test func `a person who worked another's shift has a point, under their name`() {
    let taken = takenOver().given(
      act("eva", "shift.accepted", "S1"),
      act("eva", "hours.recorded", "S1", ["minutes": 300], at: "2026-01-12 20:00"))
    taken.then(.points, ["rank": 1, "user": "eva", "name": "Eva", "points": 1])
      .then(
        .hours,
        [
          "worker": "eva", "workerName": "Eva", "week": "2026-W03", "period": "2026-W03",
          "shifts": 1, "minutes": 300, "scheduledMinutes": 300, "missing": 0,
          "confirmed": 0,
        ])
    taken.given(act("eva", "user.erased", "eva"))
      .then(.points, ["rank": 1, "user": "eva", "points": 1])
    #expect(taken.folded(into: Audit(of: .shift("S1"))).rows.count == 4)
  }

  @Test func `the former owner is notified who took the shift`() {
    takenOver().given(act("eva", "shift.accepted", "S1")).then(
      .inbox,
      [
        "sequence": 4, "time": "2026-01-05T08:00:00.000Z", "user": "bas", "kind": "scheduled",
        "subject": "S1", "actor": "mia", "actorName": "Mia", "date": "2026-01-12",
        "start": "15:00", "end": "20:00",
      ],
      [
        "sequence": 6, "time": "2026-01-05T08:00:00.000Z", "user": "bas", "kind": "taken",
        "subject": "S1", "actor": "eva", "actorName": "Eva", "counterpart": "eva",
        "counterpartName": "Eva", "date": "2026-01-12", "start": "15:00", "end": "20:00",
      ], selection: RowSelection(user: "bas"))
  }

  @Test func `rows that are not there, too many, or other than expected are found`() {
    let past = takenOver()
    for check in [
      { past.then(.marketplace) }, { past.then(.points, ["rank": 1, "user": "eva", "points": 1]) },
      { past.then(.marketplace, ["shift": "S2"]) },
    ] {
      withKnownIssue {
        _ = check()
      } matching: { issue in
        issue.comments.contains { $0.rawValue.hasPrefix("expected in ") }
      }
    }
  }
}
