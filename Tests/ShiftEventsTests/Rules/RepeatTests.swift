import ShiftEvents
import ShiftEventsTesting
import Testing

extension Rules {
  @Suite("Repeats") struct Repeats {
    private let data: JSON = [
      "owner": "bas", "date": "2026-01-12", "start": "15:00", "end": "20:00",
    ]
    /// Event 7.
    private let past = team(
      act(
        "mia", "shift.scheduled", "S1",
        ["owner": "bas", "date": "2026-01-12", "start": "15:00", "end": "20:00"], id: "a1",
        source: "/app"))

    private func again(
      _ actor: String = "mia", _ type: String = "shift.scheduled", _ subject: String = "S1",
      _ data: JSON? = nil, at: String? = nil, id: String = "a1", source: String? = "/app",
      time: String? = nil, expecting: Int? = nil, attributes: JSON = [:]
    ) -> Step {
      act(
        actor, type, subject, data ?? self.data, at: at, id: id, source: source, time: time,
        expecting: expecting, attributes: attributes)
    }

    @Test func `the same is a duplicate, however late and whatever happened since`() {
      past.when(again()).thenDuplicate(of: 7)
      past.given(act("mia", "shift.cancelled", "S1"), act("mia", "user.erased", "max"))
        .when(again(at: "2027-01-01 08:00")).thenDuplicate(of: 7)
    }

    @Test func `days that were given as they usually are may be left out of a repeat`() {
      let given: JSON = [
        "owner": "bas", "date": "2026-01-13", "start": "15:00", "end": "20:00", "days": 0,
      ]
      let left: JSON = [
        "owner": "bas", "date": "2026-01-13", "start": "15:00", "end": "20:00",
      ]
      past.given(again("mia", "shift.scheduled", "S2", given, id: "a2"))
        .when(again("mia", "shift.scheduled", "S2", left, id: "a2")).thenDuplicate(of: 8)
    }

    @Test
    func `idConflict: hours that were recorded with another break than the one that is left out`() {
      let shift: JSON = [
        "owner": "bas", "date": "2026-01-13", "start": "15:00", "end": "20:00", "breakMinutes": 30,
      ]
      let times: JSON = ["start": "15:00", "end": "20:00"]
      let plain = past.given(act("mia", "shift.scheduled", "S2", shift))
      func record(_ shift: String, _ data: JSON) -> Step {
        act("mia", "hours.recorded", shift, data, at: "2026-01-14 08:00", id: "h")
      }
      func with(_ minutes: Int, _ data: JSON) -> JSON {
        guard case .object(let members) = data else { return data }
        return .object(members + [("breakMinutes", .integer(minutes))])
      }
      for (subject, usual) in [("S1", nil), ("S2", 30)] as [(String, Int?)] {
        // The break of the shift, left out or given.
        let left = plain.given(record(subject, times))
        left.when(record(subject, times)).thenDuplicate(of: 9)
        if let usual { left.when(record(subject, with(usual, times))).thenDuplicate(of: 9) }
        left.when(record(subject, with(45, times))).thenRejected(.idConflict)
        let other = plain.given(record(subject, with(45, times)))
        other.when(record(subject, with(45, times))).thenDuplicate(of: 9)
        other.when(record(subject, times)).thenRejected(.idConflict)
        // Minutes have no break unless one is given.
        let minutes: JSON = ["minutes": 200]
        let given = plain.given(record(subject, with(30, minutes)))
        given.when(record(subject, with(30, minutes))).thenDuplicate(of: 9)
        given.when(record(subject, minutes)).thenRejected(.idConflict)
      }
    }

