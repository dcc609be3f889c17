import ShiftEvents
import ShiftEventsTesting
import Testing

extension Rules {
  @Suite("Requests") struct Requests {
    private let past = team(post("R1", "eva"))

    @Test func `posted by an employee, from today to the day before today plus the request days`() {
      for date in ["2026-01-05", "2026-02-04"] {
        team().when(post("R1", "eva", on: date)).then(
          event("request.posted", "R1", ["date": .text(date), "requester": "eva"]))
      }
    }

    @Test func `dateOutOfRange: yesterday, and one day too far; before the day rule`() {
      team().when(post("R1", "eva", on: "2026-01-04")).thenRejected(.dateOutOfRange)
      team(schedule("S1", "eva", on: "2026-02-05")).when(post("R1", "eva", on: "2026-02-05"))
        .thenRejected(.dateOutOfRange)
      team(configure(["requestDays": 1])).when(post("R1", "eva", on: "2026-01-06"))
        .thenRejected(.dateOutOfRange)
    }

    @Test func `requestExists: also another's, before the date`() {
      past.when(post("R1", "tom", on: "2020-01-01")).thenRejected(.requestExists)
      past.given(act("eva", "request.withdrawn", "R1")).when(post("R1", "eva"))
        .thenRejected(.requestExists)
    }

    @Test func `dayTaken: by a shift owned or taken, before an open request`() {
      past.given(configure(["maxShiftsPerDay": 2]))
        .given(schedule("S1", "bas", "08:00", "10:00"), supply("S1", "bas"))
        .given(configure(["marketApproval": "owner"]), accept("S1", "eva"))
        .given(configure(["maxShiftsPerDay": 1])).when(post("R2", "eva"))
        .thenRejected(.dayTaken, conflicts: ["S1"])
    }

    @Test func `alreadyRequested: one open request a day; closed ones do not count`() {
      past.when(post("R2", "eva")).thenRejected(.alreadyRequested)
      past.given(act("eva", "request.withdrawn", "R1"), post("R2", "eva"))
      past.given(post("R2", "tom"), post("R3", "eva", on: "2026-01-13"))
    }

    @Test func `missingRole: no employee, before the id`() {
      past.when(post("R1", "max")).thenRejected(.missingRole)
      past.when(act("max", "request.withdrawn", "R9")).thenRejected(.missingRole)
    }

    @Test func `withdrawn by its requester; suggestions are released in byte order`() {
      past.given(schedule("b", "bas"), schedule("a", "tom"), schedule("c", "zoe"))
        .given(suggest("b", "bas", to: "R1"), suggest("a", "tom", to: "R1"))
        .given(suggest("c", "zoe", to: "R1"), act("zoe", "suggestion.withdrawn", "c"))
        .when(act("eva", "request.withdrawn", "R1")).then(
          event(
            "request.withdrawn", "R1",
            ["requester": "eva", "date": "2026-01-12", "released": ["a", "b"]])
        ).given(supply("a", "tom"), supply("b", "bas"))
    }

    @Test func `an offer that lapsed before its request was closed does not come back`() {
      let lapsed = past.given(
        schedule("S1", "bas", "10:00", "12:00"), suggest("S1", "bas", to: "R1"))
      let later = lapsed.given(
        act("eva", "request.withdrawn", "R1", at: "2026-01-12 10:30"),
        act(
          "mia", "shift.edited", "S1",
          ["start": "15:00", "end": "17:00", "override": ["shiftStarted"]], at: "2026-01-12 10:40"))
      later.when(act("eva", "suggestion.accepted", "S1")).thenRejected(.notSuggested)
      later.given(supply("S1", "bas"))
      // While the request is open, the offer stands at the new time.
      lapsed.given(
        act(
          "mia", "shift.edited", "S1",
          ["start": "15:00", "end": "17:00", "override": ["shiftStarted"]], at: "2026-01-12 10:40")
      )
      .given(act("eva", "suggestion.accepted", "S1"))
    }

    @Test func `notRequester: withdrawn by another, a manager too; before its state`() {
      past.when(act("mia", "request.withdrawn", "R1")).thenRejected(.notRequester)
      past.given(act("eva", "request.withdrawn", "R1"))
        .when(act("bas", "request.withdrawn", "R1")).thenRejected(.notRequester)
    }

