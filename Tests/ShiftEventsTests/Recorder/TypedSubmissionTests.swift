// Over 400 lines: each type of submission once in code and once in JSON.
import Foundation
import ShiftEventsTesting
import Testing

@testable import ShiftEvents

/// A typed command, and the submission that another program would send for it.
private struct Pair: Sendable, CustomTestStringConvertible {
  var command: Command
  var type: String
  var subject: String
  var data: JSON?

  init(_ command: Command, _ type: String, _ subject: String, _ data: JSON? = nil) {
    self.command = command
    self.type = type
    self.subject = subject
    self.data = data
  }

  var testDescription: String { "\(type) \(data?.description ?? "")" }
}

private let date = LocalDate("2026-01-12")
private let start = TimeOfDay("15:00")
private let end = TimeOfDay("20:00")
private let time = Timestamp("2026-01-05T18:02:11.042Z")

struct TypedSubmissionTests {
  @Test func `a value that JSON has no form for is an invalid field, with its name`() {
    func expect(_ words: String, _ make: () throws(InvalidSubmission) -> Submission) {
      let fault = #expect(throws: InvalidSubmission.self) { try make() }
      #expect(fault?.code == .invalidField && fault?.message.contains(words) == true, "\(fault!)")
    }
    for number in [Double.infinity, -.infinity, .nan] {
      var (terms, edits) = (terms, edits)
      (terms.longitude, edits.latitude) = (number, .set(number))
      expect("\"longitude\"") { () throws(InvalidSubmission) in
        try Submission(.postDeal("d1", terms), by: "u10")
      }
      expect("\"latitude\"") { () throws(InvalidSubmission) in
        try Submission(.editDeal("d1", edits), by: "u10")
      }
    }
    let twice = Attribute(name: "beta", value: .boolean(true))
    for attributes in [[twice, twice], [Attribute(name: "actor", value: .string("eva"))]] {
      expect("an attribute") { () throws(InvalidSubmission) in
        try Submission(
          .registerUser("eva", roles: [.employee]), by: "eva", attributes: attributes)
      }
    }
  }

  @Test(
    arguments: rosterPairs + vacancyPairs + promisePairs + weeklyPairs + sharedPairs + dealPairs)
  private func `a typed command is the submission that its JSON is`(pair: Pair) throws {
    let typed = try Submission(
      pair.command, by: "eva", id: "a 1", source: "/rooster-app", time: time,
      expectedSequence: SequenceNumber(7),
      attributes: [
        Attribute(name: "traceparent", value: .string("00-\"é\"")),
        Attribute(name: "beta", value: .boolean(true)), Attribute(name: "n", value: .integer(-3)),
      ])
    var json: JSON = [
      "type": .text(pair.type), "subject": .text(pair.subject), "actor": "eva", "id": "a 1",
      "source": "/rooster-app", "time": "2026-01-05T18:02:11.042Z", "expectedsequence": 7,
      "beta": true, "n": -3, "traceparent": "00-\"é\"",
    ]
    if let data = pair.data, case .object(let members) = json {
      json = .object(members + [("data", data)])
    }
    #expect(describe(typed) == describe(try decoded(json)))
    #expect(pair.command.type.rawValue == pair.type)
  }

