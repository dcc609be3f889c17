// Long, since it has a random value for each member of each type of event.

@testable import ShiftEvents

// Random values and payloads: all that a log can hold, also what the rules would not record.

extension CodecRandom {
  mutating func identifier<ID: InternedIdentifier>() -> ID {
    if let id = ids.randomElement(using: &self) { return ID(id)! }
    let first = "abzAZ09".utf8
    let rest = "abcxyzABCXYZ0123456789._-".utf8
    let length = isTrue() ? number(1...6) : number(1...ID.maximumLength)
    let bytes = [element(of: first)] + (1..<length).map { _ in element(of: rest) }
    return ID(String(decoding: bytes, as: UTF8.self))!
  }

  /// A name or a title: spelt like an id, or with characters of every length in UTF-8.
  mutating func plainText<Text: InternedText>() -> Text {
    if isTrue() { return identifier() }
    let long = String(repeating: "\u{1F3B8}", count: Text.maximumLength)
    let texts = [
      "Music: Lighting", "é", "e\u{301}", "a, b", "_", "-", long, String(long.dropLast()),
    ]
    let length = number(1...Text.maximumLength)
    return Text(isTrue() ? element(of: texts) : text(length...length)) ?? Text("Café 2")!
  }

  /// In byte order, none twice.
  mutating func identifiers<ID: InternedIdentifier>() -> [ID] {
    Set((0..<number(0...4)).map { _ in identifier() as ID }).sorted()
  }

  mutating func optional<Value>(_ value: (inout Self) -> Value) -> Value? {
    isTrue() ? value(&self) : nil
  }

  mutating func date() -> LocalDate {
    switch number(0...9) {
    case 0: LocalDate("0001-01-01")
    case 1: LocalDate("9999-12-31")
    case 2: LocalDate("2024-02-29")
    default: LocalDate("1970-01-01") + number(0...40_000)
    }
  }

  mutating func timeOfDay() -> TimeOfDay {
    TimeOfDay(hour: number(0...23), minute: number(0...59))!
  }

  mutating func time() -> Timestamp {
    switch number(0...9) {
    case 0: Timestamp.range.lowerBound
    case 1: Timestamp.range.upperBound
    default: Timestamp(milliseconds: Int64(number(0...253_402_300_799_999)))
    }
  }

  /// A number within the limits of the member that it is for, which `Bounded` sees to.
  mutating func wholeNumber() -> Int {
    switch number(0...9) {
    case 0: Int.exactRange.lowerBound
    case 1: Int.exactRange.upperBound
    case 2: number(Int.exactRange)
    default: number(-10...10_000)
    }
  }

  mutating func coordinate() -> Double {
    switch number(0...4) {
    case 0: Double(number(-180...180))
    case 1: Double(number(-1_800_000...1_800_000)) / 10_000
    case 2: Double.random(in: -180...180, using: &self)
    case 3: Double.random(in: -1...1, using: &self) * 1e-9
    default: 0
    }
  }

  /// Characters of every length in UTF-8 and what JSON escapes.
  mutating func text(_ length: ClosedRange<Int>, controls: Bool = false, lines: Bool = false)
    -> String
  {
    var text = String.UnicodeScalarView()
    for _ in 0..<number(length) { text.append(character(controls: controls, lines: lines)) }
    return String(text)
  }

  private mutating func character(controls: Bool, lines: Bool) -> Unicode.Scalar {
    let ranges: [ClosedRange<UInt32>] = [
      0x20...0x7E, 0x20...0x7E, 0xA0...0x7FF, 0x800...0xD7FF, 0xE000...0xFDCF, 0xFDF0...0xFFFD,
      0x10000...0x1FFFD, 0x100000...0x10FFFD, 0x300...0x36F, 0x22...0x22, 0x5C...0x5C,
      0x2028...0x2029,
    ]
    if controls, number(0...4) == 0 { return Unicode.Scalar(UInt8(number(0...0x1F))) }
    if lines, number(0...4) == 0 { return isTrue() ? "\n" : "\t" }
    return Unicode.Scalar(UInt32.random(in: element(of: ranges), using: &self))!
  }

