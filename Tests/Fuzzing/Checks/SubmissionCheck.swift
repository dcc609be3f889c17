import ShiftEvents

enum SubmissionCheck {
  static func run(_ bytes: [UInt8]) throws {
    let accepted = ReferenceJSON.accepts(bytes, mostMarks: 100)
    let decoded = Story.decoded(bytes)
    if case .failure(let fault) = decoded {
      try require(
        fault.column >= 1 && fault.range.upperBound <= bytes.count + 1,
        "column \(fault.column) of \(bytes.count) bytes")
      try require(
        (fault.code == .invalidJson) != accepted || fault.code == .lineTooLong,
        "\(fault.code) (\(fault.message)), and the reference \(accepted ? "accepts" : "refuses") it"
      )
    } else {
      try require(accepted, "a submission that the reference refuses as JSON")
    }
    var requests = SessionRequestDecoder(
      show: [.init("user", .text), .init("limit", .number), .init("all", .flag)], audit: [])
    let request = requests.decode(bytes)
    if let reference = request.reference {
      try require(ReferenceJSON.accepts(reference), "a reference that is no JSON")
    }
    guard case .success(let submission) = decoded else { return }
    try judge(submission, as: bytes)
  }

  /// Throws unless a recorded submission is legal when judged again, and a duplicate when sent again.
  private static func judge(_ submission: Submission, as bytes: [UInt8]) throws {
    var log = Story.log
    let before = log.sequence
    let receipt = try log.append([.success(submission)])[0]
    try require(ReferenceJSON.accepts(receipt.json(line: 1)), "a reply that is no JSON")
    guard case .appended(let event) = receipt else {
      let isQuiet = log.sequence == before
      return try require(isQuiet, "recorded without saying so")
    }
    try log.requireLegal()
    if submission.id == nil || submission.expectedSequence != nil { return }
    let again = try log.append([Story.decoded(bytes)])[0]
    guard case .duplicate(let found) = again, found.id == event.id else {
      throw BrokenPromise("a repeat is \(again)")
    }
  }
}
