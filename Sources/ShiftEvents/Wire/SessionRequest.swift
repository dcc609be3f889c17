/// One line that a client of a session sends.
package struct SessionRequest: Sendable {
  package enum Body: Sendable {
    case submission(DecodedSubmission)
    case batch([DecodedSubmission])
    /// A submission that is judged and not recorded.
    case judge(DecodedSubmission)
    /// `show` and `audit`, with their further members as text.
    case show(projection: String, options: [String: String])
    case audit(options: [String: String])
    case extend
    case ping
    /// The events behind one that a filter lets through, and then each as it is acknowledged.
    case follow(after: SequenceNumber, EventFilter)
    /// No request that can be answered otherwise.
    case invalid(InvalidSubmission)
  }

  package var body: Body
  /// The client's own word for the request, as JSON; it comes back in the reply.
  package var reference: [UInt8]?

  package init(body: Body, reference: [UInt8]? = nil) {
    (self.body, self.reference) = (body, reference)
  }
}

extension SessionRequest {
  /// True if it is anything but a submission.
  package var standsAlone: Bool { if case .submission = body { false } else { true } }

  /// The submission, or the fault of a wrong line; of an operation, the fault that it is none.
  package var submission: DecodedSubmission {
    switch body {
    case .submission(let submission): submission
    case .invalid(let fault): .failure(fault)
    default: .failure(InvalidSubmission(.unknownField, "an operation is no submission"))
    }
  }

  package static func mayBeOperation(_ line: [UInt8]) -> Bool {
    unsafe line.withUnsafeBytes { unsafe mayHaveOwnMembers($0) }
  }

  /// Returns `true` if a line may have `op` or `ref`: if such a text begins in it, or an escape that
  /// could stand for one.
  fileprivate static func mayHaveOwnMembers(_ line: UnsafeRawBufferPointer) -> Bool {
    for index in 0..<max(0, line.count - 2) {
      switch unsafe line[index] {
      case UInt8(ascii: "\\"): if unsafe line[index + 1] == UInt8(ascii: "u") { return true }
      case UInt8(ascii: "\""):
        let (first, second) = unsafe (line[index + 1], line[index + 2])
        if first == UInt8(ascii: "o"), second == UInt8(ascii: "p") { return true }
        if first == UInt8(ascii: "r"), second == UInt8(ascii: "e") { return true }
      default: continue
      }
    }
    return false
  }
}

/// A member of a request that chooses something.
package struct RequestMember: Sendable {
  /// The values beside a text that it takes.
  package enum Kind: Sendable { case text, number, decimal, flag }

  package let name: String
  package let kind: Kind

  package init(_ name: String, _ kind: Kind) { (self.name, self.kind) = (name, kind) }
}

