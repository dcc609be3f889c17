import Projections
import ShiftEvents
import ShiftEventsTesting
import Testing

/// Work on Monday 12 January 2026, 15:00 to 20:00.
func vacancy(
  _ vacancy: String, places: Int, on date: String = "2026-01-12", _ more: JSON = [:],
  at: String? = nil
) -> Step {
  act(
    "mia", "vacancy.posted", vacancy,
    JSON.object([
      ("date", .text(date)), ("start", "15:00"), ("end", "20:00"), ("places", .integer(places)),
    ]).adding(more), at: at)
}

func claim(
  _ shift: String, _ user: String, of vacancy: String = "V1", _ more: JSON = [:],
  at: String? = nil
) -> Step {
  act(
    user, "shift.claimed", shift, JSON.object([("vacancy", .text(vacancy))]).adding(more), at: at)
}

func drop(_ shift: String, _ user: String, at: String? = nil) -> Step {
  act(user, "shift.dropped", shift, at: at)
}

extension Rules {
  @Suite("Vacancies") struct Vacancies {
    private let past = team(vacancy("V1", places: 2))
    private let times: JSON = ["date": "2026-01-12", "start": "15:00", "end": "20:00"]

    private func claimed(_ shift: String, _ owner: String, left: Int, _ more: JSON = [:])
      -> ExpectedEvent
    {
      event(
        "shift.claimed", shift,
        JSON.object([("vacancy", "V1"), ("owner", .text(owner))]).adding(times)
          .adding("left", .integer(left)).adding(more))
    }

    private func row(_ id: String = "V1", places: Int, taken: Int, left: Int) -> JSON {
      JSON.object([("vacancy", .text(id))]).adding(times).adding([
        "week": "2026-W03", "places": .integer(places), "taken": .integer(taken),
        "left": .integer(left),
      ])
    }

    @Test func `a vacancy has places, and perhaps people wanted and keys`() {
      team().when(vacancy("V1", places: 3, ["wanted": 4, "days": 6, "place": "till"])).then(
        event(
          "vacancy.posted", "V1",
          times.adding(["places": 3, "wanted": 4, "days": 6, "place": "till"]))
      ).then(
        .vacancies,
        JSON.object([("vacancy", "V1")]).adding(times).adding([
          "days": 6, "week": "2026-W03", "places": 3, "wanted": 4, "taken": 0, "left": 3,
          "place": "till",
        ]))
    }

    @Test(
      arguments: [
        ["places": -1], ["places": 1001], ["wanted": -1], ["wanted": 1001], ["labels": []],
      ] as [JSON])
    func `a number out of its range is invalid`(more: JSON) {
      let data = times.adding("places", "\(more)".contains("places") ? nil : 1).adding(more)
      team().when(act("mia", "vacancy.posted", "V1", data)).thenInvalid(.invalidField)
    }

    @Test func `vacancyExists: an id that was used`() {
      past.when(vacancy("V1", places: 1, at: "2026-01-12 16:00")).thenRejected(.vacancyExists)
    }

    @Test func `shiftStarted: work that has begun is neither posted, edited nor claimed`() {
      team().when(vacancy("V1", places: 1, at: "2026-01-12 15:00")).thenRejected(.shiftStarted)
      let late = "2026-01-12 15:00"
      past.when(act("mia", "vacancy.edited", "V1", ["places": 3], at: late))
        .thenRejected(.shiftStarted)
      past.when(act("mia", "vacancy.edited", "V1", ["date": "2026-01-04"]))
        .thenRejected(.shiftStarted)
      past.when(claim("S1", "bas", at: late)).thenRejected(.shiftStarted)
      past.given(
        claim("S1", "mia", ["owner": "bas", "override": ["shiftStarted"]], at: late))
    }

    @Test func `noTime: work that ends before it begins`() {
      let none: JSON = [
        "date": "2026-01-12", "start": "15:00", "end": "15:00", "places": 1, "days": 0,
      ]
      team().when(act("mia", "vacancy.posted", "V1", none)).thenRejected(.noTime)
      past.when(act("mia", "vacancy.edited", "V1", ["end": "15:00", "days": 0]))
        .thenRejected(.noTime)
    }

