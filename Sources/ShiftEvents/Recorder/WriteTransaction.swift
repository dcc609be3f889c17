// Over 400 lines: one turn of a writer, from the lock to the disk, with the state that its steps share.
/// The writing half of a recorder: under the lock it folds, judges and writes; after it, syncs.
struct WriteTransaction {
  let file: LogFile
  let writer: LogWriter
  /// The way to the home of the log; `nil` if the log lives in its file alone.
  private let home: HomeWriter?
  private(set) var homeMark: HomeMark?
  /// The time of the last event of the copy.
  private(set) var lastTimeOfCopy: Timestamp?
  private var hasTakenNews = false
  /// The state of the copy before an attempt at a home. The attempt changes a copy of what it touches, and may lose its
  /// place to others.
  private var stateBefore: WriterState?
  /// The news that are folded and not in the copy yet: they may still be lost until something is appended behind them.
  private(set) var heldNews: PendingEvents?
  /// True once the loss of an end was told of.
  private var hasNotedLoss = false
  /// True where the home has been looked at, or there is none: a copy that lost lines commits to names that only the home
  /// knows of.
  var knowsHome: Bool { home == nil || hasSeenHome }
  private var hasSeenHome = false
  /// The end that a copy knew and no longer has, until the home has shown it.
  var lostEnd: LogEnd?
  let peopleFile: PeopleFile
  let clock: any WallClock
  /// Keeps what is folded from one call to the next.
  var judge: Judge
  var notices: [String] = []
  private var isNotedAhead = false
  /// The time of the event before those that were judged last.
  private var lastTimeBefore: Timestamp?
  /// Details for a verbose log.
  var details: [String] = []
  private var snapshots: RecorderSnapshots
  /// Beside the snapshots: their state is not to be copied at each write.
  private let late: LateChecks?
  /// The lines that appended the latest events.
  var appenders = Appenders()
  /// The place of refused submissions, if they are kept.
  private let rejections: RejectedSubmissions?
  private let writesDespiteNewer: Bool
  /// False to take events of a home without the names that they commit to.
  let takesNames: Bool
  /// The answer to calls of the stream behind one that failed.
  private(set) var streamFailure: LogError?
  /// True if lines of the people file may have become old.
  var mayHaveOldPeople = true
  /// The people whose lines events made old since all lines were looked at, or within the last minute; `nil` before a look
  /// and such an event.
  var outdatedUsers: Set<UserID>?

  init(
    _ path: String, _ options: Recorder.Options, _ fileSystem: any FileSystem
  ) throws(LogError) {
    let file = try LogFile.open(path, as: options.openedBefore, fileSystem)
    self.file = file
    try file.requireLog()
    homeMark = try HomeMark.read(file.paths)
    if let homeMark { home = try options.home(of: file, homeMark) } else { home = nil }
    // A home keeps what it acknowledges; its copy here can be had again.
    writer = try LogWriter(
      file, waitsForDisk: options.waitsForDisk && home == nil,
      lockTimeoutSeconds: options.lockTimeoutSeconds, hasHome: home != nil)
    clock = options.clock
    judge = Judge(
      WriterState(), people: PeopleLines(), past: LogLines(file: file.file, endBytes: 0),
      clock: clock.now())
    rejections = options.keepsRejections ? RejectedSubmissions(file.paths) : nil
    writesDespiteNewer = options.writesDespiteNewer
    takesNames = options.takesNames
    var options = options
    // A home is written to at other times.
    if home != nil { options.beginsAnew = nil }
    snapshots = RecorderSnapshots(file, options)
    late = snapshots.late
    peopleFile = try PeopleFile(file.paths)
  }

  var sequence: SequenceNumber { judge.folded.sequence }

  /// Hands over what was noticed, and details for a verbose log.
  mutating func takeNews() -> (notices: [String], details: [String]) {
    defer { (notices, details, snapshots.details) = ([], [], []) }
    return (notices, snapshots.details + details)
  }

  // MARK: - Appending

  /// Notes that a call of the stream failed.
  mutating func end(streamBy error: LogError) {
    streamFailure = streamFailure ?? error.ofSubmissionsBehind
  }