    @Test func `requestClosed: withdrawn before, or of a past day`() {
      past.given(act("eva", "request.withdrawn", "R1"))
        .when(act("eva", "request.withdrawn", "R1")).thenRejected(.requestClosed)
      past.when(act("eva", "request.withdrawn", "R1", at: "2026-01-13 00:00"))
        .thenRejected(.requestClosed)
      past.when(act("eva", "request.withdrawn", "R1", at: "2026-01-12T23:59:59.999Z")).then(
        event(
          "request.withdrawn", "R1", ["requester": "eva", "date": "2026-01-12", "released": []]))
    }

    @Test func `awaitingApproval: while one of its suggestions awaits`() {
      past.given(schedule("S1", "bas"), suggest("S1", "bas", to: "R1"))
        .given(acceptSuggestion("S1", "eva"))
        .when(act("eva", "request.withdrawn", "R1")).thenRejected(.awaitingApproval)
        .given(act("eva", "acceptance.withdrawn", "S1"))
        .when(act("eva", "request.withdrawn", "R1")).then(
          event(
            "request.withdrawn", "R1",
            ["requester": "eva", "date": "2026-01-12", "released": ["S1"]]))
    }

    @Test func `unknownRequest: withdrawn, or suggested to; the shift before it`() {
      past.when(act("eva", "request.withdrawn", "R9")).thenRejected(.unknownRequest)
      past.given(schedule("S1", "bas")).when(suggest("S1", "tom", to: "R9"))
        .thenRejected(.unknownRequest)
      past.when(suggest("S9", "bas", to: "R9")).thenRejected(.unknownShift)
    }
  }

  @Suite("Suggestions") struct Suggestions {
    private let past = team(post("R1", "eva"), schedule("S1", "bas"), schedule("S2", "tom"))
    private let suggested = team(
      post("R1", "eva"), schedule("S1", "bas"), schedule("S2", "tom"),
      suggest("S1", "bas", to: "R1"), suggest("S2", "tom", to: "R1"))
    private let withdrawn = event(
      "suggestion.withdrawn", "S1", ["owner": "bas", "request": "R1", "date": "2026-01-12"])
    private let accepted = event(
      "suggestion.accepted", "S1",
      [
        "from": "bas", "to": "eva", "date": "2026-01-12", "start": "15:00", "end": "20:00",
        "request": "R1",
      ])

    @Test func `suggested by its owner, also while another awaits`() {
      past.when(suggest("S1", "bas", to: "R1")).then(
        event(
          "shift.suggested", "S1",
          ["request": "R1", "owner": "bas", "requester": "eva", "date": "2026-01-12"]))
      past.given(suggest("S2", "tom", to: "R1"), acceptSuggestion("S2", "eva"))
        .when(suggest("S1", "bas", to: "R1")).then(
          event(
            "shift.suggested", "S1",
            ["request": "R1", "owner": "bas", "requester": "eva", "date": "2026-01-12"]))
    }

    @Test func `notOwner: suggested or withdrawn by another; before its start`() {
      past.when(suggest("S1", "mia", to: "R1", at: "2026-01-12 15:00")).thenRejected(.notOwner)
      suggested.when(act("mia", "suggestion.withdrawn", "S1")).thenRejected(.notOwner)
    }

    @Test func `shiftStarted: before its state`() {
      let start = "2026-01-12 15:00"
      suggested.when(suggest("S1", "bas", to: "R1", at: start)).thenRejected(.shiftStarted)
      suggested.when(act("bas", "suggestion.withdrawn", "S1", at: start))
        .thenRejected(.shiftStarted)
      suggested.when(acceptSuggestion("S1", "tom", at: start)).thenRejected(.shiftStarted)
    }

    @Test func `wrongState: supplied, suggested, awaiting; before the request's`() {
      let closed = act("eva", "request.withdrawn", "R1")
      past.given(supply("S1", "bas"), closed).when(suggest("S1", "bas", to: "R1"))
        .thenRejected(.wrongState)
      suggested.when(suggest("S1", "bas", to: "R1")).thenRejected(.wrongState)
      suggested.given(acceptSuggestion("S1", "eva")).when(suggest("S1", "bas", to: "R1"))
        .thenRejected(.wrongState)
    }

    @Test func `requestClosed: before whose request it is, and its date`() {
      past.given(act("eva", "request.withdrawn", "R1"), schedule("S3", "eva", on: "2026-01-13"))
        .when(suggest("S3", "eva", to: "R1")).thenRejected(.requestClosed)
      // A night shift of the day before, after midnight: started. A later one: another day.
      past.given(schedule("S3", "bas", on: "2026-01-13"))
        .when(suggest("S3", "bas", to: "R1", at: "2026-01-13 00:00"))
        .thenRejected(.requestClosed)
    }

