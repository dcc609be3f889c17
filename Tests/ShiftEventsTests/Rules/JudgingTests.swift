import ShiftEvents
import ShiftEventsTesting
import Testing

extension Rules {
  @Suite("Times") struct Times {
    @Test func `timeBeforeHead: before the last event's time, not at it`() {
      team().when(act("bas", "user.followed", "eva", time: "2026-01-05T07:59:59.999Z"))
        .thenRejected(.timeBeforeHead)
      team().when(act("bas", "user.followed", "eva", time: "2026-01-05 08:00"))
        .then(event("user.followed", "eva"))
    }

    @Test func `timeInFuture: more than five minutes ahead of the clock`() {
      team().when(act("bas", "user.followed", "eva", time: "2026-01-05 08:05"))
        .then(event("user.followed", "eva"))
      team().when(act("bas", "user.followed", "eva", time: "2026-01-05T08:05:00.001Z"))
        .thenRejected(.timeInFuture)
    }

    @Test func `timeBeforeHead: comes before timeInFuture`() {
      team().when(
        act("bas", "user.followed", "eva", at: "2026-01-05 07:00", time: "2026-01-05 07:30")
      ).thenRejected(.timeBeforeHead)
    }

    @Test func `a stated time is recorded in UTC, further digits cut off; rules hold at it`() {
      let outcome = team().when(
        act("bas", "user.followed", "eva", time: "2026-01-05T10:01:00.12399+02:00"))
      #expect(outcome.recorded.map(\.time.description) == ["2026-01-05T08:01:00.123Z"])
      team(schedule("S1", "bas", on: "2026-01-05", "08:03", "10:00"))
        .when(act("bas", "shift.supplied", "S1", time: "2026-01-05 08:03"))
        .thenRejected(.shiftStarted)
    }

    @Test func `a missing time is the clock's, or the last event's if the clock is behind`() {
      let later = team().when(act("bas", "user.followed", "eva", at: "2026-01-05 09:00"))
      #expect(later.recorded.map(\.time.description) == ["2026-01-05T09:00:00.000Z"])
      let behind = team().when(act("bas", "user.followed", "eva", at: "2026-01-04 09:00"))
      #expect(behind.recorded.map(\.time.description) == ["2026-01-05T08:00:00.000Z"])
      let extended = team(fix("F1", "bas")).when(extend(at: "2026-01-12 09:00"))
      #expect(extended.recorded.map(\.time.description) == ["2026-01-12T09:00:00.000Z"])
    }
  }

  @Suite("Expected sequences") struct Expectations {
    /// 7: S1 of bas, 8: S2 of eva, both scheduled by mia.
    private let past = team(schedule("S1", "bas"), schedule("S2", "eva"))
    private let supplied = event(
      "shift.supplied", "S1",
      ["owner": "bas", "date": "2026-01-12", "start": "15:00", "end": "20:00"])

    @Test func `conflict: with the first event after it that touches one of the same ids`() {
      for expected in 2...6 {
        past.when(act("bas", "shift.supplied", "S1", expecting: expected))
          .thenConflict(at: 7)
      }
      past.when(act("bas", "shift.supplied", "S1", expecting: 1)).thenConflict(at: 7)
    }

    @Test
    func `an event that touches nothing of it is no conflict; nor is the expected event itself`() {
      past.when(act("bas", "shift.supplied", "S1", expecting: 7)).then(supplied)
      past.when(act("bas", "shift.supplied", "S1", expecting: 8)).then(supplied)
      past.when(
        act("bas", "shift.supplied", "S1", attributes: ["expectedsequence": "000000000007"])
      ).then(supplied)
    }

    @Test func `conflict: ahead of the head, naming the head`() {
      past.when(act("bas", "shift.supplied", "S1", expecting: 9)).thenConflict(at: 8)
      past.when(act("bas", "shift.supplied", "S1", attributes: ["expectedsequence": "99"]))
        .thenConflict(at: 8)
    }

    @Test func `no conflict: by an actor who merely acted, of the event or of the submission`() {
      // mia has scheduled S2 since event 7, and manages S1 from the page that she saw then.
      past.when(act("mia", "shift.cancelled", "S1", expecting: 7))
        .then(event("shift.cancelled", "S1", ["owner": "bas", "date": "2026-01-12"], by: "mia"))
      past.given(act("bas", "user.followed", "tom"))
        .when(act("bas", "shift.supplied", "S1", expecting: 8)).then(supplied)
    }

