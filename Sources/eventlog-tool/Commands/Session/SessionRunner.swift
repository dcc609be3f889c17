import ShiftEvents

/// `append --session`: one JSON line in, one out, in order, until the input ends.
///
/// Submissions that have arrived together share a write and a sync; each is answered after it.
struct SessionRunner {
  private let writing: LogWriting
  private let recorder: Recorder
  private var reports: SessionReports
  private var decoder = SessionRequestDecoder()
  private let input = LineInput(limitBytes: Recorder.maximumBatchLength)

  /// Requests that are taken together at most.
  private static let groupLimit = 1_000

  init(_ writing: LogWriting) throws {
    self.writing = writing
    recorder = try writing.recorder()
    reports = SessionReports(path: writing.path)
  }

  mutating func run() throws -> ExitCode {
    let sequence = try recorder.refresh()
    try reply(SessionReply.ready(sequence), to: nil)
    try writing.invocation.output.flush()
    while let first = try input.next() {
      var group = [request(first)]
      while group.count < Self.groupLimit {
        guard let next = try input.next(waitingAtMost: 0), next != .notYet else { break }
        group.append(request(next))
      }
      try answer(group)
      try writing.invocation.output.flush()
      let input = input
      recorder.leaveSnapshotIfDue(isBusy: input.hasArrived)
    }
    recorder.leaveSnapshotIfDue()
    return .done
  }

  private mutating func request(_ line: LineInput.Line) -> SessionRequest {
    if case .line(let bytes) = line { return decoder.decode(bytes) }
    return SessionRequest(
      body: .invalid(
        InvalidSubmission(
          .lineTooLong, "a line has at most \(Recorder.maximumBatchLength) bytes")))
  }

  private func reply(_ json: [UInt8], to request: SessionRequest?) throws(OutputError) {
    try writing.invocation.writeJSON(SessionReply.adding(request?.reference, to: json))
  }

  /// Answers in order: runs of submissions together, everything else by itself.
  private mutating func answer(_ requests: [SessionRequest]) throws {
    var index = 0
    while index < requests.count {
      let run = requests[index...].prefix { $0.submission != nil }
      if run.isEmpty {
        try answerAlone(requests[index])
        index += 1
      } else {
        let replies = recorder.replies(toEach: run.compactMap(\.submission))
        for (request, next) in zip(run, replies) {
          try reply(next.json(line: 1), to: request)
        }
        index += run.count
      }
    }
  }

  private mutating func answerAlone(_ request: SessionRequest) throws {
    switch request.body {
    case .submission: return
    case .invalid(let fault): try reply(Receipt.invalid(fault).json(line: 1), to: request)
    case .batch(let submissions):
      try reply(SessionReply.batch(recorder.replies(toBatch: submissions)), to: request)
    case .ping: try reply(SessionReply.pong, to: request)
    case .extend:
      try reply(extend(), to: request)
    case .show(let projection, let options):
      try reply(reports.show(projection, options), to: request)
    case .audit(let options): try reply(reports.audit(options), to: request)
    }
  }
}

extension SessionRunner {
  private func extend() -> [UInt8] {
    do throws(LogError) {
      let (count, first) = try recorder.extend()
      return extensionReply(count: count, first: first)
    } catch {
      return error.json()
    }
  }
}

extension SessionRequest {
  fileprivate var submission: Result<Submission, InvalidSubmission>? {
    if case .submission(let submission) = body { submission } else { nil }
  }
}
