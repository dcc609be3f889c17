extension RecordedEvent {
  func withSourceAndID<Result>(
    _ body: (UnsafeRawBufferPointer, UnsafeRawBufferPointer) -> Result
  ) -> Result {
    var reader = JSONReader()
    reader.take(line.block)
    reader.begin(line.range)
    let (source, id) = reader.sourceAndID()
    return unsafe body(reader.bytes(source), reader.bytes(id))
  }
}

extension JSONReader {
  /// The texts of `source` and `id`, in the line of an event that was read before.
  fileprivate mutating func sourceAndID() -> (JSONText, JSONText) {
    do throws(Surprise) {
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
