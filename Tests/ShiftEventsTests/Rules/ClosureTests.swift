import Projections
import ShiftEvents
import ShiftEventsTesting
import Testing

private func close(
  _ from: String, _ more: JSON = [:], id closure: String = "C1", by actor: String = "mia",
  at: String? = nil
) -> Step {
  act(
    actor, "closure.recorded", closure, JSON.object([("from", .text(from))]).adding(more), at: at)
}

private func open(_ closure: String = "C1", at: String? = nil) -> Step {
  act("mia", "closure.ended", closure, at: at)
}

private func closed(
  _ from: String, _ to: String, _ more: JSON = [:], shifts: JSON = [], vacancies: JSON = []
) -> ExpectedEvent {
  event(
    "closure.recorded", "C1",
    JSON.object([("from", .text(from)), ("to", .text(to))]).adding(more)
      .adding(["shifts": shifts, "vacancies": vacancies]))
}

/// Weekly work that people claim, on Saturdays from 8:00 to 12:00.
private func ask(_ data: JSON = [:]) -> Step {
  act(
    "mia", "fixedvacancy.registered", "V1",
    JSON.object([
      ("weekday", "saturday"), ("start", "08:00"), ("end", "12:00"), ("places", 2),
    ]).adding(data))
}

private func posted(_ date: String, _ more: JSON = ["places": 2]) -> ExpectedEvent {
  event(
    "vacancy.posted", "V1.\(date)",
    JSON.object([("date", .text(date)), ("start", "08:00"), ("end", "12:00")]).adding(more)
      .adding(["fixedVacancy": "V1"]))
}

extension Rules {
  @Suite("Fixed vacancies") struct FixedVacancies {
    private let past = team(configure(["horizonWeeks": 2]), ask())
    private let registered = event(
      "fixedvacancy.registered", "V1",
      [
        "weekday": "saturday", "start": "08:00", "end": "12:00", "places": 2,
        "from": "2026-01-05",
      ])

    @Test func `weekly work posts its vacancies up to the horizon, and extend goes on`() {
      team(configure(["horizonWeeks": 2])).when(ask())
        .then(registered, posted("2026-01-10"), posted("2026-01-17"))
        .when(extend(at: "2026-01-13 08:00")).then(posted("2026-01-24"))
        .when(extend()).thenNothing()
    }

    @Test func `every two weeks up to a last day, with keys and people wanted`() {
      let keys: JSON = ["places": 2, "wanted": 5, "title": "Stock"]
      team(configure(["horizonWeeks": 8])).when(
        ask([
          "wanted": 5, "title": "Stock", "from": "2026-01-12", "until": "2026-02-14", "every": 2,
        ])
      ).then(
        event(
          "fixedvacancy.registered", "V1",
          [
            "weekday": "saturday", "start": "08:00", "end": "12:00", "places": 2, "wanted": 5,
            "title": "Stock", "from": "2026-01-12", "until": "2026-02-14", "every": 2,
          ]), posted("2026-01-17", keys), posted("2026-01-31", keys), posted("2026-02-14", keys))
    }

    @Test func `an id that a vacancy has already is left out, and a day that has no minute of it`()
    {
      team(configure(["horizonWeeks": 2]), vacancy("V1.2026-01-10", places: 1)).when(ask())
        .then(registered, posted("2026-01-17"))
      let night: JSON = ["weekday": "sunday", "start": "02:00", "end": "02:30", "places": 1]
      team(
        configure(["horizonWeeks": 2, "timeZone": "Europe/Amsterdam"]),
        act("mia", "fixedvacancy.registered", "V1", night), clock: "2026-03-16 08:00"
      ).when(extend(at: "2026-03-24 08:00")).then(
        event(
          "vacancy.posted", "V1.2026-04-05",
          [
            "date": "2026-04-05", "start": "02:00", "end": "02:30", "places": 1,
            "fixedVacancy": "V1",
          ]))
    }

