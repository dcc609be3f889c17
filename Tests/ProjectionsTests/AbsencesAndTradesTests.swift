import Projections
import ShiftEvents
import ShiftEventsTesting
import Testing

/// Rows, notifications and stories of skills, absences and trades.
@Suite struct AbsencesAndTradesTests {
  private let people = given(
    register("mia", "manager"), register("max", "manager"), register("bas", "employee"),
    register("eva", "employee"), register("tom", "employee"))

  /// bas has S1 on Monday 12 January, eva has S2 on the Tuesday.
  private var shifts: Scenario {
    people.given(schedule("S1", "bas"), schedule("S2", "eva", on: "2026-01-13"))
  }
  private let offered = act("bas", "trade.offered", "T1", ["give": "S1", "take": "S2"])
  private let byManager = act("mia", "workplace.configured", "W", ["marketApproval": "manager"])

  // MARK: - Skills

  @Test func `skills stand with their person, in byte order, and go with an erasure`() {
    let skilled = given(register("mia", "manager"), register("bas", "employee")).given(
      act("mia", "skill.granted", "bas", ["skill": "till"]),
      act("mia", "skill.granted", "bas", ["skill": "B"]),
      act("mia", "skill.granted", "bas", ["skill": "first-aid"]),
      act("mia", "skill.revoked", "bas", ["skill": "till"]))
    func bas(_ roles: JSON, _ skills: JSON) -> JSON {
      ["user": "bas", "roles": roles, "following": [], "followers": [], "skills": skills]
    }
    let mia: JSON = [
      "user": "mia", "roles": ["manager"], "following": [], "followers": [], "skills": [],
    ]
    skilled.then(.users, bas(["employee"], ["B", "first-aid"]), mia)
      .given(act("bas", "user.erased", "bas")).then(.users, bas([], []), mia)
  }

  // MARK: - Absences

  @Test func `absences ahead and now are shown, all of them with their status`() {
    let past = people.given(
      act("eva", "absence.recorded", "later", ["date": "2026-01-20", "days": 7]),
      act("bas", "absence.recorded", "today", ["date": "2026-01-05"]),
      act(
        "tom", "absence.recorded", "hours",
        ["date": "2026-01-05", "start": "06:00", "end": "09:00"]),
      act("tom", "absence.recorded", "gone", ["date": "2026-01-06"]),
      act("tom", "absence.ended", "gone"))
    let (today, later): (JSON, JSON) = (
      [
        "absence": "today", "user": "bas", "date": "2026-01-05", "start": "00:00", "end": "00:00",
        "status": "now",
      ],
      [
        "absence": "later", "user": "eva", "date": "2026-01-20", "start": "00:00", "end": "00:00",
        "days": 7, "status": "ahead",
      ]
    )
    let hours: JSON = [
      "absence": "hours", "user": "tom", "date": "2026-01-05", "start": "06:00", "end": "09:00",
    ]
    past.then(.absences, today, hours.adding("status", "now"), later)
    past.then(.absences, today, later, at: "2026-01-05 09:00")
    past.then(
      .absences, today, hours.adding("status", "over"),
      [
        "absence": "gone", "user": "tom", "date": "2026-01-06", "start": "00:00", "end": "00:00",
        "status": "ended",
      ], later, selection: RowSelection(all: true), at: "2026-01-05 09:00")
    past.then(.absences, later, selection: RowSelection(user: "eva"))
  }

  @Test func `days choose the absences that have a part of them`() {
    let past = people.given(
      act("eva", "absence.recorded", "A", ["date": "2026-01-09", "days": 7]),
      act("bas", "absence.recorded", "B", ["date": "2026-01-11"]))
    func ids(_ dates: DateSelection) -> [String] {
      let replay: Replay = past.folded()
      let table = replay.table(
        .absences, RowSelection(dates: dates), at: "2026-01-05T08:00:00Z",
        names: { _ in nil })
      return table?.rows.map { $0[0]?.text ?? "" } ?? []
    }
    #expect(ids(DateSelection(from: "2026-01-15")) == ["A"])
    #expect(ids(DateSelection(from: "2026-01-16")) == [])
    #expect(ids(DateSelection(to: "2026-01-08")) == [])
    #expect(ids(DateSelection(week: WeekOfYear("2026-W02"))) == ["A", "B"])
    #expect(ids(DateSelection(week: WeekOfYear("2026-W03"))) == ["A"])
  }

