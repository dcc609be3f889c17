// Over 400 lines: a type of event stands in five lists, one below the other, which the compiler keeps in step.

/// The types of event. The raw value is the name in the log.
///
/// On disk. Never rename; add a new case.
public enum EventType: String, CaseIterable, Sendable {
  case workplaceConfigured = "workplace.configured"
  case userRegistered = "user.registered"
  case profileChanged = "profile.changed"
  case roleGranted = "role.granted"
  case roleRevoked = "role.revoked"
  case userFollowed = "user.followed"
  case userUnfollowed = "user.unfollowed"
  case userErased = "user.erased"
  case skillGranted = "skill.granted"
  case skillRevoked = "skill.revoked"
  case fixedShiftRegistered = "fixedshift.registered"
  case fixedShiftRemoved = "fixedshift.removed"
  case shiftScheduled = "shift.scheduled"
  case shiftSkipped = "shift.skipped"
  case shiftCancelled = "shift.cancelled"
  case hoursRecorded = "hours.recorded"
  case shiftSupplied = "shift.supplied"
  case shiftRevoked = "shift.revoked"
  case shiftAccepted = "shift.accepted"
  case acceptanceWithdrawn = "acceptance.withdrawn"
  case shiftApproved = "shift.approved"
  case shiftDisapproved = "shift.disapproved"
  case requestPosted = "request.posted"
  case requestWithdrawn = "request.withdrawn"
  case shiftSuggested = "shift.suggested"
  case suggestionWithdrawn = "suggestion.withdrawn"
  case suggestionAccepted = "suggestion.accepted"
  case absenceRecorded = "absence.recorded"
  case absenceEnded = "absence.ended"
  case tradeOffered = "trade.offered"
  case tradeAccepted = "trade.accepted"
  case tradeApproved = "trade.approved"
  case tradeEnded = "trade.ended"
  case studyStarted = "study.started"
  case studyBlockCompleted = "study.blockcompleted"
  case studyStopped = "study.stopped"
  case dealPosted = "deal.posted"
  case dealEdited = "deal.edited"
  case dealRemoved = "deal.removed"
  case dealReserved = "deal.reserved"
  case reservationCancelled = "reservation.cancelled"
  case paymentRecorded = "payment.recorded"
  case paymentRefunded = "payment.refunded"
  case companyRated = "company.rated"
  case shiftAssigned = "shift.assigned"
  case shiftEdited = "shift.edited"
  case vacancyPosted = "vacancy.posted"
  case vacancyEdited = "vacancy.edited"
  case shiftClaimed = "shift.claimed"
  case shiftDropped = "shift.dropped"
  case schedulePublished = "schedule.published"
  case changeAnswered = "change.answered"
  case shiftRestored = "shift.restored"
  case tradeRecorded = "trade.recorded"
  case hoursConfirmed = "hours.confirmed"
  case periodClosed = "period.closed"
  case periodReopened = "period.reopened"
  case contractSet = "contract.set"
  case fixedShiftEdited = "fixedshift.edited"
  case fixedVacancyRegistered = "fixedvacancy.registered"
  case fixedVacancyEdited = "fixedvacancy.edited"
  case fixedVacancyRemoved = "fixedvacancy.removed"
  case closureRecorded = "closure.recorded"
  case closureEnded = "closure.ended"
  case workStarted = "work.started"
  case workPaused = "work.paused"
  case workResumed = "work.resumed"
  case workEnded = "work.ended"
  case shiftSplit = "shift.split"
}

extension EventType {
  /// The index in `allCases`: an enumeration without payloads is that byte. To hash the name instead
  /// costs more than to count all events.
  package var place: Int { Int(unsafe withUnsafeBytes(of: self) { unsafe $0[0] }) }
}

