/// What verification found out about a log.
package struct VerificationReport: Sendable {
  /// Whole lines that continue the log.
  package var events = 0
  /// The last of them.
  package var sequence = 0
  package var hash = Digest.zero
  /// Types and members of `data` that this version does not know; they are kept.
  package var unknownEvents = 0
  package var unknownMembers = 0
  package var findings: [Damage] = []
  /// Whether a head file said where the acknowledged events end.
  package var hasHead = false

  /// Of a file in which no event was looked for.
  static var ofNoLog: VerificationReport {
    var report = VerificationReport()
    report.findings = [
      Damage(
        .json, line: 1, offset: 0,
        message: "the file does not begin with an event: it is no log")
    ]
    return report
  }

  /// Whether anything but a matter of form was found.
  package var isDamaged: Bool { damageCount > 0 }

  var damageCount: Int { findings.count { $0.kind != .form && $0.kind != .rule } }

  /// Whether the rules judged all events; `nil` where they were not asked.
  package var judgedEvents: Int?
}

/// Checks every byte of a log: grammar, events, chain, order, batches and the acknowledged end.
///
/// After a line that is wrong it goes on with what that line states, so that one fault is one
/// finding, and each further one is found too.
package struct LogVerifier {
  private(set) var report = VerificationReport()
  /// What the next line may continue.
  private var previousHashes = [Digest.zero]
  private var lastTime: Timestamp?
  private var line: UInt64 = 0
  /// Where the batch that is being read began; `nil` between batches.
  private var batchStart: (line: UInt64, offset: UInt64)?
  /// The last line without a fault that ends a batch, where the line behind it begins, and how much was
  /// found by then.
  private var committed = (
    line: UInt64(0), end: UInt64(0), events: 0, sequence: 0, hash: Digest.zero
  )
  private var acknowledged: Frontier?
  private var reachedAcknowledged = false
  /// What the rules say against an event; without them they are not asked.
  private let rules: ((RecordedEvent) -> [RuleFinding])?

  /// - Parameter acknowledged: the end up to which replies went out, where a head tells it.
  init(acknowledged: Frontier? = nil, judging rules: ((RecordedEvent) -> [RuleFinding])? = nil) {
    self.acknowledged = acknowledged
    self.rules = rules
    report.hasHead = acknowledged != nil
    // Before the first reply there is no line to hold against it.
    reachedAcknowledged = acknowledged?.lengthBytes == 0
    if rules != nil { report.judgedEvents = 0 }
  }

  /// Verifies the log at `path`, `-` for standard input.
  ///
  /// - Parameters:
  ///   - progress: told the events and bytes read so far, and how many there are, now and then.
  ///   - rules: asked about each event in its place, as long as there is no damage.
  package static func verify(
    _ path: String, lockTimeoutSeconds: Double = 10,
    progress: (Int, UInt64, UInt64?) -> Void = { _, _, _ in },
    _ fileSystem: any FileSystem = PosixFileSystem(),
    judging rules: ((RecordedEvent) -> [RuleFinding])? = nil
  ) throws(LogError) -> VerificationReport {
    let input = try LogInput(path, fileSystem)
    let end = try input.settledLengthBytes(lockTimeoutSeconds: lockTimeoutSeconds)
    var acknowledged: Frontier?
    if case .valid(let frontier, let isSynced)? = try? input.head(check: .strict()), isSynced {
      acknowledged = frontier
    }
    var verifier = LogVerifier(acknowledged: acknowledged, judging: rules)
    if acknowledged == nil, try !input.beginsAsLog() { return .ofNoLog }
    let helpers = LogBlockReader.helpers(forBytes: end ?? 0)
    try verifier.read(input.blocks(upTo: end), helpers: helpers, of: end, progress)
    return verifier.report
  }

  private mutating func read(
    _ reader: LogBlockReader, helpers: Int, of totalBytes: UInt64?,
    _ progress: (Int, UInt64, UInt64?) -> Void
  ) throws(LogError) {
    let pipeline = reader.working(helpers: helpers) {
      CheckedLine.check($0, lengthBytes: $1, at: $2)
    }
    while let next = pipeline.next() {
      switch next.kind {
      case .end:
        end = max(end, next.offset)
        return finish(at: nil, halfLineBytes: 0)
      case .half(let lengthBytes): return finish(at: next.offset, halfLineBytes: lengthBytes)
      case .tooLong(let lengthBytes):
        line += 1
        note(.json, at: next.offset, "the line has more than \(LineLimit.lengthBytes) bytes")
        // What it states was not read, so the next line is held against nothing.
        report.sequence += 1
        previousHashes = []
        end = next.offset + lengthBytes
      case .failed(let error): throw error
      case .lines(let lines):
        take(lines)
        progress(report.events, end, totalBytes)
      }
    }
  }

  /// Takes the next lines, each with its line feed.
  mutating func take(lines bytes: UnsafeRawBufferPointer, at offset: UInt64) {
    let block = unsafe LineBlock(copying: bytes)
    take(CheckedLine.check(block, lengthBytes: bytes.count, at: offset))
  }

  private mutating func take(_ lines: [CheckedLine]) {
    for line in lines { take(line) }
    if let last = lines.last { end = last.end }
  }

  /// The end of what was read.
  private var end: UInt64 = 0

  /// Whether what is wrong at the end may be what a crash left: not where whole lines are.
  private var canBeTorn = true

  /// How many findings so far are damage.
  private var damageCount = 0

  private mutating func note(_ kind: Damage.Kind, at offset: UInt64, _ message: String) {
    if kind != .form && kind != .rule { damageCount += 1 }
    report.findings.append(Damage(kind, line: line, offset: offset, message: message))
  }

  // MARK: - One line

  private mutating func take(_ checked: CheckedLine) {
    line += 1
    let (offset, damageBefore) = (checked.offset, damageCount)
    defer {
      if damageCount == damageBefore && batchStart == nil {
        committed = (line, checked.end, report.events, report.sequence, report.hash)
      }
    }
    let event: RecordedEvent
    switch checked.event {
    case .success(let decoded): event = decoded
    case .failure(let fault):
      note(
        fault.kind == .event ? .event : .json, at: offset,
        "\(fault.message) (column \(fault.range.lowerBound + 1))")
      followChain(checked, reports: false)
      if fault.kind == .carriageReturn { canBeTorn = false }
      report.sequence += 1
      return checkAcknowledged(checked)
    }
    checkSequence(event, at: offset)
    checkTime(event, at: offset)
    checkBatch(event, at: offset)
    followChain(checked, reports: true)
    if let difference = checked.difference { note(.form, at: offset, difference) }
    report.events += 1
    report.unknownEvents += event.event.type == nil ? 1 : 0
    report.unknownMembers += event.unknownMembers
    checkAcknowledged(checked)
    judge(event, at: offset)
  }

  private mutating func judge(_ event: RecordedEvent, at offset: UInt64) {
    guard let rules, damageCount == 0 else { return }
    for finding in rules(event) {
      note(.rule, at: offset, "\(finding.message) (\(finding.code))")
      report.findings[report.findings.count - 1].code = finding.code
    }
    report.judgedEvents = report.judgedEvents.map { $0 + 1 }
  }

  private mutating func checkSequence(_ event: RecordedEvent, at offset: UInt64) {
    let expected = report.sequence + 1
    if event.sequence.value != expected {
      note(
        .sequence, at: offset,
        "the line should be event \(expected) and says it is \(event.sequence)")
    }
    report.sequence = event.sequence.value
  }

  private mutating func checkTime(_ event: RecordedEvent, at offset: UInt64) {
    if let lastTime, event.time < lastTime {
      note(
        .time, at: offset,
        "the line's time \(event.time) is before \(lastTime), the time of the line before it")
    }
    lastTime = event.time
  }

  private mutating func checkBatch(_ event: RecordedEvent, at offset: UInt64) {
    if event.isLastOfBatch {
      batchStart = nil
    } else if batchStart == nil {
      batchStart = (line, offset)
    }
  }

  /// Holds the stated hash against the one that the bytes give. The next line may continue either:
  /// so a changed hash and a changed line are one finding each.
  private mutating func followChain(_ checked: CheckedLine, reports: Bool) {
    guard let stated = checked.stated else {
      if reports { note(.hash, at: checked.offset, "the line does not end in its hash") }
      return
    }
    report.hash = stated
    if previousHashes.count == 1, checked.hash(after: previousHashes[0]) == stated {
      previousHashes[0] = stated
      return
    }
    let computed = previousHashes.map { checked.hash(after: $0) }
    if computed.contains(stated) || previousHashes.isEmpty {
      previousHashes = [stated]
    } else {
      if reports {
        note(.hash, at: checked.offset, "the bytes of the line do not give the hash that it states")
      }
      previousHashes = [stated] + computed.prefix(1)
    }
  }

  // MARK: - The end

  /// Holds the line at the acknowledged end against what was acknowledged.
  private mutating func checkAcknowledged(_ checked: CheckedLine) {
    guard let acknowledged, !reachedAcknowledged, checked.end >= acknowledged.lengthBytes else {
      return
    }
    reachedAcknowledged = true
    if checked.end != acknowledged.lengthBytes || checked.stated != acknowledged.hash {
      note(
        .hash, at: checked.offset,
        "event \(acknowledged.sequence) was acknowledged up to byte \(acknowledged.lengthBytes) "
          + "with another hash than the line there has")
    }
  }

  /// Says what is wrong with the end: of whole lines, or of one half that begins at `halfLine`.
  mutating func finish(at halfLine: UInt64?, halfLineBytes: Int) {
    let whole = end + UInt64(halfLineBytes)
    if let acknowledged, acknowledged.lengthBytes > whole {
      line = committed.line + 1
      return note(
        .short, at: whole,
        "the log ends at byte \(whole), and event \(acknowledged.sequence) was acknowledged up to "
          + "byte \(acknowledged.lengthBytes)")
    }
    guard committed.end < whole else { return }
    line = committed.line + 1
    if canBeTorn, committed.end >= acknowledged?.lengthBytes ?? 0 {
      report.findings.removeAll { $0.offset >= committed.end && $0.kind != .form }
      // What is torn never happened.
      (report.events, report.sequence, report.hash) =
        (committed.events, committed.sequence, committed.hash)
      note(
        .torn, at: committed.end,
        "\(whole - committed.end) bytes at the end are no whole batch; eventlog-tool recover, or the "
          + "next append, takes them off")
    } else if batchStart != nil {
      note(.batch, at: committed.end, "the batch that begins here lacks its last line")
    } else if halfLine != nil {
      note(.json, at: halfLine ?? end, "the last line has no line feed")
    }
  }
}
