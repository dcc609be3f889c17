import Foundation

/// JSON with its members in the order of the text, for well-formed input.
enum OrderedJSON {
  case object([(key: String, value: OrderedJSON)])
  case array([OrderedJSON])
  case string(String)
  /// A number, `true`, `false` or `null`, as it stands.
  case bare(String)

  init(_ text: String) {
    var (isQuoted, isEscaped) = (false, false)
    // White space between members says nothing.
    let bytes = text.utf8.filter { byte in
      if !isEscaped, byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      isEscaped = isQuoted && !isEscaped && byte == UInt8(ascii: "\\")
      return isQuoted || byte > UInt8(ascii: " ")
    }
    var reader = Reader(bytes: Array(bytes))
    self = reader.value()
  }

  var keys: [String] {
    if case .object(let members) = self { members.map(\.key) } else { [] }
  }

  subscript(key: String) -> OrderedJSON? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.key == key }?.value
  }

  var elements: [OrderedJSON] { if case .array(let elements) = self { elements } else { [] } }

  var text: String {
    switch self {
    case .string(let text), .bare(let text): text
    case .array(let elements): "[" + elements.map(\.text).joined(separator: ",") + "]"
    case .object(let members): "{" + members.map { "\($0.key):\($0.value.text)" }.joined() + "}"
    }
  }

  var number: Int? { if case .bare(let text) = self { Int(text) } else { nil } }
}

private struct Reader {
  let bytes: [UInt8]
  var index = 0

  mutating func value() -> OrderedJSON {
    switch bytes[index] {
    case UInt8(ascii: "{"): return .object(members())
    case UInt8(ascii: "["): return .array(elements())
    case UInt8(ascii: "\""): return .string(string())
    default:
      let start = index
      while index < bytes.count, !",]}".utf8.contains(bytes[index]) { index += 1 }
      return .bare(String(decoding: bytes[start..<index], as: UTF8.self))
    }
  }

  private mutating func members() -> [(key: String, value: OrderedJSON)] {
    var members: [(key: String, value: OrderedJSON)] = []
    index += 1
    while bytes[index] != UInt8(ascii: "}") {
      if bytes[index] == UInt8(ascii: ",") { index += 1 }
      let key = string()
      index += 1
      members.append((key, value()))
    }
    index += 1
    return members
  }

  private mutating func elements() -> [OrderedJSON] {
    var elements: [OrderedJSON] = []
    index += 1
    while bytes[index] != UInt8(ascii: "]") {
      if bytes[index] == UInt8(ascii: ",") { index += 1 }
      elements.append(value())
    }
    index += 1
    return elements
  }

  private mutating func string() -> String {
    let start = index
    index += 1
    while bytes[index] != UInt8(ascii: "\"") {
      index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    index += 1
    let quoted = Data(bytes[start..<index])
    return try! JSONDecoder().decode(String.self, from: quoted)
  }
}
