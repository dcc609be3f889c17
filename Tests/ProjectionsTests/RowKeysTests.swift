import Projections
import ShiftEvents
import ShiftEventsTesting
import Testing

/// The members of rows in documented order: with all that can apply, and with the least.
@Suite struct RowKeysTests {
  private let people = given(
    register("mia", "manager"), register("bas", "employee"), register("eva", "employee"),
    register("cafe", "company"), register("shop", "company"), register("joe", "consumer"),
    register("ida", "consumer"))

  @Test func `a deal with all of its terms, and one with the least`() {
    let rated = people.given(
      post("D1", by: "cafe", until: "2026-01-05T20:00:00.000Z", most),
      post("D2", by: "shop", until: "2026-01-05T19:00:00.000Z"),
      act("joe", "deal.reserved", "R1", ["deal": "D1"]),
      act("ida", "deal.reserved", "R2", ["deal": "D1"]),
      act("joe", "company.rated", "cafe", ["reservation": "R1", "stars": 4]),
      act("ida", "company.rated", "cafe", ["reservation": "R2", "stars": 5]))
    rated.then(
      .deals,
      [
        "deal": "D2", "company": "shop", "companyName": "Shop", "name": "Soup",
        "category": "food", "latitude": 52.37, "longitude": 4.89,
        "validFrom": "2026-01-05T08:00:00.000Z", "validUntil": "2026-01-05T19:00:00.000Z",
        "reserved": 0, "status": "live", "ratingCount": 0,
      ],
      [
        "deal": "D1", "company": "cafe", "companyName": "Shop", "name": "Soup",
        "category": "food", "latitude": 52.37, "longitude": 4.89, "address": "Dam 1",
        "validFrom": "2026-01-05T08:00:00.000Z", "validUntil": "2026-01-05T20:00:00.000Z",
        "capacity": 3, "reserved": 2, "left": 1, "status": "live", "priceCents": 450,
        "currency": "EUR", "description": "hot", "openingTimes": "9–17", "picture": "a.jpg",
        "ratingAverage": 4.5, "ratingCount": 2,
      ])
  }

  @Test func `deals that end at once are ordered by id`() {
    people.given(
      post("b", by: "cafe", until: "2026-01-05T20:00:00.000Z"),
      post("B", by: "cafe", until: "2026-01-05T20:00:00.000Z"),
      post("a", by: "shop", until: "2026-01-05T20:00:00.000Z")
    )
    .expectOrder(of: "deal", in: .deals, ["B", "a", "b"])
  }

  @Test func `a reservation; those of one moment are ordered by id`() {
    people.given(
      post("D1", by: "cafe", until: "2026-01-05T20:00:00.000Z", most),
      act("joe", "deal.reserved", "R2", ["deal": "D1"]),
      act("ida", "deal.reserved", "R1", ["deal": "D1"])
    ).then(
      .reservations,
      [
        "reservation": "R1", "deal": "D1", "user": "ida",
        "reservedAt": "2026-01-05T08:00:00.000Z", "status": "live",
      ],
      [
        "reservation": "R2", "deal": "D1", "user": "joe",
        "reservedAt": "2026-01-05T08:00:00.000Z", "status": "live",
      ])
  }

  @Test func `a student with a name and one without, running and not`() {
    given(
      act("sam", "user.registered", "sam", ["roles": ["student"], "name": "Sam"]),
      register("ada", "student"), act("sam", "study.started", "T1"),
      act("ada", "study.started", "T2"),
      act("sam", "study.stopped", "T1", at: "2026-01-05 08:29")
    ).then(
      .study, ["rank": 1, "user": "sam", "name": "Sam", "minutes": 29, "active": false],
      ["rank": 2, "user": "ada", "minutes": 0, "active": true])
  }

  @Test func `a person with a name and followers, and one without`() {
    given(
      act("mia", "user.registered", "mia", ["roles": ["student", "manager"], "name": "Mia"]),
      register("bas", "employee"), act("bas", "user.followed", "mia")
    ).then(
      .users,
      ["user": "bas", "roles": ["employee"], "following": ["mia"], "followers": [], "skills": []],
      [
        "user": "mia", "name": "Mia", "roles": ["manager", "student"], "following": [],
        "followers": ["bas"], "skills": [],
      ])
  }

