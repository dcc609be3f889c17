import ShiftEvents
import ShiftEventsTesting
import Testing

extension Rules {
  @Suite("Trades") struct Trades {
    /// bas has S1 on Monday 12 January, eva has S2 on the Tuesday after it.
    private let shifts = team(schedule("S1", "bas"), schedule("S2", "eva", on: "2026-01-13"))
    private var open: Scenario { shifts.given(offerTrade()) }
    private var managed: Scenario {
      shifts.given(configure(["marketApproval": "manager"]), offerTrade())
    }
    private var accepted: Scenario { managed.given(act("eva", "trade.accepted", "T1")) }
    private let sides: JSON = ["give": "S1", "take": "S2", "from": "bas", "to": "eva"]
    private var done: ExpectedEvent {
      event(
        "trade.accepted", "T1",
        sides.adding("final", true).adding("closedRequests", []).adding("released", []))
    }
    private var approved: ExpectedEvent {
      event(
        "trade.approved", "T1", sides.adding("closedRequests", []).adding("released", []))
    }

    // MARK: - Offered

    @Test func `offered by the owner of the shift that is given`() {
      shifts.when(offerTrade()).then(event("trade.offered", "T1", sides))
      // Any number may name a shift; offers bind nobody.
      open.given(
        offerTrade("T2"), act("eva", "trade.offered", "T3", ["give": "S2", "take": "S1"]),
        supply("S1", "bas"), accept("S1", "tom"))
    }

    @Test func `tradeExists: also one that has ended, before the shifts`() {
      open.when(offerTrade()).thenRejected(.tradeExists)
      open.given(act("bas", "trade.ended", "T1")).when(offerTrade("T1", give: "S9"))
        .thenRejected(.tradeExists)
    }

    @Test func `unknownShift: given or taken, before who may`() {
      shifts.when(offerTrade(give: "S9")).thenRejected(.unknownShift)
      shifts.when(offerTrade(take: "S9", by: "tom")).thenRejected(.unknownShift)
      shifts.given(act("mia", "shift.cancelled", "S2")).when(offerTrade()).thenRejected(
        .unknownShift)
    }

    @Test func `notOwner: a shift that is not the actor's to give, a manager's neither`() {
      shifts.when(offerTrade(by: "tom")).thenRejected(.notOwner)
      shifts.when(offerTrade(by: "mia")).thenRejected(.notOwner)
      shifts.when(offerTrade(give: "S2", take: "S1")).thenRejected(.notOwner)
    }

    @Test func `ownShift: for another shift of one's own, or for itself; before their start`() {
      let own = shifts.given(schedule("S3", "bas", on: "2026-01-14"))
      own.when(offerTrade(take: "S3")).thenRejected(.ownShift)
      own.when(offerTrade(take: "S1", at: "2026-01-12 15:00")).thenRejected(.ownShift)
    }

    @Test func `shiftStarted: either has started, before its state`() {
      shifts.when(offerTrade(at: "2026-01-12 15:00")).thenRejected(.shiftStarted)
      shifts.when(
        act(
          "eva", "trade.offered", "T1", ["give": "S2", "take": "S1"], at: "2026-01-12 15:00")
      ).thenRejected(.shiftStarted)
      shifts.given(supply("S2", "eva")).when(offerTrade(at: "2026-01-12 15:00"))
        .thenRejected(.shiftStarted)
    }

    @Test func `wrongState: either is supplied, suggested or awaits approval`() {
      for (shift, owner, date) in [("S1", "bas", "2026-01-12"), ("S2", "eva", "2026-01-13")] {
        let supplied = shifts.given(configure(["marketApproval": "owner"]), supply(shift, owner))
        supplied.when(offerTrade()).thenRejected(.wrongState)
        supplied.given(accept(shift, "tom")).when(offerTrade()).thenRejected(.wrongState)
        shifts.given(post("R1", "tom", on: date), suggest(shift, owner, to: "R1"))
          .when(offerTrade()).thenRejected(.wrongState)
      }
    }

