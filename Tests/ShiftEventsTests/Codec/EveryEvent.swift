@testable import ShiftEvents

// The events of `every-type.jsonl`, line by line.

private let day = LocalDate("2026-01-12")
private let start = TimeOfDay("15:00")
private let end = TimeOfDay("20:00")
private let profile = Digest(String(repeating: "0f", count: 32))!
private let euro = CurrencyCode("EUR")!

/// On whose behalf each event of `everyEvent` is.
let everyActor: [UserID] = [
  "mia", "mia", "mia", "bas", "bas", "mia", "mia", "mia", "mia", "mia", "bas", "mia", "system",
  "mia", "mia", "system", "mia", "mia", "eva", "eva", "bas", "bas", "eva", "eva", "eva", "eva",
  "mia", "mia", "mia", "eva", "eva", "bas", "bas", "eva", "tom", "tom", "tom", "cafe", "cafe",
  "cafe", "cafe", "cafe", "cafe", "tom", "tom", "tom", "cafe", "cafe", "tom", "tom",
  "mia", "mia", "mia", "mia", "mia", "mia", "mia", "mia", "eva", "eva", "mia",
]

/// Every type, with and without its optional members.
let everyEvent: [Event] =
  accountEvents + rosterEvents + requestEvents + otherEvents + planningEvents

private let accountEvents: [Event] = [
  .workplaceConfigured(
    WorkplaceConfigured(
      workplace: "wp-1",
      policies: WorkplacePolicies(
        timeZone: Zone("Europe/Amsterdam"), horizonWeeks: 104, requestDays: 366,
        marketApproval: .owner, suggestionApproval: .manager, minRestMinutes: 2880,
        maxWeekMinutes: 10080, maxShiftsPerDay: 24, handoverMinutes: 120, acceptLeadMinutes: 1))),
  .workplaceConfigured(
    WorkplaceConfigured(
      workplace: "wp-1", policies: WorkplacePolicies(marketApproval: MarketApproval.none))),
  .userRegistered(UserRegistered(user: "mia", roles: [.manager, .employee], profile: profile)),
  .userRegistered(UserRegistered(user: "bas", roles: [.employee, .student, .consumer, .company])),
  .profileChanged(ProfileChanged(user: "bas", profile: profile)),
  .roleGranted(RoleGranted(user: "bas", role: .manager)),
  .roleRevoked(RoleRevoked(user: "bas", role: .company)),
  .userFollowed(UserFollowed(user: "bas")),
  .userUnfollowed(UserUnfollowed(user: "bas")),
  .userErased(UserErased(user: "bas")),
]