  @Test func `an attribute given in code is refused where its JSON is`() throws {
    for name in ["subjct", "dryrun", "reason", "sources"] {
      let fault = #expect(throws: InvalidSubmission.self) {
        try Submission(
          .supplyShift("F1"), by: "bas", attributes: [Attribute(name: name, value: .boolean(true))])
      }
      #expect(fault?.code == .unknownField)
    }
  }

  @Test func `every type that can be submitted is typed`() {
    let pairs = rosterPairs + vacancyPairs + promisePairs + weeklyPairs + sharedPairs + dealPairs
    let types = Set(pairs.map(\.type))
    #expect(types == Set(EventType.allCases.map(\.rawValue)).subtracting(["shift.skipped"]))
  }

  @Test func `an omitted value stays omitted`() throws {
    let typed = try Submission(.supplyShift("F1"), by: "bas")
    let json: JSON = ["type": "shift.supplied", "subject": "F1", "actor": "bas"]
    #expect(describe(typed) == describe(try decoded(json)))
    #expect(typed.id == nil && typed.time == nil && typed.attributes.isEmpty)
  }

  @Test func `a value that no submission can have is refused`() throws {
    func code(
      _ command: Command, by actor: UserID = "eva", id: String? = nil, source: String? = nil,
      _ attributes: [Attribute] = []
    ) -> InvalidSubmission.Code? {
      do throws(InvalidSubmission) {
        _ = try Submission(command, by: actor, id: id, source: source, attributes: attributes)
        return nil
      } catch { return error.code }
    }
    #expect(code(.supplyShift("F1"), by: .system) == .reserved)
    #expect(code(.supplyShift("F1"), id: "") == .invalidField)
    #expect(code(.supplyShift("F1"), id: "é") == .invalidField)
    #expect(code(.supplyShift("F1"), source: "a b") == .invalidField)
    #expect(code(.registerUser("eva", roles: [], PersonalData())) == .invalidField)
    #expect(code(.changeProfile("eva", PersonalData())) == .missingField)
    #expect(code(.changeProfile("eva", PersonalData(name: "a\u{1B}"))) == .invalidField)
    #expect(code(.completeBlock("s", block: 1 << 60)) == .invalidField)
    #expect(code(.editDeal("d", DealEdits())) == .missingField)
    #expect(code(.configureWorkplace("w", WorkplacePolicies())) == .missingField)
    #expect(
      code(.scheduleShift("F1.2026-01-12", owner: "eva", date: date, start: start, end: end))
        == .invalidField)
    #expect(code(.splitShift("F1.2026-01-12", at: end, into: "F1.2026-01-13")) == .invalidField)
    for name in ["hash", "ref", "op", "sequence", "more"] {
      let attribute = Attribute(name: name, value: .boolean(true))
      #expect(code(.supplyShift("F1"), [attribute]) == .reserved)
    }
    let odd = Attribute(name: "No", value: .integer(1))
    #expect(code(.supplyShift("F1"), [odd]) == .unknownField)
    let twice = Attribute(name: "actor", value: .string("bas"))
    #expect(code(.supplyShift("F1"), [twice]) == .invalidField)
    for value in [Double.nan, .infinity, -.infinity] {
      var edits = DealEdits()
      edits.latitude = .set(value)
      #expect(code(.editDeal("d", edits)) == .invalidField)
    }
  }

  private func decoded(_ json: JSON) throws -> Submission {
    try SubmissionDecoder.decoded(Array(json.description.utf8)).get()
  }

  /// Everything that judging and recording look at.
  private func describe(_ submission: Submission) -> [String] {
    let given = submission.given.map {
      "\($0.name)=\(String(decoding: $0.value.json, as: UTF8.self))"
    }
    return [
      "\(submission.command)", "\(submission.actor)", "\(submission.type)", "\(submission.subject)",
      "\(submission.id ?? "-") \(submission.source ?? "-")", "\(submission.time as Timestamp?)",
      "\(submission.expectedSequence as SequenceNumber?)", "\(submission.attributes)",
      "\(submission.personal as PersonalData?)", "\(submission.touched.map(\.text).sorted())",
    ] + given
  }
}