    @Test func `missingRole: only employees trade, before the id`() {
      open.when(offerTrade(by: "max")).thenRejected(.missingRole)
      open.when(act("max", "trade.accepted", "T9")).thenRejected(.missingRole)
      let student = open.given(register("sam", "student"))
      student.when(act("sam", "trade.approved", "T9")).thenRejected(.missingRole)
      student.when(act("sam", "trade.ended", "T9")).thenRejected(.missingRole)
    }

    @Test func `missingRole: nobody trades with somebody who has left; after the states`() {
      for leaving in [
        act("mia", "role.revoked", "eva", ["role": "employee"]), act("mia", "user.erased", "eva"),
      ] {
        shifts.given(leaving).when(offerTrade()).thenRejected(.missingRole)
        shifts.given(supply("S1", "bas"), leaving).when(offerTrade()).thenRejected(.wrongState)
      }
    }

    // MARK: - Accepted

    @Test func `accepted: both shifts change owner in one event, first owners stay`() {
      for approval in ["none", "owner"] {
        let traded = shifts.given(configure(["marketApproval": .text(approval)]), offerTrade())
          .when(act("eva", "trade.accepted", "T1")).then(done)
        traded.given(supply("S1", "eva"), supply("S2", "bas"))
        traded.when(
          act("eva", "hours.recorded", "S1", ["minutes": 300], at: "2026-01-12 20:00")
        ).then(
          event(
            "hours.recorded", "S1",
            ["minutes": 300, "worker": "eva", "date": "2026-01-12", "firstOwner": "bas"]))
      }
    }

    @Test func `accepted: requests of both for the days of their new shifts are closed`() {
      open.given(
        post("R2", "eva"), post("R1", "bas", on: "2026-01-13"), post("R3", "bas", on: "2026-01-14"),
        schedule("b", "tom"), schedule("a", "zoe", on: "2026-01-13"),
        suggest("b", "tom", to: "R2"), suggest("a", "zoe", to: "R1")
      ).when(act("eva", "trade.accepted", "T1")).then(
        event(
          "trade.accepted", "T1",
          sides.adding("final", true).adding("closedRequests", ["R1", "R2"])
            .adding("released", ["a", "b"]))
      ).given(supply("a", "zoe"), supply("b", "tom"), act("bas", "request.withdrawn", "R3"))
        .when(act("eva", "request.withdrawn", "R2")).thenRejected(.requestClosed)
    }

    @Test func `accepted: not final where a manager must approve; nothing is closed yet`() {
      managed.given(post("R2", "eva")).when(act("eva", "trade.accepted", "T1")).then(
        event("trade.accepted", "T1", sides.adding("final", false))
      ).given(supply("S1", "bas"), supply("S2", "eva"), act("eva", "request.withdrawn", "R2"))
    }

    @Test func `unknownTrade: never offered, before who may`() {
      for type in ["trade.accepted", "trade.approved", "trade.ended"] {
        open.when(act("tom", type, "T9")).thenRejected(.unknownTrade)
      }
    }

    @Test func `notOwner: only the owner of the shift that is taken accepts, before the state`() {
      for actor in ["bas", "tom", "mia"] {
        open.when(act(actor, "trade.accepted", "T1")).thenRejected(.notOwner)
      }
      open.given(act("bas", "trade.ended", "T1")).when(act("bas", "trade.accepted", "T1"))
        .thenRejected(.notOwner)
    }

    @Test func `alreadyAccepted: it awaits approval`() {
      accepted.when(act("eva", "trade.accepted", "T1")).thenRejected(.alreadyAccepted)
    }

    @Test func `tradeClosed: it is done or has ended`() {
      let ended = open.given(act("bas", "trade.ended", "T1"))
      let traded = open.given(act("eva", "trade.accepted", "T1"))
      for closed in [ended, traded] {
        closed.when(act("eva", "trade.accepted", "T1")).thenRejected(.tradeClosed)
        closed.when(act("mia", "trade.approved", "T1")).thenRejected(.tradeClosed)
        closed.when(act("eva", "trade.ended", "T1")).thenRejected(.tradeClosed)
      }
      accepted.given(act("mia", "trade.approved", "T1")).when(act("mia", "trade.approved", "T1"))
        .thenRejected(.tradeClosed)
    }