    @Test func `notManager: vacancies are a manager's`() {
      team().when(act("bas", "vacancy.posted", "V1", times.adding("places", 1)))
        .thenRejected(.notManager)
      past.when(act("bas", "vacancy.edited", "V1", ["places": 1])).thenRejected(.notManager)
    }

    @Test func `unknownVacancy: none was posted`() {
      past.when(act("mia", "vacancy.edited", "V9", ["places": 1])).thenRejected(.unknownVacancy)
      past.when(claim("S1", "bas", of: "V9")).thenRejected(.unknownVacancy)
      past.when(claim("S1", "bas", of: "V9", ["owner": "nobody"])).thenRejected(.unknownVacancy)
    }

    @Test func `missingField: what a vacancy needs cannot be taken away`() {
      for key in ["date", "start", "end", "places"] {
        past.when(act("mia", "vacancy.edited", "V1", .object([(key, nil)])))
          .thenRejected(.missingField)
      }
      past.when(act("mia", "vacancy.edited", "V1", [:])).thenInvalid(.missingField)
    }

    @Test func `an edit tells the vacancy as it is now, and the places left`() {
      past.given(claim("S1", "bas")).when(act("mia", "vacancy.edited", "V1", ["wanted": 5])).then(
        event("vacancy.edited", "V1", times.adding(["places": 2, "wanted": 5, "left": 1])))
      team(vacancy("V1", places: 2, ["days": 6, "place": "till"]))
        .when(act("mia", "vacancy.edited", "V1", ["place": nil, "places": 0])).then(
          event(
            "vacancy.edited", "V1",
            times.adding(["places": 0, "days": 6, "place": nil, "left": 0])))
    }

    @Test func `fewer places than are taken throw nobody out, and 0 closes it`() {
      let full = past.given(claim("S1", "bas"), claim("S2", "eva"))
      full.when(act("mia", "vacancy.edited", "V1", ["places": 1])).then(
        event("vacancy.edited", "V1", times.adding(["places": 1, "left": 0]))
      ).then(.vacancies).then(
        .vacancies, row(places: 1, taken: 2, left: 0), selection: RowSelection(all: true)
      ).when(drop("S1", "bas")).then(
        event(
          "shift.dropped", "S1",
          ["owner": "bas", "date": "2026-01-12", "vacancy": "V1", "left": 0]))
      past.given(act("mia", "vacancy.edited", "V1", ["places": 0])).when(claim("S1", "bas"))
        .thenRejected(.noPlaceLeft)
    }

    @Test func `editing a vacancy does not touch the shifts that came from it`() {
      past.given(
        claim("S1", "bas"), act("mia", "vacancy.edited", "V1", ["start": "08:00", "end": "10:00"])
      ).when(supply("S1", "bas")).then(
        event("shift.supplied", "S1", JSON.object([("owner", "bas")]).adding(times)))
    }

    @Test func `a person takes a place, a manager takes one for a person`() {
      past.when(claim("S1", "bas")).then(claimed("S1", "bas", left: 1))
        .then(.vacancies, row(places: 2, taken: 1, left: 1))
        .when(claim("S2", "mia", ["owner": "eva"])).then(claimed("S2", "eva", left: 0))
        .then(.vacancies)
    }

    @Test func `the shift has the keys of its vacancy, and its row names it`() {
      let keys: JSON = ["days": 6, "place": "till", "labels": ["late"], "needs": ["keys"]]
      team(vacancy("V1", places: 1, keys))
        .when(claim("S1", "mia", ["owner": "bas", "override": ["skillMissing"]])).then(
          event(
            "shift.claimed", "S1",
            JSON.object([
              ("vacancy", "V1"), ("owner", "bas"), ("override", ["skillMissing"]),
            ]).adding(times).adding(keys).adding("left", 0))
        ).then(
          .schedule,
          JSON.object([("shift", "S1"), ("owner", "bas")]).adding(times).adding([
            "days": 6, "week": "2026-W03", "status": "idle", "firstOwner": "bas",
            "minutes": 8940, "place": "till", "labels": ["late"], "needs": ["keys"],
            "vacancy": "V1", "published": false,
          ]))
    }

