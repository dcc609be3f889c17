import ShiftEvents
import ShiftEventsTesting
import Testing

extension Rules {
  @Suite("Skills") struct Skills {
    private let past = team(grantSkill("first-aid", "bas"))

    @Test func `granted and revoked by a manager, to people of any role`() {
      team().when(grantSkill("first-aid", "bas")).then(
        event("skill.granted", "bas", ["skill": "first-aid"]))
      team().when(grantSkill("First.Aid_2", "max", by: "max")).then(
        event("skill.granted", "max", ["skill": "First.Aid_2"]))
      past.when(revokeSkill("first-aid", "bas")).then(
        event("skill.revoked", "bas", ["skill": "first-aid"]))
    }

    @Test func `alreadyGranted: held now; a revoked one can be granted again`() {
      past.when(grantSkill("first-aid", "bas")).thenRejected(.alreadyGranted)
      past.given(grantSkill("First-Aid", "bas"), grantSkill("first-aid", "eva"))
      past.given(revokeSkill("first-aid", "bas"), grantSkill("first-aid", "bas"))
    }

    @Test func `notGranted: never held, not held any more, or another's`() {
      past.when(revokeSkill("till", "bas")).thenRejected(.notGranted)
      past.when(revokeSkill("first-aid", "eva")).thenRejected(.notGranted)
      past.given(revokeSkill("first-aid", "bas")).when(revokeSkill("first-aid", "bas"))
        .thenRejected(.notGranted)
    }

    @Test func `notManager: by an employee, before the person is looked up`() {
      past.when(grantSkill("till", "nobody", by: "bas")).thenRejected(.notManager)
      past.when(revokeSkill("first-aid", "bas", by: "bas")).thenRejected(.notManager)
    }

    @Test func `unknownUser: the actor, or whose skill it would be`() {
      past.when(grantSkill("till", "nobody")).thenRejected(.unknownUser)
      past.when(revokeSkill("till", "nobody")).thenRejected(.unknownUser)
      past.when(grantSkill("till", "bas", by: "nobody")).thenRejected(.unknownUser)
    }

    @Test func `userErased: an erased person gets none, and loses those that they had`() {
      let erased = past.given(act("bas", "user.erased", "bas"))
      erased.when(grantSkill("till", "bas")).thenRejected(.userErased)
      erased.when(revokeSkill("first-aid", "bas")).thenRejected(.userErased)
    }

    @Test func `a skill is a name: nothing that must exist, and what knows of it has not changed`()
    {
      past.when(
        act("mia", "skill.granted", "bas", ["skill": "not; a name"])
      ).thenInvalid(.invalidField)
      past.when(act("mia", "skill.granted", "bas")).thenInvalid(.missingField)
      // Event 7 gave bas the skill; it touched bas and not the skill.
      past.when(act("mia", "skill.granted", "eva", ["skill": "first-aid"], expecting: 6))
        .then(event("skill.granted", "eva", ["skill": "first-aid"]))
      past.when(act("mia", "skill.granted", "bas", ["skill": "till"], expecting: 6))
        .thenConflict(at: 7)
    }

    // MARK: - Needed

    /// S1 is bas's, who has the skill that it needs.
    private let needing = team(grantSkill("first-aid", "bas"), need(["first-aid"], "S1", "bas"))

    @Test func `skillMissing: its taker has every skill that a shift needs`() {
      let market = needing.given(supply("S1", "bas"))
      market.when(accept("S1", "eva")).thenRejected(.skillMissing, conflicts: ["first-aid"])
      market.given(grantSkill("first-aid", "eva"), accept("S1", "eva"))
      market.given(grantSkill("first-aid", "eva"), revokeSkill("first-aid", "eva"))
        .when(accept("S1", "eva")).thenRejected(.skillMissing)
      // The missing ones are named in byte order.
      team(
        grantSkill("b", "bas"), grantSkill("a", "bas"), grantSkill("C", "bas"),
        grantSkill("C", "eva"), need(["b", "C", "a"], "S1", "bas"), supply("S1", "bas")
      ).when(accept("S1", "eva")).thenRejected(.skillMissing, conflicts: ["a", "b"])
    }

    @Test func `skillMissing: after the lead time, before the absence and the day rule`() {
      let market = needing.given(
        supply("S1", "bas"), schedule("S2", "eva", "08:00", "09:00"), away("A1", "eva"))
      market.when(accept("S1", "eva")).thenRejected(.skillMissing)
      market.given(configure(["acceptLeadMinutes": 60]))
        .when(accept("S1", "eva", at: "2026-01-12 14:30")).thenRejected(.tooLate)
      let able = market.given(grantSkill("first-aid", "eva"))
      able.when(accept("S1", "eva")).thenRejected(.absent)
      able.given(act("eva", "absence.ended", "A1")).when(accept("S1", "eva"))
        .thenRejected(.dayTaken)
    }

