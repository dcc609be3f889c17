extension Rejection {
  /// The particulars as one object; empty where there is nothing to say.
  struct Particulars: JSONWritable {
    let details: [Detail]

    func appendJSON(to buffer: inout some ByteSink) {
      MemberWriter.appendObject(to: &buffer) { members in
        for detail in details { members.member(detail.key.rawValue, detail.value) }
      }
    }
  }

  var particulars: Particulars { Particulars(details: details) }
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