    @Test func `noPlaceLeft: all are taken, unless a manager sets that aside`() {
      let full = past.given(claim("S1", "bas"), claim("S2", "eva"))
      full.when(claim("S3", "tom")).thenRejected(.noPlaceLeft)
      full.when(claim("S3", "mia", ["owner": "tom"])).thenRejected(.noPlaceLeft)
      full.when(claim("S3", "mia", ["owner": "tom", "override": ["noPlaceLeft"]])).then(
        event(
          "shift.claimed", "S3",
          JSON.object([("vacancy", "V1"), ("owner", "tom"), ("override", ["noPlaceLeft"])])
            .adding(times).adding("left", 0)))
    }

    @Test func `whoever leaves frees a place, by dropping it or by a manager who cancels`() {
      let full = past.given(claim("S1", "bas"), claim("S2", "eva"))
      full.given(drop("S1", "bas"), claim("S3", "tom"))
      full.given(act("mia", "shift.cancelled", "S1"), claim("S3", "tom"))
    }

    @Test func `whoever takes such a shift over has its place`() {
      past.given(
        claim("S1", "bas"), claim("S2", "eva"), supply("S1", "bas"), accept("S1", "tom")
      ).then(
        .vacancies, row(places: 2, taken: 2, left: 0), selection: RowSelection(all: true)
      ).given(drop("S1", "tom")).then(.vacancies, row(places: 2, taken: 1, left: 1))
    }

    @Test func `shiftExists: a shift's id is used once`() {
      past.given(claim("S1", "bas")).when(claim("S1", "eva")).thenRejected(.shiftExists)
      past.given(claim("S1", "bas"), drop("S1", "bas")).when(claim("S1", "eva", of: "V9"))
        .thenRejected(.shiftExists)
    }

    @Test func `an id that ends in a date is invalid`() {
      past.when(claim("S1.2026-01-12", "bas")).thenInvalid(.invalidField)
    }

    @Test func `notManager: for another, or with a rule set aside`() {
      past.when(claim("S1", "bas", ["owner": "eva"])).thenRejected(.notManager)
      past.when(claim("S1", "bas", ["override": ["dayTaken"]])).thenRejected(.notManager)
    }

    @Test func `missingRole: neither employee nor manager, and an owner who is no employee`() {
      past.given(register("ann", "student")).when(claim("S1", "ann", of: "V9"))
        .thenRejected(.missingRole)
      past.when(claim("S1", "max")).thenRejected(.missingRole)
      past.when(claim("S1", "mia", ["owner": "max"])).thenRejected(.missingRole)
    }

    @Test func `tooLate: for oneself, a manager too, not for another`() {
      let lead = past.given(configure(["acceptLeadMinutes": 60]))
      let late = "2026-01-12 14:30"
      lead.when(claim("S1", "bas", at: late)).thenRejected(.tooLate)
      lead.when(claim("S1", "mia", at: late)).thenRejected(.tooLate)
      lead.given(claim("S1", "mia", ["owner": "bas"], at: late))
    }

    @Test func `the taker rules bind whoever claims, and whom a manager names`() {
      let other = past.given(schedule("S9", "bas", "14:00", "16:00"))
      other.when(claim("S1", "bas")).thenRejected(.dayTaken, conflicts: ["S9"])
      other.when(claim("S1", "mia", ["owner": "bas", "override": ["dayTaken"]]))
        .thenRejected(.overlapping, conflicts: ["S9"])
      past.given(claim("S1", "bas")).when(claim("S2", "bas"))
        .thenRejected(.dayTaken, conflicts: ["S1"])
    }

    @Test func `a claim closes the owner's request for that day`() {
      past.given(schedule("S9", "tom"), post("R1", "bas"), suggest("S9", "tom", to: "R1"))
        .when(claim("S1", "bas")).then(
          claimed("S1", "bas", left: 1, ["closedRequest": "R1", "released": ["S9"]]))
    }

