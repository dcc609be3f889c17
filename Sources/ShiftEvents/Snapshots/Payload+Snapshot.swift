/// The payload of an event as a snapshot holds it: the object that a log has, with the subject before its members.
extension Payload {
  var inSnapshot: [UInt8] {
    var bytes: [UInt8] = []
    MemberWriter.appendObject(to: &bytes) { members in
      var subject = SubjectText()
      accept(&subject)
      members.required("subject", subject.text)
      accept(&members)
    }
    return bytes
  }

  init?(inSnapshot bytes: [UInt8]) {
    var reader = JSONReader()
    unsafe bytes.withUnsafeBytes { unsafe reader.begin(copying: $0) }
    do throws(Surprise) {
      reader.separator = UInt8(ascii: "{")
      guard reader.skipName("subject") else { return nil }
      reader.subject = (JSONText(offset: reader.offset, count: 0), .none)
      _ = try reader.quotedText()
      self = try Self(&reader, of: nil)
      try reader.expect("}")
    } catch {
      return nil
    }
  }
}

private struct SubjectText: EventVisitor {
  var text = ""

  mutating func subject(_ symbol: Symbol) { text = symbol.text }
  mutating func visit<Value: JSONWritable>(_: StaticString, _: Value, _: MemberTraits) {}
}
