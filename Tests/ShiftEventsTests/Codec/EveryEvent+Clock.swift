@testable import ShiftEvents

// The events of `clock.jsonl`, line by line.

private let day = LocalDate("2026-01-12")

let clockActors: [UserID] = ["bas", "bas", "bas", "bas", "eva", "eva", "mia"]

let clockEvents: [Event] = [
  .workStarted(WorkStarted(shift: "S1", date: day)),
  .workPaused(WorkPaused(shift: "S1", date: day)),
  .workResumed(WorkResumed(shift: "S1", date: day)),
  .workEnded(
    WorkEnded(
      shift: "S1", worker: "bas", date: day, startAt: "2026-01-12T15:00:00Z",
      endAt: "2026-01-12T20:15:00Z", minutes: 300, breakMinutes: 15, firstOwner: "eva")),
  .workStarted(WorkStarted(shift: "F1.2026-01-12", date: day)),
  .workEnded(
    WorkEnded(
      shift: "F1.2026-01-12", worker: "eva", date: day, startAt: "2026-01-12T09:00:00Z",
      endAt: "2026-01-12T09:00:00Z", minutes: 0, firstOwner: "eva")),
  .workplaceConfigured(
    WorkplaceConfigured(
      workplace: "W", policies: WorkplacePolicies(clockEarlyMinutes: 30, clockRoundMinutes: 15))),
]
