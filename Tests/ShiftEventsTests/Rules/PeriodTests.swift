import ShiftEvents
import ShiftEventsTesting
import Testing

/// A period, by default the week of Monday 5 January 2026.
func closePeriod(
  _ period: String = "W2", from: String = "2026-01-05", to: String = "2026-01-11",
  at: String? = nil
) -> Step {
  act("mia", "period.closed", period, ["from": .text(from), "to": .text(to)], at: at)
}

func work(_ shift: String, _ minutes: Int, by user: String, at: String? = nil) -> Step {
  act(user, "hours.recorded", shift, ["minutes": .integer(minutes)], at: at)
}

extension Rules {
  @Suite("Confirmed hours") struct ConfirmedHours {
    private let now = "2026-01-13 09:00"
    private var past: Scenario { team(schedule("S1", "bas"), schedule("S2", "mia")) }

    private func confirm(_ shift: String, _ user: String, at: String? = nil) -> Step {
      act(user, "hours.confirmed", shift, at: at)
    }

    @Test func `the worker confirms what a manager recorded, and the other way about`() {
      let byManager = past.given(work("S1", 300, by: "mia", at: now))
      byManager.when(confirm("S1", "bas")).then(
        event(
          "hours.confirmed", "S1", ["worker": "bas", "date": "2026-01-12", "minutes": 300]))
      past.given(work("S1", 0, by: "bas", at: now)).when(confirm("S1", "max")).then(
        event("hours.confirmed", "S1", ["worker": "bas", "date": "2026-01-12", "minutes": 0]))
    }

    @Test func `notConfirmer: whoever recorded them, or is no side of it`() {
      let byManager = past.given(work("S1", 300, by: "mia", at: now))
      for user in ["mia", "max", "eva"] {
        byManager.when(confirm("S1", user)).thenRejected(.notConfirmer)
      }
      let byWorker = past.given(work("S1", 300, by: "bas", at: now))
      for user in ["bas", "eva"] { byWorker.when(confirm("S1", user)).thenRejected(.notConfirmer) }
      // A manager's own hours are another manager's to confirm.
      let own = past.given(work("S2", 300, by: "mia", at: now))
      own.when(confirm("S2", "mia")).thenRejected(.notConfirmer)
      own.given(confirm("S2", "max"))
    }

    @Test func `noHours: before who may`() {
      past.when(confirm("S1", "eva", at: now)).thenRejected(.noHours)
      past.when(confirm("S9", "eva", at: now)).thenRejected(.unknownShift)
    }

    @Test func `alreadyConfirmed: before who may; recording anew takes it away`() {
      let confirmed = past.given(work("S1", 300, by: "mia", at: now), confirm("S1", "bas"))
      confirmed.when(confirm("S1", "eva")).thenRejected(.alreadyConfirmed)
      confirmed.given(work("S1", 290, by: "bas"), confirm("S1", "mia"))
    }

    @Test func `missingRole: neither employee nor manager`() {
      past.given(work("S1", 300, by: "mia", at: now)).given(
        act("mia", "role.revoked", "bas", ["role": "employee"])
      ).when(confirm("S1", "bas")).thenRejected(.missingRole)
    }

    @Test func `the hours of whoever was erased can be confirmed all the same`() {
      past.given(work("S1", 300, by: "bas", at: now), act("mia", "user.erased", "bas")).given(
        confirm("S1", "mia"))
    }
  }

  @Suite("Periods") struct Periods {
    private let monday = "2026-01-12 08:00"
    /// bas, eva and tom worked in the first week, eva did not come.
    private var worked: Scenario {
      team(
        schedule("S1", "bas", on: "2026-01-05"), schedule("S2", "eva", on: "2026-01-11"),
        schedule("S3", "tom", on: "2026-01-06"), schedule("S4", "tom", on: "2026-01-12"),
        work("S1", 300, by: "mia", at: monday), act("bas", "hours.confirmed", "S1"),
        work("S2", 0, by: "mia"), work("S3", 240, by: "tom"))
    }
    private var closed: Scenario { worked.given(closePeriod()) }

    @Test func `a period counts what was worked in it, and what nobody confirmed`() {
      worked.when(closePeriod()).then(
        event(
          "period.closed", "W2",
          [
            "from": "2026-01-05", "to": "2026-01-11", "shifts": 2, "minutes": 540,
            "unconfirmed": 1,
          ]))
    }

