// Commands as submissions: written as the JSON that any other program would send, and read by the
// one decoder that judges its shape.

extension Submission {
  /// A submission of a typed command.
  ///
  /// - Parameters:
  ///   - id: the submitter's own id for it, by which a repeat is found; the recorder makes one
  ///     where it is left out.
  ///   - source: who submits, a URI reference.
  ///   - time: when it happened, for imports.
  ///   - expectedSequence: the head that the submitter saw.
  /// - Throws: what is wrong with it whatever the log holds. Its range is in the JSON form.
  public init(
    _ command: Command, by actor: UserID, id: String? = nil, source: String? = nil,
    time: Timestamp? = nil, expectedSequence: Sequence? = nil, attributes: [Attribute] = []
  ) throws(InvalidSubmission) {
    var members = MemberWriter()
    members.required("type", command.type.rawValue)
    members.required("subject", command.subject.text)
    members.required("actor", actor)
    members.optional("id", id)
    members.optional("source", source)
    members.optional("time", time)
    members.optional("expectedsequence", expectedSequence?.value)
    for attribute in attributes { members.add(attribute) }
    var data = MemberWriter()
    command.write(to: &data)
    let line = members.end(with: data)
    self = try SubmissionDecoder.decoded(line).get()
  }
}

extension SubmissionDecoder {
  /// What one line is, read by a decoder of its own.
  static func decoded(_ line: [UInt8]) -> Result<Submission, InvalidSubmission> {
    var decoder = SubmissionDecoder()
    return decoder.decode(line)
  }
}

extension Command {
  /// The type of the event that would record it.
  public var type: EventType {
    switch self {
    case .configureWorkplace: .workplaceConfigured
    case .registerUser: .userRegistered
    case .changeProfile: .profileChanged
    case .grantRole: .roleGranted
    case .revokeRole: .roleRevoked
    case .follow: .userFollowed
    case .unfollow: .userUnfollowed
    case .eraseUser: .userErased
    case .registerFixedShift: .fixedShiftRegistered
    case .removeFixedShift: .fixedShiftRemoved
    case .scheduleShift: .shiftScheduled
    case .cancelShift: .shiftCancelled
    case .recordHours: .hoursRecorded
    case .supplyShift: .shiftSupplied
    case .revokeShift: .shiftRevoked
    case .acceptShift: .shiftAccepted
    case .withdrawAcceptance: .acceptanceWithdrawn
    case .approveShift: .shiftApproved
    case .disapproveShift: .shiftDisapproved
    case .postRequest: .requestPosted
    case .withdrawRequest: .requestWithdrawn
    case .suggestShift: .shiftSuggested
    case .withdrawSuggestion: .suggestionWithdrawn
    case .acceptSuggestion: .suggestionAccepted
    case .startStudy: .studyStarted
    case .completeBlock: .studyBlockCompleted
    case .stopStudy: .studyStopped
    case .postDeal: .dealPosted
    case .editDeal: .dealEdited
    case .removeDeal: .dealRemoved
    case .reserveSeat: .dealReserved
    case .cancelReservation: .reservationCancelled
    case .recordPayment: .paymentRecorded
    case .recordRefund: .paymentRefunded
    case .rateCompany: .companyRated
    }
  }

  /// What it is about.
  var subject: Symbol {
    switch self {
    case .configureWorkplace(let policies): policies.workplace.symbol
    case .registerUser(let user, _, _), .changeProfile(let user, _), .grantRole(let user, _),
      .revokeRole(let user, _), .follow(let user), .unfollow(let user), .eraseUser(let user),
      .rateCompany(let user, _, _, _):
      user.symbol
    case .registerFixedShift(let shift, _, _, _), .removeFixedShift(let shift): shift.symbol
    case .scheduleShift(let shift, _, _, _, _), .cancelShift(let shift),
      .recordHours(let shift, _), .supplyShift(let shift), .revokeShift(let shift),
      .acceptShift(let shift), .withdrawAcceptance(let shift), .approveShift(let shift),
      .disapproveShift(let shift), .suggestShift(let shift, _), .withdrawSuggestion(let shift),
      .acceptSuggestion(let shift):
      shift.symbol
    case .postRequest(let request, _), .withdrawRequest(let request): request.symbol
    case .startStudy(let session, _, _), .completeBlock(let session, _),
      .stopStudy(let session, _):
      session.symbol
    case .postDeal(let deal, _), .editDeal(let deal, _), .removeDeal(let deal): deal.symbol
    case .reserveSeat(let seat, _), .cancelReservation(let seat), .recordPayment(let seat, _, _, _),
      .recordRefund(let seat, _):
      seat.symbol
    }
  }

