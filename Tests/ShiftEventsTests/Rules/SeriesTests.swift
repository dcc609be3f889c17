// Over 400 lines: all rules of series, as sentences.
import Projections
import ShiftEvents
import ShiftEventsTesting
import Testing

/// A change of a weekly shift by a manager.
func change(_ fixedShift: String, _ data: JSON, by actor: String = "mia", at: String? = nil) -> Step
{ act(actor, "fixedshift.edited", fixedShift, data, at: at) }

func removeSeries(_ fixedShift: String, by actor: String = "mia", _ data: JSON = [:]) -> Step {
  act(actor, "fixedshift.removed", fixedShift, data)
}

/// The expected event of a change, with no occurrence that it touches.
private func changed(_ given: JSON, from: String, owner: String = "bas", _ facts: JSON = [:])
  -> ExpectedEvent
{
  // The last day stands behind the first one.
  var ends: [(name: String, value: JSON)] = []
  if case .object(let members) = given { ends = members.filter { $0.name == "until" } }
  var data: JSON = ends.isEmpty ? given : [:]
  data = data.adding("from", .text(from)).adding(.object(ends)).adding("owner", .text(owner))
  for key in ["edited", "removed", "kept"] { data = data.adding(key, .list([])) }
  return event("fixedshift.edited", "F1", data.replacing(facts))
}

private func occurrences(_ days: Int...) -> JSON {
  .list(days.map { .text("F1.2026-01-\($0 < 10 ? "0" : "")\($0)") })
}

extension JSON {
  /// The same with members in the places of those of the same names, and the others behind.
  fileprivate func replacing(_ other: JSON) -> JSON {
    guard case .object(var members) = self, case .object(let others) = other else { return self }
    for member in others {
      if let place = members.firstIndex(where: { $0.name == member.name }) {
        members[place] = member
      } else {
        members.append(member)
      }
    }
    return .object(members)
  }
}

extension Scenario {
  /// Requires the shifts of the schedule, each with its start and its place.
  @discardableResult
  fileprivate func thenPlanned(
    _ shifts: String..., location: SourceLocation = #_sourceLocation
  ) -> Scenario {
    let replay: Replay = folded()
    let rows = replay.schedule(all: true, at: "2026-01-05T08:00:00Z").map { row in
      ["\(row.shift)", "\(row.start)", row.keys.place.map { "\($0)" }].compactMap(\.self)
        .joined(separator: " ")
    }
    #expect(rows == shifts, sourceLocation: location)
    return self
  }

  /// Requires the late changes, each with its kind, its notice, the answer and the reason.
  @discardableResult
  fileprivate func thenChanged(
    _ changes: String..., location: SourceLocation = #_sourceLocation
  ) -> Scenario {
    let replay: Replay = folded()
    let rows = replay.changes(all: true, at: "2026-01-05T08:00:00Z").map { row in
      [
        "\(row.shift) \(row.kind.rawValue) \(row.notice) \(row.answer.rawValue)", row.reason,
      ].compactMap(\.self).joined(separator: " ")
    }
    #expect(rows == changes, sourceLocation: location)
    return self
  }
}

extension Rules {
  @Suite("Series: editing") struct EditedSeries {
    /// bas has F1 on the Fridays 9, 16 and 23 January 2026, 15:00 to 20:00.
    private let past = team(configure(["horizonWeeks": 3]), fix("F1", "bas", on: "friday"))

    @Test func `an edit gives the occurrences from its first day on their new terms in place`() {
      past.when(change("F1", ["start": "16:00", "from": "2026-01-10"])).then(
        changed(["start": "16:00"], from: "2026-01-10", ["edited": occurrences(16, 23)])
      ).thenPlanned("F1.2026-01-09 15:00", "F1.2026-01-16 16:00", "F1.2026-01-23 16:00")
    }