private let rosterEvents: [Event] = [
  .fixedShiftRegistered(
    FixedShiftRegistered(
      fixedShift: "F1", weekday: .monday, start: start, end: end, owner: "bas",
      from: LocalDate("2026-01-05"))),
  .fixedShiftRemoved(
    FixedShiftRemoved(
      fixedShift: "F1", owner: "bas", removed: ["F1.2026-01-12", "F1.2026-01-19"], kept: [])),
  .shiftScheduled(
    ShiftScheduled(
      shift: "F1.2026-01-12", owner: "bas", date: day, start: start, end: end, fixedShift: "F1")),
  .shiftScheduled(
    ShiftScheduled(
      shift: "S1", owner: "eva", date: day, start: TimeOfDay("22:00"), end: TimeOfDay("06:00"),
      closedRequest: "R1", released: ["F1.2026-01-12", "S0"])),
  .shiftScheduled(
    ShiftScheduled(
      shift: "S2", owner: "eva", date: LocalDate("2026-02-28"), start: TimeOfDay("00:00"),
      end: TimeOfDay("23:59"), closedRequest: "R2", released: [])),
  .shiftSkipped(
    ShiftSkipped(
      shift: "F1.2026-01-19", owner: "bas", date: LocalDate("2026-01-19"), fixedShift: "F1",
      reason: .noTime)),
  .shiftCancelled(ShiftCancelled(shift: "S1", owner: "eva", date: day, request: "R1")),
  .shiftCancelled(ShiftCancelled(shift: "S2", owner: "eva", date: LocalDate("2026-02-28"))),
  .hoursRecorded(
    HoursRecorded(shift: "S1", worker: "eva", date: day, minutes: 300, firstOwner: "bas")),
  .hoursRecorded(
    HoursRecorded(
      shift: "S1", start: start, end: end, worker: "eva", date: day, minutes: 300, firstOwner: "bas"
    )),
  .shiftSupplied(ShiftSupplied(shift: "S1", owner: "bas", date: day, start: start, end: end)),
  .shiftRevoked(ShiftRevoked(shift: "S1", owner: "bas", date: day)),
  .shiftAccepted(
    ShiftAccepted(
      shift: "F1.2026-01-12", from: "bas", to: "eva", date: day, start: start, end: end,
      final: false)),
  .shiftAccepted(
    ShiftAccepted(
      shift: "F1.2026-01-12", from: "bas", to: "eva", date: day, start: start, end: end,
      final: true, closedRequest: "R1", released: ["S1"])),
  .acceptanceWithdrawn(
    AcceptanceWithdrawn(shift: "S1", owner: "bas", taker: "eva", date: day, via: .market)),
  .acceptanceWithdrawn(
    AcceptanceWithdrawn(
      shift: "S1", owner: "bas", taker: "eva", date: day, via: .suggestion, request: "R1")),
  .shiftApproved(
    ShiftApproved(
      shift: "S1", from: "bas", to: "eva", date: day, start: start, end: end, via: .suggestion,
      request: "R1", closedRequest: "R1", released: [])),
  .shiftApproved(
    ShiftApproved(
      shift: "S1", from: "bas", to: "eva", date: day, start: start, end: end, via: .market)),
  .shiftDisapproved(
    ShiftDisapproved(
      shift: "S1", owner: "bas", taker: "eva", date: day, via: .suggestion, request: "R1")),
]

private let requestEvents: [Event] = [
  .requestPosted(RequestPosted(request: "R1", date: day, requester: "eva")),
  .requestWithdrawn(
    RequestWithdrawn(request: "R1", requester: "eva", date: day, released: ["S1", "S10", "S2"])),
  .shiftSuggested(
    ShiftSuggested(shift: "S1", request: "R1", owner: "bas", requester: "eva", date: day)),
  .suggestionWithdrawn(SuggestionWithdrawn(shift: "S1", owner: "bas", request: "R1", date: day)),
  .suggestionAccepted(
    SuggestionAccepted(
      shift: "S1", from: "bas", to: "eva", date: day, start: start, end: end, request: "R1")),
]

private let keys = ShiftDetails(
  days: 7, place: "till", labels: ["late", "A-1"], needs: ["keys", "a"])

private let planningEvents: [Event] = [
  .shiftScheduled(
    ShiftScheduled(
      shift: "S3", owner: "bas", date: day, start: start, end: end, keys: keys,
      override: [.weekTooLong, .absent])),
  .shiftAssigned(
    ShiftAssigned(
      shift: "S3", to: "eva", override: [.dayTaken], from: "bas", date: day, start: start,
      end: end, days: 7, taker: "tom", request: "R1", closedRequest: "R1", released: ["S1"])),
  .shiftAssigned(
    ShiftAssigned(shift: "S3", to: "bas", from: "eva", date: day, start: start, end: end)),
  .shiftEdited(
    ShiftEdited(
      shift: "S3", date: day + 1, start: start, end: end,
      keys: ShiftDetailEdits(
        days: .set(6), place: .removed, labels: .set(["early"]), needs: .unchanged),
      override: [.overlapping], owner: "bas", closedRequest: "R2", released: [])),
  .shiftEdited(ShiftEdited(shift: "S3", date: day, start: start, end: end, owner: "bas")),
  .vacancyPosted(
    VacancyPosted(
      vacancy: "stock", date: day, start: start, end: end, places: 3, wanted: 4, keys: keys)),
  .vacancyPosted(
    VacancyPosted(vacancy: "stock-2", date: day, start: start, end: end, places: 0)),
  .vacancyEdited(
    VacancyEdited(
      vacancy: "stock", date: day, start: start, end: end, places: 2, wanted: .removed,
      keys: ShiftDetailEdits(days: .removed), left: 2)),
  .shiftClaimed(
    ShiftClaimed(
      shift: "stock-a", vacancy: "stock", owner: "eva", date: day, start: start, end: end,
      keys: ShiftDetails(place: "till", labels: ["late", "A-1"], needs: ["keys", "a"]), left: 1)),
  .shiftDropped(
    ShiftDropped(shift: "stock-a", owner: "eva", date: day, vacancy: "stock", left: 2)),
  .shiftCancelled(
    ShiftCancelled(shift: "S3", override: [.shiftStarted], owner: "bas", date: day)),
]

