/// Writes events as lines and links them into the chain of hashes.
struct EventEncoder {
  /// The lines written so far, each with its line feed.
  private(set) var buffer: [UInt8] = []
  private(set) var hash: Digest

  init(continuing hash: Digest) { self.hash = hash }

  /// The contents of the last lines, whose hashes are still open.
  private var open: [Range<Int>] = []

  /// Appends one line.
  ///
  /// - Returns: the length of the line in bytes, line feed left out.
  @discardableResult
  mutating func append(_ envelope: Envelope, _ event: Event) -> Int {
    let bound = Self.lengthBound(envelope, event)
    appendOpen([EnvelopedEvent(envelope: envelope, event: event)].span, lengthBound: bound)
    return seal()[0].lengthBytes - 1
  }

  /// Appends lines with room for their hashes, which `seal()` fills in.
  ///
  /// - Parameter bound: bytes that the lines do not exceed together.
  mutating func appendOpen(_ events: Span<EnvelopedEvent>, lengthBound bound: Int) {
    let first = buffer.count
    open.reserveCapacity(events.count)
    let lines = unsafe [UInt8](unsafeUninitializedCapacity: bound) { room, count in
      var cursor = unsafe ByteCursor(UnsafeMutableRawBufferPointer(room))
      for index in events.indices {
        let start = first + cursor.count
        events[index].write(to: &cursor)
        open.append(start..<first + cursor.count)
        cursor.append(
          #","hash":"0000000000000000000000000000000000000000000000000000000000000000"}"#)
        cursor.append(UInt8(ascii: "\n"))
      }
      count = cursor.count
    }
    if buffer.isEmpty { buffer = lines } else { buffer += lines }
  }

  /// Fills in the hashes that are open, contents digested side by side.
  ///
  /// - Returns: of each line the length in bytes, line feed counted, and the hash.
  mutating func seal() -> [(lengthBytes: Int, hash: Digest)] {
    let contents = unsafe buffer.withUnsafeBytes { bytes in
      let lines = unsafe open.map { unsafe UnsafeRawBufferPointer(rebasing: bytes[$0]) }
      return unsafe SHA256.hash(lines)
    }
    let lines = zip(open, contents).map { line, content in
      hash = Digest.chain(previous: hash, content: content)
      hash.writeHex(to: &buffer, at: line.upperBound + HashSuffix.hashOffset)
      return (lengthBytes: line.count + HashSuffix.length + 1, hash: hash)
    }
    open.removeAll(keepingCapacity: true)
    return lines
  }

  /// Bytes that the line of an event never exceeds; quicker to find than its length.
  static func lengthBound(_ envelope: Envelope, _ event: Event) -> Int {
    var bound = LengthBound(bytes: 1024 + envelope.source.utf8.count)
    for attribute in envelope.attributes {
      bound.bytes += 64
      if case .string(let text) = attribute.value { bound.bytes += text.lengthBound }
    }
    if case .unknown(let event) = event {
      bound.bytes += event.type.lengthBound + event.subject.lengthBound + event.data.utf8.count
    }
    event.accept(&bound)
    return bound.bytes
  }

  static func content(_ envelope: Envelope, _ event: Event) -> [UInt8] {
    var content: [UInt8] = []
    content.append(atMost: lengthBound(envelope, event)) {
      EnvelopedEvent(envelope: envelope, event: event).write(to: &$0)
    }
    return content
  }
}

extension EnvelopedEvent {
  /// Everything of a line before its hash.
  fileprivate func write(to line: inout ByteCursor) {
    line.append(#"{"specversion":"1.0","id":"#)
    appendJSONString(envelope.id, to: &line)
    line.append(#","source":"#)
    appendJSONString(envelope.source, to: &line)
    line.append(#","type":"#)
    if case .unknown(let unknown) = event {
      appendJSONString(unknown.type, to: &line)
      line.append(#","subject":"#)
      appendJSONString(unknown.subject, to: &line)
    } else {
      line.append(UInt8(ascii: "\""))
      line.append(text: event.typeName)
      line.append(#"","subject":"#)
      // An identifier needs no escapes.
      UserID(event.subjectSymbol).appendJSON(to: &line)
    }
    line.append(#","time":"#)
    envelope.time.appendJSON(to: &line)
    line.append(#","sequence":""#)
    envelope.sequence.append(to: &line)
    line.append(#"","actor":"#)
    envelope.actor.appendJSON(to: &line)
    for attribute in envelope.attributes { Self.write(attribute, to: &line) }
    if envelope.more { line.append(#","more":true"#) }
    line.append(#","data":"#)
    if case .unknown(let unknown) = event {
      line.append(text: unknown.data)
    } else {
      MemberWriter.appendObject(to: &line) { event.accept(&$0) }
    }
  }

  private static func write(_ attribute: Attribute, to line: inout ByteCursor) {
    line.append(#",""#)
    line.append(text: attribute.name)
    line.append(#"":"#)
    switch attribute.value {
    case .string(let text): appendJSONString(text, to: &line)
    case .boolean(let value): value.appendJSON(to: &line)
    case .integer(let value): Int(value).appendJSON(to: &line)
    }
  }
}

/// Adds up what the members of an event may have in bytes.
private struct LengthBound: EventVisitor {
  var bytes: Int

  @inline(__always)
  mutating func visit<Value: JSONWritable>(_: StaticString, _ value: Value, _: MemberTraits) {
    // A name has no more than 20.
    bytes += 24 + value.lengthBound
  }
}

extension Event {
  /// The name of the type in the log, also of one that this version does not know.
  public var typeName: String {
    if case .unknown(let event) = self { event.type } else { type!.rawValue }
  }
}

/// The end of a line that links it into the chain: `,"hash":"<64 digits>"}`.
package struct HashSuffix {
  /// The number of bytes before it; their digest is the line's content.
  var contentLength: Int
  package var hash: Digest

  /// The offset of the digits in it.
  static let hashOffset = 9
  static let length = hashOffset + Digest.hexLength + 2

  /// `,"hash":` as one word.
  private static let opening: UInt64 = unsafe Array(",\"hash\":".utf8).withUnsafeBytes {
    unsafe $0.load(as: UInt64.self)
  }

  /// - Returns: `nil` where the line ends otherwise.
  package init?(_ line: UnsafeRawBufferPointer) {
    contentLength = line.count - Self.length
    guard contentLength > 0 else { return nil }
    let suffix = unsafe UnsafeRawBufferPointer(rebasing: line[contentLength...])
    guard unsafe suffix.loadUnaligned(as: UInt64.self) == Self.opening,
      unsafe suffix[Self.hashOffset - 1] == UInt8(ascii: "\""),
      unsafe suffix[Self.length - 2] == UInt8(ascii: "\""),
      unsafe suffix[Self.length - 1] == UInt8(ascii: "}"),
      let hash = unsafe Digest(
        hex: UnsafeRawBufferPointer(
          rebasing: suffix[Self.hashOffset..<Self.hashOffset + Digest.hexLength]))
    else { return nil }
    self.hash = hash
  }
}