    @Test
    func `without a first day it holds from today on, or from the first day if that is later`() {
      past.when(change("F1", ["end": "21:00"])).then(
        changed(["end": "21:00"], from: "2026-01-05", ["edited": occurrences(9, 16, 23)]))
      team(configure(["horizonWeeks": 3]), fix("F1", "bas", on: "friday", from: "2026-01-12"))
        .when(change("F1", ["end": "21:00"])).then(
          changed(["end": "21:00"], from: "2026-01-12", ["edited": occurrences(16, 23)]))
    }

    @Test
    func `each member is dated for itself: a later day of one stays behind an earlier of another`()
    {
      past.given(change("F1", ["place": "till", "from": "2026-01-20"]))
        .when(change("F1", ["start": "16:00"])).then(
          changed(["start": "16:00"], from: "2026-01-05", ["edited": occurrences(9, 16, 23)])
        )
        .given(change("F1", ["start": "17:00", "from": "2026-01-14"]))
        .when(change("F1", ["place": "bar", "from": "2026-01-08"])).then(
          changed(
            ["place": "bar"], from: "2026-01-08", ["edited": occurrences(9, 16)])
        ).thenPlanned(
          "F1.2026-01-09 16:00 bar", "F1.2026-01-16 17:00 bar", "F1.2026-01-23 17:00 till")
    }

    @Test func `with a new owner an occurrence is as assigned, and their own request closes`() {
      let offered = past.given(
        supply("F1.2026-01-16", "bas"), post("R1", "eva", on: "2026-01-23"),
        suggest("F1.2026-01-23", "bas", to: "R1"), schedule("S1", "tom", on: "2026-01-23"),
        suggest("S1", "tom", to: "R1"))
      let handed = offered.when(change("F1", ["to": "eva", "from": "2026-01-10"])).then(
        event(
          "fixedshift.edited", "F1",
          [
            "to": "eva", "from": "2026-01-10", "owner": "bas", "edited": occurrences(16, 23),
            "removed": [], "kept": [], "closedRequests": ["R1"], "released": ["S1"],
          ]))
      #expect(told(handed) == ["bas assigned F1", "eva assigned F1", "tom released S1"])
      handed.when(act("eva", "shift.supplied", "F1.2026-01-16")).then(
        event(
          "shift.supplied", "F1.2026-01-16",
          ["owner": "eva", "date": "2026-01-16", "start": "15:00", "end": "20:00"]))
      handed.when(act("tom", "shift.accepted", "F1.2026-01-16")).thenRejected(.notOnMarketplace)
    }

    @Test func `what is on the marketplace or suggested is there with its new times`() {
      let edited = past.given(
        supply("F1.2026-01-16", "bas"), post("R1", "eva", on: "2026-01-23"),
        suggest("F1.2026-01-23", "bas", to: "R1")
      ).given(change("F1", ["start": "16:00"]))
      edited.when(accept("F1.2026-01-16", "tom")).then(
        event(
          "shift.accepted", "F1.2026-01-16",
          [
            "from": "bas", "to": "tom", "date": "2026-01-16", "start": "16:00", "end": "20:00",
            "final": true,
          ]))
      edited.when(acceptSuggestion("F1.2026-01-23", "eva")).then(
        event(
          "suggestion.accepted", "F1.2026-01-23",
          [
            "from": "bas", "to": "eva", "date": "2026-01-23", "start": "16:00", "end": "20:00",
            "request": "R1",
          ]))
    }

    @Test func `what was edited, moved, given away or awaits approval stays as it was`() {
      past.given(
        configure(["marketApproval": "manager", "horizonWeeks": 5]), extend(),
        edit("F1.2026-01-09", ["place": "till"]), edit("F1.2026-01-16", ["date": "2026-01-17"]),
        assign("F1.2026-01-23", to: "eva"), supply("F1.2026-01-30", "bas"),
        accept("F1.2026-01-30", "eva")
      ).when(change("F1", ["start": "16:00"])).then(
        changed(
          ["start": "16:00"], from: "2026-01-05",
          ["edited": ["F1.2026-02-06"], "kept": occurrences(9, 16, 23, 30)]))
    }

