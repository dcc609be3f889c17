/// Writes events as lines and links them into the chain of hashes.
struct EventEncoder {
  /// The lines written so far, each with its line feed.
  private(set) var buffer: [UInt8] = []
  /// The hash of the last line, which the next one continues.
  private(set) var hash: Digest

  init(continuing hash: Digest) { self.hash = hash }

  /// The contents of the last lines, whose hashes are still open.
  private var open: [Range<Int>] = []

  /// Makes room for the given number of further bytes.
  mutating func reserve(_ lengthBytes: Int) { buffer.reserveCapacity(buffer.count + lengthBytes) }

  /// Appends one line.
  ///
  /// - Returns: the length of the line in bytes, line feed left out.
  @discardableResult
  mutating func append(_ envelope: Envelope, _ event: Event) -> Int {
    appendOpen(envelope, event)
    return seal()[0].lengthBytes - 1
  }

  /// Appends one line with room for its hash, which `seal()` fills in.
  mutating func appendOpen(_ envelope: Envelope, _ event: Event) {
    let start = buffer.count
    appendContent(envelope, event)
    open.append(start..<buffer.count)
    buffer.append(
      #","hash":"0000000000000000000000000000000000000000000000000000000000000000"}"#)
    buffer.append(UInt8(ascii: "\n"))
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

  /// Everything of a line before its hash, on its own.
  mutating func content(_ envelope: Envelope, _ event: Event) -> [UInt8] {
    appendContent(envelope, event)
    return buffer
  }

  /// Everything of a line before its hash.
  private mutating func appendContent(_ envelope: Envelope, _ event: Event) {
    buffer.append(#"{"specversion":"1.0","id":"#)
    appendJSONString(envelope.id, to: &buffer)
    buffer.append(#","source":"#)
    appendJSONString(envelope.source, to: &buffer)
    buffer.append(#","type":"#)
    appendJSONString(event.typeName, to: &buffer)
    buffer.append(#","subject":"#)
    appendSubject(of: event)
    buffer.append(#","time":"#)
    envelope.time.appendJSON(to: &buffer)
    buffer.append(#","sequence":""#)
    envelope.sequence.append(to: &buffer)
    buffer.append(#"","actor":"#)
    envelope.actor.appendJSON(to: &buffer)
    for attribute in envelope.attributes { append(attribute) }
    if envelope.more { buffer.append(#","more":true"#) }
    buffer.append(#","data":"#)
    appendData(of: event)
  }

  /// An identifier needs no escapes.
  private mutating func appendSubject(of event: Event) {
    if case .unknown(let unknown) = event { return appendJSONString(unknown.subject, to: &buffer) }
    UserID(event.subjectSymbol).appendJSON(to: &buffer)
  }

  private mutating func append(_ attribute: Attribute) {
    buffer.append(#",""#)
    buffer.append(contentsOf: attribute.name.utf8)
    buffer.append(#"":"#)
    switch attribute.value {
    case .string(let text): appendJSONString(text, to: &buffer)
    case .boolean(let value): value.appendJSON(to: &buffer)
    case .integer(let value): Int(value).appendJSON(to: &buffer)
    }
  }

  private mutating func appendData(of event: Event) {
    if case .unknown(let unknown) = event {
      buffer.append(contentsOf: unknown.data.utf8)
    } else {
      MemberWriter.appendObject(to: &buffer) { event.accept(&$0) }
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

extension [UInt8] {
  /// Appends words of the format.
  @inline(__always)
  mutating func append(_ text: StaticString) {
    text.withUTF8Buffer { unsafe append(contentsOf: $0) }
  }
}
