import ShiftEvents
import ShiftEventsTesting
import Testing

extension Rules {
  @Suite("Late changes") struct LateChanges {
    private let published = team(
      schedule("S1", "bas"), schedule("S2", "eva", on: "2026-01-13"), publish())
    /// At least a day's notice, as of Monday 5 January 08:00 UTC.
    private var strict: Scenario { published.given(configure(["minNoticeMinutes": 1440])) }

    // MARK: - The fact

    @Test func `every change of a published shift by a manager tells its notice last`() {
      // S1 begins 7 days and 7 hours from now.
      published.when(
        assign("S1", to: "tom", ["override": ["absent"], "reason": "bas; \"ill\" \\ "])
      ).then(
        event(
          "shift.assigned", "S1",
          [
            "to": "tom", "override": ["absent"], "reason": "bas; \"ill\" \\ ", "from": "bas",
            "date": "2026-01-12", "start": "15:00", "end": "20:00", "notice": 10500,
          ]))
      published.when(edit("S1", ["start": "14:00", "reason": "x"])).then(
        event(
          "shift.edited", "S1",
          [
            "date": "2026-01-12", "start": "14:00", "end": "20:00", "reason": "x", "owner": "bas",
            "notice": 10440,
          ]))
      published.when(act("mia", "shift.cancelled", "S1", ["reason": "No guests"])).then(
        event(
          "shift.cancelled", "S1",
          ["reason": "No guests", "owner": "bas", "date": "2026-01-12", "notice": 10500]))
      published.when(schedule("S3", "tom", with: ["reason": "x"])).then(
        event(
          "shift.scheduled", "S3",
          [
            "owner": "tom", "date": "2026-01-12", "start": "15:00", "end": "20:00", "reason": "x",
            "notice": 10500,
          ]))
    }

    @Test func `a reason stands also where nothing is published`() {
      team(schedule("S1", "bas")).when(assign("S1", to: "tom", ["reason": "x"])).then(
        event(
          "shift.assigned", "S1",
          [
            "to": "tom", "reason": "x", "from": "bas", "date": "2026-01-12", "start": "15:00",
            "end": "20:00",
          ]))
    }

    @Test(arguments: [
      ("2026-01-12 14:59", 1), ("2026-01-12 14:59:30", 0), ("2026-01-12 15:00", 0),
      ("2026-01-12 15:00:01", -1), ("2026-01-12 15:01", -1), ("2026-01-12 15:01:01", -2),
    ])
    func `notice is whole minutes, rounded down`(now: String, notice: Int) {
      let time = now.replacing(" ", with: "T") + (now.count == 16 ? ":00Z" : "Z")
      published.when(
        act("mia", "shift.cancelled", "S1", ["override": ["shiftStarted"]], at: time)
      ).then(
        event(
          "shift.cancelled", "S1",
          [
            "override": ["shiftStarted"], "owner": "bas", "date": "2026-01-12",
            "notice": .integer(notice),
          ]))
    }

    @Test func `notice of an edit goes by the earlier start, and by either day`() {
      // Out of the published days, and into them.
      published.when(edit("S1", ["date": "2026-01-20"])).then(
        event(
          "shift.edited", "S1",
          [
            "date": "2026-01-20", "start": "15:00", "end": "20:00", "owner": "bas",
            "notice": 10500,
          ]))
      team(schedule("S1", "bas", on: "2026-01-20"), publish()).when(
        edit("S1", ["date": "2026-01-12", "end": "23:00"])
      ).then(
        event(
          "shift.edited", "S1",
          [
            "date": "2026-01-12", "start": "15:00", "end": "23:00", "owner": "bas",
            "notice": 10500,
          ]))
    }

    @Test func `notice crosses a change of the clocks in real minutes`() {
      // The clocks go forward on 29 March 2026 at 02:00.
      team(
        configure(["timeZone": "Europe/Amsterdam"]),
        schedule("S1", "bas", on: "2026-03-29", "10:00", "12:00"),
        publish(from: "2026-03-29", to: "2026-03-29")
      ).when(act("mia", "shift.cancelled", "S1", at: "2026-03-28 09:00")).then(
        event(
          "shift.cancelled", "S1", ["owner": "bas", "date": "2026-03-29", "notice": 1380]))
    }

