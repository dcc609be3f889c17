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
}

extension JSONTree {
  /// The places at which two values differ, each with both; at most so many.
  ///
  /// - Parameter isPassedOver: whether a member of an object is not compared, by the path to the object and
  ///   the member's name.
  package static func differences(
    _ first: JSONTree, _ second: JSONTree, limit: Int,
    passingOver isPassedOver: (_ path: String, _ name: String) -> Bool
  ) -> [(path: String, first: JSONTree?, second: JSONTree?)] {
    var found: [(path: String, first: JSONTree?, second: JSONTree?)] = []
    func compare(_ first: JSONTree?, _ second: JSONTree?, _ path: String) {
      if found.count >= limit { return }
      switch (first, second) {
      case (.object(let old)?, .object(let new)?):
        for (name, value) in old where !isPassedOver(path, name) {
          compare(value, second?[name], "\(path).\(name)")
        }
        for (name, value) in new where !isPassedOver(path, name) && first?[name] == nil {
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
