/// A member of a type's `data` as submissions may have it.
///
/// On disk. Never rename a field; add optional ones; a changed meaning is a new event type.
struct Field: Sendable {
  let name: StaticString
  /// The type in which it is submitted.
  let type: any PayloadValue.Type
  var traits: MemberTraits

  var presence: MemberTraits.Presence { traits.presence }
  var isRemovable: Bool { traits.isRemovable }

  /// Checks a value and gives it in the only form in which a log would hold it.
  func given(
    at index: Int, _ scanner: inout JSONScanner
  ) throws(PayloadFault) -> GivenMember {
    var form: [UInt8] = []
    var identifiers: [Symbol] = []
    let token = scanner.tokens[index]
    if isRemovable && token.kind == .null { return given(Array("null".utf8), []) }
    do {
      identifiers = try type.appendCanonical(at: index, &scanner, to: &form)
    } catch {
      throw PayloadFault(
        code: error.code, range: error.range,
        message: "\"\(name)\" \(error.message), found \(scanner.excerpt(error.range))")
    }
    if let range = traits.range, let value = Int(String(decoding: form, as: UTF8.self)),
      !range.contains(value)
    {
      throw .invalid(
        token,
        "\"\(name)\" must be a whole number from \(range.lowerBound) to \(range.upperBound), found "
          + scanner.excerpt(token.range))
    }
    if traits.isName && token.range.isEmpty {
      throw .invalid(token, "\"\(name)\" must not be empty")
    }
    return given(form, identifiers)
  }

  private func given(_ form: [UInt8], _ identifiers: [Symbol]) -> GivenMember {
    GivenMember(name: name, value: form[...], presence: presence, identifiers: identifiers)
  }
}

extension PayloadValue {
  fileprivate static func appendCanonical(
    at index: Int, _ scanner: inout JSONScanner, to buffer: inout [UInt8]
  ) throws(PayloadFault) -> [Symbol] {
    let value = try read(index, &scanner).canonical
    value.appendJSON(to: &buffer)
    return value.identifiers
  }

  /// The value as a log has it: lists of ids in byte order.
  fileprivate var canonical: Self {
    (self as? any SortableList)?.sortedList as? Self ?? self
  }
}

private protocol SortableList { var sortedList: Self { get } }

extension Array: SortableList where Element: Identifier {
  fileprivate var sortedList: [Element] { sorted() }
}
