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
  mutating func required<Value: JSONReadable>(_ key: StaticString) throws(PayloadFault) -> Value {
    guard let value: Value = try optional(key) else {
      throw PayloadFault(
        code: .missingField, range: tokens[max(members.object, 0)].range,
        message: "\"\(key)\" is missing")
    }
    return value
  }

  /// Reads a member that may be left out.
  mutating func optional<Value: JSONReadable>(_ key: StaticString) throws(PayloadFault) -> Value? {
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

extension JSONScanner {
  /// Begins to read an object that was left out.
  mutating func beginEmptyObject() { members = MemberCursor(object: -1) }

  var isEmptyObject: Bool { members.object < 0 || tokens[members.object].count == 0 }
}
