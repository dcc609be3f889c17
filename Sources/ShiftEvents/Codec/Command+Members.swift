extension Command {
  /// Reads the typed form of a submission whose shape has been checked; the reader stands at `data`.
  init<Reader: MemberReader>(
    _ type: EventType, subject: Symbol, _ data: inout Reader
  ) throws(Reader.Fault) {
    let shift = ShiftID(subject)
    switch type {
    case .workplaceConfigured:
      self = .configureWorkplace(try WorkplaceConfigured(subject: subject, &data))
    case .shiftCancelled: self = .cancelShift(shift)
    case .shiftSupplied: self = .supplyShift(shift)
    case .shiftRevoked: self = .revokeShift(shift)
    case .shiftAccepted: self = .acceptShift(shift)
    case .acceptanceWithdrawn: self = .withdrawAcceptance(shift)
    case .shiftApproved: self = .approveShift(shift)
    case .shiftDisapproved: self = .disapproveShift(shift)
    case .suggestionWithdrawn: self = .withdrawSuggestion(shift)
    case .suggestionAccepted: self = .acceptSuggestion(shift)
    case .shiftSuggested: self = .suggestShift(shift, request: try data.required("request"))
    case .shiftScheduled:
      self = .scheduleShift(
        shift, owner: try data.required("owner"), date: try data.required("date"),
        start: try data.required("start"), end: try data.required("end"))
    case .hoursRecorded: self = .recordHours(shift, try WorkedTime(&data))
    case .fixedShiftRegistered:
      self = .registerFixedShift(
        FixedShiftID(subject),
        WeeklyTimes(
          weekday: try data.required("weekday"), start: try data.required("start"),
          end: try data.required("end")),
        owner: try data.optional("owner"), from: try data.optional("from"))
    case .fixedShiftRemoved: self = .removeFixedShift(FixedShiftID(subject))
    case .requestPosted:
      self = .postRequest(RequestID(subject), date: try data.required("date"))
    case .requestWithdrawn: self = .withdrawRequest(RequestID(subject))
    case .userRegistered, .profileChanged, .roleGranted, .roleRevoked, .userFollowed,
      .userUnfollowed, .userErased:
      self = try Self.account(type, UserID(subject), &data)
    case .studyStarted, .studyBlockCompleted, .studyStopped:
      self = try Self.study(type, SessionID(subject), &data)
    case .dealPosted, .dealEdited, .dealRemoved, .dealReserved, .reservationCancelled,
      .paymentRecorded, .paymentRefunded, .companyRated:
      self = try Self.deal(type, subject, &data)
    case .shiftSkipped: preconditionFailure("shift.skipped is reserved to the tool itself")
    }
  }

  private static func account<Reader: MemberReader>(
    _ type: EventType, _ user: UserID, _ data: inout Reader
  ) throws(Reader.Fault) -> Command {
    switch type {
    case .userRegistered:
      .registerUser(user, roles: try data.required("roles"), try PersonalData(&data))
    case .profileChanged: .changeProfile(user, try PersonalData(&data))
    case .roleGranted: .grantRole(user, try data.required("role"))
    case .roleRevoked: .revokeRole(user, try data.required("role"))
    case .userFollowed: .follow(user)
    case .userUnfollowed: .unfollow(user)
    default: .eraseUser(user)
    }
  }

  private static func study<Reader: MemberReader>(
    _ type: EventType, _ session: SessionID, _ data: inout Reader
  ) throws(Reader.Fault) -> Command {
    switch type {
    case .studyStarted:
      .startStudy(
        session, blockMinutes: try data.optional("blockMinutes"),
        pauseMinutes: try data.optional("pauseMinutes"))
    case .studyBlockCompleted: .completeBlock(session, block: try data.required("block"))
    default: .stopStudy(session, try data.optional("reason"))
    }
  }

  private static func deal<Reader: MemberReader>(
    _ type: EventType, _ subject: Symbol, _ data: inout Reader
  ) throws(Reader.Fault) -> Command {
    let reservation = ReservationID(subject)
    return switch type {
    case .dealPosted: .postDeal(DealID(subject), try DealTerms(&data))
    case .dealEdited: .editDeal(DealID(subject), try DealEdits(&data))
    case .dealRemoved: .removeDeal(DealID(subject))
    case .dealReserved: .reserveSeat(reservation, deal: try data.required("deal"))
    case .reservationCancelled: .cancelReservation(reservation)
    case .paymentRecorded:
      .recordPayment(
        reservation, amountCents: try data.required("amountCents"),
        try data.required("currency"), reference: try data.required("reference"))
    case .paymentRefunded:
      .recordRefund(reservation, reference: try data.required("reference"))
    default:
      .rateCompany(
        UserID(subject), reservation: try data.required("reservation"),
        stars: try data.required("stars"), comment: try data.freeText("comment"))
    }
  }
}

extension PersonalData {
  init<Reader: MemberReader>(_ data: inout Reader) throws(Reader.Fault) {
    self.init(name: try data.optional("name"), email: try data.optional("email"))
  }
}

extension WorkedTime {
  init<Reader: MemberReader>(_ data: inout Reader) throws(Reader.Fault) {
    if let start: TimeOfDay = try data.optional("start") {
      self = .clock(start: start, end: try data.required("end"))
    } else {
      self = .minutes(try data.required("minutes"))
    }
  }
}

extension DealTerms {
  init<Reader: MemberReader>(_ data: inout Reader) throws(Reader.Fault) {
    name = try data.required("name")
    companyName = try data.required("companyName")
    category = try data.required("category")
    latitude = try data.optional("latitude")
    longitude = try data.optional("longitude")
    validUntil = try data.required("validUntil")
    validFrom = try data.optional("validFrom")
    address = try data.optional("address")
    description = try data.freeText("description")
    openingTimes = try data.freeText("openingTimes")
    picture = try data.optional("picture")
    capacity = try data.optional("capacity")
    priceCents = try data.optional("priceCents")
    currency = try data.optional("currency")
  }
}

extension DealEdits {
  init<Reader: MemberReader>(_ data: inout Reader) throws(Reader.Fault) {
    name = try data.edit("name")
    companyName = try data.edit("companyName")
    category = try data.edit("category")
    latitude = try data.edit("latitude")
    longitude = try data.edit("longitude")
    validUntil = try data.edit("validUntil")
    validFrom = try data.edit("validFrom")
    address = try data.edit("address")
    description = try data.freeTextEdit("description")
    openingTimes = try data.freeTextEdit("openingTimes")
    picture = try data.edit("picture")
    capacity = try data.edit("capacity")
    priceCents = try data.edit("priceCents")
    currency = try data.edit("currency")
  }
}
