/// A JSON text as a tree whose members keep their order: for documents that are made seldom, such as
/// schemas.
package indirect enum JSONTree: Equatable, Sendable {
  case object([(name: String, value: JSONTree)])
  case array([JSONTree])
  case text(String)
  case integer(Int)
  case number(Double)
  case boolean(Bool)
  case null

  package static func == (first: JSONTree, second: JSONTree) -> Bool {
    first.compact == second.compact
  }

  /// Returns the object with the members of another behind its own.
  func merging(_ other: JSONTree) -> JSONTree {
    guard case .object(let own) = self, case .object(let more) = other else { return self }
    return .object(own + more)
  }

  var compact: [UInt8] {
    var bytes: [UInt8] = []
    append(to: &bytes, indent: nil)
    return bytes
  }

  /// Returns the text over several lines, indented by two spaces a level.
  package var indented: [UInt8] {
    var bytes: [UInt8] = []
    append(to: &bytes, indent: 0)
    return bytes
  }

  private func append(to buffer: inout [UInt8], indent: Int?) {
    switch self {
    case .object(let members):
      Self.append("{", "}", members, to: &buffer, indent) { member, buffer, indent in
        appendJSONString(member.name, to: &buffer)
        buffer += (indent == nil ? ":" : ": ").utf8
        member.value.append(to: &buffer, indent: indent)
      }
    case .array(let elements):
      // A list of plain values stands on one line.
      let isFlat = !elements.contains { $0.hasParts }
      Self.append("[", "]", elements, to: &buffer, isFlat ? nil : indent) {
        $0.append(to: &$1, indent: $2)
      }
    case .text(let text): appendJSONString(text, to: &buffer)
    case .integer(let number): number.appendJSON(to: &buffer)
    case .number(let number): number.appendJSON(to: &buffer)
    case .boolean(let value): value.appendJSON(to: &buffer)
    case .null: JSONNull().appendJSON(to: &buffer)
    }
  }

  private var hasParts: Bool {
    switch self {
    case .object, .array: true
    default: false
    }
  }

  private static func append<Part>(
    _ first: String, _ last: String, _ parts: [Part], to buffer: inout [UInt8], _ indent: Int?,
    _ body: (Part, inout [UInt8], Int?) -> Void
  ) {
    buffer += first.utf8
    for (index, part) in parts.enumerated() {
      if index > 0 { buffer.append(UInt8(ascii: ",")) }
      if let indent {
        buffer += ("\n" + String(repeating: " ", count: 2 * (indent + 1))).utf8
      } else if index > 0 {
        buffer.append(UInt8(ascii: " "))
      }
      body(part, &buffer, indent.map { $0 + 1 })
    }
    if let indent, !parts.isEmpty {
      buffer += ("\n" + String(repeating: " ", count: 2 * indent)).utf8
    }
    buffer += last.utf8
  }
}

extension JSONTree: ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral,
  ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral
{
  package init(dictionaryLiteral members: (String, JSONTree)...) {
    self = .object(members.map { (name: $0.0, value: $0.1) })
  }
  package init(arrayLiteral elements: JSONTree...) { self = .array(elements) }
  package init(stringLiteral text: String) { self = .text(text) }
  package init(integerLiteral number: Int) { self = .integer(number) }
  package init(booleanLiteral value: Bool) { self = .boolean(value) }
}
