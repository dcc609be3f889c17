import ShiftEvents

/// A JSON value written as a Swift literal; the members of an object keep their order.
///
///     ["roles": ["employee", "manager"], "name": "Mia"]
public enum JSON: Sendable {
  /// `null`.
  case null
  /// `true` or `false`.
  case boolean(Bool)
  /// A whole number.
  case integer(Int)
  /// A number with decimals.
  case decimal(Double)
  /// A text in quotes.
  case text(String)
  /// A list.
  case list([JSON])
  /// An object, with its members in order.
  case object([(name: String, value: JSON)])
  /// In an expected event: any 64 hexadecimal digits, such as a commitment with a random salt.
  case anyDigest
}

extension JSON: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByStringInterpolation, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral
{
  /// `null`.
  public init(nilLiteral: ()) { self = .null }
  /// `true` or `false`.
  public init(booleanLiteral value: Bool) { self = .boolean(value) }
  /// A whole number.
  public init(integerLiteral value: Int) { self = .integer(value) }
  /// A number.
  public init(floatLiteral value: Double) { self = .decimal(value) }
  /// A text.
  public init(stringLiteral value: String) { self = .text(value) }
  /// A list.
  public init(arrayLiteral elements: JSON...) { self = .list(elements) }
  /// An object, with its members in this order.
  public init(dictionaryLiteral elements: (String, JSON)...) {
    self = .object(elements.map { (name: $0.0, value: $0.1) })
  }
}

extension JSON: CustomStringConvertible {
  /// Compact JSON, as a log has it.
  public var description: String {
    switch self {
    case .null: "null"
    case .boolean(let value): "\(value)"
    case .integer(let value): "\(value)"
    case .decimal(let value): jsonNumber(value)
    case .text(let text): Self.quoted(text)
    case .list(let elements): "[\(elements.map(\.description).joined(separator: ","))]"
    case .object(let members):
      "{\(members.map { "\(Self.quoted($0.name)):\($0.value)" }.joined(separator: ","))}"
    case .anyDigest: Self.quoted(Self.digestPlaceholder)
    }
  }

  static let digestPlaceholder = "<64 hexadecimal digits>"

  private static func quoted(_ text: String) -> String { JSONTree.text(text).line }
}

extension JSON {
  /// The object with one member more, in the last place.
  package func adding(_ name: String, _ value: JSON?) -> JSON {
    guard let value, case .object(let members) = self else { return self }
    return .object(members + [(name: name, value: value)])
  }
}
