import ShiftEvents
import ShiftEventsTesting
import Testing

extension Rules {
  @Suite("Fixed shifts: registering") struct FixedShiftRegistering {
    private let past = team(configure(["horizonWeeks": 2]))

    @Test
    func
      `the owner's own: from today, with all occurrences before today plus seven times the weeks`()
    {
      past.when(fix("F1", "bas")).then(
        event(
          "fixedshift.registered", "F1",
          [
            "weekday": "monday", "start": "15:00", "end": "20:00", "owner": "bas",
            "from": "2026-01-05",
          ]), occurrence("F1", "bas", "2026-01-05"), occurrence("F1", "bas", "2026-01-12"))
    }

    @Test func `the owner is told of a whole series at once, of one's own nobody`() {
      let another = act(
        "mia", "fixedshift.registered", "F1",
        ["weekday": "monday", "start": "15:00", "end": "20:00", "owner": "bas"])
      #expect(told(past.given(another)) == ["bas scheduled F1"])
      #expect(told(past.given(another, extend(at: "2026-01-20 08:00"))) == ["bas scheduled F1"])
      for owner in ["bas", "mia"] { #expect(told(past.given(fix("F1", owner))) == []) }
    }

    @Test func `for another, by a manager, from a later day on`() {
      past.when(
        act(
          "max", "fixedshift.registered", "F1",
          [
            "from": "2026-01-12", "owner": "eva", "weekday": "sunday", "start": "22:00",
            "end": "06:00",
          ])
      ).then(
        event(
          "fixedshift.registered", "F1",
          [
            "weekday": "sunday", "start": "22:00", "end": "06:00", "owner": "eva",
            "from": "2026-01-12",
          ]), occurrence("F1", "eva", "2026-01-18", "22:00", "06:00"))
    }

    @Test func `the last day of the horizon is the day before today plus seven times the weeks`() {
      past.when(fix("F1", "bas", on: "sunday")).then(
        event(
          "fixedshift.registered", "F1",
          [
            "weekday": "sunday", "start": "15:00", "end": "20:00", "owner": "bas",
            "from": "2026-01-05",
          ]), occurrence("F1", "bas", "2026-01-11"), occurrence("F1", "bas", "2026-01-18"))
      past.when(fix("F1", "bas", from: "2026-01-19")).then(
        event(
          "fixedshift.registered", "F1",
          [
            "weekday": "monday", "start": "15:00", "end": "20:00", "owner": "bas",
            "from": "2026-01-19",
          ]))
    }

    @Test func `eight weeks by default: nine events`() {
      #expect(team().when(fix("F1", "bas")).recorded.count == 9)
    }

    @Test func `an occurrence of today is left out from its start on`() {
      let registered = event(
        "fixedshift.registered", "F1",
        [
          "weekday": "monday", "start": "15:00", "end": "20:00", "owner": "bas",
          "from": "2026-01-05",
        ])
      past.when(fix("F1", "bas", at: "2026-01-05T14:59:59.999Z")).then(
        registered, occurrence("F1", "bas", "2026-01-05"), occurrence("F1", "bas", "2026-01-12"))
      past.when(fix("F1", "bas", at: "2026-01-05 15:00"))
        .then(registered, occurrence("F1", "bas", "2026-01-12"))
    }

    @Test
    func `an occurrence that cannot be scheduled is skipped with its reason, and not tried again`()
    {
      past.given(schedule("S1", "bas", on: "2026-01-11", "08:00", "10:00"))
        .given(schedule("S2", "bas", on: "2026-01-19", "05:59", "10:00"))
        .when(fix("F1", "bas", on: "sunday", "22:00", "06:00"))
        .then(
          event(
            "fixedshift.registered", "F1",
            [
              "weekday": "sunday", "start": "22:00", "end": "06:00", "owner": "bas",
              "from": "2026-01-05",
            ]), skipped("F1", "bas", "2026-01-11", "dayTaken"),
          skipped("F1", "bas", "2026-01-18", "overlapping")
        )
        .given(act("mia", "shift.cancelled", "S1"), act("mia", "shift.cancelled", "S2"))
        .when(extend()).thenNothing()
    }

    @Test func `an occurrence closes the owner's request and releases the shifts suggested to it`()
    {
      past.given(schedule("S1", "eva"), post("R1", "bas"), suggest("S1", "eva", to: "R1"))
        .when(fix("F1", "bas", from: "2026-01-12")).then(
          event(
            "fixedshift.registered", "F1",
            [
              "weekday": "monday", "start": "15:00", "end": "20:00", "owner": "bas",
              "from": "2026-01-12",
            ]),
          event(
            "shift.scheduled", "F1.2026-01-12",
            [
              "owner": "bas", "date": "2026-01-12", "start": "15:00", "end": "20:00",
              "fixedShift": "F1", "closedRequest": "R1", "released": ["S1"],
            ])
        )
        .when(supply("S1", "eva")).then(
          event(
            "shift.supplied", "S1",
            ["owner": "eva", "date": "2026-01-12", "start": "15:00", "end": "20:00"]))
    }

    @Test func `fixedShiftExists: also a removed one's id; before who may`() {
      let removed = past.given(fix("F1", "bas"), act("bas", "fixedshift.removed", "F1"))
      removed.when(fix("F1", "bas")).thenRejected(.fixedShiftExists)
      removed.when(
        act(
          "bas", "fixedshift.registered", "F1",
          ["weekday": "monday", "start": "15:00", "end": "20:00", "owner": "nobody"])
      ).thenRejected(.fixedShiftExists)
    }

    @Test func `unknownUser: the owner, before who may`() {
      past.when(
        act(
          "bas", "fixedshift.registered", "F1",
          ["weekday": "monday", "start": "15:00", "end": "20:00", "owner": "nobody"])
      ).thenRejected(.unknownUser)
    }

    @Test func `notOwner: for a colleague, before the colleague's role`() {
      for owner: JSON in ["eva", "max"] {
        past.when(
          act(
            "bas", "fixedshift.registered", "F1",
            ["weekday": "monday", "start": "15:00", "end": "20:00", "owner": owner])
        ).thenRejected(.notOwner)
      }
    }

    @Test func `missingRole: the owner is no employee, be it the manager; before the first day`() {
      past.when(fix("F1", "max", from: "2026-01-04")).thenRejected(.missingRole)
      past.given(fix("F1", "bas")).when(fix("F1", "max")).thenRejected(.fixedShiftExists)
    }

    @Test func `missingRole: the actor is neither employee nor manager, before the id`() {
      past.given(register("ann", "student"), fix("F1", "bas"))
        .when(fix("F1", "ann")).thenRejected(.missingRole)
    }

    @Test func `dateOutOfRange: from yesterday; before the weekday`() {
      past.given(fix("F1", "bas")).when(fix("F2", "bas", from: "2026-01-04"))
        .thenRejected(.dateOutOfRange)
    }

    @Test func `weekdayTaken: by an active fixed shift of the owner, whatever its times`() {
      let one = past.given(fix("F1", "bas"))
      one.when(fix("F2", "bas", "01:00", "02:00")).thenRejected(.weekdayTaken)
      #expect(one.when(fix("F2", "bas", on: "tuesday")).recorded.count == 3)
      #expect(one.when(fix("F2", "eva")).recorded.count == 3)
      let removed = one.given(act("bas", "fixedshift.removed", "F1"))
      #expect(removed.when(fix("F2", "bas")).recorded.count == 3)
    }

    @Test func `an id of 53 characters, and one more`() {
      let id = String(repeating: "F", count: 53)
      #expect(past.when(fix(id, "bas")).recorded.count == 3)
      past.when(fix(id + "F", "bas")).thenInvalid(.invalidField)
    }
  }

