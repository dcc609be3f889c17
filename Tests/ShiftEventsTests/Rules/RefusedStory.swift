import ShiftEventsTesting

@testable import ShiftEvents

/// Submissions that lead to refusals which walks seldom meet. All happen on 5 January 2026, at 8:00 UTC.
enum RefusedStory {
  static func line(
    _ actor: String, _ type: String, _ subject: String, _ data: JSON = [:]
  ) -> String {
    let submission: JSON = [
      "type": .text(type), "actor": .text(actor), "subject": .text(subject), "data": data,
    ]
    return "\(submission)"
  }

  private static func deal(_ id: String, _ more: JSON = [:]) -> String {
    let data: JSON = [
      "name": "Soup", "companyName": "Café", "category": "food", "latitude": 52.25,
      "longitude": -4.5, "validUntil": "2026-01-05T12:00:00Z", "priceCents": 450,
      "currency": "EUR",
    ]
    return line("cor", "deal.posted", id, data.adding(more))
  }

  private static func reserved(_ id: String, _ user: String, _ deal: String) -> String {
    line(user, "deal.reserved", id, ["deal": .text(deal)])
  }

  private static func shift(
    _ id: String, _ owner: String, _ date: String, _ start: String, _ end: String
  )
    -> String
  {
    line(
      "mia", "shift.scheduled", id,
      ["owner": .text(owner), "date": .text(date), "start": .text(start), "end": .text(end)])
  }

  static let deals: [String] = [
    line("cor", "user.registered", "cor", ["roles": ["company"]]),
    line("kim", "user.registered", "kim", ["roles": ["consumer"]]),
    line("pim", "user.registered", "pim", ["roles": ["consumer"]]),
    deal("D1", ["capacity": 1]), reserved("V1", "kim", "D1"), reserved("V2", "kim", "D1"),
    reserved("V3", "pim", "D1"), deal("D0", ["capacity": 0]),
    deal("D2", ["capacity": 3]), reserved("V4", "kim", "D2"), reserved("V5", "pim", "D2"),
    line("cor", "deal.edited", "D2", ["capacity": 1]),
    line("cor", "deal.edited", "D2", ["latitude": 51.0]),
    line("cor", "deal.edited", "D2", ["name": nil]),
    line("cor", "deal.edited", "D2", ["currency": nil]),
    line("cor", "deal.edited", "D2", ["validFrom": nil]),
    line("cor", "payment.refunded", "V1", ["reference": "r"]),
    line(
      "cor", "payment.recorded", "V1", ["amountCents": 1, "currency": "EUR", "reference": "p"]),
    line(
      "cor", "payment.recorded", "V1", ["amountCents": 450, "currency": "EUR", "reference": "p"]),
    line("cor", "payment.refunded", "V1", ["reference": "r"]),
    line("kim", "reservation.cancelled", "V1"), line("kim", "reservation.cancelled", "V1"),
    line("cor", "payment.refunded", "V1", ["reference": "r"]),
    line("cor", "payment.refunded", "V1", ["reference": "again"]),
    line("kim", "company.rated", "cor", ["reservation": "V1", "stars": 4]),
    deal("D3"), reserved("V6", "kim", "D3"),
    line("cor", "deal.edited", "D3", ["validFrom": "2026-01-05T10:00:00Z"]),
    line("kim", "company.rated", "cor", ["reservation": "V6", "stars": 4]),
    deal("D4", ["validFrom": "2026-01-05T10:00:00Z"]), reserved("V7", "kim", "D4"),
    line("cor", "deal.removed", "D2"), line("kim", "reservation.cancelled", "V4"),
  ]

  private static let monday: JSON = [
    "weekday": "monday", "start": "09:00", "end": "10:00", "from": "2026-06-01",
  ]
  private static let friday: JSON = ["weekday": "friday", "start": "09:00", "end": "17:00"]

  /// A log of what is not refused of the roster's story.
  static func log() throws -> MemoryLog {
    var log = MemoryLog(clock: "2026-01-05T08:00:00Z")
    for line in roster { _ = try log.append([Submission.read(line)]) }
    return log
  }

