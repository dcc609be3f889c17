/// What one member of a type's `data` is, for judging the shape of submissions.
///
/// On disk. Never rename a field; add optional ones; a changed meaning is a new event type.
struct Field: Sendable {
  enum Presence: Sendable {
    /// Submitted always.
    case required
    /// Submitted or left out.
    case optional
    /// Added by the rules; a submission may state what it expects.
    case fact
  }

  let name: StaticString
  let type: any PayloadValue.Type
  let presence: Presence
  /// For whole numbers without an error code of their own.
  var range: ClosedRange<Int>?
  /// A text that must not be empty.
  var isName = false
  /// `null` may be submitted for it.
  var isRemovable = false

  init(
    _ name: StaticString, _ type: any PayloadValue.Type, _ presence: Presence = .required,
    in range: ClosedRange<Int>? = nil, isName: Bool = false, isRemovable: Bool = false
  ) {
    self.name = name
    self.type = type
    self.presence = presence
    self.range = range
    self.isName = isName
    self.isRemovable = isRemovable
  }

  /// Checks a value and gives the only form in which a log would hold it.
  func canonicalValue(
    at index: Int, _ scanner: inout JSONScanner
  ) throws(PayloadFault) -> [UInt8] {
    var form: [UInt8] = []
    let token = scanner.tokens[index]
    if isRemovable && token.kind == .null { return Array("null".utf8) }
    do {
      try type.appendCanonical(at: index, &scanner, to: &form)
    } catch {
      throw PayloadFault(
        code: error.code, range: error.range,
        message: "\"\(name)\" \(error.message), found \(scanner.excerpt(error.range))")
    }
    if let range, let value = Int(String(decoding: form, as: UTF8.self)), !range.contains(value) {
      throw .invalid(
        token,
        "\"\(name)\" must be a whole number from \(range.lowerBound) to \(range.upperBound), found "
          + scanner.excerpt(token.range))
    }
    if isName && token.range.isEmpty { throw .invalid(token, "\"\(name)\" must not be empty") }
    return form
  }
}

extension PayloadValue {
  fileprivate static func appendCanonical(
    at index: Int, _ scanner: inout JSONScanner, to buffer: inout [UInt8]
  ) throws(PayloadFault) {
    try read(index, &scanner).canonical.appendJSON(to: &buffer)
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
