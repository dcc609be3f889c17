extension Reply {
  /// The reply as one JSON object.
  ///
  /// - Parameter line: the line of the input that an invalid submission stood on, from 1.
  package func json(line: Int? = nil) -> [UInt8] {
    switch self {
    case .success(let receipt): receipt.json(line: line)
    case .failure(let error): error.json()
    }
  }

  package func appendJSON(to buffer: inout [UInt8], line: Int) {
    switch self {
    case .success(let receipt): receipt.appendJSON(to: &buffer, line: line)
    case .failure(let error): buffer += error.json()
    }
  }
}

extension Judgement {
  /// The reply as one JSON object.
  ///
  /// - Parameter attributes: the names of the attributes that would be kept, but for those of documented extensions.
  package func json(attributes: [String] = []) -> [UInt8] {
    switch self {
    case .answered(let receipt): return receipt.json(line: 1)
    case .accepted(let event, let count, let occurrences, let warnings):
      var members = MemberWriter()
      members.required("status", "accepted")
      members.required("count", count)
      members.occurrences(occurrences)
      members.list("warnings", warnings)
      members.list("attributes", attributes)
      var data = MemberWriter()
      // A commitment is drawn when it is recorded.
      for member in EventMembers(of: event).members where member.presence != .reserved {
        data.required(member.name, member.value)
      }
      return members.end(withData: data.end())
    }
  }
}

extension Recorder {
  /// Judges a submission, records nothing, and returns the reply as JSON.
  package func judged(_ submission: DecodedSubmission) -> [UInt8] {
    switch submission {
    case .failure(let fault): return Receipt.invalid(fault).json(line: 1)
    case .success(let submission):
      let attributes = submission.attributes.undocumentedNames
      do throws(LogError) { return try trial(submission).json(attributes: attributes) } catch {
        return error.json()
      }
    }
  }

  /// Judges each submission on its own, or records all or none. If the system fails, the reply to each says so,
  /// unless the submission is wrong whatever the log holds.
  package func replies(to submissions: [DecodedSubmission], isBatch: Bool = false) -> [Reply] {
    replies(to: CallQueue.Call(submissions: submissions, isBatch: isBatch))
  }

  /// Judges each submission of several sessions on its own, and replies to each in the same way.
  package func replies(toGathered gathered: [GatheredSubmission]) -> [Reply] {
    replies(to: CallQueue.Call(submissions: gathered.map(\.submission), gathered: gathered))
  }

  private func replies(to call: CallQueue.Call) -> [Reply] {
    do throws(LogError) { return try append(call) } catch {
      return Self.replies(to: call.submissions, because: error)
    }
  }

  /// Waits for the replies to what was handed over.
  package static func replies(of ticket: Future, to submissions: [DecodedSubmission]) -> [Reply] {
    do throws(LogError) { return try ticket.wait() } catch {
      return replies(to: submissions, because: error)
    }
  }

  package static func replies(
    to submissions: [DecodedSubmission], because error: LogError
  ) -> [Reply] {
    submissions.map { $0.fault.map { .success(.invalid($0)) } ?? .failure(error) }
  }
}

// What copies of a log are told. Never rename a member; add optional ones.
extension LogImport.Report {
  /// The reply of `import`, as one JSON object.
  package func json() -> [UInt8] {
    var members = MemberWriter()
    members.required("status", "imported")
    members.required("count", taken)
    members.required("known", known)
    members.required("sequence", sequence.value)
    members.optional("hash", sequence == .zero ? nil : hash)
    return members.end()
  }
}

extension Submission {
  /// Reads a submission from one JSON object, in the form in which the command line takes one.
  ///
  /// - Throws: `InvalidSubmission` for a fault that does not depend on the log.
  public init(json: String) throws(InvalidSubmission) {
    self = try SubmissionDecoder.decoded(Array(json.utf8)).get()
  }
}