  @Suite("Fixed shifts: removing") struct FixedShiftRemoving {
    @Test
    func `the owner's shifts that have not started go, those in others' hands and awaiting stay`() {
      // 5: started, 12: idle, 19: supplied, 26: given away, 2 February: awaiting, 9: suggested.
      let past = team(configure(["horizonWeeks": 6]), fix("F1", "bas"))
        .given(supply("F1.2026-01-19", "bas"), supply("F1.2026-01-26", "bas"))
        .given(accept("F1.2026-01-26", "eva"), configure(["marketApproval": "manager"]))
        .given(supply("F1.2026-02-02", "bas"), accept("F1.2026-02-02", "eva"))
        .given(configure(["requestDays": 60]), post("R1", "tom", on: "2026-02-09"))
        .given(suggest("F1.2026-02-09", "bas", to: "R1"))
      let removal = event(
        "fixedshift.removed", "F1",
        [
          "owner": "bas", "removed": ["F1.2026-01-12", "F1.2026-01-19", "F1.2026-02-09"],
          "kept": ["F1.2026-01-26", "F1.2026-02-02"],
        ])
      for actor in ["bas", "max"] {
        past.when(act(actor, "fixedshift.removed", "F1", at: "2026-01-05 15:00"))
          .then(
            event("fixedshift.removed", "F1", removal.data, by: actor)
          )
          .when(act("mia", "shift.cancelled", "F1.2026-01-12")).thenRejected(.unknownShift)
      }
    }

