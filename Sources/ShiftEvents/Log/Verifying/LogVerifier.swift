/// The result of verifying a log.
public struct VerificationReport: Sendable {
  /// Whole lines that continue the log.
  public package(set) var events = 0
  /// The last of them.
  package var sequence = 0
  /// The hash of the last of them. It proves nothing where the log is damaged.
  public package(set) var hash = Digest.zero
  /// The number of events of a type, or with a word, that this version does not know; they are kept.
  public package(set) var unknownEvents = 0
  /// The number of members of `data` that this version does not know; they are kept.
  public package(set) var unknownMembers = 0
  /// The events of either kind, from the first of which on nothing is judged.
  public package(set) var unknown = UnknownEvents()
  /// The findings, in the order of the log: of each kind the first ones where a limit was asked for.
  public package(set) var findings: [Finding] = []
  package var counts: [Finding.Kind: Int] = [:]
  /// The cause of the findings, if they have one in common.
  package var cause: LogSignature.Cause?
  package var head = AcknowledgedEnd.State.lost(.missing)
  /// The event that has the hash that was asked for, and one that states it behind damage, where it vouches for nothing.
  package var (holderOfHash, claimantOfHash): (Int?, Int?) = (nil, nil)

  /// The reason why the names beside the log were not checked; `nil` where they were, or are none.
  package var namesDoubt: String?

  /// The path of the people file, whose lines the findings of the kind `name` count.
  package var peoplePath: String?

  /// True if anything was found that is wrong with the bytes of the log.
  public var isDamaged: Bool {
    counts.contains { $0.key != .form && $0.key != .rule && $0.key != .name }
  }
  package var findingCount: Int { counts.values.reduce(0, +) }

  /// The number of events that the rules judged; `nil` if they were not asked.
  public package(set) var judgedEvents: Int?
  /// The number of them that the rules would refuse or record otherwise.
  public package(set) var refutedEvents = 0
}

/// Checks every byte of a log: grammar, events, chain, order, batches and the acknowledged end.
///
/// After a wrong line it continues from the values that the line states, so that one fault is one
/// finding, and each further one is found too.
public struct LogVerifier {
  private(set) var report = VerificationReport()
  private var chain = ChainCheck() {
    didSet { (report.sequence, report.hash) = (chain.sequence, chain.hash ?? report.hash) }
  }
  private var line: UInt64 = 0
  /// True if the last line left its batch open.
  private var isInsideBatch = false
  /// The last line without a fault that ends a batch, where the line behind it begins, and how much was
  /// found by then.
  private var committed = (
    line: UInt64(0), end: UInt64(0), events: 0, sequence: 0, hash: Digest.zero
  )
  private var uncommittedCounts: [Finding.Kind: Int] = [:]
  private var acknowledged: LogEnd?
  private var reachedAcknowledged = false
  /// The number of lines that end in CR LF.
  private var carriageReturns = 0
  /// The objection of the rules to an event; without it they are not asked.
  private let rules: ((RecordedEvent) -> [RuleFault])?

  /// The objection of the rules to an event.
  package typealias RuleFault = (code: String, message: String)

  /// The hash to look for beside faults, and the number of findings to keep.
  package struct Options {
    /// A hash that was kept elsewhere.
    package var hash: Digest?
    /// The findings of one kind that are kept at most.
    package var findingsPerKind = Int.max
    package var lockTimeoutSeconds = 10.0

    package init() {}
  }

  private let options: Options
  private var names: VerifiedNames?