  /// Appends what several calls submit, with one write. A submission whose session has left is not judged.
  ///
  /// - Parameter commits: whether to wait for the disk; else another call commits up to `end`.
  /// - Returns: the replies to each call.
  mutating func append(
    _ calls: [CallQueue.Call], commits: Bool = true
  ) throws(LogError) -> [[Reply]] {
    var calls = calls
    if let home {
      // Each has an id that all attempts have in common.
      let now = clock.now()
      for place in calls.indices {
        calls[place].submissions = home.identified(calls[place].submissions, at: now)
      }
    }
    let fileSystem = file.fileSystem
    var hasLeft: [Int: [Bool]] = [:]
    var receipts: [[Receipt]] = []
    for call in calls {
      guard let refused = Judge.refusedShape(of: call.submissions) else {
        break
      }
      receipts.append(refused)
    }
    // What is wrong whatever the log holds needs no look at it.
    if receipts.count < calls.count {
      try judging(withHead: commits, commits: commits) { (judge) throws(LogError) in
        receipts = []
        for (place, call) in calls.enumerated() {
          if !call.gathered.isEmpty {
            // Looked up under the lock: a session that leaves later will find these lines.
            hasLeft[place] = fileSystem.ended(call.gathered.map(\.stream))
          }
          let submissions = call.submissions(but: hasLeft[place] ?? [])
          receipts.append(try judge.judge(submissions, isBatch: call.isBatch))
        }
        return receipts.count == 1 ? receipts[0] : receipts.flatMap(\.self)
      }
    }
    var replies: [[Reply]] = []
    for (place, call) in calls.enumerated() {
      keepRejections(of: call.submissions(but: hasLeft[place] ?? []), receipts[place])
      if call.gathered.isEmpty {
        if !call.isOfStream { appenders.note(receipts[place]) }
        replies.append(receipts[place].map { .success($0) })
      } else {
        replies.append(self.replies(to: call.gathered, receipts[place], hasLeft[place] ?? []))
      }
    }
    return replies
  }

  /// Keeps refused submissions if asked to. A failure is only reported.
  mutating func keepRejections(of submissions: [DecodedSubmission], _ receipts: [Receipt]) {
    guard let rejections else { return }
    do throws(LogError) { try rejections.keep(submissions, receipts, at: clock.now()) } catch {
      notices.append("what was refused could not be kept: \(error.message)")
    }
  }

  mutating func extend() throws(LogError) -> (occurrences: Occurrences, first: SequenceNumber?) {
    var result: (occurrences: Occurrences, first: SequenceNumber?) = (Occurrences([Event]()), nil)
    try judging { (judge) throws(LogError) in
      let next = judge.folded.sequence.next
      let occurrences = judge.extend()
      result = (occurrences, occurrences.count > 0 ? next : nil)
      return []
    }
    return result
  }

  /// Says what would be answered to a submission, as of the end of the log. A home is not asked.
  mutating func trial(_ submission: Submission) throws(LogError) -> Judgement {
    var judgement: Judgement?
    try judging(withHead: false, home: .unasked) { (judge) throws(LogError) in
      judgement = try judge.trial(submission)
      return []
    }
    return judgement!
  }

  mutating func refresh() throws(LogError) -> SequenceNumber {
    _ = try locked(withHead: false, home: .unasked) { _ in [] }
    return sequence
  }

  /// Returns `true` if the home has events behind those that this session has seen.
  func homeHasNews(waitingSeconds seconds: Double) throws(LogError) -> Bool {
    guard let home else { return false }
    return try hasNews(
      home, until: file.fileSystem.monotonicSeconds() + min(seconds, writer.lockTimeoutSeconds))
  }

  /// Takes what is new in the home of the log.
  mutating func pull() throws(LogError) -> SequenceNumber {
    guard home != nil else {
      throw LogError(
        .notPermitted, "\(file.paths.log) lives in its file alone: there is no home to pull from",
        path: file.paths.log)
    }
    _ = try locked(home: .pulled) { _ in [] }
    return sequence
  }

