import ShiftEvents
import ShiftEventsTesting
import Testing

extension Rules {
  @Suite("Fixed shifts: registering") struct FixedShiftRegistering {
    private let past = team(configure(["horizonWeeks": 2]))

    @Test(
      "the owner's own: from today, with all occurrences before today plus seven times the weeks")
    func own() {
      past.when(fix("F1", "bas")).then(
        event(
          "fixedshift.registered", "F1",
          [
            "weekday": "monday", "start": "15:00", "end": "20:00", "owner": "bas",
            "from": "2026-01-05",
          ]), occurrence("F1", "bas", "2026-01-05"), occurrence("F1", "bas", "2026-01-12"))
    }

    @Test("for another, by a manager, from a later day on")
    func forAnother() {
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

    @Test("the last day of the horizon is the day before today plus seven times the weeks")
    func horizon() {
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

    @Test("eight weeks by default: nine events")
    func eightWeeks() {
      #expect(team().when(fix("F1", "bas")).recorded.count == 9)
    }

    @Test("an occurrence of today is left out from its start on")
    func startedToday() {
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

    @Test("what cannot be scheduled is skipped with its reason, and is not tried again")
    func skips() {
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

    @Test("an occurrence closes the owner's request and releases what was suggested to it")
    func closes() {
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

    @Test("fixedShiftExists: also a removed one's id; before who may")
    func fixedShiftExists() {
      let removed = past.given(fix("F1", "bas"), act("bas", "fixedshift.removed", "F1"))
      removed.when(fix("F1", "bas")).thenRejected(.fixedShiftExists)
      removed.when(
        act(
          "bas", "fixedshift.registered", "F1",
          ["weekday": "monday", "start": "15:00", "end": "20:00", "owner": "nobody"])
      ).thenRejected(.fixedShiftExists)
    }

    @Test("unknownUser: the owner, before who may")
    func unknownUser() {
      past.when(
        act(
          "bas", "fixedshift.registered", "F1",
          ["weekday": "monday", "start": "15:00", "end": "20:00", "owner": "nobody"])
      ).thenRejected(.unknownUser)
    }

    @Test("notOwner: for a colleague, before the colleague's role")
    func notOwner() {
      for owner: JSON in ["eva", "max"] {
        past.when(
          act(
            "bas", "fixedshift.registered", "F1",
            ["weekday": "monday", "start": "15:00", "end": "20:00", "owner": owner])
        ).thenRejected(.notOwner)
      }
    }

    @Test("missingRole: the owner is no employee, be it the manager; before the first day")
    func missingRoleOfOwner() {
      past.when(fix("F1", "max", from: "2026-01-04")).thenRejected(.missingRole)
      past.given(fix("F1", "bas")).when(fix("F1", "max")).thenRejected(.fixedShiftExists)
    }

    @Test("missingRole: the actor is neither employee nor manager, before the id")
    func missingRoleOfActor() {
      past.given(register("ann", "student"), fix("F1", "bas"))
        .when(fix("F1", "ann")).thenRejected(.missingRole)
    }

    @Test("dateOutOfRange: from yesterday; before the weekday")
    func dateOutOfRange() {
      past.given(fix("F1", "bas")).when(fix("F2", "bas", from: "2026-01-04"))
        .thenRejected(.dateOutOfRange)
    }

    @Test("weekdayTaken: by an active fixed shift of the owner, whatever its times")
    func weekdayTaken() {
      let one = past.given(fix("F1", "bas"))
      one.when(fix("F2", "bas", "01:00", "02:00")).thenRejected(.weekdayTaken)
      #expect(one.when(fix("F2", "bas", on: "tuesday")).recorded.count == 3)
      #expect(one.when(fix("F2", "eva")).recorded.count == 3)
      let removed = one.given(act("bas", "fixedshift.removed", "F1"))
      #expect(removed.when(fix("F2", "bas")).recorded.count == 3)
    }

    @Test("an id of 53 characters, and one more")
    func length() {
      let id = String(repeating: "F", count: 53)
      #expect(past.when(fix(id, "bas")).recorded.count == 3)
      past.when(fix(id + "F", "bas")).thenInvalid(.invalidField)
    }
  }

  @Suite("Fixed shifts: removing") struct FixedShiftRemoving {
    @Test("the owner's shifts that have not started go, those in others' hands and awaiting stay")
    func removed() {
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

    @Test("nothing left to remove: empty lists")
    func empty() {
      team(fix("F1", "bas", from: "2030-01-07")).when(act("bas", "fixedshift.removed", "F1"))
        .then(
          event("fixedshift.removed", "F1", ["owner": "bas", "removed": [], "kept": []]))
    }

    @Test("a kept shift that comes back to its owner stays; days of removed ones are free")
    func days() {
      team(configure(["horizonWeeks": 2]), fix("F1", "bas"))
        .given(act("bas", "fixedshift.removed", "F1"))
        .when(schedule("S1", "bas", "15:00", "20:00")).then(
          event(
            "shift.scheduled", "S1",
            ["owner": "bas", "date": "2026-01-12", "start": "15:00", "end": "20:00"])
        )
        .when(extend()).thenNothing()
    }

    @Test("shifts scheduled by a longer horizon than holds now are removed as well")
    func longerHorizon() {
      team(configure(["horizonWeeks": 104]), fix("F1", "bas"), configure(["horizonWeeks": 1]))
        .when(act("bas", "fixedshift.removed", "F1")).recorded
        .forEach { event in
          guard case .fixedShiftRemoved(let removed) = event.event else { return }
          #expect(removed.removed.count == 104)
        }
    }

    @Test("unknownFixedShift: never there, or removed")
    func unknownFixedShift() {
      team().when(act("bas", "fixedshift.removed", "F1")).thenRejected(.unknownFixedShift)
      team(fix("F1", "bas"), act("bas", "fixedshift.removed", "F1"))
        .when(act("bas", "fixedshift.removed", "F1")).thenRejected(.unknownFixedShift)
    }

    @Test("notOwner: a colleague's")
    func notOwner() {
      team(fix("F1", "bas")).when(act("eva", "fixedshift.removed", "F1")).thenRejected(.notOwner)
    }

    @Test("missingRole: the owner is no employee any more; before the id is looked up")
    func missingRole() {
      let past = team(
        fix("F1", "bas"), act("mia", "role.revoked", "bas", ["role": "employee"]))
      past.when(act("bas", "fixedshift.removed", "F1")).thenRejected(.missingRole)
      past.when(act("bas", "fixedshift.removed", "nothing")).thenRejected(.missingRole)
    }
  }

  @Suite("Fixed shifts: extending") struct Extending {
    @Test("what came into the horizon, by id in byte order, then by date; twice appends nothing")
    func order() {
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

    @Test("one run fills a gap of any length from today on, nothing before")
    func gap() {
      team(configure(["horizonWeeks": 3]), fix("F1", "bas"))
        .when(extend(at: "2028-01-05 12:00")).then(
          occurrence("F1", "bas", "2028-01-10"), occurrence("F1", "bas", "2028-01-17"),
          occurrence("F1", "bas", "2028-01-24"))
    }

    @Test("a wider horizon is filled, a narrower one removes nothing")
    func width() {
      team(configure(["horizonWeeks": 2]), fix("F1", "bas"))
        .given(configure(["horizonWeeks": 1])).when(extend()).thenNothing()
        .given(configure(["horizonWeeks": 4])).when(extend()).then(
          occurrence("F1", "bas", "2026-01-19"), occurrence("F1", "bas", "2026-01-26"))
    }

    @Test("not before its first day, and not what has started today")
    func firstDay() {
      team(configure(["horizonWeeks": 1]), fix("F1", "bas", from: "2026-01-13"))
        .when(extend(at: "2026-01-12 00:00")).thenNothing()
        .when(extend(at: "2026-01-19 15:00")).thenNothing()
        .when(extend(at: "2026-01-26 14:59")).then(occurrence("F1", "bas", "2026-01-26"))
    }

    @Test("skipped once, with the reason; each is judged after the ones before it")
    func skips() {
      team(configure(["horizonWeeks": 1, "maxShiftsPerDay": 2]))
        .given(fix("F1", "bas", on: "sunday", "22:00", "06:00", from: "2026-02-01"))
        .given(fix("F2", "bas", "05:00", "09:00", from: "2026-02-01"))
        .when(extend(at: "2026-02-01 12:00")).then(
          occurrence("F1", "bas", "2026-02-01", "22:00", "06:00"),
          skipped("F2", "bas", "2026-02-02", "overlapping")
        )
        .when(extend()).thenNothing()
    }

    @Test("not for an owner who is no employee, and again once they are")
    func noEmployee() {
      team(configure(["horizonWeeks": 1]), fix("F1", "bas"))
        .given(act("mia", "role.revoked", "bas", ["role": "employee"]))
        .when(extend(at: "2026-01-12 08:00")).thenNothing()
        .given(act("mia", "role.granted", "bas", ["role": "employee"]))
        .when(extend()).then(occurrence("F1", "bas", "2026-01-12"))
      team(configure(["horizonWeeks": 1]), fix("F1", "bas"), act("bas", "user.erased", "bas"))
        .when(extend(at: "2026-01-12 08:00")).thenNothing()
    }

    @Test("an occurrence closes a request as any scheduled shift does")
    func closes() {
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
