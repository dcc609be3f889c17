import ShiftEvents
import ShiftEventsTesting
import Testing

private func grant(
  _ until: String?, _ user: String = "bas", by manager: String = "mia", at: String? = nil
) -> Step {
  let data: JSON = ["skill": "keys"]
  return act(
    manager, "skill.granted", user, data.adding("until", until.map { .text($0) }), at: at)
}

private func revoke(at: String? = nil) -> Step {
  act("mia", "skill.revoked", "bas", ["skill": "keys"], at: at)
}

/// A loose shift of eva's that needs the skill, by default on Tuesday 13 January 2026.
private func need(
  _ shift: String, _ owner: String = "eva", on date: String = "2026-01-13", _ more: JSON = [:]
) -> Step {
  schedule(shift, owner, on: date, with: more.adding(["needs": ["keys"]]))
}

extension Rules {
  /// Skills that end, on Monday 5 January 2026; eva has the skill for good.
  @Suite("Skills with a last day") struct DatedSkills {
    private let past = team(grant(nil, "eva"))
    private let sunday = "2026-01-11"
    private let monday = "2026-01-12"

    @Test func `a skill is recorded with its last day, which may be today`() {
      past.when(grant("2026-03-31")).then(
        event("skill.granted", "bas", ["skill": "keys", "until": "2026-03-31"]))
      past.given(grant("2026-01-05"))
    }

    @Test func `dateOutOfRange: the last day is past, after whose skill it is`() {
      past.when(grant("2026-01-04")).thenRejected(.dateOutOfRange)
      past.when(grant("2026-01-04", by: "bas")).thenRejected(.notManager)
      past.when(grant("2026-01-04", "nobody")).thenRejected(.unknownUser)
      past.given(act("mia", "user.erased", "bas")).when(grant("2026-01-04"))
        .thenRejected(.userErased)
      past.when(grant("2026-02-30")).thenInvalid(.invalidField)
    }

    @Test func `dateOutOfRange: by the workplace's day`() {
      // It is the 6th in Auckland, and the 5th in Honolulu.
      let late = "2026-01-05 20:00"
      past.given(configure(["timeZone": "Pacific/Auckland"]))
        .when(grant("2026-01-05", at: late)).thenRejected(.dateOutOfRange)
      past.given(configure(["timeZone": "Pacific/Honolulu"]), grant("2026-01-05", at: late))
    }

    @Test func `alreadyGranted: held with the same last day, or without one`() {
      past.given(grant(sunday)).when(grant(sunday)).thenRejected(.alreadyGranted)
      past.given(grant(nil)).when(grant(nil)).thenRejected(.alreadyGranted)
      past.given(grant(sunday), grant(monday)).when(grant(monday)).thenRejected(.alreadyGranted)
    }

    @Test func `another last day, or none, takes the place of the one before`() {
      let shift = past.given(need("S1"))
      shift.given(grant(sunday), grant("2026-01-13"), assign("S1", to: "bas"))
      shift.given(grant(sunday), grant(nil), assign("S1", to: "bas"))
      shift.given(grant(nil), grant(sunday)).when(assign("S1", to: "bas"))
        .thenRejected(.skillMissing, conflicts: ["keys"])
      shift.given(grant("2026-01-13"), grant(sunday), grant(nil), grant(monday))
        .when(assign("S1", to: "bas")).thenRejected(.skillMissing)
    }

    @Test func `a skill that ran out is not held`() {
      let granted = past.given(grant(sunday))
      granted.given(revoke(at: "2026-01-11 23:00"))
      granted.when(revoke(at: "2026-01-12 00:00")).thenRejected(.notGranted)
      granted.given(grant(nil, at: "2026-01-12 00:00"), need("S1"), assign("S1", to: "bas"))
      granted.given(grant(monday, at: "2026-01-12 00:00"), revoke())
        .when(revoke()).thenRejected(.notGranted)
    }

    @Test func `a skill that was taken away and granted again has the new last day alone`() {
      let again = past.given(need("S1"), grant(sunday), revoke())
      again.when(revoke()).thenRejected(.notGranted)
      again.given(grant(nil), assign("S1", to: "bas"))
      again.given(grant("2026-01-13"), assign("S1", to: "bas"))
      again.given(grant(sunday)).when(assign("S1", to: "bas")).thenRejected(.skillMissing)
    }

