import Projections
import ShiftEvents
import ShiftEventsTesting
import Testing

extension Rules {
  @Suite("The clock") struct Clock {
    /// Bas has a shift on Monday 12 January 2026 from 15:00 to 20:00 with a break of half an hour.
    private let past = team(schedule("S1", "bas", with: ["breakMinutes": 30]))
    private let at3 = "2026-01-12 15:00"

    private func work(
      _ act: String, _ shift: String = "S1", by actor: String = "bas", at time: String
    ) -> Step {
      // With seconds it is a whole time.
      let time = time.utf8.count == 19 ? time.replacing(" ", with: "T") + "Z" : time
      return ShiftEventsTesting.act(actor, "work.\(act)", shift, at: time)
    }

    private func ended(
      _ start: String, _ end: String, _ minutes: Int, less breakMinutes: Int? = nil,
      _ shift: String = "S1", date: String = "2026-01-12", by worker: String = "bas",
      first: String = "bas"
    ) -> ExpectedEvent {
      let data: JSON = [
        "worker": .text(worker), "date": .text(date), "startAt": .text(start + ":00.000Z"),
        "endAt": .text(end + ":00.000Z"), "minutes": .integer(minutes),
      ]
      return event(
        "work.ended", shift,
        data.adding("breakMinutes", breakMinutes.map { .integer($0) })
          .adding("firstOwner", .text(first)))
    }

    // MARK: - From begin to end

    @Test func `work begins, pauses, goes on and ends, and its end records the hours`() {
      let done = past.when(work("started", at: "2026-01-12 14:50")).then(
        event("work.started", "S1", ["date": "2026-01-12"])
      ).when(work("paused", at: "2026-01-12 17:00")).then(
        event("work.paused", "S1", ["date": "2026-01-12"])
      ).when(work("resumed", at: "2026-01-12 17:20")).then(
        event("work.resumed", "S1", ["date": "2026-01-12"])
      ).when(work("ended", at: "2026-01-12 20:10")).then(
        ended("2026-01-12T14:50", "2026-01-12T20:10", 300, less: 20))
      #expect(told(done) == told(past))
      let replay: Replay = done.folded()
      let row = replay.workedHours(at: "2026-01-13T08:00:00Z").first
      #expect(row?.minutes == 300 && row?.scheduledMinutes == 270 && row?.missing == 0)
      done.when(act("mia", "hours.confirmed", "S1")).then(
        event("hours.confirmed", "S1", ["worker": "bas", "date": "2026-01-12", "minutes": 300]))
    }

    @Test func `without a pause the shift's break is taken off, where it leaves a minute`() {
      let begun = past.given(work("started", at: at3))
      begun.when(work("ended", at: "2026-01-12 20:00")).then(
        ended("2026-01-12T15:00", "2026-01-12T20:00", 270, less: 30))
      begun.when(work("ended", at: "2026-01-12 15:30")).then(
        ended("2026-01-12T15:00", "2026-01-12T15:30", 30))
      begun.when(work("ended", at: "2026-01-12 15:31")).then(
        ended("2026-01-12T15:00", "2026-01-12T15:31", 1, less: 30))
    }

    @Test func `pauses are whole minutes all together; one that runs counts up to the end`() {
      let begun = past.given(work("started", at: at3))
      func paused(_ spans: (String, String)...) -> Scenario {
        spans.reduce(begun) {
          $0.given(
            work("paused", at: "2026-01-12 " + $1.0), work("resumed", at: "2026-01-12 " + $1.1))
        }
      }
      paused(("16:00:00", "16:00:40"), ("17:00:00", "17:00:40"))
        .when(work("ended", at: "2026-01-12 20:00")).then(
          ended("2026-01-12T15:00", "2026-01-12T20:00", 299, less: 1))
      // A pause of less than a minute is one: the shift's break is not taken off.
      paused(("16:00:00", "16:00:40")).when(work("ended", at: "2026-01-12 20:00")).then(
        ended("2026-01-12T15:00", "2026-01-12T20:00", 300))
      begun.given(work("paused", at: "2026-01-12 19:00"))
        .when(work("ended", at: "2026-01-12 20:00")).then(
          ended("2026-01-12T15:00", "2026-01-12T20:00", 240, less: 60))
    }

