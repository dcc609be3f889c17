/// Whether a line is written the one way in which a writer writes it: members in order, no white
/// space, each value in its only form. A line that is not reads the same.
struct FormCheck {
  /// What differs, or `nil` where the line is in form.
  func difference(of event: RecordedEvent) -> String? {
    // The canonical reader takes one form only, but for what facts stand where they may be left out.
    if event.isCanonical && !event.event.hasMovingMembers { return nil }
    return unsafe event.line.withBytes { bytes in
      let isQuick = event.event.type != nil && event.unknownMembers == 0
      if isQuick, unsafe isAsEncoded(event, bytes) { return nil }
      return unsafe Self.generalDifference(bytes, knowsData: isQuick)
    }
  }

  private func isAsEncoded(_ event: RecordedEvent, _ bytes: UnsafeRawBufferPointer) -> Bool {
    var encoder = EventEncoder(continuing: .zero)
    let content = encoder.content(
      Envelope(
        id: event.id, source: event.source, time: event.time, sequence: event.sequence,
        actor: event.actor, attributes: event.attributes, more: !event.isLastOfBatch),
      event.event)
    return unsafe bytes.count == content.count + HashSuffix.length && bytes.starts(with: content)
  }

  /// For lines with what this version does not know: order of the members, spaces and escapes.
  private static func generalDifference(
    _ bytes: UnsafeRawBufferPointer, knowsData: Bool
  ) -> String? {
    if knowsData { return "the line is not written in the documented form" }
    var scanner = JSONScanner()
    guard (try? unsafe scanner.scan(bytes)) != nil else { return nil }
    var compact: [UInt8] = []
    scanner.appendCompact(0, to: &compact)
    if unsafe !bytes.elementsEqual(compact) {
      return "the line has white space or escapes that it need not"
    }
    return scanner.hasEnvelopeInOrder ? nil : "the members of the line stand in another order"
  }
}

extension Event {
  /// Whether a member's place, or whether it is there at all, depends on the others.
  fileprivate var hasMovingMembers: Bool {
    if case .shiftScheduled(let event) = self { return event.closedRequest != nil }
    if case .shiftAccepted(let event) = self { return event.closedRequest != nil }
    if case .shiftApproved(let event) = self { return event.closedRequest != nil }
    if case .hoursRecorded(let event) = self { return event.start != nil || event.end != nil }
    return false
  }
}

extension JSONScanner {
  /// Appends the value at `index` without white space, strings with the fewest escapes.
  fileprivate func appendCompact(_ index: Int, to buffer: inout [UInt8]) {
    let token = tokens[index]
    switch token.kind {
    case .string: appendJSONString(text(of: token), to: &buffer)
    case .object, .array:
      let isObject = token.kind == .object
      buffer.append(UInt8(ascii: isObject ? "{" : "["))
      var child = index + 1
      for number in 0..<token.count {
        if number > 0 { buffer.append(UInt8(ascii: ",")) }
        if isObject {
          appendCompact(child, to: &buffer)
          buffer.append(UInt8(ascii: ":"))
          child += 1
        }
        appendCompact(child, to: &buffer)
        child = Int(tokens[child].next)
      }
      buffer.append(UInt8(ascii: isObject ? "}" : "]"))
    default: unsafe buffer.append(contentsOf: bytes[token.range])
    }
  }

  /// Whether the members of the line stand as documented, attributes in alphabetical order between.
  fileprivate var hasEnvelopeInOrder: Bool {
    var names: [String] = []
    var key = 1
    for _ in 0..<tokens[0].count {
      names.append(text(of: tokens[key]))
      key = Int(tokens[key + 1].next)
    }
    let known = EnvelopeWords.stored.map { "\($0)" }
    let attributes = names.filter { !known.contains($0) }.sorted()
    let expected =
      known.prefix(8).filter(names.contains) + attributes
      + known.dropFirst(8).filter(names.contains)
    return names == expected
  }
}
