import Projections
import ShiftEvents
import ShiftEventsHome

enum LogCommand: ToolCommand {
  static let spec = CommandSpec(
    "log", group: .read,
    abstract: "List events: readable, as recorded, or as they would be submitted",
    discussion: [
      "On a terminal, and with --format table, each event is one line: its sequence, the time at the "
        + "workplace, who, what, about what, and the effect; an edit shows the old and the new values. "
        + "On a terminal a run of generated events is one line, unless --format, --type or --actor asks for each. "
        + "In a pipe and with --raw the acknowledged "
        + "lines stand byte for byte; on a terminal, control characters are escaped.",
      "With --submissions each line is what a program would submit to have the event recorded, with "
        + "its own id, source and time, so that append - --each makes the same state in a new log. "
        + "Facts and generated events are left out: the rules add them again. Names and e-mail "
        + "addresses come from the people file, which has the latest name of a person alone, and none of an erased one.",
      "--follow goes on with lines as they are acknowledged, until it is interrupted or its reader has "
        + "gone; --after SEQ resumes behind an event. It ends with 65 where the log was replaced, shortened "
        + "or changed.",
      "What extend scheduled cannot be submitted. Where extend had run, append what is before it "
        + "(--at SEQ), run extend with --now at its time, and go on: -v names each run. What was "
        + "appended already is answered as a duplicate.",
    ],
    options: EventSelection.options + [
      Options.follow, EventSelection.last, submissions, Options.attributes, raw, format,
    ],
    sharedOptions: [Options.file, Options.at, Options.now, Options.ids]
      + Options.global,
    examples: [
      .init("eventlog-tool log --from yesterday --to yesterday", "What happened yesterday?"),
      .init("eventlog-tool log --type shift. --actor Eva --last 5 events-sample.jsonl"),
      .init("eventlog-tool log | jq -r 'select(.type==\"shift.accepted\") | .data.to'"),
      .init(
        "eventlog-tool log --submissions | eventlog-tool append - --each --create -f new.jsonl"),
    ])

  static let submissions = Flag(
    "submissions", "Thin, without facts and generated events: append takes them")
  private static let raw = Flag("raw", "As recorded, also on a terminal")
  static let format = Option.choice(
    "format", "FORMAT", among: ["table", "ndjson"],
    "table, or ndjson: the lines as recorded")

  static func run(_ invocation: Invocation) throws -> ExitCode {
    let path = try invocation.fetchedLog()
    if invocation[Options.follow] { return try TailPrinter.run(path, invocation) }
    let form = try form(invocation)
    let last = try invocation[EventSelection.last]
    // Before the identifiers of options: a process that has met none takes those of the snapshot over as they lie.
    // Which events came with a closure is known where the closure was read, which an index does not find.
    let mayBeFound = form != .submissions && EventSelection.mayBeFound(invocation)
    let held = try mayBeFound ? heldLog(path, form, invocation) : nil
    var selection = try EventSelection(invocation, path)
    let folds =
      selection.mayFold && invocation.output.isTerminal && !invocation.arguments.has(format)
    var writer = try EventWriter(form, path, invocation, folds: folds)
    var latest: [(event: RecordedEvent, meaning: EventWriter.Meaning)] = []
    let reading = Result {
      try readEvents(
        path, selection, last, held, isTable: form == .table, invocation,
        begin: { try selection.take($0) }
      ) { event in
        let change = writer.take(event)
        guard try selection.includes(event) else { return }
        let meaning = EventWriter.Meaning(change: change, isFollower: selection.isFollower)
        guard let last else { return try writer.write(event, meaning, selection.zone) }
        // Twice as many are kept at most, so that each is moved once.
        latest.append((event, meaning))
        if latest.count / 2 >= last { latest.removeFirst(latest.count - last) }
      }
    }
    // Also where damage ended the reading, what stands before it is told first.
    for (event, meaning) in latest.suffix(last ?? 0) {
      try writer.write(event, meaning, selection.zone)
    }
    try writer.finish()
    try invocation.output.flush()
    try reportEmptiness(try reading.get(), selection, path, invocation)
    return .done
  }

  /// The log as its snapshot has it, with what is needed to tell of events.
  private static func heldLog(
    _ path: String, _ form: EventWriter.Form, _ invocation: Invocation
  ) throws -> LoadedLog? {
    guard case .everything = try invocation.readingOptions.limit else { return nil }
    let parts = (form == .table ? StatePart.folded : []) + [.touches]
    return LoadedLog(path, parts: parts, invocation.diagnostics)
  }