    @Test(arguments: [
      (1, "15:07:29", "20:07:30", "15:07", "20:08"), (5, "15:02:30", "20:02:29", "15:05", "20:00"),
      (15, "14:52:30", "20:07:29", "15:00", "20:00"),
      (30, "15:14:59", "20:45:00", "15:00", "21:00"),
    ])
    func `begin and end are rounded to the policy's minutes, halves later`(
      minutes: Int, begin: String, end: String, from: String, to: String
    ) {
      let (first, last) = (TimeOfDay(from)!, TimeOfDay(to)!)
      past.given(
        configure(["clockRoundMinutes": .integer(minutes)]),
        act("mia", "shift.edited", "S1", ["breakMinutes": nil]),
        work("started", at: "2026-01-12 " + begin)
      ).when(work("ended", at: "2026-01-12 " + end)).then(
        ended(
          "2026-01-12T" + from, "2026-01-12T" + to, Int(last.minutes) - Int(first.minutes)))
    }

    @Test func `pauses never take off more than there is between the rounded times`() {
      past.given(
        configure(["clockRoundMinutes": 30]), work("started", at: "2026-01-12 15:16"),
        work("paused", at: "2026-01-12 15:17")
      ).when(work("ended", at: "2026-01-12 15:44")).then(
        ended("2026-01-12T15:30", "2026-01-12T15:30", 0))
    }

    @Test
    func
      `rounding goes past midnight, and an hour in which the clocks change is as long as it was`()
    {
      let amsterdam = team(configure(["timeZone": "Europe/Amsterdam", "clockRoundMinutes": 15]))
      amsterdam.given(
        schedule("S1", "bas", on: "2026-01-12", "20:00", "23:50"),
        work("started", at: "2026-01-12 18:50")
      ).when(work("ended", at: "2026-01-12 22:53")).then(
        ended("2026-01-12T18:45", "2026-01-12T23:00", 255))
      // At 2:00 it is 3:00 on 29 March, and 3:00 is 2:00 on 25 October.
      amsterdam.given(
        schedule("S1", "bas", on: "2026-03-28", "22:00", "06:00"),
        work("started", at: "2026-03-28 21:00")
      ).when(work("ended", at: "2026-03-29 00:54")).then(
        ended("2026-03-28T21:00", "2026-03-29T01:00", 240, date: "2026-03-28"))
      amsterdam.given(
        schedule("S1", "bas", on: "2026-10-24", "22:00", "06:00"),
        work("started", at: "2026-10-24 20:00")
      ).when(work("ended", at: "2026-10-25 05:00")).then(
        ended("2026-10-24T20:00", "2026-10-25T05:00", 540, date: "2026-10-24"))
    }

    // MARK: - Codes

    @Test func `tooLate: the shift is over by the schedule`() {
      past.when(work("started", at: "2026-01-12 20:00")).thenRejected(.tooLate)
      past.when(work("started", at: "2026-01-12 19:59")).then(
        event("work.started", "S1", ["date": "2026-01-12"]))
    }

    @Test func `tooEarly: work begins at most so long before the start`() {
      past.when(work("started", at: "2026-01-12 14:44")).thenRejected(.tooEarly)
      let strict = past.given(configure(["clockEarlyMinutes": 0]))
      strict.when(work("started", at: "2026-01-12 14:59")).thenRejected(.tooEarly)
      strict.when(work("started", at: at3)).then(
        event("work.started", "S1", ["date": "2026-01-12"]))
    }

    @Test func `workStarted: once by one owner, also behind its end`() {
      let begun = past.given(work("started", at: at3))
      begun.when(work("started", at: at3)).thenRejected(.workStarted)
      begun.given(work("ended", at: "2026-01-12 16:00"))
        .when(work("started", at: "2026-01-12 17:00")).thenRejected(.workStarted)
    }

