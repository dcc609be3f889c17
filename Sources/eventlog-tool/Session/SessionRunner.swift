import ShiftEvents
import ShiftEventsHome

/// `append --session`: one JSON line in, one out, in order, until the input ends.
///
/// Submissions that have arrived together share a write and a sync; each is answered after it. Of the
/// sessions on a log one leads: the others hand their lines on to it. See `SessionRole`.
struct SessionRunner {
  private let writing: LogWriting
  private var company: SessionRole
  private var recorder: Recorder?
  private var reports: SessionReports
  private var following: SessionTail?
  private var decoder = SessionRequestDecoder(
    show: RowOptions.members.map(\.spec.member), audit: AuditCommand.members.map(\.spec.member))
  /// The lines of others that another thread appends meanwhile.
  private var others: OthersLines?
  private var bell: WakePipe?
  private let input = LineInput(limitBytes: Recorder.maximumBatchLength)

  /// Requests that are taken together at most.
  private static let groupLimit = 1_000
  /// The longest that a client of a leader may not read.
  private static let longestPauseMilliseconds: Int32 = 50

  init(_ writing: LogWriting) throws {
    self.writing = writing
    company = try SessionRole(writing)
    reports = SessionReports(path: writing.path, clock: writing.clock)
  }

  mutating func run() throws -> ExitCode {
    company.seek()
    if company.follower != nil { company.noteEnd() }
    let (sequence, unknown) = try company.follower.map { ($0.firstEnd, $0.unknown) } ?? position()
    try reply(SessionReply.ready(sequence, unknown: unknown), to: nil)
    try writing.invocation.output.flush()
    while let lines = try nextLines() {
      if others?.ticket.isAnswered == true { answerOthers() }
      company.seekIfDue()
      try answer(lines, and: arrivals())
      try tellNews()
      try writing.invocation.output.flush()
      // While another thread appends, the recorder is its.
      if others != nil { continue }
      let (input, leader) = (input, company.leader)
      recorder?.leaveSnapshotIfDue(isBusy: input.hasArrived || leader?.hasArrived == true)
    }
    answerOthers()
    company.leave()
    recorder?.leaveSnapshotIfDue()
    return .done
  }

  /// A follower has none until it needs one.
  private mutating func ownRecorder() throws(LogError) -> Recorder {
    // What a leader has told this session's client is still there; what the recorder has folded it looks after itself.
    if let known = company.knownPosition(), known.sequence > recorder?.sequence ?? .zero {
      try company.requireKnown()
    }
    if let recorder { return recorder }
    let recorder = try writing.recorder(of: company.log)
    self.recorder = recorder
    return recorder
  }

  /// The end of the log, and the number of events that this version does not know.
  private mutating func position() throws(LogError) -> (sequence: SequenceNumber, unknown: Int) {
    let recorder = try ownRecorder()
    return (try recorder.refresh(), recorder.unknown.count)
  }

  // MARK: - Reading

  /// A line of the client, decoded where that had to be.
  private struct Line {
    var bytes: [UInt8]
    var request: SessionRequest?
  }

  /// Returns the lines that came in together; none if others have sent something, `nil` at the end of the
  /// input.
  private mutating func nextLines() throws -> [Line]? {
    var mayRead = true
    let descriptor = FileDescriptor(rawValue: input.descriptor)
    // While it leads it looks at the log now and then.
    let patience: Int32? = input.hasUnread ? 0 : following == nil ? nil : 10
    if others != nil, let bell {
      mayRead = bell.wait(orInput: descriptor, milliseconds: patience)
    } else if let leader = company.leader {
      // It hears of others' lines by the same call.
      mayRead = leader.wait(for: descriptor, milliseconds: patience)
    } else if let following, !input.hasUnread {
      following.wait(orInput: descriptor)
      mayRead = input.hasArrived
    }
    var lines: [Line] = []
    while lines.count < Self.groupLimit {
      if let next = input.nextRead() {
        lines.append(line(next))
        continue
      }
      let hasMore = lines.isEmpty ? mayRead : input.mayHoldMore && input.hasArrived
      if input.isAtEnd || !hasMore { break }
      try input.read()
      // Others wait, too, until the rest of a line comes.
      if company.leader != nil || following != nil { mayRead = false }
    }
    return lines.isEmpty && input.isAtEnd ? nil : lines
  }

  private mutating func line(_ line: LineInput.Line) -> Line {
    guard case .line(let bytes) = line else {
      let fault = InvalidSubmission(
        .lineTooLong, "a line has at most \(Recorder.maximumBatchLength) bytes")
      return Line(bytes: [], request: SessionRequest(body: .invalid(fault)))
    }
    // The leader decodes what is a submission for sure.
    let isHandedOn = company.follower != nil && !SessionRequest.mayBeOperation(bytes)
    return Line(bytes: bytes, request: isHandedOn ? nil : decoder.decode(bytes))
  }

