import Projections
import ShiftEvents
import ShiftEventsTesting
import Testing

/// A loose shift with keys, by default on Monday 12 January 2026, 15:00 to 20:00.
func schedule(
  _ shift: String, _ owner: String, on date: String = "2026-01-12", _ start: String = "15:00",
  _ end: String = "20:00", with more: JSON, at: String? = nil
) -> Step {
  let data: JSON = [
    "owner": .text(owner), "date": .text(date), "start": .text(start), "end": .text(end),
  ]
  return act("mia", "shift.scheduled", shift, data.adding(more), at: at)
}

extension JSON {
  /// The object with the members of another one at its end.
  func adding(_ more: JSON) -> JSON {
    guard case .object(let members) = more else { return self }
    return members.reduce(self) { $0.adding($1.name, $1.value) }
  }
}

extension Rules {
  @Suite("Keys of a shift") struct Keys {
    private let all: JSON = [
      "days": 6, "place": "till", "labels": ["late", "A-1"], "needs": ["keys"],
    ]

    @Test func `a shift has its keys in the order given, behind its times`() {
      team(grantSkill("keys", "bas")).when(schedule("S1", "bas", with: all)).then(
        event(
          "shift.scheduled", "S1",
          [
            "owner": "bas", "date": "2026-01-12", "start": "15:00", "end": "20:00", "days": 6,
            "place": "till", "labels": ["late", "A-1"], "needs": ["keys"],
          ]))
    }

    @Test func `an occurrence has the keys of its fixed shift, now and as days pass`() {
      let fixed = act(
        "bas", "fixedshift.registered", "F1",
        JSON.object([
          ("weekday", "monday"), ("start", "15:00"), ("end", "20:00"), ("from", "2026-01-12"),
        ]).adding(all))
      let occurrence: (String) -> ExpectedEvent = { date in
        event(
          "shift.scheduled", "F1.\(date)",
          JSON.object([
            ("owner", "bas"), ("date", .text(date)), ("start", "15:00"), ("end", "20:00"),
          ]).adding(all).adding("fixedShift", "F1"))
      }
      let past = team(configure(["horizonWeeks": 2])).when(fixed).then(
        event(
          "fixedshift.registered", "F1",
          JSON.object([("weekday", "monday"), ("start", "15:00"), ("end", "20:00")]).adding(all)
            .adding("owner", "bas").adding("from", "2026-01-12")),
        occurrence("2026-01-12"))
      past.when(extend(at: "2026-01-12 08:00")).then(occurrence("2026-01-19"))
    }

    @Test func `wherever its times are facts, its days follow them`() {
      let times: JSON = ["date": "2026-01-12", "start": "15:00", "end": "20:00", "days": 6]
      let past = team(schedule("S1", "bas", with: ["days": 6]), post("R1", "eva"))
      past.when(supply("S1", "bas")).then(
        event("shift.supplied", "S1", JSON.object([("owner", "bas")]).adding(times)))
      past.given(suggest("S1", "bas", to: "R1")).when(acceptSuggestion("S1", "eva")).then(
        event(
          "suggestion.accepted", "S1",
          JSON.object([("from", "bas"), ("to", "eva")]).adding(times).adding("request", "R1")))
      let market = past.given(configure(["marketApproval": "owner"]), supply("S1", "bas"))
      let taken = market.when(accept("S1", "tom")).then(
        event(
          "shift.accepted", "S1",
          JSON.object([("from", "bas"), ("to", "tom")]).adding(times).adding("final", false)))
      taken.when(approve("S1", "bas")).then(
        event(
          "shift.approved", "S1",
          JSON.object([("from", "bas"), ("to", "tom")]).adding(times).adding("via", "market")))
    }

    @Test(
      arguments: [
        ["days": -1], ["days": 367], ["days": "1"], ["place": ""], ["place": "the  till"],
        ["labels": []], ["labels": ["a", "a"]], ["needs": []], ["needs": ["a", "a"]],
        ["override": []], ["override": ["tooLate"]], ["override": ["absent", "absent"]],
      ] as [JSON])
    func `a key out of its range or form is invalid`(key: JSON) {
      team().when(schedule("S1", "bas", with: key)).thenInvalid(.invalidField)
    }

    @Test func `a shift has at most 32 labels and 16 needs`() {
      func names(_ count: Int) -> JSON { .list((1...count).map { .text("n\($0)") }) }
      for (key, most) in [("labels", 32), ("needs", 16)] {
        let data: (Int) -> JSON = {
          .object([(key, names($0)), ("override", ["skillMissing"])])
        }
        team().given(schedule("S1", "bas", with: data(most)))
        team().when(schedule("S1", "bas", with: data(most + 1))).thenInvalid(.invalidField)
      }
    }