/// Reads the lines of a session. A line that is wrong is a request too: it is answered.
package struct SessionRequestDecoder {
  private var reader = JSONReader()
  private var submissions = SubmissionDecoder()
  /// The members that requests of rows and of stories take.
  private lazy var show = [RequestMember("projection", .text)] + showMembers()
  private lazy var audit = auditMembers()
  private let showMembers, auditMembers: @Sendable () -> [RequestMember]

  /// - Parameters:
  ///   - show: the members of a request of rows, made for the first that is no submission.
  ///   - audit: the same of a story.
  package init(
    show: @autoclosure @escaping @Sendable () -> [RequestMember],
    audit: @autoclosure @escaping @Sendable () -> [RequestMember]
  ) {
    (showMembers, auditMembers) = (show, audit)
    reader.boundsMarks = true
  }

  package mutating func decode(_ line: [UInt8]) -> SessionRequest {
    unsafe line.withUnsafeBytes { unsafe decode($0) }
  }

  private mutating func decode(_ line: UnsafeRawBufferPointer) -> SessionRequest {
    // Nearly every line is a submission; what is wrong with another shows below.
    if let (submission, reference) = unsafe submissions.decode(inOrder: line) {
      return SessionRequest(body: .submission(.success(submission)), reference: reference)
    }
    if unsafe !SessionRequest.mayHaveOwnMembers(line),
      case .success(let submission) = unsafe submissions.decode(line)
    {
      return SessionRequest(body: .submission(.success(submission)))
    }
    unsafe reader.begin(copying: line)
    do throws(Mismatch) {
      try reader.indexText(orRefuse: "a request is a JSON object")
    } catch {
      return SessionRequest(body: .invalid(notAnObject(line.count)))
    }
    let reference = reader.find("ref").map { unsafe Array(reader.bytes($0.range)) }
    do throws(InvalidSubmission) {
      return SessionRequest(body: unsafe try body(of: line), reference: reference)
    } catch {
      return SessionRequest(body: .invalid(error), reference: reference)
    }
  }

  private func notAnObject(_ lengthBytes: Int) -> InvalidSubmission {
    guard let fault = reader.fault, fault.code == .invalidJson else {
      return InvalidSubmission(.invalidField, "a request is a JSON object", at: 0..<lengthBytes)
    }
    return InvalidSubmission(.invalidJson, fault.message, at: fault.range)
  }

  // MARK: - Operations

  private mutating func body(
    of line: UnsafeRawBufferPointer
  ) throws(InvalidSubmission) -> SessionRequest.Body {
    guard let operation = reader.find("op") else {
      let allowed: [StaticString] = reader.find("ref") == nil ? [] : ["ref"]
      return .submission(unsafe submissions.decode(line, allowing: allowed))
    }
    guard let name = reader.text(of: operation) else {
      throw InvalidSubmission(.invalidField, "\"op\" must be a text in quotes", at: operation.range)
    }
    switch reader.string(name) {
    case "judge": return .judge(unsafe submissions.decode(line, allowing: ["op", "ref"]))
    case "ping":
      _ = try options(allowing: [])
      return .ping
    case "extend":
      _ = try options(allowing: [])
      return .extend
    case "batch": return .batch(try batch())
    case "show":
      var options = try options(allowing: show)
      guard let projection = options.removeValue(forKey: "projection") else {
        throw missing("projection")
      }
      return .show(projection: projection, options: options)
    case "audit": return .audit(options: try options(allowing: audit))
    case "follow": return try following()
    case let other:
      let names = ["judge", "batch", "show", "audit", "extend", "follow", "ping"]
      throw InvalidSubmission(
        .unknownField,
        "there is no op \(quotedWord(other)): it is one of \(listed(names, "and"))"
          + hint(other, names),
        at: reader.inner(operation.range))
    }
  }

  private mutating func following() throws(InvalidSubmission) -> SessionRequest.Body {
    let types = try listedTypes()
    let options = try options(allowing: [
      RequestMember("after", .number), RequestMember("types", .text), RequestMember("user", .text),
    ])
    let after = try sequence(options["after"] ?? "0")
    if let user = options["user"], !UserID.isForm(user) {
      throw InvalidSubmission(.invalidField, "\"user\" must be the id of a user", at: reader.text)
    }
    do throws(EventFilter.UnknownType) {
      return .follow(after: after, try EventFilter(types: types, user: options["user"]))
    } catch {
      throw InvalidSubmission(
        .unknownType,
        "there is no event type \(quotedWord(error.word))" + hint(error.word, error.known),
        at: reader.text)
    }
  }

  /// The texts of `types`, which is a list.
  private mutating func listedTypes() throws(InvalidSubmission) -> [String] {
    guard let member = reader.find("types") else { return [] }
    var types: [String] = []
    let isList = reader.kind(of: member) == .array
    for range in isList ? reader.elements(ofListAt: member.range) : [] {
      guard let text = reader.text(at: range) else { break }
      types.append(reader.string(text))
    }
    guard isList, types.count == reader.elements(ofListAt: member.range).count else {
      throw InvalidSubmission(
        .invalidField, "\"types\" must be a list of event types", at: reader.inner(member.range))
    }
    return types
  }

  private func sequence(_ text: String) throws(InvalidSubmission) -> SequenceNumber {
    guard text.utf8.count <= 12, text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }), let number = Int(text)
    else {
      throw InvalidSubmission(
        .invalidField, "\"after\" must be a sequence, a whole number", at: reader.text)
    }
    return SequenceNumber(number)
  }

  private func missing(_ name: String) -> InvalidSubmission {
    InvalidSubmission(.missingField, "\"\(name)\" is missing", at: reader.text)
  }

  /// The members besides `op` and `ref`, as text; `true` and numbers as they are written.
  private mutating func options(
    allowing allowed: [RequestMember]
  ) throws(InvalidSubmission) -> [String: String] {
    var options: [String: String] = [:]
    for member in reader.members {
      let name = reader.string(member.name)
      if name == "op" || name == "ref" { continue }
      guard let kind = allowed.first(where: { $0.name == name })?.kind else {
        let names = allowed.map(\.name)
        let all = names.isEmpty ? "it takes none" : "it takes \(listed(names, "and"))"
        throw InvalidSubmission(
          .unknownField,
          "the request has no member \(quotedWord(name)): \(all)" + hint(name, names),
          at: member.nameRange)
      }
      if name == "types" { continue }
      guard let text = optionText(member, kind) else {
        let other =
          switch kind {
          case .text: ""
          case .number: " or a whole number"
          case .decimal: " or a number"
          case .flag: ", true or false"
          }
        throw InvalidSubmission(
          .invalidField, "\"\(name)\" must be a text\(other)", at: member.range)
      }
      options[name] = text
    }
    return options
  }

  private mutating func optionText(_ member: JSONMember, _ kind: RequestMember.Kind) -> String? {
    switch reader.kind(of: member) {
    case .string: return reader.text(of: member).map { reader.string($0) }
    case .number:
      if kind == .decimal { break }
      if kind != .number { return nil }
      reader.offset = member.range.lowerBound
      guard (try? reader.skipNumber()) == true else { return nil }
    case .true, .false: if kind != .flag { return nil }
    case .object, .array, .null: return nil
    }
    return unsafe String(decoding: reader.bytes(member.range), as: UTF8.self)
  }

  private mutating func batch() throws(InvalidSubmission) -> [DecodedSubmission] {
    guard let events = reader.find("events") else { throw missing("events") }
    for member in reader.members {
      let name = reader.string(member.name)
      guard ["op", "ref", "events"].contains(name) else {
        throw InvalidSubmission(
          .unknownField, "a batch has no member \(quotedWord(name))", at: member.nameRange)
      }
    }
    guard reader.kind(of: events) == .array else {
      throw InvalidSubmission(
        .invalidField, "\"events\" must be a list", at: reader.inner(events.range))
    }
    let elements = reader.elements(ofListAt: events.range)
    guard elements.count <= Recorder.maximumBatchCount,
      reader.text.count <= Recorder.maximumBatchLength
    else {
      throw InvalidSubmission(
        .batchTooLarge,
        "a batch has at most \(Recorder.maximumBatchCount) submissions and "
          + "\(Recorder.maximumBatchLength) bytes", at: events.range)
    }
    return elements.map { range in
      unsafe submissions.decode(reader.bytes(range)).mapError { $0.moved(by: range.lowerBound) }
    }
  }
}