private let otherEvents: [Event] = [
  .studyStarted(StudyStarted(session: "st-1", blockMinutes: 30, pauseMinutes: 5)),
  .studyBlockCompleted(StudyBlockCompleted(session: "st-1", block: 1, minutes: 30)),
  .studyStopped(StudyStopped(session: "st-1", reason: .background, minutes: 36)),
  .dealPosted(
    DealPosted(
      deal: "D1", name: "Lunch \"to go\" \\ café", companyName: "Café Zoë 😀", category: .food,
      latitude: 52.370216, longitude: -4.9, validUntil: Timestamp("2026-01-12T20:00:00.000Z"),
      validFrom: Timestamp("2026-01-12T08:00:00.000Z"), address: "Dam 1/2",
      description: "one\ntwo\tthree\u{2028}four", openingTimes: "9–17\n",
      picture: "https://example.org/a.png?x=1&y=<2>", capacity: 12, priceCents: 950, currency: euro,
      company: "cafe")),
  .dealPosted(
    DealPosted(
      deal: "D2", name: "n", companyName: "c", category: .other, latitude: 0, longitude: 1e-07,
      validUntil: Timestamp("9999-12-31T23:59:59.999Z"),
      validFrom: Timestamp("1970-01-01T00:00:00.000Z"), company: "cafe")),
  .dealEdited(
    DealEdited(
      deal: "D1", name: .set("Dinner"), companyName: .set("Zoë"), category: .set(.party),
      latitude: .set(-90), longitude: .set(180),
      validUntil: .set(Timestamp("2026-01-12T21:00:00.000Z")),
      validFrom: .set(Timestamp("2026-01-12T09:00:00.000Z")), address: .removed,
      description: .removed, openingTimes: .removed, picture: .removed, capacity: .removed,
      priceCents: .removed, currency: .removed, company: "cafe")),
  .dealEdited(DealEdited(deal: "D1", capacity: .set(3), company: "cafe")),
  .dealRemoved(DealRemoved(deal: "D1", company: "cafe", cancelled: ["V1", "V2"])),
  .dealRemoved(DealRemoved(deal: "D2", company: "cafe", cancelled: [])),
  .dealReserved(
    DealReserved(reservation: "V1", deal: "D1", company: "cafe", priceCents: 950, currency: euro)),
  .dealReserved(DealReserved(reservation: "V2", deal: "D2", company: "cafe")),
  .reservationCancelled(
    ReservationCancelled(
      reservation: "V1", deal: "D1", user: "tom", company: "cafe", refundDue: true)),
  .paymentRecorded(
    PaymentRecorded(
      reservation: "V1", amountCents: 950, currency: euro, reference: "tr_1", deal: "D1",
      user: "tom")),
  .paymentRefunded(
    PaymentRefunded(
      reservation: "V1", reference: "re_1", deal: "D1", user: "tom", amountCents: 950,
      currency: euro)),
  .companyRated(
    CompanyRated(company: "cafe", reservation: "V1", stars: 5, comment: "good\nagain", deal: "D1")),
  .companyRated(CompanyRated(company: "cafe", reservation: "V1", stars: 1, deal: "D1")),
]
