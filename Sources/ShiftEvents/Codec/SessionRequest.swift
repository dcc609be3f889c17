/// One line that a client of a session sends.
package struct SessionRequest: Sendable {
  package enum Body: Sendable {
    /// A submission, or what is wrong with it.
    case submission(Result<Submission, InvalidSubmission>)
    case batch([Result<Submission, InvalidSubmission>])
    /// `show` and `audit`, with their further members as text.
    case show(projection: String, options: [String: String])
    case audit(options: [String: String])
    case extend
    case ping
    /// No request that can be answered otherwise.
    case invalid(InvalidSubmission)
  }

  package var body: Body
  /// The client's own word for the request, as JSON; it comes back in the reply.
  package var reference: [UInt8]?

  package init(body: Body, reference: [UInt8]? = nil) {
    self.body = body
    self.reference = reference
  }
}

/// Reads the lines of a session. A line that is wrong is a request too: it is answered.
package struct SessionRequestDecoder {
  private var scanner = JSONScanner()
  private var submissions = SubmissionDecoder()

  package init() {}

  package mutating func decode(_ line: [UInt8]) -> SessionRequest {
    unsafe line.withUnsafeBytes { unsafe decode($0) }
  }

  private mutating func decode(_ line: UnsafeRawBufferPointer) -> SessionRequest {
    do {
      unsafe try scanner.scan(line)
    } catch {
      return SessionRequest(
        body: .invalid(
          InvalidSubmission(.invalidJson, error.message, at: error.offset..<error.offset + 1)))
    }
    guard scanner.tokens[0].kind == .object else {
      return SessionRequest(
        body: .invalid(
          InvalidSubmission(.invalidField, "a request is a JSON object", at: 0..<line.count)))
    }
    scanner.beginObject(0)
    let reference = scanner.find("ref").map { unsafe Array(line[valueRange($0)]) }
    guard let operation = scanner.find("op") else {
      return SessionRequest(
        body: .submission(unsafe submission(line, hasReference: reference != nil)),
        reference: reference)
    }
    do {
      return unsafe SessionRequest(body: try body(operation, line), reference: reference)
    } catch {
      return SessionRequest(body: .invalid(error), reference: reference)
    }
  }

  /// A string with its quotes, anything else as it is.
  private func valueRange(_ index: Int) -> Range<Int> {
    let token = scanner.tokens[index]
    let widening = token.kind == .string ? 1 : 0
    return Int(token.start) - widening..<Int(token.end) + widening
  }

  private mutating func submission(
    _ line: UnsafeRawBufferPointer, hasReference: Bool
  ) -> Result<Submission, InvalidSubmission> {
    do {
      return .success(unsafe try submissions.decode(line, allowingReference: hasReference))
    } catch {
      return .failure(error)
    }
  }

  // MARK: - Operations

  private mutating func body(
    _ operation: Int, _ line: UnsafeRawBufferPointer
  ) throws(InvalidSubmission) -> SessionRequest.Body {
    let token = scanner.tokens[operation]
    guard token.kind == .string else {
      throw InvalidSubmission(.invalidField, "\"op\" must be a text in quotes", at: token.range)
    }
    switch scanner.text(of: token) {
    case "ping":
      _ = try options(allowing: [])
      return .ping
    case "extend":
      _ = try options(allowing: [])
      return .extend
    case "batch": return .batch(unsafe try batch(line))
    case "show":
      var options = try options(
        allowing: [
          "projection", "at", "now", "user", "week", "from", "to", "all", "company", "category",
          "near", "within", "followedOnly", "name",
        ])
      guard let projection = options.removeValue(forKey: "projection") else {
        throw InvalidSubmission(.missingField, "\"projection\" is missing", at: 0..<line.count)
      }
      return .show(projection: projection, options: options)
    case "audit":
      return .audit(
        options: try options(
          allowing: [
            "shift", "request", "deal", "session", "user", "subject", "actor", "at", "now",
          ]
        ))
    case let other:
      throw InvalidSubmission(.unknownField, "there is no op \"\(other)\"", at: token.range)
    }
  }

  /// The members besides `op` and `ref`, as text; `true` and numbers as they are written.
  private func options(allowing names: [String]) throws(InvalidSubmission) -> [String: String] {
    var options: [String: String] = [:]
    var key = 1
    for _ in 0..<scanner.tokens[0].count {
      let value = scanner.tokens[key + 1]
      let name = scanner.text(of: scanner.tokens[key])
      if name != "op" && name != "ref" {
        guard names.contains(name) else {
          throw InvalidSubmission(
            .unknownField, "the request has no member \"\(name)\"", at: scanner.tokens[key].range)
        }
        switch value.kind {
        case .string: options[name] = scanner.text(of: value)
        case .integer, .true, .false:
          options[name] = unsafe String(decoding: scanner.bytes[value.range], as: UTF8.self)
        default:
          throw InvalidSubmission(
            .invalidField, "\"\(name)\" must be a text, a whole number, true or false",
            at: value.range)
        }
      }
      key = Int(value.next)
    }
    return options
  }

  private mutating func batch(
    _ line: UnsafeRawBufferPointer
  ) throws(InvalidSubmission) -> [Result<Submission, InvalidSubmission>] {
    guard let events = scanner.find("events") else {
      throw InvalidSubmission(.missingField, "\"events\" is missing", at: 0..<line.count)
    }
    try checkBatchMembers()
    let list = scanner.tokens[events]
    guard list.kind == .array else {
      throw InvalidSubmission(.invalidField, "\"events\" must be a list", at: list.range)
    }
    guard Int(list.count) <= Recorder.maximumBatchCount, line.count <= Recorder.maximumBatchLength
    else {
      throw InvalidSubmission(
        .batchTooLarge,
        "a batch has at most \(Recorder.maximumBatchCount) submissions and "
          + "\(Recorder.maximumBatchLength) bytes", at: list.range)
    }
    var submissions: [Result<Submission, InvalidSubmission>] = []
    var index = events + 1
    for _ in 0..<list.count {
      let range = valueRange(index)
      let element = unsafe UnsafeRawBufferPointer(rebasing: line[range])
      let result = unsafe submission(element, hasReference: false)
      submissions.append(result.mapError { $0.moved(by: range.lowerBound) })
      index = Int(scanner.tokens[index].next)
    }
    return submissions
  }

  private func checkBatchMembers() throws(InvalidSubmission) {
    var key = 1
    for _ in 0..<scanner.tokens[0].count {
      let name = scanner.text(of: scanner.tokens[key])
      guard ["op", "ref", "events"].contains(name) else {
        throw InvalidSubmission(
          .unknownField, "a batch has no member \"\(name)\"", at: scanner.tokens[key].range)
      }
      key = Int(scanner.tokens[key + 1].next)
    }
  }
}