  /// Returns the lines that other sessions have handed on.
  private mutating func arrivals() -> [LeadingSession.Request] {
    guard others == nil, let leader = company.leader else { return [] }
    do throws(LogError) {
      let recorder = try ownRecorder()
      return leader.takeLines { () throws(LogError) in
        (try recorder.refresh(), recorder.unknown.count)
      }
    } catch {
      company.goAlone()
      return []
    }
  }

  // MARK: - Answering

  private func reply(_ json: [UInt8], to request: SessionRequest?) throws(OutputError) {
    try writing.invocation.writeJSON(SessionReply.adding(request?.reference, to: json))
  }

  private func reply(_ reply: Reply, to request: SessionRequest) throws(OutputError) {
    guard request.reference != nil else { return try writing.invocation.writeReply(reply, line: 1) }
    try self.reply(reply.json(line: 1), to: request)
  }

  /// Answers in order: runs of submissions together, everything else by itself.
  private mutating func answer(_ lines: [Line], and arrivals: [LeadingSession.Request]) throws {
    var arrivals = arrivals
    var index = 0
    while index < lines.count || !arrivals.isEmpty {
      let run = lines[index...].prefix { $0.request?.standsAlone != true }
      if run.isEmpty && index < lines.count {
        try answerAlone(lines[index].request!)
        index += 1
        continue
      }
      if company.follower != nil {
        try handOn(run)
      } else {
        try append(run.map { $0.request ?? decoder.decode($0.bytes) }, and: arrivals)
        arrivals = []
      }
      index += run.count
    }
  }

  private mutating func append(
    _ requests: [SessionRequest], and arrivals: [LeadingSession.Request]
  ) throws {
    let replies: [Reply]
    if arrivals.isEmpty {
      let submissions = requests.map(\.submission)
      replies = withRecorder(for: submissions) { $0.replies(to: submissions) }
    } else if requests.isEmpty, reports.wereAsked, handOver(arrivals) {
      return
    } else {
      replies = append(requests, with: arrivals)
    }
    for (request, next) in zip(requests, replies) { try reply(next, to: request) }
  }

  /// Replies to all that the log cannot be opened, where it cannot.
  private mutating func withRecorder(
    for submissions: [Result<Submission, InvalidSubmission>], _ body: (Recorder) -> [Reply]
  ) -> [Reply] {
    let replies: [Reply]
    do throws(LogError) { replies = body(try ownRecorder()) } catch {
      replies = Recorder.replies(to: submissions, because: error)
    }
    // What fails here may work for others, or has an answer for each of them.
    if replies.contains(where: \.isFailure) { company.goAlone() }
    return replies
  }

  /// Appends what others have handed on together with what this session's client sent, and replies to
  /// those others.
  private mutating func append(
    _ requests: [SessionRequest], with arrivals: [LeadingSession.Request]
  ) -> [Reply] {
    let handed = arrivals.map { decoder.decode($0.handed.line) }
    let gathered =
      requests.map { GatheredSubmission($0.submission) }
      + zip(arrivals, handed).map { $0.gathered($1.submission) }
    let replies = withRecorder(for: gathered.map(\.submission)) { $0.replies(toGathered: gathered) }
    answer(arrivals, handed, replies[requests.count...])
    return replies
  }

  private func answer(
    _ arrivals: [LeadingSession.Request], _ handed: [SessionRequest], _ replies: ArraySlice<Reply>
  ) {
    guard let leader = company.leader else { return }
    for (index, next) in replies.enumerated() {
      switch next {
      case .failure: leader.leave(arrivals[index])
      case .success(let receipt):
        let json = SessionReply.adding(handed[index].reference, to: receipt.json(line: 1))
        leader.answer(arrivals[index], receipt, json)
      }
    }
    leader.sendAll()
  }

  private struct OthersLines {
    var arrivals: [LeadingSession.Request]
    var handed: [SessionRequest]
    var ticket: Future
  }

  /// Lets another thread append what others have handed on, for a client that reads: it waits for no sync of theirs.
  private mutating func handOver(_ arrivals: [LeadingSession.Request]) -> Bool {
    guard let recorder, let bell = bell ?? (try? WakePipe()) else { return false }
    let handed = arrivals.map { decoder.decode($0.handed.line) }
    let gathered = zip(arrivals, handed).map { $0.gathered($1.submission) }
    self.bell = bell
    others = OthersLines(
      arrivals: arrivals, handed: handed,
      ticket: recorder.submit(gathered: gathered) { bell.ring() })
    return true
  }

  /// Waits until what others have handed on is appended, and tells them.
  private mutating func answerOthers() {
    guard let others else { return }
    self.others = nil
    let submissions = others.handed.map(\.submission)
    let replies = withRecorder(for: submissions) { _ in
      Recorder.replies(of: others.ticket, to: submissions)
    }
    answer(others.arrivals, others.handed, replies[...])
  }

