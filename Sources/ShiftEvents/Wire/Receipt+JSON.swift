// Replies on the wire. Never rename a member; add optional ones.

extension Receipt {
  /// The reply as one JSON object.
  ///
  /// - Parameter line: the line of the input that an invalid submission stood on, from 1.
  package func json(line: Int? = nil) -> [UInt8] {
    var json: [UInt8] = []
    json.reserveCapacity(224)
    appendJSON(to: &json, line: line)
    return json
  }

  /// Appends the reply to what others have written.
  package func appendJSON(to buffer: inout [UInt8], line: Int? = nil) {
    guard isRecorded else { return write(to: &buffer, line: line) }
    if case .appended(let event) = self, !event.rare.isEmpty, let judged = event.judged {
      buffer += Judgement.accepted(
        judged, count: event.count, occurrences: event.occurrences, warnings: event.warnings
      ).json(attributes: event.attributes)
      return
    }
    // An id has at most 128 bytes, each of which may need an escape, and the name of an attribute at most 20.
    var bound = 640
    if case .appended(let event) = self {
      bound += 23 * event.attributes.count
      // Nobody knows how long warnings are.
      if !event.rare.isEmpty { return write(to: &buffer, line: nil) }
    }
    buffer.append(atMost: bound) { write(to: &$0, line: nil) }
  }

  private func write<Sink: ByteSink>(to sink: inout Sink, line: Int?) {
    MemberWriter.appendObject(to: &sink) { writeMembers(to: &$0, line: line) }
  }

  private func writeMembers(to members: inout MemberWriter<some ByteSink>, line: Int?) {
    members.required("status", status)
    switch self {
    case .appended(let event):
      members.required("sequence", event.sequence.value)
      members.required("id", event.id)
      members.required("hash", event.hash)
      members.required("count", event.count)
      members.occurrences(event.occurrences)
      if !event.rare.isEmpty { members.list("warnings", event.warnings) }
      members.list("attributes", event.attributes)
    case .duplicate(let event):
      members.required("sequence", event.sequence.value)
      members.required("id", event.id)
      members.required("hash", event.hash)
    case .rejected(let rejection):
      members.required("error", rejection.code.rawValue)
      members.required("message", rejection.message.withoutControls)
      members.required("details", rejection.particulars)
      members.list("conflicts", rejection.conflicts)
      guard let mismatch = rejection.mismatch else { return }
      members.required("fact", mismatch.fact)
      members.required("stated", RawJSON(bytes: Array(mismatch.stated.utf8)))
      members.optional("actual", mismatch.actual.map { RawJSON(bytes: Array($0.utf8)) })
    case .conflict(let conflict):
      members.required("error", "conflict")
      members.required("message", conflict.message.withoutControls)
      members.required("sequence", conflict.sequence.value)
    case .invalid(let fault):
      members.required("error", fault.code.rawValue)
      members.required("message", fault.message.withoutControls)
      members.required("line", line ?? fault.line)
      members.required("column", fault.column)
      members.optional("field", fault.field?.withoutControls)
    }
  }
}

extension LogError {
  /// The reply where the system failed, as one JSON object.
  package func json() -> [UInt8] {
    var members = MemberWriter()
    members.required("status", "failed")
    members.required("error", replyCode)
    members.required("message", message.withoutControls)
    return members.end()
  }

  /// The five kinds of failure that a client tells apart.
  package var replyCode: String {
    switch code {
    case .poisoned, .locked, .damaged, .newerLog: code.rawValue
    case .replaced: "damaged"
    default: "ioFailed"
    }
  }
}

package func extensionReply(_ occurrences: Occurrences, first: SequenceNumber?) -> [UInt8] {
  var members = MemberWriter()
  members.required("status", "appended")
  members.optional("sequence", first?.value)
  members.required("count", occurrences.count)
  members.occurrences(occurrences)
  return members.end()
}

extension Warning: JSONWritable {
  /// The warning as one JSON object.
  package var json: [UInt8] {
    var buffer: [UInt8] = []
    appendJSON(to: &buffer)
    return buffer
  }

  func appendJSON(to buffer: inout some ByteSink) {
    MemberWriter.appendObject(to: &buffer) { members in
      members.required("code", code.rawValue)
      members.required("details", refusal.particulars)
      members.list("conflicts", conflicts)
    }
  }
}

extension MemberWriter {
  mutating func occurrences(_ occurrences: Occurrences?) {
    guard let occurrences else { return }
    required("scheduled", occurrences.scheduled)
    required("posted", occurrences.posted)
    required("skipped", occurrences.skipped)
  }
}

extension String {
  /// The same text with each control character that it quotes as `\u{1B}`, so that a client may print it.
  fileprivate var withoutControls: String {
    func isControl(_ scalar: Unicode.Scalar) -> Bool {
      scalar.properties.generalCategory == .control
    }
    guard unicodeScalars.contains(where: isControl) else { return self }
    return unicodeScalars.map { isControl($0) ? $0.escaped(asASCII: true) : String($0) }.joined()
  }
}