    @Test func `the break of a shift that was edited since is the one of then`() {
      let shift: JSON = [
        "owner": "bas", "date": "2026-01-13", "start": "15:00", "end": "20:00", "breakMinutes": 30,
      ]
      let times: JSON = ["start": "15:00", "end": "20:00"]
      let plain = past.given(act("mia", "shift.scheduled", "S2", shift))
      func record(
        _ shift: String, _ data: JSON, _ time: String = "2026-01-14 08:00", id: String = "h"
      ) -> Step {
        act("mia", "hours.recorded", shift, data, at: time, id: id)
      }
      // Hours of 0 open the way to an edit.
      func edited(_ before: Scenario, _ shift: String, _ minutes: JSON) -> Scenario {
        before.given(
          record(shift, ["minutes": 0], "2026-01-14 09:00", id: "none"),
          act(
            "mia", "shift.edited", shift,
            ["breakMinutes": minutes, "override": ["shiftStarted"]], at: "2026-01-14 10:00"))
      }
      for minutes in [45, nil] as [JSON] {
        edited(plain.given(record("S2", times)), "S2", minutes)
          .when(record("S2", times, "2026-01-14 11:00")).thenDuplicate(of: 9)
      }
      let own: JSON = ["start": "15:00", "end": "20:00", "breakMinutes": 30]
      let given = edited(plain.given(record("S1", own)), "S1", 30)
      given.when(record("S1", own, "2026-01-14 11:00")).thenDuplicate(of: 9)
      given.when(record("S1", times, "2026-01-14 11:00")).thenRejected(.idConflict)
    }

    @Test(arguments: ["days", "place", "labels", "needs", "title", "breakMinutes"])
    func `idConflict: a null that is left out of an edit`(member: String) {
      let shift: JSON = [
        "owner": "bas", "date": "2026-01-13", "start": "15:00", "end": "20:00", "days": 1,
        "place": "Centre", "labels": ["bar"], "needs": ["till"], "title": "Late",
        "breakMinutes": 30,
      ]
      let whole: JSON = JSON.object([("start", "14:00"), (member, nil)])
      let plain = past.given(act("mia", "skill.granted", "bas", ["skill": "till"]))
        .given(act("mia", "shift.scheduled", "S2", shift))
      let edit = { (data: JSON) in act("mia", "shift.edited", "S2", data, id: "e") }
      plain.given(edit(whole)).when(edit(whole)).thenDuplicate(of: 10)
      plain.given(edit(whole)).when(edit(["start": "14:00"])).thenRejected(.idConflict)
    }

    @Test
    func `the order of keys does not matter, nor other attributes, nor the expected sequence`() {
      past.when(
        again(
          "mia", "shift.scheduled", "S1",
          ["end": "20:00", "start": "15:00", "date": "2026-01-12", "owner": "bas"])
      ).thenDuplicate(of: 7)
      past.when(again(expecting: 3, attributes: ["correlationid": "x"])).thenDuplicate(of: 7)
      past.when(again(expecting: 99)).thenDuplicate(of: 7)
    }

    @Test func `idConflict: another type, actor, subject, value`() {
      past.when(act("mia", "shift.cancelled", "S1", id: "a1", source: "/app"))
        .thenRejected(.idConflict)
      past.when(again("max")).thenRejected(.idConflict)
      past.when(again("mia", "shift.scheduled", "S2")).thenRejected(.idConflict)
      past.when(
        again(
          "mia", "shift.scheduled", "S1",
          ["owner": "bas", "date": "2026-01-12", "start": "15:00", "end": "20:01"])
      ).thenRejected(.idConflict)
    }

    @Test func `idConflict: another time, if one is given; before the time is judged`() {
      past.when(again(time: "2026-01-05 08:00")).thenDuplicate(of: 7)
      past.when(again(time: "2026-01-05T09:00:00.0009+01:00")).thenDuplicate(of: 7)
      past.when(again(time: "2026-01-05 07:59")).thenRejected(.idConflict)
      past.when(again(time: "2030-01-05 07:59")).thenRejected(.idConflict)
    }

    @Test func `another source is another event`() {
      past.when(again(source: "/other")).thenRejected(.shiftExists)
      past.when(again(source: nil)).thenRejected(.shiftExists)
      team(act("bas", "user.followed", "eva", id: "x"))
        .when(act("bas", "user.followed", "eva", id: "x", source: "/eventlog-tool"))
        .thenDuplicate(of: 7)
    }