    @Test func `workRunning: one shift at a time`() {
      let two = past.given(
        configure(["maxShiftsPerDay": 2]), schedule("S2", "bas", "20:00", "22:00"),
        work("started", at: at3))
      two.when(work("started", "S2", at: "2026-01-12 19:50")).thenRejected(.workRunning)
      two.given(work("ended", at: "2026-01-12 19:50"))
        .when(work("started", "S2", at: "2026-01-12 19:50")).then(
          event("work.started", "S2", ["date": "2026-01-12"]))
    }

    @Test func `hoursRecorded: hours but 0 are there`() {
      func recorded(_ minutes: Int) -> Scenario {
        past.given(
          act("bas", "hours.recorded", "S1", ["minutes": .integer(minutes)], at: at3))
      }
      recorded(10).when(work("started", at: "2026-01-12 16:00")).thenRejected(.hoursRecorded)
      recorded(0).when(work("started", at: "2026-01-12 16:00")).then(
        event("work.started", "S1", ["date": "2026-01-12"]))
    }

    @Test func `notWorking: nothing runs`() {
      for act in ["paused", "resumed", "ended"] {
        past.when(work(act, at: at3)).thenRejected(.notWorking)
        past.given(work("started", at: at3), work("ended", at: at3))
          .when(work(act, at: at3)).thenRejected(.notWorking)
      }
    }

    @Test func `alreadyPaused: a pause runs`() {
      past.given(work("started", at: at3), work("paused", at: at3))
        .when(work("paused", at: at3)).thenRejected(.alreadyPaused)
    }

    @Test func `notPaused: no pause runs`() {
      past.given(work("started", at: at3)).when(work("resumed", at: at3))
        .thenRejected(.notPaused)
    }

    @Test func `invalidHours: an end that was forgotten is a manager's to record`() {
      let begun = past.given(work("started", at: at3))
      begun.when(work("ended", at: "2026-01-13 16:30")).then(
        ended("2026-01-12T15:00", "2026-01-13T16:30", 1500, less: 30))
      let forgotten = begun.when(work("ended", at: "2026-01-13 16:31"))
        .thenRejected(.invalidHours)
      forgotten.given(
        act(
          "mia", "hours.recorded", "S1", ["start": "15:00", "end": "20:00"], at: "2026-01-14 08:00")
      ).when(work("ended", at: "2026-01-14 09:00")).thenRejected(.notWorking)
    }

    @Test func `invalidField: the clock is rounded to some numbers of minutes alone`() {
      for minutes in [1, 5, 6, 10, 12, 15, 30] {
        team().when(configure(["clockRoundMinutes": .integer(minutes)])).then(
          event("workplace.configured", "W", ["clockRoundMinutes": .integer(minutes)]))
      }
      team().when(configure(["clockRoundMinutes": 20])).thenRejected(.invalidField)
      team().when(configure(["clockRoundMinutes": 31])).thenInvalid(.invalidField)
    }

    @Test func `notOwner: the owner alone works by the clock, a manager records hours`() {
      for act in ["started", "paused", "resumed", "ended"] {
        past.when(work(act, by: "mia", at: at3)).thenRejected(.notOwner)
        past.when(work(act, "S0", at: at3)).thenRejected(.unknownShift)
      }
    }

    @Test func `missingRole: who is no employee any more works no shift, a manager neither`() {
      let gone: JSON = ["role": "employee"]
      let begun = past.given(
        act("mia", "role.granted", "bas", ["role": "manager"]), work("started", at: at3),
        act("mia", "role.revoked", "bas", gone, at: at3))
      for act in ["paused", "resumed", "ended", "started"] {
        begun.when(work(act, at: "2026-01-12 15:01")).thenRejected(.missingRole)
      }
      begun.when(act("bas", "hours.recorded", "S1", ["minutes": 1], at: "2026-01-12 15:01")).then(
        event(
          "hours.recorded", "S1",
          ["minutes": 1, "worker": "bas", "date": "2026-01-12", "firstOwner": "bas"]))
    }

