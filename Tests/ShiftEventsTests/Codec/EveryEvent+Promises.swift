@testable import ShiftEvents

// The events of `promises.jsonl`, line by line.

private let day = LocalDate("2026-01-12")
private let start = TimeOfDay("15:00")
private let end = TimeOfDay("20:00")

/// On whose behalf each of them is.
let promiseActors: [UserID] = [
  "mia", "mia", "mia", "mia", "mia", "mia", "eva", "eva", "mia", "mia", "mia", "mia", "mia", "bas",
  "mia", "mia", "mia", "mia", "mia", "bas", "mia", "mia", "mia", "mia", "mia", "mia", "mia",
  "mia", "mia",
]

let promiseEvents: [Event] = lateChanges + otherPromises

private let lateChanges: [Event] = [
  .schedulePublished(
    SchedulePublished(
      publication: "week-2", from: LocalDate("2026-01-05"), to: LocalDate("2026-01-11"),
      shifts: 12)),
  .shiftScheduled(
    ShiftScheduled(
      shift: "S1", owner: "bas", date: day, start: start, end: end,
      keys: ShiftDetails(
        place: "Main hall, 2nd floor", labels: ["Music: Lighting", "late"], needs: ["Zaal é"],
        title: "Music: Lighting Operator"),
      override: [.noticeTooShort, .periodClosed, .shiftTooLong, .dateOutOfRange],
      note: ChangeContext(reason: "They \"asked\"; see C:\\mail ", notice: 1439),
      closedRequest: "R1",
      released: ["S3", "S4"])),
  .shiftAssigned(
    ShiftAssigned(
      shift: "S1", to: "eva", note: ChangeContext(reason: "bas is ill", notice: 0), from: "bas",
      date: day, start: start, end: end)),
  .shiftEdited(
    ShiftEdited(
      shift: "S1", date: day + 1, start: start, end: end, keys: ShiftDetailEdits(title: .removed),
      note: ChangeContext(notice: -5), owner: "eva")),
  .shiftEdited(
    ShiftEdited(
      shift: "S1", date: day + 1, start: start, end: end, keys: ShiftDetailEdits(title: .set("X")),
      override: [.noticeTooShort], note: ChangeContext(reason: "1"), owner: "eva")),
  .shiftCancelled(
    ShiftCancelled(
      shift: "S1", override: [.shiftStarted],
      note: ChangeContext(reason: "Nobody came", notice: -90), owner: "eva", date: day + 1,
      request: "R1")),
  .changeAnswered(
    ChangeAnswered(
      shift: "S1", agreed: false, owner: "eva", date: day + 1,
      changedAt: Timestamp("2026-01-13T15:30:00Z"))),
  .changeAnswered(
    ChangeAnswered(
      shift: "S2", agreed: true, owner: "eva", date: day + 1,
      changedAt: Timestamp("2026-01-13T15:30:00Z"))),
  .shiftRestored(
    ShiftRestored(shift: "S1", owner: "eva", date: day + 1, start: start, end: end)),
  .shiftRestored(
    ShiftRestored(
      shift: "S1", owner: "bas", override: [.absent],
      note: ChangeContext(reason: "He is back", notice: 30), date: day + 1, start: start, end: end,
      keys: ShiftDetails(days: 2), closedRequest: "R2", released: ["S5"])),
  .shiftClaimed(
    ShiftClaimed(
      shift: "C1", vacancy: "V1", owner: "eva", note: ChangeContext(reason: "By phone", notice: 15),
      date: day, start: start, end: end,
      keys: ShiftDetails(
        days: 1, place: "Bar 2", labels: ["b, c"], needs: ["keys"], title: "Till"),
      left: 0, closedRequest: "R1")),
]

private let otherPromises: [Event] = [
  .vacancyPosted(
    VacancyPosted(
      vacancy: "V1", date: day, start: start, end: end, places: 2, keys: ShiftDetails(title: "Till")
    )),
  .vacancyEdited(
    VacancyEdited(
      vacancy: "V1", date: day, start: start, end: end, places: 0,
      keys: ShiftDetailEdits(title: .removed), override: [.shiftStarted], left: 0)),
  .fixedShiftRegistered(
    FixedShiftRegistered(
      fixedShift: "F1", weekday: .monday, start: start, end: end, keys: ShiftDetails(title: "Till"),
      owner: "bas", from: LocalDate("2026-01-05"))),
  .tradeRecorded(
    TradeRecorded(
      trade: "T1", give: "S1", take: "S2", from: "bas", to: "eva", closedRequests: [],
      released: [])),
  .tradeRecorded(
    TradeRecorded(
      trade: "T2", give: "S1", take: "S2", override: [.dayTaken],
      note: ChangeContext(reason: "Agreed at the bar", notice: 600), from: "bas", to: "eva",
      closedRequests: ["R1", "R2"], released: ["S3"])),
  .absenceRecorded(
    AbsenceRecorded(
      absence: "A1", date: LocalDate("2026-01-02"), user: "bas", start: .midnight, end: .midnight,
      override: [.dateOutOfRange], shifts: [])),
  .hoursRecorded(
    HoursRecorded(
      shift: "S1", start: start, end: TimeOfDay("20:15"), override: [.periodClosed], worker: "bas",
      date: LocalDate("2026-01-04"), minutes: 315, firstOwner: "bas")),
  .hoursRecorded(
    HoursRecorded(
      shift: "S1", override: [.periodClosed], worker: "bas", date: LocalDate("2026-01-04"),
      minutes: 300, firstOwner: "bas")),
  .hoursConfirmed(
    HoursConfirmed(shift: "S1", worker: "bas", date: LocalDate("2026-01-04"), minutes: 300)),
  .periodClosed(
    PeriodClosed(
      period: "january-1", from: LocalDate("2025-12-29"), to: LocalDate("2026-01-04"), shifts: 3,
      minutes: 900, unconfirmed: 1)),
  .periodReopened(
    PeriodReopened(
      period: "january-1", from: LocalDate("2025-12-29"), to: LocalDate("2026-01-04"))),
  .periodReopened(
    PeriodReopened(
      period: "january-1", reason: "An hour was missing", from: LocalDate("2025-12-29"),
      to: LocalDate("2026-01-04"))),
  .contractSet(
    ContractSet(
      user: "bas",
      limits: ContractEdits(
        maxWeekMinutes: .set(2280), minRestMinutes: .set(0), maxShiftMinutes: .set(600)))),
  .contractSet(ContractSet(user: "bas", limits: ContractEdits(maxWeekMinutes: .removed))),
  .workplaceConfigured(
    WorkplaceConfigured(workplace: "wp-1", policies: WorkplacePolicies(minNoticeMinutes: 40320))),
  .skillGranted(SkillGranted(user: "bas", skill: "Zaal é")),
  .skillGranted(SkillGranted(user: "bas", skill: "Zaal é", until: LocalDate("2026-03-31"))),
  .contractSet(
    ContractSet(
      user: "bas", limits: ContractEdits(maxWeekMinutes: .removed, maxDaysInRow: .set(5)),
      from: LocalDate("2026-04-01"))),
]
