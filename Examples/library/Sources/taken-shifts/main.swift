import Projections
import ShiftEvents

/// The number of shifts that each person took from the marketplace.
struct TakenShifts: Projection {
  var counts: [UserID: Int] = [:]

  mutating func apply(_ recorded: RecordedEvent) {
    if case .shiftAccepted(let event) = recorded.event { counts[event.to, default: 0] += 1 }
  }
}

let taken = try EventLog(opening: "events-sample.jsonl").fold(into: TakenShifts())
for (user, count) in taken.counts.sorted(by: { $0.key < $1.key }) { print(user, count) }