    @Test func `what would not change is named nowhere`() {
      past.given(assign("F1.2026-01-09", to: "eva")).when(change("F1", ["start": "15:00"])).then(
        changed(["start": "15:00"], from: "2026-01-05"))
    }

    @Test func `the usual days are the same times, given or not`() {
      past.when(change("F1", ["days": 0])).then(changed(["days": 0], from: "2026-01-05"))
      past.given(edit("F1.2026-01-09", ["days": 1]), edit("F1.2026-01-09", ["days": 0])).when(
        change("F1", ["start": "16:00"])
      ).then(
        changed(["start": "16:00"], from: "2026-01-05", ["edited": occurrences(9, 16, 23)]))
    }

    @Test func `what would break the day rule or overlap stays, unless that is set aside`() {
      let busy = past.given(
        schedule("S1", "eva", on: "2026-01-16", "08:00", "10:00"),
        schedule("S2", "eva", on: "2026-01-22", "22:00", "16:00"))
      busy.when(change("F1", ["to": "eva"])).then(
        changed(
          ["to": "eva"], from: "2026-01-05",
          [
            "edited": occurrences(9), "kept": occurrences(16, 23), "closedRequests": [],
            "released": [],
          ]))
      busy.when(change("F1", ["to": "eva", "override": ["dayTaken", "overlapping"]])).then(
        event(
          "fixedshift.edited", "F1",
          [
            "to": "eva", "from": "2026-01-05", "override": ["dayTaken", "overlapping"],
            "owner": "bas", "edited": occurrences(9, 16, 23), "removed": [], "kept": [],
            "closedRequests": [], "released": [],
          ]))
    }

    @Test func `long occurrences are judged each after those before it`() {
      // Seven days each: with a later end each meets the next one, which has its earlier times as yet.
      let long = team(
        configure(["horizonWeeks": 3]),
        act(
          "bas", "fixedshift.registered", "F1",
          ["weekday": "friday", "start": "15:00", "end": "15:00", "days": 7]))
      long.when(change("F1", ["end": "16:00"])).then(
        changed(
          ["end": "16:00"], from: "2026-01-05",
          ["edited": occurrences(23), "kept": occurrences(9, 16)]))
      long.when(change("F1", ["start": "16:00", "end": "16:00"])).then(
        changed(
          ["start": "16:00", "end": "16:00"], from: "2026-01-05",
          ["edited": occurrences(23), "kept": occurrences(9, 16)]))
    }

    @Test func `an occurrence whose new start has passed stays`() {
      past.when(change("F1", ["start": "07:00"], at: "2026-01-09 08:00")).then(
        changed(
          ["start": "07:00"], from: "2026-01-09",
          ["edited": occurrences(16, 23), "kept": occurrences(9)]))
    }

    @Test func `a last day takes away what its owner still holds behind it`() {
      past.given(
        configure(["marketApproval": "manager"]), supply("F1.2026-01-16", "bas"),
        accept("F1.2026-01-16", "eva")
      ).when(change("F1", ["until": "2026-01-09"])).then(
        changed(
          ["until": "2026-01-09"], from: "2026-01-05",
          ["removed": occurrences(23), "kept": occurrences(16)])
      ).when(extend(at: "2026-01-20 08:00")).thenNothing()
    }

    @Test func `what stayed behind a last day is not named again`() {
      past.given(
        assign("F1.2026-01-16", to: "eva"), change("F1", ["until": "2026-01-15"])
      ).when(change("F1", ["until": "2026-01-12"])).then(
        changed(["until": "2026-01-12"], from: "2026-01-05"))
    }