    @Test func `ownRequest: one's own, before the date`() {
      past.given(schedule("S3", "eva", on: "2026-01-13"))
        .when(suggest("S3", "eva", to: "R1")).thenRejected(.ownRequest)
    }

    @Test func `wrongDate: a shift of another date`() {
      past.given(schedule("S3", "bas", on: "2026-01-13"))
        .when(suggest("S3", "bas", to: "R1")).thenRejected(.wrongDate)
    }

    @Test func `missingRole: of somebody who has left, before skill and absence`() {
      for leaving in [
        act("mia", "role.revoked", "eva", ["role": "employee"]), act("mia", "user.erased", "eva"),
      ] {
        let asked = past.given(
          act("mia", "shift.edited", "S2", ["needs": ["aid"], "override": ["skillMissing"]]))
        asked.when(suggest("S2", "tom", to: "R1")).thenRejected(.skillMissing)
        let left = asked.given(leaving)
        left.when(suggest("S2", "tom", to: "R1")).thenRejected(.missingRole)
        left.given(schedule("S4", "zoe", on: "2026-01-13"))
          .when(suggest("S4", "zoe", to: "R1")).thenRejected(.wrongDate)
      }
    }

    @Test func `withdrawn by its owner: idle, and no longer the request's`() {
      suggested.when(act("bas", "suggestion.withdrawn", "S1")).then(withdrawn)
        .when(act("eva", "request.withdrawn", "R1")).then(
          event(
            "request.withdrawn", "R1",
            ["requester": "eva", "date": "2026-01-12", "released": ["S2"]]))
    }

    @Test func `notSuggested: idle, supplied, awaiting; before whose request it would be`() {
      for type in ["suggestion.withdrawn", "suggestion.accepted"] {
        past.when(act("bas", type, "S1")).thenRejected(.notSuggested)
        past.given(supply("S1", "bas")).when(act("bas", type, "S1")).thenRejected(.notSuggested)
        suggested.given(acceptSuggestion("S1", "eva")).when(act("bas", type, "S1"))
          .thenRejected(.notSuggested)
      }
    }

    @Test func `accepted by the requester: awaits, and closes nothing yet`() {
      suggested.when(acceptSuggestion("S1", "eva")).then(accepted)
        .when(act("tom", "suggestion.withdrawn", "S2")).then(
          event(
            "suggestion.withdrawn", "S2",
            ["owner": "tom", "request": "R1", "date": "2026-01-12"]))
    }

    @Test func `notRequester: accepted by another, its owner or a manager`() {
      for user in ["bas", "tom", "mia"] {
        suggested.when(acceptSuggestion("S1", user)).thenRejected(.notRequester)
      }
    }

    @Test func `requestPending: while another of the request awaits; before the day rule`() {
      suggested.given(acceptSuggestion("S2", "eva")).when(acceptSuggestion("S1", "eva"))
        .thenRejected(.requestPending)
        .given(act("tom", "shift.disapproved", "S2")).when(acceptSuggestion("S1", "eva"))
        .then(accepted)
    }

    @Test func `missingRole: of owner and requester, before the shift is looked up`() {
      past.when(suggest("S9", "max", to: "R9")).thenRejected(.missingRole)
      past.when(act("max", "suggestion.withdrawn", "S9")).thenRejected(.missingRole)
      past.when(act("max", "suggestion.accepted", "S9")).thenRejected(.missingRole)
    }

    @Test func `unknownShift: never there`() {
      past.when(act("bas", "suggestion.withdrawn", "S9")).thenRejected(.unknownShift)
      past.when(act("bas", "suggestion.accepted", "S9")).thenRejected(.unknownShift)
    }

    @Test
    func `becoming the owner of another shift releases one that awaits, with two shifts a day`() {
      suggested.given(configure(["maxShiftsPerDay": 2]), acceptSuggestion("S1", "eva"))
        .when(schedule("S3", "eva", "08:00", "10:00")).then(
          event(
            "shift.scheduled", "S3",
            [
              "owner": "eva", "date": "2026-01-12", "start": "08:00", "end": "10:00",
              "closedRequest": "R1", "released": ["S1", "S2"],
            ])
        ).when(approve("S1", "bas")).thenRejected(.notAwaiting)
    }
  }
}