private let rosterPairs: [Pair] = [
  Pair(
    .registerFixedShift(
      "F1", WeeklyTimes(weekday: .monday, start: start, end: end), owner: "bas", from: date),
    "fixedshift.registered", "F1",
    [
      "weekday": "monday", "start": "15:00", "end": "20:00", "owner": "bas", "from": "2026-01-12",
    ]),
  Pair(
    .registerFixedShift(
      "F1", WeeklyTimes(weekday: .sunday, start: end, end: start), owner: nil, from: nil),
    "fixedshift.registered", "F1", ["weekday": "sunday", "start": "20:00", "end": "15:00"]),
  Pair(
    .registerFixedShift(
      "F1", WeeklyTimes(weekday: .sunday, start: end, end: start), until: date, every: 2),
    "fixedshift.registered", "F1",
    ["weekday": "sunday", "start": "20:00", "end": "15:00", "until": "2026-01-12", "every": 2]),
  Pair(.removeFixedShift("F1"), "fixedshift.removed", "F1"),
  Pair(
    .removeFixedShift("F1", override: [.noticeTooShort], reason: "x"), "fixedshift.removed", "F1",
    ["override": ["noticeTooShort"], "reason": "x"]),
  Pair(
    .scheduleShift("L1", owner: "bas", date: date, start: start, end: end), "shift.scheduled",
    "L1", ["owner": "bas", "date": "2026-01-12", "start": "15:00", "end": "20:00"]),
  Pair(.cancelShift("L1"), "shift.cancelled", "L1"),
  Pair(.recordHours("L1", .minutes(300)), "hours.recorded", "L1", ["minutes": 300]),
  Pair(
    .recordHours("L1", .clock(start: start, end: end)), "hours.recorded", "L1",
    ["start": "15:00", "end": "20:00"]),
  Pair(.supplyShift("L1"), "shift.supplied", "L1"),
  Pair(.revokeShift("L1"), "shift.revoked", "L1"),
  Pair(.acceptShift("L1"), "shift.accepted", "L1"),
  Pair(.withdrawAcceptance("L1"), "acceptance.withdrawn", "L1"),
  Pair(.approveShift("L1"), "shift.approved", "L1"),
  Pair(.disapproveShift("L1"), "shift.disapproved", "L1"),
  Pair(.postRequest("R1", date: date), "request.posted", "R1", ["date": "2026-01-12"]),
  Pair(.withdrawRequest("R1"), "request.withdrawn", "R1"),
  Pair(.suggestShift("L1", request: "R1"), "shift.suggested", "L1", ["request": "R1"]),
  Pair(.withdrawSuggestion("L1"), "suggestion.withdrawn", "L1"),
  Pair(.acceptSuggestion("L1"), "suggestion.accepted", "L1"),
]

private let shiftEdits: ShiftEdits = {
  var edits = ShiftEdits()
  edits.date = .set(date)
  edits.end = .removed
  edits.keys.days = .set(2)
  edits.keys.labels = .removed
  return edits
}()

private let vacancyEdits: VacancyEdits = {
  var edits = VacancyEdits()
  edits.shift.start = .set(start)
  edits.places = .set(4)
  edits.wanted = .removed
  edits.shift.keys.place = .removed
  return edits
}()

private let vacancyPairs: [Pair] = [
  Pair(.assignShift("S1", to: "bas"), "shift.assigned", "S1", ["to": "bas"]),
  Pair(
    .assignShift("S1", to: "bas", override: [.absent]), "shift.assigned", "S1",
    ["to": "bas", "override": ["absent"]]),
  Pair(
    .splitShift("F1.2026-01-12", at: end, into: "S2"), "shift.split", "F1.2026-01-12",
    ["at": "20:00", "into": "S2"]),
  Pair(
    .splitShift("S1", at: end, into: "S2", override: [.shiftStarted]), "shift.split", "S1",
    ["at": "20:00", "into": "S2", "override": ["shiftStarted"]]),
  Pair(
    .editShift("S1", shiftEdits, override: [.dayTaken]), "shift.edited", "S1",
    ["date": "2026-01-12", "end": nil, "days": 2, "labels": nil, "override": ["dayTaken"]]),
  Pair(
    .postVacancy(
      "V1", date: date, start: start, end: end, places: 3, wanted: 5,
      keys: ShiftDetails(place: "hall")), "vacancy.posted", "V1",
    [
      "date": "2026-01-12", "start": "15:00", "end": "20:00", "places": 3, "wanted": 5,
      "place": "hall",
    ]),
  Pair(
    .editVacancy("V1", vacancyEdits), "vacancy.edited", "V1",
    ["start": "15:00", "places": 4, "wanted": nil, "place": nil]),
  Pair(
    .claimShift("C1", vacancy: "V1", owner: "bas", override: [.noPlaceLeft]), "shift.claimed", "C1",
    ["vacancy": "V1", "owner": "bas", "override": ["noPlaceLeft"]]),
  Pair(.claimShift("C1", vacancy: "V1"), "shift.claimed", "C1", ["vacancy": "V1"]),
  Pair(.dropShift("C1"), "shift.dropped", "C1"),
]

