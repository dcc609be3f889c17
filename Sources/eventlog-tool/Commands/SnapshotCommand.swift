import Projections
import ShiftEvents

enum SnapshotCommand: ToolCommand {
  static let spec = CommandSpec(
    "snapshot", group: .report, abstract: "All projections at a position, as one JSON document",
    discussion: [
      "For programs that make reports: every row of every projection, also what is past or closed, "
        + "with the position, time and hash of the last event read, and the hash of the first event, "
        + "which identifies the log. An audit is about one thing, so a command of its own prints it.",
      "--check FILE says whether such a document, or a snapshot of the log's folder, equals a fresh replay "
        + "at its position, and where it differs (exit 1). Names of people are not compared.",
    ],
    options: [SnapshotCheck.option],
    sharedOptions: [Options.file, Options.at, Options.now, Options.documentOutput] + Options.global,
    examples: [
      .init("eventlog-tool snapshot events-sample.jsonl | jq .projections.points"),
      .init("eventlog-tool snapshot --at 2026-01-31 -o january.json events-sample.jsonl"),
    ])

  static func run(_ invocation: Invocation) throws -> ExitCode {
    let path = try invocation.fetchedLog()
    if let file = invocation.arguments.text(of: SnapshotCheck.option) {
      let others: [any CommandOption] = [Options.at, Options.now, Options.documentOutput]
      for other in others where invocation.arguments.has(other) {
        throw UsageError(
          "--check and --\(other.spec.name) exclude each other: the file says where it stands")
      }
      return try SnapshotCheck(file: file, path: path, invocation: invocation).run()
    }
    if let file = invocation.outputFile, let format = AnswerFormat(fileName: file), format != .json
    {
      throw UsageError("a snapshot is JSON, not what the name \(quoted(file)) says")
    }
    let options = try invocation.readingOptions
    let folded = SavedFolds.load(
      path, upTo: options.limit, invocation.diagnostics, parts: StatePart.folded + [.notices])
    var replay = folded?.replay ?? Replay(inboxOf: nil)
    let (hash, firstHash) = (folded?.position.end.hash, folded?.position.end.firstHash)
    var report = SnapshotReport(hash: hash, firstHash: firstHash)
    var last: RecordedEvent?
    let reading = try LogReading.read(path, options, for: invocation, after: folded) { event in
      if report.firstHash == nil { report.firstHash = event.hash }
      last = event
      replay.apply(event)
    }
    report.hash = last?.hash ?? hash
    try invocation.writeDocument(
      report.json(of: replay, at: reading.nowOfLog, names: try reading.names().name))
    if let emptiness = reading.emptiness { invocation.diagnostics.note(emptiness) }
    return .done
  }
}

/// `snapshot --check FILE`: whether a snapshot equals a fresh replay at its position, or where not.
///
/// The file is a document of `snapshot`, or one of the caches in the folder of a log.
struct SnapshotCheck {
  static let option = Option.text(
    "check", "FILE", "Whether this snapshot equals a fresh replay at its position")

  let file: String
  let path: String
  let invocation: Invocation

  private static let differencesShown = 10
  private static let lengthLimitBytes = 1 << 30

  func run() throws -> ExitCode {
    try invocation.requireFile(path, orSay: "a snapshot is compared with a file")
    let bytes = try invocation.bytes(of: file, limitBytes: Self.lengthLimitBytes)
    // A document begins as JSON does.
    if bytes.first != UInt8(ascii: "{") { return try checkCache() }
    guard let kept = JSONTree(parsing: bytes), kept["schema"]?.text == "shift-events/snapshot/1",
      let sequence = kept["asOf"]?["sequence"]?.integer,
      let now = kept["now"]?.text.flatMap({ Timestamp($0) })
    else { throw CommandError(.invalidData, "\(file) is no document of eventlog-tool snapshot") }
    var replay = Replay(inboxOf: nil)
    var report = SnapshotReport(hash: nil, firstHash: nil)
    var last: RecordedEvent?
    let reading = try read(upTo: sequence) { event in
      if last == nil { report.firstHash = event.hash }
      last = event
      replay.apply(event)
    }
    guard let reading else {
      return no("\(path) ends before event \(sequence), up to which \(file) goes")
    }
    report.hash = last?.hash
    let json = report.json(of: replay, at: now, names: try reading.names().name)
    guard let fresh = JSONTree(parsing: json) else {
      throw CommandError(.internalError, "this is a bug of ours: a snapshot is no JSON")
    }
    // Names stand beside the log and change without it. Documents of earlier versions have no instants.
    let found = JSONTree.differences(kept, fresh, limit: Self.differencesShown + 1) {
      path, name, isNew in
      isNew && ["startAt", "endAt"].contains(name) || Self.isName(name, at: path)
    }
    return try tell(
      found.map {
        "\($0.path): \(text($0.first)) in the file, \(text($0.second)) in a fresh replay"
      },
      sequence)
  }