    @Test func `an expectation does not look at names`() {
      let past = team(schedule("S1", "bas", with: ["place": "till", "labels": ["S2", "eva"]]))
      past.when(
        act(
          "mia", "shift.scheduled", "S2",
          [
            "owner": "eva", "date": "2026-01-12", "start": "15:00", "end": "20:00",
            "place": "till",
          ], expecting: 6)
      ).then(
        event(
          "shift.scheduled", "S2",
          [
            "owner": "eva", "date": "2026-01-12", "start": "15:00", "end": "20:00",
            "place": "till",
          ]))
    }

    @Test func `keys that are left out differ from keys that are given`() {
      let submission: (JSON) -> Step = { more in
        let data: JSON = [
          "owner": "bas", "date": "2026-01-12", "start": "15:00", "end": "20:00",
        ]
        return act("mia", "shift.scheduled", "S1", data.adding(more), id: "i")
      }
      let past = team(submission(["labels": ["a", "b"]]))
      past.when(submission(["labels": ["a", "b"]])).thenDuplicate(of: 7)
      past.when(submission(["labels": ["b", "a"]])).thenRejected(.idConflict)
      past.when(submission([:])).thenRejected(.idConflict)
    }

    @Test func `rows have the keys that a shift has, and are chosen by place and label`() {
      let past = team(
        grantSkill("keys", "bas"), schedule("S1", "bas", with: all),
        schedule("S2", "eva", with: ["place": "till"]),
        schedule("S3", "tom"), supply("S1", "bas"))
      past.then(
        .schedule,
        [
          "shift": "S1", "owner": "bas", "date": "2026-01-12", "start": "15:00", "end": "20:00",
          "days": 6, "week": "2026-W03", "status": "supplied", "firstOwner": "bas",
          "minutes": 8940, "place": "till", "labels": ["late", "A-1"], "needs": ["keys"],
          "published": false,
        ],
        selection: RowSelection(names: NameSelection(place: "till", label: "late")))
      past.then(
        .marketplace,
        [
          "shift": "S1", "owner": "bas", "date": "2026-01-12", "start": "15:00", "end": "20:00",
          "days": 6, "week": "2026-W03", "suppliedAt": "2026-01-05T08:00:00.000Z",
          "place": "till", "labels": ["late", "A-1"], "needs": ["keys"],
        ],
        selection: RowSelection(names: NameSelection(label: "A-1")))
      past.then(.marketplace, selection: RowSelection(names: NameSelection(place: "x")))
    }
  }

  @Suite("Long shifts") struct LongShifts {
    /// A week of duty, Monday 12 January 09:00 to Monday 19 January 09:00.
    private func week(_ shift: String, _ owner: String) -> Step {
      schedule(shift, owner, "09:00", "09:00", with: ["days": 7])
    }

    @Test func `noTime: a shift ends after it begins`() {
      team().when(schedule("S1", "bas", "15:00", "15:00", with: ["days": 0])).thenRejected(.noTime)
      team().when(schedule("S1", "bas", "22:00", "06:00", with: ["days": 0])).thenRejected(.noTime)
      team().given(schedule("S1", "bas", "22:00", "06:00", with: ["days": 1]))
    }

    @Test func `a long shift takes the day on which it starts, and no other`() {
      let past = team(configure(["maxShiftsAtOnce": 2]), week("S1", "bas"))
      past.when(schedule("S2", "bas", "20:00", "22:00")).thenRejected(.dayTaken, conflicts: ["S1"])
      past.given(schedule("S2", "bas", on: "2026-01-13", "15:00", "20:00"))
    }

    @Test func `overlapping: on the sixth day of a long shift, whichever came first`() {
      let short = schedule("S2", "bas", on: "2026-01-18", "15:00", "20:00")
      team(week("S1", "bas")).when(short).thenRejected(.overlapping, conflicts: ["S1"])
      team(short).when(week("S1", "bas")).thenRejected(.overlapping, conflicts: ["S2"])
      team(week("S1", "bas"))
        .given(schedule("S2", "bas", on: "2026-01-19", "09:00", "20:00"))
    }

    @Test func `overlapping: on the last of 366 days`() {
      let year = schedule("S1", "bas", "09:00", "09:00", with: ["days": 366])
      let last = schedule("S2", "bas", on: "2027-01-13", "08:00", "10:00")
      team(year).when(last).thenRejected(.overlapping, conflicts: ["S1"])
      team(last).when(year).thenRejected(.overlapping, conflicts: ["S2"])
      team(year).given(schedule("S2", "bas", on: "2027-01-13", "09:00", "10:00"))
    }

