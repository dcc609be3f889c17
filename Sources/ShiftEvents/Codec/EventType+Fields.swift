// The members of `data` by type, in the order in which a log holds them.

extension EventType {
  /// The documented members, submitted ones first, then facts.
  var fields: [Field] { Self.fieldsByType[Int(ordinal)] }

  /// The place among all types, from 0: for enums without payloads, the byte that they are.
  private var ordinal: UInt8 { unsafe withUnsafeBytes(of: self) { unsafe $0[0] } }
  private static let fieldsByType = {
    var fields = [[Field]](repeating: [], count: allCases.count)
    for type in allCases { fields[Int(type.ordinal)] = type.declaredFields }
    return fields
  }()

  /// Types of which at least one optional member must be submitted.
  var needsAnyField: Bool {
    switch self {
    case .workplaceConfigured, .profileChanged, .dealEdited: true
    default: false
    }
  }

  private var declaredFields: [Field] {
    switch self {
    case .workplaceConfigured: Self.workplaceFields
    case .userRegistered, .profileChanged, .roleGranted, .roleRevoked, .userFollowed,
      .userUnfollowed, .userErased:
      accountFields
    case .fixedShiftRegistered, .fixedShiftRemoved, .shiftScheduled, .shiftSkipped,
      .shiftCancelled, .hoursRecorded:
      scheduleFields
    case .shiftSupplied, .shiftRevoked, .shiftAccepted, .acceptanceWithdrawn, .shiftApproved,
      .shiftDisapproved:
      marketplaceFields
    case .requestPosted, .requestWithdrawn, .shiftSuggested, .suggestionWithdrawn,
      .suggestionAccepted:
      requestFields
    case .studyStarted, .studyBlockCompleted, .studyStopped: studyFields
    case .dealPosted, .dealEdited, .dealRemoved, .dealReserved, .reservationCancelled,
      .paymentRecorded, .paymentRefunded, .companyRated:
      dealFields
    }
  }

  private static let workplaceFields = [
    Field("timeZone", Zone.self, .optional),
    Field("horizonWeeks", Int.self, .optional, in: 1...104),
    Field("requestDays", Int.self, .optional, in: 1...366),
    Field("marketApproval", MarketApproval.self, .optional),
    Field("suggestionApproval", SuggestionApproval.self, .optional),
    Field("minRestMinutes", Int.self, .optional, in: 0...2880),
    Field("maxWeekMinutes", Int.self, .optional, in: 0...10080),
    Field("maxShiftsPerDay", Int.self, .optional, in: 1...24),
    Field("handoverMinutes", Int.self, .optional, in: 0...120),
    Field("acceptLeadMinutes", Int.self, .optional, in: 0...10080),
  ]

  private var accountFields: [Field] {
    // `name` and `email` are submitted and never recorded.
    let name = Field("name", String.self, .optional, isName: true)
    let email = Field("email", String.self, .optional)
    return switch self {
    case .userRegistered: [Field("roles", [Role].self), name, email]
    case .profileChanged: [name, email]
    case .roleGranted, .roleRevoked: [Field("role", Role.self)]
    default: []
    }
  }

  private var scheduleFields: [Field] {
    switch self {
    case .fixedShiftRegistered:
      [
        Field("weekday", Weekday.self), Field("start", TimeOfDay.self),
        Field("end", TimeOfDay.self), Field("owner", UserID.self, .optional),
        Field("from", LocalDate.self, .optional),
      ]
    case .fixedShiftRemoved:
      [
        Field("owner", UserID.self, .fact), Field("removed", [ShiftID].self, .fact),
        Field("kept", [ShiftID].self, .fact),
      ]
    case .shiftScheduled:
      [
        Field("owner", UserID.self), Field("date", LocalDate.self),
        Field("start", TimeOfDay.self), Field("end", TimeOfDay.self),
        Field("fixedShift", FixedShiftID.self, .fact),
        Field("closedRequest", RequestID.self, .fact), Field("released", [ShiftID].self, .fact),
      ]
    case .shiftSkipped:
      [
        Field("owner", UserID.self, .fact), Field("date", LocalDate.self, .fact),
        Field("fixedShift", FixedShiftID.self, .fact), Field("reason", SkipReason.self, .fact),
      ]
    case .shiftCancelled:
      [
        Field("owner", UserID.self, .fact), Field("date", LocalDate.self, .fact),
        Field("request", RequestID.self, .fact),
      ]
    case .hoursRecorded:
      [
        Field("start", TimeOfDay.self, .optional), Field("end", TimeOfDay.self, .optional),
        Field("worker", UserID.self, .fact), Field("date", LocalDate.self, .fact),
        Field("minutes", Int.self, .optional), Field("firstOwner", UserID.self, .fact),
      ]
    default: []
    }
  }

