/// Which members a submission has: the faults that come before any look at values.
struct SubmissionShape {
  private(set) var subject: Int?
  private(set) var data: Int?
  private var type: Int?
  private var actor: Int?

  /// Whether `ref`, which is the session's and not the log's, may be there.
  let allowsReference: Bool

  init(_ scanner: inout JSONScanner, allowsReference: Bool) {
    self.allowsReference = allowsReference
    scanner.beginObject(0)
    type = scanner.find("type")
    subject = scanner.find("subject")
    actor = scanner.find("actor")
    data = scanner.find("data")
  }

  /// The type, once no member is unknown to it, reserved or missing.
  func checkedType(_ scanner: inout JSONScanner) throws(InvalidSubmission) -> EventType {
    let type = try knownType(&scanner)
    try checkReserved(type, &scanner)
    try checkNames(type, &scanner)
    guard self.type != nil, subject != nil, actor != nil else {
      let name = self.type == nil ? "type" : actor == nil ? "actor" : "subject"
      throw InvalidSubmission(.missingField, "\"\(name)\" is missing", at: scanner.tokens[0].range)
    }
    guard let type else {
      throw InvalidSubmission(
        .invalidField, "\"type\" must be a text in quotes",
        at: scanner.tokens[self.type!].range)
    }
    try checkRequired(type, &scanner)
    return type
  }

  /// `nil` where the type is missing or no text: that is found later.
  private func knownType(_ scanner: inout JSONScanner) throws(InvalidSubmission) -> EventType? {
    guard let index = type, scanner.tokens[index].kind == .string else { return nil }
    let token = scanner.tokens[index]
    if let type = unsafe scanner.withText(of: token, { unsafe EventType(name: $0) }) { return type }
    throw InvalidSubmission(
      .unknownType, "there is no event type \"\(scanner.text(of: token))\"",
      at: token.written)
  }

  // MARK: - Reserved

  private static let reservedMembers: [StaticString] = [
    "sequence", "hash", "more", "profile", "ref", "op",
  ]

  private func checkReserved(
    _ type: EventType?, _ scanner: inout JSONScanner
  ) throws(InvalidSubmission) {
    scanner.beginObject(0)
    for name in Self.reservedMembers where !(allowsReference && name.isEqual(to: "ref")) {
      if let index = scanner.find(name) { throw reserved("\"\(name)\"", scanner.tokens[index]) }
    }
    if type == .shiftSkipped {
      throw reserved("the type \"\(EventType.shiftSkipped.rawValue)\"", scanner.tokens[self.type!])
    }
    if let actor { try checkUser(actor, scanner) }
    if let type, let subject, type.subjectKind == UserID.self { try checkUser(subject, scanner) }
    guard let data, scanner.tokens[data].kind == .object else { return }
    scanner.beginObject(data)
    if let index = scanner.find("profile") { throw reserved("\"profile\"", scanner.tokens[index]) }
    for field in type?.fields ?? [] where field.type == UserID.self {
      if let index = scanner.find(field.name) { try checkUser(index, scanner) }
    }
  }

  private func checkUser(_ index: Int, _ scanner: JSONScanner) throws(InvalidSubmission) {
    if scanner.tokens[index].kind == .string, scanner.isText(of: scanner.tokens[index], "system") {
      throw reserved("the user \"system\"", scanner.tokens[index])
    }
  }

  private func reserved(_ what: String, _ token: JSONToken) -> InvalidSubmission {
    let fault = PayloadFault.invalid(token, "\(what) is reserved to the tool itself")
    return InvalidSubmission(.reserved, fault.message, at: fault.range)
  }

  // MARK: - Unknown and missing

  private func checkNames(
    _ type: EventType?, _ scanner: inout JSONScanner
  ) throws(InvalidSubmission) {
    try forEachKey(of: 0, scanner) { key throws(InvalidSubmission) in
      if EnvelopeWords.submitted.contains(where: { scanner.isText(of: key, $0) }) { return }
      if unsafe scanner.withText(of: key, { unsafe isAttributeName($0) }) { return }
      throw InvalidSubmission(
        .unknownField, "\"\(scanner.text(of: key))\" is no member of a submission", at: key.written)
    }
    guard let type, let data, scanner.tokens[data].kind == .object else { return }
    let fields = type.fields
    try forEachKey(of: data, scanner) { key throws(InvalidSubmission) in
      if fields.contains(where: { scanner.isText(of: key, $0.name) }) { return }
      throw InvalidSubmission(
        .unknownField, "\(type.rawValue) has no \"\(scanner.text(of: key))\" in its data",
        at: key.written)
    }
  }

  private func forEachKey(
    of object: Int, _ scanner: JSONScanner,
    _ body: (JSONToken) throws(InvalidSubmission) -> Void
  ) throws(InvalidSubmission) {
    var key = object + 1
    for _ in 0..<scanner.tokens[object].count {
      try body(scanner.tokens[key])
      key = Int(scanner.tokens[key + 1].next)
    }
  }

  private func checkRequired(
    _ type: EventType, _ scanner: inout JSONScanner
  ) throws(InvalidSubmission) {
    if let data, scanner.tokens[data].kind != .object { return }
    if let data { scanner.beginObject(data) } else { scanner.beginEmptyObject() }
    let place = scanner.tokens[data ?? 0].range
    func missing(_ names: String) -> InvalidSubmission {
      InvalidSubmission(.missingField, "\(type.rawValue) needs \(names) in its data", at: place)
    }
    for field in type.fields where field.presence == .required {
      if scanner.find(field.name) == nil { throw missing("\"\(field.name)\"") }
    }
    if type.needsAnyField, scanner.isEmptyObject { throw missing("at least one member") }
    if type == .dealEdited,
      !type.fields.contains(where: {
        $0.presence != .fact && scanner.find($0.name) != nil
      })
    {
      throw missing("at least one member to change")
    }
    if type == .hoursRecorded { try checkWorkedTime(&scanner, missing) }
    if type == .dealPosted { try checkPrice(&scanner, missing) }
  }

  private func checkWorkedTime(
    _ scanner: inout JSONScanner, _ missing: (String) -> InvalidSubmission
  ) throws(InvalidSubmission) {
    let (start, end) = (scanner.find("start") != nil, scanner.find("end") != nil)
    if start != end { throw missing(start ? "\"end\"" : "\"start\"") }
    if !start && scanner.find("minutes") == nil {
      throw missing("\"minutes\", or \"start\" and \"end\"")
    }
  }
  /// An edit may give one of the two: the rules look at what it makes of the deal.
  private func checkPrice(
    _ scanner: inout JSONScanner, _ missing: (String) -> InvalidSubmission
  ) throws(InvalidSubmission) {
    let (price, currency) = (scanner.find("priceCents") != nil, scanner.find("currency") != nil)
    if price != currency { throw missing(price ? "\"currency\"" : "\"priceCents\"") }
  }
}

extension EventType {
  /// Types of which at least one optional member must be submitted.
  var needsAnyField: Bool {
    switch self {
    case .workplaceConfigured, .profileChanged, .dealEdited: true
    default: false
    }
  }
}
