/// A log in memory: all that judges submissions and folds events, without the files behind it.
///
/// For tests of rules, ours and those of programs that embed the core. What it answers and the lines
/// it makes are those of a `Recorder`; it loses them when it goes. A copy of a log says what a recorder of
/// that would answer, and writes nothing.
package struct MemoryLog {
  private(set) var judge: Judge
  /// The copied log, with the lines that the copy would have written behind it, so that memory does not grow
  /// with them; `nil` where there is none, and where no file can be had for them.
  private var copied: OpenFile?
  private let isCopy: Bool
  /// The refusal of whatever is to be judged, of a copied log that a newer version wrote.
  private var refusal: LogError?
  /// The open points of a copied log, a sentence each.
  package private(set) var warnings: [String] = []

  package init(clock: Timestamp) {
    isCopy = false
    // Nothing was written before, so nothing is ever read again from a file.
    let none = OpenFile(FileDescriptor(rawValue: -1), "memory", PosixFileSystem(), isOwned: false)
    judge = Judge(
      WriterState(), people: PeopleLines(), past: LogLines(file: none, endBytes: 0), clock: clock)
  }

  /// Copies the log at `path` up to its acknowledged end without any lock. It begins from the snapshot beside the log where
  /// a recorder would not verify what lies before it, and checks the chain of what it reads.
  package init(copyOf path: String, options: Recorder.Options) throws(LogError) {
    isCopy = true
    let clock = options.clock
    let store = SnapshotStore(LogPaths(log: path))
    let found = store.load(
      mapsSnapshot: options.mapsSnapshot, refused: options.onDetail
    ) { (file) throws(SnapshotFault) in try WriterState(file, try file.symbols()) }
    let reader: LogReader
    var folded = WriterState()
    if let found, let input = try? LogInput(path), let synced = try? input.acknowledgedEnd().0,
      (try? LineProbe(input.file).firstHash()) == synced.firstHash,
      store.isOfLog(
        at: found.end, upTo: synced,
        holds: { (try? input.damage(at: $0)) == .some(nil) }, refused: options.onDetail),
      let tail = try? LogReader(reading: path, after: found.position, checksChain: true)
    {
      (reader, folded) = (tail, found)
      options.onDetail("began from the snapshot at event \(found.sequence)")
    } else {
      reader = try LogReader(reading: path, checksChain: true)
    }
    while let event = try reader.next() {
      folded.fold(event, hash: event.hash, lengthBytes: event.line.range.count + 1)
    }
    let (lines, now) = (reader.lines(upTo: folded.end.lengthBytes), clock.now())
    if let rest = try? OpenFile.nameless() {
      lines.file.continuation = (lines.endBytes, rest)
      copied = lines.file
    }
    judge = Judge(folded, people: try reader.peopleLines(), past: lines, clock: now)
    if !options.writesDespiteNewer { refusal = .newerLog(folded.state.tally.notKnown, path) }
    let last = folded.lastTime ?? now
    let pause = clock is SystemClock ? last.longBefore(now) : nil
    let machine = SystemClock().now()
    let ahead =
      folded.lastTime?.aheadOfClock(machine)
      ?? now.aheadOfClock(machine, as: "the time of what would be recorded")
    warnings = reader.warnings + [pause, ahead].compactMap(\.self)
  }

  package var clock: Timestamp {
    get { judge.clock }
    set { judge.clock = newValue }
  }

  package var sequence: SequenceNumber { judge.folded.sequence }

  package var people: People { judge.peopleThen }

  package var state: DomainState { judge.folded.state }

  /// The event at a place of a copied log, also one that the copy took in.
  package func event(at sequence: SequenceNumber) throws(LogError) -> RecordedEvent {
    try judge.event(at: sequence)
  }

  /// Judges each submission on its own, or takes in all or none.
  package mutating func append(
    _ submissions: [DecodedSubmission], isBatch: Bool = false
  ) throws(LogError) -> [Receipt] {
    if let refusal { throw refusal }
    var receipts = try judge.judge(submissions, isBatch: isBatch)
    if isCopy { tell(&receipts) }
    try finish()
    return receipts
  }

  package mutating func trial(_ submission: Submission) throws(LogError) -> Judgement {
    if let refusal { throw refusal }
    return try judge.trial(submission)
  }

  /// Puts the events into the receipts of a dry run, as they were judged.
  private mutating func tell(_ receipts: inout [Receipt]) {
    for (index, receipt) in receipts.enumerated() {
      guard case .appended(var appended) = receipt else { continue }
      appended.judged = judge.accepted[appended.sequence]!.event
      receipts[index] = .appended(appended)
    }
  }

  /// Puts the lines of a dry run away, where repeats and expectations find them.
  private mutating func finish() throws(LogError) {
    judge.keepSymbols()
    guard let copied, let (start, rest) = copied.continuation else { return }
    let (lines, end) = (judge.encoder.buffer, judge.folded.end)
    try rest.write(lines, at: end.lengthBytes - UInt64(lines.count) - start)
    judge.people.add(judge.newPersons.persons)
    judge.begin(
      people: judge.people, past: LogLines(file: copied, endBytes: end.lengthBytes),
      clock: judge.clock)
  }

  package mutating func extend() -> Occurrences { judge.extend() }

  /// Takes in the event of a line that was recorded elsewhere, without judging it.
  ///
  /// - Throws: `Finding` where the line is none.
  package mutating func record(line: String) throws(Finding) {
    let block = unsafe Array(line.utf8).withUnsafeBytes { unsafe LineBlock(copying: $0) }
    var decoder = EventDecoder()
    do throws(LineFault) {
      judge.takeRecorded(try decoder.decode(RecordedLine(block: block, range: 0..<line.utf8.count)))
    } catch {
      throw Finding(.event, line: UInt64(sequence.next.value), offset: 0, message: error.message)
    }
  }

  package var lines: [UInt8] { judge.encoder.buffer }

  /// The events behind the one with this sequence.
  ///
  /// - Complexity: linear in their bytes.
  package func events(after sequence: SequenceNumber) -> [RecordedEvent] {
    let (lines, count) = (lines, self.sequence.value - sequence.value)
    var start = lines.count
    for _ in 0..<count {
      start = lines[..<(start - 1)].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    }
    let block = unsafe lines[start...].withUnsafeBytes { unsafe LineBlock(copying: $0) }
    let read = DecodedLines(block, lengthBytes: lines.count - start, at: 0, .events).events
    precondition(read.count == count, "the encoder wrote a line that does not decode")
    return (0..<count).map { _ in read.takeFirst()! }
  }
}