    @Test func `only a manager closes and opens one`() {
      worked.when(
        act("bas", "period.closed", "W2", ["from": "2026-01-05", "to": "2026-01-11"])
      ).thenRejected(.notManager)
      closed.when(act("bas", "period.reopened", "W2")).thenRejected(.notManager)
    }

    @Test func `periodExists: before its days, also once it is open again`() {
      let open = closed.given(act("mia", "period.reopened", "W2"))
      for past in [closed, open] {
        past.when(closePeriod(from: "2026-01-11", to: "2026-01-05")).thenRejected(.periodExists)
      }
    }

    @Test func `dateOutOfRange: from after to, or not all of it past`() {
      worked.when(closePeriod(from: "2026-01-11", to: "2026-01-05")).thenRejected(.dateOutOfRange)
      worked.when(closePeriod(to: "2026-01-12")).thenRejected(.dateOutOfRange)
      worked.given(closePeriod(from: "2020-01-01"))
    }

    @Test func `unknownPeriod: one that never was`() {
      closed.when(act("mia", "period.reopened", "W9")).thenRejected(.unknownPeriod)
    }

    @Test func `periodOpen: one that was opened already`() {
      let open = closed.when(act("mia", "period.reopened", "W2", ["reason": "An hour; missing"]))
        .then(
          event(
            "period.reopened", "W2",
            ["reason": "An hour; missing", "from": "2026-01-05", "to": "2026-01-11"]))
      open.when(act("mia", "period.reopened", "W2")).thenRejected(.periodOpen)
    }

    @Test func `periodClosed: a manager's hours, unless set aside; not the worker's`() {
      closed.when(work("S3", 250, by: "mia")).thenRejected(.periodClosed)
      closed.when(
        act("mia", "hours.recorded", "S3", ["minutes": 250, "override": ["periodClosed"]])
      )
      .then(
        event(
          "hours.recorded", "S3",
          [
            "minutes": 250, "override": ["periodClosed"], "worker": "tom",
            "date": "2026-01-06", "firstOwner": "tom",
          ]))
      closed.given(work("S3", 250, by: "tom"))
      closed.when(act("mia", "hours.confirmed", "S3")).thenRejected(.periodClosed)
      closed.given(
        act("mia", "hours.recorded", "S3", ["minutes": 250, "override": ["periodClosed"]]),
        act("tom", "hours.confirmed", "S3"))
    }

    @Test func `notManager: an override of hours is a manager's alone`() {
      closed.when(
        act("tom", "hours.recorded", "S3", ["minutes": 250, "override": ["periodClosed"]])
      ).thenRejected(.notManager)
    }

    @Test func `what one records or confirms of one's own hours is not bound, whatever one is`() {
      let own = team(schedule("S1", "mia"), schedule("S2", "mia", on: "2026-01-13")).given(
        act("max", "hours.recorded", "S1", ["minutes": 300], at: "2026-01-20 09:00"),
        closePeriod("W3", from: "2026-01-12", to: "2026-01-18"))
      own.given(act("mia", "hours.confirmed", "S1"), work("S1", 280, by: "mia"))
      own.given(work("S2", 300, by: "mia"))
      own.when(act("mia", "hours.confirmed", "S2")).thenRejected(.noHours)
      // What is another's is bound, also for the manager who owns the shift by now.
      own.when(work("S2", 300, by: "max")).thenRejected(.periodClosed)
      own.given(work("S2", 300, by: "mia")).when(act("max", "hours.confirmed", "S2"))
        .thenRejected(.periodClosed)
    }

    @Test func `periodClosed: every change of a shift in it, before its start`() {
      closed.when(schedule("S9", "zoe", on: "2026-01-07")).thenRejected(.periodClosed)
      closed.when(assign("S2", to: "zoe")).thenRejected(.periodClosed)
      closed.when(edit("S2", ["labels": ["x"]])).thenRejected(.periodClosed)
      closed.when(edit("S2", ["date": "2026-01-20", "start": nil])).thenRejected(.missingField)
      // Into it, from a day that is open.
      closed.when(edit("S4", ["date": "2026-01-08"])).thenRejected(.periodClosed)
      closed.when(cancel("S2")).thenRejected(.periodClosed)
      closed.when(
        act("mia", "trade.recorded", "T1", ["give": "S4", "take": "S2"])
      ).thenRejected(.periodClosed)
      closed.given(
        cancel("S2", ["override": ["shiftStarted", "periodClosed"]])
      ).when(restore("S2")).thenRejected(.periodClosed)
    }