private let sharedPairs: [Pair] = [
  Pair(.grantSkill("bas", "first-aid"), "skill.granted", "bas", ["skill": "first-aid"]),
  Pair(
    .grantSkill("bas", "first-aid", until: date), "skill.granted", "bas",
    ["skill": "first-aid", "until": "2026-01-12"]),
  Pair(.revokeSkill("bas", "first-aid"), "skill.revoked", "bas", ["skill": "first-aid"]),
  Pair(
    .recordAbsence("A1", AbsenceTimes(date, start: start, end: end, days: 7), user: "bas"),
    "absence.recorded", "A1",
    ["date": "2026-01-12", "user": "bas", "start": "15:00", "end": "20:00", "days": 7]),
  Pair(
    .recordAbsence("A1", AbsenceTimes(date)), "absence.recorded", "A1", ["date": "2026-01-12"]),
  Pair(.endAbsence("A1"), "absence.ended", "A1"),
  Pair(
    .offerTrade("T1", give: "S1", take: "S2"), "trade.offered", "T1",
    ["give": "S1", "take": "S2"]),
  Pair(.acceptTrade("T1"), "trade.accepted", "T1"),
  Pair(.approveTrade("T1"), "trade.approved", "T1"),
  Pair(.endTrade("T1"), "trade.ended", "T1"),
  Pair(
    .configureWorkplace(
      "grill",
      WorkplacePolicies(
        timeZone: Zone("Europe/Amsterdam"), horizonWeeks: 4, requestDays: 20,
        marketApproval: .owner, suggestionApproval: .manager, minRestMinutes: 1,
        maxWeekMinutes: 2, maxShiftsPerDay: 3, handoverMinutes: 4, acceptLeadMinutes: 5)),
    "workplace.configured", "grill",
    [
      "timeZone": "Europe/Amsterdam", "horizonWeeks": 4, "requestDays": 20,
      "marketApproval": "owner", "suggestionApproval": "manager", "minRestMinutes": 1,
      "maxWeekMinutes": 2, "maxShiftsPerDay": 3, "handoverMinutes": 4, "acceptLeadMinutes": 5,
    ]),
  Pair(
    .registerUser(
      "eva", roles: [.employee, .manager], PersonalData(name: "Éva", email: "e@x.org")),
    "user.registered", "eva",
    ["roles": ["employee", "manager"], "name": "Éva", "email": "e@x.org"]),
  Pair(
    .registerUser("eva", roles: [.student], PersonalData()), "user.registered", "eva",
    ["roles": ["student"]]),
  Pair(
    .changeProfile("eva", PersonalData(name: "Éva \"E\" \\")), "profile.changed", "eva",
    ["name": "Éva \"E\" \\"]),
  Pair(.grantRole("bas", .company), "role.granted", "bas", ["role": "company"]),
  Pair(.revokeRole("bas", .consumer), "role.revoked", "bas", ["role": "consumer"]),
  Pair(.follow("bas"), "user.followed", "bas"),
  Pair(.unfollow("bas"), "user.unfollowed", "bas"),
  Pair(.eraseUser("eva"), "user.erased", "eva"),
  Pair(
    .startStudy("s1", blockMinutes: 25, pauseMinutes: 5), "study.started", "s1",
    ["blockMinutes": 25, "pauseMinutes": 5]),
  Pair(.startStudy("s1", blockMinutes: nil, pauseMinutes: nil), "study.started", "s1"),
  Pair(.completeBlock("s1", block: 2), "study.blockcompleted", "s1", ["block": 2]),
  Pair(.stopStudy("s1", .left), "study.stopped", "s1", ["reason": "left"]),
  Pair(.stopStudy("s1", nil), "study.stopped", "s1"),
]

private var terms: DealTerms {
  var terms = DealTerms(
    name: "Soup", companyName: "Café", category: .food, latitude: 52.0907, longitude: -5.1e-7,
    validUntil: time)
  terms.validFrom = Timestamp("2026-01-05T08:00:00Z")
  terms.address = "Oudegracht 1"
  terms.description = "two\nlines\tand"
  terms.openingTimes = "9–17"
  terms.picture = "https://example.org/p.png"
  terms.capacity = 3
  terms.priceCents = 450
  terms.currency = CurrencyCode("EUR")
  return terms
}