    @Test func `skillMissing: lost before the approval`() {
      let awaiting = needing.given(
        configure(["marketApproval": "owner"]), grantSkill("first-aid", "eva"),
        supply("S1", "bas"), accept("S1", "eva"), revokeSkill("first-aid", "eva"))
      awaiting.when(approve("S1", "mia")).thenRejected(.skillMissing)
      awaiting.given(grantSkill("first-aid", "eva"), approve("S1", "mia"))
    }

    @Test func `skillMissing: an owner whom a manager names, before the absence`() {
      past.given(away("A1", "eva")).when(need(["first-aid"], "S1", "eva"))
        .thenRejected(.skillMissing, conflicts: ["first-aid"])
      past.given(need(["first-aid"], "S1", "bas"))
    }

    @Test func `skillMissing: a shift is not suggested to a requester without the skill`() {
      let asked = needing.given(post("R1", "eva"), away("A1", "eva", ["start": "15:30"]))
      asked.when(suggest("S1", "bas", to: "R1")).thenRejected(.skillMissing)
      asked.given(grantSkill("first-aid", "eva")).when(suggest("S1", "bas", to: "R1"))
        .thenRejected(.absent)
      let suggested = needing.given(
        post("R1", "eva"), grantSkill("first-aid", "eva"), suggest("S1", "bas", to: "R1"),
        revokeSkill("first-aid", "eva"))
      suggested.when(acceptSuggestion("S1", "eva")).thenRejected(.skillMissing)
    }

    @Test func `occurrences of fixed shifts are scheduled for an owner without the skill`() {
      team(configure(["horizonWeeks": 1])).when(
        act(
          "eva", "fixedshift.registered", "F1",
          ["weekday": "tuesday", "start": "15:00", "end": "20:00", "needs": ["first-aid"]])
      ).then(
        event(
          "fixedshift.registered", "F1",
          [
            "weekday": "tuesday", "start": "15:00", "end": "20:00", "needs": ["first-aid"],
            "owner": "eva", "from": "2026-01-05",
          ]),
        event(
          "shift.scheduled", "F1.2026-01-06",
          [
            "owner": "eva", "date": "2026-01-06", "start": "15:00", "end": "20:00",
            "needs": ["first-aid"], "fixedShift": "F1",
          ])
      ).given(supply("F1.2026-01-06", "eva")).when(accept("F1.2026-01-06", "bas"))
        .thenRejected(.skillMissing)
    }

    @Test func `a manager sets skill and absence aside, and the event says so`() {
      let step: (JSON) -> Step = { rules in
        act(
          "mia", "shift.scheduled", "S1",
          [
            "owner": "eva", "date": "2026-01-12", "start": "15:00", "end": "20:00",
            "needs": ["first-aid"], "override": rules,
          ])
      }
      let past = team(away("A1", "eva"))
      past.when(step(["absent"])).thenRejected(.skillMissing)
      past.when(step(["skillMissing"])).thenRejected(.absent)
      past.when(step(["skillMissing", "absent"])).then(
        event(
          "shift.scheduled", "S1",
          [
            "owner": "eva", "date": "2026-01-12", "start": "15:00", "end": "20:00",
            "needs": ["first-aid"], "override": ["skillMissing", "absent"],
          ]))
    }

    @Test func `skillMissing: either side of a trade`() {
      let offered = needing.given(
        schedule("S2", "eva", on: "2026-01-13"),
        act("bas", "trade.offered", "T1", ["give": "S1", "take": "S2"]))
      offered.when(act("eva", "trade.accepted", "T1"))
        .thenRejected(.skillMissing, conflicts: ["first-aid"])
      let other = team(
        grantSkill("till", "bas"), need(["till"], "S1", "bas"),
        schedule("S2", "eva", on: "2026-01-13"),
        act("eva", "trade.offered", "T1", ["give": "S2", "take": "S1"]))
      other.when(act("bas", "trade.accepted", "T1")).thenRejected(
        .skillMissing, conflicts: ["till"])
    }

    @Test func `losing a skill changes no shift that one has`() {
      needing.given(revokeSkill("first-aid", "bas"), supply("S1", "bas"))
        .given(act("bas", "shift.revoked", "S1"))
        .given(act("bas", "hours.recorded", "S1", ["minutes": 300], at: "2026-01-12 20:00"))
    }
  }
}

func grantSkill(_ skill: String, _ user: String, by actor: String = "mia") -> Step {
  act(actor, "skill.granted", user, ["skill": .text(skill)])
}

/// A loose shift on Monday 12 January 2026 that needs skills.
private func need(_ skills: JSON, _ shift: String, _ owner: String) -> Step {
  act(
    "mia", "shift.scheduled", shift,
    [
      "owner": .text(owner), "date": "2026-01-12", "start": "15:00", "end": "20:00",
      "needs": skills,
    ])
}

func revokeSkill(_ skill: String, _ user: String, by actor: String = "mia") -> Step {
  act(actor, "skill.revoked", user, ["skill": .text(skill)])
}