  /// - Parameter acknowledged: the end up to which replies went out, where a head tells it.
  init(
    acknowledged: LogEnd? = nil, _ options: Options = Options(),
    judging rules: ((RecordedEvent) -> [RuleFault])? = nil
  ) {
    (self.acknowledged, self.options, self.rules) = (acknowledged, options, rules)
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
    _ path: String, _ options: Options = Options(),
    progress: (Int, UInt64, UInt64?) -> Void = { _, _, _ in },
    _ fileSystem: any FileSystem = PosixFileSystem(),
    judging rules: ((RecordedEvent) -> [RuleFault])? = nil
  ) throws(LogError) -> VerificationReport {
    let input = try LogInput(path, fileSystem)
    var names: VerifiedNames?
    var unread: LogError?
    do throws(LogError) { names = try VerifiedNames(input) } catch { unread = error }
    var end = try input.settledLengthBytes(lockTimeoutSeconds: options.lockTimeoutSeconds)
    let (acknowledged, head) = try input.acknowledgedEnd()
    // A writer may have written since the length was asked.
    if let length = end, let known = head.end?.lengthBytes, known > length,
      try input.lengthBytes() ?? 0 >= known
    {
      end = known
    }
    var verifier = LogVerifier(acknowledged: acknowledged, options, judging: rules)
    verifier.report.head = head
    verifier.names = head == .lost(.foreign) ? nil : names
    verifier.report.namesDoubt = unread?.message
    let signature = try input.signature()
    if case .foreign(let cause)? = signature, acknowledged == nil || cause != .noEvent,
      try !input.beginsWithObject()
    {
      verifier.line = 1
      verifier.note(.json, at: 0, cause.message(of: path))
      return verifier.report
    }
    if let signature, !signature.isLog(hasHead: head != .lost(.missing)) {
      verifier.canBeTorn = false
    }
    try verifier.read(input.blocks(upTo: end), of: end, progress)
    verifier.checkNames()
    if case .foreign(let cause)? = signature, cause != .noEvent, verifier.report.isDamaged {
      verifier.report.cause = cause
    } else if verifier.carriageReturns > 1 {
      verifier.report.cause = .carriageReturns
    }
    return verifier.report
  }

  private mutating func read(
    _ reader: LogBlockReader, of totalBytes: UInt64?, _ progress: (Int, UInt64, UInt64?) -> Void
  ) throws(LogError) {
    let pipeline = reader.working { DecodedLines($0, lengthBytes: $1, at: $2, .everything) }
    while let (block, lines) = try pipeline.next() {
      switch block.content {
      case .end:
        end = max(end, block.offset)
        return finish(at: nil, halfLineBytes: 0)
      case .half(let line):
        if unsafe line.withBytes({ unsafe TailScan.hasHole($0) }) { meetHole() }
        if unsafe line.withBytes({ unsafe TailScan.eventInsideLine(in: $0) }) != nil {
          (canBeTorn, isJoined) = (false, true)
        }
        let whole = block.offset + UInt64(line.range.count) + 1
        if acknowledged?.lengthBytes ?? whole == whole, damageCount == 0, let hash = chain.hash {
          let last = UInt64(chain.sequence)
          lacksLineFeed = unsafe line.withBytes { unsafe TailScan.isWhole($0, behind: last, hash) }
          if lacksLineFeed { canBeTorn = false }
        }
        return finish(at: block.offset, halfLineBytes: line.range.count)
      case .tooLong(let lengthBytes, let hasHole):
        line += 1
        if hasHole { meetHole() }
        note(.json, at: block.offset, Finding.tooLong)
        // What it states was not read, so the next line is compared with nothing.
        chain.skip(nil)
        end = block.offset + lengthBytes
      case .lines:
        if let lines { take(lines) }
        progress(report.events, end, totalBytes)
      }
    }
  }

  mutating func take(_ lines: DecodedLines) {
    var faults = lines.faults[...]
    for (index, range) in lines.ranges.enumerated() {
      let line = (
        offset: lines.offset + UInt64(range.lowerBound),
        end: lines.offset + UInt64(range.upperBound) + 1, link: lines.links[index]
      )
      if faults.first?.linesBefore == index {
        let bytes = unsafe UnsafeRawBufferPointer(rebasing: lines.events.block.bytes[range])
        if unsafe !isBehindHole && TailScan.hasHole(bytes) { meetHole() }
        take(line, faults.removeFirst().fault)
      } else if let event = lines.events.takeFirst() {
        take(line, event, differing: lines.differences.isEmpty ? nil : lines.differences[index])
      }
      end = line.end
    }
  }

  private var end: UInt64 = 0

  /// True if the fault at the end may be from a crash: not if whole lines follow.
  private var canBeTorn = true

  /// True behind a hole in what was not acknowledged: nothing from there on can have been.
  private var isBehindHole = false

