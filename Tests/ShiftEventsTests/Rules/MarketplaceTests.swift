import ShiftEvents
import ShiftEventsTesting
import Testing

extension Rules {
  @Suite("Marketplace") struct Marketplace {
    private let past = team(schedule("S1", "bas"))
    private let awaiting = team(
      configure(["marketApproval": "owner"]), schedule("S1", "bas"), supply("S1", "bas"),
      accept("S1", "eva"))

    @Test func `supplied by its owner`() {
      past.when(supply("S1", "bas")).then(
        event(
          "shift.supplied", "S1",
          ["owner": "bas", "date": "2026-01-12", "start": "15:00", "end": "20:00"]))
    }

    @Test
    func `wrongState: supplied when supplied, suggested or awaiting; revoked when not supplied`() {
      past.given(supply("S1", "bas")).when(supply("S1", "bas")).thenRejected(.wrongState)
      let suggested = past.given(post("R1", "eva"), suggest("S1", "bas", to: "R1"))
      suggested.when(supply("S1", "bas")).thenRejected(.wrongState)
      awaiting.when(supply("S1", "bas")).thenRejected(.wrongState)
      past.when(act("bas", "shift.revoked", "S1")).thenRejected(.wrongState)
      suggested.when(act("bas", "shift.revoked", "S1")).thenRejected(.wrongState)
    }

    @Test func `revoked by its owner: idle again`() {
      past.given(supply("S1", "bas")).when(act("bas", "shift.revoked", "S1"))
        .then(event("shift.revoked", "S1", ["owner": "bas", "date": "2026-01-12"]))
        .when(accept("S1", "eva")).thenRejected(.notOnMarketplace)
    }

    @Test func `accepted: final at once if nobody must approve`() {
      past.given(supply("S1", "bas")).when(accept("S1", "eva")).then(
        event(
          "shift.accepted", "S1",
          [
            "from": "bas", "to": "eva", "date": "2026-01-12", "start": "15:00", "end": "20:00",
            "final": true,
          ])
      )
      .when(supply("S1", "bas")).thenRejected(.notOwner)
      .when(supply("S1", "eva")).then(
        event(
          "shift.supplied", "S1",
          ["owner": "eva", "date": "2026-01-12", "start": "15:00", "end": "20:00"]))
    }

    @Test func `accepted: closes the taker's request and releases its suggestions when final`() {
      past.given(supply("S1", "bas"), schedule("S2", "tom"), post("R1", "eva"))
        .given(suggest("S2", "tom", to: "R1"))
        .when(accept("S1", "eva")).then(
          event(
            "shift.accepted", "S1",
            [
              "from": "bas", "to": "eva", "date": "2026-01-12", "start": "15:00", "end": "20:00",
              "final": true, "closedRequest": "R1", "released": ["S2"],
            ]))
    }

    @Test(arguments: ["owner", "manager"])
    func `accepted: awaits approval, and closes nothing yet`(setting: String) {
      past.given(supply("S1", "bas"), post("R1", "eva"))
        .given(configure(["marketApproval": .text(setting)]))
        .when(accept("S1", "eva")).then(
          event(
            "shift.accepted", "S1",
            [
              "from": "bas", "to": "eva", "date": "2026-01-12", "start": "15:00", "end": "20:00",
              "final": false,
            ])
        )
        .when(act("eva", "request.withdrawn", "R1")).then(
          event(
            "request.withdrawn", "R1",
            ["requester": "eva", "date": "2026-01-12", "released": []]))
    }

    @Test func `alreadyAccepted: accepted or revoked while awaiting, also by its owner`() {
      for user in ["tom", "eva", "bas"] {
        awaiting.when(accept("S1", user)).thenRejected(.alreadyAccepted)
      }
      awaiting.when(act("bas", "shift.revoked", "S1")).thenRejected(.alreadyAccepted)
    }

    @Test func `notOnMarketplace: idle or suggested, before whose it is`() {
      past.when(accept("S1", "eva")).thenRejected(.notOnMarketplace)
      past.when(accept("S1", "bas")).thenRejected(.notOnMarketplace)
      past.given(post("R1", "eva"), suggest("S1", "bas", to: "R1"))
        .when(accept("S1", "eva")).thenRejected(.notOnMarketplace)
    }