    @Test func `periodClosed: a manager's claim, before its start; another's has started`() {
      let vacancy = team(
        act(
          "mia", "vacancy.posted", "V1",
          ["date": "2026-01-06", "start": "15:00", "end": "20:00", "places": 1]),
        closePeriod(at: monday))
      vacancy.when(act("mia", "shift.claimed", "C1", ["vacancy": "V1", "owner": "tom"]))
        .thenRejected(.periodClosed)
      vacancy.when(act("tom", "shift.claimed", "C1", ["vacancy": "V1"]))
        .thenRejected(.shiftStarted)
    }

    @Test func `a day is closed while one period that covers it is`() {
      let both = closed.given(closePeriod("W2b", from: "2026-01-06", to: "2026-01-08"))
      let one = both.given(act("mia", "period.reopened", "W2"))
      one.given(work("S1", 200, by: "mia"))
      one.when(work("S3", 200, by: "mia")).thenRejected(.periodClosed)
      one.given(act("mia", "period.reopened", "W2b"), work("S3", 200, by: "mia"))
    }

    @Test func `answers are taken in closed periods`() {
      team(
        schedule("S1", "bas", on: "2026-01-06"), publish(from: "2026-01-05", to: "2026-01-11"),
        assign("S1", to: "tom"), closePeriod(at: monday)
      ).given(answer("S1", "tom"))
    }
  }

  @Suite("Late words of managers") struct LateWords {
    @Test func `places of running work can be closed`() {
      let vacancy = team(
        act(
          "mia", "vacancy.posted", "V1",
          ["date": "2026-01-06", "start": "15:00", "end": "20:00", "places": 2]))
      let now = "2026-01-06 16:00"
      vacancy.when(act("mia", "vacancy.edited", "V1", ["places": 0], at: now))
        .thenRejected(.shiftStarted)
      vacancy.when(
        act("mia", "vacancy.edited", "V1", ["places": 0, "override": ["shiftStarted"]], at: now)
      ).then(
        event(
          "vacancy.edited", "V1",
          [
            "date": "2026-01-06", "start": "15:00", "end": "20:00", "places": 0,
            "override": ["shiftStarted"], "left": 0,
          ]))
      vacancy.when(act("mia", "vacancy.edited", "V1", ["override": ["shiftStarted"]]))
        .thenInvalid(.missingField)
    }

    @Test func `an absence can be told when it is over, by a manager`() {
      func record(_ user: String, _ data: JSON) -> Step {
        act(user, "absence.recorded", "A1", data)
      }
      let data: JSON = ["date": "2026-01-02", "user": "bas", "override": ["dateOutOfRange"]]
      team().when(record("mia", data)).then(
        event(
          "absence.recorded", "A1",
          [
            "date": "2026-01-02", "user": "bas", "start": "00:00", "end": "00:00",
            "override": ["dateOutOfRange"], "shifts": [],
          ]))
      team().when(record("bas", data)).thenRejected(.notManager)
      team().when(record("mia", ["date": "2026-01-02", "user": "bas"])).thenRejected(
        .dateOutOfRange)
    }
  }

  @Suite("Contracts") struct Contracts {
    private func set(_ user: String, _ data: JSON, by manager: String = "mia") -> Step {
      act(manager, "contract.set", user, data)
    }

    @Test func `a contract is recorded as given`() {
      team().when(set("bas", ["maxWeekMinutes": 600, "maxShiftMinutes": nil])).then(
        event("contract.set", "bas", ["maxWeekMinutes": 600, "maxShiftMinutes": nil]))
    }

    @Test func `its refusals come in their order`() {
      team().when(set("bas", ["maxShiftMinutes": 60], by: "eva")).thenRejected(.notManager)
      team().when(set("nobody", ["maxShiftMinutes": 60])).thenRejected(.unknownUser)
      team(act("mia", "user.erased", "bas")).when(set("bas", ["maxShiftMinutes": 60]))
        .thenRejected(.userErased)
      team().when(set("max", ["maxShiftMinutes": 60])).thenRejected(.missingRole)
      team().when(set("bas", [:])).thenInvalid(.missingField)
      for (key, most) in [
        ("maxWeekMinutes", 10080), ("minRestMinutes", 2880), ("maxShiftMinutes", 10080),
        ("maxDaysInRow", 366),
      ] {
        team().given(
          set("bas", .object([(key, .integer(most))])), set("bas", .object([(key, .integer(0))])))
        for value in [-1, most + 1] {
          team().when(set("bas", .object([(key, .integer(value))]))).thenInvalid(.invalidField)
        }
      }
    }