    @Test func `a dropped shift is gone, and its request stays open`() {
      let dropped = past.given(
        claim("S1", "bas"), post("R1", "eva"), suggest("S1", "bas", to: "R1")
      ).when(drop("S1", "bas")).then(
        event(
          "shift.dropped", "S1",
          [
            "owner": "bas", "date": "2026-01-12", "vacancy": "V1", "request": "R1", "left": 2,
          ]))
      dropped.then(.schedule, selection: RowSelection(all: true))
      dropped.when(drop("S1", "bas")).thenRejected(.unknownShift)
      dropped.then(
        .requests,
        [
          "request": "R1", "requester": "eva", "date": "2026-01-12", "week": "2026-W03",
          "status": "open", "suggestions": [],
        ])
      #expect(
        dropped.folded(into: Audit(of: .shift("S1"))).rows.map(\.status)
          == [.idle, .suggested, .dropped])
    }

    @Test func `notClaimed: a shift that came from no vacancy`() {
      team(schedule("S1", "bas")).when(drop("S1", "bas")).thenRejected(.notClaimed)
    }

    @Test func `a shift is dropped by its owner, before it begins, unless it awaits approval`() {
      let claimed = past.given(claim("S1", "bas"))
      claimed.when(drop("S1", "mia")).thenRejected(.notOwner)
      claimed.when(drop("S1", "bas", at: "2026-01-12 15:00")).thenRejected(.shiftStarted)
      claimed.given(
        configure(["marketApproval": "owner"]), supply("S1", "bas"), accept("S1", "eva")
      ).when(drop("S1", "bas")).thenRejected(.awaitingApproval)
      claimed.given(supply("S1", "bas"), drop("S1", "bas")).then(.marketplace)
    }

    @Test func `timeZoneFixed: once there was a vacancy`() {
      past.when(configure(["timeZone": "Asia/Tokyo"])).thenRejected(.timeZoneFixed)
    }

    @Test func `managers are told of a drop, the owner of a claim by a manager`() {
      let told = past.given(claim("S1", "mia", ["owner": "bas"]), drop("S1", "bas"))
      told.expectTold(["bas"], "claimed", of: "S1")
      told.expectTold(["max", "mia"], "dropped", of: "S1")
      past.given(claim("S1", "bas")).expectTold([], "claimed", of: "S1")
    }

    @Test func `vacancies of the past and full ones are hidden, days and names choose`() {
      let many = past.given(
        vacancy("V2", places: 0), vacancy("V3", places: 1, on: "2026-01-13", ["place": "till"]))
      let later: JSON = [
        "vacancy": "V3", "date": "2026-01-13", "start": "15:00", "end": "20:00",
        "week": "2026-W03", "places": 1, "taken": 0, "left": 1, "place": "till",
      ]
      many.then(.vacancies, row(places: 2, taken: 0, left: 2), later)
      many.then(.vacancies, later, at: "2026-01-13 23:00")
      many.then(.vacancies, at: "2026-01-14 00:00")
      many.then(
        .vacancies, row(places: 2, taken: 0, left: 2), row("V2", places: 0, taken: 0, left: 0),
        later, selection: RowSelection(all: true), at: "2026-01-14 00:00")
      many.then(.vacancies, later, selection: RowSelection(names: NameSelection(place: "till")))
      many.then(
        .vacancies, later, selection: RowSelection(dates: DateSelection(from: "2026-01-13")))
    }

    @Test func `the story of a vacancy has its shifts and all that happened to them`() {
      let rows = past.given(
        schedule("S9", "tom"), claim("S1", "bas"), supply("S1", "bas"), drop("S1", "bas"),
        act("mia", "vacancy.edited", "V1", ["places": 5])
      ).folded(into: Audit(of: .vacancy("V1"))).rows
      #expect(
        rows.map(\.type) == [
          "vacancy.posted", "shift.claimed", "shift.supplied", "shift.dropped", "vacancy.edited",
        ])
      #expect(
        rows.map(\.effect.description) == [
          "2 places on 2026-01-12, 15:00–20:00", "bas's, from V1, 1 left", "on the marketplace",
          "bas gave it back to V1, 2 left",
          "places 2 → 5",
        ])
    }
  }
}
