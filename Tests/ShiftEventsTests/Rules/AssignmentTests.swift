import Projections
import ShiftEvents
import ShiftEventsTesting
import Testing

func assign(
  _ shift: String, to user: String, _ more: JSON = [:], by manager: String = "mia",
  at: String? = nil
) -> Step {
  act(manager, "shift.assigned", shift, JSON.object([("to", .text(user))]).adding(more), at: at)
}

extension Rules {
  @Suite("Assigned shifts") struct Assigned {
    /// S1 is bas's, Monday 12 January, 15:00 to 20:00.
    private let past = team(schedule("S1", "bas"))

    private func assigned(_ user: String, _ more: JSON = [:], from: String = "bas")
      -> ExpectedEvent
    {
      event(
        "shift.assigned", "S1",
        JSON.object([
          ("to", .text(user)), ("from", .text(from)), ("date", "2026-01-12"), ("start", "15:00"),
          ("end", "20:00"),
        ]).adding(more))
    }

    private func row(_ owner: String) -> JSON {
      [
        "shift": "S1", "owner": .text(owner), "date": "2026-01-12", "start": "15:00",
        "end": "20:00", "week": "2026-W03", "status": "idle", "firstOwner": .text(owner),
        "minutes": 300, "published": false,
      ]
    }

    @Test func `an idle shift is its new owner's, who is its first owner`() {
      past.when(assign("S1", to: "eva")).then(assigned("eva")).then(.schedule, row("eva"))
    }

    @Test func `a shift on the marketplace leaves it`() {
      past.given(supply("S1", "bas")).when(assign("S1", to: "eva")).then(assigned("eva"))
        .then(.marketplace).when(accept("S1", "tom")).thenRejected(.notOnMarketplace)
    }

    @Test func `a suggestion ends, and the request stays open`() {
      let suggested = past.given(post("R1", "tom"), suggest("S1", "bas", to: "R1"))
      let after = suggested.when(assign("S1", to: "eva")).then(assigned("eva", ["request": "R1"]))
      after.then(
        .requests,
        [
          "request": "R1", "requester": "tom", "date": "2026-01-12", "week": "2026-W03",
          "status": "open", "suggestions": [],
        ])
      after.when(acceptSuggestion("S1", "tom")).thenRejected(.notSuggested)
    }

    @Test func `the request of the new owner is closed, also the one it was suggested for`() {
      let suggested = past.given(
        schedule("S2", "tom", "08:00", "10:00"), post("R1", "eva"), suggest("S1", "bas", to: "R1"),
        suggest("S2", "tom", to: "R1"))
      suggested.when(assign("S1", to: "eva")).then(
        assigned("eva", ["request": "R1", "closedRequest": "R1", "released": ["S2"]]))
    }

    @Test func `an acceptance ends, and the taker's day is free`() {
      let awaiting = past.given(
        configure(["marketApproval": "owner"]), supply("S1", "bas"), accept("S1", "tom"))
      let after = awaiting.when(assign("S1", to: "eva")).then(assigned("eva", ["taker": "tom"]))
      after.given(schedule("S2", "tom"))
      after.when(approve("S1", "mia")).thenRejected(.notAwaiting)
    }

    @Test func `the taker of a shift may get it`() {
      past.given(configure(["marketApproval": "owner"]), supply("S1", "bas"), accept("S1", "eva"))
        .when(assign("S1", to: "eva")).then(assigned("eva", ["taker": "eva"]))
    }

    @Test func `an acceptance by suggestion names taker and request`() {
      past.given(post("R1", "tom"), suggest("S1", "bas", to: "R1"), acceptSuggestion("S1", "tom"))
        .when(assign("S1", to: "eva")).then(assigned("eva", ["taker": "tom", "request": "R1"]))
    }

    @Test func `what has lapsed is named as well`() {
      past.given(configure(["marketApproval": "owner"]), supply("S1", "bas"), accept("S1", "tom"))
        .when(assign("S1", to: "eva", ["override": ["shiftStarted"]], at: "2026-01-12 16:00"))
        .then(
          event(
            "shift.assigned", "S1",
            [
              "to": "eva", "override": ["shiftStarted"], "from": "bas", "date": "2026-01-12",
              "start": "15:00", "end": "20:00", "taker": "tom",
            ]))
    }

    @Test func `the days of a long shift follow its times`() {
      team(schedule("S1", "bas", with: ["days": 6])).when(assign("S1", to: "eva"))
        .then(assigned("eva", ["days": 6]))
    }

    @Test func `notManager: its owner`() {
      past.when(assign("S1", to: "eva", by: "bas")).thenRejected(.notManager)
    }

    @Test func `a manager who is no employee may`() {
      past.given(assign("S1", to: "eva", by: "max"))
    }