private var edits: DealEdits {
  var edits = DealEdits()
  edits.name = .set("Soup")
  edits.companyName = .set("Café")
  edits.category = .set("food")
  edits.latitude = .set(-52)
  edits.longitude = .set(1e21)
  edits.validUntil = .set(time)
  edits.validFrom = .set(time)
  edits.address = .set("here")
  edits.description = .set("a\nb")
  edits.openingTimes = .set("c\td")
  edits.picture = .removed
  edits.capacity = .removed
  edits.priceCents = .set(0)
  edits.currency = .removed
  return edits
}

private let dealPairs: [Pair] = [
  Pair(
    .postDeal("d1", terms), "deal.posted", "d1",
    [
      "name": "Soup", "companyName": "Café", "category": "food", "latitude": 52.0907,
      "longitude": -0.00000051, "validUntil": "2026-01-05T18:02:11.042Z",
      "validFrom": "2026-01-05T08:00:00Z", "address": "Oudegracht 1",
      "description": "two\nlines\tand", "openingTimes": "9–17",
      "picture": "https://example.org/p.png", "capacity": 3, "priceCents": 450, "currency": "EUR",
    ]),
  Pair(
    .postDeal(
      "d1",
      DealTerms(
        name: "S", companyName: "C", category: .party, latitude: nil, longitude: nil,
        validUntil: time)), "deal.posted", "d1",
    [
      "name": "S", "companyName": "C", "category": "party",
      "validUntil": "2026-01-05T18:02:11.042Z",
    ]),
  Pair(
    .editDeal("d1", edits), "deal.edited", "d1",
    [
      "name": "Soup", "companyName": "Café", "category": "food", "latitude": -52,
      "longitude": 1e21, "validUntil": "2026-01-05T18:02:11.042Z",
      "validFrom": "2026-01-05T18:02:11.042Z", "address": "here", "description": "a\nb",
      "openingTimes": "c\td", "picture": nil, "capacity": nil, "priceCents": 0, "currency": nil,
    ]),
  Pair(.removeDeal("d1"), "deal.removed", "d1"),
  Pair(.reserveSeat("v1", deal: "d1"), "deal.reserved", "v1", ["deal": "d1"]),
  Pair(.cancelReservation("v1"), "reservation.cancelled", "v1"),
  Pair(
    .recordPayment("v1", amountCents: 450, CurrencyCode("EUR")!, reference: "p 1"),
    "payment.recorded", "v1", ["amountCents": 450, "currency": "EUR", "reference": "p 1"]),
  Pair(.recordRefund("v1", reference: "r"), "payment.refunded", "v1", ["reference": "r"]),
  Pair(
    .rateCompany("cafe", reservation: "v1", stars: 5, comment: "a\nb"), "company.rated", "cafe",
    ["reservation": "v1", "stars": 5, "comment": "a\nb"]),
  Pair(
    .rateCompany("cafe", reservation: "v1", stars: 1, comment: nil), "company.rated", "cafe",
    ["reservation": "v1", "stars": 1]),
]

private var seriesEdits: SeriesEdits {
  var edits = SeriesEdits()
  (edits.start, edits.end, edits.until) = (.set(start), .set(end), .removed)
  (edits.keys.place, edits.keys.title) = (.set("till"), .removed)
  return edits
}