  static let roster: [String] = [
    line("mia", "user.registered", "mia", ["roles": ["manager"]]),
    line("mia", "workplace.configured", "W", ["marketApproval": "manager", "maxShiftsPerDay": 5]),
    line("mia", "user.registered", "ann", ["roles": ["employee"]]),
    line("mia", "user.registered", "bas", ["roles": ["employee"]]),
    line("mia", "user.registered", "eva", ["roles": ["employee"]]),
    // A trade that was accepted, and one of whose shifts one is gone.
    shift("G1", "ann", "2026-01-10", "09:00", "12:00"),
    shift("T1", "bas", "2026-01-11", "09:00", "12:00"),
    line("ann", "trade.offered", "X1", ["give": "G1", "take": "T1"]),
    line("bas", "trade.accepted", "X1"), line("bas", "trade.accepted", "X1"),
    line("ann", "trade.ended", "X1"),
    line("ann", "trade.offered", "X2", ["give": "G1", "take": "T1"]),
    line("mia", "shift.cancelled", "T1"), line("bas", "trade.accepted", "X2"),
    // Two suggestions for one request, behind one of another day.
    shift("S1", "ann", "2026-01-12", "09:00", "12:00"),
    shift("S2", "bas", "2026-01-12", "14:00", "17:00"),
    line("eva", "request.posted", "R1", ["date": "2026-01-12"]),
    line("ann", "shift.suggested", "G1", ["request": "R1"]),
    line("ann", "shift.suggested", "S1", ["request": "R1"]),
    line("bas", "shift.suggested", "S2", ["request": "R1"]),
    line("eva", "suggestion.accepted", "S1"), line("eva", "suggestion.accepted", "S2"),
    line("eva", "request.withdrawn", "R1"),
    // Three shifts at a time, where two may be.
    line("mia", "workplace.configured", "W", ["maxShiftsAtOnce": 2]),
    shift("O1", "bas", "2026-01-16", "09:00", "12:00"),
    shift("O2", "bas", "2026-01-16", "10:00", "13:00"),
    shift("O3", "bas", "2026-01-16", "11:00", "14:00"),
    // A third on a day, on a weekday and in a week that take two.
    line("mia", "workplace.configured", "W", ["maxShiftsPerDay": 2]),
    shift("O4", "bas", "2026-01-16", "15:00", "18:00"),
    line("mia", "fixedshift.registered", "F7", monday.adding("owner", "bas")),
    line("mia", "fixedshift.registered", "F8", monday.adding("owner", "bas")),
    line("mia", "fixedshift.registered", "F9", monday.adding("owner", "bas")),
    line("mia", "workplace.configured", "W", ["maxShiftsPerDay": 5]),
    line("mia", "schedule.published", "U", ["from": "2026-01-05", "to": "2028-01-05"]),
    // Too late, and too little rest between two shifts.
    shift("P1", "eva", "2026-01-14", "06:00", "08:00"),
    shift("P2", "eva", "2026-01-14", "14:00", "16:00"),
    shift("Q", "bas", "2026-01-14", "10:00", "12:00"), line("bas", "shift.supplied", "Q"),
    line("mia", "workplace.configured", "W", ["acceptLeadMinutes": 10_080]),
    shift("L", "bas", "2026-01-09", "10:00", "12:00"), line("bas", "shift.supplied", "L"),
    line("eva", "shift.accepted", "L"),
    line("mia", "workplace.configured", "W", ["acceptLeadMinutes": 0, "minRestMinutes": 600]),
    line("eva", "shift.accepted", "Q"),
    line("mia", "workplace.configured", "W", ["minRestMinutes": 0, "maxWeekMinutes": 60]),
    line("eva", "shift.accepted", "Q"),
    line("mia", "workplace.configured", "W", ["maxWeekMinutes": 0, "maxDaysInRow": 1]),
    shift("P3", "eva", "2026-01-15", "10:00", "12:00"), line("eva", "shift.accepted", "Q"),
    line("mia", "workplace.configured", "W", ["maxDaysInRow": 0]),
    // A shift that its owner dropped.
    line(
      "mia", "vacancy.posted", "VD",
      ["date": "2026-01-18", "start": "10:00", "end": "12:00", "places": 1]),
    line("ann", "shift.claimed", "D", ["vacancy": "VD"]), line("ann", "shift.dropped", "D"),
    line("ann", "shift.supplied", "D"),
    // Weekly work that is there already, or not any more, and a closure that is over.
    line("mia", "fixedshift.registered", "F1", friday.adding("owner", "ann")),
    line("mia", "fixedshift.edited", "F1", ["to": "ann"]),
    line("mia", "fixedvacancy.registered", "FV", friday.adding("places", 1)),
    line("mia", "fixedvacancy.registered", "FV", friday.adding("places", 1)),
    line("mia", "fixedvacancy.edited", "FX", ["places": 1]),
    line("mia", "fixedvacancy.removed", "FV"), line("mia", "fixedvacancy.removed", "FV"),
    line("mia", "closure.recorded", "K", ["from": "2026-01-05"]),
    line("mia", "closure.recorded", "K", ["from": "2026-01-05"]),
    line("mia", "closure.ended", "K"), line("mia", "closure.ended", "K"),
    line("mia", "closure.ended", "K0"), line("bas", "hours.confirmed", "O1"),
    line("bas", "shift.supplied", "O1", ["owner": "ann"]),
    line("eva", "user.erased", "eva"),
    line("mia", "role.granted", "eva", ["role": "student"]),
    // Work by the clock.
    line("mia", "workplace.configured", "W", ["clockRoundMinutes": 7]),
    line(
      "mia", "shift.scheduled", "C0",
      [
        "owner": "ann", "date": "2026-01-04", "start": "09:00", "end": "10:00",
        "override": ["shiftStarted", "noticeTooShort"],
      ]),
    shift("C1", "ann", "2026-01-05", "08:10", "12:00"),
    shift("C2", "ann", "2026-01-05", "08:05", "08:09"),
    line("ann", "work.started", "C0"), line("ann", "work.started", "S1"),
    line("ann", "work.started", "C1"), line("ann", "work.started", "C1"),
    line("ann", "work.started", "C2"), line("ann", "work.paused", "C2"),
    line("ann", "work.resumed", "C1"), line("ann", "work.paused", "C1"),
    line("ann", "work.paused", "C1"), line("ann", "work.resumed", "C1"),
    line("ann", "work.ended", "C1"),
    // A split that leaves no minute, and one that leaves an owner's part too short.
    line("mia", "workplace.configured", "W", ["minSplitMinutes": 121]),
    line("bas", "shift.split", "O1", ["at": "12:00", "into": "O5"]),
    line("bas", "shift.split", "O1", ["at": "10:59", "into": "O5"]),
    line("mia", "shift.split", "O1", ["at": "10:59", "into": "O5"]),
    // A trade that a manager approves.
    shift("G3", "ann", "2026-02-10", "09:00", "12:00"),
    shift("T3", "bas", "2026-02-11", "09:00", "12:00"),
    line("ann", "trade.offered", "X3", ["give": "G3", "take": "T3"]),
    line("bas", "trade.accepted", "X3"), line("mia", "trade.approved", "X3"),
  ]
}
