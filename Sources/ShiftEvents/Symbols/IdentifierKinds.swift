// The kinds of identifier. Each is a type of its own, so that a shift is never taken for a user.

/// The workplace that a log tells about.
public struct WorkplaceID: SymbolIdentifier, BitwiseCopyable {
  package static var noun: String { "workplace" }
  package let symbolIndex: UInt32
  package init(symbolIndex: UInt32) { self.symbolIndex = symbolIndex }
}

/// A person, by the id that stands in the log; the name stands elsewhere.
public struct UserID: SymbolIdentifier, BitwiseCopyable {
  package static var noun: String { "user" }
  /// The tool itself, the actor of events that follow from others.
  public static let system: UserID = "system"
  package let symbolIndex: UInt32
  package init(symbolIndex: UInt32) { self.symbolIndex = symbolIndex }
}

/// A weekly shift that is scheduled ahead.
public struct FixedShiftID: SymbolIdentifier, BitwiseCopyable {
  package static var noun: String { "fixed shift" }
  package static var maximumLength: Int { 53 }
  package let symbolIndex: UInt32
  package init(symbolIndex: UInt32) { self.symbolIndex = symbolIndex }
}

/// One duty on one local date; an occurrence of a fixed shift is `<fixed shift>.<date>`.
public struct ShiftID: SymbolIdentifier, BitwiseCopyable {
  package static var noun: String { "shift" }
  package let symbolIndex: UInt32
  package init(symbolIndex: UInt32) { self.symbolIndex = symbolIndex }
}

/// Work that needs people; shifts come from it as they claim its places.
public struct VacancyID: SymbolIdentifier, BitwiseCopyable {
  package static var noun: String { "vacancy" }
  package let symbolIndex: UInt32
  package init(symbolIndex: UInt32) { self.symbolIndex = symbolIndex }
}

/// A colleague's wish to work on a date.
public struct RequestID: SymbolIdentifier, BitwiseCopyable {
  package static var noun: String { "request" }
  package let symbolIndex: UInt32
  package init(symbolIndex: UInt32) { self.symbolIndex = symbolIndex }
}

/// A stretch of time in which a person takes no shifts.
public struct AbsenceID: SymbolIdentifier, BitwiseCopyable {
  package static var noun: String { "absence" }
  package static var nounPhrase: String { "an absence id" }
  package let symbolIndex: UInt32
  package init(symbolIndex: UInt32) { self.symbolIndex = symbolIndex }
}

/// An offer to exchange two shifts of two owners.
public struct TradeID: SymbolIdentifier, BitwiseCopyable {
  package static var noun: String { "trade" }
  package let symbolIndex: UInt32
  package init(symbolIndex: UInt32) { self.symbolIndex = symbolIndex }
}

/// A manager's word that the roster of some days holds.
public struct PublicationID: SymbolIdentifier, BitwiseCopyable {
  package static var noun: String { "publication" }
  package let symbolIndex: UInt32
  package init(symbolIndex: UInt32) { self.symbolIndex = symbolIndex }
}

/// A range of past days whose hours are settled.
public struct PeriodID: SymbolIdentifier, BitwiseCopyable {
  package static var noun: String { "period" }
  package let symbolIndex: UInt32
  package init(symbolIndex: UInt32) { self.symbolIndex = symbolIndex }
}

/// A run of study blocks and pauses.
public struct SessionID: SymbolIdentifier, BitwiseCopyable {
  package static var noun: String { "session" }
  package let symbolIndex: UInt32
  package init(symbolIndex: UInt32) { self.symbolIndex = symbolIndex }
}

/// A company's offer of one day at one place.
public struct DealID: SymbolIdentifier, BitwiseCopyable {
  package static var noun: String { "deal" }
  package let symbolIndex: UInt32
  package init(symbolIndex: UInt32) { self.symbolIndex = symbolIndex }
}

/// A consumer's seat in a deal.
public struct ReservationID: SymbolIdentifier, BitwiseCopyable {
  package static var noun: String { "reservation" }
  package let symbolIndex: UInt32
  package init(symbolIndex: UInt32) { self.symbolIndex = symbolIndex }
}
