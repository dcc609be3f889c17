import ShiftEvents
import ShiftEventsTesting
import Testing

func cancel(_ shift: String, _ data: JSON = [:], at: String? = nil) -> Step {
  act("mia", "shift.cancelled", shift, data, at: at)
}

func restore(_ shift: String, _ data: JSON = [:], at: String? = nil) -> Step {
  act("mia", "shift.restored", shift, data, at: at)
}

extension Rules {
  @Suite("Restored shifts") struct Restoring {
    private let cancelled = team(
      schedule("S1", "bas", with: ["days": 1, "title": "Till"]), cancel("S1"))

    @Test func `a restored shift is its last owner's, with its keys`() {
      cancelled.when(restore("S1")).then(
        event(
          "shift.restored", "S1",
          [
            "owner": "bas", "date": "2026-01-12", "start": "15:00", "end": "20:00", "days": 1,
          ])
      ).when(supply("S1", "bas")).then(
        event(
          "shift.supplied", "S1",
          [
            "owner": "bas", "date": "2026-01-12", "start": "15:00", "end": "20:00", "days": 1,
          ]))
    }

    @Test func `another owner is its first owner, and closes an own request`() {
      let past = team(
        schedule("S1", "bas"), schedule("S2", "eva"), cancel("S1"), post("R1", "tom"),
        suggest("S2", "eva", to: "R1"), publish())
      past.when(restore("S1", ["owner": "tom", "override": ["absent"], "reason": "x"])).then(
        event(
          "shift.restored", "S1",
          [
            "owner": "tom", "override": ["absent"], "reason": "x", "date": "2026-01-12",
            "start": "15:00", "end": "20:00", "closedRequest": "R1", "released": ["S2"],
            "notice": 10500,
          ])
      ).given(answer("S1", "tom")).given(
        act("tom", "hours.recorded", "S1", ["minutes": 60], at: "2026-01-12 16:00")
      ).when(act("mia", "hours.recorded", "S1", ["minutes": 90])).then(
        event(
          "hours.recorded", "S1",
          ["minutes": 90, "worker": "tom", "date": "2026-01-12", "firstOwner": "tom"]))
    }

    @Test func `wrongState: not cancelled; after the role of the owner`() {
      let open = team(schedule("S1", "bas"))
      open.when(restore("S1")).thenRejected(.wrongState)
      open.when(restore("S1", ["owner": "max"])).thenRejected(.missingRole)
      open.when(restore("S1", ["owner": "nobody"])).thenRejected(.unknownUser)
      open.when(act("bas", "shift.restored", "S1")).thenRejected(.notManager)
    }

    @Test func `missingRole: the last owner is no employee`() {
      cancelled.given(act("mia", "role.revoked", "bas", ["role": "employee"])).when(restore("S1"))
        .thenRejected(.missingRole)
    }

    @Test func `unknownShift: removed with its fixed shift, or dropped`() {
      team(fix("F1", "bas"), act("bas", "fixedshift.removed", "F1")).when(
        restore("F1.2026-01-12")
      ).thenRejected(.unknownShift)
      team(
        act(
          "mia", "vacancy.posted", "V1",
          ["date": "2026-01-12", "start": "15:00", "end": "20:00", "places": 1]),
        act("bas", "shift.claimed", "C1", ["vacancy": "V1"]), act("bas", "shift.dropped", "C1")
      ).when(restore("C1")).thenRejected(.unknownShift)
    }

    @Test func `shiftStarted: unless set aside`() {
      cancelled.when(restore("S1", at: "2026-01-12 15:00")).thenRejected(.shiftStarted)
      cancelled.given(restore("S1", ["override": ["shiftStarted"]], at: "2026-01-12 15:00"))
    }

    @Test func `an occurrence stays one where its fixed shift was removed meanwhile`() {
      let past = team(
        configure(["horizonWeeks": 2]), fix("F1", "bas"), cancel("F1.2026-01-12"),
        act("bas", "fixedshift.removed", "F1"))
      past.when(restore("F1.2026-01-12")).then(
        event(
          "shift.restored", "F1.2026-01-12",
          ["owner": "bas", "date": "2026-01-12", "start": "15:00", "end": "20:00"]))
    }

    @Test func `noPlaceLeft: its place of a vacancy was taken meanwhile; else it takes it again`() {
      let vacancy = team(
        act(
          "mia", "vacancy.posted", "V1",
          ["date": "2026-01-12", "start": "15:00", "end": "20:00", "places": 1]),
        act("bas", "shift.claimed", "C1", ["vacancy": "V1"]), cancel("C1"))
      vacancy.given(restore("C1")).when(act("eva", "shift.claimed", "C2", ["vacancy": "V1"]))
        .thenRejected(.noPlaceLeft)
      let taken = vacancy.given(act("eva", "shift.claimed", "C2", ["vacancy": "V1"]))
      taken.when(restore("C1")).thenRejected(.noPlaceLeft)
      // Two are there then, and one goes.
      taken.given(restore("C1", ["override": ["noPlaceLeft"]])).when(
        act("eva", "shift.dropped", "C2")
      ).then(
        event(
          "shift.dropped", "C2",
          ["owner": "eva", "date": "2026-01-12", "vacancy": "V1", "left": 0]))
    }