/// A fact that a log holds. Our switches over it have no `default:`, so a new type does not compile
/// before each has a case for it.
///
/// The few payloads that are much larger than the others stand apart, so that an event stays small.
public enum Event: Hashable, Sendable {
  indirect case workplaceConfigured(WorkplaceConfigured)
  case userRegistered(UserRegistered)
  case profileChanged(ProfileChanged)
  case roleGranted(RoleGranted)
  case roleRevoked(RoleRevoked)
  case userFollowed(UserFollowed)
  case userUnfollowed(UserUnfollowed)
  case userErased(UserErased)
  case skillGranted(SkillGranted)
  case skillRevoked(SkillRevoked)
  case fixedShiftRegistered(FixedShiftRegistered)
  case fixedShiftRemoved(FixedShiftRemoved)
  case shiftScheduled(ShiftScheduled)
  case shiftSkipped(ShiftSkipped)
  case shiftCancelled(ShiftCancelled)
  case hoursRecorded(HoursRecorded)
  case shiftSupplied(ShiftSupplied)
  case shiftRevoked(ShiftRevoked)
  case shiftAccepted(ShiftAccepted)
  case acceptanceWithdrawn(AcceptanceWithdrawn)
  case shiftApproved(ShiftApproved)
  case shiftDisapproved(ShiftDisapproved)
  case requestPosted(RequestPosted)
  case requestWithdrawn(RequestWithdrawn)
  case shiftSuggested(ShiftSuggested)
  case suggestionWithdrawn(SuggestionWithdrawn)
  case suggestionAccepted(SuggestionAccepted)
  case absenceRecorded(AbsenceRecorded)
  case absenceEnded(AbsenceEnded)
  case tradeOffered(TradeOffered)
  case tradeAccepted(TradeAccepted)
  case tradeApproved(TradeApproved)
  case tradeEnded(TradeEnded)
  case studyStarted(StudyStarted)
  case studyBlockCompleted(StudyBlockCompleted)
  case studyStopped(StudyStopped)
  indirect case dealPosted(DealPosted)
  indirect case dealEdited(DealEdited)
  case dealRemoved(DealRemoved)
  case dealReserved(DealReserved)
  case reservationCancelled(ReservationCancelled)
  case paymentRecorded(PaymentRecorded)
  case paymentRefunded(PaymentRefunded)
  case companyRated(CompanyRated)
  case shiftAssigned(ShiftAssigned)
  case shiftEdited(ShiftEdited)
  case vacancyPosted(VacancyPosted)
  case vacancyEdited(VacancyEdited)
  case shiftClaimed(ShiftClaimed)
  case shiftDropped(ShiftDropped)
  case schedulePublished(SchedulePublished)
  case changeAnswered(ChangeAnswered)
  case shiftRestored(ShiftRestored)
  case tradeRecorded(TradeRecorded)
  case hoursConfirmed(HoursConfirmed)
  case periodClosed(PeriodClosed)
  case periodReopened(PeriodReopened)
  case contractSet(ContractSet)
  indirect case fixedShiftEdited(FixedShiftEdited)
  indirect case fixedVacancyRegistered(FixedVacancyRegistered)
  indirect case fixedVacancyEdited(FixedVacancyEdited)
  case fixedVacancyRemoved(FixedVacancyRemoved)
  indirect case closureRecorded(ClosureRecorded)
  case closureEnded(ClosureEnded)
  case workStarted(WorkStarted)
  case workPaused(WorkPaused)
  case workResumed(WorkResumed)
  case workEnded(WorkEnded)
  case shiftSplit(ShiftSplit)
  /// A type that this version does not know: kept, counted and reported, never dropped.
  case unknown(UnknownEvent)
}

/// An event of a type, or with a word, that this version does not know, as it stands in the log.
public struct UnknownEvent: Hashable, Sendable {
  /// The name of the type.
  public var type: String
  /// The id of its subject.
  public var subject: String
  /// The `data` object, as JSON text.
  public var data: String

  /// An event of a type that is not known here.
  public init(type: String, subject: String, data: String) {
    (self.type, self.subject, self.data) = (type, subject, data)
  }
}