    @Test func `defaults: given then or now, as they were then`() {
      let times: [(name: String, value: JSON)] = [
        ("weekday", "monday"), ("start", "15:00"), ("end", "20:00"),
      ]
      func register(_ more: [(name: String, value: JSON)], at: String? = nil) -> Step {
        act("bas", "fixedshift.registered", "F1", .object(times + more), at: at, id: "f")
      }
      let full = [("owner", "bas"), ("from", "2026-01-05")] as [(name: String, value: JSON)]
      for (then, now) in [([], full), (full, []), (full, [full[1]]), ([full[0]], [])] {
        team(register(then)).when(register(now, at: "2026-03-01 08:00")).thenDuplicate(of: 7)
      }
      team(register([("from", "2026-01-06")])).when(register([])).thenRejected(.idConflict)
      team(register([])).when(register([("from", "2026-01-06")])).thenRejected(.idConflict)
      team(register([])).when(register([("owner", "eva")])).thenRejected(.idConflict)
    }

    @Test func `idConflict: an owner who was not the default, left out`() {
      let times: JSON = ["weekday": "monday", "start": "15:00", "end": "20:00"]
      let forEva: JSON = ["weekday": "monday", "start": "15:00", "end": "20:00", "owner": "eva"]
      team(act("mia", "fixedshift.registered", "F1", forEva, id: "f"))
        .when(act("mia", "fixedshift.registered", "F1", times, id: "f"))
        .thenRejected(.idConflict)
    }

    @Test func `hours: minutes worked out may be stated or not; other ways to say it differ`() {
      func record(_ data: JSON) -> Step {
        act("bas", "hours.recorded", "S1", data, at: "2026-01-12 20:00", id: "h")
      }
      let clock: JSON = ["start": "15:00", "end": "20:00"]
      let both: JSON = ["start": "15:00", "end": "20:00", "minutes": 300]
      past.given(record(clock)).when(record(both)).thenDuplicate(of: 8)
      past.given(record(both)).when(record(clock)).thenDuplicate(of: 8)
      past.given(record(clock)).when(record(["minutes": 300])).thenRejected(.idConflict)
      past.given(record(["minutes": 300])).when(record(clock)).thenRejected(.idConflict)
    }

    @Test func `stated facts are compared with the recorded event, not with the present`() {
      let taken = past.given(
        supply("S1", "bas"), act("eva", "shift.accepted", "S1", id: "t"), supply("S1", "eva"),
        accept("S1", "tom"))
      let true_: JSON = ["from": "bas", "to": "eva", "final": true]
      taken.when(act("eva", "shift.accepted", "S1", true_, id: "t")).thenDuplicate(of: 9)
      taken.when(act("eva", "shift.accepted", "S1", ["from": "eva"], id: "t"))
        .thenRejected(.idConflict)
      taken.when(act("eva", "shift.accepted", "S1", ["closedRequest": "R1"], id: "t"))
        .thenRejected(.idConflict)
    }

    @Test func `policies: left out now, given then`() {
      let past = team(
        act("mia", "workplace.configured", "W", ["horizonWeeks": 2, "requestDays": 3], id: "w"))
      past.when(
        act("mia", "workplace.configured", "W", ["requestDays": 3, "horizonWeeks": 2], id: "w")
      ).thenDuplicate(of: 7)
      past.when(act("mia", "workplace.configured", "W", ["horizonWeeks": 2], id: "w"))
        .thenRejected(.idConflict)
    }

    @Test func `names and e-mails are compared with the commitment, until changed or erased`() {
      func register(_ more: [(name: String, value: JSON)]) -> Step {
        act(
          "ann", "user.registered", "ann",
          .object([(name: "roles", value: ["student"] as JSON)] + more), id: "r")
      }
      let name: (name: String, value: JSON) = ("name", "Ann")
      let mail: (name: String, value: JSON) = ("email", "ann@example.org")
      let past = given(register([name, mail]))
      past.when(register([name, mail])).thenDuplicate(of: 1)
      past.when(register([name])).thenRejected(.idConflict)
      past.when(register([])).thenRejected(.idConflict)
      past.when(register([("name", "Anna"), mail])).thenRejected(.idConflict)
      given(register([])).when(register([name])).thenRejected(.idConflict)
      past.given(act("ann", "profile.changed", "ann", ["name": "Anna"]))
        .when(register([("name", "Other")])).thenDuplicate(of: 1)
      past.given(act("ann", "user.erased", "ann")).when(register([])).thenDuplicate(of: 1)
    }