extension InvalidSubmission {
  /// The same fault in a text that begins the given number of bytes earlier.
  fileprivate func moved(by offset: Int) -> InvalidSubmission {
    InvalidSubmission(code, message, at: range.lowerBound + offset..<range.upperBound + offset)
  }
}

/// Replies of a session that are no receipts.
package enum SessionReply {
  /// The version of the protocol: it changes where a client of the one before would misread a session.
  package static let protocolVersion = 1

  /// The version of a tool, with that of the protocol.
  package static func version(_ number: String) -> [UInt8] {
    var members = MemberWriter()
    members.required("version", number)
    members.required("protocol", protocolVersion)
    return members.end()
  }

  /// The first line of a session.
  ///
  /// - Parameter unknown: the number of events that this version does not know.
  package static func ready(_ sequence: SequenceNumber, unknown: Int) -> [UInt8] {
    let all =
      [("protocol", protocolVersion), ("sequence", sequence.value), ("unknown", unknown)]
      as [(StaticString, Int)]
    return status("ready", unknown > 0 ? all : all.dropLast())
  }

  /// The reply to `follow`; the lines of events come behind it.
  package static func following(after sequence: SequenceNumber) -> [UInt8] {
    status("following", [("sequence", sequence.value)])
  }

  /// The place that a following has come to, where events were passed over.
  package static func position(_ sequence: SequenceNumber) -> [UInt8] {
    status("position", [("position", sequence.value)])
  }

  /// The reply to `ping`, with the end of the log.
  package static func pong(_ sequence: SequenceNumber) -> [UInt8] {
    status("pong", [("sequence", sequence.value)])
  }

  private static func status(_ status: String, _ numbers: [(StaticString, Int)]) -> [UInt8] {
    var members = MemberWriter()
    members.required("status", status)
    for (name, number) in numbers { members.required(name, number) }
    return members.end()
  }

  /// An event that was acknowledged, as its line stands in the log.
  package static func event(_ event: RecordedEvent) -> [UInt8] {
    Array("{\"status\":\"event\",\"event\":\(event.json)}".utf8)
  }

  /// The replies of a batch, on one line.
  package static func batch(_ replies: [Reply]) -> [UInt8] {
    var reply = Array("{\"replies\":[".utf8)
    for (index, next) in replies.enumerated() {
      if index > 0 { reply.append(UInt8(ascii: ",")) }
      reply += next.json(line: 1)
    }
    return reply + "]}".utf8
  }

  /// Puts the client's reference into a reply, as its last member.
  package static func adding(_ reference: [UInt8]?, to reply: [UInt8]) -> [UInt8] {
    guard let reference else { return reply }
    // In steps: to drop the last of a sequence goes through all of it.
    var reply = reply
    reply.removeLast()
    reply += ",\"ref\":".utf8
    reply += reference
    reply.append(UInt8(ascii: "}"))
    return reply
  }
}