    @Test
    func `an edit changes those that stand as the terms say, and closes those behind the last day`()
    {
      let edited = past.given(
        act("mia", "vacancy.edited", "V1.2026-01-10", ["places": 1]),
        claim("C1", "eva", of: "V1.2026-01-17"))
      edited.when(act("mia", "fixedvacancy.edited", "V1", ["places": 3, "title": "Stock"])).then(
        event(
          "fixedvacancy.edited", "V1",
          [
            "places": 3, "title": "Stock", "from": "2026-01-05", "edited": ["V1.2026-01-17"],
            "closed": [],
          ])
      ).when(act("mia", "fixedvacancy.edited", "V1", ["until": "2026-01-10"])).then(
        event(
          "fixedvacancy.edited", "V1",
          [
            "from": "2026-01-05", "until": "2026-01-10", "edited": [],
            "closed": ["V1.2026-01-17"],
          ])
      ).when(claim("C2", "tom", of: "V1.2026-01-17")).thenRejected(.noPlaceLeft)
        .when(act("mia", "fixedvacancy.removed", "V1")).then(
          event("fixedvacancy.removed", "V1", ["closed": ["V1.2026-01-10"]])
        ).when(drop("C1", "eva")).then(
          event(
            "shift.dropped", "C1",
            ["owner": "eva", "date": "2026-01-17", "vacancy": "V1.2026-01-17", "left": 0]))
    }

    @Test func `a later last day posts what is due in the same batch`() {
      past.given(act("mia", "fixedvacancy.edited", "V1", ["until": "2026-01-10"])).when(
        act("mia", "fixedvacancy.edited", "V1", ["until": nil], at: "2026-01-13 08:00")
      ).then(
        event(
          "fixedvacancy.edited", "V1",
          ["from": "2026-01-13", "until": nil, "edited": [], "closed": []]),
        posted("2026-01-24"))
    }

    @Test func `only a manager asks, changes and ends`() {
      past.when(act("bas", "fixedvacancy.edited", "V1", ["places": 1])).thenRejected(.notManager)
      past.when(act("bas", "fixedvacancy.removed", "V1")).thenRejected(.notManager)
      past.when(
        act(
          "bas", "fixedvacancy.registered", "V2",
          ["weekday": "monday", "start": "08:00", "end": "12:00", "places": 1])
      ).thenRejected(.notManager)
    }

    @Test func `fixedVacancyExists: an id is used once, also of one that was removed`() {
      past.when(ask()).thenRejected(.fixedVacancyExists)
      past.given(act("mia", "fixedvacancy.removed", "V1")).when(ask(["from": "2026-01-01"]))
        .thenRejected(.fixedVacancyExists)
      // A fixed shift may have the same id.
      past.when(fix("V1", "bas")).then(
        event(
          "fixedshift.registered", "V1",
          [
            "weekday": "monday", "start": "15:00", "end": "20:00", "owner": "bas",
            "from": "2026-01-05",
          ]), occurrence("V1", "bas", "2026-01-05"), occurrence("V1", "bas", "2026-01-12"))
    }

    @Test func `unknownFixedVacancy: none, or one that was removed`() {
      past.when(act("mia", "fixedvacancy.edited", "V2", ["places": 1]))
        .thenRejected(.unknownFixedVacancy)
      past.given(act("mia", "fixedvacancy.removed", "V1"))
        .when(act("mia", "fixedvacancy.removed", "V1")).thenRejected(.unknownFixedVacancy)
    }

    @Test func `missingField, dateOutOfRange and noTime as of fixed shifts`() {
      past.when(act("mia", "fixedvacancy.edited", "V1", ["places": nil]))
        .thenRejected(.missingField)
      past.when(act("mia", "fixedvacancy.edited", "V1", ["from": "2026-01-10"]))
        .thenInvalid(.missingField)
      past.when(act("mia", "fixedvacancy.edited", "V1", ["places": 1, "from": "2026-01-04"]))
        .thenRejected(.dateOutOfRange)
      past.when(act("mia", "fixedvacancy.edited", "V1", ["start": "12:00", "days": 0]))
        .thenRejected(.noTime)
      team().when(ask(["until": "2026-01-04"])).thenRejected(.dateOutOfRange)
      team().when(
        act(
          "mia", "fixedvacancy.registered", "V1",
          ["weekday": "saturday", "start": "08:00", "end": "08:00", "places": 2, "days": 0])
      ).thenRejected(.noTime)
    }
  }

  @Suite("Closures") struct Closures {
    /// bas has F1 on Fridays, two may claim V1 on Saturdays, and eva has S1 on Friday 9 January 2026.
    private let past = team(
      configure(["horizonWeeks": 2]), fix("F1", "bas", on: "friday"), ask(),
      schedule("S1", "eva", on: "2026-01-09"))

    @Test func `a closure names what stands on its days, and leaves it there`() {
      past.when(close("2026-01-09", ["to": "2026-01-10", "title": "Repairs"])).then(
        closed(
          "2026-01-09", "2026-01-10", ["title": "Repairs"], shifts: ["F1.2026-01-09", "S1"],
          vacancies: ["V1.2026-01-10"])
      ).when(claim("C1", "tom", of: "V1.2026-01-10")).then(
        event(
          "shift.claimed", "C1",
          [
            "vacancy": "V1.2026-01-10", "owner": "tom", "date": "2026-01-10", "start": "08:00",
            "end": "12:00", "left": 1,
          ]))
    }