    @Test func `a later last day, or none, schedules what is due in the same batch`() {
      let short = past.given(change("F1", ["until": "2026-01-15"]))
      let longer = short.when(change("F1", ["until": nil], at: "2026-01-12 08:00"))
      longer.then(
        changed(["until": nil], from: "2026-01-12"), occurrence("F1", "bas", "2026-01-30"))
    }

    @Test func `of a new owner what was left out stays left out`() {
      let skippedFirst = team(
        configure(["horizonWeeks": 2]), schedule("S1", "bas", on: "2026-01-09"),
        fix("F1", "bas", on: "friday"))
      skippedFirst.when(change("F1", ["to": "eva"])).then(
        changed(
          ["to": "eva"], from: "2026-01-05",
          ["edited": occurrences(16), "closedRequests": [], "released": []]))
    }

    @Test func `of an erased owner nothing is scheduled until the series has another`() {
      let left = past.given(act("bas", "user.erased", "bas"))
      left.when(extend(at: "2026-01-20 08:00")).thenNothing()
        .when(change("F1", ["to": "eva"])).then(
          changed(
            ["to": "eva"], from: "2026-01-20",
            ["edited": occurrences(23), "closedRequests": [], "released": []]),
          occurrence("F1", "eva", "2026-01-30"), occurrence("F1", "eva", "2026-02-06"))
    }

    @Test func `what has hours or has begun stays`() {
      past.given(
        act("bas", "hours.recorded", "F1.2026-01-09", ["minutes": 300], at: "2026-01-09 16:00")
      )
      .when(change("F1", ["end": "21:00"])).then(
        changed(["end": "21:00"], from: "2026-01-09", ["edited": occurrences(16, 23)]))
    }
  }

  @Suite("Series: refusals of edits") struct RefusedEdits {
    private let past = team(configure(["horizonWeeks": 3]), fix("F1", "bas", on: "friday"))

    @Test func `only a manager edits, and the new owner is an employee`() {
      past.when(change("F1", ["start": "16:00"], by: "bas")).thenRejected(.notManager)
      past.when(change("F1", ["to": "max"])).thenRejected(.missingRole)
      past.when(change("F1", ["to": "nobody"])).thenRejected(.unknownUser)
    }

    @Test func `unknownFixedShift: none, or one that was removed`() {
      past.when(change("F2", ["start": "16:00"])).thenRejected(.unknownFixedShift)
      past.given(removeSeries("F1")).when(change("F1", ["start": "16:00"]))
        .thenRejected(.unknownFixedShift)
    }

    @Test func `missingField: times stay, and a day alone changes nothing`() {
      past.when(change("F1", ["start": nil, "from": "2026-01-01"])).thenRejected(.missingField)
      past.when(change("F1", ["from": "2026-01-10"])).thenInvalid(.missingField)
      past.when(change("F1", ["reason": "x", "override": ["dayTaken"]])).thenInvalid(.missingField)
    }

    @Test func `dateOutOfRange: past, before the first day, or a last day before that`() {
      past.when(change("F1", ["start": "16:00", "from": "2026-01-04"]))
        .thenRejected(.dateOutOfRange)
      team(fix("F1", "bas", from: "2026-01-12")).when(
        change("F1", ["start": "16:00", "from": "2026-01-11"])
      ).thenRejected(.dateOutOfRange)
      past.when(change("F1", ["until": "2026-01-08", "from": "2026-01-10"]))
        .thenRejected(.dateOutOfRange)
      past.when(change("F1", ["until": "2026-01-09", "from": "2026-01-10"])).then(
        changed(
          ["until": "2026-01-09"], from: "2026-01-10", ["removed": occurrences(16, 23)]))
      past.given(change("F1", ["until": "2026-01-08"]))
        .when(change("F1", ["start": "16:00", "from": "2026-01-10"])).thenRejected(.dateOutOfRange)
      team().when(
        act(
          "bas", "fixedshift.registered", "F1",
          [
            "weekday": "friday", "start": "15:00", "end": "20:00", "from": "2026-01-12",
            "until": "2026-01-11",
          ])
      ).thenRejected(.dateOutOfRange)
    }

