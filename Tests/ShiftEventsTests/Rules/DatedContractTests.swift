import ShiftEvents
import ShiftEventsTesting
import Testing

private func set(_ data: JSON, from: String? = nil, at: String? = nil) -> Step {
  let first: JSON = from.map { ["from": .text($0)] } ?? [:]
  return act("mia", "contract.set", "eva", first.adding(data), at: at)
}

extension Rules {
  /// Contracts of eva's from a day on. Today is Monday 5 January 2026; bas offers S1 on Monday 12 January, five hours.
  @Suite("Contracts with a first day") struct DatedContracts {
    private let offered = team(schedule("S1", "bas"), supply("S1", "bas"))
    private let taken = accept("S1", "eva")
    private let sunday = "2026-01-11"
    private let monday = "2026-01-12"
    private let tuesday = "2026-01-13"
    private let short: JSON = ["maxShiftMinutes": 299]
    private let long: JSON = ["maxShiftMinutes": 300]

    /// The acceptance of S1 after some contracts is refused, or taken.
    private func accepting(_ contracts: Step..., isRefused: Bool) {
      let limited = contracts.reduce(offered) { $0.given($1) }
      if isRefused {
        limited.when(taken).thenRejected(.shiftTooLong)
      } else {
        limited.given(taken)
      }
    }

    @Test func `a contract is recorded with its first day in front`() {
      team().when(set(["maxWeekMinutes": 600, "maxShiftMinutes": nil], from: tuesday)).then(
        event(
          "contract.set", "eva",
          ["from": .text(tuesday), "maxWeekMinutes": 600, "maxShiftMinutes": nil]))
      #expect(told(team(set(short, from: tuesday))) == ["eva contract eva"])
    }

    @Test func `dateOutOfRange: the first day is past, after all else`() {
      team(set(short, from: "2026-01-05")).when(set(short, from: "2026-01-04"))
        .thenRejected(.dateOutOfRange)
      let early: JSON = ["from": "2026-01-04", "maxShiftMinutes": 60]
      team().when(act("bas", "contract.set", "eva", early)).thenRejected(.notManager)
      team().when(act("mia", "contract.set", "nobody", early)).thenRejected(.unknownUser)
      team().when(act("mia", "contract.set", "max", early)).thenRejected(.missingRole)
      team(act("mia", "user.erased", "eva")).when(set(short, from: "2026-01-04"))
        .thenRejected(.userErased)
      team().when(set([:], from: tuesday)).thenInvalid(.missingField)
      team().when(set(short, from: "tuesday")).thenInvalid(.invalidField)
      team(configure(["timeZone": "Pacific/Auckland"])).when(
        set(short, from: "2026-01-05", at: "2026-01-05 20:00")
      ).thenRejected(.dateOutOfRange)
    }

    @Test func `a limit holds from its first day on`() {
      accepting(set(short, from: monday), isRefused: true)
      accepting(set(short, from: sunday), isRefused: true)
      accepting(set(short, from: "2026-01-05"), isRefused: true)
      accepting(set(short, from: tuesday), isRefused: false)
    }

    @Test func `the latest first day that is not behind the date holds`() {
      accepting(set(long, from: sunday), set(short, from: monday), isRefused: true)
      accepting(set(short, from: monday), set(long, from: sunday), isRefused: true)
      accepting(set(short, from: sunday), set(long, from: monday), isRefused: false)
      accepting(set(long, from: monday), set(short, from: tuesday), isRefused: false)
    }

    @Test func `of one first day what was recorded last holds`() {
      accepting(set(short, from: monday), set(long, from: monday), isRefused: false)
      accepting(set(long, from: monday), set(short, from: monday), isRefused: true)
    }

    @Test func `without a first day it holds up to the first that is still to come`() {
      accepting(set(short, from: monday), set(long), isRefused: true)
      accepting(set(long, from: monday), set(short), isRefused: false)
      accepting(set(short), set(long, from: tuesday), isRefused: true)
      accepting(set(long, from: tuesday), set(short), isRefused: true)
    }