  private mutating func meetHole() {
    guard let acknowledged, canBeTorn, committed.end >= acknowledged.lengthBytes else { return }
    isBehindHole = true
  }

  /// True if the last line is a whole event without its line feed, and nobody can tell whether it was
  /// acknowledged.
  private var lacksLineFeed = false
  /// Events stand in the last line without line feeds between them.
  private var isJoined = false

  private var damageCount = 0

  /// - Parameter line: the line that begins at `offset`; `nil` for the one that is being checked.
  private mutating func note(
    _ kind: Finding.Kind, line: UInt64? = nil, at offset: UInt64, _ message: String,
    column: Int? = nil, code: String? = nil
  ) {
    if kind != .form && kind != .rule { damageCount += 1 }
    report.counts[kind, default: 0] += 1
    uncommittedCounts[kind, default: 0] += 1
    if report.counts[kind, default: 0] > options.findingsPerKind { return }
    var damage = Finding(
      kind, line: line ?? self.line, offset: offset, message: message, column: column)
    damage.code = code
    report.findings.append(damage)
  }

  // MARK: - One line

  /// A line in the log, and its place in the chain; `nil` where it does not end in a hash.
  private typealias CheckedLine = (offset: UInt64, end: UInt64, link: LineLink?)

  private mutating func take(_ checked: CheckedLine, _ fault: LineFault) {
    line += 1
    note(
      fault.kind == .event ? .event : .json, at: checked.offset,
      "\(fault.message) (column \(fault.range.lowerBound + 1))", column: fault.range.lowerBound + 1)
    chain.skip(checked.link)
    // Whole JSON is no torn line.
    if fault.kind != .json { canBeTorn = false }
    if fault.kind == .carriageReturn { carriageReturns += 1 }
    checkAcknowledged(checked)
  }

  private mutating func take(
    _ checked: CheckedLine, _ event: RecordedEvent, differing difference: String?
  ) {
    line += 1
    let (offset, damageBefore) = (checked.offset, damageCount)
    defer {
      if let hash = options.hash, checked.link?.stated == hash {
        if damageCount == 0 { report.holderOfHash = Int(line) }
        if damageCount > 0 { report.claimantOfHash = event.sequence.value }
      }
      if damageCount > damageBefore { canBeTorn = false }
      if damageCount == damageBefore && !isInsideBatch && !isBehindHole {
        committed = (line, checked.end, report.events, report.sequence, report.hash)
        if !uncommittedCounts.isEmpty { uncommittedCounts = [:] }
      }
    }
    isInsideBatch = !event.isLastOfBatch
    for fault in chain.takeAnyway(event.plain, checked.link) {
      note(fault.kind, at: offset, fault.message)
    }
    if let difference { note(.form, at: offset, difference) }
    report.events += 1
    report.unknownEvents += event.event.type == nil ? 1 : 0
    report.unknownMembers += event.unknownMembers
    report.unknown.apply(event)
    checkAcknowledged(checked, event)
    names?.apply(event.event, unknownMembers: event.unknownMembers)
    judge(event, at: offset)
  }

  private mutating func checkNames() {
    guard let names else { return }
    report.peoplePath = names.path
    let findings = names.findings(knowsAll: !report.isDamaged)
    if findings.isEmpty { return }
    report.counts[.name] = findings.count
    report.findings += findings.prefix(options.findingsPerKind)
  }

  private mutating func judge(_ event: RecordedEvent, at offset: UInt64) {
    // By what newer versions recorded no rule of this one can judge.
    guard let rules, damageCount == 0, report.unknown.count == 0 else { return }
    let findings = rules(event)
    for finding in findings {
      note(.rule, at: offset, "\(finding.message) (\(finding.code))", code: finding.code)
    }
    if !findings.isEmpty { report.refutedEvents += 1 }
    report.judgedEvents = report.judgedEvents.map { $0 + 1 }
  }

  // MARK: - The end