    @Test func `shiftStarted: an offer has lapsed from the start of either shift on`() {
      open.when(act("eva", "trade.accepted", "T1", at: "2026-01-12 15:00"))
        .thenRejected(.shiftStarted)
      open.when(act("eva", "trade.accepted", "T1", at: "2026-01-12T14:59:59.999Z")).then(done)
      accepted.when(act("mia", "trade.approved", "T1", at: "2026-01-12 15:00"))
        .thenRejected(.shiftStarted)
      open.given(supply("S1", "bas")).when(
        act("eva", "trade.accepted", "T1", at: "2026-01-12 15:00")
      ).thenRejected(.shiftStarted)
    }

    @Test func `wrongState: what changed meanwhile is judged when it is accepted`() {
      func isRefused(_ scenario: Scenario) {
        scenario.when(act("eva", "trade.accepted", "T1")).thenRejected(.wrongState)
      }
      isRefused(open.given(supply("S1", "bas")))
      isRefused(open.given(supply("S2", "eva")))
      isRefused(open.given(supply("S1", "bas"), accept("S1", "tom")))
      isRefused(open.given(post("R1", "tom"), suggest("S1", "bas", to: "R1")))
      isRefused(
        open.given(configure(["marketApproval": "owner"]), supply("S2", "eva"), accept("S2", "tom"))
      )
      isRefused(open.given(act("mia", "shift.cancelled", "S1")))
      isRefused(
        team(fix("F1", "bas"), schedule("S2", "eva", on: "2026-01-13"))
          .given(offerTrade(give: "F1.2026-01-12"), act("bas", "fixedshift.removed", "F1")))
      // Back with its owner, it is as it was offered.
      open.given(supply("S1", "bas"), act("bas", "shift.revoked", "S1"))
        .when(act("eva", "trade.accepted", "T1")).then(done)
    }

    @Test func `wrongState: and again when it is approved`() {
      accepted.given(supply("S1", "bas")).when(act("mia", "trade.approved", "T1"))
        .thenRejected(.wrongState)
      accepted.given(act("mia", "shift.cancelled", "S2")).when(act("mia", "trade.approved", "T1"))
        .thenRejected(.wrongState)
    }

    @Test func `missingRole: both must be employees when it happens`() {
      open.given(act("mia", "role.revoked", "bas", ["role": "employee"]))
        .when(act("eva", "trade.accepted", "T1")).thenRejected(.missingRole)
      accepted.given(act("mia", "role.revoked", "eva", ["role": "employee"]))
        .when(act("mia", "trade.approved", "T1")).thenRejected(.missingRole)
    }

    // MARK: - The taker rules of both

    @Test func `tooLate: of either shift when it is accepted, not when it is approved`() {
      let lead = configure(["acceptLeadMinutes": 1440])
      open.given(lead).when(act("eva", "trade.accepted", "T1", at: "2026-01-11 15:01"))
        .thenRejected(.tooLate)
      open.given(lead).when(act("eva", "trade.accepted", "T1", at: "2026-01-11 15:00")).then(done)
      shifts.given(
        act("eva", "trade.offered", "T1", ["give": "S2", "take": "S1"]), lead
      ).when(act("bas", "trade.accepted", "T1", at: "2026-01-11 15:01")).thenRejected(.tooLate)
      accepted.given(lead).when(act("mia", "trade.approved", "T1", at: "2026-01-12 14:00"))
        .then(approved)
    }

    @Test func `absent: either side, named as the taker of the other's shift`() {
      open.given(away("A1", "eva")).when(act("eva", "trade.accepted", "T1"))
        .thenRejected(.absent, conflicts: ["A1"])
      let tuesday = act("bas", "absence.recorded", "A2", ["date": "2026-01-13"])
      open.given(tuesday).when(act("eva", "trade.accepted", "T1"))
        .thenRejected(.absent, conflicts: ["A2"])
      accepted.given(tuesday).when(act("mia", "trade.approved", "T1")).thenRejected(.absent)
      // Whoever is away on their own day may well be rid of it.
      open.given(away("A1", "bas")).when(act("eva", "trade.accepted", "T1")).then(done)
    }

