extension Event {
  /// Reads the payload of a known type; the scanner stands at the `data` object.
  @inline(__always)
  init<Reader: MemberReader>(
    _ type: EventType, subject: Symbol, _ members: inout Reader
  ) throws(Reader.Fault) {
    switch type {
    case .workplaceConfigured:
      self = .workplaceConfigured(try WorkplaceConfigured(subject: subject, &members))
    case .userRegistered: self = .userRegistered(try UserRegistered(subject: subject, &members))
    case .profileChanged: self = .profileChanged(try ProfileChanged(subject: subject, &members))
    case .roleGranted: self = .roleGranted(try RoleGranted(subject: subject, &members))
    case .roleRevoked: self = .roleRevoked(try RoleRevoked(subject: subject, &members))
    case .userFollowed: self = .userFollowed(UserFollowed(subject: subject, &members))
    case .userUnfollowed: self = .userUnfollowed(UserUnfollowed(subject: subject, &members))
    case .userErased: self = .userErased(UserErased(subject: subject, &members))
    case .fixedShiftRegistered:
      self = .fixedShiftRegistered(try FixedShiftRegistered(subject: subject, &members))
    case .fixedShiftRemoved:
      self = .fixedShiftRemoved(try FixedShiftRemoved(subject: subject, &members))
    case .shiftScheduled: self = .shiftScheduled(try ShiftScheduled(subject: subject, &members))
    case .shiftSkipped: self = .shiftSkipped(try ShiftSkipped(subject: subject, &members))
    case .shiftCancelled: self = .shiftCancelled(try ShiftCancelled(subject: subject, &members))
    case .hoursRecorded: self = .hoursRecorded(try HoursRecorded(subject: subject, &members))
    case .shiftSupplied: self = .shiftSupplied(try ShiftSupplied(subject: subject, &members))
    case .shiftRevoked: self = .shiftRevoked(try ShiftRevoked(subject: subject, &members))
    case .shiftAccepted: self = .shiftAccepted(try ShiftAccepted(subject: subject, &members))
    case .acceptanceWithdrawn:
      self = .acceptanceWithdrawn(try AcceptanceWithdrawn(subject: subject, &members))
    case .shiftApproved: self = .shiftApproved(try ShiftApproved(subject: subject, &members))
    case .shiftDisapproved:
      self = .shiftDisapproved(try ShiftDisapproved(subject: subject, &members))
    case .requestPosted: self = .requestPosted(try RequestPosted(subject: subject, &members))
    case .requestWithdrawn:
      self = .requestWithdrawn(try RequestWithdrawn(subject: subject, &members))
    case .shiftSuggested: self = .shiftSuggested(try ShiftSuggested(subject: subject, &members))
    case .suggestionWithdrawn:
      self = .suggestionWithdrawn(try SuggestionWithdrawn(subject: subject, &members))
    case .suggestionAccepted:
      self = .suggestionAccepted(try SuggestionAccepted(subject: subject, &members))
    case .studyStarted: self = .studyStarted(try StudyStarted(subject: subject, &members))
    case .studyBlockCompleted:
      self = .studyBlockCompleted(try StudyBlockCompleted(subject: subject, &members))
    case .studyStopped: self = .studyStopped(try StudyStopped(subject: subject, &members))
    case .dealPosted: self = .dealPosted(try DealPosted(subject: subject, &members))
    case .dealEdited: self = .dealEdited(try DealEdited(subject: subject, &members))
    case .dealRemoved: self = .dealRemoved(try DealRemoved(subject: subject, &members))
    case .dealReserved: self = .dealReserved(try DealReserved(subject: subject, &members))
    case .reservationCancelled:
      self = .reservationCancelled(try ReservationCancelled(subject: subject, &members))
    case .paymentRecorded: self = .paymentRecorded(try PaymentRecorded(subject: subject, &members))
    case .paymentRefunded: self = .paymentRefunded(try PaymentRefunded(subject: subject, &members))
    case .companyRated: self = .companyRated(try CompanyRated(subject: subject, &members))
    }
  }

  /// Writes the members of `data` in their documented order.
  func write(to members: inout MemberWriter) {
    switch self {
    case .workplaceConfigured(let event): event.write(to: &members)
    case .userRegistered(let event): event.write(to: &members)
    case .profileChanged(let event): event.write(to: &members)
    case .roleGranted(let event): event.write(to: &members)
    case .roleRevoked(let event): event.write(to: &members)
    case .userFollowed(let event): event.write(to: &members)
    case .userUnfollowed(let event): event.write(to: &members)
    case .userErased(let event): event.write(to: &members)
    case .fixedShiftRegistered(let event): event.write(to: &members)
    case .fixedShiftRemoved(let event): event.write(to: &members)
    case .shiftScheduled(let event): event.write(to: &members)
    case .shiftSkipped(let event): event.write(to: &members)
    case .shiftCancelled(let event): event.write(to: &members)
    case .hoursRecorded(let event): event.write(to: &members)
    case .shiftSupplied(let event): event.write(to: &members)
    case .shiftRevoked(let event): event.write(to: &members)
    case .shiftAccepted(let event): event.write(to: &members)
    case .acceptanceWithdrawn(let event): event.write(to: &members)
    case .shiftApproved(let event): event.write(to: &members)
    case .shiftDisapproved(let event): event.write(to: &members)
    case .requestPosted(let event): event.write(to: &members)
    case .requestWithdrawn(let event): event.write(to: &members)
    case .shiftSuggested(let event): event.write(to: &members)
    case .suggestionWithdrawn(let event): event.write(to: &members)
    case .suggestionAccepted(let event): event.write(to: &members)
    case .studyStarted(let event): event.write(to: &members)
    case .studyBlockCompleted(let event): event.write(to: &members)
    case .studyStopped(let event): event.write(to: &members)
    case .dealPosted(let event): event.write(to: &members)
    case .dealEdited(let event): event.write(to: &members)
    case .dealRemoved(let event): event.write(to: &members)
    case .dealReserved(let event): event.write(to: &members)
    case .reservationCancelled(let event): event.write(to: &members)
    case .paymentRecorded(let event): event.write(to: &members)
    case .paymentRefunded(let event): event.write(to: &members)
    case .companyRated(let event): event.write(to: &members)
    case .unknown: break
    }
  }
}