  /// True once a pull has asked for the names that the copy lacks.
  var hasAskedForNames = false

  // MARK: - The write path

  /// Locks the log, folds what is new, judges, writes, unlocks, and waits for the disk.
  ///
  /// - Parameters:
  ///   - withHead: whether something is likely to be written.
  ///   - commits: whether to wait for the disk; else another call commits.
  ///   - use: what the home of the log is asked for, if it has one.
  private mutating func locked(
    withHead: Bool = true, commits: Bool = true, home use: HomeUse = .appendedTo,
    _ body: (inout Judge) throws(LogError) -> [Receipt]
  ) throws(LogError) -> [Receipt] {
    // Another program may have put another file's bytes where nothing stood yet.
    if judge.folded.end.lengthBytes == 0 { try file.requireLog() }
    let deadlineSeconds =
      home == nil ? 0 : file.fileSystem.monotonicSeconds() + writer.lockTimeoutSeconds
    let report: TailReport
    do throws(LogError) { report = try lock(withHead: withHead) } catch { throw ofCopy(error) }
    if report.isShort { note(loss: report, use) } else { notices += report.notices }
    let receipts: [Receipt]
    let needsCommit: Bool
    defer { if home != nil { (stateBefore, heldNews) = (nil, nil) } }
    do throws(LogError) {
      try fold(upTo: report.end)
      if try peopleFile.refresh() { mayHaveOldPeople = true }
      // A copy that lost its end or its head acknowledges nothing before its home has answered.
      if mayHaveOldPeople, report.acknowledged == report.end, knowsHome || report.lostHead == nil {
        try completePeople()
      }
      if let home, use != .unasked {
        try checkHome()
        lostEnd = report.isShort ? report.acknowledged : nil
        // What news make old is to be expected.
        outdatedUsers = outdatedUsers ?? []
        receipts = try place(in: home, until: deadlineSeconds, isPull: use == .pulled, body)
        hasSeenHome = true
        if use == .pulled { try addMissingNames(from: home) }
      } else {
        beginJudging()
        receipts = try body(&judge)
      }
      do throws(LogError) { try write() } catch {
        guard let home, use == .appendedTo, judge.accepted.count > 0 else { throw error }
        throw error.behind(home.home)
      }
      needsCommit =
        receipts.contains(where: \.isRecorded) || !judge.encoder.buffer.isEmpty || hasTakenNews
      writer.unlock(willCommit: needsCommit && commits)
    } catch {
      // What was judged is not what the log holds; the next call folds anew.
      judge.folded = WriterState()
      writer.unlock()
      throw error
    }
    let isAppended = home != nil && use == .appendedTo && judge.accepted.count > 0
    judge.finish()
    do throws(LogError) {
      if needsCommit, commits, let end = writer.end { try writer.commit(upTo: end) }
      if home != nil { try keepHome() }
    } catch {
      if isAppended, let home { throw error.behind(home.home) }
      throw error.leavesOutcomeOpen ? error.leavingOpen(receipts) : error
    }
    if needsCommit || use == .appendedTo { noteClock() }
    if mayHaveOldPeople, commits { completePeopleAfterwards() }
    return receipts
  }

  /// Judges under the lock, or throws that the log is one of a newer version.
  private mutating func judging(
    withHead: Bool = true, commits: Bool = true, home use: HomeUse = .appendedTo,
    _ body: (inout Judge) throws(LogError) -> [Receipt]
  ) throws(LogError) {
    let refusesNewer = !writesDespiteNewer
    var isNewer = false
    _ = try locked(withHead: withHead, commits: commits, home: use) { (judge) throws(LogError) in
      isNewer = refusesNewer && judge.folded.state.tally.notKnown.count > 0
      // What is folded stays, so that the next refusal costs nothing.
      return isNewer ? [] : try body(&judge)
    }
    if isNewer, let error = LogError.newerLog(judge.folded.state.tally.notKnown, file.paths.log) {
      throw error
    }
  }

  private enum HomeUse { case unasked, pulled, appendedTo }