  mutating func currency() -> CurrencyCode { CurrencyCode(element(of: ["EUR", "USD", "JPY"]))! }
  mutating func zone() -> Zone {
    Zone(element(of: ["UTC", "Europe/Amsterdam", "Asia/Kolkata", "Etc/GMT+5", "GMT-0"]))!
  }
  mutating func digest() -> Digest { Digest(words: (next(), next(), next(), next())) }

  mutating func edit<Value>(_ value: (inout Self) -> Value) -> Edit<Value> {
    switch number(0...2) {
    case 0: .unchanged
    case 1: .removed
    default: .set(value(&self))
    }
  }

  /// An edit of what is never taken away.
  mutating func keptEdit<Value>(_ value: (inout Self) -> Value) -> Edit<Value> {
    isTrue() ? .unchanged : .set(value(&self))
  }

  mutating func envelope() -> Envelope {
    var attributes: [String: AttributeValue] = [:]
    for _ in 0..<number(0...3) {
      let name = String((0..<number(1...20)).map { _ in element(of: "az09kmq") })
      if EnvelopeWords.stored.contains(where: { "\($0)" == name }) { continue }
      attributes[name] =
        switch number(0...2) {
        case 0: .string(text(0...20))
        case 1: .boolean(isTrue())
        default: .integer(Int32.random(in: .min ... .max, using: &self))
        }
    }
    return Envelope(
      id: String(
        (0..<number(1...128)).map { _ in Character(Unicode.Scalar(UInt8(number(0x20...0x7E)))) }),
      source: element(of: ["/eventlog-tool", "https://a.example/b?c#d", "urn:x:%C3%A9", "a"]),
      time: time(), sequence: SequenceNumber(number(1...999_999_999_999)), actor: identifier(),
      attributes: attributes.map(Attribute.init).sorted { $0.name < $1.name }, more: isTrue())
  }
}

extension CodecRandom {
  /// A random event of a type that a log may hold.
  mutating func event(_ type: EventType) -> Event {
    var bounded = Bounded(anyEvent(type))
    return bounded.bounded(type)
  }

  private mutating func anyEvent(_ type: EventType) -> Event {
    switch type {
    case .workplaceConfigured: .workplaceConfigured(workplace())
    case .userRegistered, .profileChanged, .roleGranted, .roleRevoked, .userFollowed,
      .userUnfollowed, .userErased, .skillGranted, .skillRevoked:
      account(type)
    case .fixedShiftRegistered, .fixedShiftRemoved, .shiftScheduled, .shiftSkipped,
      .shiftCancelled, .hoursRecorded:
      schedule(type)
    case .shiftSupplied, .shiftRevoked, .shiftAccepted, .acceptanceWithdrawn, .shiftApproved,
      .shiftDisapproved:
      market(type)
    case .shiftAssigned, .shiftEdited, .vacancyPosted, .vacancyEdited, .shiftClaimed,
      .shiftDropped:
      planning(type)
    case .requestPosted, .requestWithdrawn, .shiftSuggested, .suggestionWithdrawn,
      .suggestionAccepted:
      request(type)
    case .absenceRecorded, .absenceEnded: absence(type)
    case .tradeOffered, .tradeAccepted, .tradeApproved, .tradeEnded, .tradeRecorded: trade(type)
    case .schedulePublished, .changeAnswered, .shiftRestored, .hoursConfirmed, .periodClosed,
      .periodReopened, .contractSet:
      promise(type)
    case .fixedShiftEdited, .fixedVacancyRegistered, .fixedVacancyEdited, .fixedVacancyRemoved,
      .closureRecorded, .closureEnded:
      weekly(type)
    case .workStarted: .workStarted(WorkStarted(shift: identifier(), date: date()))
    case .workPaused: .workPaused(WorkPaused(shift: identifier(), date: date()))
    case .workResumed: .workResumed(WorkResumed(shift: identifier(), date: date()))
    case .workEnded:
      .workEnded(
        WorkEnded(
          shift: identifier(), worker: identifier(), date: date(), startAt: time(),
          endAt: time(), minutes: wholeNumber(), breakMinutes: optional { $0.wholeNumber() },
          firstOwner: identifier()))
    case .shiftSplit:
      .shiftSplit(
        ShiftSplit(
          shift: identifier(), at: timeOfDay(), into: identifier(), override: override(),
          owner: identifier(), date: date(), start: timeOfDay(), end: timeOfDay(), days: days(),
          intoDate: date(), intoDays: days()))
    case .studyStarted, .studyBlockCompleted, .studyStopped: study(type)
    case .dealPosted, .dealEdited, .dealRemoved, .dealReserved, .reservationCancelled,
      .paymentRecorded, .paymentRefunded, .companyRated:
      deal(type)
    }
  }