    @Test func `an edit of words alone is no late change, one of the place is`() {
      published.when(edit("S1", ["labels": ["late"], "title": "Till", "end": "20:00"])).then(
        event(
          "shift.edited", "S1",
          [
            "date": "2026-01-12", "start": "15:00", "end": "20:00", "labels": ["late"],
            "title": "Till", "owner": "bas",
          ]))
      published.when(edit("S1", ["days": 0])).then(
        event(
          "shift.edited", "S1",
          ["date": "2026-01-12", "start": "15:00", "end": "20:00", "days": 0, "owner": "bas"]))
      published.when(edit("S1", ["place": "Bar 2"])).then(
        event(
          "shift.edited", "S1",
          [
            "date": "2026-01-12", "start": "15:00", "end": "20:00", "place": "Bar 2",
            "owner": "bas", "notice": 10500,
          ]))
    }

    @Test func `missingField: a reason or an override alone edits nothing`() {
      published.when(edit("S1", ["reason": "x"])).thenInvalid(.missingField)
      published.when(edit("S1", ["override": ["absent"], "reason": "x"])).thenInvalid(
        .missingField)
      published.when(edit("S1", ["reason": "x", "date": nil])).thenRejected(.missingField)
    }

    @Test func `what an owner does and what the tool schedules is no late change`() {
      let fixed = published.given(fix("F1", "tom", on: "friday", from: "2026-01-16"))
      fixed.when(supply("S1", "bas")).then(
        event(
          "shift.supplied", "S1",
          ["owner": "bas", "date": "2026-01-12", "start": "15:00", "end": "20:00"]))
      fixed.when(answer("F1.2026-01-16", "tom")).thenRejected(.nothingAwaited)
      fixed.given(supply("S1", "bas"), accept("S1", "tom")).when(answer("S1", "tom"))
        .thenRejected(.nothingAwaited)
      fixed.when(act("tom", "fixedshift.removed", "F1")).then(
        event(
          "fixedshift.removed", "F1",
          [
            "owner": "tom", "removed": .list(fridays.map { .text("F1.\($0)") }), "kept": [],
          ]))
    }

    private let fridays = [
      "2026-01-16", "2026-01-23", "2026-01-30", "2026-02-06", "2026-02-13", "2026-02-20",
      "2026-02-27",
    ]

    // MARK: - The policy

    @Test func `noticeTooShort: less than the workplace asks for, unless set aside; 0 is off`() {
      strict.given(assign("S1", to: "tom", at: "2026-01-11 15:00"))
      strict.when(assign("S1", to: "tom", at: "2026-01-11 15:01")).thenRejected(.noticeTooShort)
      strict.given(
        assign("S1", to: "tom", ["override": ["noticeTooShort"]], at: "2026-01-12 14:00"))
      // After the start.
      strict.when(
        act(
          "mia", "shift.cancelled", "S1", ["override": ["shiftStarted"]], at: "2026-01-12 16:00")
      ).thenRejected(.noticeTooShort)
      published.given(
        act(
          "mia", "shift.cancelled", "S1", ["override": ["shiftStarted"]], at: "2026-01-12 16:00"))
      // Nothing is published on that day.
      strict.given(schedule("S3", "tom", on: "2026-01-05", "12:00", "13:00"))
    }

    @Test func `with as much notice as answerNoticeMinutes a change awaits no answer; 0 is off`() {
      func asking(_ minutes: Int) -> Scenario {
        published.given(configure(["answerNoticeMinutes": .integer(minutes)]))
      }
      let change = assign("S1", to: "tom")
      // Its notice is 10500 minutes.
      asking(10500).given(change).when(answer("S1", "tom")).thenRejected(.nothingAwaited)
      asking(10501).given(change, answer("S1", "tom"))
      asking(0).given(change, answer("S1", "tom"))
      // What was awaited before ends, and a policy changes nothing that is awaited.
      published.given(
        change, configure(["answerNoticeMinutes": 9000]), edit("S1", ["start": "14:00"])
      ).when(answer("S1", "tom")).thenRejected(.nothingAwaited)
      published.given(change, configure(["answerNoticeMinutes": 1]), answer("S1", "tom"))
      // After the start there is no such notice.
      asking(1).given(
        assign("S1", to: "tom", ["override": ["shiftStarted"]], at: "2026-01-12 16:00"),
        answer("S1", "tom"))
      let trade = act("mia", "trade.recorded", "T1", ["give": "S1", "take": "S2"])
      for (shift, user) in [("S1", "eva"), ("S2", "bas")] {
        asking(10500).given(trade).when(answer(shift, user)).thenRejected(.nothingAwaited)
        asking(10501).given(trade, answer(shift, user))
      }
    }

