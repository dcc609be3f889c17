@testable import ShiftEvents

// The events of `weekly.jsonl`, line by line.

private let day = LocalDate("2026-01-12")
private let start = TimeOfDay("15:00")
private let end = TimeOfDay("20:00")

let weeklyActors: [UserID] = [
  "mia", "mia", "mia", "mia", "mia", "mia", "mia", "mia", "mia", "mia", "mia", "mia", "system",
  "mia",
]

let weeklyEvents: [Event] = [
  .fixedShiftRegistered(
    FixedShiftRegistered(
      fixedShift: "F1", weekday: .friday, start: start, end: end, owner: "bas", from: day,
      until: LocalDate("2026-06-26"), every: 2)),
  .fixedShiftEdited(
    FixedShiftEdited(
      fixedShift: "F1", start: .set(TimeOfDay("16:00")),
      keys: ShiftDetailEdits(place: .removed, labels: .set(["late"])), from: day,
      until: .removed, owner: "bas", edited: ["F1.2026-01-16", "F1.2026-01-30"], removed: [],
      kept: ["F1.2026-02-13"])),
  .fixedShiftEdited(
    FixedShiftEdited(
      fixedShift: "F1", end: .set(end), keys: ShiftDetailEdits(days: .set(1)), to: "eva", from: day,
      until: .set(LocalDate("2026-02-01")), override: [.dayTaken],
      note: ChangeContext(reason: "Bas studies", notice: 5820), owner: "bas",
      edited: ["F1.2026-01-16"], removed: ["F1.2026-02-13"], kept: [], closedRequests: ["R1"],
      released: ["S2"])),
  .fixedShiftRemoved(
    FixedShiftRemoved(
      fixedShift: "F1", override: [.noticeTooShort],
      note: ChangeContext(reason: "She left", notice: 60), owner: "eva",
      removed: ["F1.2026-01-16"], kept: [])),
  .shiftRestored(
    ShiftRestored(
      shift: "F1.2026-01-30", owner: "bas", date: day, start: start, end: end,
      keys: ShiftDetails(days: 1, place: "till", needs: ["keys"], title: "Till"),
      fixedShift: "F1")),
  .fixedVacancyRegistered(
    FixedVacancyRegistered(
      fixedVacancy: "V1", weekday: .saturday, start: start, end: end, places: 2, from: day)),
  .fixedVacancyRegistered(
    FixedVacancyRegistered(
      fixedVacancy: "V2", weekday: .sunday, start: start, end: end, places: 1000, wanted: 0,
      keys: ShiftDetails(title: "Stock"), from: day, until: day + 30, every: 52)),
  .fixedVacancyEdited(
    FixedVacancyEdited(
      fixedVacancy: "V1", start: .set(start), places: .set(3), wanted: .removed, from: day,
      edited: ["V1.2026-01-17"], closed: [])),
  .fixedVacancyEdited(
    FixedVacancyEdited(
      fixedVacancy: "V1", wanted: .set(4), keys: ShiftDetailEdits(title: .set("Stock")), from: day,
      until: .set(day), edited: [], closed: ["V1.2026-01-17"])),
  .fixedVacancyRemoved(FixedVacancyRemoved(fixedVacancy: "V1", closed: ["V1.2026-01-24"])),
  .closureRecorded(
    ClosureRecorded(closure: "C1", from: day, to: day, shifts: [], vacancies: [])),
  .closureRecorded(
    ClosureRecorded(
      closure: "C2", from: day, to: day + 1, place: "Bar 2, left", title: "Repairs", cancel: true,
      override: [.periodClosed], reason: "A pipe", shifts: ["S1"], vacancies: ["V2.2026-01-18"])),
  .vacancyPosted(
    VacancyPosted(
      vacancy: "V1.2026-01-17", date: day, start: start, end: end, places: 2, fixedVacancy: "V1")),
  .closureEnded(ClosureEnded(closure: "C1", from: day, to: day)),
]
