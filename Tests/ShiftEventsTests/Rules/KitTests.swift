import Projections
import ShiftEvents
import ShiftEventsTesting
import Testing

extension Rules {
  /// A kit that never fails would prove nothing.
  @Suite("Kit") struct Kit {
    private let follows = act("bas", "user.followed", "eva")

    @Test func `another event, other data, another order of keys, too few and too many are found`()
    {
      let outcome = team().when(schedule("S1", "bas"))
      let right = event(
        "shift.scheduled", "S1",
        ["owner": "bas", "date": "2026-01-12", "start": "15:00", "end": "20:00"])
      outcome.then(right)
      fails("expected to be recorded") { outcome.then() }
      fails("expected to be recorded") { outcome.then(right, right) }
      fails("shift.scheduled S1") { outcome.then(event("shift.scheduled", "S2", right.data)) }
      fails("by mia") { outcome.then(event("shift.scheduled", "S1", right.data, by: "max")) }
      fails("\"start\":\"15:00\"") {
        outcome.then(
          event(
            "shift.scheduled", "S1",
            ["date": "2026-01-12", "owner": "bas", "start": "15:00", "end": "20:00"]))
      }
    }

    @Test func `an unexpected recording fails, and so does an unexpected refusal`() {
      fails("recorded") { team().when(follows).thenRejected(.notFollowing) }
      // A step without submissions has nothing to refuse.
      fails("0 replies") { team().when(extend()).thenRejected(.ownShift) }
      fails("0 replies") { team().when(batch()).thenRejected(.ownShift) }
      fails("recorded") { team().when(follows).thenConflict(at: 1) }
      fails("recorded") { team().when(follows).thenDuplicate(of: 1) }
      fails("recorded") { team().when(follows).thenInvalid(.reserved) }
      fails("recorded") { team().when(follows).thenNothing() }
      let again = team(follows).when(follows)
      fails("alreadyFollowing") { again.then(event("user.followed", "eva")) }
      fails("expected notFollowing") { again.thenRejected(.notFollowing) }
      fails("expected a conflict") { again.thenConflict(at: 7) }
    }

    @Test func `a mistake in a step fails the test that takes it, and no other`() {
      let refused = team(follows).when(follows)
      for index in [0, -1, 2] {
        fails("expected reserved") { refused.thenInvalid(.reserved, submission: index) }
      }
      fails("is no time") { team(act("bas", "user.followed", "eva", at: "2026-02-30 08:00")) }
      fails("is no time") { given(clock: "today") }
      fails("a batch is made of acts") { _ = team().when(batch(follows, extend())) }
      fails("this is no event") { _ = team().when(fact("mia", "user.registered", "")) }
      fails("an audit is of something") { team().then(.audit) }
    }

    @Test func `what a fact puts into the log is expected like all else`() {
      team().when(fact("mia", "own.type", "x", ["n": 3]))
        .then(event("own.type", "x", ["n": 3], by: "mia"))
      fails("recorded") {
        team().when(fact("mia", "own.type", "x")).then(event("own.type", "y", by: "mia"))
      }
    }

    @Test func `every given step must be recorded`() {
      fails("alreadyFollowing") { team(follows, follows) }
    }

    @Test func `facts need no rule`() {
      team(fact("bas", "user.followed", "bas"))
        .when(act("bas", "user.unfollowed", "bas")).thenRejected(.cannotFollowSelf)
      given(fact("ann", "shift.juggled", "S1", ["x": 1]))
        .when(register("ann")).then(event("user.registered", "ann", ["roles": ["employee"]]))
    }

    private func fails(_ comment: String, _ body: () -> Void) {
      withKnownIssue {
        body()
      } matching: { issue in
        issue.comments.contains { $0.rawValue.contains(comment) }
      }
    }
  }
}