    @Test func `noticeTooShort: a manager's change of an own shift, too`() {
      strict.when(
        schedule("S3", "mia", on: "2026-01-12", "09:00", "10:00", at: "2026-01-12 08:00")
      ).thenRejected(.noticeTooShort)
    }

    @Test func `noticeTooShort: after shiftStarted, before hours, time and place`() {
      let now = "2026-01-12 15:00"
      strict.when(assign("S1", to: "tom", at: now)).thenRejected(.shiftStarted)
      strict.given(act("bas", "hours.recorded", "S1", ["minutes": 60], at: now)).when(
        assign("S1", to: "tom", ["override": ["shiftStarted"]], at: now)
      ).thenRejected(.noticeTooShort)
      strict.when(
        schedule("S3", "tom", "23:00", "23:00", with: ["days": 0], at: "2026-01-12 14:00")
      ).thenRejected(.noticeTooShort)
      let vacancy = strict.given(
        act(
          "mia", "vacancy.posted", "V1",
          ["date": "2026-01-12", "start": "15:00", "end": "20:00", "places": 0]))
      vacancy.when(
        act(
          "mia", "shift.claimed", "C1", ["vacancy": "V1", "owner": "tom"], at: "2026-01-12 14:00")
      ).thenRejected(.noticeTooShort)
    }

    @Test func `noticeTooShort: of an edit, after hours, the state and the result's start`() {
      let now = "2026-01-12 14:00"
      let awaiting = strict.given(
        configure(["marketApproval": "manager"]), supply("S1", "bas"), accept("S1", "tom"))
      awaiting.when(edit("S1", ["end": "21:00"], at: now)).thenRejected(.awaitingApproval)
      strict.when(edit("S1", ["start": "13:00"], at: now)).thenRejected(.shiftStarted)
      strict.when(edit("S1", ["end": "15:00", "days": 0], at: now)).thenRejected(.noticeTooShort)
      // On the result: an edit of the words alone has none.
      strict.given(edit("S1", ["labels": ["late"]], at: now))
    }

    // MARK: - Claims

    private var vacancy: Scenario {
      strict.given(
        act(
          "mia", "vacancy.posted", "V1",
          ["date": "2026-01-14", "start": "15:00", "end": "20:00", "places": 3, "title": "Till"]))
    }

    @Test func `a claim by a manager for another is a late change, one's own is none`() {
      vacancy.when(
        act(
          "mia", "shift.claimed", "C1", ["vacancy": "V1", "owner": "tom", "reason": "By phone"])
      ).then(
        event(
          "shift.claimed", "C1",
          [
            "vacancy": "V1", "owner": "tom", "reason": "By phone", "date": "2026-01-14",
            "start": "15:00", "end": "20:00", "title": "Till", "left": 2, "notice": 13380,
          ]))
      for user in ["tom", "mia"] {
        vacancy.when(act(user, "shift.claimed", "C1", ["vacancy": "V1"], at: "2026-01-14 14:00"))
          .then(
            event(
              "shift.claimed", "C1",
              [
                "vacancy": "V1", "owner": .text(user), "date": "2026-01-14", "start": "15:00",
                "end": "20:00", "title": "Till", "left": 2,
              ]))
      }
    }

    @Test func `notManager: a reason of a claim is a manager's alone, after who may`() {
      vacancy.when(act("tom", "shift.claimed", "C1", ["vacancy": "V1", "reason": "x"]))
        .thenRejected(.notManager)
      vacancy.when(
        act("tom", "shift.claimed", "C1", ["vacancy": "V9", "reason": "x"])
      ).thenRejected(.unknownVacancy)
      vacancy.given(act("mia", "shift.claimed", "C1", ["vacancy": "V1", "reason": "x"]))
    }

    // MARK: - Answers

