import Testing

@testable import ShiftEvents

/// One type's `data` as the documentation has it, written down a second time: tests hold the codec
/// against it.
struct DocumentedType: Sendable, CustomTestStringConvertible {
  var type: EventType
  var subject: String
  /// Name and an example in JSON, in the documented order.
  var required: [(String, String)] = []
  var optional: [(String, String)] = []
  /// Added by the rules; a submission may state them.
  var facts: [(String, String)] = []
  /// The order, if it is not required, optional, facts.
  var order: [String]?

  var testDescription: String { type.rawValue }
  var all: [(String, String)] { required + optional + facts }
  var names: [String] { order ?? all.map(\.0) }

  /// A submission with these members of `data`.
  func json(_ data: [(String, String)]?, actor: String = "mia", more: String = "") -> String {
    var json = #"{"type":"\#(type.rawValue)","actor":"\#(actor)","subject":"\#(subject)"\#(more)"#
    if let data {
      json += ",\"data\":{" + data.map { "\"\($0)\":\($1)" }.joined(separator: ",") + "}"
    }
    return json + "}"
  }

  /// The least submission: for types that need any one member, the first.
  var least: [(String, String)] {
    switch type {
    case .workplaceConfigured, .profileChanged, .dealEdited, .hoursRecorded, .shiftEdited,
      .vacancyEdited, .fixedShiftEdited, .fixedVacancyEdited:
      [optional[0]]
    // A day alone changes nothing.
    case .contractSet: [optional[1]]
    default: required
    }
  }

  /// The types that can be submitted; `shift.skipped` is reserved.
  static let submitted = all.filter { $0.type != .shiftSkipped }

  static let all: [DocumentedType] =
    accounts + roster + requests + absencesAndTrades + studyAndDeals + planning + promises + weekly
}

