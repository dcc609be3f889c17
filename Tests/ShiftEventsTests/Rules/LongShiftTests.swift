import Foundation
@testable import ShiftEvents
import Testing

extension Rules {
  /// One shift of 366 days costs its own holder a little, and everybody else nothing.
  @Suite(.serialized) struct LongShiftTests {
    /// The state with a manager and people, the first of whom may hold a long shift.
    private func state(withLong: Bool) -> DomainState {
      var state = DomainState()
      func tell(_ event: Event) { state.evolve(with: event, by: "mia", at: "2026-01-01T00:00:00Z") }
      tell(
        .workplaceConfigured(
          WorkplaceConfigured(workplace: "W", policies: WorkplacePolicies(maxShiftsAtOnce: 2))))
      tell(
        .userRegistered(UserRegistered(user: "mia", roles: [.manager, .employee], profile: nil)))
      for number in 1...5 {
        tell(
          .userRegistered(
            UserRegistered(user: UserID("p\(number)")!, roles: [.employee], profile: nil)))
      }
      let keys = withLong ? ShiftDetails(days: 366) : ShiftDetails()
      tell(
        .shiftScheduled(
          ShiftScheduled(
            shift: "long", owner: "p1", date: "2026-02-01", start: "08:00", end: "16:00", keys: keys
          )))
      return state
    }

    /// The processor's time that it takes to schedule a shift a day for each person.
    private func milliseconds(_ state: DomainState) throws -> Double {
      var state = state
      let begin = clock()
      for day in 0..<80 {
        for person in 1...5 {
          let context = RuleContext(actor: "mia", time: "2026-01-02T00:00:00Z")
          let command = Command.scheduleShift(
            ShiftID("s\(day)-\(person)")!, owner: UserID("p\(person)")!, date: "2026-03-01" + day,
            start: "09:00", end: "17:00", keys: ShiftDetails(), override: [])
          let event = try state.decide(command, in: context).event
          state.evolve(with: event, by: "mia", at: context.time)
        }
      }
      return Double(clock() - begin) * 1000 / Double(CLOCKS_PER_SEC)
    }

    @Test func `a shift of 366 days does not make later judgements slower`() throws {
      var least = (with: Double.infinity, without: Double.infinity)
      for _ in 0..<7 {
        least.without = min(least.without, try milliseconds(state(withLong: false)))
        least.with = min(least.with, try milliseconds(state(withLong: true)))
      }
      // Five times as long, where each judgement looks at the days of a year.
      #expect(least.with < least.without * 2, "\(least)")
    }

    @Test func `a shift is found in every stretch of days that it touches, and once`() throws {
      let state = state(withLong: true)
      for date in ["2026-02-01", "2026-02-02", "2026-08-15", "2027-02-02"] as [LocalDate] {
        #expect(state.held(by: "p1", from: date, to: date + 40) == [0], "\(date)")
      }
      #expect(state.held(by: "p1", from: "2027-04-01", to: "2027-04-02").isEmpty)
    }
  }
}