    @Test func `nothing left to remove: empty lists`() {
      team(fix("F1", "bas", from: "2030-01-07")).when(act("bas", "fixedshift.removed", "F1"))
        .then(
          event("fixedshift.removed", "F1", ["owner": "bas", "removed": [], "kept": []]))
    }

    @Test func `a kept shift that comes back to its owner stays`() {
      let shift = "F1.2026-01-12"
      team(configure(["horizonWeeks": 2, "marketApproval": "owner"]), fix("F1", "bas"))
        .given(supply(shift, "bas"), accept(shift, "eva"))
        .given(act("bas", "fixedshift.removed", "F1"), act("bas", "shift.disapproved", shift))
        .when(schedule("S1", "bas", "08:00", "10:00"))
        .thenRejected(.dayTaken, conflicts: [shift])
        .when(act("bas", "shift.revoked", shift))
        .then(event("shift.revoked", shift, ["owner": "bas", "date": "2026-01-12"]))
    }

    @Test func `a shift that was given away and taken back is the owner's, and goes`() {
      let shift = "F1.2026-01-05"
      team(configure(["horizonWeeks": 1]), fix("F1", "bas"), supply(shift, "bas"))
        .given(accept(shift, "eva"), supply(shift, "eva"), accept(shift, "bas"))
        .when(act("bas", "fixedshift.removed", "F1")).then(
          event(
            "fixedshift.removed", "F1", ["owner": "bas", "removed": [.text(shift)], "kept": []]))
    }

    @Test func `a removed shift is no longer suggested to its request, which stays open`() {
      team(fix("F1", "bas", from: "2026-01-12"), post("R1", "eva"))
        .given(suggest("F1.2026-01-12", "bas", to: "R1"), act("bas", "fixedshift.removed", "F1"))
        .when(act("eva", "request.withdrawn", "R1")).then(
          event(
            "request.withdrawn", "R1",
            ["requester": "eva", "date": "2026-01-12", "released": []]))
    }

    @Test func `days of removed shifts are free, and are not scheduled again`() {
      team(configure(["horizonWeeks": 2]), fix("F1", "bas"))
        .given(act("bas", "fixedshift.removed", "F1"))
        .when(schedule("S1", "bas", "15:00", "20:00")).then(
          event(
            "shift.scheduled", "S1",
            ["owner": "bas", "date": "2026-01-12", "start": "15:00", "end": "20:00"])
        )
        .when(extend()).thenNothing()
    }

    @Test func `shifts scheduled by a longer horizon than holds now are removed as well`() {
      team(configure(["horizonWeeks": 104]), fix("F1", "bas"), configure(["horizonWeeks": 1]))
        .when(act("bas", "fixedshift.removed", "F1")).recorded
        .forEach { event in
          guard case .fixedShiftRemoved(let removed) = event.event else { return }
          #expect(removed.removed.count == 104)
        }
    }

    @Test func `unknownFixedShift: never there, or removed`() {
      team().when(act("bas", "fixedshift.removed", "F1")).thenRejected(.unknownFixedShift)
      team(fix("F1", "bas"), act("bas", "fixedshift.removed", "F1"))
        .when(act("bas", "fixedshift.removed", "F1")).thenRejected(.unknownFixedShift)
    }

    @Test func `notOwner: a colleague's`() {
      team(fix("F1", "bas")).when(act("eva", "fixedshift.removed", "F1")).thenRejected(.notOwner)
    }