  @Test func `a shift that awaits by suggestion, on the schedule and in the approvals`() {
    let awaiting = people.given(
      act(
        "bas", "fixedshift.registered", "F1",
        ["weekday": "monday", "start": "15:00", "end": "20:00", "from": "2026-02-23"]),
      act("eva", "request.posted", "Q1", ["date": "2026-01-12"]),
      schedule("S1"), act("bas", "shift.suggested", "S1", ["request": "Q1"]),
      act("eva", "suggestion.accepted", "S1"))
    awaiting.then(
      .schedule,
      [
        "shift": "S1", "owner": "bas", "date": "2026-01-12", "start": "15:00", "end": "20:00",
        "week": "2026-W03", "status": "awaiting", "taker": "eva", "via": "suggestion",
        "request": "Q1", "firstOwner": "bas", "minutes": 300, "published": false,
      ],
      [
        "shift": "F1.2026-02-23", "owner": "bas", "date": "2026-02-23", "start": "15:00",
        "end": "20:00", "week": "2026-W09", "status": "idle", "fixedShift": "F1",
        "firstOwner": "bas", "minutes": 300, "published": false,
      ])
    awaiting.then(
      .approvals,
      [
        "shift": "S1", "owner": "bas", "taker": "eva", "date": "2026-01-12", "start": "15:00",
        "end": "20:00", "via": "suggestion", "request": "Q1",
        "since": "2026-01-05T08:00:00.000Z", "approvers": ["bas", "mia"],
      ])
    awaiting.then(
      .requests,
      [
        "request": "Q1", "requester": "eva", "date": "2026-01-12", "week": "2026-W03",
        "status": "awaiting",
        "suggestions": [
          ["shift": "S1", "owner": "bas", "start": "15:00", "end": "20:00", "status": "awaiting"]
        ],
      ])
  }

  @Test func `approvals are ordered by date, start and id`() {
    var past = people.given(
      act("mia", "workplace.configured", "W", ["marketApproval": "owner", "maxShiftsPerDay": 9]))
    for (shift, date, start, end) in [
      ("b", "2026-01-13", "15:00", "16:00"), ("d", "2026-01-12", "17:00", "18:00"),
      ("B", "2026-01-13", "16:00", "17:00"), ("c", "2026-01-13", "08:00", "09:00"),
    ] {
      past = past.given(
        schedule(shift, on: date, start, end), act("bas", "shift.supplied", shift),
        act("eva", "shift.accepted", shift))
    }
    past.expectOrder(of: "shift", in: .approvals, ["d", "c", "b", "B"])
  }

  @Test func `a step of a shift's story, and one of something else`() {
    let past = given(
      register("mia", "manager"), register("bas", "employee"), register("eva", "employee"),
      act("mia", "workplace.configured", "W", ["marketApproval": "owner"]), schedule("S1"),
      act("bas", "shift.supplied", "S1"), act("eva", "shift.accepted", "S1"))
    let rows = RowTable(past.folded(into: Audit(of: .everything)).rows).jsonRows()
      .map { String(decoding: $0, as: UTF8.self) }
    #expect(
      rows.first
        == #"{"sequence":1,"time":"2026-01-05T08:00:00.000Z","type":"user.registered","#
        + #""subject":"mia","actor":"mia","effect":"registered as manager"}"#)
    #expect(
      rows.last
        == #"{"sequence":7,"time":"2026-01-05T08:00:00.000Z","type":"shift.accepted","#
        + #""subject":"S1","actor":"eva","effect":"awaiting approval, still bas's","#
        + #""owner":"bas","taker":"eva","status":"awaiting"}"#)
  }

  private let most: [(name: String, value: JSON)] = [
    ("address", "Dam 1"), ("description", "hot"), ("openingTimes", "9–17"), ("picture", "a.jpg"),
    ("capacity", 3), ("priceCents", 450), ("currency", "EUR"),
  ]

  private func post(
    _ deal: String, by company: String, until: String,
    _ more: [(name: String, value: JSON)] = []
  ) -> Step {
    let least: [(name: String, value: JSON)] = [
      ("name", "Soup"), ("companyName", "Shop"), ("category", "food"), ("latitude", 52.37),
      ("longitude", 4.89), ("validUntil", .text(until)),
    ]
    return act(company, "deal.posted", deal, .object(least + more))
  }

  private func schedule(
    _ shift: String, on date: String = "2026-01-12", _ start: String = "15:00",
    _ end: String = "20:00"
  ) -> Step {
    act(
      "mia", "shift.scheduled", shift,
      ["owner": "bas", "date": .text(date), "start": .text(start), "end": .text(end)])
  }
}

private func register(_ user: String, _ role: JSON) -> Step {
  act(user, "user.registered", user, ["roles": [role]])
}

extension Scenario {
  /// The rows have these ids, in this order.
  fileprivate func expectOrder(
    of key: String, in projection: ProjectionDescriptor, _ ids: [String],
    location: SourceLocation = #_sourceLocation
  ) {
    let replay: Replay = folded()
    let table = replay.table(projection, at: "2026-01-05T08:00:00Z", names: { _ in nil })
    let column = table?.columns.firstIndex { $0.key == key } ?? 0
    let found = (table?.rows ?? []).map { $0[column]?.text ?? "" }
    #expect(found == ids, sourceLocation: location)
  }
}