  private mutating func workplace() -> WorkplaceConfigured {
    WorkplaceConfigured(
      workplace: identifier(), policies: policies())
  }

  private mutating func policies() -> WorkplacePolicies {
    WorkplacePolicies(
      timeZone: optional { $0.zone() },
      horizonWeeks: optional { $0.wholeNumber() }, requestDays: optional { $0.wholeNumber() },
      marketApproval: optional { $0.element(of: MarketApproval.allCases) },
      suggestionApproval: optional { $0.element(of: SuggestionApproval.allCases) },
      minRestMinutes: optional { $0.wholeNumber() }, maxWeekMinutes: optional { $0.wholeNumber() },
      maxShiftsPerDay: optional { $0.wholeNumber() },
      handoverMinutes: optional { $0.wholeNumber() },
      acceptLeadMinutes: optional { $0.wholeNumber() },
      maxShiftsAtOnce: optional { $0.wholeNumber() },
      minNoticeMinutes: optional { $0.wholeNumber() },
      answerNoticeMinutes: optional { $0.wholeNumber() },
      maxDaysInRow: optional { $0.wholeNumber() },
      limitsBind: optional { $0.element(of: LimitsBind.allCases) },
      drafts: optional { $0.element(of: Drafts.allCases) },
      nightStart: optional { $0.timeOfDay() }, nightEnd: optional { $0.timeOfDay() },
      clockEarlyMinutes: optional { $0.wholeNumber() },
      clockRoundMinutes: optional { $0.wholeNumber() },
      minSplitMinutes: optional { $0.wholeNumber() })
  }

  private mutating func account(_ type: EventType) -> Event {
    let user: UserID = identifier()
    return switch type {
    case .userRegistered:
      .userRegistered(
        UserRegistered(
          user: user, roles: Array(Role.allCases.shuffled(using: &self).prefix(number(1...5))),
          profile: optional { $0.digest() }))
    case .profileChanged: .profileChanged(ProfileChanged(user: user, profile: digest()))
    case .roleGranted: .roleGranted(RoleGranted(user: user, role: element(of: Role.allCases)))
    case .roleRevoked: .roleRevoked(RoleRevoked(user: user, role: element(of: Role.allCases)))
    case .userFollowed: .userFollowed(UserFollowed(user: user))
    case .userUnfollowed: .userUnfollowed(UserUnfollowed(user: user))
    case .skillGranted:
      .skillGranted(SkillGranted(user: user, skill: plainText(), until: optional { $0.date() }))
    case .skillRevoked: .skillRevoked(SkillRevoked(user: user, skill: plainText()))
    default: .userErased(UserErased(user: user))
    }
  }