    @Test func `on closed days nothing is scheduled, skipped or posted; once it ends all is due`() {
      let closed = past.given(close("2026-01-23", ["to": "2026-01-24"]))
      closed.when(extend(at: "2026-01-13 08:00")).thenNothing()
        .given(open()).when(extend()).then(
          occurrence("F1", "bas", "2026-01-23"), posted("2026-01-24"))
      closed.when(extend(at: "2026-01-20 08:00")).then(
        occurrence("F1", "bas", "2026-01-30"), posted("2026-01-31")
      ).given(open(at: "2026-01-24 07:00")).when(extend()).then(
        occurrence("F1", "bas", "2026-02-06"), posted("2026-01-24"))
      team(close("2026-01-09"), configure(["horizonWeeks": 1])).when(fix("F2", "tom", on: "friday"))
        .then(
          event(
            "fixedshift.registered", "F2",
            [
              "weekday": "friday", "start": "15:00", "end": "20:00", "owner": "tom",
              "from": "2026-01-05",
            ]))
    }

    @Test func `with a place it closes that place alone, by the terms of each date`() {
      let till = team(
        configure(["horizonWeeks": 3]),
        act(
          "bas", "fixedshift.registered", "F1",
          ["weekday": "friday", "start": "15:00", "end": "20:00", "place": "till"]),
        fix("F2", "eva", on: "friday"), change("F1", ["place": "bar", "from": "2026-02-01"]),
        close("2026-01-26", ["to": "2026-02-10", "place": "till"]))
      till.when(extend(at: "2026-01-20 08:00")).then(
        event(
          "shift.scheduled", "F1.2026-02-06",
          [
            "owner": "bas", "date": "2026-02-06", "start": "15:00", "end": "20:00",
            "place": "bar", "fixedShift": "F1",
          ]), occurrence("F2", "eva", "2026-01-30"), occurrence("F2", "eva", "2026-02-06"))
      till.when(close("2026-01-09", ["place": "till"])).thenRejected(.closureExists)
      till.when(
        act("mia", "closure.recorded", "C2", ["from": "2026-01-09", "place": "till"])
      ).then(
        event(
          "closure.recorded", "C2",
          [
            "from": "2026-01-09", "to": "2026-01-09", "place": "till",
            "shifts": ["F1.2026-01-09"], "vacancies": [],
          ]))
    }

    @Test func `with cancel what stands there goes in the same batch, by the same actor`() {
      let closing = past.when(
        close("2026-01-09", ["to": "2026-01-10", "cancel": true, "reason": "A pipe"]))
      closing.then(
        closed(
          "2026-01-09", "2026-01-10", ["cancel": true, "reason": "A pipe"],
          shifts: ["F1.2026-01-09", "S1"], vacancies: ["V1.2026-01-10"]),
        event(
          "shift.cancelled", "F1.2026-01-09",
          ["reason": "A pipe", "owner": "bas", "date": "2026-01-09"], by: "mia"),
        event(
          "shift.cancelled", "S1", ["reason": "A pipe", "owner": "eva", "date": "2026-01-09"],
          by: "mia"),
        event(
          "vacancy.edited", "V1.2026-01-10",
          ["date": "2026-01-10", "start": "08:00", "end": "12:00", "places": 0, "left": 0],
          by: "mia")
      ).given(open()).when(extend()).thenNothing()
      let followers = closing.recorded.dropFirst()
      #expect(followers.allSatisfy { $0.actor == "mia" && $0.source == "/eventlog-tool" })
      #expect(followers.allSatisfy { $0.attributes.map(\.name) == ["causationid"] })
      #expect(followers.allSatisfy { !$0.id.contains("/") })
      #expect(Set(closing.recorded.map(\.time)).count == 1)
      #expect(closing.recorded.map(\.isLastOfBatch) == [false, false, false, true])
    }

