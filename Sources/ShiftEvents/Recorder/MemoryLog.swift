/// A log in memory: all that judges submissions and folds events, without the files behind it.
///
/// For tests of rules, ours and those of programs that embed the core. What it answers and the lines
/// it makes are those of a `Recorder`; it loses them when it goes.
package struct MemoryLog {
  private(set) var judge: Judge

  package init(clock: Timestamp) {
    // Nothing was written before, so nothing is ever read again from a file.
    let nowhere = LogLines(path: "memory", end: .empty) { offset, limit in
      LogBlockReader(
        .file(FileDescriptor(rawValue: -1)), path: "memory", from: offset, upTo: limit,
        PosixFileSystem())
    }
    judge = Judge(History(), people: People(), past: nowhere, clock: clock)
  }

  /// What the recorder's clock shows.
  package var clock: Timestamp {
    get { judge.clock }
    set { judge.clock = newValue }
  }

  /// The last event.
  package var sequence: Sequence { judge.history.sequence }

  /// What is known of the people by name.
  package var people: People { judge.people }

  /// Judges each on its own, after the ones before it.
  package mutating func append(
    each submissions: [Result<Submission, InvalidSubmission>]
  ) throws(LogError) -> [Receipt] {
    let receipts = try judge.judge(each: submissions)
    judge.keepSymbols()
    return receipts
  }

  /// Judges all, and takes in all or none.
  package mutating func append(
    batchOf submissions: [Result<Submission, InvalidSubmission>]
  ) throws(LogError) -> [Receipt] {
    let receipts = try judge.judge(batch: submissions)
    judge.keepSymbols()
    return receipts
  }

  /// Schedules what is due; answers how many events that took.
  package mutating func extend() -> Int { judge.extend() }

  /// Takes in the event of a line that was recorded elsewhere, without judging it.
  ///
  /// - Throws: `Damage` where the line is none.
  package mutating func record(line: String) throws(Damage) {
    let block = unsafe Array(line.utf8).withUnsafeBytes { unsafe LineBlock(copying: $0) }
    var decoder = EventDecoder()
    do throws(LineFault) {
      judge.takeRecorded(
        try decoder.decode(RecordedLine(block: block, range: 0..<line.utf8.count)))
    } catch {
      throw Damage(.event, line: UInt64(sequence.next.value), offset: 0, message: error.message)
    }
  }

  /// All lines, each with its line feed.
  package var lines: [UInt8] { judge.encoder.buffer }

  /// The events behind the one with this sequence.
  package func events(after sequence: Sequence) -> [RecordedEvent] {
    let block = unsafe lines.withUnsafeBytes { unsafe LineBlock(copying: $0) }
    var decoder = EventDecoder()
    var events: [RecordedEvent] = []
    var start = 0
    while let end = lines[start...].firstIndex(of: UInt8(ascii: "\n")) {
      let line = RecordedLine(block: block, range: start..<end)
      start = end + 1
      guard let event = try? decoder.decode(line) else {
        preconditionFailure("the encoder wrote a line that does not decode")
      }
      if event.sequence > sequence { events.append(event) }
    }
    return events
  }
}
