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
  /// A type that this version does not know: kept, counted and reported, never dropped.
  case unknown(UnknownEvent)
}

/// An event of a type that this version does not know, as it stands in the log.
public struct UnknownEvent: Hashable, Sendable {
  /// The name of the type.
  public var type: String
  /// The id of its subject.
  public var subject: String
  /// The `data` object, as JSON text.
  public var data: String

  /// An event of a type that is not known here.
  public init(type: String, subject: String, data: String) {
    self.type = type
    self.subject = subject
    self.data = data
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
    case .unknown: nil
    }
  }

  /// The id of the event's subject, as text.
  public var subject: String {
    if case .unknown(let event) = self { return event.subject }
    return subjectSymbol.text
  }

  /// The id of the event's subject; none for a type that this version does not know.
  var subjectSymbol: Symbol {
    var subject = SubjectSymbol()
    accept(&subject)
    return subject.symbol
  }

  /// The commitment to a name and an e-mail address, if the event makes one.
  var profile: Digest? {
    if case .userRegistered(let event) = self { return event.profile }
    if case .profileChanged(let event) = self { return event.profile }
    return nil
  }
}

private struct SubjectSymbol: EventVisitor {
  var symbol = Symbol.none

  mutating func subject(_ symbol: Symbol) { self.symbol = symbol }
  mutating func visit<Value: JSONWritable>(_: StaticString, _: Value, _: MemberTraits) {}
}
