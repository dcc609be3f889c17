public import ShiftEvents

/// A few words in which people stand by id and instants in UTC, so that a reader who knows names and the
/// zone can put these in.
public struct Phrase: Sendable {
  private enum Part: Sendable {
    case text(String)
    case person(UserID)
    case instant(Timestamp)
    case day(LocalDate)
    /// A stretch of time, with the words for it where days are written as numbers.
    case stretch(TimeSpan, plain: String)
    /// The times of day of a stretch, which begins on many days.
    case times(TimeSpan)
  }

  private var parts: [Part] = []

  /// Returns the words with the label of each person in place of the id, and instants as a clock tells
  /// them.
  public func text(
    by label: (UserID) -> String, at clock: (Timestamp) -> String = { $0.description }
  ) -> String {
    parts.map { part in
      switch part {
      case .text(let text): text
      case .person(let user): label(user)
      case .instant(let time): clock(time)
      case .day(let date): date.description
      case .stretch(let stretch, let plain): plain + stretch.remark
      case .times(let stretch): "\(stretch.start)–\(stretch.end)\(stretch.remark)"
      }
    }.joined()
  }

  /// Returns the words of a reply to a person: days by their names, and each length.
  ///
  /// - Parameter year: the year of days that are told without one.
  package func spoken(
    in year: Int, by label: (UserID) -> String, at clock: (Timestamp) -> String
  ) -> String {
    var spoken = self
    spoken.parts = parts.map { part in
      switch part {
      case .text, .person, .instant: part
      case .day(let date): .text(date.text(in: year))
      case .stretch(let stretch, _): .text(stretch.text(in: year))
      case .times(let stretch):
        .text("\(stretch.start.text)–\(stretch.end.text) (\(stretch.length))")
      }
    }
    return spoken.text(by: label, at: clock)
  }
}

extension Phrase: Hashable {
  public static func == (first: Self, second: Self) -> Bool {
    first.description == second.description
  }
  public func hash(into hasher: inout Hasher) { hasher.combine(description) }
}

extension Phrase: CustomStringConvertible {
  /// The words with people by id.
  public var description: String { text(by: \.description) }
}

extension Phrase: ExpressibleByStringInterpolation {
  public init(stringLiteral text: String) { parts = [.text(text)] }

  public init(stringInterpolation interpolation: StringInterpolation) {
    parts = interpolation.phrase.parts
  }

  /// The literal parts and the values of a phrase that is being written.
  public struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var phrase = Phrase(parts: [])

    public init(literalCapacity: Int, interpolationCount: Int) {}

    public mutating func appendLiteral(_ literal: String) {
      if !literal.isEmpty { phrase.parts.append(.text(literal)) }
    }

    /// Adds a person.
    public mutating func appendInterpolation(_ user: UserID) { phrase.parts.append(.person(user)) }

    /// Adds a point in time.
    public mutating func appendInterpolation(_ time: Timestamp) {
      phrase.parts.append(.instant(time))
    }

    /// Adds a day.
    public mutating func appendInterpolation(_ date: LocalDate) { phrase.parts.append(.day(date)) }

    /// Adds a stretch of time.
    mutating func appendInterpolation(_ stretch: TimeSpan, plain: String) {
      phrase.parts.append(.stretch(stretch, plain: plain))
    }

    /// Adds the times of day of a stretch.
    mutating func appendInterpolation(timesOf stretch: TimeSpan) {
      phrase.parts.append(.times(stretch))
    }

    /// Adds the words of another phrase.
    public mutating func appendInterpolation(_ other: Phrase) { phrase.parts += other.parts }

    /// Adds the text of a value.
    public mutating func appendInterpolation<Value>(_ value: Value) { appendLiteral("\(value)") }
  }
}

/// The places of the marks around a name whose letters run from right to left, so that an arrow and a time beside it keep
/// theirs (UAX #9, isolates). Pages write the marks. Noncharacters stand for them, which no text of a log has.
enum Isolates {
  static let begin = Unicode.Scalar(0xFDD0 as UInt32)!
  static let end = Unicode.Scalar(0xFDD1 as UInt32)!

  static func around(_ name: String) -> String {
    name.unicodeScalars.contains(where: runsFromTheRight) ? "\(begin)\(name)\(end)" : name
  }

  /// Returns `true` for a letter of a block that Unicode keeps for such scripts.
  private static func runsFromTheRight(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x1_0800...0x1_0FFF, 0x1_E800...0x1_EFFF:
      true
    default: false
    }
  }
}

extension TimeSpan {
  /// The length behind times that do not tell it plainly: `, 14 h`.
  fileprivate var remark: String { notableLength.map { ", \($0)" } ?? "" }
}

/// Returns `1 event`, `2 events`, `2 days`, `2 vacancies`.
package func counted(_ count: Int, _ noun: String) -> String {
  guard count != 1 else { return "1 \(noun)" }
  let turnsY = noun.hasSuffix("y") && !noun.hasSuffix("ay")
  return "\(count) \(turnsY ? noun.dropLast() + "ie" : noun[...])s"
}

/// Returns hours and minutes: `5:30`.
package func durationText(minutes: Int) -> String {
  "\(minutes < 0 ? "-" : "")\(minutes.magnitude / 60):\(twoDigits(minutes.magnitude % 60))"
}

extension String {
  /// The text with another in the place of each scalar that has one.
  package func escaped(by escape: (Unicode.Scalar) -> String?) -> String {
    var escaped = ""
    for scalar in unicodeScalars {
      if let other = escape(scalar) {
        escaped += other
      } else {
        escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}

func twoDigits(_ number: some BinaryInteger) -> String { number < 10 ? "0\(number)" : "\(number)" }
