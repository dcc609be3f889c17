import Projections
import ShiftEvents

enum LogCommand: ToolCommand {
  static let spec = CommandSpec(
    "log", group: .read, abstract: "List events, as recorded or as they would be submitted",
    discussion: [
      "Prints the acknowledged lines byte for byte; on a terminal, control characters are escaped.",
      "With --submissions each line is what a program would submit to have the event recorded, with "
        + "its own id, source and time, so that append - --each makes the same state in a new log. "
        + "Facts and generated events are left out: the rules add them again. Names and e-mail "
        + "addresses come from the people file; who was renamed or erased has only the latest.",
      "What extend scheduled cannot be submitted. Where extend had run, append what is before it "
        + "(--at SEQ), run extend with --now at its time, and go on: -v names each run. What was "
        + "appended already is answered as a duplicate.",
    ],
    options: [
      .flag("submissions", help: "Thin, without facts and generated events: append takes them")
    ],
    sharedOptions: [SharedOptions.file, SharedOptions.at, SharedOptions.now]
      + SharedOptions.anywhere,
    examples: [
      .init("eventlog-tool log --at 57"),
      .init("eventlog-tool log | jq -r 'select(.type==\"shift.accepted\") | .data.to'"),
      .init(
        "eventlog-tool log --submissions | eventlog-tool append - --each --create -f new.jsonl"),
    ])

  static func run(_ invocation: Invocation) throws -> ExitCode {
    let path = try invocation.logPath()
    let reading =
      invocation.arguments.flag("submissions")
      ? try listSubmissions(path, invocation) : try listEvents(path, invocation)
    if let emptiness = reading.emptiness { invocation.diagnostics.note(emptiness) }
    return .done
  }

  private static func listEvents(_ path: String, _ invocation: Invocation) throws -> LogReading {
    let output = invocation.output
    return try LogReading(path, invocation) { event in
      if output.isTerminal {
        try invocation.writeJSON(Array(event.json.utf8))
      } else {
        try output.line(event.json)
      }
    }
  }

  private static func listSubmissions(
    _ path: String, _ invocation: Invocation
  ) throws -> LogReading {
    // The people file is written before the event that commits to it, and old lines are removed after
    // it. So a file that is read before the log is at worst too old, and its names are then left out.
    let people = path == "-" ? ShiftEvents.People() : try LogReader(reading: path).people()
    var omissions = Omissions()
    let reading = try LogReading(path, invocation) { event in
      switch event.resubmission(people) {
      case .submission(let json): try invocation.writeJSON(json)
      case let other: omissions.note(other, event)
      }
    }
    omissions.report(invocation.diagnostics)
    return reading
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