    @Test func `each skill ends for itself`() {
      past.given(
        grant(sunday),
        act("mia", "skill.granted", "bas", ["skill": "till", "until": "2026-01-13"]),
        schedule("S1", "eva", on: "2026-01-13", with: ["needs": ["till"], "override": missing])
      ).given(assign("S1", to: "bas"))
    }

    // MARK: - The date of the shift

    private let missing: JSON = ["skillMissing"]

    @Test func `skillMissing: whoever takes or is given a shift behind the last day`() {
      let ending = past.given(grant(monday))
      ending.given(need("S1", "bas", on: monday))
      ending.when(need("S1", "bas")).thenRejected(.skillMissing, conflicts: ["keys"])
      ending.given(need("S1", "bas", ["override": missing]))
      let shift = ending.given(need("S1"), need("S2", on: monday))
      shift.given(assign("S2", to: "bas"))
      shift.when(assign("S1", to: "bas")).thenRejected(.skillMissing)
      shift.given(assign("S1", to: "bas", ["override": missing]))
      shift.given(supply("S1", "eva")).when(accept("S1", "bas")).thenRejected(.skillMissing)
      shift.given(supply("S2", "eva"), accept("S2", "bas"))
      let asked = shift.given(post("R1", "bas", on: "2026-01-13"), post("R2", "bas", on: monday))
      asked.when(suggest("S1", "eva", to: "R1")).thenRejected(.skillMissing)
      asked.given(suggest("S2", "eva", to: "R2"), acceptSuggestion("S2", "bas"))
      for (date, code) in [(monday, nil), ("2026-01-13", RejectionCode.skillMissing)] {
        let vacancy = ending.given(
          act(
            "mia", "vacancy.posted", "V1",
            [
              "date": .text(date), "start": "15:00", "end": "20:00", "places": 1, "needs": ["keys"],
            ]))
        let claim = act("bas", "shift.claimed", "C1", ["vacancy": "V1"])
        if let code { vacancy.when(claim).thenRejected(code) } else { vacancy.given(claim) }
      }
    }

    @Test func `skillMissing: by the day on which a shift begins, whatever today is`() {
      // The last night begins on the last day.
      past.given(
        grant(monday),
        schedule("S1", "bas", on: monday, "22:00", "06:00", with: ["needs": ["keys"]])
      )
      // On the last day, the next one is refused; a day before it the same.
      for at in ["2026-01-11 08:00", "2026-01-12 08:00"] {
        past.given(grant(monday), need("S1")).when(assign("S1", to: "bas", at: at))
          .thenRejected(.skillMissing)
      }
    }

    @Test func `skillMissing: an edit that gives needs is judged on the date after it`() {
      let shift = past.given(grant(monday), schedule("S1", "bas", on: monday))
      shift.given(edit("S1", ["needs": ["keys"]]))
      shift.when(edit("S1", ["needs": ["keys"], "date": "2026-01-13"])).thenRejected(.skillMissing)
      shift.given(edit("S1", ["needs": ["keys"], "date": "2026-01-13", "override": missing]))
      // A move alone asks for no skill, as before.
      shift.given(edit("S1", ["needs": ["keys"]]), edit("S1", ["date": "2026-01-13"]))
    }

    @Test func `skillMissing: trades, approvals and what is restored`() {
      let trade = past.given(
        grant(monday), need("S1"), schedule("S2", "bas", on: "2026-01-14"),
        offerTrade(give: "S1", take: "S2", by: "eva"))
      trade.when(act("bas", "trade.accepted", "T1")).thenRejected(.skillMissing)
      let awaiting = past.given(
        configure(["marketApproval": "manager"]), grant("2026-01-13"), need("S1"),
        supply("S1", "eva"), accept("S1", "bas"))
      awaiting.given(approve("S1", "mia"))
      awaiting.given(grant(monday)).when(approve("S1", "mia")).thenRejected(.skillMissing)
      let cancelled = past.given(
        grant("2026-01-13"), need("S1", "bas"), cancel("S1"), grant(monday))
      cancelled.when(restore("S1")).thenRejected(.skillMissing)
      cancelled.given(restore("S1", ["owner": "eva"]))
    }

    @Test func `what one has stays when the skill ends earlier, or the person is erased`() {
      past.given(grant(nil), need("S1", "bas"), grant(monday), supply("S1", "bas"))
      past.given(grant(monday), act("mia", "user.erased", "bas")).when(grant(monday))
        .thenRejected(.userErased)
    }
  }
}
