import Projections
import ShiftEvents
import ShiftEventsTesting
import Testing

private func warning(_ code: String, _ details: JSON, _ conflicts: JSON?) -> JSON {
  let warning: JSON = ["code": .text(code), "details": details]
  return warning.adding("conflicts", conflicts)
}

extension Rules {
  /// Warnings of what an act breaks. Today is Monday 5 January 2026.
  @Suite("Warnings") struct Warnings {
    private let monday = "2026-01-12"
    private let tuesday = "2026-01-13"

    @Test func `an act that breaks a limit of takers is recorded, with a warning`() {
      let rest = team(
        configure(["minRestMinutes": 660, "maxWeekMinutes": 700, "maxDaysInRow": 1]),
        plan("S1", "bas", on: monday, "15:00", "23:00"))
      rest.when(plan("S2", "bas", on: tuesday, "06:00", "12:00")).thenWarned(
        warning(
          "restTooShort", ["user": "bas", "minutes": 420, "limit": 660, "shift": "S1"], ["S1"]),
        warning(
          "weekTooLong",
          ["user": "bas", "week": "2026-W03", "minutes": 840, "limit": 700, "shift": "S1"], ["S1"]),
        warning("tooManyDays", ["user": "bas", "count": 2, "limit": 1, "shift": "S1"], ["S1"]))
      rest.when(plan("S2", "eva", on: tuesday, "06:00", "12:00")).thenWarned()
    }

    @Test func `a warning names the later shift, too, and what a manager set aside`() {
      let later = team(configure(["minRestMinutes": 660]), plan("S2", "bas", on: tuesday, "06:00"))
      let rest = warning(
        "restTooShort", ["user": "bas", "minutes": 420, "limit": 660, "shift": "S2"], ["S2"])
      later.when(plan("S1", "bas", on: monday, "15:00", "23:00")).thenWarned(rest)
      later.given(act("mia", "closure.recorded", "C1", ["from": .text(monday)])).when(
        plan(
          "S1", "bas", on: tuesday, "05:00", "07:00", ["override": ["dayTaken", "overlapping"]])
      ).thenWarned(
        warning(
          "overlapping", ["user": "bas", "minutes": 60, "limit": 0, "shift": "S2"], ["S2"]),
        warning(
          "dayTaken",
          ["user": "bas", "date": .text(tuesday), "count": 2, "limit": 1, "shift": "S2"], ["S2"]))
    }

    @Test func `assigning, editing, restoring, claiming for another and exchanging warn alike`() {
      let closed = team(
        configure(["minRestMinutes": 660]), plan("N", "eva", on: monday, "15:00", "23:00"),
        plan("S1", "bas", on: tuesday, "06:00", "12:00"))
      let warned = warning(
        "restTooShort", ["user": "eva", "minutes": 420, "limit": 660, "shift": "N"], ["N"])
      closed.when(assign("S1", to: "eva", ["override": ["restTooShort"]])).thenWarned(warned)
      let early = team(
        configure(["minRestMinutes": 660]), plan("N", "eva", on: monday, "15:00", "23:00"),
        plan("S1", "eva", on: tuesday, "16:00", "22:00"))
      early.when(act("mia", "shift.edited", "S1", ["start": "06:00", "end": "12:00"]))
        .thenWarned(warned)
      closed.given(act("mia", "shift.cancelled", "S1"))
        .when(act("mia", "shift.restored", "S1", ["owner": "eva"])).thenWarned(warned)
      let vacancy: JSON = ["date": .text(tuesday), "start": "06:00", "end": "12:00", "places": 1]
      closed.given(act("mia", "vacancy.posted", "V1", vacancy)).when(
        act(
          "mia", "shift.claimed", "S2",
          ["vacancy": "V1", "owner": "eva", "override": ["restTooShort"]])
      ).thenWarned(warned)
      closed.given(plan("S3", "eva", on: "2026-01-20")).when(
        act(
          "mia", "trade.recorded", "T1",
          ["give": "S1", "take": "S3", "override": ["restTooShort"]])
      ).thenWarned(warned)
    }

    @Test func `what takers do themselves has no warnings, and no other receipt has`() {
      let closed = team(
        act("mia", "closure.recorded", "C1", ["from": .text(monday)]),
        act(
          "mia", "vacancy.posted", "V1",
          ["date": .text(monday), "start": "06:00", "end": "12:00", "places": 1]))
      closed.when(act("bas", "shift.claimed", "S1", ["vacancy": "V1"])).thenWarned()
      closed.when(
        act("mia", "shift.claimed", "S1", ["vacancy": "V1", "owner": "bas"])
      ).thenWarned(warning("closedDay", ["date": .text(monday), "closure": "C1"], ["C1"]))
      closed.given(plan("S1", "bas", on: monday)).when(supply("S1", "bas")).thenWarned()
    }

    @Test func `what was suggested for a request that ends is nobody's any more`() {
      team(
        plan("S1", "bas", on: monday), post("R1", "eva"), suggest("S1", "bas", to: "R1"),
        acceptSuggestion("S1", "eva")
      ).when(
        plan("S2", "eva", on: monday, "15:00", "20:00", ["override": ["dayTaken", "overlapping"]])
      ).thenWarned().then(.checks)
    }

    @Test func `of thousands of breaches the first hundred are told`() {
      let ids = (1...104).map { "S\($0 + 100)" }
      let overrides: JSON = ["override": ["dayTaken", "overlapping"]]
      let plans = ids.map { plan($0, "bas", on: monday, "15:00", "20:00", overrides) }
      let outcome = plans.reduce(team()) { $0.given($1) }
        .when(plan("Z", "bas", on: monday, "15:00", "20:00", overrides))
      let found = outcome.receipts.flatMap(\.warnings)
      #expect(found.allSatisfy { $0.code == .overlapping })
      #expect(found.map(\.conflicts) == ids.prefix(100).map { [$0] })
    }

    @Test func `a batch warns of each act behind those before it`() {
      team(configure(["minRestMinutes": 660])).when(
        batch(
          plan("S1", "bas", on: monday, "15:00", "23:00"),
          plan("S2", "bas", on: tuesday, "06:00", "12:00"))
      ).thenWarned(
        warning(
          "restTooShort", ["user": "bas", "minutes": 420, "limit": 660, "shift": "S1"], ["S1"]))
    }
  }
}