    @Test func `ownShift: one's own, before the taker rules`() {
      past.given(supply("S1", "bas"), configure(["acceptLeadMinutes": 10080]))
        .when(accept("S1", "bas", at: "2026-01-12 14:00")).thenRejected(.ownShift)
    }

    @Test
    func `notOwner: supplied or revoked by another, a manager too; before its start and state`() {
      for user in ["eva", "mia"] {
        for type in ["shift.supplied", "shift.revoked"] {
          past.when(act(user, type, "S1", at: "2026-01-12 15:00")).thenRejected(.notOwner)
        }
      }
    }

    @Test func `missingRole: of owner and taker, before the shift is looked up`() {
      for type in ["shift.supplied", "shift.revoked", "shift.accepted"] {
        past.when(act("max", type, "S9")).thenRejected(.missingRole)
      }
    }

    @Test func `unknownShift: never there`() {
      for type in ["shift.supplied", "shift.revoked", "shift.accepted"] {
        past.when(act("bas", type, "S9")).thenRejected(.unknownShift)
      }
    }

    @Test func `unknownUser: before every other check of the log`() {
      for type in ["shift.supplied", "shift.revoked", "shift.accepted"] {
        past.when(act("nobody", type, "S9")).thenRejected(.unknownUser)
      }
    }

    @Test func `shiftStarted: at its start, before its state`() {
      for type in ["shift.supplied", "shift.revoked"] {
        past.when(act("bas", type, "S1", at: "2026-01-12 15:00")).thenRejected(.shiftStarted)
      }
      past.when(accept("S1", "eva", at: "2026-01-12 15:00")).thenRejected(.shiftStarted)
    }
  }

  @Suite("Approval") struct Approval {
    private let market = team(
      configure(["marketApproval": "owner"]), schedule("S1", "bas"), supply("S1", "bas"),
      accept("S1", "eva"))
    private let suggestion = team(
      schedule("S1", "bas"), post("R1", "eva"), suggest("S1", "bas", to: "R1"),
      acceptSuggestion("S1", "eva"))

    private func approved(by actor: String) -> ExpectedEvent {
      event(
        "shift.approved", "S1",
        [
          "from": "bas", "to": "eva", "date": "2026-01-12", "start": "15:00", "end": "20:00",
          "via": "market",
        ], by: actor)
    }

    @Test func `approved: the market's, by the owner or a manager`() {
      for actor in ["bas", "mia", "max"] {
        market.when(approve("S1", actor)).then(approved(by: actor))
          .when(supply("S1", "eva")).then(
            event(
              "shift.supplied", "S1",
              ["owner": "eva", "date": "2026-01-12", "start": "15:00", "end": "20:00"]))
      }
    }

    @Test func `approved: a suggestion closes its request and releases the others`() {
      suggestion.given(schedule("S2", "tom"), suggest("S2", "tom", to: "R1"))
        .when(approve("S1", "bas")).then(
          event(
            "shift.approved", "S1",
            [
              "from": "bas", "to": "eva", "date": "2026-01-12", "start": "15:00",
              "end": "20:00", "via": "suggestion", "request": "R1", "closedRequest": "R1",
              "released": ["S2"],
            ])
        )
        .when(act("eva", "request.withdrawn", "R1")).thenRejected(.requestClosed)
    }

    @Test func `approved: the market's closes another request of that date of the taker's`() {
      team(
        configure(["marketApproval": "owner", "maxShiftsPerDay": 2]), schedule("S1", "bas"),
        supply("S1", "bas"), post("R1", "eva"), accept("S1", "eva")
      ).when(approve("S1", "bas")).then(
        event(
          "shift.approved", "S1",
          [
            "from": "bas", "to": "eva", "date": "2026-01-12", "start": "15:00", "end": "20:00",
            "via": "market", "closedRequest": "R1", "released": [],
          ]))
    }

