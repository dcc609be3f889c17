/// The check for canonical form: members in order, no white space, each value in its only form. A
/// line in another form reads the same.
struct FormCheck {
  /// Returns the difference in words, or `nil` if the line is in form.
  func difference(of event: RecordedEvent) -> String? {
    if event.isCanonical { return nil }
    return unsafe event.line.withBytes { bytes in
      let isQuick = event.event.type != nil && event.unknownMembers == 0
      if isQuick, unsafe isAsEncoded(event, bytes) { return nil }
      return unsafe Self.generalDifference(bytes, knowsData: isQuick)
    }
  }

  private func isAsEncoded(_ event: RecordedEvent, _ bytes: UnsafeRawBufferPointer) -> Bool {
    let content = EventEncoder.content(
      Envelope(
        id: event.id, source: event.source, time: event.time, sequence: event.sequence,
        actor: event.actor, attributes: event.attributes, more: !event.isLastOfBatch), event.event)
    return unsafe bytes.count == content.count + HashSuffix.length && bytes.starts(with: content)
  }

  /// Checks lines with unknown members or types: order of the members, spaces and escapes.
  private static func generalDifference(
    _ bytes: UnsafeRawBufferPointer, knowsData: Bool
  ) -> String? {
    if knowsData { return "the line is not written in the documented form" }
    var reader = JSONReader()
    unsafe reader.begin(copying: bytes)
    guard (try? reader.indexText(orRefuse: "")) != nil else { return nil }
    var compact: [UInt8] = []
    let names = reader.members.map { reader.string($0.name) }
    reader.appendCompact(reader.objectRange, to: &compact)
    if unsafe !bytes.elementsEqual(compact) {
      return "the line has white space or escapes that it need not"
    }
    return isEnvelopeInOrder(names) ? nil : "the members of the line stand in another order"
  }

  /// Returns `true` if the members of the line stand in the documented order, with attributes sorted.
  private static func isEnvelopeInOrder(_ names: [String]) -> Bool {
    let known = EnvelopeWords.stored.map { "\($0)" }
    let attributes = names.filter { !known.contains($0) }.sorted()
    let expected =
      known.prefix(8).filter(names.contains) + attributes
      + known.dropFirst(8).filter(names.contains)
    return names == expected
  }
}

extension JSONReader {
  /// Appends a value that was passed over before, without white space, strings with the fewest
  /// escapes.
  fileprivate mutating func appendCompact(_ range: Range<Int>, to buffer: inout [UInt8]) {
    switch kind(at: range.lowerBound) {
    case .string: if let text = text(at: range) { appendJSONString(string(text), to: &buffer) }
    case .array:
      buffer.append(UInt8(ascii: "["))
      for (index, element) in elements(ofListAt: range).enumerated() {
        if index > 0 { buffer.append(UInt8(ascii: ",")) }
        appendCompact(element, to: &buffer)
      }
      buffer.append(UInt8(ascii: "]"))
    case .object:
      offset = range.lowerBound
      let found = (try? index(nesting: 0)) ?? 0..<0
      buffer.append(UInt8(ascii: "{"))
      for (index, member) in members[found].enumerated() {
        if index > 0 { buffer.append(UInt8(ascii: ",")) }
        appendJSONString(string(member.name), to: &buffer)
        buffer.append(UInt8(ascii: ":"))
        appendCompact(member.range, to: &buffer)
      }
      buffer.append(UInt8(ascii: "}"))
    default: unsafe buffer.append(contentsOf: bytes(range))
    }
  }
}
