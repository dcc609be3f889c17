// The kinds of identifier. Each is a type of its own, so that a shift is never taken for a user.

/// The workplace that a log tells about.
public struct WorkplaceID: Identifier, BitwiseCopyable {
  public static var noun: String { "workplace" }
  public let symbolIndex: UInt32
  public init(symbolIndex: UInt32) { self.symbolIndex = symbolIndex }
}

/// A person, by the id that stands in the log; the name stands elsewhere.
public struct UserID: Identifier, BitwiseCopyable {
  public static var noun: String { "user" }
  /// The tool itself, the actor of events that follow from others.
  public static let system: UserID = "system"
  public let symbolIndex: UInt32
  public init(symbolIndex: UInt32) { self.symbolIndex = symbolIndex }
}

/// A weekly shift that is scheduled ahead.
public struct FixedShiftID: Identifier, BitwiseCopyable {
  public static var noun: String { "fixed shift" }
  public static var maximumLength: Int { 53 }
  public let symbolIndex: UInt32
  public init(symbolIndex: UInt32) { self.symbolIndex = symbolIndex }
}

/// One duty on one local date; an occurrence of a fixed shift is `<fixed shift>.<date>`.
public struct ShiftID: Identifier, BitwiseCopyable {
  public static var noun: String { "shift" }
  public let symbolIndex: UInt32
  public init(symbolIndex: UInt32) { self.symbolIndex = symbolIndex }
}

/// A colleague's wish to work on a date.
public struct RequestID: Identifier, BitwiseCopyable {
  public static var noun: String { "request" }
  public let symbolIndex: UInt32
  public init(symbolIndex: UInt32) { self.symbolIndex = symbolIndex }
}

/// A run of study blocks and pauses.
public struct SessionID: Identifier, BitwiseCopyable {
  public static var noun: String { "session" }
  public let symbolIndex: UInt32
  public init(symbolIndex: UInt32) { self.symbolIndex = symbolIndex }
}

/// A company's offer of one day at one place.
public struct DealID: Identifier, BitwiseCopyable {
  public static var noun: String { "deal" }
  public let symbolIndex: UInt32
  public init(symbolIndex: UInt32) { self.symbolIndex = symbolIndex }
}

/// A consumer's seat in a deal.
public struct ReservationID: Identifier, BitwiseCopyable {
  public static var noun: String { "reservation" }
  public let symbolIndex: UInt32
  public init(symbolIndex: UInt32) { self.symbolIndex = symbolIndex }
}