  @Test func `managers are told of each shift that an absence leaves uncovered`() {
    let past = shifts.given(
      schedule("S3", "bas", on: "2026-01-14"),
      act("bas", "absence.recorded", "A1", ["date": "2026-01-12", "days": 7]))
    #expect(
      told(past) == [
        "max uncovered S1 by bas", "max uncovered S3 by bas", "mia uncovered S1 by bas",
        "mia uncovered S3 by bas",
      ])
    // Nobody is told what they did themselves.
    let byMia = shifts.given(
      act("mia", "absence.recorded", "A1", ["date": "2026-01-12", "user": "bas"]))
    #expect(told(byMia) == ["max uncovered S1 by mia"])
  }

  @Test func `an absence has a story of its own, and is in its person's, not in a shift's`() {
    let past = shifts.given(
      act("mia", "absence.recorded", "A1", ["date": "2026-01-12", "user": "bas", "days": 2]),
      act("bas", "absence.ended", "A1"))
    #expect(
      story(past, .absence("A1")) == [
        "absence.recorded A1: bas is away from 2026-01-12 00:00 to 2026-01-14 00:00, 2 days, "
          + "1 shift uncovered",
        "absence.ended A1: the absence of bas ended",
      ])
    #expect(story(past, .user("bas")).suffix(2) == story(past, .absence("A1"))[...])
    #expect(story(past, .shift("S1")) == ["shift.scheduled S1: bas's"])
  }

  // MARK: - Trades

  private let sides: JSON = [
    "trade": "T1", "give": "S1", "take": "S2", "from": "bas", "to": "eva",
  ]
  private func trade(_ status: JSON, approvers: JSON? = nil) -> JSON {
    sides.adding("status", status).adding("offeredAt", "2026-01-05T08:00:00.000Z")
      .adding("approvers", approvers)
  }

  @Test func `a trade is open, accepted, done, ended or lapsed`() {
    let open = shifts.given(offered)
    open.then(.trades, trade("open"))
    open.then(.trades, at: "2026-01-12 15:00")
    open.then(
      .trades, trade("lapsed"), selection: RowSelection(all: true), at: "2026-01-12 15:00")
    let done = open.given(act("eva", "trade.accepted", "T1"))
    done.then(.trades)
    done.then(.trades, trade("done"), selection: RowSelection(all: true), at: "2026-01-20 15:00")
    open.given(act("eva", "trade.ended", "T1"))
      .then(.trades, trade("ended"), selection: RowSelection(all: true))
    let accepted = shifts.given(byManager, offered, act("eva", "trade.accepted", "T1"))
    accepted.then(.trades, trade("accepted", approvers: ["max", "mia"]))
    accepted.then(
      .trades, trade("lapsed"), selection: RowSelection(all: true), at: "2026-01-12 15:00")
    accepted.given(act("max", "trade.approved", "T1"))
      .then(.trades, trade("done"), selection: RowSelection(all: true))
  }

  @Test func `the shifts of a trade change owner on the schedule, first owners stay`() {
    let done = shifts.given(offered, act("eva", "trade.accepted", "T1"))
    func row(_ shift: JSON, _ owner: JSON, _ date: JSON, first: JSON) -> JSON {
      [
        "shift": shift, "owner": owner, "date": date, "start": "15:00", "end": "20:00",
        "week": "2026-W03", "status": "idle", "firstOwner": first, "minutes": 300,
        "published": false,
      ]
    }
    done.then(
      .schedule, row("S1", "eva", "2026-01-12", first: "bas"),
      row("S2", "bas", "2026-01-13", first: "eva"))
    done.given(
      act("eva", "hours.recorded", "S1", ["minutes": 300], at: "2026-01-13 20:00"),
      act("bas", "hours.recorded", "S2", ["minutes": 300])
    ).then(
      .points, ["rank": 1, "user": "bas", "points": 1], ["rank": 1, "user": "eva", "points": 1])
  }

  @Test func `a trade closes the requests of both, and releases what was suggested for them`() {
    shifts.given(
      offered, schedule("S3", "tom"), act("eva", "request.posted", "R1", ["date": "2026-01-12"]),
      act("tom", "shift.suggested", "S3", ["request": "R1"]), act("eva", "trade.accepted", "T1")
    ).then(
      .requests,
      [
        "request": "R1", "requester": "eva", "date": "2026-01-12", "week": "2026-W03",
        "status": "closed", "suggestions": [],
      ], selection: RowSelection(all: true))
  }

  @Test func `trades are ordered by the time of the offer, then by id`() {
    let past = shifts.given(
      offer("b"), offer("a"), offer("c", at: "2026-01-05 08:01"), offer("B", at: "2026-01-05 08:01")
    )
    let replay: Replay = past.folded()
    let table = replay.table(
      .trades, at: "2026-01-05T09:00:00Z", names: { _ in nil })
    #expect(table?.rows.map { $0[0]?.text } == ["a", "b", "B", "c"])
  }

  @Test func `the sides and the approvers of a trade find it by --user`() {
    let accepted = shifts.given(byManager, offered, act("eva", "trade.accepted", "T1"))
    for user in ["bas", "eva", "mia", "max"] as [UserID] {
      accepted.then(
        .trades, trade("accepted", approvers: ["max", "mia"]), selection: RowSelection(user: user))
    }
    accepted.then(.trades, selection: RowSelection(user: "tom"))
  }

  @Test func `both sides and the approvers are told of a trade`() {
    let open = shifts.given(offered)
    #expect(told(open) == ["eva tradeOffered T1 by bas"])
    #expect(told(open.given(act("eva", "trade.ended", "T1"))) == ["bas tradeEnded T1 by eva"])
    #expect(told(open.given(act("eva", "trade.accepted", "T1"))) == ["bas traded T1 by eva"])
    let accepted = shifts.given(byManager, offered, act("eva", "trade.accepted", "T1"))
    #expect(
      told(accepted) == [
        "bas tradeAccepted T1 by eva", "max awaitingApproval T1 by eva",
        "mia awaitingApproval T1 by eva",
      ])
    #expect(
      told(accepted.given(act("mia", "trade.approved", "T1"))) == [
        "bas traded T1 by mia", "eva traded T1 by mia",
      ])
    #expect(
      told(accepted.given(act("mia", "trade.ended", "T1"))) == [
        "bas tradeEnded T1 by mia", "eva tradeEnded T1 by mia",
      ])
  }

  @Test func `whoever's suggestion a trade releases is told`() {
    let past = shifts.given(
      offered, schedule("S3", "tom"), act("eva", "request.posted", "R1", ["date": "2026-01-12"]),
      act("tom", "shift.suggested", "S3", ["request": "R1"]), act("eva", "trade.accepted", "T1"))
    #expect(told(past) == ["bas traded T1 by eva", "tom released S3 by eva"])
  }

  @Test func `a trade's story is its own, and what it changed is in those of both shifts`() {
    let past = shifts.given(
      byManager, offered, act("eva", "trade.accepted", "T1"), act("mia", "trade.approved", "T1"))
    #expect(
      story(past, .trade("T1")) == [
        "trade.offered T1: bas gives S1 for eva's S2",
        "trade.accepted T1: awaiting approval, nothing has changed hands",
        "trade.approved T1: S1 bas → eva, S2 eva → bas",
      ])
    let audit = past.folded(into: Audit(of: .shift("S2"))).rows
    #expect(
      audit.map { "\($0.type) \($0.subject): \($0.effect)" } == [
        "shift.scheduled S2: eva's", "trade.approved T1: eva → bas, by T1",
      ])
    #expect(audit.last?.owner == "bas" && audit.last?.status == .idle)
    #expect(story(past, .shift("S1")).last == "trade.approved T1: bas → eva, by T1")
    // Whoever asks for a person is told of both sides.
    #expect(story(past, .user("bas")).suffix(3) == story(past, .trade("T1"))[...])
    #expect(story(past, .user("eva")).suffix(3) == story(past, .trade("T1"))[...])
  }

  @Test func `a request that a trade closed has it in its story`() {
    let past = shifts.given(
      offered, act("eva", "request.posted", "R1", ["date": "2026-01-12"]),
      act("eva", "trade.accepted", "T1"))
    #expect(
      story(past, .request("R1")).last
        == "trade.accepted T1: S1 bas → eva, S2 eva → bas, R1 closed")
  }

  // MARK: - Parts

  /// The last event's notifications.
  private func told(_ past: Scenario) -> [String] {
    let rows = past.folded(into: Inbox()).rows
    let last = past.folded(into: Replay()).asOf.sequence
    return rows.filter { $0.sequence == last }
      .map { "\($0.user) \($0.kind.rawValue) \($0.subject) by \($0.actor)" }
  }

  private func story(_ past: Scenario, _ scope: AuditScope) -> [String] {
    past.folded(into: Audit(of: scope)).rows.map { "\($0.type) \($0.subject): \($0.effect)" }
  }

  private func offer(_ trade: String, at: String? = nil) -> Step {
    act("bas", "trade.offered", trade, ["give": "S1", "take": "S2"], at: at)
  }

  private func schedule(_ shift: String, _ owner: String, on date: String = "2026-01-12") -> Step {
    act(
      "mia", "shift.scheduled", shift,
      ["owner": .text(owner), "date": .text(date), "start": "15:00", "end": "20:00"])
  }
}

private func register(_ user: String, _ role: JSON) -> Step {
  act(user == "max" ? "mia" : user, "user.registered", user, ["roles": [role]])
}