  /// Hands lines on to the leader; what it does not answer goes to the next one, or into the log.
  private mutating func handOn(_ lines: ArraySlice<Line>) throws {
    let head = company.headBytes()
    var handed = lines.map { company.handing($0.bytes) }[...]
    for losses in 1... {
      guard let follower = company.follower, company.isInPlace else {
        return try append(inDoubt: handed)
      }
      let (replies, last) = follower.exchange(handed)
      for reply in replies { try writing.invocation.writeJSON(reply) }
      handed.removeFirst(replies.count)
      if handed.isEmpty { return company.noteEnd() }
      for index in handed.indices {
        let known = handed[index].inDoubtSince ?? AcknowledgedEnd(head).position?.sequence ?? .zero
        handed[index].inDoubtSince = max(known, last)
      }
      if losses < 3 { company.seekAfterLoss() } else { company.goAlone() }
    }
  }

  private mutating func append(inDoubt handed: ArraySlice<ForwardedLine>) throws {
    let requests = handed.map { decoder.decode($0.line) }
    let gathered = zip(handed, requests).map { $0.gathered($1.submission) }
    let replies = withRecorder(for: gathered.map(\.submission)) { $0.replies(toGathered: gathered) }
    for (request, next) in zip(requests, replies) { try reply(next, to: request) }
  }

  private mutating func answerAlone(_ request: SessionRequest) throws {
    reports.recorder = others == nil ? recorder : nil
    reports.known = company.knownPosition()
    switch request.body {
    case .submission: return
    case .invalid(let fault): try reply(Receipt.invalid(fault).json(line: 1), to: request)
    case .batch(let submissions):
      let replies = withRecorder(for: submissions) { $0.replies(to: submissions, isBatch: true) }
      try reply(SessionReply.batch(replies), to: request)
    case .judge(let submission): try reply(judged(submission), to: request)
    case .ping: try reply(pong(), to: request)
    case .extend: try reply(extend(), to: request)
    case .follow(let sequence, let filter): try follow(after: sequence, filter, request)
    case .show(let projection, let options):
      try reply(reports.show(projection, options), to: request)
    case .audit(let options): try reply(reports.audit(options), to: request)
    }
  }

  // MARK: - Following

  private mutating func follow(
    after sequence: SequenceNumber, _ filter: EventFilter, _ request: SessionRequest
  ) throws {
    following = nil
    do throws(LogError) {
      try reports.requireSameLog()
      let hasHome = try HomeCopy(writing.path).address() != nil
      let poll = try hasHome ? HomePoll(of: writing.path, by: ownRecorder()) : nil
      following = try SessionTail(
        writing.path, after: sequence, filter, request.reference, poll,
        writing.invocation.diagnostics)
    } catch {
      return try reply(error.json(), to: request)
    }
    try reply(SessionReply.following(after: sequence), to: request)
  }

  /// Gives up the lead where a client that follows reads slowly: nobody else waits for it.
  private mutating func makeWayIfSlow() throws {
    guard company.leader?.hasGuests == true,
      try !writing.invocation.output.flush(pausingMilliseconds: Self.longestPauseMilliseconds)
    else { return }
    answerOthers()
    company.goAlone()
  }

  /// Tells a client that follows what was acknowledged meanwhile.
  private mutating func tellNews() throws {
    guard let lines = following?.news() else { return }
    for line in lines {
      try writing.invocation.writeRecorded(line)
      try makeWayIfSlow()
    }
    if following?.isOver == true { following = nil }
  }

  private mutating func judged(_ submission: DecodedSubmission) -> [UInt8] {
    do throws(LogError) { return try ownRecorder().judged(submission) } catch {
      return error.json()
    }
  }

  /// The end of the log, which must be there: as the leader noted it, or as this session's recorder finds it.
  private mutating func pong() -> [UInt8] {
    do throws(LogError) {
      let reader = try LogReader(reading: writing.path)
      try reader.requireSoundEnd()
      if recorder == nil, company.follower != nil, case .valid(let end, _) = reader.head {
        try company.requireKnown()
        return SessionReply.pong(SequenceNumber(Int(end.sequence)))
      }
      return SessionReply.pong(try ownRecorder().refresh())
    } catch {
      return error.json()
    }
  }

  private mutating func extend() -> [UInt8] {
    do throws(LogError) {
      let (_, first, occurrences) = try ownRecorder().extend()
      return extensionReply(occurrences, first: first)
    } catch {
      return error.json()
    }
  }
}

extension Reply {
  /// True if the system failed. A session that has left is no failure.
  fileprivate var isFailure: Bool {
    if case .failure(let error) = self { error != .left } else { false }
  }
}