  private mutating func schedule(_ type: EventType) -> Event {
    let (closed, released) = closing()
    return switch type {
    case .fixedShiftRegistered:
      .fixedShiftRegistered(
        FixedShiftRegistered(
          fixedShift: identifier(), weekday: element(of: Weekday.allCases), start: timeOfDay(),
          end: timeOfDay(), keys: keys(), owner: identifier(), from: date()))
    case .fixedShiftRemoved:
      .fixedShiftRemoved(
        FixedShiftRemoved(
          fixedShift: identifier(), owner: identifier(), removed: identifiers(),
          kept: identifiers()))
    case .shiftScheduled:
      .shiftScheduled(
        ShiftScheduled(
          shift: identifier(), owner: identifier(), date: date(), start: timeOfDay(),
          end: timeOfDay(), keys: keys(), override: override(), note: note(),
          fixedShift: optional { $0.identifier() }, closedRequest: closed,
          released: released))
    case .shiftSkipped:
      .shiftSkipped(
        ShiftSkipped(
          shift: identifier(), owner: identifier(), date: date(), fixedShift: identifier(),
          reason: element(of: SkipReason.allCases)))
    case .shiftCancelled:
      .shiftCancelled(
        ShiftCancelled(
          shift: identifier(), override: override(), note: note(), owner: identifier(),
          date: date(), request: optional { $0.identifier() }))
    default: .hoursRecorded(hours())
    }
  }

  private mutating func hours() -> HoursRecorded {
    let hasClock = isTrue()
    return HoursRecorded(
      shift: identifier(), start: hasClock ? timeOfDay() : nil, end: hasClock ? timeOfDay() : nil,
      breakMinutes: optional { Int16($0.number(0...1439)) }, override: override(),
      worker: identifier(), date: date(), minutes: wholeNumber(),
      firstOwner: identifier())
  }

  private mutating func days() -> Int16? { optional { Int16($0.number(0...366)) } }

  private mutating func names() -> [Name] {
    isTrue() ? [] : (0...number(0...3)).map { _ in plainText() }
  }

  /// Mostly none.
  private mutating func keys() -> ShiftDetails {
    isTrue()
      ? ShiftDetails()
      : ShiftDetails(
        days: days(), place: optional { $0.plainText() }, labels: names(), needs: names(),
        title: optional { $0.plainText() }, breakMinutes: optional { Int16($0.number(0...1439)) })
  }

  private mutating func keyEdits() -> ShiftDetailEdits {
    ShiftDetailEdits(
      days: edit { Int16($0.number(0...366)) }, place: edit { $0.plainText() },
      labels: edit { [$0.plainText()] }, needs: edit { [$0.plainText(), $0.plainText()] },
      title: edit { $0.plainText() }, breakMinutes: edit { Int16($0.number(0...1439)) })
  }

  private mutating func planning(_ type: EventType) -> Event {
    let (closed, released) = closing()
    return switch type {
    case .shiftAssigned:
      .shiftAssigned(
        ShiftAssigned(
          shift: identifier(), to: identifier(), override: override(), note: note(),
          from: identifier(),
          date: date(), start: timeOfDay(), end: timeOfDay(), days: days(),
          taker: optional { $0.identifier() }, request: optional { $0.identifier() },
          closedRequest: closed, released: released))
    case .shiftEdited:
      .shiftEdited(
        ShiftEdited(
          shift: identifier(), date: date(), start: timeOfDay(), end: timeOfDay(),
          keys: keyEdits(), override: override(), note: note(), owner: identifier(),
          closedRequest: closed, released: released))
    case .vacancyPosted:
      .vacancyPosted(
        VacancyPosted(
          vacancy: identifier(), date: date(), start: timeOfDay(), end: timeOfDay(),
          places: wholeNumber(), wanted: optional { $0.wholeNumber() }, keys: keys()))
    case .vacancyEdited:
      .vacancyEdited(
        VacancyEdited(
          vacancy: identifier(), date: date(), start: timeOfDay(), end: timeOfDay(),
          places: wholeNumber(), wanted: edit { $0.wholeNumber() }, keys: keyEdits(),
          override: override(), left: wholeNumber()))
    case .shiftClaimed:
      .shiftClaimed(
        ShiftClaimed(
          shift: identifier(), vacancy: identifier(), owner: identifier(), override: override(),
          note: note(), date: date(), start: timeOfDay(), end: timeOfDay(), keys: keys(),
          left: wholeNumber(),
          closedRequest: closed, released: released))
    default:
      .shiftDropped(
        ShiftDropped(
          shift: identifier(), owner: identifier(), date: date(), vacancy: identifier(),
          request: optional { $0.identifier() }, left: wholeNumber()))
    }
  }