extension Event {
  /// The type, or `nil` for one that this version does not know.
  public var type: EventType? {
    switch self {
    case .workplaceConfigured: .workplaceConfigured
    case .userRegistered: .userRegistered
    case .profileChanged: .profileChanged
    case .roleGranted: .roleGranted
    case .roleRevoked: .roleRevoked
    case .userFollowed: .userFollowed
    case .userUnfollowed: .userUnfollowed
    case .userErased: .userErased
    case .skillGranted: .skillGranted
    case .skillRevoked: .skillRevoked
    case .fixedShiftRegistered: .fixedShiftRegistered
    case .fixedShiftRemoved: .fixedShiftRemoved
    case .shiftScheduled: .shiftScheduled
    case .shiftSkipped: .shiftSkipped
    case .shiftCancelled: .shiftCancelled
    case .hoursRecorded: .hoursRecorded
    case .shiftSupplied: .shiftSupplied
    case .shiftRevoked: .shiftRevoked
    case .shiftAccepted: .shiftAccepted
    case .acceptanceWithdrawn: .acceptanceWithdrawn
    case .shiftApproved: .shiftApproved
    case .shiftDisapproved: .shiftDisapproved
    case .requestPosted: .requestPosted
    case .requestWithdrawn: .requestWithdrawn
    case .shiftSuggested: .shiftSuggested
    case .suggestionWithdrawn: .suggestionWithdrawn
    case .suggestionAccepted: .suggestionAccepted
    case .absenceRecorded: .absenceRecorded
    case .absenceEnded: .absenceEnded
    case .tradeOffered: .tradeOffered
    case .tradeAccepted: .tradeAccepted
    case .tradeApproved: .tradeApproved
    case .tradeEnded: .tradeEnded
    case .studyStarted: .studyStarted
    case .studyBlockCompleted: .studyBlockCompleted
    case .studyStopped: .studyStopped
    case .dealPosted: .dealPosted
    case .dealEdited: .dealEdited
    case .dealRemoved: .dealRemoved
    case .dealReserved: .dealReserved
    case .reservationCancelled: .reservationCancelled
    case .paymentRecorded: .paymentRecorded
    case .paymentRefunded: .paymentRefunded
    case .companyRated: .companyRated
    case .shiftAssigned: .shiftAssigned
    case .shiftEdited: .shiftEdited
    case .vacancyPosted: .vacancyPosted
    case .vacancyEdited: .vacancyEdited
    case .shiftClaimed: .shiftClaimed
    case .shiftDropped: .shiftDropped
    case .schedulePublished: .schedulePublished
    case .changeAnswered: .changeAnswered
    case .shiftRestored: .shiftRestored
    case .tradeRecorded: .tradeRecorded
    case .hoursConfirmed: .hoursConfirmed
    case .periodClosed: .periodClosed
    case .periodReopened: .periodReopened
    case .contractSet: .contractSet
    case .fixedShiftEdited: .fixedShiftEdited
    case .fixedVacancyRegistered: .fixedVacancyRegistered
    case .fixedVacancyEdited: .fixedVacancyEdited
    case .fixedVacancyRemoved: .fixedVacancyRemoved
    case .closureRecorded: .closureRecorded
    case .closureEnded: .closureEnded
    case .workStarted: .workStarted
    case .workPaused: .workPaused
    case .workResumed: .workResumed
    case .workEnded: .workEnded
    case .shiftSplit: .shiftSplit
    case .unknown: nil
    }
  }

  /// The id of the event's subject, as text.
  public var subject: String {
    if case .unknown(let event) = self { return event.subject }
    return subjectSymbol.text
  }

  /// The id of the event's subject; none for a type that this version does not know.
  var subjectSymbol: InternedID {
    var subject = SubjectVisitor()
    accept(&subject)
    return subject.symbol
  }

  /// The time zone that the event sets, if it sets one.
  package var timeZone: Zone? {
    if case .workplaceConfigured(let event) = self { event.policies.timeZone } else { nil }
  }

  /// The commitment to a name and an e-mail address, if the event makes one.
  var profile: Digest? {
    if case .userRegistered(let event) = self { return event.profile }
    if case .profileChanged(let event) = self { return event.profile }
    return nil
  }

