import ShiftEvents

enum SessionCheck {
  /// More lines than this are as good as these.
  private static let lineLimit = 40

  static func run(_ bytes: [UInt8]) throws {
    var requests = SessionRequestDecoder(
      show: [.init("user", .text), .init("limit", .number), .init("all", .flag)], audit: [])
    var log = Story.log
    for line in bytes.split(separator: 10, omittingEmptySubsequences: false).prefix(lineLimit) {
      let request = requests.decode(Array(line))
      let before = log.sequence
      let reply = SessionReply.adding(request.reference, to: try answer(request, &log))
      try require(ReferenceJSON.accepts(reply), "a reply that is no JSON: \(line)")
      try require(!reply.contains(10), "a reply of two lines: \(line)")
      try require(log.sequence >= before, "the log went back")
    }
    try log.requireLegal()
  }

  private static func answer(
    _ request: SessionRequest, _ log: inout MemoryLog
  ) throws -> [UInt8] {
    switch request.body {
    case .submission(let submission): return try log.append([submission])[0].json(line: 1)
    case .batch(let submissions):
      return
        SessionReply.batch(try log.append(submissions, isBatch: true).map { .success($0) })
    case .extend: return extensionReply(log.extend(), first: nil)
    case .judge(.success(let submission)): return try log.trial(submission).json()
    case .judge(.failure(let fault)): return Receipt.invalid(fault).json(line: 1)
    case .follow(let sequence, _): return SessionReply.following(after: sequence)
    case .ping, .show, .audit: return SessionReply.pong(log.sequence)
    case .invalid(let fault): return Receipt.invalid(fault).json(line: 1)
    }
  }
}
