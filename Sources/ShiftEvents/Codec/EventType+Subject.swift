extension EventType {
  /// Reads the id of what an event of this type is about.
  func readSubject(
    _ index: Int, _ scanner: inout JSONScanner
  ) throws(PayloadFault) -> Symbol {
    do {
      return try subjectKind.readSymbol(index, &scanner)
    } catch {
      throw PayloadFault(
        code: error.code, range: error.range, message: "\"subject\" \(error.message)")
    }
  }

  /// The word for what an event of this type is about, such as `shift`.
  package var subjectNoun: String { subjectKind.noun }

  /// The kind of id that `subject` is.
  var subjectKind: any (Identifier & PayloadValue).Type {
    switch self {
    case .workplaceConfigured: WorkplaceID.self
    case .userRegistered, .profileChanged, .roleGranted, .roleRevoked, .userFollowed,
      .userUnfollowed, .userErased, .companyRated:
      UserID.self
    case .fixedShiftRegistered, .fixedShiftRemoved: FixedShiftID.self
    case .shiftScheduled, .shiftSkipped, .shiftCancelled, .hoursRecorded, .shiftSupplied,
      .shiftRevoked, .shiftAccepted, .acceptanceWithdrawn, .shiftApproved, .shiftDisapproved,
      .shiftSuggested, .suggestionWithdrawn, .suggestionAccepted:
      ShiftID.self
    case .requestPosted, .requestWithdrawn: RequestID.self
    case .studyStarted, .studyBlockCompleted, .studyStopped: SessionID.self
    case .dealPosted, .dealEdited, .dealRemoved: DealID.self
    case .dealReserved, .reservationCancelled, .paymentRecorded, .paymentRefunded:
      ReservationID.self
    }
  }
}

extension PayloadValue where Self: Identifier {
  fileprivate static func readSymbol(
    _ index: Int, _ scanner: inout JSONScanner
  ) throws(PayloadFault) -> Symbol { try read(index, &scanner).symbol }
}