  /// Writes the members of `data`.
  func write(to data: inout MemberWriter) {
    switch self {
    case .configureWorkplace(let policies): policies.write(to: &data)
    case .registerUser(_, let roles, let person):
      data.required("roles", roles)
      person.write(to: &data)
    case .changeProfile(_, let person): person.write(to: &data)
    case .grantRole(_, let role), .revokeRole(_, let role): data.required("role", role)
    case .registerFixedShift(_, let times, let owner, let from):
      data.required("weekday", times.weekday)
      data.required("start", times.start)
      data.required("end", times.end)
      data.optional("owner", owner)
      data.optional("from", from)
    case .scheduleShift(_, let owner, let date, let start, let end):
      data.required("owner", owner)
      data.required("date", date)
      data.required("start", start)
      data.required("end", end)
    case .recordHours(_, let time): time.write(to: &data)
    case .postRequest(_, let date): data.required("date", date)
    case .suggestShift(_, let request): data.required("request", request)
    case .startStudy, .completeBlock, .stopStudy: writeStudy(to: &data)
    case .postDeal, .editDeal, .reserveSeat, .recordPayment, .recordRefund, .rateCompany:
      writeDeal(to: &data)
    case .follow, .unfollow, .eraseUser, .removeFixedShift, .cancelShift, .supplyShift,
      .revokeShift, .acceptShift, .withdrawAcceptance, .approveShift, .disapproveShift,
      .withdrawRequest, .withdrawSuggestion, .acceptSuggestion, .removeDeal, .cancelReservation:
      break
    }
  }

  private func writeStudy(to data: inout MemberWriter) {
    switch self {
    case .startStudy(_, let blockMinutes, let pauseMinutes):
      data.optional("blockMinutes", blockMinutes)
      data.optional("pauseMinutes", pauseMinutes)
    case .completeBlock(_, let block): data.required("block", block)
    case .stopStudy(_, let reason): data.optional("reason", reason)
    default: break
    }
  }

  private func writeDeal(to data: inout MemberWriter) {
    switch self {
    case .postDeal(_, let terms): terms.write(to: &data)
    case .editDeal(_, let edits): edits.write(to: &data)
    case .reserveSeat(_, let deal): data.required("deal", deal)
    case .recordPayment(_, let amountCents, let currency, let reference):
      data.required("amountCents", amountCents)
      data.required("currency", currency)
      data.required("reference", reference)
    case .recordRefund(_, let reference): data.required("reference", reference)
    case .rateCompany(_, let reservation, let stars, let comment):
      data.required("reservation", reservation)
      data.required("stars", stars)
      data.freeText("comment", comment)
    default: break
    }
  }
}

extension PersonalData {
  fileprivate func write(to data: inout MemberWriter) {
    data.optional("name", name)
    data.optional("email", email)
  }
}

extension WorkedTime {
  fileprivate func write(to data: inout MemberWriter) {
    switch self {
    case .minutes(let minutes): data.required("minutes", minutes)
    case .clock(let start, let end):
      data.required("start", start)
      data.required("end", end)
    }
  }
}

extension DealTerms {
  fileprivate func write(to data: inout MemberWriter) {
    data.required("name", name)
    data.required("companyName", companyName)
    data.required("category", category)
    data.optional("latitude", latitude)
    data.optional("longitude", longitude)
    data.required("validUntil", validUntil)
    data.optional("validFrom", validFrom)
    data.optional("address", address)
    data.freeText("description", description)
    data.freeText("openingTimes", openingTimes)
    data.optional("picture", picture)
    data.optional("capacity", capacity)
    data.optional("priceCents", priceCents)
    data.optional("currency", currency)
  }
}

extension DealEdits {
  fileprivate func write(to data: inout MemberWriter) {
    data.edit("name", name)
    data.edit("companyName", companyName)
    data.edit("category", category)
    data.edit("latitude", latitude)
    data.edit("longitude", longitude)
    data.edit("validUntil", validUntil)
    data.edit("validFrom", validFrom)
    data.edit("address", address)
    data.freeTextEdit("description", description)
    data.freeTextEdit("openingTimes", openingTimes)
    data.edit("picture", picture)
    data.edit("capacity", capacity)
    data.edit("priceCents", priceCents)
    data.edit("currency", currency)
  }
}
