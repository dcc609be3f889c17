// Members that are read from an event's line only on request.

extension RecordedEvent {
  /// The submitter's id of the event; unique in the log together with `source`.
  public var id: String {
    unsafe withSourceAndID { _, id in unsafe String(decoding: id, as: UTF8.self) }
  }

  /// The program that submitted it, a URI reference.
  public var source: String {
    unsafe withSourceAndID { source, _ in unsafe String(decoding: source, as: UTF8.self) }
  }

  /// Further attributes of CloudEvents, in alphabetical order.
  public var attributes: [Attribute] {
    line.read { reader in
      for word in EnvelopeWords.stored { _ = reader.find(word) }
      return try? reader.unaskedAttributes()
    } ?? []
  }

  /// The hash that links the event to all before it.
  public var hash: Digest { line.hash }

  /// The line as it stands in the log, without its line feed.
  public var json: String { unsafe line.withBytes { unsafe String(decoding: $0, as: UTF8.self) } }
}

extension RecordedLine {
  /// The hash that the line states; every writer puts it at the end.
  var hash: Digest {
    unsafe withBytes { unsafe HashSuffix($0)?.hash }
      ?? read { reader in try? reader.required(indexed: "hash") } ?? .zero
  }

  /// The decoder has read every member of the line, so nothing here fails.
  fileprivate func read<Value>(_ body: (inout JSONReader) -> Value?) -> Value? {
    var reader = JSONReader()
    reader.take(block)
    reader.begin(range)
    guard (try? reader.indexText(orRefuse: "")) != nil else { return nil }
    return body(&reader)
  }
}

extension RecordedEvent {
  func withSourceAndID<Result>(
    _ body: (UnsafeRawBufferPointer, UnsafeRawBufferPointer) -> Result
  ) -> Result {
    var reader = JSONReader()
    reader.take(line.block)
    reader.begin(line.range)
    let (source, id) = reader.sourceAndID()
    // A text with an escape lies in memory of the reader.
    return withExtendedLifetime(reader) { unsafe body(reader.bytes(source), reader.bytes(id)) }
  }
}

extension JSONReader {
  /// The texts of `source` and `id`, in the line of an event that was read before.
  fileprivate mutating func sourceAndID() -> (JSONText, JSONText) {
    do throws(Mismatch) {
      try expect(#"{"specversion":"1.0","id":""#)
      let id = try plainText()
      try expect(#","source":"#)
      return (try quotedText(), id)
    } catch {}
    guard (try? indexText(orRefuse: "")) != nil, let id = find("id"), let source = find("source"),
      let idText = text(of: id), let sourceText = text(of: source)
    else { return (JSONText(), JSONText()) }
    return (sourceText, idText)
  }
}
