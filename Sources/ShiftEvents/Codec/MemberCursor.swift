/// How far the reading of an object's members has come.
///
/// Members mostly stand in the order in which they are asked for, so each search begins behind the
/// member found last and goes round once.
struct MemberCursor {
  /// The token of the object; -1 for one that was left out.
  var object = 0
  /// The token of the key to look at first.
  var nextKey = 0
  /// How many members were asked for and found; the others are unknown to the reader.
  var found = 0
}

extension JSONScanner {
  /// Begins to read the members of the object at `index`.
  mutating func beginObject(_ index: Int) {
    members = MemberCursor(object: index, nextKey: index + 1)
  }

  /// Members of the object that nobody asked for.
  var unaskedMembers: Int { Int(tokens[members.object].count) - members.found }

  /// The token of the value under `key`.
  mutating func find(_ key: StaticString) -> Int? {
    guard members.object >= 0 else { return nil }
    let object = tokens[members.object]
    var candidate = members.nextKey
    for _ in 0..<object.count {
      if candidate >= Int(object.next) { candidate = members.object + 1 }
      let value = candidate + 1
      if isText(of: tokens[candidate], key) {
        members.nextKey = Int(tokens[value].next)
        members.found += 1
        return value
      }
      candidate = Int(tokens[value].next)
    }
    return nil
  }

  /// Reads a member that must be there.
  mutating func required<Value: PayloadValue>(_ key: StaticString) throws(PayloadFault) -> Value {
    guard let value: Value = try optional(key) else {
      throw PayloadFault(
        code: .missingField, range: tokens[max(members.object, 0)].range,
        message: "\"\(key)\" is missing")
    }
    return value
  }

  /// Reads a member that may be left out.
  mutating func optional<Value: PayloadValue>(_ key: StaticString) throws(PayloadFault) -> Value? {
    guard let index = find(key) else { return nil }
    do {
      return try Value.read(index, &self)
    } catch {
      throw PayloadFault(
        code: error.code, range: error.range,
        message: "\"\(key)\" \(error.message), found \(excerpt(error.range))")
    }
  }
}

extension JSONScanner {
  /// What stands in the scanned text, cut short, for messages.
  func excerpt(_ range: Range<Int>) -> String {
    let shown = unsafe range.clamped(to: 0..<bytes.count).prefix(48)
    let text = unsafe String(decoding: bytes[shown], as: UTF8.self)
    return shown.count < range.count ? text + "…" : text
  }
}

/// Writes the members of `data` in the order in which they are given.
struct MemberWriter {
  private(set) var buffer: [UInt8]
  private var isFirst = true

  /// Begins an object of its own.
  init() {
    buffer = []
    // Most objects fit; growing to it from nothing costs five times as much.
    buffer.reserveCapacity(224)
    buffer.append(UInt8(ascii: "{"))
  }

  /// Appends an object to `buffer`, whose bytes stay where they are.
  static func appendObject(to buffer: inout [UInt8], _ body: (inout MemberWriter) -> Void) {
    var writer = MemberWriter(buffer: [])
    swap(&writer.buffer, &buffer)
    writer.buffer.append(UInt8(ascii: "{"))
    body(&writer)
    writer.buffer.append(UInt8(ascii: "}"))
    swap(&writer.buffer, &buffer)
  }

  private init(buffer: [UInt8]) { self.buffer = buffer }

  mutating func required(_ key: StaticString, _ value: some PayloadValue) {
    if !isFirst { buffer.append(UInt8(ascii: ",")) }
    isFirst = false
    buffer.append(UInt8(ascii: "\""))
    key.withUTF8Buffer { unsafe buffer.append(contentsOf: $0) }
    buffer.append(UInt8(ascii: "\""))
    buffer.append(UInt8(ascii: ":"))
    value.appendJSON(to: &buffer)
  }

  mutating func optional(_ key: StaticString, _ value: (some PayloadValue)?) {
    if let value { required(key, value) }
  }

  /// Adds an attribute of CloudEvents.
  mutating func add(_ attribute: Attribute) {
    if !isFirst { buffer.append(UInt8(ascii: ",")) }
    isFirst = false
    appendJSONString(attribute.name, to: &buffer)
    buffer.append(UInt8(ascii: ":"))
    switch attribute.value {
    case .string(let text): text.appendJSON(to: &buffer)
    case .boolean(let value): value.appendJSON(to: &buffer)
    case .integer(let value): Int(value).appendJSON(to: &buffer)
    }
  }

  mutating func list(_ key: StaticString, _ values: [some PayloadValue]) {
    if !values.isEmpty { required(key, values) }
  }

  /// Ends the object with `data` as its last member, left out where it has no members.
  consuming func end(with data: consuming MemberWriter) -> [UInt8] {
    if !data.isFirst {
      buffer.append(contentsOf: ",\"data\":".utf8)
      buffer += data.end()
    }
    return end()
  }

  /// Ends the object and hands over all that was written.
  consuming func end() -> [UInt8] {
    buffer.append(UInt8(ascii: "}"))
    return buffer
  }
}

extension JSONScanner {
  /// Begins to read an object that was left out.
  mutating func beginEmptyObject() { members = MemberCursor(object: -1) }

  var isEmptyObject: Bool { members.object < 0 || tokens[members.object].count == 0 }
}