  private mutating func override() -> [OverridableRule] {
    isTrue()
      ? []
      : Array(OverridableRule.allCases.shuffled(using: &self).prefix(number(1...12)))
  }

  private mutating func reason() -> String? { optional { $0.text(1...200) } }

  private mutating func note() -> ChangeContext {
    ChangeContext(reason: reason(), notice: optional { $0.wholeNumber() })
  }

  private mutating func promise(_ type: EventType) -> Event {
    let (closed, released) = closing()
    switch type {
    case .schedulePublished:
      return .schedulePublished(
        SchedulePublished(
          publication: identifier(), from: date(), to: date(), shifts: wholeNumber()))
    case .changeAnswered:
      return .changeAnswered(
        ChangeAnswered(
          shift: identifier(), agreed: isTrue(), owner: identifier(), date: date(),
          changedAt: time()))
    case .shiftRestored:
      return .shiftRestored(
        ShiftRestored(
          shift: identifier(), owner: identifier(), override: override(), note: note(),
          date: date(), start: timeOfDay(), end: timeOfDay(), keys: keys(),
          fixedShift: optional { $0.identifier() }, closedRequest: closed, released: released))
    case .hoursConfirmed:
      return .hoursConfirmed(
        HoursConfirmed(
          shift: identifier(), worker: identifier(), date: date(), minutes: wholeNumber()))
    case .periodClosed:
      return .periodClosed(
        PeriodClosed(
          period: identifier(), from: date(), to: date(), shifts: wholeNumber(),
          minutes: wholeNumber(), unconfirmed: wholeNumber()))
    case .periodReopened:
      return .periodReopened(
        PeriodReopened(period: identifier(), reason: reason(), from: date(), to: date()))
    default:
      return .contractSet(
        ContractSet(
          user: identifier(),
          limits: ContractEdits(
            maxWeekMinutes: edit { $0.wholeNumber() }, minRestMinutes: edit { $0.wholeNumber() },
            maxShiftMinutes: edit { $0.wholeNumber() }, maxDaysInRow: edit { $0.wholeNumber() }),
          from: optional { $0.date() }))
    }
  }

  private mutating func weekly(_ type: EventType) -> Event {
    switch type {
    case .fixedShiftEdited:
      var event = FixedShiftEdited(
        fixedShift: identifier(), start: keptEdit { $0.timeOfDay() },
        end: keptEdit { $0.timeOfDay() }, keys: keyEdits(), to: optional { $0.identifier() },
        from: date(), until: edit { $0.date() }, override: override(), note: note(),
        owner: identifier(), edited: identifiers(), removed: identifiers(), kept: identifiers())
      if event.to != nil {
        (event.closedRequests, event.released) = (identifiers(), identifiers())
      }
      return .fixedShiftEdited(event)
    case .fixedVacancyRegistered:
      return .fixedVacancyRegistered(
        FixedVacancyRegistered(
          fixedVacancy: identifier(), weekday: element(of: Weekday.allCases), start: timeOfDay(),
          end: timeOfDay(), places: wholeNumber(), wanted: optional { $0.wholeNumber() },
          keys: keys(), from: date(), until: optional { $0.date() },
          every: optional { $0.wholeNumber() }))
    case .fixedVacancyEdited:
      return .fixedVacancyEdited(
        FixedVacancyEdited(
          fixedVacancy: identifier(), start: keptEdit { $0.timeOfDay() },
          end: keptEdit { $0.timeOfDay() }, places: keptEdit { $0.wholeNumber() },
          wanted: edit { $0.wholeNumber() }, keys: keyEdits(), from: date(),
          until: edit { $0.date() }, edited: identifiers(), closed: identifiers()))
    case .fixedVacancyRemoved:
      return .fixedVacancyRemoved(
        FixedVacancyRemoved(fixedVacancy: identifier(), closed: identifiers()))
    case .closureRecorded:
      return .closureRecorded(
        ClosureRecorded(
          closure: identifier(), from: date(), to: date(), place: optional { $0.plainText() },
          title: optional { $0.plainText() }, cancel: optional { $0.isTrue() },
          override: override(), reason: reason(),
          shifts: identifiers(), vacancies: identifiers()))
    default:
      return .closureEnded(ClosureEnded(closure: identifier(), from: date(), to: date()))
    }
  }