    @Test func `ownShift: the new owner is another than on the first day`() {
      past.when(change("F1", ["to": "bas"])).thenRejected(.ownShift)
      past.given(change("F1", ["to": "eva", "from": "2026-01-12"]))
        .when(change("F1", ["to": "bas", "from": "2026-01-20"])).then(
          changed(
            ["to": "bas"], from: "2026-01-20", owner: "eva",
            ["edited": occurrences(23), "closedRequests": [], "released": []]))
    }

    @Test func `weekdayTaken: the new owner has another one on these dates`() {
      let two = past.given(fix("F2", "eva", on: "friday", "08:00", "10:00"))
      two.when(change("F1", ["to": "eva"])).thenRejected(.weekdayTaken)
      two.given(configure(["maxShiftsPerDay": 2])).when(change("F1", ["to": "eva"])).then(
        changed(
          ["to": "eva"], from: "2026-01-05",
          ["edited": occurrences(9, 16, 23), "closedRequests": [], "released": []]))
      two.given(change("F2", ["until": "2026-01-17"]))
        .when(change("F1", ["to": "eva", "from": "2026-01-18"])).then(
          changed(
            ["to": "eva"], from: "2026-01-18",
            ["edited": occurrences(23), "closedRequests": [], "released": []]))
    }

    @Test func `weekdayTaken: A and B weeks are two series; every four weeks meets every two`() {
      func every(_ id: String, _ weeks: Int, from: String) -> Step {
        act(
          "bas", "fixedshift.registered", id,
          [
            "weekday": "friday", "start": "15:00", "end": "20:00", "from": .text(from),
            "every": .integer(weeks),
          ])
      }
      let even = team(configure(["horizonWeeks": 1]), every("A", 2, from: "2026-01-05"))
      even.given(every("B", 2, from: "2026-01-12"))
        .when(every("C", 4, from: "2026-01-19")).thenRejected(.weekdayTaken)
      even.when(every("C", 3, from: "2026-01-12")).thenRejected(.weekdayTaken)
      even.when(every("C", 4, from: "2026-02-02")).thenRejected(.weekdayTaken)
      even.when(every("C", 4, from: "2026-02-09")).then(
        event(
          "fixedshift.registered", "C",
          [
            "weekday": "friday", "start": "15:00", "end": "20:00", "owner": "bas",
            "from": "2026-02-09", "every": 4,
          ]))
    }

    @Test func `noTime: the first date that an edit changes has a minute`() {
      past.when(change("F1", ["start": "20:00", "end": "20:00", "days": 0]))
        .thenRejected(.noTime)
      // The clocks skip all of it on Sunday 29 March 2026.
      let sundays = team(
        configure(["horizonWeeks": 1, "timeZone": "Europe/Amsterdam"]),
        fix("F1", "bas", on: "sunday", "02:00", "04:00"), clock: "2026-03-16 08:00")
      sundays.when(change("F1", ["end": "02:30", "from": "2026-03-29"])).thenRejected(.noTime)
      sundays.when(change("F1", ["end": "02:30"])).then(
        changed(["end": "02:30"], from: "2026-03-16", ["edited": ["F1.2026-03-22"]])
      ).when(extend(at: "2026-03-24 08:00")).then(skipped("F1", "bas", "2026-03-29", "noTime"))
    }
  }

  @Suite("Series: notice") struct SeriesNotice {
    private let published = team(
      configure(["horizonWeeks": 3]), fix("F1", "bas", on: "friday"),
      publish(from: "2026-01-05", to: "2026-01-18"))

