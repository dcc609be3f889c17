import TestSupport
import Testing

@testable import ShiftEvents

/// The shifts of published days, found by their days alone.
struct PromisedShiftsTests {
  @Test func `each publication promises what a walk over all shifts finds`() {
    for _ in 0..<Rounds.count(3, full: 40) {
      let seed = UInt64.random(in: .min ... .max)
      var random = SplitMix64(seed: seed)
      var state = DomainState(judges: false)
      var promised: [ShiftRecord] = []
      for number in 0..<60 {
        for _ in 0..<Int.random(in: 0..<60, using: &random) {
          let day = day(state.shifts.count / 40 + .random(in: -9...9, using: &random))
          state.put(shift(state.shifts.count, on: day))
        }
        for _ in 0..<Int.random(in: 0..<8, using: &random) where !state.shifts.isEmpty {
          let place = Int.random(in: state.shifts.indices, using: &random)
          var shift = state.shifts[place]
          shift.changes += 1
          if Bool.random(using: &random) {
            shift.date = day(.random(in: 0...50, using: &random))
          } else {
            shift.state = .cancelled
          }
          state.put(shift, at: place)
        }
        let first = day(.random(in: 0...50, using: &random))
        let last = first + Int.random(in: 0..<20, using: &random)
        state.evolve(
          with: SchedulePublished(
            publication: PublicationID("promise-\(number)")!, from: first, to: last, shifts: 0),
          by: "eva", at: Timestamp(milliseconds: 0))
        let open = state.shifts.rows.filter { $0.isOpen && first <= $0.date && $0.date <= last }
        promised = promised.filter { $0.date < first || last < $0.date } + open
        var found: [ShiftRecord] = []
        state.forEachPromise { found.append($0) }
        let isSame = Set(found.map(Seen.init)) == Set(promised.map(Seen.init))
        #expect(
          isSame && found.count == promised.count, "seed \(seed), from \(first) to \(last)")
      }
      #expect(state.brokenDays().isEmpty, "seed \(seed)")
    }
  }

  /// The part of a shift that a reader sees.
  private struct Seen: Hashable {
    let id: ShiftID
    let date: LocalDate
    let changes: UInt32

    init(_ shift: ShiftRecord) { (id, date, changes) = (shift.id, shift.date, shift.changes) }
  }

  private func day(_ number: Int) -> LocalDate { LocalDate(daysSinceEpoch: 20_000 + number) }

  private func shift(_ number: Int, on date: LocalDate) -> ShiftRecord {
    ShiftRecord(
      id: ShiftID("promised-\(number)")!, owner: "eva", date: date,
      times: ShiftTimes(start: .midnight, end: .midnight, days: nil),
      at: Timestamp(milliseconds: 0), .zero)
  }
}
