@testable import ShiftEvents

// The events of `splits.jsonl`, line by line.

private let day = LocalDate("2026-01-12")

let splitActors: [UserID] = ["bas", "mia", "mia"]

let splitEvents: [Event] = [
  .shiftSplit(
    ShiftSplit(
      shift: "S1", at: TimeOfDay("17:30"), into: "S1b", owner: "bas", date: day,
      start: TimeOfDay("15:00"), end: TimeOfDay("20:00"), intoDate: day)),
  .shiftSplit(
    ShiftSplit(
      shift: "F1.2026-01-12", at: TimeOfDay("02:00"), into: "late",
      override: [.shiftStarted, .periodClosed], owner: "eva", date: day,
      start: TimeOfDay("22:00"), end: TimeOfDay("22:00"), days: 3, intoDate: day + 1, intoDays: 2)),
  .workplaceConfigured(
    WorkplaceConfigured(workplace: "W", policies: WorkplacePolicies(minSplitMinutes: 120))),
]