    @Test func `dayTaken: by a third shift; the two of the trade are left out`() {
      open.given(schedule("S3", "eva", "08:00", "10:00")).when(act("eva", "trade.accepted", "T1"))
        .thenRejected(.dayTaken, conflicts: ["S3"])
      open.given(schedule("S3", "bas", on: "2026-01-13", "08:00", "10:00"))
        .when(act("eva", "trade.accepted", "T1")).thenRejected(.dayTaken, conflicts: ["S3"])
      // Two shifts of one day change hands, though each holds one on that day.
      team(schedule("S1", "bas", "08:00", "12:00"), schedule("S2", "eva", "11:00", "15:00"))
        .given(offerTrade()).when(act("eva", "trade.accepted", "T1")).then(done)
    }

    @Test func `overlapping, restTooShort, weekTooLong: the sides are judged one after the other`()
    {
      let two = open.given(
        configure(["maxShiftsPerDay": 2]), schedule("S3", "eva", "19:00", "22:00"),
        schedule("S4", "bas", on: "2026-01-13", "19:00", "22:00"))
      two.when(act("eva", "trade.accepted", "T1")).thenRejected(.overlapping, conflicts: ["S3"])
      two.given(act("mia", "shift.cancelled", "S3")).when(act("eva", "trade.accepted", "T1"))
        .thenRejected(.overlapping, conflicts: ["S4"])
      open.given(
        configure(["minRestMinutes": 720]),
        schedule("S3", "bas", on: "2026-01-14", "07:00", "09:00")
      ).when(act("eva", "trade.accepted", "T1")).thenRejected(.restTooShort, conflicts: ["S3"])
      open.given(
        configure(["maxWeekMinutes": 600]),
        schedule("S3", "eva", on: "2026-01-14", "07:00", "12:01")
      ).when(act("eva", "trade.accepted", "T1"))
        .thenRejected(.weekTooLong, conflicts: ["S3"])
    }

    // MARK: - Approved

    @Test func `approved by a manager who is no side of it`() {
      accepted.when(act("mia", "trade.approved", "T1")).then(approved)
      accepted.given(post("R2", "eva")).when(act("max", "trade.approved", "T1")).then(
        event(
          "trade.approved", "T1",
          sides.adding("closedRequests", ["R2"]).adding("released", []))
      ).given(supply("S1", "eva"), supply("S2", "bas"))
    }

    @Test func `notApprover: no manager, or a side of it; before the state`() {
      for actor in ["bas", "eva", "tom"] {
        accepted.when(act(actor, "trade.approved", "T1")).thenRejected(.notApprover)
        open.when(act(actor, "trade.approved", "T1")).thenRejected(.notApprover)
      }
      let own = team(
        schedule("S1", "mia"), schedule("S2", "eva", on: "2026-01-13"),
        configure(["marketApproval": "manager"]), offerTrade(by: "mia"),
        act("eva", "trade.accepted", "T1"))
      own.when(act("mia", "trade.approved", "T1")).thenRejected(.notApprover)
      own.given(act("max", "trade.approved", "T1"))
      // The only manager may, for there is nobody else.
      own.given(act("mia", "role.revoked", "max", ["role": "manager"]))
        .given(act("mia", "trade.approved", "T1"))
    }

    @Test func `notAwaiting: approved before it was accepted`() {
      open.when(act("mia", "trade.approved", "T1")).thenRejected(.notAwaiting)
    }

    // MARK: - Ended

    @Test func `ended by either side, open or accepted, and by an approver once it is accepted`() {
      for actor in ["bas", "eva"] {
        open.when(act(actor, "trade.ended", "T1")).then(event("trade.ended", "T1", sides))
        accepted.when(act(actor, "trade.ended", "T1")).then(event("trade.ended", "T1", sides))
      }
      accepted.when(act("max", "trade.ended", "T1")).then(event("trade.ended", "T1", sides))
      // A lapsed one can be cleared away, too.
      open.when(act("bas", "trade.ended", "T1", at: "2026-01-20 08:00")).then(
        event("trade.ended", "T1", sides))
    }

