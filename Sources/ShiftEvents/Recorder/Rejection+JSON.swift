extension Rejection {
  /// The particulars as one object; empty where there is nothing to say.
  var particulars: RawJSON {
    var members = MemberWriter()
    for detail in details { members.member(detail.key.rawValue, detail.value) }
    return RawJSON(bytes: members.end())
  }
}

extension Rejection.Value: JSONWritable {
  func appendJSON(to buffer: inout some ByteSink) {
    switch self {
    case .text(let text): text.appendJSON(to: &buffer)
    case .number(let number): number.appendJSON(to: &buffer)
    case .list(let ids): ids.appendJSON(to: &buffer)
    }
  }
}
