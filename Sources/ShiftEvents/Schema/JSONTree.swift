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

extension JSONTree {
  /// Reads a JSON text as the log's reader does: strictly. `nil` where it is none.
  package init?(parsing text: [UInt8]) {
    var reader = JSONReader()
    unsafe text.withUnsafeBytes { unsafe reader.begin(copying: $0) }
    guard (try? reader.indexText(orRefuse: "")) != nil else { return nil }
    self = reader.tree(at: reader.objectRange)
  }

  /// The value of a member of an object.
  package subscript(_ name: String) -> JSONTree? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.name == name }?.value
  }

  package var text: String? { if case .text(let text) = self { text } else { nil } }
  package var integer: Int? { if case .integer(let number) = self { number } else { nil } }

  /// The value on one line, for messages.
  package var line: String { String(decoding: compact, as: UTF8.self) }

  /// The places at which two values differ, each with both; at most so many.
  ///
  /// - Parameter isPassedOver: whether a member of an object is not compared, by the path to the object and
  ///   the member's name.
  package static func differences(
    _ first: JSONTree, _ second: JSONTree, limit: Int,
    passingOver isPassedOver: (_ path: String, _ name: String, _ isInSecondAlone: Bool) -> Bool
  ) -> [(path: String, first: JSONTree?, second: JSONTree?)] {
    var found: [(path: String, first: JSONTree?, second: JSONTree?)] = []
    func compare(_ first: JSONTree?, _ second: JSONTree?, _ path: String) {
      if found.count >= limit { return }
      switch (first, second) {
      case (.object(let old)?, .object(let new)?):
        for (name, value) in old where !isPassedOver(path, name, false) {
          compare(value, second?[name], "\(path).\(name)")
        }
        for (name, value) in new where first?[name] == nil && !isPassedOver(path, name, true) {
          compare(nil, value, "\(path).\(name)")
        }
      case (.array(let old)?, .array(let new)?):
        for index in 0..<max(old.count, new.count) {
          compare(
            index < old.count ? old[index] : nil, index < new.count ? new[index] : nil,
            "\(path)[\(index)]")
        }
      default: if first != second { found.append((String(path.dropFirst()), first, second)) }
      }
    }
    compare(first, second, "")
    return found
  }
}

extension JSONReader {
  fileprivate mutating func tree(at range: Range<Int>) -> JSONTree {
    switch kind(at: range.lowerBound) {
    case .object:
      offset = range.lowerBound
      guard let object = try? index(nesting: 0) else { return .null }
      let own = Array(members[object])
      members.removeSubrange(object)
      var parts: [(name: String, value: JSONTree)] = []
      for member in own { parts.append((string(member.name), tree(at: member.range))) }
      return .object(parts)
    case .array:
      var parts: [JSONTree] = []
      for element in elements(ofListAt: range) { parts.append(tree(at: element)) }
      return .array(parts)
    case .string:
      guard let text = text(at: range) else { return .null }
      return .text(string(text))
    case .number:
      let text = unsafe String(decoding: bytes(range), as: UTF8.self)
      return Int(text).map { JSONTree.integer($0) } ?? .number(Double(text) ?? 0)
    case .true: return .boolean(true)
    case .false: return .boolean(false)
    case .null: return .null
    }
  }
}