    @Test func `the rules of its owner hold: skill, absence, length, day, overlap`() {
      let needing = team(
        grantSkill("keys", "bas"), schedule("S1", "bas", with: ["needs": ["keys"]]),
        cancel("S1"))
      needing.when(restore("S1", ["owner": "eva"])).thenRejected(.skillMissing)
      let all = needing.given(
        act("bas", "absence.recorded", "A1", ["date": "2026-01-12"]),
        act("mia", "contract.set", "bas", ["maxShiftMinutes": 60]),
        schedule(
          "S2", "bas", with: ["override": ["absent", "shiftTooLong"]]),
        configure(["minRestMinutes": 2880, "maxWeekMinutes": 60]))
      var override: [JSON] = []
      for code in [RejectionCode.absent, .shiftTooLong, .dayTaken, .overlapping] {
        let data: JSON = override.isEmpty ? [:] : ["override": .list(override)]
        all.when(restore("S1", data)).thenRejected(code)
        override.append(.text(code.rawValue))
      }
      // Neither rest nor week binds an owner whom a manager names.
      all.given(restore("S1", ["override": .list(override)]))
    }

    @Test func `a repeat without an owner means the last one before it`() {
      func restored(_ data: JSON) -> Step { act("mia", "shift.restored", "S1", data, id: "x") }
      let own = cancelled.given(restored([:]))
      own.when(restored([:])).thenDuplicate(of: 9)
      own.when(restored(["owner": "bas"])).thenDuplicate(of: 9)
      let other = cancelled.given(restored(["owner": "eva"]))
      other.when(restored(["owner": "eva"])).thenDuplicate(of: 9)
      other.when(restored([:])).thenRejected(.idConflict)
      // Also when it went through other hands since.
      other.given(cancel("S1"), restore("S1", ["owner": "bas"])).when(restored([:]))
        .thenRejected(.idConflict)
    }
  }

  @Suite("Recorded trades") struct RecordedTrades {
    private let shifts = team(schedule("S1", "bas"), schedule("S2", "eva", on: "2026-01-13"))

    private func record(
      _ trade: String = "T1", give: String = "S1", take: String = "S2", with more: JSON = [:],
      by user: String = "mia", at: String? = nil
    ) -> Step {
      act(
        user, "trade.recorded", trade,
        JSON.object([("give", .text(give)), ("take", .text(take))]).adding(more), at: at)
    }

    @Test func `both shifts change owner, and their first owners stay`() {
      let traded = shifts.given(post("R1", "eva"), publish()).when(
        record(with: ["override": ["absent"], "reason": "Agreed"])
      ).then(
        event(
          "trade.recorded", "T1",
          [
            "give": "S1", "take": "S2", "override": ["absent"], "reason": "Agreed",
            "from": "bas", "to": "eva", "closedRequests": ["R1"], "released": [],
            "notice": 10500,
          ]))
      traded.given(answer("S1", "eva"), answer("S2", "bas", false))
      traded.when(answer("S1", "bas")).thenRejected(.notOwner)
      traded.given(act("eva", "hours.recorded", "S1", ["minutes": 60], at: "2026-01-12 16:00"))
        .when(act("eva", "trade.ended", "T1")).thenRejected(.tradeClosed)
      shifts.when(record()).then(
        event(
          "trade.recorded", "T1",
          [
            "give": "S1", "take": "S2", "from": "bas", "to": "eva", "closedRequests": [],
            "released": [],
          ]))
    }

    @Test func `a notice stands where one of both is published, and is the smaller one`() {
      shifts.given(publish(from: "2026-01-13", to: "2026-01-13")).when(record()).then(
        event(
          "trade.recorded", "T1",
          [
            "give": "S1", "take": "S2", "from": "bas", "to": "eva", "closedRequests": [],
            "released": [], "notice": 10500,
          ])
      ).given(answer("S1", "eva"), answer("S2", "bas"))
    }

    @Test func `its refusals come in their order`() {
      shifts.when(record(by: "bas")).thenRejected(.notManager)
      shifts.given(record()).when(record(give: "S9")).thenRejected(.tradeExists)
      shifts.when(record(take: "S9")).thenRejected(.unknownShift)
      let now = "2026-01-13 15:00"
      shifts.when(record(give: "S1", take: "S1", at: now)).thenRejected(.ownShift)
      let worked = shifts.given(
        act("eva", "hours.recorded", "S2", ["minutes": 60], at: now),
        act("mia", "role.revoked", "bas", ["role": "employee"]))
      worked.when(record()).thenRejected(.shiftStarted)
      worked.when(record(with: ["override": ["shiftStarted"]])).thenRejected(.hoursRecorded)
      let lapsed = shifts.given(
        supply("S2", "eva"), act("mia", "role.revoked", "bas", ["role": "employee"]))
      lapsed.when(record(with: ["override": ["shiftStarted"]], at: now)).thenRejected(.wrongState)
      shifts.given(act("mia", "role.revoked", "bas", ["role": "employee"])).when(record())
        .thenRejected(.missingRole)
    }

    @Test func `the taker rules hold for both, without lead time, leaving both shifts out`() {
      let strict = shifts.given(
        configure(["acceptLeadMinutes": 10080]),
        schedule("S3", "eva", on: "2026-01-12", "08:00", "09:00"))
      strict.when(record(at: "2026-01-12 14:00")).thenRejected(.dayTaken, conflicts: ["S3"])
      strict.given(record(with: ["override": ["dayTaken"]], at: "2026-01-12 14:00"))
      shifts.given(act("mia", "contract.set", "bas", ["maxShiftMinutes": 60])).when(record())
        .thenRejected(.shiftTooLong)
    }

    @Test func `noticeTooShort: goes by the nearer shift`() {
      let strict = shifts.given(publish(), configure(["minNoticeMinutes": 60]))
      strict.when(record(at: "2026-01-12 14:30")).thenRejected(.noticeTooShort)
      strict.given(record(with: ["override": ["noticeTooShort"]], at: "2026-01-12 14:30"))
    }
  }
}