  /// Reads the payload of a known type.
  @inline(__always)
  init<Visitor: MemberVisitor>(_ type: EventType, _ visit: inout Visitor) throws(Visitor.Fault) {
    switch type {
    case .workplaceConfigured: self = .workplaceConfigured(try WorkplaceConfigured(&visit, of: nil))
    case .userRegistered: self = .userRegistered(try UserRegistered(&visit, of: nil))
    case .profileChanged: self = .profileChanged(try ProfileChanged(&visit, of: nil))
    case .roleGranted: self = .roleGranted(try RoleGranted(&visit, of: nil))
    case .roleRevoked: self = .roleRevoked(try RoleRevoked(&visit, of: nil))
    case .userFollowed: self = .userFollowed(try UserFollowed(&visit, of: nil))
    case .userUnfollowed: self = .userUnfollowed(try UserUnfollowed(&visit, of: nil))
    case .userErased: self = .userErased(try UserErased(&visit, of: nil))
    case .skillGranted: self = .skillGranted(try SkillGranted(&visit, of: nil))
    case .skillRevoked: self = .skillRevoked(try SkillRevoked(&visit, of: nil))
    case .fixedShiftRegistered:
      self = .fixedShiftRegistered(try FixedShiftRegistered(&visit, of: nil))
    case .fixedShiftRemoved: self = .fixedShiftRemoved(try FixedShiftRemoved(&visit, of: nil))
    case .shiftScheduled: self = .shiftScheduled(try ShiftScheduled(&visit, of: nil))
    case .shiftSkipped: self = .shiftSkipped(try ShiftSkipped(&visit, of: nil))
    case .shiftCancelled: self = .shiftCancelled(try ShiftCancelled(&visit, of: nil))
    case .hoursRecorded: self = .hoursRecorded(try HoursRecorded(&visit, of: nil))
    case .shiftSupplied: self = .shiftSupplied(try ShiftSupplied(&visit, of: nil))
    case .shiftRevoked: self = .shiftRevoked(try ShiftRevoked(&visit, of: nil))
    case .shiftAccepted: self = .shiftAccepted(try ShiftAccepted(&visit, of: nil))
    case .acceptanceWithdrawn: self = .acceptanceWithdrawn(try AcceptanceWithdrawn(&visit, of: nil))
    case .shiftApproved: self = .shiftApproved(try ShiftApproved(&visit, of: nil))
    case .shiftDisapproved: self = .shiftDisapproved(try ShiftDisapproved(&visit, of: nil))
    case .requestPosted: self = .requestPosted(try RequestPosted(&visit, of: nil))
    case .requestWithdrawn: self = .requestWithdrawn(try RequestWithdrawn(&visit, of: nil))
    case .shiftSuggested: self = .shiftSuggested(try ShiftSuggested(&visit, of: nil))
    case .suggestionWithdrawn: self = .suggestionWithdrawn(try SuggestionWithdrawn(&visit, of: nil))
    case .suggestionAccepted: self = .suggestionAccepted(try SuggestionAccepted(&visit, of: nil))
    case .absenceRecorded: self = .absenceRecorded(try AbsenceRecorded(&visit, of: nil))
    case .absenceEnded: self = .absenceEnded(try AbsenceEnded(&visit, of: nil))
    case .tradeOffered: self = .tradeOffered(try TradeOffered(&visit, of: nil))
    case .tradeAccepted: self = .tradeAccepted(try TradeAccepted(&visit, of: nil))
    case .tradeApproved: self = .tradeApproved(try TradeApproved(&visit, of: nil))
    case .tradeEnded: self = .tradeEnded(try TradeEnded(&visit, of: nil))
    case .studyStarted: self = .studyStarted(try StudyStarted(&visit, of: nil))
    case .studyBlockCompleted: self = .studyBlockCompleted(try StudyBlockCompleted(&visit, of: nil))
    case .studyStopped: self = .studyStopped(try StudyStopped(&visit, of: nil))
    case .dealPosted: self = .dealPosted(try DealPosted(&visit, of: nil))
    case .dealEdited: self = .dealEdited(try DealEdited(&visit, of: nil))
    case .dealRemoved: self = .dealRemoved(try DealRemoved(&visit, of: nil))
    case .dealReserved: self = .dealReserved(try DealReserved(&visit, of: nil))
    case .reservationCancelled:
      self = .reservationCancelled(try ReservationCancelled(&visit, of: nil))
    case .paymentRecorded: self = .paymentRecorded(try PaymentRecorded(&visit, of: nil))
    case .paymentRefunded: self = .paymentRefunded(try PaymentRefunded(&visit, of: nil))
    case .companyRated: self = .companyRated(try CompanyRated(&visit, of: nil))
    case .shiftAssigned: self = .shiftAssigned(try ShiftAssigned(&visit, of: nil))
    case .shiftEdited: self = .shiftEdited(try ShiftEdited(&visit, of: nil))
    case .vacancyPosted: self = .vacancyPosted(try VacancyPosted(&visit, of: nil))
    case .vacancyEdited: self = .vacancyEdited(try VacancyEdited(&visit, of: nil))
    case .shiftClaimed: self = .shiftClaimed(try ShiftClaimed(&visit, of: nil))
    case .shiftDropped: self = .shiftDropped(try ShiftDropped(&visit, of: nil))
    case .schedulePublished: self = .schedulePublished(try SchedulePublished(&visit, of: nil))
    case .changeAnswered: self = .changeAnswered(try ChangeAnswered(&visit, of: nil))
    case .shiftRestored: self = .shiftRestored(try ShiftRestored(&visit, of: nil))
    case .tradeRecorded: self = .tradeRecorded(try TradeRecorded(&visit, of: nil))
    case .hoursConfirmed: self = .hoursConfirmed(try HoursConfirmed(&visit, of: nil))
    case .periodClosed: self = .periodClosed(try PeriodClosed(&visit, of: nil))
    case .periodReopened: self = .periodReopened(try PeriodReopened(&visit, of: nil))
    case .contractSet: self = .contractSet(try ContractSet(&visit, of: nil))
    case .fixedShiftEdited: self = .fixedShiftEdited(try FixedShiftEdited(&visit, of: nil))
    case .fixedVacancyRegistered:
      self = .fixedVacancyRegistered(try FixedVacancyRegistered(&visit, of: nil))
    case .fixedVacancyEdited: self = .fixedVacancyEdited(try FixedVacancyEdited(&visit, of: nil))
    case .fixedVacancyRemoved: self = .fixedVacancyRemoved(try FixedVacancyRemoved(&visit, of: nil))
    case .closureRecorded: self = .closureRecorded(try ClosureRecorded(&visit, of: nil))
    case .closureEnded: self = .closureEnded(try ClosureEnded(&visit, of: nil))
    case .workStarted: self = .workStarted(try WorkStarted(&visit, of: nil))
    case .workPaused: self = .workPaused(try WorkPaused(&visit, of: nil))
    case .workResumed: self = .workResumed(try WorkResumed(&visit, of: nil))
    case .workEnded: self = .workEnded(try WorkEnded(&visit, of: nil))
    case .shiftSplit: self = .shiftSplit(try ShiftSplit(&visit, of: nil))
    }
  }