  /// True if the member is a name of a person, at the path to its row.
  private static func isName(_ name: String, at path: String) -> Bool {
    guard path.hasPrefix(".projections.") else { return false }
    let projection = path.dropFirst(".projections.".count).prefix { $0 != "[" }
    let isInner = path.filter { $0 == "[" }.count > 1
    let columns = ProjectionDescriptor.all.first { $0.name == projection }?.columns ?? []
    return isInner ? name.hasSuffix("Name") : columns.contains { $0.nameKey == name }
  }

  private func text(_ value: JSONTree?) -> String {
    guard let line = value?.line else { return "nothing" }
    return line.count > 100 ? line.prefix(100) + "…" : line
  }

  /// Reads up to the position of the snapshot; `nil` if the log ends before.
  private func read(upTo sequence: Int, _ apply: (RecordedEvent) -> Void) throws -> LogReading? {
    do {
      let options = ReadingOptions(limit: .sequence(SequenceNumber(sequence)), limitedBy: nil)
      return try LogReading.read(path, options, for: invocation, apply)
    } catch is UsageError { return nil }
  }

  private func no(_ message: String) -> ExitCode {
    invocation.diagnostics.error(message)
    return .negative
  }

  private func tell(_ differences: [String], _ sequence: Int) throws -> ExitCode {
    if differences.isEmpty {
      try invocation.output.statement(
        "\(file) equals a fresh replay of \(path) at event \(sequence)")
      return .done
    }
    try invocation.output.statement(
      "\(file) differs from a fresh replay of \(path) at event \(sequence):")
    for difference in differences.prefix(Self.differencesShown) {
      try invocation.output.statement("  \(difference)")
    }
    if differences.count > Self.differencesShown { try invocation.output.line("  and more") }
    return .negative
  }

  // MARK: - Caches

  /// The result of holding the snapshot beside a log against its events.
  enum Outcome {
    case compared(at: Int, differences: [String])
    /// No command of this version reads it, or none may, for that reason.
    case refused(SnapshotFile.Refusal)

    var sequence: Int? {
      if case .compared(let sequence, _) = self { sequence } else { nil }
    }

    /// False if commands may read in it what the events do not say.
    var isSound: Bool {
      switch self {
      case .compared(_, let differences): differences.isEmpty
      case .refused(let refusal): refusal != .damaged
      }
    }
  }

  /// Holds the snapshot that commands read beside a log against the events; `nil` where there is none.
  static func besideLog(_ path: String, _ invocation: Invocation) throws -> (Self, Outcome)? {
    if LogInput.isReadOnce(path) { return nil }
    let store = SnapshotStore(LogPaths(log: path))
    let check = SnapshotCheck(file: store.path, path: path, invocation: invocation)
    do {
      guard let region = try store.region(false) else { return nil }
      return (check, try check.outcome(of: region))
    } catch let refusal as SnapshotFile.Refusal { return (check, .refused(refusal)) }
  }

  func tell(_ outcome: Outcome) throws {
    switch outcome {
    case .compared(let sequence, let differences): _ = try tell(differences, sequence)
    case .refused(let refusal):
      try invocation.output.statement("\(file) \(refusal.rawValue), and was not compared")
    }
  }

  private func checkCache() throws -> ExitCode {
    let unreadable = CommandError(.invalidData, "\(file) is no whole snapshot of this version")
    do {
      guard let region = try SideFile.region(of: file, mayMap: false, PosixFileSystem()),
        case .compared(let sequence, let differences) = try outcome(of: region)
      else { throw unreadable }
      return try tell(differences, sequence)
    } catch let refusal as SnapshotFile.Refusal {
      switch refusal {
      case .ahead: return no("\(path) ends before the event up to which \(file) goes")
      case .otherLog: return no("\(file) is of another log than \(path), or of another history")
      default: throw unreadable
      }
    }
  }

  private func outcome(of region: MemoryRegion) throws -> Outcome {
    let cache = try SnapshotFile(region)
    // Each section is held against its checksum, also those that only writers read.
    guard (0..<cache.sectionCount).allSatisfy({ (try? cache.section($0)) != nil }),
      let kept = try? Replay(cache, cache.symbols())
    else { throw SnapshotFile.Refusal.damaged }
    let end = cache.position.end
    var fresh = Replay()
    // A power cut may have taken the head back behind the snapshot.
    let reader = try LogReader(reading: path, passesHead: true)
    var last: RecordedEvent?
    while reader.position.end.sequence < end.sequence, let event = try reader.next() {
      fresh.apply(event)
      last = event
    }
    if reader.position.end.sequence < end.sequence { throw SnapshotFile.Refusal.ahead }
    if let last, last.hash != end.hash { throw SnapshotFile.Refusal.otherLog }
    let now = last?.time ?? Timestamp(milliseconds: 0)
    var differences = ProjectionChanges.between(kept, fresh, at: now).map {
      "\($0.projection.name): \(counted($0.changes.count, "row"))"
    }
    if differences.isEmpty, kept != fresh { differences.append("its state, in what no row shows") }
    return .compared(at: Int(end.sequence), differences: differences)
  }
}