  /// A closed request, and the shifts released with it.
  private mutating func closing() -> (RequestID?, [ShiftID]) {
    isTrue() ? (identifier(), identifiers()) : (nil, [])
  }

  private mutating func market(_ type: EventType) -> Event {
    let (closed, released) = closing()
    let route = element(of: AcceptanceRoute.allCases)
    return switch type {
    case .shiftSupplied:
      .shiftSupplied(
        ShiftSupplied(
          shift: identifier(), owner: identifier(), date: date(), start: timeOfDay(),
          end: timeOfDay(), days: days()))
    case .shiftRevoked:
      .shiftRevoked(ShiftRevoked(shift: identifier(), owner: identifier(), date: date()))
    case .shiftAccepted:
      .shiftAccepted(
        ShiftAccepted(
          shift: identifier(), from: identifier(), to: identifier(), date: date(),
          start: timeOfDay(), end: timeOfDay(), days: days(), final: isTrue(),
          closedRequest: closed,
          released: released))
    case .acceptanceWithdrawn:
      .acceptanceWithdrawn(
        AcceptanceWithdrawn(
          shift: identifier(), owner: identifier(), taker: identifier(), date: date(), via: route,
          request: optional { $0.identifier() }))
    case .shiftApproved:
      .shiftApproved(
        ShiftApproved(
          shift: identifier(), from: identifier(), to: identifier(), date: date(),
          start: timeOfDay(), end: timeOfDay(), days: days(), via: route,
          request: optional { $0.identifier() }, closedRequest: closed, released: released))
    default:
      .shiftDisapproved(
        ShiftDisapproved(
          shift: identifier(), owner: identifier(), taker: identifier(), date: date(), via: route,
          request: optional { $0.identifier() }))
    }
  }

  private mutating func request(_ type: EventType) -> Event {
    switch type {
    case .requestPosted:
      .requestPosted(RequestPosted(request: identifier(), date: date(), requester: identifier()))
    case .requestWithdrawn:
      .requestWithdrawn(
        RequestWithdrawn(
          request: identifier(), requester: identifier(), date: date(), released: identifiers()))
    case .shiftSuggested:
      .shiftSuggested(
        ShiftSuggested(
          shift: identifier(), request: identifier(), owner: identifier(),
          requester: identifier(), date: date()))
    case .suggestionWithdrawn:
      .suggestionWithdrawn(
        SuggestionWithdrawn(
          shift: identifier(), owner: identifier(), request: identifier(), date: date()))
    default:
      .suggestionAccepted(
        SuggestionAccepted(
          shift: identifier(), from: identifier(), to: identifier(), date: date(),
          start: timeOfDay(), end: timeOfDay(), days: days(), request: identifier()))
    }
  }

  private mutating func absence(_ type: EventType) -> Event {
    type == .absenceEnded
      ? .absenceEnded(AbsenceEnded(absence: identifier(), user: identifier()))
      : .absenceRecorded(
        AbsenceRecorded(
          absence: identifier(), date: date(), user: identifier(), start: timeOfDay(),
          end: timeOfDay(), days: optional { Int16($0.number(0...366)) }, override: override(),
          shifts: identifiers()))
  }

