import ShiftEventsTesting
import Testing

@testable import ShiftEvents

extension Rules {
  /// The policy `drafts`: what owners hear of a plan before its days are published.
  @Suite("Drafts") struct Drafts {
    private let hidden = team(configure(["drafts": "hidden"]))
    private let cancelled = act("mia", "shift.cancelled", "S1")
    private let restored = act("mia", "shift.restored", "S1")

    @Test func `shown: owners hear at once, also where the policy was never set`() {
      team(schedule("S1", "bas")).expectTold(["bas"], "scheduled", of: "S1")
      team(configure(["drafts": "hidden"]), configure(["drafts": "shown"]), schedule("S1", "bas"))
        .expectTold(["bas"], "scheduled", of: "S1")
    }

    @Test func `hidden: owners hear of no act of a manager on days that are not published`() {
      let draft = hidden.given(
        schedule("S1", "bas"), edit("S1", ["start": "16:00"]), assign("S1", to: "eva"), cancelled,
        restored)
      for kind in ["scheduled", "edited", "assigned", "cancelled", "restored"] {
        draft.expectTold([], kind, of: "S1")
      }
    }

    @Test func `the publication tells each owner once`() {
      let draft = hidden.given(schedule("S1", "bas"), schedule("S2", "bas", on: "2026-01-13"))
      draft.given(publish()).expectTold(["bas"], "published", of: "P1")
    }

    @Test func `behind the publication owners hear of each change`() {
      let published = hidden.given(schedule("S1", "bas"), publish())
      published.given(edit("S1", ["start": "16:00"])).expectTold(["bas"], "edited", of: "S1")
      published.given(edit("S1", ["title": "Inventory"])).expectTold(["bas"], "edited", of: "S1")
      published.given(assign("S1", to: "eva")).expectTold(["bas", "eva"], "assigned", of: "S1")
      published.given(cancelled, restored).expectTold(["bas"], "restored", of: "S1")
      published.given(schedule("S2", "eva", on: "2026-01-13"))
        .expectTold(["eva"], "scheduled", of: "S2")
    }

    @Test func `a shift that is moved out of published days, or into them, is no draft`() {
      hidden.given(schedule("S1", "bas"), publish(), edit("S1", ["date": "2026-01-20"]))
        .expectTold(["bas"], "edited", of: "S1")
      hidden.given(
        publish(), schedule("S1", "bas", on: "2026-01-20"), edit("S1", ["date": "2026-01-14"])
      ).expectTold(["bas"], "edited", of: "S1")
    }

    @Test func `managers hear of drafts, and whoever had taken the shift`() {
      hidden.given(
        act("mia", "role.granted", "max", ["role": "employee"]), schedule("S1", "max")
      ).expectTold(["max"], "scheduled", of: "S1")
      let taken = hidden.given(
        configure(["marketApproval": "manager"]), schedule("S1", "bas"), supply("S1", "bas"),
        act("eva", "shift.accepted", "S1"))
      taken.given(assign("S1", to: "tom")).expectTold(["eva"], "assigned", of: "S1")
    }

    @Test func `what takers do is told as ever`() {
      let supplied = hidden.given(schedule("S1", "bas"), supply("S1", "bas"))
      supplied.given(act("eva", "shift.accepted", "S1")).expectTold(["bas"], "taken", of: "S1")
    }

    @Test func `a recorded trade is told of where one of its shifts is published`() {
      let shifts = hidden.given(
        schedule("S1", "bas"), schedule("S2", "eva", on: "2026-01-20"),
        schedule("S3", "eva", on: "2026-01-21"), schedule("S4", "bas", on: "2026-01-22"))
      func trade(_ give: String, _ take: String) -> Step {
        act("mia", "trade.recorded", "T1", ["give": .text(give), "take": .text(take)])
      }
      shifts.given(publish(), trade("S1", "S2")).expectTold(["bas", "eva"], "traded", of: "T1")
      shifts.given(publish(), trade("S2", "S1")).expectTold(["bas", "eva"], "traded", of: "T1")
      shifts.given(publish(), trade("S4", "S3")).expectTold([], "traded", of: "T1")
    }

    @Test func `weekly work is told of as ever`() {
      hidden.given(
        act(
          "mia", "fixedshift.registered", "F1",
          ["owner": "bas", "weekday": "friday", "start": "09:00", "end": "17:00"])
      ).expectTold(["bas"], "scheduled", of: "F1")
    }

    @Test func `another word is refused`() {
      team().when(configure(["drafts": "secret"])).thenInvalid(.invalidField)
    }
  }
}
