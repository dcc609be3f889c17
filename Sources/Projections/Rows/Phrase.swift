public import ShiftEvents

/// A few words in which people stand by id and instants in UTC, so that a reader who knows names and the
/// zone can put these in.
public struct Phrase: Sendable {
  private enum Part: Sendable {
    case text(String)
    case person(UserID)
    case instant(Timestamp)
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
      }
    }.joined()
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

    /// Adds the words of another phrase.
    public mutating func appendInterpolation(_ other: Phrase) { phrase.parts += other.parts }

    /// Adds the text of a value.
    public mutating func appendInterpolation<Value>(_ value: Value) { appendLiteral("\(value)") }
  }
}