  /// Shows a visitor the subject and the members; of an event of unknown type it sees nothing.
  func accept<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Fault) {
    switch self {
    case .workplaceConfigured(let event): try event.accept(&visitor)
    case .userRegistered(let event): try event.accept(&visitor)
    case .profileChanged(let event): try event.accept(&visitor)
    case .roleGranted(let event): try event.accept(&visitor)
    case .roleRevoked(let event): try event.accept(&visitor)
    case .userFollowed(let event): try event.accept(&visitor)
    case .userUnfollowed(let event): try event.accept(&visitor)
    case .userErased(let event): try event.accept(&visitor)
    case .skillGranted(let event): try event.accept(&visitor)
    case .skillRevoked(let event): try event.accept(&visitor)
    case .fixedShiftRegistered(let event): try event.accept(&visitor)
    case .fixedShiftRemoved(let event): try event.accept(&visitor)
    case .shiftScheduled(let event): try event.accept(&visitor)
    case .shiftSkipped(let event): try event.accept(&visitor)
    case .shiftCancelled(let event): try event.accept(&visitor)
    case .hoursRecorded(let event): try event.accept(&visitor)
    case .shiftSupplied(let event): try event.accept(&visitor)
    case .shiftRevoked(let event): try event.accept(&visitor)
    case .shiftAccepted(let event): try event.accept(&visitor)
    case .acceptanceWithdrawn(let event): try event.accept(&visitor)
    case .shiftApproved(let event): try event.accept(&visitor)
    case .shiftDisapproved(let event): try event.accept(&visitor)
    case .requestPosted(let event): try event.accept(&visitor)
    case .requestWithdrawn(let event): try event.accept(&visitor)
    case .shiftSuggested(let event): try event.accept(&visitor)
    case .suggestionWithdrawn(let event): try event.accept(&visitor)
    case .suggestionAccepted(let event): try event.accept(&visitor)
    case .absenceRecorded(let event): try event.accept(&visitor)
    case .absenceEnded(let event): try event.accept(&visitor)
    case .tradeOffered(let event): try event.accept(&visitor)
    case .tradeAccepted(let event): try event.accept(&visitor)
    case .tradeApproved(let event): try event.accept(&visitor)
    case .tradeEnded(let event): try event.accept(&visitor)
    case .studyStarted(let event): try event.accept(&visitor)
    case .studyBlockCompleted(let event): try event.accept(&visitor)
    case .studyStopped(let event): try event.accept(&visitor)
    case .dealPosted(let event): try event.accept(&visitor)
    case .dealEdited(let event): try event.accept(&visitor)
    case .dealRemoved(let event): try event.accept(&visitor)
    case .dealReserved(let event): try event.accept(&visitor)
    case .reservationCancelled(let event): try event.accept(&visitor)
    case .paymentRecorded(let event): try event.accept(&visitor)
    case .paymentRefunded(let event): try event.accept(&visitor)
    case .companyRated(let event): try event.accept(&visitor)
    case .shiftAssigned(let event): try event.accept(&visitor)
    case .shiftEdited(let event): try event.accept(&visitor)
    case .vacancyPosted(let event): try event.accept(&visitor)
    case .vacancyEdited(let event): try event.accept(&visitor)
    case .shiftClaimed(let event): try event.accept(&visitor)
    case .shiftDropped(let event): try event.accept(&visitor)
    case .schedulePublished(let event): try event.accept(&visitor)
    case .changeAnswered(let event): try event.accept(&visitor)
    case .shiftRestored(let event): try event.accept(&visitor)
    case .tradeRecorded(let event): try event.accept(&visitor)
    case .hoursConfirmed(let event): try event.accept(&visitor)
    case .periodClosed(let event): try event.accept(&visitor)
    case .periodReopened(let event): try event.accept(&visitor)
    case .contractSet(let event): try event.accept(&visitor)
    case .fixedShiftEdited(let event): try event.accept(&visitor)
    case .fixedVacancyRegistered(let event): try event.accept(&visitor)
    case .fixedVacancyEdited(let event): try event.accept(&visitor)
    case .fixedVacancyRemoved(let event): try event.accept(&visitor)
    case .closureRecorded(let event): try event.accept(&visitor)
    case .closureEnded(let event): try event.accept(&visitor)
    case .workStarted(let event): try event.accept(&visitor)
    case .workPaused(let event): try event.accept(&visitor)
    case .workResumed(let event): try event.accept(&visitor)
    case .workEnded(let event): try event.accept(&visitor)
    case .shiftSplit(let event): try event.accept(&visitor)
    case .unknown: break
    }
  }
}

struct SubjectVisitor: EventVisitor {
  var symbol = InternedID.none

  mutating func subject(_ symbol: InternedID) { self.symbol = symbol }
  mutating func visit<Value: JSONWritable>(_: StaticString, _: Value, _: MemberTraits) {}
}
