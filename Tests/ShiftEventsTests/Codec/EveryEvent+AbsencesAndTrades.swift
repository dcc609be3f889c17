@testable import ShiftEvents

// The events of `skills-absences-trades.jsonl`, line by line.

/// On whose behalf each of them is.
let absenceAndTradeActors: [UserID] = [
  "mia", "mia", "eva", "mia", "eva", "bas", "eva", "eva", "mia", "bas",
]

let absenceAndTradeEvents: [Event] = [
  .skillGranted(SkillGranted(user: "bas", skill: "first-aid")),
  .skillRevoked(SkillRevoked(user: "bas", skill: "first-aid")),
  .absenceRecorded(
    AbsenceRecorded(
      absence: "A1", date: LocalDate("2026-01-12"), user: "eva", start: .midnight, end: .midnight,
      shifts: [])),
  .absenceRecorded(
    AbsenceRecorded(
      absence: "A2", date: LocalDate("2026-01-12"), user: "bas", start: TimeOfDay("09:00"),
      end: TimeOfDay("06:00"), days: 7, shifts: ["S1", "S2"])),
  .absenceEnded(AbsenceEnded(absence: "A1", user: "eva")),
  .tradeOffered(TradeOffered(trade: "T1", give: "S1", take: "S2", from: "bas", to: "eva")),
  .tradeAccepted(
    TradeAccepted(trade: "T1", give: "S1", take: "S2", from: "bas", to: "eva", final: false)),
  .tradeAccepted(
    TradeAccepted(
      trade: "T1", give: "S1", take: "S2", from: "bas", to: "eva", final: true,
      closedRequests: ["R1"], released: ["S3", "S4"])),
  .tradeApproved(
    TradeApproved(
      trade: "T1", give: "S1", take: "S2", from: "bas", to: "eva", closedRequests: [],
      released: [])),
  .tradeEnded(TradeEnded(trade: "T2", give: "S1", take: "S2", from: "bas", to: "eva")),
]