    @Test
    func `disapproved: the market's is supplied again, a suggestion's idle with its request open`()
    {
      market.when(act("bas", "shift.disapproved", "S1")).then(
        event(
          "shift.disapproved", "S1",
          ["owner": "bas", "taker": "eva", "date": "2026-01-12", "via": "market"])
      ).when(act("bas", "shift.revoked", "S1"))
        .then(event("shift.revoked", "S1", ["owner": "bas", "date": "2026-01-12"]))
      suggestion.when(act("max", "shift.disapproved", "S1")).then(
        event(
          "shift.disapproved", "S1",
          [
            "owner": "bas", "taker": "eva", "date": "2026-01-12", "via": "suggestion",
            "request": "R1",
          ])
      ).when(suggest("S1", "bas", to: "R1")).then(
        event(
          "shift.suggested", "S1",
          ["request": "R1", "owner": "bas", "requester": "eva", "date": "2026-01-12"]))
    }

    @Test func `withdrawn by the taker: supplied, or suggested again; the taker's day is free`() {
      market.when(act("eva", "acceptance.withdrawn", "S1")).then(
        event(
          "acceptance.withdrawn", "S1",
          ["owner": "bas", "taker": "eva", "date": "2026-01-12", "via": "market"])
      ).given(accept("S1", "tom"), schedule("S2", "eva"))
      suggestion.when(act("eva", "acceptance.withdrawn", "S1")).then(
        event(
          "acceptance.withdrawn", "S1",
          [
            "owner": "bas", "taker": "eva", "date": "2026-01-12", "via": "suggestion",
            "request": "R1",
          ])
      ).when(acceptSuggestion("S1", "eva")).then(
        event(
          "suggestion.accepted", "S1",
          [
            "from": "bas", "to": "eva", "date": "2026-01-12", "start": "15:00", "end": "20:00",
            "request": "R1",
          ]))
    }

    @Test func `notTaker: withdrawn by another, its owner or a manager`() {
      for user in ["bas", "tom", "mia"] {
        market.when(act(user, "acceptance.withdrawn", "S1")).thenRejected(.notTaker)
      }
    }

    @Test func `notAwaiting: idle, supplied, suggested; before who may`() {
      let idle = team(schedule("S1", "bas"))
      let others = [
        idle, idle.given(supply("S1", "bas")),
        idle.given(post("R1", "eva"), suggest("S1", "bas", to: "R1")),
      ]
      for past in others {
        for type in ["acceptance.withdrawn", "shift.approved", "shift.disapproved"] {
          past.when(act("tom", type, "S1")).thenRejected(.notAwaiting)
        }
      }
    }

    @Test func `shiftStarted: at its start; before what it awaits and who may`() {
      for type in ["acceptance.withdrawn", "shift.approved", "shift.disapproved"] {
        market.when(act("tom", type, "S1", at: "2026-01-12 15:00")).thenRejected(.shiftStarted)
      }
      market.when(approve("S1", "bas", at: "2026-01-12T14:59:59.999Z")).then(approved(by: "bas"))
    }

    @Test func `notApprover: neither owner nor manager; the taker neither, though a manager`() {
      for type in ["shift.approved", "shift.disapproved"] {
        for user in ["tom", "eva"] {
          market.when(act(user, type, "S1")).thenRejected(.notApprover)
        }
        team(
          configure(["marketApproval": "manager"]), schedule("S1", "bas"), supply("S1", "bas"),
          accept("S1", "mia")
        ).when(act("mia", type, "S1")).thenRejected(.notApprover)
          .when(act("bas", type, "S1")).thenRejected(.notApprover)
      }
    }

    @Test func `the setting at the time of approval counts: owner, manager, none`() {
      let manager = market.given(configure(["marketApproval": "manager"]))
      manager.when(approve("S1", "bas")).thenRejected(.notApprover)
      manager.when(approve("S1", "mia")).then(approved(by: "mia"))
      let none = market.given(configure(["marketApproval": "none"]))
      none.when(approve("S1", "bas")).thenRejected(.notApprover)
      none.when(approve("S1", "max")).then(approved(by: "max"))
      manager.given(configure(["marketApproval": "owner"]))
        .when(approve("S1", "bas")).then(approved(by: "bas"))
      // The other setting is another's.
      market.given(configure(["suggestionApproval": "manager"]))
        .when(approve("S1", "bas")).then(approved(by: "bas"))
      suggestion.given(configure(["suggestionApproval": "manager"]))
        .when(approve("S1", "bas")).thenRejected(.notApprover)
    }