  private var marketplaceFields: [Field] {
    let times = [
      Field("date", LocalDate.self, .fact), Field("start", TimeOfDay.self, .fact),
      Field("end", TimeOfDay.self, .fact),
    ]
    let change = [Field("from", UserID.self, .fact), Field("to", UserID.self, .fact)] + times
    let closed = [
      Field("closedRequest", RequestID.self, .fact), Field("released", [ShiftID].self, .fact),
    ]
    let route = [
      Field("via", AcceptanceRoute.self, .fact), Field("request", RequestID.self, .fact),
    ]
    let owner = Field("owner", UserID.self, .fact)
    return switch self {
    case .shiftSupplied: [owner] + times
    case .shiftRevoked: [owner, times[0]]
    case .shiftAccepted: change + [Field("final", Bool.self, .fact)] + closed
    case .shiftApproved: change + route + closed
    case .acceptanceWithdrawn, .shiftDisapproved:
      [owner, Field("taker", UserID.self, .fact), times[0]] + route
    default: []
    }
  }

  private var requestFields: [Field] {
    let date = Field("date", LocalDate.self, .fact)
    let owner = Field("owner", UserID.self, .fact)
    let requester = Field("requester", UserID.self, .fact)
    let request = Field("request", RequestID.self, .fact)
    return switch self {
    case .requestPosted: [Field("date", LocalDate.self), requester]
    case .requestWithdrawn: [requester, date, Field("released", [ShiftID].self, .fact)]
    case .shiftSuggested: [Field("request", RequestID.self), owner, requester, date]
    case .suggestionWithdrawn: [owner, request, date]
    case .suggestionAccepted:
      [
        Field("from", UserID.self, .fact), Field("to", UserID.self, .fact), date,
        Field("start", TimeOfDay.self, .fact), Field("end", TimeOfDay.self, .fact), request,
      ]
    default: []
    }
  }

  private var studyFields: [Field] {
    switch self {
    case .studyStarted:
      [Field("blockMinutes", Int.self, .optional), Field("pauseMinutes", Int.self, .optional)]
    case .studyBlockCompleted: [Field("block", Int.self), Field("minutes", Int.self, .fact)]
    case .studyStopped:
      [Field("reason", StopReason.self, .optional), Field("minutes", Int.self, .fact)]
    default: []
    }
  }

  private var dealFields: [Field] {
    let deal = Field("deal", DealID.self, .fact)
    let user = Field("user", UserID.self, .fact)
    let company = Field("company", UserID.self, .fact)
    let amount = { (presence: Field.Presence) in
      [
        Field("amountCents", Int.self, presence),
        Field("currency", CurrencyCode.self, presence),
      ]
    }
    return switch self {
    case .dealPosted: Self.termFields(posting: true) + [company]
    case .dealEdited: Self.termFields(posting: false) + [company]
    case .dealRemoved: [company, Field("cancelled", [ReservationID].self, .fact)]
    case .dealReserved:
      [
        Field("deal", DealID.self), company, Field("priceCents", Int.self, .fact),
        Field("currency", CurrencyCode.self, .fact),
      ]
    case .reservationCancelled: [deal, user, company, Field("refundDue", Bool.self, .fact)]
    case .paymentRecorded:
      amount(.required) + [Field("reference", String.self), deal, user]
    case .paymentRefunded: [Field("reference", String.self), deal, user] + amount(.fact)
    case .companyRated:
      [
        Field("reservation", ReservationID.self), Field("stars", Int.self),
        Field("comment", FreeText.self, .optional), deal,
      ]
    default: []
    }
  }

  /// The terms of a deal. An edit submits any of them; it is the rules that say which `null` may
  /// take away.
  private static func termFields(posting: Bool) -> [Field] {
    func term(
      _ name: StaticString, _ type: any PayloadValue.Type, _ presence: Field.Presence = .optional,
      in range: ClosedRange<Int>? = nil, isName: Bool = false
    ) -> Field {
      Field(
        name, type, posting ? presence : .optional, in: range, isName: isName,
        isRemovable: !posting)
    }
    return [
      term("name", String.self, .required, isName: true),
      term("companyName", String.self, .required, isName: true),
      term("category", String.self, .required),
      // Missing coordinates have an error code of their own.
      term("latitude", Double.self), term("longitude", Double.self),
      term("validUntil", Timestamp.self, .required), term("validFrom", Timestamp.self),
      term("address", String.self), term("description", FreeText.self),
      term("openingTimes", FreeText.self), term("picture", String.self),
      term("capacity", Int.self),
      term("priceCents", Int.self, in: 0...Int.exactRange.upperBound),
      term("currency", CurrencyCode.self),
    ]
  }
}
