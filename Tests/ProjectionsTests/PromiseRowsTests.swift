import Projections
import ShiftEvents
import ShiftEventsTesting
import Testing

/// Rows about what was promised, what became of it, and what was settled.
@Suite struct PromiseRowsTests {
  private static let monday = "2026-01-05T08:00:00.000Z"

  /// bas has two shifts in the week of 12 January, which mia has published; eva has one that begins after it.
  private func published() -> Scenario {
    given(
      act("mia", "user.registered", "mia", ["roles": ["manager", "employee"], "name": "Mia"]),
      act("bas", "user.registered", "bas", ["roles": ["employee"], "name": "Bas"]),
      act("eva", "user.registered", "eva", ["roles": ["employee"]]),
      schedule("S1", on: "2026-01-12"), schedule("S2", on: "2026-01-13"),
      schedule("S3", of: "eva", on: "2026-01-19"),
      act("mia", "schedule.published", "P1", ["from": "2026-01-12", "to": "2026-01-18"]))
  }

  private func schedule(
    _ shift: String, of owner: JSON = "bas", on date: String, _ more: JSON = [:]
  ) -> Step {
    var data: JSON = [
      "owner": owner, "date": .text(date), "start": "15:00", "end": "20:00",
    ]
    if case .object(let members) = more {
      for member in members { data = data.adding(member.name, member.value) }
    }
    return act("mia", "shift.scheduled", shift, data)
  }

  /// A row of the schedule.
  private func shift(
    _ id: String, of owner: String = "bas", on date: String, week: String = "2026-W03",
    isPublished: Bool = true, names: Bool = true, _ more: JSON = [:]
  ) -> JSON {
    let known = ["bas": "Bas", "mia": "Mia"][owner]
    var row: JSON = ["shift": .text(id), "owner": .text(owner)]
    row = row.adding("ownerName", known.map { .text($0) })
      .adding("date", .text(date)).adding("start", "15:00").adding("end", "20:00")
      .adding("week", .text(week)).adding("status", "idle").adding("firstOwner", .text(owner))
      .adding("firstOwnerName", known.map { .text($0) }).adding("minutes", 300)
      .adding("published", .boolean(isPublished))
    if case .object(let members) = more {
      for member in members { row = row.adding(member.name, member.value) }
    }
    return row
  }

  private func change(
    _ shift: String, of owner: String, on date: String, kind: String, notice: Int,
    at time: String = Self.monday, _ more: JSON
  ) -> JSON {
    let known = ["bas": "Bas", "mia": "Mia"][owner]
    var row: JSON = ["shift": .text(shift), "owner": .text(owner)]
    row = row.adding("ownerName", known.map { .text($0) })
      .adding("date", .text(date)).adding("start", "15:00").adding("end", "20:00")
      .adding("kind", .text(kind)).adding("by", "mia").adding("byName", "Mia")
      .adding("changedAt", .text(time)).adding("notice", .integer(notice))
    if case .object(let members) = more {
      for member in members { row = row.adding(member.name, member.value) }
    }
    return row
  }