    @Test func `weekTooLong: by the contract, in the place of the workplace's`() {
      let supplied = team(
        configure(["maxWeekMinutes": 200]), schedule("S1", "bas"), supply("S1", "bas"))
      supplied.when(accept("S1", "eva")).thenRejected(.weekTooLong)
      supplied.given(set("eva", ["maxWeekMinutes": 300]), accept("S1", "eva"))
      supplied.given(set("eva", ["maxWeekMinutes": 0]), accept("S1", "eva"))
      // Taken away, the workplace's holds again.
      supplied.given(set("eva", ["maxWeekMinutes": 300]), set("eva", ["maxWeekMinutes": nil]))
        .when(accept("S1", "eva")).thenRejected(.weekTooLong)
    }

    @Test func `restTooShort: by the contract, in the place of the workplace's`() {
      let supplied = team(
        schedule("S1", "bas"), supply("S1", "bas"),
        schedule("S2", "eva", on: "2026-01-13", "06:00", "08:00"))
      supplied.given(set("eva", ["minRestMinutes": 600]), accept("S1", "eva"))
      supplied.given(set("eva", ["minRestMinutes": 660])).when(accept("S1", "eva"))
        .thenRejected(.restTooShort)
      supplied.given(configure(["minRestMinutes": 660]), set("eva", ["minRestMinutes": 0])).given(
        accept("S1", "eva"))
    }

    @Test func `shiftTooLong: whoever takes or is given a shift`() {
      let short = team(
        set("eva", ["maxShiftMinutes": 299]), schedule("S1", "bas"), publish(),
        schedule("S2", "tom", on: "2026-01-13"))
      short.when(schedule("S3", "eva")).thenRejected(.shiftTooLong)
      short.given(schedule("S3", "eva", with: ["override": ["shiftTooLong"]]))
      short.when(assign("S1", to: "eva")).thenRejected(.shiftTooLong)
      short.given(supply("S1", "bas")).when(accept("S1", "eva")).thenRejected(.shiftTooLong)
      short.given(
        act(
          "mia", "vacancy.posted", "V1",
          ["date": "2026-01-12", "start": "15:00", "end": "20:00", "places": 1])
      ).when(act("eva", "shift.claimed", "C1", ["vacancy": "V1"])).thenRejected(.shiftTooLong)
      short.given(
        schedule("S4", "eva", on: "2026-01-14", "15:00", "16:00"),
        offerTrade(give: "S1", take: "S4")
      ).when(act("eva", "trade.accepted", "T1")).thenRejected(.shiftTooLong)
      // Absence comes before it, the day after it.
      short.given(act("eva", "absence.recorded", "A1", ["date": "2026-01-12"]))
        .when(assign("S1", to: "eva")).thenRejected(.absent)
      short.given(schedule("S5", "eva", on: "2026-01-12", "10:00", "11:00"))
        .when(assign("S1", to: "eva")).thenRejected(.shiftTooLong)
    }

    @Test func `shiftTooLong: not judged of occurrences, suggestions and what one has`() {
      let short = team(
        schedule("S1", "bas"), post("R1", "eva"),
        schedule("S2", "eva", on: "2026-01-13"), set("eva", ["maxShiftMinutes": 60]))
      short.when(fix("F1", "eva", on: "friday", from: "2026-02-27")).then(
        event(
          "fixedshift.registered", "F1",
          [
            "weekday": "friday", "start": "15:00", "end": "20:00", "owner": "eva",
            "from": "2026-02-27",
          ]),
        occurrence("F1", "eva", "2026-02-27"))
      let suggested = short.given(suggest("S1", "bas", to: "R1"))
      suggested.when(acceptSuggestion("S1", "eva")).thenRejected(.shiftTooLong)
      // An edit is judged where the time changes.
      short.given(edit("S2", ["place": "Bar 2"]))
      short.when(edit("S2", ["end": "19:00"])).thenRejected(.shiftTooLong)
    }

    @Test func `erasing takes a contract away`() {
      team(set("bas", ["maxShiftMinutes": 60]), act("mia", "user.erased", "bas")).when(
        set("bas", ["maxShiftMinutes": nil])
      ).thenRejected(.userErased)
    }
  }
}