    @Test func `notOwner: a manager ends no open offer, a colleague none; the state before it`() {
      open.when(act("mia", "trade.ended", "T1")).thenRejected(.notOwner)
      accepted.when(act("tom", "trade.ended", "T1")).thenRejected(.notOwner)
      open.given(act("bas", "trade.ended", "T1")).when(act("tom", "trade.ended", "T1"))
        .thenRejected(.tradeClosed)
    }

    @Test func `ended, it leaves both shifts as they are`() {
      accepted.given(act("bas", "trade.ended", "T1"), supply("S1", "bas"), supply("S2", "eva"))
    }

    // MARK: - Facts

    @Test func `factMismatch: what a program believed of the sides`() {
      open.when(act("eva", "trade.accepted", "T1", ["from": "tom"]))
        .thenMismatch("from", stated: "tom", actual: "bas")
      managed.when(act("eva", "trade.accepted", "T1", ["closedRequests": []]))
        .thenMismatch("closedRequests", stated: [], actual: nil)
    }

    @Test func `who agrees to a trade agrees to both shifts as they were then`() {
      let edits: [Step] = [
        editShift("S1", ["date": "2026-01-14"]), editShift("S2", ["start": "16:00"]),
        supply("S2", "eva"),
      ]
      for edit in edits {
        open.given(edit).when(act("eva", "trade.accepted", "T1", expecting: 9)).thenConflict(at: 10)
        accepted.given(edit).when(act("mia", "trade.approved", "T1", expecting: 11))
          .thenConflict(at: 12)
      }
      // What was seen is agreed to; ending an offer is no agreement.
      open.given(edits[0]).given(act("eva", "trade.accepted", "T1", expecting: 10))
      open.given(edits[0]).given(act("eva", "trade.ended", "T1", expecting: 9))
      open.when(act("eva", "trade.accepted", "T9", expecting: 9)).thenRejected(.unknownTrade)
    }

    private func editShift(_ shift: String, _ data: JSON) -> Step {
      act("mia", "shift.edited", shift, data)
    }

    @Test
    func `both sides of a trade are told of an edit of either shift, until it is lapsed or done`() {
      for (shift, owner) in [("S1", "bas"), ("S2", "eva")] {
        let change = editShift(shift, ["start": "16:00"])
        for offered in [open, accepted] {
          #expect(told(offered.given(change)) == ["bas edited \(shift)", "eva edited \(shift)"])
        }
        // An offer that nobody can agree to any more tells nobody.
        #expect(
          told(open.given(act("bas", "trade.ended", "T1"), change)) == ["\(owner) edited \(shift)"])
        #expect(
          told(open.given(act("mia", "shift.assigned", shift, ["to": "tom"]), change))
            == ["tom edited \(shift)"])
      }
      let done = open.given(act("eva", "trade.accepted", "T1"), editShift("S1", ["start": "16:00"]))
      #expect(told(done) == ["eva edited S1"])
      let lapsed = open.given(
        act("mia", "shift.edited", "S2", ["start": "16:00"], at: "2026-01-12 15:00"))
      #expect(told(lapsed) == ["eva edited S2"])
    }

    @Test func `whom a shift is suggested to is told of its edit`() {
      let suggested = shifts.given(post("R1", "tom"), suggest("S1", "bas", to: "R1"))
      let change = editShift("S1", ["start": "16:00"])
      #expect(told(suggested.given(change)) == ["bas edited S1", "tom edited S1"])
      #expect(
        told(suggested.given(act("bas", "suggestion.withdrawn", "S1"), change)) == ["bas edited S1"]
      )
    }

    @Test func `a trade touches both shifts and both people`() {
      for id in ["S1", "S2"] {
        open.given(act("eva", "trade.accepted", "T1")).when(
          act(
            id == "S1" ? "eva" : "bas", "shift.supplied", id, expecting: 9)
        ).thenConflict(at: 10)
      }
    }
  }
}

/// bas's S1 for eva's S2.
func offerTrade(
  _ trade: String = "T1", give: String = "S1", take: String = "S2", by actor: String = "bas",
  at: String? = nil
) -> Step {
  act(actor, "trade.offered", trade, ["give": .text(give), "take": .text(take)], at: at)
}