private let weeklyPairs: [Pair] = [
  Pair(
    .editFixedShift(
      "F1", seriesEdits, to: "tom", from: date, override: [.dayTaken], reason: "x"),
    "fixedshift.edited", "F1",
    [
      "start": "15:00", "end": "20:00", "place": "till", "title": nil, "to": "tom",
      "from": "2026-01-12", "until": nil, "override": ["dayTaken"], "reason": "x",
    ]),
  Pair(
    .registerFixedVacancy(
      "V1", WeeklyTimes(weekday: .sunday, start: start, end: end), places: 3, wanted: 4,
      keys: ShiftDetails(title: "Stock"), from: date, until: date, every: 4),
    "fixedvacancy.registered", "V1",
    [
      "weekday": "sunday", "start": "15:00", "end": "20:00", "places": 3, "wanted": 4,
      "title": "Stock", "from": "2026-01-12", "until": "2026-01-12", "every": 4,
    ]),
  Pair(
    .editFixedVacancy("V1", seriesEdits), "fixedvacancy.edited", "V1",
    ["start": "15:00", "end": "20:00", "place": "till", "title": nil, "until": nil]),
  Pair(.removeFixedVacancy("V1"), "fixedvacancy.removed", "V1"),
  Pair(.recordClosure("C1", from: date), "closure.recorded", "C1", ["from": "2026-01-12"]),
  Pair(
    .recordClosure(
      "C1", from: date, to: date + 1, place: "till", title: "Easter", cancel: true,
      override: [.periodClosed], reason: "x"), "closure.recorded", "C1",
    [
      "from": "2026-01-12", "to": "2026-01-13", "place": "till", "title": "Easter",
      "cancel": true, "override": ["periodClosed"], "reason": "x",
    ]),
  Pair(.endClosure("C1"), "closure.ended", "C1"),
]

private let promisePairs: [Pair] = [
  Pair(
    .publishSchedule("P1", from: date, to: date + 6), "schedule.published", "P1",
    ["from": "2026-01-12", "to": "2026-01-18"]),
  Pair(.answerChange("S1", agreed: false), "change.answered", "S1", ["agreed": false]),
  Pair(.restoreShift("S1"), "shift.restored", "S1", [:]),
  Pair(
    .restoreShift("S1", owner: "tom", override: [.absent], reason: "He said \"no\""),
    "shift.restored", "S1", ["owner": "tom", "override": ["absent"], "reason": "He said \"no\""]),
  Pair(
    .recordTrade("T1", give: "S1", take: "S2", override: [.noticeTooShort], reason: "x"),
    "trade.recorded", "T1",
    ["give": "S1", "take": "S2", "override": ["noticeTooShort"], "reason": "x"]),
  Pair(.confirmHours("S1"), "hours.confirmed", "S1", [:]),
  Pair(.startWork("S1"), "work.started", "S1", [:]),
  Pair(.pauseWork("S1"), "work.paused", "S1", [:]),
  Pair(.resumeWork("S1"), "work.resumed", "S1", [:]),
  Pair(.endWork("S1"), "work.ended", "S1", [:]),
  Pair(
    .recordHours("S1", .clock(start: start, end: end), override: [.periodClosed]),
    "hours.recorded", "S1", ["start": "15:00", "end": "20:00", "override": ["periodClosed"]]),
  Pair(
    .recordHours("S1", .minutes(5), override: [.periodClosed]), "hours.recorded", "S1",
    ["minutes": 5, "override": ["periodClosed"]]),
  Pair(
    .closePeriod("W2", from: date, to: date + 6), "period.closed", "W2",
    ["from": "2026-01-12", "to": "2026-01-18"]),
  Pair(.reopenPeriod("W2"), "period.reopened", "W2", [:]),
  Pair(.reopenPeriod("W2", reason: "x"), "period.reopened", "W2", ["reason": "x"]),
  Pair(
    .setContract("eva", ContractEdits(maxWeekMinutes: .set(600), maxShiftMinutes: .removed)),
    "contract.set", "eva", ["maxWeekMinutes": 600, "maxShiftMinutes": nil]),
  Pair(
    .setContract("eva", ContractEdits(minRestMinutes: .set(0)), from: date), "contract.set", "eva",
    ["from": "2026-01-12", "minRestMinutes": 0]),
  Pair(
    .scheduleShift(
      "S1", owner: "eva", date: date, start: start, end: end,
      keys: ShiftDetails(place: "Bar 2", title: "Music: Lighting"), reason: "x"),
    "shift.scheduled", "S1",
    [
      "owner": "eva", "date": "2026-01-12", "start": "15:00", "end": "20:00", "place": "Bar 2",
      "title": "Music: Lighting", "reason": "x",
    ]),
]