    // MARK: - Work that ends without an event

    @Test func `hours, another owner, a cancellation and an erasure end it, and record nothing`() {
      let begun = past.given(work("started", at: at3))
      func isOver(_ step: Step) {
        let replay: Replay = begun.given(step).folded()
        #expect(replay.state.runningWork(of: "S1") == nil)
        #expect(replay.workedHours(at: "2026-01-13T08:00:00Z").allSatisfy { $0.minutes == 0 })
      }
      let late: JSON = ["override": ["shiftStarted"]]
      isOver(act("mia", "hours.recorded", "S1", ["minutes": 0], at: at3))
      isOver(
        act("mia", "shift.assigned", "S1", ["to": "eva", "override": ["shiftStarted"]], at: at3))
      isOver(act("mia", "shift.cancelled", "S1", late, at: at3))
      isOver(act("bas", "user.erased", "bas", at: at3))
      let early = past.given(
        schedule("S2", "eva", on: "2026-01-14"),
        act("bas", "trade.offered", "X1", ["give": "S1", "take": "S2"]),
        work("started", at: "2026-01-12 14:50"))
      early.given(act("eva", "trade.accepted", "X1", at: "2026-01-12 14:55"))
        .when(work("ended", at: "2026-01-12 15:00")).thenRejected(.notOwner)
        .when(work("started", by: "eva", at: at3)).then(
          event("work.started", "S1", ["date": "2026-01-12"]))
      let edited = begun.given(
        act("mia", "shift.edited", "S1", ["end": "21:00", "override": ["shiftStarted"]], at: at3))
      edited.when(work("ended", at: "2026-01-12 21:00")).then(
        ended("2026-01-12T15:00", "2026-01-12T21:00", 330, less: 30))
    }

    @Test
    func `workStarted: who gets the shift back begins again where somebody else did in between`() {
      func assign(_ user: String) -> Step {
        act(
          "mia", "shift.assigned", "S1",
          ["to": .text(user), "override": ["shiftStarted"]], at: "2026-01-12 16:00")
      }
      let back = past.given(work("started", at: at3), assign("eva"), assign("bas"))
      back.when(work("started", at: "2026-01-12 16:00")).thenRejected(.workStarted)
      back.when(work("ended", at: "2026-01-12 16:00")).thenRejected(.notWorking)
      past.given(work("started", at: at3), assign("eva")).when(
        work("started", by: "eva", at: "2026-01-12 16:00")
      ).then(event("work.started", "S1", ["date": "2026-01-12"]))
        .given(assign("bas")).when(work("ended", at: "2026-01-12 16:00")).thenRejected(.notWorking)
        .when(work("started", at: "2026-01-12 16:00")).then(
          event("work.started", "S1", ["date": "2026-01-12"]))
    }

    @Test func `who worked for another earns a point by the end of the work`() {
      let done = team(
        schedule("S1", "bas"), supply("S1", "bas"), accept("S1", "eva"),
        work("started", by: "eva", at: at3)
      ).when(work("ended", by: "eva", at: "2026-01-12 20:00")).then(
        ended("2026-01-12T15:00", "2026-01-12T20:00", 300, by: "eva", first: "bas"))
      let replay: Replay = done.folded()
      #expect(replay.state.points["eva"]?.points == 1)
    }

    @Test func `a closed period binds nobody's own clock`() {
      past.given(
        work("started", at: "2026-01-12 19:59"),
        act(
          "mia", "period.closed", "P", ["from": "2026-01-12", "to": "2026-01-12"],
          at: "2026-01-13 08:00")
      ).when(work("ended", at: "2026-01-13 09:00")).then(
        ended("2026-01-12T19:59", "2026-01-13T09:00", 751, less: 30))
    }
  }
}