    @Test func `changed profiles: values that are not given are not compared`() {
      func change(_ data: JSON) -> Step { act("ann", "profile.changed", "ann", data, id: "p") }
      let past = given(register("ann", "student"))
        .given(act("ann", "profile.changed", "ann", ["email": "ann@example.org"]))
        .given(change(["name": "Ann"]))
      past.when(change(["name": "Ann"])).thenDuplicate(of: 3)
      past.when(change(["email": "ann@example.org"])).thenDuplicate(of: 3)
      past.when(change(["name": "Anna"])).thenRejected(.idConflict)
    }

    @Test func `reserved: the id of a generated event, recorded or to come`() {
      let past = team(configure(["horizonWeeks": 1]), fix("F1", "bas"))
      for date in ["2026-01-05", "2026-01-12"] {
        past.when(
          act("bas", "shift.supplied", "F1.2026-01-05", id: "shift.scheduled/F1.\(date)")
        ).thenInvalid(.reserved)
      }
    }
  }

  @Suite("Stated facts") struct StatedFacts {
    private let past = team(schedule("S1", "bas"), supply("S1", "bas"))
    private func accepting(_ data: JSON) -> Step { act("eva", "shift.accepted", "S1", data) }

    @Test func `a correct fact is recorded as without stating it`() {
      past.when(
        accepting([
          "final": true, "end": "20:00", "start": "15:00", "date": "2026-01-12", "to": "eva",
          "from": "bas",
        ])
      ).then(
        event(
          "shift.accepted", "S1",
          [
            "from": "bas", "to": "eva", "date": "2026-01-12", "start": "15:00", "end": "20:00",
            "final": true,
          ]))
    }

    @Test func `factMismatch: names the fact, the stated and the actual value`() {
      past.when(accepting(["from": "tom"])).thenMismatch("from", stated: "tom", actual: "bas")
      past.when(accepting(["final": false])).thenMismatch("final", stated: false, actual: true)
      past.when(accepting(["start": "15:01"]))
        .thenMismatch("start", stated: "15:01", actual: "15:00")
    }

    @Test func `factMismatch: a fact that does not apply; an unknown id is no other fault`() {
      past.when(accepting(["closedRequest": "R9"]))
        .thenMismatch("closedRequest", stated: "R9", actual: nil)
      past.when(accepting(["released": []])).thenMismatch("released", stated: [], actual: nil)
      past.when(accepting(["from": "nobody"]))
        .thenMismatch("from", stated: "nobody", actual: "bas")
    }

    @Test func `factMismatch: of several the first in documented order`() {
      past.when(accepting(["final": false, "from": "tom", "to": "tom"]))
        .thenMismatch("from", stated: "tom", actual: "bas")
    }

    @Test func `rules come before facts`() {
      past.given(schedule("S2", "eva")).when(accepting(["from": "tom"])).thenRejected(.dayTaken)
    }

    @Test func `lists are compared as sets are: in byte order`() {
      let past = team(post("R1", "eva"), schedule("a", "bas"), schedule("b", "tom"))
        .given(suggest("a", "bas", to: "R1"), suggest("b", "tom", to: "R1"))
      past.when(act("eva", "request.withdrawn", "R1", ["released": ["b", "a"]])).then(
        event(
          "request.withdrawn", "R1",
          ["requester": "eva", "date": "2026-01-12", "released": ["a", "b"]]))
      past.when(act("eva", "request.withdrawn", "R1", ["released": ["a"]]))
        .thenMismatch("released", stated: ["a"], actual: ["a", "b"])
    }

    @Test func `a fixed shift with a wrong fact leaves no occurrence`() {
      team(fix("F1", "bas")).when(act("bas", "fixedshift.removed", "F1", ["kept": ["F1.x"]]))
        .thenMismatch("kept", stated: ["F1.x"], actual: [])
    }

    @Test func `a key that is no fact of the type is unknown, a value of the wrong form invalid`() {
      past.when(accepting(["owner": "bas"])).thenInvalid(.unknownField)
      past.when(accepting(["from": 1])).thenInvalid(.invalidField)
      past.when(accepting(["from": nil])).thenInvalid(.invalidField)
    }
  }
}