    @Test func `the owner after the change answers once`() {
      let changed = published.given(assign("S1", to: "tom", at: "2026-01-06 09:00"))
      let answered = changed.when(answer("S1", "tom")).then(
        event(
          "change.answered", "S1",
          [
            "agreed": true, "owner": "tom", "date": "2026-01-12",
            "changedAt": "2026-01-06T09:00:00.000Z",
          ]))
      answered.when(answer("S1", "tom", false)).thenRejected(.nothingAwaited)
    }

    @Test func `nothingAwaited: before who may`() {
      published.when(answer("S1", "eva")).thenRejected(.nothingAwaited)
      published.when(answer("S9", "eva")).thenRejected(.unknownShift)
    }

    @Test func `notOwner: whose answer is not awaited`() {
      let changed = published.given(assign("S1", to: "tom"))
      for user in ["bas", "mia"] {
        changed.when(answer("S1", user)).thenRejected(.notOwner)
      }
    }

    @Test func `missingRole: an employee no longer, before the shift`() {
      published.given(
        assign("S1", to: "tom"), act("mia", "role.revoked", "tom", ["role": "employee"])
      ).when(answer("S9", "tom")).thenRejected(.missingRole)
    }

    @Test func `the last owner answers for a cancelled shift, also when it would be over`() {
      published.given(act("mia", "shift.cancelled", "S1")).when(
        answer("S1", "bas", false, at: "2026-01-13 09:00")
      ).then(
        event(
          "change.answered", "S1",
          [
            "agreed": false, "owner": "bas", "date": "2026-01-12",
            "changedAt": "2026-01-05T08:00:00.000Z",
          ]))
    }

    @Test func `a later late change awaits in the place of the one before`() {
      let changed = published.given(
        assign("S1", to: "tom"), edit("S1", ["end": "21:00"], at: "2026-01-06 09:00"))
      changed.when(answer("S1", "tom")).then(
        event(
          "change.answered", "S1",
          [
            "agreed": true, "owner": "tom", "date": "2026-01-12",
            "changedAt": "2026-01-06T09:00:00.000Z",
          ]))
      changed.given(assign("S1", to: "zoe")).when(answer("S1", "tom")).thenRejected(.notOwner)
    }

    @Test func `what came before is not awaited once a manager has the shift, or it is gone`() {
      let changed = published.given(assign("S1", to: "tom"))
      changed.given(assign("S1", to: "mia")).when(answer("S1", "tom"))
        .thenRejected(.nothingAwaited)
      changed.given(supply("S1", "tom"), accept("S1", "zoe")).when(answer("S1", "tom"))
        .thenRejected(.nothingAwaited)
      changed.given(
        configure(["marketApproval": "owner"]), supply("S1", "tom"), accept("S1", "zoe")
      ).given(answer("S1", "tom"))
      changed.given(
        configure(["marketApproval": "owner"]), supply("S1", "tom"), accept("S1", "zoe"),
        approve("S1", "tom")
      ).when(answer("S1", "tom")).thenRejected(.nothingAwaited)
      changed.given(offerTrade(give: "S1", take: "S2", by: "tom")).given(
        act("eva", "trade.accepted", "T1")
      ).when(answer("S1", "tom")).thenRejected(.nothingAwaited)
      let claimed = vacancy.given(
        act("mia", "shift.claimed", "C1", ["vacancy": "V1", "owner": "tom"]),
        act("tom", "shift.dropped", "C1"))
      claimed.when(answer("C1", "tom")).thenRejected(.unknownShift)
    }

    @Test func `whoever was erased is asked, and cannot answer`() {
      published.given(assign("S1", to: "tom"), act("mia", "user.erased", "tom")).when(
        answer("S1", "mia")
      ).thenRejected(.notOwner)
    }

    @Test func `the owner awaits while an edit moves the shift out of the published days`() {
      let moved = published.given(edit("S1", ["date": "2026-01-20"]))
      // The next change is none of a published shift.
      moved.when(assign("S1", to: "tom")).then(
        event(
          "shift.assigned", "S1",
          [
            "to": "tom", "from": "bas", "date": "2026-01-20", "start": "15:00", "end": "20:00",
          ])
      ).given(answer("S1", "bas"))
      // Nor is a trade that a manager records.
      moved.given(edit("S2", ["date": "2026-01-21"])).given(
        act("mia", "trade.recorded", "T1", ["give": "S1", "take": "S2"])
      ).given(answer("S1", "bas"), answer("S2", "eva"))
    }
  }
}