    @Test func `without a first day it takes the place of what has begun, today too`() {
      accepting(set(short, from: "2026-01-05"), set(long), isRefused: false)
      accepting(
        set(short, from: "2026-01-08"), set(long, at: "2026-01-08 08:00"), isRefused: false)
      accepting(
        set(short, from: "2026-01-08"), set(long, at: "2026-01-07 23:59"), isRefused: true)
      // What is to come behind it stays.
      accepting(
        set(long, from: "2026-01-08"), set(short, from: monday),
        set(long, at: "2026-01-09 08:00"), isRefused: true)
    }

    @Test func `null gives the workplace's limit from its day on`() {
      accepting(set(short), set(["maxShiftMinutes": nil], from: monday), isRefused: false)
      accepting(set(short), set(["maxShiftMinutes": nil], from: tuesday), isRefused: true)
      accepting(set(["maxShiftMinutes": nil], from: monday), set(short), isRefused: false)
      let week = offered.given(configure(["maxWeekMinutes": 299]), set(["maxWeekMinutes": 0]))
      week.given(taken)
      week.given(set(["maxWeekMinutes": nil], from: monday)).when(taken)
        .thenRejected(.weekTooLong)
    }

    @Test func `each limit is dated for itself`() {
      accepting(set(short, from: sunday), set(["maxWeekMinutes": 0], from: monday), isRefused: true)
      accepting(set(short, from: monday), set(["minRestMinutes": 5]), isRefused: true)
      offered.given(
        set(["maxShiftMinutes": 299, "maxWeekMinutes": 299], from: sunday),
        set(long, from: monday)
      ).when(taken).thenRejected(.weekTooLong)
    }

    @Test func `rest and days in a row look at the date of the shift`() {
      let near = offered.given(schedule("S2", "eva", on: tuesday, "06:00", "08:00"))
      near.given(taken)
      near.given(set(["minRestMinutes": 660], from: monday)).when(taken)
        .thenRejected(.restTooShort)
      near.given(set(["minRestMinutes": 660], from: tuesday), taken)
      near.given(set(["maxDaysInRow": 1], from: monday)).when(taken).thenRejected(.tooManyDays)
      // The run goes on behind the first day; the shift's date does not.
      near.given(set(["maxDaysInRow": 1], from: tuesday), taken)
    }

    @Test func `a week has the limit of its Monday`() {
      let friday = "2026-01-16"
      let two = team(
        schedule("S0", "eva", on: tuesday), schedule("S1", "bas", on: friday), supply("S1", "bas"))
      two.given(set(["maxWeekMinutes": 599], from: tuesday), taken)
      two.given(set(["maxWeekMinutes": 599], from: friday), taken)
      two.given(set(["maxWeekMinutes": 599], from: monday)).when(taken)
        .thenRejected(.weekTooLong)
      two.given(set(["maxWeekMinutes": 599]), set(["maxWeekMinutes": 600], from: tuesday))
        .when(taken).thenRejected(.weekTooLong)
    }

    @Test func `an edit is judged by the date after it`() {
      let own = team(schedule("S1", "eva"), set(short, from: tuesday))
      own.given(edit("S1", ["start": "14:00", "end": "19:00"]))
      own.when(edit("S1", ["date": .text(tuesday)])).thenRejected(.shiftTooLong)
      own.given(edit("S1", ["date": .text(tuesday), "override": ["shiftTooLong"]]))
      own.given(edit("S1", ["date": .text(tuesday), "end": "19:59"]))
      // The contract changes no shift that she has.
      own.given(set(short, from: monday), edit("S1", ["place": "Bar 2"]))
    }

    @Test func `override sets a dated limit aside, for whom a manager names`() {
      let limited = team(schedule("S1", "bas"), set(short, from: monday))
      limited.when(assign("S1", to: "eva")).thenRejected(.shiftTooLong)
      limited.given(assign("S1", to: "eva", ["override": ["shiftTooLong"]]))
    }

    @Test func `with limitsBind everybody a dated week binds what a manager schedules`() {
      let bound = team(
        configure(["limitsBind": "everybody"]), set(["maxWeekMinutes": 299], from: monday))
      bound.when(schedule("S2", "eva")).thenRejected(.weekTooLong)
      bound.given(schedule("S2", "eva", on: sunday))
    }

    @Test func `erasing takes what is to come away, too`() {
      team(set(short, from: monday), act("mia", "user.erased", "eva"))
        .when(set(long, from: monday)).thenRejected(.userErased)
    }
  }
}
