/// The payload of an event as a snapshot holds it: the object that a log has, with the subject before its members.
extension Payload {
  var inSnapshot: [UInt8] {
    var bytes: [UInt8] = []
    MemberWriter.appendObject(to: &bytes) { members in
      var subject = SubjectSymbol()
      accept(&subject)
      members.required("subject", subject.symbol.text)
      accept(&members)
    }
    return bytes
  }

  init?(inSnapshot bytes: [UInt8]) {
    var reader = JSONReader()
    unsafe bytes.withUnsafeBytes { unsafe reader.begin(copying: $0) }
    guard (try? reader.indexText(orRefuse: "")) != nil, let subject = reader.find("subject"),
      case let place = JSONText(offset: subject.range.lowerBound, count: 0)
    else { return nil }
    reader.subject = (place, .none)
    guard let payload = try? Self(&reader, of: nil) else { return nil }
    self = payload
  }
}
