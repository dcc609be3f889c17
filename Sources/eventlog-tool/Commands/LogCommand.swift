import Projections
import ShiftEvents

enum LogCommand: ToolCommand {
  static let spec = CommandSpec(
    "log", group: .read,
    abstract: "List events: readable, as recorded, or as they would be submitted",
    discussion: [
      "On a terminal, and with --format table, each event is one line: its sequence, the time at the "
        + "workplace, who, what, about what, and the effect. In a pipe and with --raw the acknowledged "
        + "lines stand byte for byte; on a terminal, control characters are escaped.",
      "With --submissions each line is what a program would submit to have the event recorded, with "
        + "its own id, source and time, so that append - --each makes the same state in a new log. "
        + "Facts and generated events are left out: the rules add them again. Names and e-mail "
        + "addresses come from the people file; who was renamed or erased has only the latest.",
      "What extend scheduled cannot be submitted. Where extend had run, append what is before it "
        + "(--at SEQ), run extend with --now at its time, and go on: -v names each run. What was "
        + "appended already is answered as a duplicate.",
    ],
    options: EventSelection.options + [
      .value("last", "N", help: "Only the last so many of these"),
      .flag("submissions", help: "Thin, without facts and generated events: append takes them"),
      .flag("raw", help: "As recorded, also on a terminal"),
      .value("format", "FORMAT", help: "table, or ndjson: the lines as recorded"),
    ],
    sharedOptions: [SharedOptions.file, SharedOptions.at, SharedOptions.now, SharedOptions.ids]
      + SharedOptions.anywhere,
    examples: [
      .init("eventlog-tool log --from yesterday --to yesterday", "What happened yesterday?"),
      .init("eventlog-tool log --type shift. --actor Eva --last 5 events-sample.jsonl"),
      .init("eventlog-tool log | jq -r 'select(.type==\"shift.accepted\") | .data.to'"),
      .init(
        "eventlog-tool log --submissions | eventlog-tool append - --each --create -f new.jsonl"),
    ])

  static func run(_ invocation: Invocation) throws -> ExitCode {
    let path = try invocation.logPath()
    let form = try form(invocation)
    let last = try invocation.arguments.wholeNumber("last", in: 1...Int.max)
    var selection = try EventSelection(invocation, path)
    var writer = try EventWriter(form, path, invocation)
    var latest: [RecordedEvent] = []
    let reading = Result {
      try LogReading(path, invocation) { event in
        guard try selection.includes(event) else { return }
        guard let last else { return try writer.write(event, selection.zone) }
        // Twice as many are kept at most, so that each is moved once.
        latest.append(event)
        if latest.count / 2 >= last { latest.removeFirst(latest.count - last) }
      }
    }
    // Also where damage ended the reading, what stands before it is told first.
    for event in latest.suffix(last ?? 0) { try writer.write(event, selection.zone) }
    try writer.finish()
    try invocation.output.flush()
    try sayEmptiness(try reading.get(), selection, path, invocation)
    return .done
  }

  /// Says why no event was printed.
  private static func sayEmptiness(
    _ reading: LogReading, _ selection: EventSelection, _ path: String, _ invocation: Invocation
  ) throws {
    if let emptiness = reading.emptiness {
      invocation.diagnostics.note(emptiness)
    } else if selection.selected == 0 {
      try selection.requireSeen(in: path) { try reading.names().names }
      invocation.diagnostics.note(
        "no event is like that; the log has \(counted(reading.asOf.sequence.value, "event")), the last "
          + "of \(reading.asOf.time.map { minuteText($0, in: reading.zone) } ?? "")")
    }
  }

  /// The form of the lines: what is asked for, or what is of use where they go.
  private static func form(_ invocation: Invocation) throws(UsageError) -> EventWriter.Form {
    let arguments = invocation.arguments
    for (first, second) in [("submissions", "raw"), ("submissions", "format"), ("raw", "format")]
    where arguments.has(first) && arguments.has(second) {
      throw UsageError("--\(first) and --\(second) exclude each other")
    }
    if arguments.flag("submissions") { return .submissions }
    if let format = try arguments.choice("format", among: ["table", "ndjson"]) {
      return format == "table" ? .table : .recorded
    }
    return invocation.output.isTerminal && !arguments.flag("raw") ? .table : .recorded
  }
}