    @Test func `the only manager approves their own acceptance if the owner has no say`() {
      let past = given(register("mia", "employee", "manager"), register("bas"))
        .given(configure(["marketApproval": "manager"]), schedule("S1", "bas"))
        .given(supply("S1", "bas"), accept("S1", "mia"))
      let own = event(
        "shift.approved", "S1",
        [
          "from": "bas", "to": "mia", "date": "2026-01-12", "start": "15:00", "end": "20:00",
          "via": "market",
        ])
      past.when(approve("S1", "mia")).then(own)
      past.given(configure(["marketApproval": "none"])).when(approve("S1", "mia")).then(own)
      past.given(configure(["marketApproval": "owner"])).when(approve("S1", "mia"))
        .thenRejected(.notApprover)
      past.given(act("mia", "role.granted", "bas", ["role": "manager"]))
        .when(approve("S1", "mia")).thenRejected(.notApprover)
      let suggested = given(register("mia", "employee", "manager"), register("bas"))
        .given(schedule("S1", "bas"), post("R1", "mia"), suggest("S1", "bas", to: "R1"))
        .given(acceptSuggestion("S1", "mia"))
      suggested.when(approve("S1", "mia")).thenRejected(.notApprover)
      suggested.given(configure(["suggestionApproval": "manager"]), approve("S1", "mia"))
    }

    @Test
    func `missingRole: the owner's, whose shift it still is, but whose say is gone with the role`()
    {
      let past = market.given(act("mia", "role.revoked", "bas", ["role": "employee"]))
      past.when(approve("S1", "bas")).thenRejected(.missingRole)
      past.when(approve("S1", "mia")).then(approved(by: "mia"))
    }

    @Test
    func `missingRole: neither employee nor manager, before the shift; and the taker's, behind`() {
      for type in ["shift.approved", "shift.disapproved"] {
        market.given(register("ann", "student")).when(act("ann", type, "S9"))
          .thenRejected(.missingRole)
      }
      market.when(act("max", "acceptance.withdrawn", "S9")).thenRejected(.missingRole)
      let lost = market.given(act("mia", "role.revoked", "eva", ["role": "employee"]))
      lost.when(approve("S1", "tom")).thenRejected(.notApprover)
      lost.when(approve("S1", "bas")).thenRejected(.missingRole)
      lost.when(act("bas", "shift.disapproved", "S1")).then(
        event(
          "shift.disapproved", "S1",
          ["owner": "bas", "taker": "eva", "date": "2026-01-12", "via": "market"]))
    }

    @Test func `unknownShift: never there`() {
      for type in ["acceptance.withdrawn", "shift.approved", "shift.disapproved"] {
        market.when(act("bas", type, "S9")).thenRejected(.unknownShift)
      }
    }

    @Test func `the taker rules hold again without lead time, leaving this shift out`() {
      market.given(configure(["acceptLeadMinutes": 10080]))
        .when(approve("S1", "bas", at: "2026-01-12 14:00")).then(approved(by: "bas"))
      market.given(configure(["maxWeekMinutes": 300])).when(approve("S1", "bas"))
        .then(approved(by: "bas"))
      market.given(configure(["maxWeekMinutes": 299])).when(approve("S1", "bas"))
        .thenRejected(.weekTooLong, conflicts: [])
      let second = market.given(
        configure(["maxShiftsPerDay": 2]), schedule("S2", "eva", "08:00", "14:00"))
      second.given(configure(["maxShiftsPerDay": 1])).when(approve("S1", "bas"))
        .thenRejected(.dayTaken, conflicts: ["S2"])
      second.given(configure(["minRestMinutes": 61])).when(approve("S1", "bas"))
        .thenRejected(.restTooShort, conflicts: ["S2"])
      second.given(configure(["minRestMinutes": 60])).when(approve("S1", "bas"))
        .then(approved(by: "bas"))
    }

    @Test func `overlapping: at approval, when the handover was shortened`() {
      market.given(configure(["maxShiftsPerDay": 2, "handoverMinutes": 30]))
        .given(schedule("S2", "eva", "08:00", "15:30"))
        .given(configure(["handoverMinutes": 29])).when(approve("S1", "bas"))
        .thenRejected(.overlapping, conflicts: ["S2"])
    }
  }
}