extension InvalidSubmission {
  /// The same fault in a text that begins so many bytes earlier.
  fileprivate func moved(by offset: Int) -> InvalidSubmission {
    InvalidSubmission(code, message, at: range.lowerBound + offset..<range.upperBound + offset)
  }
}

/// Replies of a session that are no receipts.
package enum SessionReply {
  /// The first line of a session.
  package static func ready(_ sequence: Sequence) -> [UInt8] {
    var members = MemberWriter()
    members.required("status", "ready")
    members.required("protocol", 1)
    members.required("sequence", sequence.value)
    return members.end()
  }

  package static var pong: [UInt8] {
    var members = MemberWriter()
    members.required("status", "pong")
    return members.end()
  }

  /// The replies of a batch, on one line.
  package static func batch(_ receipts: [Receipt]) -> [UInt8] {
    var reply = Array("{\"replies\":[".utf8)
    for (index, receipt) in receipts.enumerated() {
      if index > 0 { reply.append(UInt8(ascii: ",")) }
      reply += receipt.json(line: 1)
    }
    return reply + "]}".utf8
  }

  /// Puts the client's reference into a reply, as its last member.
  package static func adding(_ reference: [UInt8]?, to reply: [UInt8]) -> [UInt8] {
    guard let reference else { return reply }
    return reply.dropLast() + ",\"ref\":".utf8 + reference + [UInt8(ascii: "}")]
  }
}
