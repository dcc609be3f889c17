import Projections
import ShiftEvents

/// Writes events in one form, in their order.
struct EventWriter {
  enum Form { case table, recorded, submissions }

  private let form: Form
  private let invocation: Invocation
  private let people: ShiftEvents.People
  private let labels: PersonLabels
  private let showsAttributes: Bool
  private var state = StateChanges()
  private var omissions = Omissions()
  private var lines: [EventTable.Line] = []
  private let folds: Bool
  /// The number of events in lines that stand for several.
  private var folded = 0
  private var isTitled = false
  private var leftOut: [String] = []
  /// The number of lines that share the widths of columns.
  private static let block = 1000
  private var zone = Zone.utc

  /// - Parameter folds: true to tell a run of generated events in one line.
  init(_ form: Form, _ path: String, _ invocation: Invocation, folds: Bool) throws {
    self.form = form
    self.folds = folds && form == .table
    self.invocation = invocation
    people =
      switch form {
      case .recorded: ShiftEvents.People()
      case .table: invocation.people(beside: path)
      case .submissions:
        path == LogInput.standardInput
          ? ShiftEvents.People()
          : invocation.telling(
            try invocation.reading(path) { (_) throws(LogError) in
              try LogReader(reading: path).people(mapsSnapshot: true)
            }, beside: path)
      }
    labels = PersonLabels(people: people, showsIDs: invocation[Options.ids])
    showsAttributes = invocation[Options.attributes]
  }

  /// The meaning of an event behind those before it.
  struct Meaning {
    let change: StateChange
    /// True of an event that came with a closure.
    let isFollower: Bool
  }

  /// Takes every event of the log, written or not, and returns what it changed.
  mutating func take(_ event: RecordedEvent) -> StateChange {
    form == .table ? state.apply(event) : .asTold
  }

  mutating func write(_ event: RecordedEvent, _ meaning: Meaning, _ zone: Zone) throws {
    switch form {
    case .recorded: try invocation.writeRecorded(event.json.utf8)
    case .submissions:
      switch meaning.isFollower ? .generated : event.resubmission(people) {
      case .submission(let json):
        omissions.note(event, people)
        try invocation.writeJSON(json)
      case let other: omissions.note(other, event)
      }
    case .table:
      if zone != self.zone {
        // Of standard input, which is read once: what comes is told by other clocks.
        try writeRows()
        (self.zone, isTitled) = (zone, false)
      }
      let row = AuditRow(event, meaning.change, in: zone, showsAttributes: showsAttributes)
      let isGenerated = meaning.isFollower || event.actor == .system
      if folds, isGenerated, let last = lines.last, last.isGenerated,
        last.rows[0].actor == event.actor
      {
        lines[lines.count - 1].rows.append(row)
        folded += last.rows.count == 1 ? 2 : 1
        return
      }
      if lines.count == Self.block { try writeRows() }
      lines.append(EventTable.Line(rows: [row], isGenerated: isGenerated))
    }
  }

  mutating func finish() throws {
    try writeRows()
    try invocation.output.flush()
    if folded > 0 {
      invocation.diagnostics.note(
        "\(folded) generated events stand in fewer lines: --format table lists each, --no-system none"
      )
    }
    reportLeftOut(leftOut, invocation.diagnostics, elsewhere: "--raw")
    omissions.report(invocation.diagnostics)
  }

  private mutating func writeRows() throws {
    if lines.isEmpty { return }
    let output = invocation.output
    if !isTitled { try output.line("Events   times of \(zone)") }
    var table = EventTable(
      zone, labels, .list, showsTitles: !isTitled, showsAttributes: showsAttributes)
    for line in lines { table.add(line) }
    try output.lines(table.lines(width: output.columns, usesColor: output.usesColor))
    leftOut += table.leftOut(width: output.columns).filter { !leftOut.contains($0) }
    isTitled = true
    lines.removeAll(keepingCapacity: true)
  }
}

/// The events that `--submissions` could not list, to be reported at the end.
private struct Omissions {
  private var runs: [(before: SequenceNumber, time: Timestamp)] = []
  private var lastExtended: (sequence: SequenceNumber, time: Timestamp)?
  private var forgotten = 0
  private var unknown = 0
  private var members = 0
  private var attributes: [String] = []
  private var reservedIDs = 0
  private var sources = 0
  private var names = 0

  /// Notes what of a submission is left out.
  mutating func note(_ event: RecordedEvent, _ people: People) {
    if event.hasRefusedName(in: people) { names += 1 }
    attributes += event.attributes.filter(\.isRefused).map(\.name)
    if event.hasReservedID { reservedIDs += 1 }
    if event.hasRefusedSource { sources += 1 }
    members += event.unknownMembers
  }

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
    if !attributes.isEmpty {
      diagnostics.note(
        "left out: \(counted(attributes.count, "attribute")) whose names append refuses: "
          + listed(Set(attributes).sorted(), "and"))
    }
    if reservedIDs > 0 {
      diagnostics.note(
        "left out: \(counted(reservedIDs, "id")) that only the tool gives by now; append makes new ones"
      )
    }
    if sources > 0 {
      diagnostics.note(
        "left out: \(counted(sources, "source")) that \(sources == 1 ? "is" : "are") no URI reference, and the ids beside "
          + "\(sources == 1 ? "it" : "them"); append makes new ones")
    }
    if names > 0 {
      diagnostics.note(
        "left out: \(counted(names, "name")) or e-mail \(names == 1 ? "address" : "addresses") that append refuses as too long"
      )
    }
    if unknown > 0 {
      diagnostics.note("left out: \(counted(unknown, "event")) that this version does not know")
    }
    if members > 0 {
      diagnostics.note(
        "left out: \(counted(members, "member")) of data that this version does not know")
    }
  }
}
