// The words that stand in events. On disk. Never rename; add a new case.
/// A right of a person, who may hold several.
public enum Role: String, CaseIterable, Sendable {
  /// Owns shifts and takes those of colleagues.
  case employee
  /// Runs the workplace: approves, schedules, registers people.
  case manager
  /// Studies in blocks.
  case student
  /// Reserves seats in deals, pays and rates.
  case consumer
  /// Offers deals.
  case company

  /// The number of roles that a person may have at first.
  static let count = 1...allCases.count
}

/// The roles of a person, in a byte.
package struct RoleSet: OptionSet, Hashable, Sendable, BitwiseCopyable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  package init(_ role: Role) { rawValue = 1 << UInt8(Role.allCases.firstIndex(of: role)!) }

  package init(_ roles: [Role]) { self = roles.reduce(into: []) { $0.insert(RoleSet($1)) } }

  /// The roles in the order of `Role`.
  package var roles: [Role] { Role.allCases.filter { contains(RoleSet($0)) } }
}

/// The people who must agree before a shift taken from the marketplace changes hands.
public enum MarketApproval: String, CaseIterable, Sendable {
  /// Taking is final at once.
  case none
  /// The owner or a manager must approve.
  case owner
  /// A manager must approve.
  case manager
}

/// The people who must agree before an accepted suggestion changes hands.
public enum SuggestionApproval: String, CaseIterable, Sendable {
  /// The owner or a manager must approve.
  case owner
  /// A manager must approve.
  case manager
}

/// The way in which a taker came to a shift.
public enum AcceptanceRoute: String, CaseIterable, Sendable, BitwiseCopyable {
  /// From the marketplace.
  case market
  /// By a suggestion for the taker's request.
  case suggestion
}

/// The reason to skip an occurrence of a fixed shift.
public enum SkipReason: String, CaseIterable, Sendable {
  /// A change of the clocks left no minute of it.
  case noTime
  /// Its owner holds as many shifts on that day as one may.
  case dayTaken
  /// It would overlap with another shift of its owner.
  case overlapping
}

/// A rule that a manager may set aside, by the code that it refuses with.
public enum OverridableRule: String, CaseIterable, Sendable {
  /// The shift, or its new time, has begun.
  case shiftStarted
  /// The vacancy has no place left.
  case noPlaceLeft
  /// The person lacks a skill that the shift needs.
  case skillMissing
  /// The person is absent.
  case absent
  /// The person holds as many shifts on that day as one may.
  case dayTaken
  /// The person holds as many shifts at that time as one may.
  case overlapping
  /// The person would have too little rest.
  case restTooShort
  /// The person's week would be too long.
  case weekTooLong
  /// The person would work too many days in a row.
  case tooManyDays
  /// The change of a published shift comes too late.
  case noticeTooShort
  /// The hours of the day are settled.
  case periodClosed
  /// The shift is longer than the person's contract permits.
  case shiftTooLong
  /// The absence is over.
  case dateOutOfRange
}

/// The people whose rest, weeks and days in a row are limited.
public enum LimitsBind: String, CaseIterable, Sendable {
  /// Those who take a shift, or are given one.
  case takers
  /// Those too whom a manager schedules, whose shift is edited in time, or put back.
  case everybody
}

/// The changes by managers that people are told of before their days are published.
public enum Drafts: String, CaseIterable, Sendable {
  /// All: owners see what is planned at once.
  case shown
  /// Those of published shifts alone: the publication tells each owner of the others.
  case hidden
}

/// The reason why a study session ended.
public enum StopReason: String, CaseIterable, Sendable {
  /// The student stopped it.
  case stopped
  /// The student left the room or the program.
  case left
  /// The program went into the background.
  case background
}

/// The category of a deal.
public enum DealCategory: String, CaseIterable, Sendable {
  case shopping, food, hotels, activities, party, other
}

/// A currency of ISO 4217: three capital letters.
public struct CurrencyCode: Hashable, Sendable, BitwiseCopyable, CustomStringConvertible {
  /// The letters, the first one lowest.
  private let letters: UInt32

  /// - Returns: `nil` unless the text is three capital letters.
  public init?(_ text: String) {
    guard text.utf8.count == 3, text.utf8.allSatisfy({ (0x41...0x5A).contains($0) }) else {
      return nil
    }
    letters = text.utf8.reversed().reduce(0) { $0 << 8 | UInt32($1) }
  }

  /// The three letters.
  public var description: String {
    String(decoding: (0..<3).map { UInt8(truncatingIfNeeded: letters >> ($0 * 8)) }, as: UTF8.self)
  }
}

// Words from fixed lists, as they stand in JSON.
extension Role: PayloadValue {}
extension MarketApproval: PayloadValue {}
extension SuggestionApproval: PayloadValue {}
extension LimitsBind: PayloadValue {}
extension Drafts: PayloadValue {}
extension AcceptanceRoute: PayloadValue {}
extension SkipReason: PayloadValue {}
extension OverridableRule: PayloadValue {}
extension StopReason: PayloadValue {}
extension DealCategory: PayloadValue {}

extension CurrencyCode: PayloadValue {
  static var blank: CurrencyCode { CurrencyCode("XXX")! }

  func appendJSON(to buffer: inout some ByteSink) { appendJSONString(description, to: &buffer) }

  static func read(_ reader: inout JSONReader) throws(Mismatch) -> CurrencyCode {
    try unsafe reader.form("a currency of ISO 4217, three capital letters") {
      unsafe CurrencyCode(String(decoding: $0, as: UTF8.self))
    }
  }
}