    @Test func `unknownShift: before whether the new owner is known`() {
      past.when(assign("S9", to: "nobody")).thenRejected(.unknownShift)
      past.when(assign("S1", to: "nobody")).thenRejected(.unknownUser)
    }

    @Test func `missingRole: a new owner who is no employee, before whether it has begun`() {
      past.when(assign("S1", to: "max", at: "2026-01-12 16:00")).thenRejected(.missingRole)
    }

    @Test func `order: begun, hours, its own, then the taker rules`() {
      let worked = past.given(
        act("bas", "hours.recorded", "S1", ["minutes": 300], at: "2026-01-12 21:00"))
      worked.when(assign("S1", to: "bas")).thenRejected(.shiftStarted)
      worked.when(assign("S1", to: "bas", ["override": ["shiftStarted"]]))
        .thenRejected(.hoursRecorded)
      past.when(assign("S1", to: "bas")).thenRejected(.ownShift)
    }

    @Test func `shiftStarted: unless a manager sets that aside`() {
      past.when(assign("S1", to: "eva", at: "2026-01-12 15:00")).thenRejected(.shiftStarted)
      past.given(assign("S1", to: "eva", ["override": ["shiftStarted"]], at: "2026-01-12 15:00"))
    }

    @Test func `hoursRecorded: 0 minutes are none, and the latest count`() {
      let late: JSON = ["override": ["shiftStarted"]]
      func hours(_ minutes: Int) -> Step {
        act("bas", "hours.recorded", "S1", ["minutes": .integer(minutes)], at: "2026-01-12 21:00")
      }
      past.given(hours(0), assign("S1", to: "eva", late))
      past.given(hours(300)).when(assign("S1", to: "eva", late)).thenRejected(.hoursRecorded)
      past.given(hours(300), hours(0), assign("S1", to: "eva", late))
    }

    @Test func `ownShift: to whom it is already`() {
      past.given(supply("S1", "bas")).when(assign("S1", to: "bas")).thenRejected(.ownShift)
    }

    @Test func `the lead time does not bind a manager`() {
      past.given(configure(["acceptLeadMinutes": 10_080]), assign("S1", to: "eva"))
    }

    @Test func `the other taker rules bind, each unless it is set aside`() {
      let other = past.given(schedule("S2", "eva", "14:00", "16:00"))
      other.when(assign("S1", to: "eva")).thenRejected(.dayTaken, conflicts: ["S2"])
      other.when(assign("S1", to: "eva", ["override": ["dayTaken"]]))
        .thenRejected(.overlapping, conflicts: ["S2"])
      let strict = other.given(configure(["minRestMinutes": 60, "maxWeekMinutes": 60]))
      strict.when(assign("S1", to: "eva", ["override": ["dayTaken", "overlapping"]]))
        .thenRejected(.restTooShort, conflicts: ["S2"])
      strict.when(
        assign("S1", to: "eva", ["override": ["dayTaken", "overlapping", "restTooShort"]])
      ).thenRejected(.weekTooLong)
      strict.given(
        assign(
          "S1", to: "eva",
          ["override": ["dayTaken", "overlapping", "restTooShort", "weekTooLong"]]))
    }

    @Test func `what a manager hands out earns no point, what is taken over after it does`() {
      func hours(_ user: String) -> Step {
        act(user, "hours.recorded", "S1", ["minutes": 300], at: "2026-01-12 21:00")
      }
      past.given(assign("S1", to: "eva"), hours("eva")).then(.points)
      past.given(assign("S1", to: "eva"), supply("S1", "eva"), accept("S1", "tom"), hours("tom"))
        .then(.points, ["rank": 1, "user": "tom", "points": 1])
    }

    @Test func `the owner before, the owner now and the taker are told`() {
      past.given(
        configure(["marketApproval": "owner"]), supply("S1", "bas"), accept("S1", "tom"),
        assign("S1", to: "eva")
      ).when(supply("S1", "eva")).next.expectTold(["bas", "eva", "tom"], "assigned", of: "S1")
    }

    @Test func `an occurrence that was assigned stays when its fixed shift goes`() {
      team(
        configure(["horizonWeeks": 1]), fix("F1", "bas", from: "2026-01-05"),
        assign("F1.2026-01-05", to: "eva")
      ).when(act("bas", "fixedshift.removed", "F1")).then(
        event(
          "fixedshift.removed", "F1",
          ["owner": "bas", "removed": [], "kept": ["F1.2026-01-05"]]))
    }
  }
}

extension Scenario {
  /// The people who are told something of that kind about a subject, in byte order.
  func expectTold(
    _ people: [String], _ kind: String, of subject: String,
    location: SourceLocation = #_sourceLocation
  ) {
    let told = folded(into: Inbox()).rows
      .filter { $0.kind.rawValue == kind && $0.subject == subject }.map { "\($0.user)" }
    #expect(told == people, sourceLocation: location)
  }
}