  @Test func `a publication is a row, and its shifts are published`() {
    let published = published()
    published.then(
      .publications,
      [
        "publication": "P1", "from": "2026-01-12", "to": "2026-01-18", "by": "mia",
        "byName": "Mia", "publishedAt": .text(Self.monday), "shifts": 2,
      ])
    published.then(
      .publications, selection: RowSelection(dates: DateSelection(from: "2026-01-19")))
    published.then(
      .schedule, shift("S1", on: "2026-01-12"), shift("S2", on: "2026-01-13"),
      shift("S3", of: "eva", on: "2026-01-19", week: "2026-W04", isPublished: false))
    published.then(.changes, selection: RowSelection(all: true))
    #expect(
      published.folded(into: Audit(of: .publication("P1"))).rows.map(\.effect.description)
        == ["2 shifts from 2026-01-12 to 2026-01-18 published"])
    #expect(published.folded(into: Audit(of: .shift("S1"))).rows.count == 1)
  }

  @Test func `a late change awaits the new owner's answer until it is given`() {
    let assigned = published().given(
      act(
        "mia", "shift.assigned", "S1", ["to": "eva", "reason": "a delivery \"before\" noon"]))
    let row = change("S1", of: "eva", on: "2026-01-12", kind: "assigned", notice: 10_500, [:])
      .adding("reason", "a delivery \"before\" noon").adding("override", [])
    assigned.then(.changes, row.adding("answer", "awaited"))
    assigned.then(.changes, row.adding("answer", "awaited"), selection: RowSelection(user: "eva"))
    assigned.then(.changes, selection: RowSelection(user: "bas", all: true))
    assigned.then(
      .schedule, shift("S1", of: "eva", on: "2026-01-12", ["answer": "awaited"]),
      selection: RowSelection(id: .shift("S1")))
    assigned.then(.changes, at: "2026-01-13 00:00")

    let answered = assigned.given(
      act("eva", "change.answered", "S1", ["agreed": false], at: "2026-01-05 09:00"))
    answered.then(.changes)
    let declined = row.adding("answer", "declined")
      .adding("answeredAt", "2026-01-05T09:00:00.000Z")
    answered.then(.changes, declined, selection: RowSelection(all: true))
    answered.then(
      .changes, declined,
      selection: RowSelection(dates: DateSelection(from: "2026-01-12", to: "2026-01-12")))
    answered.then(.changes, declined, selection: RowSelection(id: .shift("S1")))
    answered.then(
      .schedule, shift("S1", of: "eva", on: "2026-01-12"),
      selection: RowSelection(id: .shift("S1")))
    #expect(
      answered.folded(into: Audit(of: .shift("S1"))).rows.map(\.effect.description) == [
        "bas's", "bas → eva, assigned; notice 175:00; reason: a delivery \"before\" noon",
        "eva declines the change of 2026-01-05T08:00:00.000Z",
      ])
  }

  @Test func `a later change takes the place of one, and a manager's own awaits nothing`() {
    let changed = published().given(
      act("mia", "shift.assigned", "S1", ["to": "eva"]),
      act("mia", "shift.assigned", "S1", ["to": "mia"], at: "2026-01-12 14:59"),
      act(
        "mia", "shift.cancelled", "S2", ["override": ["shiftStarted"]], at: "2026-01-13 15:01"))
    changed.then(
      .changes,
      change(
        "S1", of: "eva", on: "2026-01-12", kind: "assigned", notice: 10_500,
        ["override": [], "answer": "none"]),
      change(
        "S1", of: "mia", on: "2026-01-12", kind: "assigned", notice: 1,
        at: "2026-01-12T14:59:00.000Z", ["override": [], "answer": "none"]),
      change(
        "S2", of: "bas", on: "2026-01-13", kind: "cancelled", notice: -1,
        at: "2026-01-13T15:01:00.000Z", ["override": ["shiftStarted"], "answer": "awaited"]),
      selection: RowSelection(all: true))
  }

  @Test func `the reason of an edit is told once, and is nothing that it changed`() throws {
    let edited = published().given(
      act("mia", "shift.edited", "S1", ["end": "21:00", "reason": "a late truck"]))
    let row = try #require(edited.folded(into: Audit(of: .shift("S1"))).rows.last)
    #expect(
      row.effect.description == "end 20:00 → 21:00; notice 175:00; reason: a late truck")
    #expect(row.before?.map(\.key) == ["end"] && row.after?.map(\.key) == ["end"])
  }

  @Test func `what was promised stands beside what became of it`() {
    let changed = published().given(
      act("mia", "shift.assigned", "S1", ["to": "eva"]),
      act("mia", "shift.cancelled", "S2"),
      act("mia", "shift.edited", "S3", ["date": "2026-01-14", "start": "16:00"]),
      schedule("S4", on: "2026-01-15"))
    let promised = RowSelection(asPublished: true)
    changed.then(
      .schedule, shift("S1", on: "2026-01-12", ["nowOwner": "eva"]),
      shift("S2", on: "2026-01-13", ["nowStatus": "cancelled"]), selection: promised)
    changed.then(
      .schedule, shift("S1", on: "2026-01-12", ["nowOwner": "eva"]),
      selection: RowSelection(id: .shift("S1"), asPublished: true))
    changed.then(
      .schedule, selection: RowSelection(user: "eva", asPublished: true))
    changed.then(
      .schedule, shift("S2", on: "2026-01-13", ["nowStatus": "cancelled"]),
      selection: promised, at: "2026-01-13 12:00")

    let again = changed.given(
      act("mia", "schedule.published", "P2", ["from": "2026-01-14", "to": "2026-01-16"]),
      act("mia", "shift.edited", "S4", ["date": "2026-01-17", "end": "21:00", "days": 1]))
    again.then(
      .schedule, shift("S1", on: "2026-01-12", ["nowOwner": "eva"]),
      shift("S2", on: "2026-01-13", ["nowStatus": "cancelled"]),
      moved(),
      shift(
        "S4", on: "2026-01-15",
        ["answer": "awaited", "nowDate": "2026-01-17", "nowEnd": "21:00", "nowDays": 1]),
      selection: promised)
  }

  @Test func `a last day that is named and the usual one is nothing else than promised`() {
    let changed = published().given(act("mia", "shift.edited", "S1", ["days": 0]))
    changed.then(
      .schedule, shift("S1", on: "2026-01-12"), shift("S2", on: "2026-01-13"),
      selection: RowSelection(asPublished: true))
  }

  /// S3, which mia has moved into the published week.
  private func moved() -> JSON {
    [
      "shift": "S3", "owner": "eva", "date": "2026-01-14", "start": "16:00", "end": "20:00",
      "week": "2026-W03", "status": "idle", "firstOwner": "eva", "minutes": 240,
      "published": true, "answer": "awaited",
    ]
  }

  @Test func `lapses of a promise are as of its publication`() {
    let supplied = given(
      act("mia", "user.registered", "mia", ["roles": ["manager"]]),
      act("bas", "user.registered", "bas", ["roles": ["employee"]]),
      schedule("S1", on: "2026-01-12"), act("bas", "shift.supplied", "S1"),
      act("mia", "schedule.published", "P1", ["from": "2026-01-12", "to": "2026-01-18"]))
    let row: JSON = [
      "shift": "S1", "owner": "bas", "date": "2026-01-12", "start": "15:00", "end": "20:00",
      "week": "2026-W03", "status": "supplied", "firstOwner": "bas", "minutes": 300,
      "published": true,
    ]
    let promised = RowSelection(asPublished: true)
    supplied.then(.schedule, row, selection: promised)
    supplied.then(
      .schedule, row.adding("nowStatus", "lapsed"), selection: promised, at: "2026-01-12 16:00")
  }

  @Test func `hours are confirmed by the other side, until they are recorded anew`() {
    let recorded = published().given(
      act("bas", "hours.recorded", "S1", ["minutes": 300], at: "2026-01-12 20:00"),
      act("mia", "hours.recorded", "S2", ["minutes": 0], at: "2026-01-13 20:00"),
      act("mia", "hours.confirmed", "S1"), act("bas", "hours.confirmed", "S2"))
    func row(_ minutes: Int, _ confirmed: Int) -> JSON {
      [
        "worker": "bas", "workerName": "Bas", "week": "2026-W03", "period": "2026-W03",
        "shifts": 1, "minutes": .integer(minutes), "scheduledMinutes": 600, "missing": 0,
        "confirmed": .integer(confirmed),
      ]
    }
    recorded.then(.hours, row(300, 1))
    recorded.given(act("mia", "hours.recorded", "S1", ["minutes": 240])).then(.hours, row(240, 0))
    #expect(
      recorded.folded(into: Audit(of: .shift("S1"))).rows.last?.effect.description
        == "bas's 5:00 confirmed")
  }

  @Test func `a period is a row as of its closing, and open again`() {
    let closed = published().given(
      act("bas", "hours.recorded", "S1", ["minutes": 300], at: "2026-01-12 20:00"),
      act(
        "mia", "period.closed", "january-2", ["from": "2026-01-12", "to": "2026-01-18"],
        at: "2026-01-19 08:00"))
    func row(_ status: JSON) -> JSON {
      [
        "period": "january-2", "from": "2026-01-12", "to": "2026-01-18", "status": status,
        "by": "mia", "byName": "Mia", "closedAt": "2026-01-19T08:00:00.000Z", "shifts": 1,
        "minutes": 300, "unconfirmed": 1,
      ]
    }
    closed.then(.periods, row("closed"))
    let reopened = closed.given(act("mia", "period.reopened", "january-2", ["reason": "a slip"]))
    reopened.then(.periods, row("open"), selection: RowSelection(id: .period("january-2")))
    #expect(
      reopened.folded(into: Audit(of: .period("january-2"))).rows.map(\.effect.description) == [
        "2026-01-12 to 2026-01-18 closed: 1 shift, 5:00, 1 unconfirmed",
        "the period 2026-01-12 to 2026-01-18 reopened; reason: a slip",
      ])
  }

  @Test func `a contract stands beside its person, as far as it has limits`() {
    func row(_ contract: JSON?) -> JSON {
      let row: JSON = [
        "user": "bas", "name": "Bas", "roles": ["employee"], "following": [], "followers": [],
        "skills": [],
      ]
      return row.adding("contract", contract)
    }
    let ofBas = RowSelection(user: "bas")
    let limited = published().given(
      act("mia", "contract.set", "bas", ["maxWeekMinutes": 1200, "maxShiftMinutes": 0]))
    limited.then(.users, row(["maxWeekMinutes": 1200, "maxShiftMinutes": 0]), selection: ofBas)
    #expect(
      limited.folded(into: Audit(of: .user("bas"))).rows.last?.effect.description
        == "at most 20:00 a week; no limit of hours a shift")
    limited.given(
      act("mia", "contract.set", "bas", ["maxWeekMinutes": .null, "maxShiftMinutes": .null])
    ).then(.users, row(nil), selection: ofBas)
  }

  @Test func `users have the skills and limits of today, and what ends or is to come`() throws {
    func row(_ more: KeyValuePairs<String, JSON>) -> JSON {
      let row: JSON = [
        "user": "bas", "name": "Bas", "roles": ["employee"], "following": [], "followers": [],
      ]
      return more.reduce(row) { $0.adding($1.key, $1.value) }
    }
    let ofBas = RowSelection(user: "bas")
    let dated = published().given(
      act("mia", "skill.granted", "bas", ["skill": "till", "until": "2026-01-31"]),
      act("mia", "skill.granted", "bas", ["skill": "Zaal é", "until": "2026-01-11"]),
      act("mia", "skill.granted", "bas", ["skill": "bar"]),
      act("mia", "contract.set", "bas", ["maxWeekMinutes": 2400, "maxDaysInRow": 6]),
      act("mia", "contract.set", "bas", ["from": "2026-03-01", "maxDaysInRow": .null]),
      act("mia", "contract.set", "bas", ["from": "2026-02-01", "maxWeekMinutes": 1200]),
      act("mia", "contract.set", "bas", ["from": "2026-03-01", "maxWeekMinutes": .null]))
    let later: JSON = [
      ["from": "2026-02-01", "maxWeekMinutes": 1200, "maxDaysInRow": 6], ["from": "2026-03-01"],
    ]
    dated.then(
      .users,
      row([
        "skills": ["Zaal é", "bar", "till"],
        "skillsUntil": ["Zaal é": "2026-01-11", "till": "2026-01-31"],
        "contract": ["maxWeekMinutes": 2400, "maxDaysInRow": 6], "contractFrom": later,
      ]), selection: ofBas)
    // One skill ran out.
    dated.then(
      .users,
      row([
        "skills": ["bar", "till"], "skillsUntil": ["till": "2026-01-31"],
        "contract": ["maxWeekMinutes": 2400, "maxDaysInRow": 6], "contractFrom": later,
      ]), selection: ofBas, at: "2026-01-12 00:00")
    dated.then(
      .users,
      row([
        "skills": ["bar"], "contract": ["maxWeekMinutes": 1200, "maxDaysInRow": 6],
        "contractFrom": [["from": "2026-03-01"]],
      ]), selection: ofBas, at: "2026-02-01 00:00")
    dated.then(.users, row(["skills": ["bar"]]), selection: ofBas, at: "2026-03-01 00:00")
    let effects = dated.folded(into: Audit(of: .user("bas"))).rows.map(\.effect.description)
    #expect(
      Array(effects.suffix(7)) == [
        "skill till granted until 2026-01-31", "skill Zaal é granted until 2026-01-11",
        "skill bar granted", "at most 40:00 a week; at most 6 days in a row",
        "from 2026-03-01: days in a row as the workplace has it",
        "from 2026-02-01: at most 20:00 a week",
        "from 2026-03-01: hours a week as the workplace has it",
      ])
    let table = try #require(
      dated.folded(into: Replay()).table(.users, ofBas, at: "2026-01-05T08:00:00Z") { _ in nil })
    let cells = zip(table.columns, table.rows[0]).filter { $0.0.audience == .people }
    #expect(
      cells.map { $0.1?.text } == [
        "Zaal é until 2026-01-11, till until 2026-01-31",
        "40:00 a week, 6 days in a row; from 2026-02-01: 20:00 a week, 6 days in a row; "
          + "from 2026-03-01: as the workplace has it",
      ])
    // Whom the log forgets has nothing of it left.
    dated.given(act("mia", "user.erased", "bas")).then(
      .users, ["user": "bas", "roles": [], "following": [], "followers": [], "skills": []],
      selection: ofBas)
  }

  @Test func `a title stands wherever labels do`() {
    let titled = published().given(
      schedule("S5", on: "2026-01-20", ["title": "Music: Lighting Operator"]),
      act("bas", "shift.supplied", "S5"),
      act(
        "mia", "vacancy.posted", "V1",
        [
          "date": "2026-01-20", "start": "08:00", "end": "12:00", "places": 1,
          "title": "Bar 2, left",
        ]))
    titled.then(
      .marketplace,
      [
        "shift": "S5", "owner": "bas", "ownerName": "Bas", "date": "2026-01-20",
        "start": "15:00", "end": "20:00", "week": "2026-W04", "suppliedAt": .text(Self.monday),
        "title": "Music: Lighting Operator",
      ])
    titled.then(
      .vacancies,
      [
        "vacancy": "V1", "date": "2026-01-20", "start": "08:00", "end": "12:00",
        "week": "2026-W04", "places": 1, "taken": 0, "left": 1, "title": "Bar 2, left",
      ])
  }
}