private let date = ("date", #""2026-01-12""#)
private let start = ("start", #""15:00""#)
private let end = ("end", #""20:00""#)
private let owner = ("owner", #""bas""#)
private let taker = ("taker", #""eva""#)
private let from = ("from", #""bas""#)
private let to = ("to", #""eva""#)
private let request = ("request", #""R1""#)
private let requester = ("requester", #""eva""#)
private let released = ("released", #"["S2","S1"]"#)
private let closed = ("closedRequest", #""R1""#)
private let via = ("via", #""market""#)
private let deal = ("deal", #""D1""#)
private let user = ("user", #""tom""#)
private let company = ("company", #""cafe""#)
private let amount = ("amountCents", "950")
private let price = ("priceCents", "950")
private let currency = ("currency", #""EUR""#)
private let reference = ("reference", #""tr_1""#)
private let days = ("days", "2")
private let breakMinutes = ("breakMinutes", "30")
private let keys = [
  days, ("place", #""till""#), ("labels", #"["late","A-1"]"#), ("needs", #"["keys"]"#),
  ("title", #""Music: Lighting""#), breakMinutes,
]
private let override = ("override", #"["dayTaken","shiftStarted"]"#)
private let reason = ("reason", #""He \"asked\"; so be it""#)
private let notice = ("notice", "-5")
private let fixedShift = ("fixedShift", #""F1""#)

private let firstDay = ("from", #""2026-01-05""#)
private let until = ("until", #""2026-03-30""#)
private let span = [firstDay, until, ("every", "2")]

private let accounts: [DocumentedType] = [
  DocumentedType(
    type: .workplaceConfigured, subject: "wp-1",
    optional: [
      ("timeZone", #""Europe/Amsterdam""#), ("horizonWeeks", "8"), ("requestDays", "31"),
      ("marketApproval", #""none""#), ("suggestionApproval", #""owner""#), ("minRestMinutes", "0"),
      ("maxWeekMinutes", "0"), ("maxShiftsPerDay", "1"), ("handoverMinutes", "0"),
      ("acceptLeadMinutes", "0"), ("maxShiftsAtOnce", "1"),
      ("minNoticeMinutes", "0"), ("answerNoticeMinutes", "0"), ("maxDaysInRow", "0"),
      ("limitsBind", #""takers""#), ("drafts", #""shown""#), ("nightStart", #""22:00""#),
      ("nightEnd", #""06:00""#),
      ("clockEarlyMinutes", "15"),
      ("clockRoundMinutes", "1"), ("minSplitMinutes", "60"),
    ]),
  DocumentedType(
    type: .userRegistered, subject: "bas", required: [("roles", #"["employee"]"#)],
    optional: [("name", #""Bas""#), ("email", #""bas@example.org""#)]),
  DocumentedType(
    type: .profileChanged, subject: "bas",
    optional: [("name", #""Bas""#), ("email", #""bas@example.org""#)]),
  DocumentedType(type: .roleGranted, subject: "bas", required: [("role", #""manager""#)]),
  DocumentedType(type: .roleRevoked, subject: "bas", required: [("role", #""manager""#)]),
  DocumentedType(type: .userFollowed, subject: "bas"),
  DocumentedType(type: .userUnfollowed, subject: "bas"),
  DocumentedType(type: .userErased, subject: "bas"),
  DocumentedType(
    type: .skillGranted, subject: "bas", required: [("skill", #""first-aid""#)], optional: [until]),
  DocumentedType(type: .skillRevoked, subject: "bas", required: [("skill", #""first-aid""#)]),
]

private let roster: [DocumentedType] = [
  DocumentedType(
    type: .fixedShiftRegistered, subject: "F1", required: [("weekday", #""monday""#), start, end],
    optional: keys + [owner] + span),
  DocumentedType(
    type: .fixedShiftRemoved, subject: "F1", optional: [override, reason],
    facts: [owner, ("removed", "[]"), ("kept", #"["S1"]"#), notice]),
  DocumentedType(
    type: .shiftScheduled, subject: "S1", required: [owner, date, start, end],
    optional: keys + [override, reason], facts: [fixedShift, closed, released, notice]),
  DocumentedType(
    type: .shiftSkipped, subject: "F1.2026-01-12",
    facts: [owner, date, fixedShift, ("reason", #""noTime""#)]),
  DocumentedType(
    type: .shiftCancelled, subject: "S1", optional: [override, reason],
    facts: [owner, date, request, notice]),
  DocumentedType(
    type: .hoursRecorded, subject: "S1",
    optional: [("minutes", "300"), start, end, breakMinutes, override],
    facts: [("worker", #""bas""#), date, ("firstOwner", #""bas""#)],
    order: ["start", "end", "breakMinutes", "override", "worker", "date", "minutes", "firstOwner"]),
  DocumentedType(type: .shiftSupplied, subject: "S1", facts: [owner, date, start, end, days]),
  DocumentedType(type: .shiftRevoked, subject: "S1", facts: [owner, date]),
  DocumentedType(
    type: .shiftAccepted, subject: "S1",
    facts: [from, to, date, start, end, days, ("final", "true"), closed, released]),
  DocumentedType(
    type: .acceptanceWithdrawn, subject: "S1", facts: [owner, taker, date, via, request]),
  DocumentedType(
    type: .shiftApproved, subject: "S1",
    facts: [from, to, date, start, end, days, via, request, closed, released]),
  DocumentedType(
    type: .shiftDisapproved, subject: "S1", facts: [owner, taker, date, via, request]),
]

private let requests: [DocumentedType] = [
  DocumentedType(type: .requestPosted, subject: "R1", required: [date], facts: [requester]),
  DocumentedType(type: .requestWithdrawn, subject: "R1", facts: [requester, date, released]),
  DocumentedType(
    type: .shiftSuggested, subject: "S1", required: [request], facts: [owner, requester, date]),
  DocumentedType(type: .suggestionWithdrawn, subject: "S1", facts: [owner, request, date]),
  DocumentedType(
    type: .suggestionAccepted, subject: "S1", facts: [from, to, date, start, end, days, request]),
]

private let give = ("give", #""S1""#)
private let take = ("take", #""S2""#)
private let closedRequests = ("closedRequests", #"["R2","R1"]"#)

private let absencesAndTrades: [DocumentedType] = [
  DocumentedType(
    type: .absenceRecorded, subject: "A1", required: [date],
    optional: [user, start, end, ("days", "7"), override], facts: [("shifts", #"["S2","S1"]"#)]),
  DocumentedType(type: .absenceEnded, subject: "A1", facts: [user]),
  DocumentedType(type: .tradeOffered, subject: "T1", required: [give, take], facts: [from, to]),
  DocumentedType(
    type: .tradeAccepted, subject: "T1",
    facts: [give, take, from, to, ("final", "true"), closedRequests, released]),
  DocumentedType(
    type: .tradeApproved, subject: "T1",
    facts: [give, take, from, to, closedRequests, released]),
  DocumentedType(type: .tradeEnded, subject: "T1", facts: [give, take, from, to]),
]

private let always = [
  ("name", #""Lunch""#), ("companyName", #""Café""#), ("category", #""food""#),
  ("latitude", "52.37"), ("longitude", "-4.9"), ("validUntil", #""2026-01-12T20:00:00Z""#),
]
private let sometimes = [
  ("validFrom", #""2026-01-12T08:00:00Z""#), ("address", #""Dam 1""#),
  ("description", #""a\nb\tc""#), ("openingTimes", #""9-17\n""#), ("picture", #""a.png""#),
  ("capacity", "12"), price, currency,
]

private let studyAndDeals: [DocumentedType] = [
  DocumentedType(
    type: .studyStarted, subject: "st", optional: [("blockMinutes", "30"), ("pauseMinutes", "5")]),
  DocumentedType(
    type: .studyBlockCompleted, subject: "st", required: [("block", "1")],
    facts: [("minutes", "30")]),
  DocumentedType(
    type: .studyStopped, subject: "st", optional: [("reason", #""left""#)],
    facts: [("minutes", "36")]),
  DocumentedType(
    type: .dealPosted, subject: "D1", required: always, optional: sometimes, facts: [company]),
  DocumentedType(type: .dealEdited, subject: "D1", optional: always + sometimes, facts: [company]),
  DocumentedType(
    type: .dealRemoved, subject: "D1", facts: [company, ("cancelled", #"["V2","V1"]"#)]),
  DocumentedType(
    type: .dealReserved, subject: "V1", required: [deal], facts: [company, price, currency]),
  DocumentedType(
    type: .reservationCancelled, subject: "V1",
    facts: [deal, user, company, ("refundDue", "false")]),
  DocumentedType(
    type: .paymentRecorded, subject: "V1", required: [amount, currency, reference],
    facts: [deal, user]),
  DocumentedType(
    type: .paymentRefunded, subject: "V1", required: [reference],
    facts: [deal, user, amount, currency]),
  DocumentedType(
    type: .companyRated, subject: "cafe", required: [("reservation", #""V1""#), ("stars", "5")],
    optional: [("comment", #""good\nagain""#)], facts: [deal]),
]

private let vacancy = ("vacancy", #""stock""#)
private let places = [("places", "3"), ("wanted", "4")]
private let left = ("left", "2")

private let planning: [DocumentedType] = [
  DocumentedType(
    type: .shiftAssigned, subject: "S1", required: [to], optional: [override, reason],
    facts: [from, date, start, end, days, taker, request, closed, released, notice]),
  DocumentedType(
    type: .shiftEdited, subject: "S1", optional: [date, start, end] + keys + [override, reason],
    facts: [owner, closed, released, notice]),
  DocumentedType(
    type: .shiftSplit, subject: "S1", required: [("at", #""17:30""#), ("into", #""S2""#)],
    optional: [override],
    facts: [owner, date, start, end, days, ("intoDate", #""2026-01-12""#), ("intoDays", "2")]),
  DocumentedType(
    type: .vacancyPosted, subject: "stock", required: [date, start, end, places[0]],
    optional: [places[1]] + keys, facts: [("fixedVacancy", #""V1""#)]),
  DocumentedType(
    type: .vacancyEdited, subject: "stock",
    optional: [date, start, end] + places + keys + [override],
    facts: [left]),
  DocumentedType(
    type: .shiftClaimed, subject: "S1", required: [vacancy], optional: [owner, override, reason],
    facts: [date, start, end] + keys + [left, closed, released, notice]),
  DocumentedType(
    type: .shiftDropped, subject: "S1", facts: [owner, date, vacancy, request, left]),
]

private let range = [("from", #""2026-01-05""#), ("to", #""2026-01-11""#)]

private let promises: [DocumentedType] = [
  DocumentedType(
    type: .schedulePublished, subject: "week-2", required: range, facts: [("shifts", "12")]),
  DocumentedType(
    type: .changeAnswered, subject: "S1", required: [("agreed", "true")],
    facts: [owner, date, ("changedAt", #""2026-01-12T08:00:00.000Z""#)]),
  DocumentedType(
    type: .shiftRestored, subject: "S1", optional: [owner, override, reason],
    facts: [date, start, end] + keys + [fixedShift, closed, released, notice]),
  DocumentedType(
    type: .tradeRecorded, subject: "T1", required: [give, take], optional: [override, reason],
    facts: [from, to, closedRequests, released, notice]),
  DocumentedType(
    type: .hoursConfirmed, subject: "S1",
    facts: [("worker", #""bas""#), date, ("minutes", "300")]),
  DocumentedType(
    type: .periodClosed, subject: "january", required: range,
    facts: [("shifts", "12"), ("minutes", "3600"), ("unconfirmed", "2")]),
  DocumentedType(type: .periodReopened, subject: "january", optional: [reason], facts: range),
  DocumentedType(
    type: .contractSet, subject: "bas",
    optional: [
      firstDay, ("maxWeekMinutes", "2280"), ("minRestMinutes", "660"), ("maxShiftMinutes", "600"),
      ("maxDaysInRow", "6"),
    ]),
]

private let edited = [("edited", #"["S2","S1"]"#), ("removed", "[]"), ("kept", #"["S3"]"#)]
private let closedVacancies = ("closed", #"["V2","V1"]"#)

private let weekly: [DocumentedType] = [
  DocumentedType(
    type: .fixedShiftEdited, subject: "F1",
    optional: [start, end] + keys + [to, firstDay, until, override, reason],
    facts: [owner] + edited + [closedRequests, released, notice]),
  DocumentedType(
    type: .fixedVacancyRegistered, subject: "V1",
    required: [("weekday", #""monday""#), start, end, places[0]],
    optional: [places[1]] + keys + span),
  DocumentedType(
    type: .fixedVacancyEdited, subject: "V1",
    optional: [start, end] + places + keys + [firstDay, until],
    facts: [("edited", "[]"), closedVacancies]),
  DocumentedType(type: .fixedVacancyRemoved, subject: "V1", facts: [closedVacancies]),
  DocumentedType(
    type: .closureRecorded, subject: "C1", required: [range[0]],
    optional: [
      range[1], ("place", #""till""#), ("title", #""Easter""#), ("cancel", "true"), override,
      reason,
    ], facts: [("shifts", #"["S2","S1"]"#), ("vacancies", "[]")]),
  DocumentedType(type: .closureEnded, subject: "C1", facts: range),
  DocumentedType(type: .workStarted, subject: "S1", facts: [date]),
  DocumentedType(type: .workPaused, subject: "S1", facts: [date]),
  DocumentedType(type: .workResumed, subject: "S1", facts: [date]),
  DocumentedType(
    type: .workEnded, subject: "S1",
    facts: [
      ("worker", #""bas""#), date, ("startAt", #""2026-01-12T15:00:00.000Z""#),
      ("endAt", #""2026-01-12T20:00:00.000Z""#), ("minutes", "270"), breakMinutes,
      ("firstOwner", #""bas""#),
    ]),
]

/// The policies of a workplace that are numbers, with the least and the most of each.
let policyRanges = [
  ("horizonWeeks", 1, 104), ("requestDays", 1, 366), ("minRestMinutes", 0, 2880),
  ("maxWeekMinutes", 0, 10080), ("maxShiftsPerDay", 1, 24), ("handoverMinutes", 0, 120),
  ("acceptLeadMinutes", 0, 10080), ("maxShiftsAtOnce", 1, 24), ("minNoticeMinutes", 0, 40320),
  ("answerNoticeMinutes", 0, 527_040), ("maxDaysInRow", 0, 366), ("clockEarlyMinutes", 0, 720),
  ("clockRoundMinutes", 1, 30), ("minSplitMinutes", 0, 1440),
]