  private mutating func trade(_ type: EventType) -> Event {
    let (give, take, from, to): (ShiftID, ShiftID, UserID, UserID) = (
      identifier(), identifier(), identifier(), identifier()
    )
    switch type {
    case .tradeOffered:
      return .tradeOffered(
        TradeOffered(trade: identifier(), give: give, take: take, from: from, to: to))
    case .tradeAccepted:
      var event = TradeAccepted(
        trade: identifier(), give: give, take: take, from: from, to: to, final: isTrue())
      if event.final { (event.closedRequests, event.released) = (identifiers(), identifiers()) }
      return .tradeAccepted(event)
    case .tradeApproved:
      return .tradeApproved(
        TradeApproved(
          trade: identifier(), give: give, take: take, from: from, to: to,
          closedRequests: identifiers(), released: identifiers()))
    case .tradeRecorded:
      return .tradeRecorded(
        TradeRecorded(
          trade: identifier(), give: give, take: take, override: override(), note: note(),
          from: from, to: to, closedRequests: identifiers(), released: identifiers()))
    default:
      return .tradeEnded(
        TradeEnded(trade: identifier(), give: give, take: take, from: from, to: to))
    }
  }

  private mutating func study(_ type: EventType) -> Event {
    let session: StudySessionID = identifier()
    return switch type {
    case .studyStarted:
      .studyStarted(
        StudyStarted(session: session, blockMinutes: wholeNumber(), pauseMinutes: wholeNumber()))
    case .studyBlockCompleted:
      .studyBlockCompleted(
        StudyBlockCompleted(session: session, block: wholeNumber(), minutes: wholeNumber()))
    default:
      .studyStopped(
        StudyStopped(
          session: session, reason: element(of: StopReason.allCases), minutes: wholeNumber()))
    }
  }

  private mutating func deal(_ type: EventType) -> Event {
    switch type {
    case .dealPosted: .dealPosted(posted())
    case .dealEdited: .dealEdited(edited())
    case .dealRemoved:
      .dealRemoved(DealRemoved(deal: identifier(), company: identifier(), cancelled: identifiers()))
    case .dealReserved:
      .dealReserved(
        DealReserved(
          reservation: identifier(), deal: identifier(), company: identifier(),
          priceCents: optional { $0.wholeNumber() }, currency: optional { $0.currency() }))
    case .reservationCancelled:
      .reservationCancelled(
        ReservationCancelled(
          reservation: identifier(), deal: identifier(), user: identifier(),
          company: identifier(), refundDue: isTrue()))
    case .paymentRecorded:
      .paymentRecorded(
        PaymentRecorded(
          reservation: identifier(), amountCents: wholeNumber(), currency: currency(),
          reference: text(0...30), deal: identifier(), user: identifier()))
    case .paymentRefunded:
      .paymentRefunded(
        PaymentRefunded(
          reservation: identifier(), reference: text(0...30), deal: identifier(),
          user: identifier(), amountCents: wholeNumber(), currency: currency()))
    default:
      .companyRated(
        CompanyRated(
          company: identifier(), reservation: identifier(), stars: wholeNumber(),
          comment: optional { $0.text(0...60, lines: true) }, deal: identifier()))
    }
  }

  private mutating func posted() -> DealPosted {
    DealPosted(
      deal: identifier(), name: text(0...30), companyName: text(0...30),
      category: element(of: DealCategory.allCases), latitude: coordinate(),
      longitude: coordinate(), validUntil: time(), validFrom: time(),
      address: optional { $0.text(0...30) },
      description: optional { $0.text(0...100, lines: true) },
      openingTimes: optional { $0.text(0...30, lines: true) },
      picture: optional { $0.text(0...30) }, capacity: optional { $0.wholeNumber() },
      priceCents: optional { $0.wholeNumber() }, currency: optional { $0.currency() },
      company: identifier())
  }

  private mutating func edited() -> DealEdited {
    DealEdited(
      deal: identifier(), name: edit { $0.text(0...30) }, companyName: edit { $0.text(0...30) },
      category: edit { $0.element(of: DealCategory.allCases) },
      latitude: edit { $0.coordinate() }, longitude: edit { $0.coordinate() },
      validUntil: edit { $0.time() }, validFrom: edit { $0.time() },
      address: edit { $0.text(0...30) }, description: edit { $0.text(0...30, lines: true) },
      openingTimes: edit { $0.text(0...30, lines: true) }, picture: edit { $0.text(0...30) },
      capacity: edit { $0.wholeNumber() }, priceCents: edit { $0.wholeNumber() },
      currency: edit { $0.currency() }, company: identifier())
  }
}
