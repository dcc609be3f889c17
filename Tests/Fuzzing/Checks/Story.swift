import ShiftEvents

/// A short past in which most kinds of submissions can be judged either way.
enum Story {
  static let clock = Timestamp("2026-01-05T10:00:00Z")

  static let submissions = [
    #"{"id":"a","type":"workplace.configured","actor":"mia","subject":"w","data":{"timeZone":"Europe/Amsterdam","marketApproval":"owner"}}"#,
    #"{"id":"b","type":"user.registered","actor":"mia","subject":"mia","data":{"roles":["manager","employee"]}}"#,
    #"{"id":"c","type":"user.registered","actor":"bas","subject":"bas","data":{"roles":["employee","student","consumer"]}}"#,
    #"{"id":"d","type":"user.registered","actor":"co","subject":"co","data":{"roles":["company"]}}"#,
    #"{"id":"e","type":"fixedshift.registered","actor":"bas","subject":"F","data":{"weekday":"friday","start":"09:00","end":"12:00"}}"#,
    #"{"id":"f","type":"shift.supplied","actor":"bas","subject":"F.2026-01-09"}"#,
    #"{"id":"g","type":"shift.accepted","actor":"mia","subject":"F.2026-01-09"}"#,
    #"{"id":"h","type":"request.posted","actor":"mia","subject":"R","data":{"date":"2026-01-16"}}"#,
    #"{"id":"i","type":"shift.suggested","actor":"bas","subject":"F.2026-01-16","data":{"request":"R"}}"#,
    #"{"id":"j","type":"study.started","actor":"bas","subject":"S"}"#,
    #"{"id":"k","type":"deal.posted","actor":"co","subject":"D","data":{"name":"Tea","companyName":"Co","category":"food","latitude":52,"longitude":4,"validUntil":"2026-01-05T20:00:00Z","capacity":2,"priceCents":100,"currency":"EUR"}}"#,
    #"{"id":"l","type":"deal.reserved","actor":"bas","subject":"V","data":{"deal":"D"}}"#,
  ]

  /// The log that they make. Nobody changes this copy, and others share none of its parts.
  nonisolated(unsafe) private static let made: MemoryLog = {
    var log = MemoryLog(clock: clock)
    for line in submissions {
      let receipts = try? log.append([decoded(Array(line.utf8))])
      precondition(receipts?.first?.isRecorded == true, line)
    }
    return log
  }()

  static var log: MemoryLog { unsafe made }

  /// Has judged all of it.
  nonisolated(unsafe) private static let judged: RuleVerifier = {
    var rules = RuleVerifier()
    for event in log.events(after: .zero) {
      let found = rules.findings(judging: event)
      precondition(found.isEmpty, "\(found)")
    }
    return rules
  }()

  static var rules: RuleVerifier { unsafe judged }

  static func decoded(_ line: [UInt8]) -> Result<Submission, InvalidSubmission> {
    SubmissionDecoder.decoded(line)
  }
}

extension MemoryLog {
  /// Throws unless the events recorded after the story are legal and whole.
  func requireLegal() throws {
    let new = events(after: Story.log.sequence)
    var rules = Story.rules
    for event in new {
      let found = rules.findings(judging: event)
      try require(found.isEmpty, "recorded against the rules: \(event.json) \(found)")
    }
    try require(new.count == sequence.value - Story.log.sequence.value, "lines are lost")
  }
}