    @Test func `what cannot be cancelled refuses all, and is named`() {
      let awaiting = past.given(
        configure(["marketApproval": "manager"]), supply("S1", "eva"), accept("S1", "tom"))
      awaiting.when(close("2026-01-09", ["cancel": true]))
        .thenRejected(.awaitingApproval, conflicts: ["S1"])
      awaiting.when(close("2026-01-09", ["cancel": false])).then(
        closed("2026-01-09", "2026-01-09", ["cancel": false], shifts: ["F1.2026-01-09", "S1"]))
      let published = past.given(
        publish(from: "2026-01-05", to: "2026-01-11"), configure(["minNoticeMinutes": 40_000]))
      published.when(close("2026-01-09", ["cancel": true]))
        .thenRejected(.noticeTooShort, conflicts: ["F1.2026-01-09"])
      #expect(
        published.when(
          close("2026-01-09", ["cancel": true, "override": ["noticeTooShort"]])
        ).recorded.count == 3)
    }

    @Test func `what has begun stays, and days of the past may be among those of a closure`() {
      past.when(close("2026-01-07", ["to": "2026-01-09", "cancel": true], at: "2026-01-09 15:00"))
        .then(
          closed("2026-01-07", "2026-01-09", ["cancel": true]))
    }

    @Test func `closureExists: an id is used once; before its days`() {
      past.given(close("2026-01-09")).when(close("2026-01-09", ["to": "2026-01-01"]))
        .thenRejected(.closureExists)
    }

    @Test func `dateOutOfRange: no order, more than 366 days, or all past`() {
      past.when(close("2026-01-09", ["to": "2026-01-08"])).thenRejected(.dateOutOfRange)
      past.when(close("2026-01-09", ["to": "2027-01-10"])).thenRejected(.dateOutOfRange)
      past.when(close("2026-01-01", ["to": "2026-01-04"])).thenRejected(.dateOutOfRange)
      past.when(close("2026-01-12", by: "bas")).thenRejected(.notManager)
      #expect(past.when(close("2026-02-01", ["to": "2027-02-01"])).recorded.count == 1)
    }

    @Test
    func `an edit brings about a day that opened again, though it removes what was moved there`() {
      let last = act(
        "mia", "fixedshift.edited", "F1", ["from": "2026-01-10", "until": "2026-01-10"])
      team(
        configure(["horizonWeeks": 2]), close("2026-01-09"), fix("F1", "bas", on: "friday"), open(),
        edit("F1.2026-01-16", ["date": "2026-01-09"])
      ).when(last).then(
        event(
          "fixedshift.edited", "F1",
          [
            "from": "2026-01-10", "until": "2026-01-10", "owner": "bas", "edited": [],
            "removed": ["F1.2026-01-16"], "kept": [],
          ]), occurrence("F1", "bas", "2026-01-09"))
    }

    @Test func `a day that opened again is extended, though later dates are recorded`() {
      team(configure(["horizonWeeks": 3]), close("2026-01-09"), fix("F1", "bas", on: "friday"))
        .when(extend(at: "2026-01-05 09:00")).then()
        .given(open()).when(extend(at: "2026-01-05 10:00"))
        .then(occurrence("F1", "bas", "2026-01-09"))
    }

    @Test func `closureEnded: ended already, or over`() {
      let closing = past.given(close("2026-01-09", ["to": "2026-01-10"]))
      closing.when(open()).then(
        event("closure.ended", "C1", ["from": "2026-01-09", "to": "2026-01-10"])
      ).when(open()).thenRejected(.closureEnded)
      closing.when(open(at: "2026-01-11 00:00")).thenRejected(.closureEnded)
    }

    @Test func `unknownClosure: there is none`() {
      past.when(open("C2")).thenRejected(.unknownClosure)
    }

    @Test func `rows tell what is closed when`() {
      let closing = past.given(
        close("2026-01-05", id: "A"),
        close("2026-01-07", ["to": "2026-01-08", "place": "till"], id: "B"),
        close("2026-01-06", ["title": "Repairs"], id: "C"), open("C"))
      closing.then(
        .closures,
        ["closure": "A", "from": "2026-01-05", "to": "2026-01-05", "by": "mia", "status": "now"],
        [
          "closure": "B", "from": "2026-01-07", "to": "2026-01-08", "place": "till", "by": "mia",
          "status": "ahead",
        ])
      closing.then(
        .closures,
        [
          "closure": "C", "from": "2026-01-06", "to": "2026-01-06", "title": "Repairs",
          "by": "mia", "status": "ended",
        ], selection: RowSelection(id: .closure("C")))
      let replay: Replay = closing.folded()
      let grid = ScheduleGrid(
        replay, week: LocalDate("2026-01-05").week, at: "2026-01-05T08:00:00Z")
      #expect(
        grid.days.map { grid.closings(on: $0) }.prefix(4) == [
          ["A"], [], ["B (till)"], ["B (till)"],
        ])
    }
  }
}