  mutating func beginJudging() {
    if home != nil, heldNews == nil { stateBefore = judge.folded }
    lastTimeBefore = judge.folded.lastTime
    judge.begin(people: peopleFile.lines, past: lines, clock: clock.now())
  }

  // MARK: - The copy of a log with a home

  /// The end of the copy.
  var copyEnd: LogEnd { writer.end ?? .empty }

  /// The failure of work on the file, with its remedy if it is a copy.
  private func ofCopy(_ error: LogError) -> LogError {
    guard home != nil, error.damage != nil || error.code == .poisoned else { return error }
    var error = error
    let remedy =
      "have this copy anew from its home: eventlog-tool pull \(shellWord(file.paths.log))"
    if let other = error.remedy, error.message.hasSuffix(other) {
      error.message.removeLast(other.count)
    } else {
      error.message += "; "
    }
    error.message += remedy
    error.remedy = remedy
    return error
  }

  /// Notes once what a copy lost, where its home is asked for it, and always what was put away.
  private mutating func note(loss report: TailReport, _ use: HomeUse) {
    var told = report
    told.isShort = use != .unasked && !hasNotedLoss
    hasNotedLoss = hasNotedLoss || told.isShort
    notices += told.notices
  }

  /// Throws if the file is not a copy of the log that the mark beside it names.
  private mutating func checkHome() throws(LogError) {
    lastTimeOfCopy = judge.folded.lastTime
    guard let homeMark, homeMark.firstHash != .zero, judge.folded.end.sequence > 0,
      homeMark.firstHash != judge.folded.end.firstHash
    else { return }
    throw homeMark.another(than: file.paths.log)
  }

  /// Throws where the home has another log than the mark names.
  func requireOwn(_ recorded: borrowing ImportedLines) throws(LogError) {
    if let homeMark, homeMark.firstHash != .zero, recorded.firstHash != .zero,
      homeMark.firstHash != recorded.firstHash
    {
      throw homeMark.homeOfAnother(than: file.paths.log)
    }
  }

  /// Writes lines from the home, names first, and folds them.
  mutating func write(
    _ recorded: inout ImportedLines, _ persons: [Person]
  ) throws(LogError) {
    try requireOwn(recorded)
    guard let batches = recorded.takeBatches() else { return }
    let missing = persons.filter { !peopleFile.lines.endsWith($0) }
    if !missing.isEmpty {
      try peopleFile.add(missing)
      mayHaveOldPeople = true
    }
    let end = try writer.append(
      batches.bytes, sequence: UInt64(batches.last), hash: batches.hash,
      firstHash: recorded.firstHash)
    hasTakenNews = true
    try fold(upTo: end)
    lastTimeOfCopy = judge.folded.lastTime
  }

  /// Folds sound lines from the home without writing them: what is appended behind them takes them along.
  mutating func hold(_ lines: [UInt8], count: Int) throws(LogError) {
    stateBefore = judge.folded
    let block = unsafe lines.withUnsafeBytes { unsafe LineBlock(copying: $0) }
    let decoded = DecodedLines(
      block, lengthBytes: lines.count, at: copyEnd.lengthBytes, .chain)
    for link in decoded.links {
      guard let link, let event = decoded.events.takeFirst() else { break }
      let lengthBytes = UInt64(event.line.range.count + 1)
      fold(event, judge.folded.end.adding(lengthBytes: lengthBytes, hash: link.stated))
    }
    heldNews = PendingEvents(lines: lines, count: count, end: judge.folded.end)
  }

  /// Goes back to the state of the copy: what was judged is not what the log holds.
  mutating func forgetAttempt() throws(LogError) {
    heldNews = nil
    if judge.folded.end == copyEnd { return }
    judge.folded = stateBefore.flatMap { $0.end == copyEnd ? $0 : nil } ?? WriterState()
    stateBefore = nil
    try fold(upTo: copyEnd)
  }

  /// Notes in the mark which log it is, once that is known.
  private mutating func keepHome() throws(LogError) {
    hasTakenNews = false
    guard let mark = homeMark, mark.firstHash == .zero, judge.folded.end.sequence > 0 else {
      return
    }
    homeMark = HomeMark(address: mark.address, firstHash: judge.folded.end.firstHash)
    try homeMark?.write(file.paths)
  }

