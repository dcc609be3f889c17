// Over 300 lines: each rule, code and fact of a split, and all that the parts of a shift share.
import Projections
import ShiftEvents
import ShiftEventsTesting
import Testing

/// A split, by default of Bas' shift by a manager.
private func split(
  _ shift: String = "S1", at time: String, into: String = "S1b", by actor: String = "mia",
  _ more: JSON = [:], at now: String? = nil, id: String? = nil
) -> Step {
  let data: JSON = ["at": .text(time), "into": .text(into)]
  return act(actor, "shift.split", shift, data.adding(more), at: now, id: id)
}

extension Rules {
  @Suite("Splits") struct Splits {
    /// Bas has a shift from 15:00 to 20:00.
    private let planned = team(schedule("S1", "bas"))
    private let permitted = team(configure(["minSplitMinutes": 60]), schedule("S1", "bas"))

    private func facts(
      _ time: String, into: String = "S1b", _ more: JSON = [:], owner: String = "bas",
      date: String = "2026-01-12", _ start: String = "15:00", _ end: String = "20:00",
      days: Int? = nil, intoDate: String = "2026-01-12", intoDays: Int? = nil
    ) -> JSON {
      let given: JSON = ["at": .text(time), "into": .text(into)]
      return given.adding(more).adding([
        "owner": .text(owner), "date": .text(date), "start": .text(start), "end": .text(end),
      ]).adding("days", days.map { .integer($0) }).adding("intoDate", .text(intoDate))
        .adding("intoDays", intoDays.map { .integer($0) })
    }

    private func times(_ scenario: Scenario) -> [String] {
      let replay: Replay = scenario.folded()
      return replay.schedule(at: "2026-01-05T08:00:00Z").map {
        "\($0.shift) \($0.owner) \($0.date) \($0.start)–\($0.end)"
          + ($0.days.map { " +\($0)" } ?? "") + ($0.keys.breakMinutes.map { " less \($0)" } ?? "")
      }
    }

    // MARK: - What becomes of the shift

    @Test func `a manager splits a shift: both parts are the owner's, one behind the other`() {
      let past = planned.when(split(at: "17:30"))
        .then(event("shift.split", "S1", facts("17:30")))
      #expect(
        times(past) == [
          "S1 bas 2026-01-12 15:00–17:30", "S1b bas 2026-01-12 17:30–20:00",
        ])
    }

    @Test func `an owner splits a shift where each part has minutes enough`() {
      permitted.when(split(at: "16:00", by: "bas")).then(event("shift.split", "S1", facts("16:00")))
      permitted.when(split(at: "19:00", by: "bas")).then(event("shift.split", "S1", facts("19:00")))
    }

    @Test func `the second part has the keys and the first owner, and neither series nor vacancy`()
    {
      let keys: JSON = [
        "place": "till", "labels": ["late"], "needs": ["keys"], "title": "Till",
      ]
      let past = team(
        act("mia", "skill.granted", "bas", ["skill": "keys"]),
        act("mia", "skill.granted", "eva", ["skill": "keys"]),
        act(
          "mia", "vacancy.posted", "V1",
          [
            "date": "2026-01-12", "start": "15:00", "end": "20:00", "places": 1,
          ])
      ).given(
        act("mia", "vacancy.edited", "V1", keys),
        act("bas", "shift.claimed", "S1", ["vacancy": "V1"]), supply("S1", "bas"),
        accept("S1", "eva"), split(at: "17:00"))
      let replay: Replay = past.folded()
      let rows = replay.schedule(at: "2026-01-05T08:00:00Z")
      #expect(rows.map(\.owner) == ["eva", "eva"] && rows.map(\.firstOwner) == ["bas", "bas"])
      #expect(rows.map(\.vacancy) == ["V1", nil])
      #expect(Set(rows.map(\.keys)).count == 1 && rows[1].keys.title == "Till")
      let weekly = team(fix("F1", "bas"), split("F1.2026-01-12", at: "17:00"))
      let both: Replay = weekly.folded()
      let parts = both.schedule(at: "2026-01-05T08:00:00Z").filter { $0.date == "2026-01-12" }
      #expect(parts.map(\.fixedShift) == ["F1", nil])
    }