  /// Reads the events that may be asked for, and what is needed to tell of them: all, or those that the index of the
  /// snapshot finds.
  private static func readEvents(
    _ path: String, _ selection: EventSelection, _ last: Int?, _ held: LoadedLog?, isTable: Bool,
    _ invocation: Invocation, begin: (Zone) throws -> Void, _ body: (RecordedEvent) throws -> Void
  ) throws -> LogReading {
    var options = try invocation.readingOptions
    guard var held else {
      if !LogInput.isReadOnce(path), selection.needsZone(isTable: isTable) {
        try begin(zone(atEndOf: path, options, invocation))
      }
      return try LogReading.read(path, options, for: invocation, body)
    }
    let reading = try LogReading.read(path, options, for: invocation, after: held.before) {
      held.take($0)
    }
    // The index has nothing of an event that this version does not know.
    guard reading.unknown.count == 0 else {
      options.isRepeated = true
      return try LogReading.read(path, options, for: invocation, body)
    }
    let events = held.touched(try LogReader(reading: path))
    // Many lines are read sooner one behind the other.
    let most = reading.asOf.sequence.value / 16 + 1_000
    guard let found = selection.found(by: events, upTo: reading.asOf.sequence, last),
      found.count <= most
    else {
      options.isRepeated = true
      return try LogReading.read(path, options, for: invocation, body)
    }
    try begin(reading.zone)
    try events.forEach(found, steps: isTable ? 1 : 0, body)
    return reading
  }

  /// The zone of the workplace at the end of a reading, or where damage ends it.
  private static func zone(
    atEndOf path: String, _ options: ReadingOptions, _ invocation: Invocation
  ) -> Zone {
    var (options, zone) = (options, Zone.utc)
    options.isRepeated = true
    _ = try? LogReading.read(path, options, for: invocation) { event, _, _ in
      if let other = event.event.timeZone { zone = other }
    }
    return zone
  }

  /// Reports why no event was printed.
  private static func reportEmptiness(
    _ reading: LogReading, _ selection: EventSelection, _ path: String, _ invocation: Invocation
  ) throws {
    if let emptiness = reading.emptiness {
      invocation.diagnostics.note(emptiness)
    } else if selection.selected == 0 {
      try selection.requireSeen(in: path) { try reading.names().names }
      invocation.diagnostics.note(
        "no event is like that; the log has \(counted(reading.asOf.sequence.value, "event"))"
          + (invocation.arguments.has(Options.at) ? " by then" : "")
          + ", the last of \(reading.asOf.time.map { minuteText($0, in: reading.zone) } ?? "")")
    }
  }

  /// The form of the lines: what is asked for, or what is of use where they go.
  private static func form(_ invocation: Invocation) throws(UsageError) -> EventWriter.Form {
    let arguments = invocation.arguments
    // They are left out of these anyway.
    try arguments.refuse(submissions, beside: EventSelection.noSystem)
    try arguments.refuse(submissions, beside: raw, format, Options.ids, Options.attributes)
    try arguments.refuse(raw, beside: format, Options.ids, Options.attributes)
    if arguments[submissions] { return .submissions }
    let format = try arguments[self.format]
    let isTable = format.map { $0 == "table" } ?? (invocation.output.isTerminal && !arguments[raw])
    if arguments[Options.attributes], !isTable {
      throw UsageError(
        "--attributes is a column of the table; recorded lines have their attributes anyway",
        help: "add --format table")
    }
    if arguments[Options.ids], !isTable {
      throw UsageError(
        "--ids is of the table; recorded lines have ids anyway", help: "add --format table")
    }
    return isTable ? .table : .recorded
  }
}

/// `log --follow`: recorded lines as they are acknowledged, until somebody ends it.
struct TailPrinter {
  /// Prints lines for ever; returns when their reader has gone.
  static func run(_ path: String, _ invocation: Invocation) throws -> ExitCode {
    let arguments = invocation.arguments
    try arguments.refuse(
      Options.follow,
      beside: [
        Options.at, Options.now, LogCommand.submissions, EventSelection.last, LogCommand.format,
        Options.attributes, Options.ids,
      ] + RelativeDates.options)
    try invocation.requireFile(path, orSay: "standard input cannot be followed")
    var selection = try EventSelection(invocation, path)
    let after = try arguments[EventSelection.after] ?? 0
    let reader = FileDescriptor(rawValue: 1)
    do {
      let follower = try LogTail(following: path, after: SequenceNumber(after))
      if after > 0, arguments[EventSelection.noSystem] {
        // A closure tells which events behind it follow from it.
        let earlier = try LogReader(reading: path)
        while let event = try earlier.next(), event.sequence.value <= after {
          _ = try selection.includes(event)
        }
      }
      invocation.reportOpenEnd(try LogReader(reading: path).head, of: path)
      let poll = try HomeAccess(invocation).poll(of: path)
      var unknown = UnknownEvents()
      while true {
        let events = try follower.next()
        let hadUnknown = unknown.count > 0
        for event in events { unknown.apply(event) }
        if !hadUnknown, let sentence = unknown.sentence { invocation.diagnostics.warning(sentence) }
        for event in events where try selection.includes(event) {
          try invocation.writeRecorded(event.json.utf8)
        }
        try invocation.output.flush()
        if let news = try poll?.lookIfDue() { invocation.diagnostics.warning(news, at: path) }
        if events.isEmpty, !follower.wait(milliseconds: poll?.pauseMilliseconds, whileOpen: reader)
        {
          return .done
        }
      }
    } catch let error as LogError {
      throw error.ofReading
    }
  }
}
