// What a program relies on, tested against the rules themselves: no file, no clock, no second copy of
// what the rules are believed to say.

import Projections
import ShiftEventsTesting
import Testing

@testable import swift_client

private var team: Scenario {
  given(
    act("mia", "user.registered", "mia", ["roles": ["manager"]]),
    act("bas", "user.registered", "bas", ["roles": ["employee"]]),
    act("eva", "user.registered", "eva", ["roles": ["employee"]]),
    act(
      "mia", "shift.scheduled", "L1",
      ["owner": "bas", "date": "2026-01-07", "start": "15:00", "end": "20:00"]))
}

@Suite struct TakingOverTests {
  @Test func `a colleague takes over what was put on the marketplace`() {
    team.given(act("bas", "shift.supplied", "L1"))
      .when(act("eva", "shift.accepted", "L1"))
      .then(
        event(
          "shift.accepted", "L1",
          [
            "from": "bas", "to": "eva", "date": "2026-01-07", "start": "15:00", "end": "20:00",
            "final": true,
          ]))
  }

  @Test func `nobody takes over their own`() {
    team.given(act("bas", "shift.supplied", "L1"))
      .when(act("bas", "shift.accepted", "L1")).thenRejected(.ownShift)
  }

  @Test func `until then it is on the marketplace`() {
    team.given(act("bas", "shift.supplied", "L1")).then(
      .marketplace,
      [
        "shift": "L1", "owner": "bas", "date": "2026-01-07", "start": "15:00", "end": "20:00",
        "week": "2026-W02", "suppliedAt": "2026-01-05T08:00:00.000Z",
      ])
  }

  @Test func `a read model of one's own sees what was recorded`() {
    let past = team.given(act("bas", "shift.supplied", "L1"), act("eva", "shift.accepted", "L1"))
    #expect(past.folded(into: Favours()).byUser == ["eva": 1])
  }
}