    @Test(arguments: [("16:00", [nil, 30]), ("17:30", [30, nil]), ("19:00", [30, nil])])
    func `the longer part keeps the break, of two equal ones the first`(
      time: String, breaks: [Int16?]
    ) {
      let past = team(schedule("S1", "bas", with: ["breakMinutes": 30])).given(split(at: time))
      let replay: Replay = past.folded()
      let rows = replay.schedule(at: "2026-01-05T08:00:00Z")
      #expect(rows.map(\.keys.breakMinutes) == breaks)
      #expect(rows.map(\.minutes).reduce(0, +) == 270)
    }

    @Test func `at the time of day of the start the second part is on the next day`() {
      let long = team(schedule("S1", "bas", with: ["days": 2]))
      let past = long.when(split(at: "15:00")).then(
        event(
          "shift.split", "S1",
          facts("15:00", days: 2, intoDate: "2026-01-13", intoDays: 1)))
      #expect(
        times(past) == [
          "S1 bas 2026-01-12 15:00–15:00", "S1b bas 2026-01-13 15:00–20:00 +1",
        ])
      long.when(split(at: "20:00")).then(
        event("shift.split", "S1", facts("20:00", days: 2, intoDays: 2)))
    }

    @Test func `a time of day before the start is one of the next day, behind midnight too`() {
      team(schedule("S1", "bas", on: "2026-01-12", "22:00", "06:00")).when(split(at: "02:00"))
        .then(
          event("shift.split", "S1", facts("02:00", [:], "22:00", "06:00", intoDate: "2026-01-13")))
      team(schedule("S1", "bas", on: "2026-01-12", "22:00", "06:00")).when(split(at: "00:00"))
        .then(
          event("shift.split", "S1", facts("00:00", [:], "22:00", "06:00", intoDate: "2026-01-13")))
    }

    @Test func `the clocks change within a shift: minutes are real ones`() {
      // The hour from 2:00 to 3:00 is missing on 29 March.
      let night = team(
        configure(["timeZone": "Europe/Amsterdam"]),
        schedule("S1", "bas", on: "2026-03-28", "23:00", "05:00"))
      let replay: Replay = night.given(split(at: "02:30")).folded()
      #expect(replay.schedule(at: "2026-01-05T08:00:00Z").map(\.minutes) == [180, 120])
      let early = team(
        configure(["timeZone": "Europe/Amsterdam"]),
        schedule("S1", "bas", on: "2026-03-29", "02:15", "05:00"))
      early.when(split(at: "02:45")).thenRejected(.invalidSplit)
      early.when(split(at: "03:01")).then(
        event(
          "shift.split", "S1",
          facts(
            "03:01", date: "2026-03-29", "02:15", "05:00", intoDate: "2026-03-29")))
    }

    @Test func `hours of 0 stay with the first part, and running work goes on`() {
      let zero = planned.given(
        act("bas", "hours.recorded", "S1", ["minutes": 0], at: "2026-01-12 16:00"),
        split(at: "18:00", ["override": ["shiftStarted"]]))
      zero.then(.hours, selection: RowSelection())
      let working = planned.given(
        act("bas", "work.started", "S1", at: "2026-01-12 15:00"),
        split(at: "18:00", ["override": ["shiftStarted"]]))
      working.when(act("bas", "work.ended", "S1", at: "2026-01-12 18:00")).then(
        event(
          "work.ended", "S1",
          [
            "worker": "bas", "date": "2026-01-12", "startAt": "2026-01-12T15:00:00.000Z",
            "endAt": "2026-01-12T18:00:00.000Z", "minutes": 180, "firstOwner": "bas",
          ]))
    }

    // MARK: - By whom, and when

    @Test func `unknownShift: there is such a shift, and it is on the schedule`() {
      planned.when(split("S2", at: "17:00")).thenRejected(.unknownShift)
      planned.given(act("mia", "shift.cancelled", "S1")).when(split(at: "17:00"))
        .thenRejected(.unknownShift)
    }

    @Test func `missingRole: an owner who is an employee no more splits nothing`() {
      permitted.given(act("mia", "role.revoked", "bas", ["role": "employee"]))
        .when(split(at: "17:00", by: "bas")).thenRejected(.missingRole)
    }

    @Test func `notOwner: colleagues split nothing`() {
      permitted.when(split(at: "17:00", by: "eva")).thenRejected(.notOwner)
    }

    @Test func `notManager: owners set nothing aside, and split where the workplace permits it`() {
      permitted.when(split(at: "17:00", by: "bas", ["override": ["shiftStarted"]]))
        .thenRejected(.notManager)
      planned.when(split(at: "17:00", by: "bas")).thenRejected(.notManager)
      // A manager is one with shifts of their own, too.
      team(schedule("S1", "mia")).when(split(at: "17:00"))
        .then(event("shift.split", "S1", facts("17:00", owner: "mia")))
    }

    @Test func `shiftExists: the second part is new`() {
      planned.when(split(at: "17:00", into: "S1")).thenRejected(.shiftExists)
      planned.given(schedule("S2", "eva"), act("mia", "shift.cancelled", "S2"))
        .when(split(at: "17:00", into: "S2")).thenRejected(.shiftExists)
    }

    @Test func `periodClosed: neither the day of the shift nor that of the second part is settled`()
    {
      let night = team(schedule("S1", "bas", on: "2026-01-12", "22:00", "06:00"))
      func closed(_ day: String) -> Scenario {
        night.given(
          act(
            "mia", "period.closed", "P", ["from": .text(day), "to": .text(day)],
            at: "2026-01-20 08:00"))
      }
      let late: JSON = ["override": ["shiftStarted"]]
      for day in ["2026-01-12", "2026-01-13"] {
        closed(day).when(split(at: "02:00", late)).thenRejected(.periodClosed)
        let both: JSON = ["override": ["periodClosed", "shiftStarted"]]
        closed(day).when(split(at: "02:00", both)).then(
          event(
            "shift.split", "S1", facts("02:00", both, "22:00", "06:00", intoDate: "2026-01-13")))
      }
      closed("2026-01-13").when(split(at: "23:00", late)).then(
        event("shift.split", "S1", facts("23:00", late, "22:00", "06:00")))
    }

    @Test func `shiftStarted: a shift is split before it begins, unless a manager sets that aside`()
    {
      let late: JSON = ["override": ["shiftStarted"]]
      for actor in ["mia", "bas"] {
        permitted.when(split(at: "17:00", by: actor, at: "2026-01-12 15:00"))
          .thenRejected(.shiftStarted)
      }
      permitted.when(split(at: "17:00", late, at: "2026-01-12 16:00"))
        .then(event("shift.split", "S1", facts("17:00", late)))
    }

    @Test func `hoursRecorded: a shift that was worked stays whole`() {
      planned.given(act("bas", "hours.recorded", "S1", ["minutes": 60], at: "2026-01-12 16:00"))
        .when(split(at: "17:00", ["override": ["shiftStarted"]])).thenRejected(.hoursRecorded)
    }

    @Test func `wrongState: only an idle shift is split`() {
      planned.given(supply("S1", "bas")).when(split(at: "17:00")).thenRejected(.wrongState)
      planned.given(post("R1", "eva"), suggest("S1", "bas", to: "R1")).when(split(at: "17:00"))
        .thenRejected(.wrongState)
    }

    @Test func `invalidSplit: the time lies within the shift, and each part has a minute of work`()
    {
      for time in ["15:00", "20:00", "20:01", "14:59"] {
        planned.when(split(at: time)).thenRejected(.invalidSplit)
      }
      planned.when(split(at: "15:01")).then(event("shift.split", "S1", facts("15:01")))
      planned.when(split(at: "19:59")).then(event("shift.split", "S1", facts("19:59")))
      let short = team(schedule("S1", "bas", with: ["breakMinutes": 150]))
      short.when(split(at: "17:30")).thenRejected(.invalidSplit)
      short.when(split(at: "17:31")).then(event("shift.split", "S1", facts("17:31")))
    }

    @Test func `invalidSplit: the last day that there is has no day behind it`() {
      team(schedule("S1", "bas", on: "9999-12-31")).when(split(at: "14:00"))
        .thenRejected(.invalidSplit)
    }

    @Test func `partTooShort: an owner leaves each part so many scheduled minutes`() {
      for time in ["15:59", "19:01"] {
        permitted.when(split(at: time, by: "bas")).thenRejected(.partTooShort)
        permitted.when(split(at: time)).then(event("shift.split", "S1", facts(time)))
      }
      team(
        configure(["minSplitMinutes": 151]), schedule("S1", "bas", with: ["breakMinutes": 30])
      ).when(split(at: "17:31", by: "bas")).thenRejected(.partTooShort)
    }

    @Test(arguments: ["F1.2026-01-12", "a b", ""])
    func `the second part has the id of a loose shift`(id: String) {
      planned.when(split(at: "17:00", into: id)).thenInvalid(.invalidField)
    }

    @Test(arguments: [-1, 1441]) func `minSplitMinutes is 0 to 1440`(minutes: Int) {
      team().when(configure(["minSplitMinutes": .integer(minutes)])).thenInvalid(.invalidField)
    }

    // MARK: - Repeats and facts

    @Test func `a repeat is a duplicate, and another split under its id is none`() {
      let past = planned.given(split(at: "17:00", id: "i"))
      past.when(split(at: "17:00", id: "i")).thenDuplicate(of: 8)
      past.when(split(at: "17:01", id: "i")).thenRejected(.idConflict)
      past.when(split(at: "17:00", into: "S1c", id: "i")).thenRejected(.idConflict)
    }

    @Test func `stated facts are those of the whole`() {
      planned.when(split(at: "17:00", ["end": "20:00", "intoDate": "2026-01-12"]))
        .then(event("shift.split", "S1", facts("17:00")))
      planned.when(split(at: "17:00", ["end": "17:00"]))
        .thenMismatch("end", stated: "17:00", actual: "20:00")
      planned.when(split(at: "17:00", ["intoDays": 1]))
        .thenMismatch("intoDays", stated: 1, actual: nil)
    }

    @Test func `both shifts are touched`() {
      let past = planned.given(split(at: "17:00"))
      for shift in ["S1", "S1b"] {
        past.when(act("bas", "shift.supplied", shift, expecting: 7)).thenConflict(at: 8)
      }
    }

    // MARK: - Promises

    @Test func `a split is no late change, and what was promised is shown beside the first part`() {
      let past = team(configure(["minNoticeMinutes": 40320]), schedule("S1", "bas"), publish())
        .given(split(at: "17:00"))
      past.then(.changes, selection: RowSelection(all: true))
      let replay: Replay = past.folded()
      #expect(replay.schedule(at: "2026-01-05T08:00:00Z").map(\.isPublished) == [true, true])
      let promised = past.folded(into: Replay()).table(
        .schedule, RowSelection(asPublished: true), at: "2026-01-05T08:00:00Z", names: { _ in nil })
      let rows = promised?.jsonRows().map { String(decoding: $0, as: UTF8.self) } ?? []
      #expect(rows.count == 1)
      #expect(rows[0].contains(#""end":"20:00""#) && rows[0].contains(#""nowEnd":"17:00""#))
    }

    @Test func `an answer that is awaited is awaited of the first part`() {
      let late = team(schedule("S1", "bas"), publish(), edit("S1", ["start": "14:00"]))
        .given(split(at: "17:00"))
      late.when(answer("S1b", "bas")).thenRejected(.nothingAwaited)
      late.given(answer("S1", "bas"))
    }

    // MARK: - Parts of one shift

    @Test func `parts that one person has are one shift of their day`() {
      let parts = planned.given(split(at: "17:00"), split("S1b", at: "18:00", into: "S1c"))
      parts.when(schedule("S2", "bas", on: "2026-01-12", "08:00", "09:00"))
        .thenRejected(.dayTaken, conflicts: ["S1", "S1b", "S1c"])
      parts.given(configure(["maxShiftsPerDay": 2]))
        .given(schedule("S2", "bas", on: "2026-01-12", "08:00", "09:00"))
      // The first part's own day is not taken by its others.
      parts.given(edit("S1", ["start": "14:00"]), edit("S1b", ["end": "17:45"]))
      parts.when(post("R1", "bas")).thenRejected(.dayTaken)
    }

    @Test func `a part of somebody else takes the day of a shift`() {
      let parts = planned.given(split(at: "17:00"), assign("S1b", to: "eva"))
      parts.when(schedule("S2", "eva", on: "2026-01-12", "08:00", "09:00"))
        .thenRejected(.dayTaken, conflicts: ["S1b"])
      parts.given(schedule("S2", "tom", on: "2026-01-12", "08:00", "09:00"))
        .when(assign("S1b", to: "tom")).thenRejected(.dayTaken, conflicts: ["S2"])
    }

    @Test func `a part comes back to who has another one, also from a trade and a cancelling`() {
      let given = planned.given(split(at: "17:00"), assign("S1b", to: "eva"))
      given.given(assign("S1b", to: "bas"))
      given.given(supply("S1b", "eva"), accept("S1b", "bas"))
      let other = given.given(schedule("S2", "bas", on: "2026-01-14"))
      other.given(
        act("bas", "trade.offered", "T1", ["give": "S2", "take": "S1b"]),
        act("eva", "trade.accepted", "T1"))
      planned.given(
        split(at: "17:00"), act("mia", "shift.cancelled", "S1"), act("mia", "shift.restored", "S1"))
    }

    @Test func `a part that was moved to another day counts there with the others of it`() {
      let moved = planned.given(
        split(at: "17:00"), split("S1b", at: "18:30", into: "S1c"),
        edit("S1b", ["date": "2026-01-14"]), edit("S1c", ["date": "2026-01-14"]))
      moved.when(schedule("S2", "bas", on: "2026-01-14", "08:00", "09:00"))
        .thenRejected(.dayTaken, conflicts: ["S1b", "S1c"])
      moved.given(schedule("S2", "eva", on: "2026-01-14", "08:00", "09:00"))
        .when(edit("S1", ["date": "2026-01-14", "start": "10:00", "end": "11:00"]))
        .then(
          event(
            "shift.edited", "S1",
            ["date": "2026-01-14", "start": "10:00", "end": "11:00", "owner": "bas"]))
    }

    @Test func `no rest lies between parts, and it does between them and others`() {
      let parts = team(
        configure(["minRestMinutes": 600, "maxShiftsPerDay": 3]), schedule("S1", "bas")
      ).given(
        split(at: "17:00"), split("S1b", at: "18:00", into: "S1c"), assign("S1b", to: "eva"),
        supply("S1b", "eva"))
      // Its others lie on both sides of it.
      parts.given(accept("S1b", "bas"))
      parts.given(assign("S1c", to: "tom"), supply("S1c", "tom"), accept("S1c", "bas"))
      parts.given(schedule("S2", "tom", on: "2026-01-12", "08:00", "10:00"))
        .when(accept("S1b", "tom")).thenRejected(.restTooShort, conflicts: ["S2"])
    }

    @Test func `an occurrence meets parts of a shift as one`() {
      let parts = team(
        configure(["maxShiftsPerDay": 2]), schedule("S1", "bas"), split(at: "17:00"))
      parts.when(fix("F1", "bas", "08:00", "09:00", from: "2026-01-12")).then(
        event(
          "fixedshift.registered", "F1",
          [
            "weekday": "monday", "start": "08:00", "end": "09:00", "owner": "bas",
            "from": "2026-01-12",
          ]), occurrence("F1", "bas", "2026-01-12", "08:00", "09:00"),
        occurrence("F1", "bas", "2026-01-19", "08:00", "09:00"),
        occurrence("F1", "bas", "2026-01-26", "08:00", "09:00"),
        occurrence("F1", "bas", "2026-02-02", "08:00", "09:00"),
        occurrence("F1", "bas", "2026-02-09", "08:00", "09:00"),
        occurrence("F1", "bas", "2026-02-16", "08:00", "09:00"),
        occurrence("F1", "bas", "2026-02-23", "08:00", "09:00"))
    }

    @Test func `an occurrence that was split stands no more as its series says`() {
      team(fix("F1", "bas"), split("F1.2026-01-12", at: "17:00")).when(
        act("mia", "fixedshift.edited", "F1", ["end": "21:00", "until": "2026-01-12"])
      ).then(
        event(
          "fixedshift.edited", "F1",
          [
            "end": "21:00", "from": "2026-01-05", "until": "2026-01-12", "owner": "bas",
            "edited": ["F1.2026-01-05"],
            "removed": [
              "F1.2026-01-19", "F1.2026-01-26", "F1.2026-02-02", "F1.2026-02-09", "F1.2026-02-16",
              "F1.2026-02-23",
            ], "kept": ["F1.2026-01-12"],
          ]))
    }

    @Test func `an owner gives a part away by the marketplace, with approval and points`() {
      let past = permitted.given(
        configure(["marketApproval": "manager"]), split(at: "17:00", by: "bas"),
        supply("S1b", "bas"), accept("S1b", "eva"), approve("S1b", "mia"),
        act("bas", "hours.recorded", "S1", ["minutes": 120], at: "2026-01-12 21:00"),
        act("eva", "hours.recorded", "S1b", ["minutes": 180]))
      past.then(.points, ["rank": 1, "user": "eva", "points": 1])
    }

    // MARK: - Who is told, and what is shown

    @Test func `the owner is told of a manager's split, with the first part as it is since`() {
      let past = planned.given(split(at: "17:00"))
      past.expectTold(["bas"], "split", of: "S1")
      let row = past.folded(into: Inbox()).rows.last
      #expect(row?.start == TimeOfDay("15:00") && row?.end == TimeOfDay("17:00"))
      permitted.given(split(at: "17:00", by: "bas")).expectTold([], "split", of: "S1")
      team(schedule("S1", "mia")).given(split(at: "17:00")).expectTold([], "split", of: "S1")
    }

    @Test func `where drafts are hidden, owners hear of splits of published shifts alone`() {
      let hidden = team(
        configure(["drafts": "hidden"]), schedule("S1", "bas"),
        schedule("S2", "bas", on: "2026-01-18", "22:00", "06:00"))
      hidden.given(split(at: "17:00")).expectTold([], "split", of: "S1")
      hidden.given(publish(), split(at: "17:00")).expectTold(["bas"], "split", of: "S1")
      // Its second part is on Monday, of which one publication knows.
      let monday = act(
        "mia", "schedule.published", "P1", ["from": "2026-01-19", "to": "2026-01-19"])
      hidden.given(monday, split("S2", at: "02:00")).expectTold(["bas"], "split", of: "S2")
      hidden.given(monday, split("S2", at: "23:00")).expectTold([], "split", of: "S2")
    }

    @Test func `the stories of both parts tell the split`() {
      let past = planned.given(split(at: "17:00", ["override": ["shiftStarted"]]))
      func last(_ shift: ShiftID) -> AuditRow? {
        past.folded(into: Audit(of: .shift(shift))).rows.last
      }
      #expect(
        last("S1")?.effect.description
          == "split at 17:00: S1b goes on until 20:00; set aside: shiftStarted")
      #expect(last("S1b")?.effect.description == "bas's, the part of S1 from 17:00 to 20:00")
      for shift in ["S1", "S1b"] as [ShiftID] {
        #expect(last(shift)?.owner == "bas" && last(shift)?.status == .idle)
      }
    }
  }
}