    @Test func `conflict: by an id in data`() {
      let past = past.given(supply("S1", "bas"), post("R1", "tom"))
      past.when(act("eva", "shift.accepted", "S1", expecting: 7)).thenConflict(at: 9)
      past.when(act("eva", "shift.suggested", "S2", ["request": "R1"], expecting: 8))
        .thenConflict(at: 10)
      past.given(act("zoe", "shift.accepted", "S1", expecting: 9))
      past.when(act("zoe", "shift.accepted", "S1", ["from": "bas", "to": "tom"], expecting: 9))
        .thenConflict(at: 10)
    }

    @Test func `conflict: by an id among the released, the removed, the kept and the cancelled`() {
      let released = past.given(post("R1", "tom"), suggest("S1", "bas", to: "R1"))
        .given(act("tom", "request.withdrawn", "R1"))
      released.when(act("mia", "shift.cancelled", "S1", expecting: 10)).thenConflict(at: 11)
      let removed = team(configure(["horizonWeeks": 1]), fix("F1", "bas"))
        .given(act("max", "fixedshift.removed", "F1"))
      removed.when(act("mia", "shift.cancelled", "F1.2026-01-05", expecting: 9))
        .thenConflict(at: 10)
      let kept = team(configure(["horizonWeeks": 1]), fix("F1", "bas"))
        .given(supply("F1.2026-01-05", "bas"), accept("F1.2026-01-05", "eva"))
        .given(act("max", "fixedshift.removed", "F1"))
      kept.when(act("mia", "shift.cancelled", "F1.2026-01-05", expecting: 11))
        .thenConflict(at: 12)
      let cancelled = market(offer(), reserve(), removeDeal(by: "mia"))
      cancelled.when(act("joe", "reservation.cancelled", "R1", expecting: 8))
        .thenConflict(at: 9)
    }

    @Test func `conflict: ids are compared as texts, whatever they name`() {
      past.given(post("X", "tom"))
        .when(act("zoe", "shift.supplied", "X", expecting: 8)).thenConflict(at: 9)
    }

    @Test func `conflict: by a generated event, whose actor does not count`() {
      let past = team(configure(["horizonWeeks": 1]), fix("F1", "bas"))
      past.when(act("bas", "shift.supplied", "F1.2026-01-05", expecting: 8)).thenConflict(at: 9)
      past.when(act("eva", "user.followed", "tom", expecting: 6))
        .then(event("user.followed", "tom"))
    }

    @Test func `events of the same batch do not count; ahead is of the head before it`() {
      past.when(
        batch(
          act("bas", "shift.supplied", "S1", expecting: 8),
          act("bas", "shift.revoked", "S1", expecting: 8))
      ).then(
        supplied, event("shift.revoked", "S1", ["owner": "bas", "date": "2026-01-12"], by: "bas"))
      let outcome = past.when(
        batch(
          act("bas", "shift.supplied", "S1"), act("bas", "shift.revoked", "S1", expecting: 9)))
      #expect(outcome.recorded.isEmpty)
      guard case .conflict(let conflict) = outcome.receipts[1] else {
        Issue.record("expected a conflict")
        return
      }
      #expect(conflict.sequence.value == 8)
    }

    @Test func `conflicts far back are found, past any number of others`() {
      var past = past
      for number in 0..<300 { past = past.given(register("u\(number)", "student")) }
      past.when(act("bas", "shift.supplied", "S1", expecting: 7)).then(supplied)
      past.when(act("bas", "shift.supplied", "S1", expecting: 6)).thenConflict(at: 7)
      past.when(act("u280", "user.followed", "u299", expecting: 287)).thenConflict(at: 308)
    }
  }

  @Suite("Batches") struct Batches {
    @Test func `each is judged after the ones before it; generated events stand between`() {
      team(configure(["horizonWeeks": 1])).when(
        batch(register("ann"), fix("F1", "ann"), supply("F1.2026-01-05", "ann"))
      ).then(
        event("user.registered", "ann", ["roles": ["employee"]]),
        event(
          "fixedshift.registered", "F1",
          [
            "weekday": "monday", "start": "15:00", "end": "20:00", "owner": "ann",
            "from": "2026-01-05",
          ]), occurrence("F1", "ann", "2026-01-05"),
        event(
          "shift.supplied", "F1.2026-01-05",
          ["owner": "ann", "date": "2026-01-05", "start": "15:00", "end": "20:00"]))
    }

    @Test func `a batch that ends in generated events ends with the last of them`() {
      team(configure(["horizonWeeks": 1])).when(batch(register("ann"), fix("F1", "ann"))).then(
        event("user.registered", "ann", ["roles": ["employee"]]),
        event(
          "fixedshift.registered", "F1",
          [
            "weekday": "monday", "start": "15:00", "end": "20:00", "owner": "ann",
            "from": "2026-01-05",
          ]), occurrence("F1", "ann", "2026-01-05"))
    }