    @Test func `missingRole: the owner is no employee any more; before the id is looked up`() {
      let past = team(
        fix("F1", "bas"), act("mia", "role.revoked", "bas", ["role": "employee"]))
      past.when(act("bas", "fixedshift.removed", "F1")).thenRejected(.missingRole)
      past.when(act("bas", "fixedshift.removed", "nothing")).thenRejected(.missingRole)
    }
  }

  @Suite("Fixed shifts: extending") struct Extending {
    @Test
    func
      `extend appends the new days of the horizon, by id, then by date; a second run appends nothing`()
    {
      team(configure(["horizonWeeks": 1]))
        .given(fix("b", "bas"), fix("a", "eva"), fix("B", "tom", on: "friday"))
        .when(extend(at: "2026-01-19 00:00")).then(
          occurrence("B", "tom", "2026-01-23"), occurrence("a", "eva", "2026-01-19"),
          occurrence("b", "bas", "2026-01-19")
        )
        .when(extend(at: "2026-01-19 23:59")).thenNothing()
        .when(extend(at: "2026-01-20 00:00")).then(
          occurrence("a", "eva", "2026-01-26"), occurrence("b", "bas", "2026-01-26"))
    }

    @Test func `one run fills a gap of any length from today on, nothing before`() {
      team(configure(["horizonWeeks": 3]), fix("F1", "bas"))
        .when(extend(at: "2028-01-05 12:00")).then(
          occurrence("F1", "bas", "2028-01-10"), occurrence("F1", "bas", "2028-01-17"),
          occurrence("F1", "bas", "2028-01-24"))
    }

    @Test func `a wider horizon is filled, a narrower one removes nothing`() {
      team(configure(["horizonWeeks": 2]), fix("F1", "bas"))
        .given(configure(["horizonWeeks": 1])).when(extend()).thenNothing()
        .given(configure(["horizonWeeks": 4])).when(extend()).then(
          occurrence("F1", "bas", "2026-01-19"), occurrence("F1", "bas", "2026-01-26"))
    }

    @Test func `no occurrence before the first day, and none that has started today`() {
      team(configure(["horizonWeeks": 1]), fix("F1", "bas", from: "2026-01-13"))
        .when(extend(at: "2026-01-12 00:00")).thenNothing()
        .when(extend(at: "2026-01-19 15:00")).thenNothing()
        .when(extend(at: "2026-01-26 14:59")).then(occurrence("F1", "bas", "2026-01-26"))
    }

    @Test func `skipped once, with the reason; each is judged after the ones before it`() {
      team(configure(["horizonWeeks": 1, "maxShiftsPerDay": 2]))
        .given(fix("F1", "bas", on: "sunday", "22:00", "06:00", from: "2026-02-01"))
        .given(fix("F2", "bas", "05:00", "09:00", from: "2026-02-01"))
        .when(extend(at: "2026-02-01 12:00")).then(
          occurrence("F1", "bas", "2026-02-01", "22:00", "06:00"),
          skipped("F2", "bas", "2026-02-02", "overlapping")
        )
        .when(extend()).thenNothing()
    }

    @Test func `not for an owner who is no employee, and again once they are`() {
      team(configure(["horizonWeeks": 1]), fix("F1", "bas"))
        .given(act("mia", "role.revoked", "bas", ["role": "employee"]))
        .when(extend(at: "2026-01-12 08:00")).thenNothing()
        .given(act("mia", "role.granted", "bas", ["role": "employee"]))
        .when(extend()).then(occurrence("F1", "bas", "2026-01-12"))
      team(configure(["horizonWeeks": 1]), fix("F1", "bas"), act("bas", "user.erased", "bas"))
        .when(extend(at: "2026-01-12 08:00")).thenNothing()
    }

    @Test func `an occurrence closes a request as any scheduled shift does`() {
      team(configure(["horizonWeeks": 1]), fix("F1", "bas"), post("R1", "bas"))
        .when(extend(at: "2026-01-12 08:00")).then(
          event(
            "shift.scheduled", "F1.2026-01-12",
            [
              "owner": "bas", "date": "2026-01-12", "start": "15:00", "end": "20:00",
              "fixedShift": "F1", "closedRequest": "R1", "released": [],
            ]))
    }
  }
}