    @Test func `an edit of published occurrences has the least notice, and a late change of each`()
    {
      let edited = published.when(change("F1", ["start": "14:00", "reason": "Early"])).then(
        event(
          "fixedshift.edited", "F1",
          [
            "start": "14:00", "from": "2026-01-05", "reason": "Early", "owner": "bas",
            "edited": occurrences(9, 16, 23), "removed": [], "kept": [], "notice": 6120,
          ]))
      #expect(told(edited) == ["bas answerAwaited F1", "bas edited F1"])
      edited.thenChanged(
        "F1.2026-01-09 edited 6120 awaited Early", "F1.2026-01-16 edited 16200 awaited Early")
      edited.when(answer("F1.2026-01-16", "bas")).then(
        event(
          "change.answered", "F1.2026-01-16",
          [
            "agreed": true, "owner": "bas", "date": "2026-01-16",
            "changedAt": "2026-01-05T08:00:00.000Z",
          ]))
    }

    @Test func `what an earlier change asks is not asked again`() {
      let edited = published.given(change("F1", ["start": "14:00"]))
        .when(change("F1", ["title": "Till", "until": "2026-01-12"])).then(
          event(
            "fixedshift.edited", "F1",
            [
              "title": "Till", "from": "2026-01-05", "until": "2026-01-12", "owner": "bas",
              "edited": occurrences(9), "removed": occurrences(16, 23), "kept": [],
              "notice": 16200,
            ]))
      #expect(told(edited) == ["bas edited F1"])
    }

    @Test func `a new owner is asked, and what people are told nothing of awaits nothing`() {
      published.given(configure(["answerNoticeMinutes": 10_000]))
        .when(change("F1", ["to": "eva"])).then(
          event(
            "fixedshift.edited", "F1",
            [
              "to": "eva", "from": "2026-01-05", "owner": "bas",
              "edited": occurrences(9, 16, 23), "removed": [], "kept": [], "closedRequests": [],
              "released": [], "notice": 6180,
            ])
        ).thenChanged("F1.2026-01-09 assigned 6180 awaited", "F1.2026-01-16 assigned 16260 none")
      published.when(change("F1", ["title": "Till"])).then(
        changed(["title": "Till"], from: "2026-01-05", ["edited": occurrences(9, 16, 23)]))
    }

    @Test func `noticeTooShort: behind all else, unless it is set aside`() {
      let strict = published.given(configure(["minNoticeMinutes": 10_000]))
      strict.when(change("F1", ["start": "14:00"])).thenRejected(.noticeTooShort)
      strict.when(change("F1", ["start": "14:00", "from": "2026-01-10"])).then(
        event(
          "fixedshift.edited", "F1",
          [
            "start": "14:00", "from": "2026-01-10", "owner": "bas",
            "edited": occurrences(16, 23), "removed": [], "kept": [], "notice": 16200,
          ]))
      strict.when(removeSeries("F1")).thenRejected(.noticeTooShort)
      strict.when(removeSeries("F1", ["override": ["noticeTooShort"], "reason": "Closing"])).then(
        event(
          "fixedshift.removed", "F1",
          [
            "override": ["noticeTooShort"], "reason": "Closing", "owner": "bas",
            "removed": occurrences(9, 16, 23), "kept": [], "notice": 6180,
          ])
      ).thenChanged(
        "F1.2026-01-09 removed 6180 none Closing", "F1.2026-01-16 removed 16260 none Closing")
    }

    @Test func `what an owner removes, and a manager's own, is no late change`() {
      published.when(removeSeries("F1", by: "bas")).then(
        event(
          "fixedshift.removed", "F1",
          ["owner": "bas", "removed": occurrences(9, 16, 23), "kept": []]))
      let own = team(
        configure(["horizonWeeks": 3]), fix("F1", "mia", on: "friday"),
        publish(from: "2026-01-05", to: "2026-01-18"))
      own.when(change("F1", ["start": "14:00"])).then(
        changed(
          ["start": "14:00"], from: "2026-01-05", owner: "mia", ["edited": occurrences(9, 16, 23)]))
      own.when(removeSeries("F1")).then(
        event(
          "fixedshift.removed", "F1",
          ["owner": "mia", "removed": occurrences(9, 16, 23), "kept": []]))
    }

