/// Writes events as lines and links them into the chain of hashes.
struct EventEncoder {
  /// The lines written so far, each with its line feed.
  private(set) var buffer: [UInt8] = []
  /// The hash of the last line, which the next one continues.
  private(set) var hash: Digest

  init(continuing hash: Digest) { self.hash = hash }

  /// Appends one line.
  ///
  /// - Returns: the length of the line in bytes, line feed left out.
  @discardableResult
  mutating func append(_ envelope: Envelope, _ event: Event) -> Int {
    let start = buffer.count
    appendContent(envelope, event)
    let content = unsafe buffer.withUnsafeBytes {
      unsafe SHA256.hash(UnsafeRawBufferPointer(rebasing: $0[start...]))
    }
    hash = Digest.chain(previous: hash, content: content)
    buffer.append(contentsOf: ",\"hash\":\"".utf8)
    hash.appendHex(to: &buffer)
    buffer.append(contentsOf: "\"}".utf8)
    let length = buffer.count - start
    buffer.append(UInt8(ascii: "\n"))
    return length
  }

  /// Takes the last line away, which begins at `start` and continues `previousHash`.
  mutating func removeLast(from start: Int, previousHash: Digest) {
    buffer.removeLast(buffer.count - start)
    hash = previousHash
  }

  /// Everything of a line before its hash, on its own.
  mutating func content(_ envelope: Envelope, _ event: Event) -> [UInt8] {
    appendContent(envelope, event)
    return buffer
  }

  /// Everything of a line before its hash.
  private mutating func appendContent(_ envelope: Envelope, _ event: Event) {
    append("{\"specversion\":\"", Envelope.specificationVersion)
    buffer.append(contentsOf: "\",\"id\":".utf8)
    appendJSONString(envelope.id, to: &buffer)
    buffer.append(contentsOf: ",\"source\":".utf8)
    appendJSONString(envelope.source, to: &buffer)
    buffer.append(contentsOf: ",\"type\":".utf8)
    appendJSONString(event.typeName, to: &buffer)
    buffer.append(contentsOf: ",\"subject\":".utf8)
    appendJSONString(event.subject, to: &buffer)
    buffer.append(contentsOf: ",\"time\":".utf8)
    envelope.time.appendJSON(to: &buffer)
    buffer.append(contentsOf: ",\"sequence\":\"".utf8)
    envelope.sequence.append(to: &buffer)
    buffer.append(contentsOf: "\",\"actor\":".utf8)
    envelope.actor.appendJSON(to: &buffer)
    for attribute in envelope.attributes { append(attribute) }
    if envelope.more { buffer.append(contentsOf: ",\"more\":true".utf8) }
    buffer.append(contentsOf: ",\"data\":".utf8)
    appendData(of: event)
  }

  private mutating func append(_ text: String, _ rest: String) {
    buffer.append(contentsOf: text.utf8)
    buffer.append(contentsOf: rest.utf8)
  }

  private mutating func append(_ attribute: Attribute) {
    append(",\"", attribute.name)
    buffer.append(contentsOf: "\":".utf8)
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
      MemberWriter.appendObject(to: &buffer) { event.write(to: &$0) }
    }
  }
}

extension Event {
  /// The name of the type in the log, also of one that this version does not know.
  public var typeName: String {
    if case .unknown(let event) = self { event.type } else { type!.rawValue }
  }
}