  /// Compares the line at the acknowledged end with the acknowledged hash.
  private mutating func checkAcknowledged(_ checked: CheckedLine, _ event: RecordedEvent? = nil) {
    guard let acknowledged, !reachedAcknowledged, checked.end >= acknowledged.lengthBytes else {
      return
    }
    reachedAcknowledged = true
    if checked.end != acknowledged.lengthBytes || checked.link?.stated != acknowledged.hash {
      note(.hash, at: checked.offset, Finding.otherThanAcknowledged(acknowledged))
    } else if let event, UInt64(event.sequence.value) != acknowledged.sequence {
      note(
        .sequence, at: checked.offset,
        Finding.otherSequence(UInt64(event.sequence.value), at: acknowledged))
    } else if event?.isLastOfBatch == false {
      note(.batch, at: checked.offset, Finding.acknowledgedInsideBatch)
    }
  }

  /// Reports the fault of the end: of whole lines, or of one half that begins at `halfLine`.
  mutating func finish(at halfLine: UInt64?, halfLineBytes: Int) {
    let whole = end + UInt64(halfLineBytes)
    if lacksLineFeed {
      let kind: Finding.Kind = acknowledged == nil ? .json : .short
      return note(kind, line: line + 1, at: halfLine ?? end, Finding.lacksLineFeed)
    }
    if let acknowledged, acknowledged.lengthBytes > whole {
      let last = LogEnd(lengthBytes: halfLine ?? end, sequence: line, hash: .zero, firstHash: .zero)
      let damage = Finding.short(at: last, acknowledged: acknowledged, lengthBytes: whole)
      return note(
        .short, line: damage.line, at: damage.offset, damage.message, column: damage.column)
    }
    guard committed.end < whole else { return }
    if canBeTorn || isBehindHole, committed.end >= acknowledged?.lengthBytes ?? 0 {
      report.findings.removeAll { $0.offset >= committed.end && $0.kind != .form }
      for (kind, count) in uncommittedCounts where kind != .form {
        let left = report.counts[kind, default: count] - count
        report.counts[kind] = left > 0 ? left : nil
      }
      // A torn batch never happened.
      (report.events, report.sequence, report.hash) =
        (committed.events, committed.sequence, committed.hash)
      note(
        .torn, line: committed.line + 1, at: committed.end,
        "\(whole - committed.end) bytes at the end are no whole batch; eventlog-tool recover, or the "
          + "next append, takes them off")
    } else if isJoined, let halfLine {
      note(.json, line: line + 1, at: halfLine, Finding.eventsInOneLine)
    } else if isInsideBatch {
      note(
        .batch, line: committed.line + 1, at: committed.end,
        "the batch that begins here lacks its last line")
    } else if let halfLine {
      note(.json, line: line + 1, at: halfLine, "the last line has no line feed")
    }
  }
}

/// The people file beside a log that is verified, and what its lines are held against.
struct VerifiedNames {
  private let paths: LogPaths
  private let lines: PeopleLines
  private var commitments = Commitments()
  /// All that there ever were, of anybody.
  private var recorded: Set<Digest> = []

  /// Reads the file, before the end of the log is looked for; `nil` where there is none.
  init?(_ input: LogInput) throws(LogError) {
    guard let paths = input.paths else { return nil }
    let lines = try PeopleFile.lines(paths)
    guard !lines.isEmpty || lines.foreignCount > 0 else { return nil }
    (self.paths, self.lines) = (paths, lines)
  }

  var path: String { paths.people }

  mutating func apply(_ event: Event, unknownMembers: Int) {
    commitments.apply(event, unknownMembers: unknownMembers)
    if let commitment = event.profile { recorded.insert(commitment) }
  }

  /// The lines that are not what the log commits to.
  ///
  /// - Parameter knowsAll: false if some event could not be read.
  func findings(knowsAll: Bool) -> [Finding] {
    let first = lines.findings(commitments, recorded: recorded, knowsAll: knowsAll)
    if first.isEmpty { return [] }
    // A writer takes old lines out shortly after the event that made them old.
    paths.fileSystem.pause(seconds: 0.05)
    let messages = Set(first.map(\.message))
    let now = (try? PeopleFile.lines(paths)) ?? PeopleLines()
    return now.findings(commitments, recorded: recorded, knowsAll: knowsAll)
      .filter { messages.contains($0.message) }
      .map {
        Finding(
          .name, line: UInt64($0.place.number), offset: UInt64($0.place.offset),
          message: $0.message)
      }
  }
}