    @Test func `batchRejected: the others, if one is refused`() {
      let outcome = team().when(
        batch(schedule("S1", "bas"), schedule("S2", "bas"), schedule("S3", "eva")))
      outcome.thenRejected(.dayTaken, submission: 2)
      for index in [0, 2] {
        guard case .rejected(let rejection) = outcome.receipts[index] else { continue }
        #expect(rejection.code == .batchRejected)
      }
      // Nothing of it is left.
      outcome.next.given(schedule("S1", "eva"))
    }

    @Test
    func
      `batchRejected: each that is refused has its own code, as if those before it were left out`()
    {
      let outcome = team().when(
        batch(
          schedule("S1", "nobody"), act("bas", "shift.juggled", "S1"), schedule("S2", "bas"),
          schedule("S1", "eva"), schedule("S3", "bas"), act("bas", "x", "S1")))
      let codes = outcome.receipts.map { receipt in
        switch receipt {
        case .rejected(let rejection): rejection.code.rawValue
        case .invalid(let fault): fault.code.rawValue
        default: receipt.status
        }
      }
      #expect(
        codes == [
          "unknownUser", "unknownType", "batchRejected", "batchRejected", "dayTaken", "unknownType",
        ])
      outcome.next.given(schedule("S1", "eva"))
    }

    @Test func `repeats are skipped and the rest recorded, wherever they stand`() {
      let follow = act("bas", "user.followed", "eva", id: "a")
      let another = act("bas", "user.followed", "tom", id: "b")
      let past = team(follow)
      for step in [batch(follow, another), batch(another, follow), batch(another, follow, another)]
      {
        past.when(step).then(event("user.followed", "tom", by: "bas"))
      }
      past.when(batch(follow, follow)).thenNothing()
      team().when(batch(follow, follow)).then(event("user.followed", "eva", by: "bas"))
    }

    @Test func `idConflict: in a batch, with an event of the same batch`() {
      team().when(
        batch(
          act("bas", "user.followed", "eva", id: "a"), act("bas", "user.followed", "tom", id: "a"))
      ).thenRejected(.idConflict, submission: 2)
    }
  }

  @Suite("Order of judging") struct JudgingOrder {
    /// Everything is wrong with this but its shape; step by step each fault is put right.
    @Test
    func `shape, id, time, expectation, actor, role, subject, other ids, who may, rules, facts`() {
      let past = team(
        act("mia", "workplace.configured", "W", ["horizonWeeks": 2], id: "used"),
        register("ann", "student"), schedule("S1", "bas"), supply("S1", "bas"),
        post("R1", "eva"), act("tom", "user.followed", "eva"))
      func suggesting(
        _ actor: String = "nobody", _ shift: String = "S9", to request: String = "R9",
        id: String = "new", time: String? = "2026-01-01 08:00", expecting: Int? = 99
      ) -> Step {
        act(
          actor, "shift.suggested", shift, ["request": .text(request), "owner": "zoe"], id: id,
          time: time, expecting: expecting)
      }
      past.when(suggesting(to: "%", id: "used")).thenInvalid(.invalidField)
      past.when(suggesting(id: "used")).thenRejected(.idConflict)
      past.when(suggesting()).thenRejected(.timeBeforeHead)
      past.when(suggesting(time: nil)).thenConflict(at: 12)
      past.when(suggesting(time: nil, expecting: nil)).thenRejected(.unknownUser)
      past.when(suggesting("ann", time: nil, expecting: nil)).thenRejected(.missingRole)
      past.when(suggesting("tom", time: nil, expecting: nil)).thenRejected(.unknownShift)
      past.when(suggesting("tom", "S1", time: nil, expecting: nil))
        .thenRejected(.unknownRequest)
      past.when(suggesting("tom", "S1", to: "R1", time: nil, expecting: nil))
        .thenRejected(.notOwner)
      past.when(suggesting("bas", "S1", to: "R1", time: nil, expecting: nil))
        .thenRejected(.wrongState)
      past.given(act("bas", "shift.revoked", "S1"))
        .when(suggesting("bas", "S1", to: "R1", time: nil, expecting: nil))
        .thenMismatch("owner", stated: "zoe", actual: "bas")
    }

    @Test func `a named owner's role comes after who may, before the rules`() {
      team(fix("F1", "bas")).when(
        act(
          "mia", "fixedshift.registered", "F2",
          [
            "weekday": "monday", "start": "15:00", "end": "20:00", "owner": "max",
            "from": "2020-01-01",
          ])
      ).thenRejected(.missingRole)
    }
  }
}