    @Test func `restTooShort: after a long shift and before it`() {
      let rest = configure(["minRestMinutes": 120])
      for (start, end, date) in [
        ("10:59", "12:00", "2026-01-19"), ("05:00", "07:01", "2026-01-12"),
      ] {
        let short = schedule("S2", "eva", on: date, start, end)
        let past = team(configure(["maxShiftsPerDay": 2]), rest, week("S1", "bas"), short)
        past.given(supply("S1", "bas")).when(accept("S1", "eva"))
          .thenRejected(.restTooShort, conflicts: ["S2"])
        let other = team(
          configure(["maxShiftsPerDay": 2]), rest, week("S1", "bas"), short, supply("S2", "eva"))
        other.when(accept("S2", "bas")).thenRejected(.restTooShort, conflicts: ["S1"])
      }
    }

    @Test func `weekTooLong: a long shift counts, whole, in the week of its start`() {
      let past = team(
        configure(["maxWeekMinutes": 10_080]), week("S1", "bas"), supply("S1", "bas"))
      past.given(accept("S1", "eva"))
      past.given(schedule("S2", "eva", on: "2026-01-19", "09:00", "20:00"), accept("S1", "eva"))
      past.given(configure(["maxWeekMinutes": 10_079])).when(accept("S1", "eva"))
        .thenRejected(.weekTooLong, conflicts: [])
      let owned = team(
        configure(["maxWeekMinutes": 660, "maxShiftsAtOnce": 2]),
        schedule("S2", "bas", on: "2026-01-19", "09:00", "20:00"), week("S1", "eva"),
        supply("S2", "bas"))
      owned.given(accept("S2", "eva"))
    }

    @Test func `an occurrence that meets the one before it is skipped at once`() {
      let fixed = act(
        "bas", "fixedshift.registered", "F1",
        [
          "weekday": "monday", "start": "09:00", "end": "10:00", "days": 7, "from": "2026-01-12",
        ])
      let recorded = team(configure(["horizonWeeks": 4])).when(fixed).recorded
      #expect(
        recorded.map { "\($0.event.typeName) \($0.event.subject)" } == [
          "fixedshift.registered F1", "shift.scheduled F1.2026-01-12",
          "shift.skipped F1.2026-01-19", "shift.scheduled F1.2026-01-26",
        ])
    }

    @Test func `invalidHours: 1500 for each of several days`() {
      let past = team(week("S1", "bas"), schedule("S2", "eva", with: ["days": 1]))
      func hours(_ shift: String, _ user: String, _ minutes: Int) -> Step {
        act(
          user, "hours.recorded", shift, ["minutes": .integer(minutes)], at: "2026-01-19 10:00")
      }
      past.given(hours("S1", "bas", 10_500))
      past.when(hours("S1", "bas", 10_501)).thenRejected(.invalidHours)
      past.when(hours("S2", "eva", 1501)).thenRejected(.invalidHours)
    }

    @Test func `a long shift that began lapses, though it is not over`() {
      team(week("S1", "bas"), supply("S1", "bas"))
        .when(accept("S1", "eva", at: "2026-01-12 09:00")).thenRejected(.shiftStarted)
    }
  }

  @Suite("Shifts at once") struct ShiftsAtOnce {
    private let two = configure(["maxShiftsPerDay": 5, "maxShiftsAtOnce": 2])

    @Test func `overlapping: as many at a time as the policy says, and one more`() {
      let past = team(two, schedule("S1", "bas"), schedule("S2", "bas", "16:00", "18:00"))
      past.when(schedule("S3", "bas", "17:00", "19:00"))
        .thenRejected(.overlapping, conflicts: ["S1", "S2"])
      past.given(schedule("S3", "bas", "18:00", "19:00"))
    }

    @Test func `the handover holds for each of the shifts`() {
      let past = team(two, schedule("S1", "bas"), schedule("S2", "bas", "16:00", "18:00"))
        .given(configure(["handoverMinutes": 60]))
      past.given(schedule("S3", "bas", "17:00", "19:00"))
      past.when(schedule("S3", "bas", "16:59", "19:00"))
        .thenRejected(.overlapping, conflicts: ["S1", "S2"])
    }

    @Test(arguments: [0, 25]) func `1 to 24 at once can be allowed`(count: Int) {
      team().when(configure(["maxShiftsAtOnce": .integer(count)])).thenInvalid(.invalidField)
    }
  }
}