  /// Locks the log. The lines that have to be verified for that are folded on the way, so that a log
  /// without its folder is read once.
  mutating func lock(withHead: Bool = false) throws(LogError) -> TailReport {
    if judge.folded.end.lengthBytes == 0, snapshots.isPrepared {
      // Nothing is folded before the snapshot.
      return try writer.lock(withHead: withHead)
    }
    let start = judge.folded.end
    do throws(LogError) {
      return try writer.lock(withHead: withHead) { event, end in
        let isNext = end.sequence == judge.folded.end.sequence + 1
        let isInTime = judge.folded.lastTime.map { event.time >= $0 } ?? true
        if isNext, isInTime { fold(event, end) }
      }
    } catch {
      if judge.folded.end != start { judge.folded = WriterState() }
      throw error
    }
  }

  private mutating func fold(_ event: RecordedEvent, _ end: LogEnd) {
    let lengthBytes = end.lengthBytes - judge.folded.end.lengthBytes
    judge.folded.fold(event, hash: end.hash, lengthBytes: Int(lengthBytes))
    // Another writer's, who may have died before it took the lines out.
    noteOutdated(event.event.outdatedUser, at: event.time)
  }

  /// Notes that the log's time stood still for long, and once for each time that it runs ahead of the machine's.
  private mutating func noteClock() {
    guard let time = judge.folded.lastTime else { return }
    let now = SystemClock().now()
    // An event that brings a time of its own shows nothing of the clock.
    let isByClock = clock is SystemClock && time.advanced(byMinutes: 5) >= now
    let pause = isByClock ? lastTimeBefore?.longBefore(time) : nil
    if let pause { notices.append(pause) }
    let lead = time.aheadOfClock(now)
    if let lead, !isNotedAhead { notices.append(lead) }
    isNotedAhead = lead != nil
  }

  var lines: LogLines {
    LogLines(
      file: file.file,
      endBytes: heldNews == nil ? judge.folded.end.lengthBytes : copyEnd.lengthBytes)
  }

  mutating func fold(upTo end: LogEnd) throws(LogError) {
    if judge.folded.end.lengthBytes > end.lengthBytes { judge.folded = WriterState() }
    if judge.folded.end.lengthBytes == end.lengthBytes { return }
    if judge.folded.end.lengthBytes == 0 { judge.folded = snapshots.restore(upTo: end) }
    var cursor = EventCursor(
      file.blocks(from: judge.folded.end.lengthBytes, upTo: end.lengthBytes), path: file.paths.log,
      from: judge.folded.end, lastTime: judge.folded.lastTime)
    while let event = try cursor.next() { fold(event, cursor.position.end) }
  }

  func isSnapshotDue(isBusy: Bool) -> Bool { snapshots.isDue(judge.folded, isBusy: isBusy) }

  /// Returns the work that leaves a snapshot; `nil` where too little has come since the last.
  mutating func snapshotIfDue(isBusy: Bool) -> RecorderSnapshots.Leaving? {
    guard isSnapshotDue(isBusy: isBusy),
      writer.acknowledged.lengthBytes >= judge.folded.end.lengthBytes
    else { return nil }
    return snapshots.leaving(judge.folded)
  }

  // MARK: - Writing

  /// Names first, then the events that commit to them.
  private mutating func write() throws(LogError) {
    if judge.encoder.buffer.isEmpty { return }
    let end = judge.folded.end
    late?.noteWriting()
    do throws(LogError) {
      try peopleFile.add(judge.newPersons.persons)
      _ = try writer.append(
        heldNews.map { $0.lines + judge.encoder.buffer } ?? judge.encoder.buffer,
        sequence: end.sequence, hash: end.hash,
        firstHash: end.firstHash)
    } catch {
      // A line may be there of which the event is not.
      if !judge.newPersons.lines.isEmpty { mayHaveOldPeople = true }
      throw error
    }
    for user in judge.accepted.outdatedUsers { noteOutdated(user, at: judge.clock) }
  }
}