    @Test func `an owner removes where nobody else's time is to come, and sets nothing aside`() {
      let handed = published.given(change("F1", ["to": "eva", "from": "2026-02-01"]))
      handed.when(removeSeries("F1", by: "bas")).thenRejected(.notOwner)
      handed.when(removeSeries("F1", by: "eva")).thenRejected(.notOwner)
      published.when(removeSeries("F1", by: "bas", ["reason": "x"])).thenRejected(.notManager)
      published.when(removeSeries("F1", by: "eva")).thenRejected(.notOwner)
    }
  }

  @Suite("Series: what was left out") struct LeftOut {
    private let past = team(
      configure(["horizonWeeks": 2]), schedule("S1", "bas", on: "2026-01-09"),
      act(
        "bas", "fixedshift.registered", "F1",
        ["weekday": "friday", "start": "15:00", "end": "20:00", "place": "till"]))

    @Test func `a manager puts a skipped occurrence on the schedule, by the terms of its date`() {
      past.when(restore("F1.2026-01-09")).thenRejected(.dayTaken)
      let restored = past.given(change("F1", ["start": "16:00"]), cancel("S1"))
        .when(restore("F1.2026-01-09"))
      restored.then(
        event(
          "shift.restored", "F1.2026-01-09",
          [
            "owner": "bas", "date": "2026-01-09", "start": "16:00", "end": "20:00",
            "place": "till", "fixedShift": "F1",
          ])
      ).when(change("F1", ["end": "21:00"])).then(
        changed(["end": "21:00"], from: "2026-01-05", ["edited": occurrences(9, 16)])
      ).when(extend()).thenNothing()
    }

    @Test func `to another owner, and once`() {
      past.when(restore("F1.2026-01-09", ["owner": "eva"])).then(
        event(
          "shift.restored", "F1.2026-01-09",
          [
            "owner": "eva", "date": "2026-01-09", "start": "15:00", "end": "20:00",
            "place": "till", "fixedShift": "F1",
          ])
      ).when(restore("F1.2026-01-09")).thenRejected(.wrongState)
      past.when(supply("F1.2026-01-09", "bas")).thenRejected(.unknownShift)
      past.when(restore("F1.2026-01-02")).thenRejected(.unknownShift)
    }

    @Test func `noTime: a skipped occurrence without a minute stays off the schedule`() {
      team(
        configure(["horizonWeeks": 1, "timeZone": "Europe/Amsterdam"]),
        fix("F1", "bas", on: "sunday", "02:00", "02:30"), clock: "2026-03-24 08:00"
      ).when(restore("F1.2026-03-29")).thenRejected(.noTime)
    }

    @Test func `a skipped one of a series that still has its date needs a manager`() {
      func attention(_ scenario: Scenario) -> [String] {
        let replay: Replay = scenario.folded()
        return replay.attention(at: "2026-01-05T08:00:00Z").map {
          "\($0.kind.rawValue) \($0.subject) \($0.date) \($0.user.map { "\($0)" } ?? "")"
        }
      }
      #expect(attention(past) == ["skipped F1.2026-01-09 2026-01-09 bas"])
      #expect(attention(past.given(change("F1", ["until": "2026-01-08"]))) == [])
      #expect(attention(past.given(removeSeries("F1"))) == [])
      #expect(
        attention(past.given(act("bas", "user.erased", "bas"))) == [
          "unowned S1 2026-01-09 bas", "unowned F1.2026-01-16 2026-01-16 bas",
          "orphaned F1 2026-01-09 bas", "skipped F1.2026-01-09 2026-01-09 bas",
        ])
    }
  }
}