/// Writes events in one form, in their order.
private struct EventWriter {
  enum Form {
    case table, recorded, submissions
  }

  private let form: Form
  private let invocation: Invocation
  private let people: ShiftEvents.People
  private let labels: PersonLabels
  private var omissions = Omissions()
  private var rows: [AuditRow] = []
  private var isTitled = false
  private var leftOut: [String] = []
  /// So many lines share the widths of columns.
  private static let block = 1000
  private var zone = Zone.utc

  init(_ form: Form, _ path: String, _ invocation: Invocation) throws {
    self.form = form
    self.invocation = invocation
    // The people file is written before the event that commits to it, and old lines are removed after
    // it. So a file that is read before the log is at worst too old, and its names are then left out.
    people =
      switch form {
      case .recorded: ShiftEvents.People()
      case .table: try invocation.people(beside: path)
      case .submissions:
        path == LogInput.standardInput
          ? ShiftEvents.People() : try LogReader(reading: path).people()
      }
    labels = PersonLabels(people, showsIDs: invocation.arguments.flag("ids"))
  }

  mutating func write(_ event: RecordedEvent, _ zone: Zone) throws {
    let output = invocation.output
    switch form {
    case .recorded where output.isTerminal: try invocation.writeJSON(Array(event.json.utf8))
    case .recorded: try output.line(event.json)
    case .submissions:
      switch event.resubmission(people) {
      case .submission(let json): try invocation.writeJSON(json)
      case let other: omissions.note(other, event)
      }
    case .table:
      self.zone = zone
      rows.append(AuditRow(event))
      if rows.count == Self.block { try writeRows() }
    }
  }

  mutating func finish() throws {
    try writeRows()
    try invocation.output.flush()
    sayLeftOut(leftOut, invocation.diagnostics, elsewhere: "--raw")
    omissions.report(invocation.diagnostics)
  }

  private mutating func writeRows() throws {
    if rows.isEmpty { return }
    let output = invocation.output
    if !isTitled { try output.line("Events   times of \(zone)") }
    var table = EventTable(zone, labels, .list, showsTitles: !isTitled)
    for row in rows { table.add(row) }
    try output.lines(table.lines(width: output.columns, usesColor: output.usesColor))
    leftOut += table.leftOut(width: output.columns).filter { !leftOut.contains($0) }
    isTitled = true
    rows.removeAll(keepingCapacity: true)
  }
}

/// The events that `--submissions` could not list, to be reported at the end.
private struct Omissions {
  private var runs: [(before: SequenceNumber, time: Timestamp)] = []
  private var lastExtended: (sequence: SequenceNumber, time: Timestamp)?
  private var forgotten = 0
  private var unknown = 0

  mutating func note(_ resubmission: Resubmission, _ event: RecordedEvent) {
    switch resubmission {
    case .submission, .generated: break
    case .extended:
      let isSameRun = lastExtended.map {
        ($0.sequence.next, $0.time) == (event.sequence, event.time)
      }
      if isSameRun != true { runs.append((SequenceNumber(event.sequence.value - 1), event.time)) }
      lastExtended = (event.sequence, event.time)
    case .forgotten: forgotten += 1
    case .unknown: unknown += 1
    }
  }

  func report(_ diagnostics: Diagnostics) {
    for run in runs {
      diagnostics.detail("extend ran after event \(run.before): extend --now \(run.time)")
    }
    if !runs.isEmpty {
      diagnostics.note(
        "left out: what \(runs.count) \(runs.count == 1 ? "run" : "runs") of extend scheduled; "
          + "run extend at the same times (-v names them)")
    }
    if forgotten > 0 {
      diagnostics.note(
        "left out: \(forgotten) profile.changed, whose names the people file no longer has")
    }
    if unknown > 0 {
      diagnostics.note("left out: \(unknown) of types that this version does not know")
    }
  }
}
