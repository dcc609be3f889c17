import Projections
import ShiftEvents

enum BlameCommand: ToolCommand {
  static let spec = CommandSpec(
    "blame", group: .read, usage: ["[NAME] --shift ID [options] [LOG]"],
    abstract: "Which event set each cell of a row",
    discussion: [
      "For the rows of one shift, request, deal, user and so on in every projection that has such rows, or "
        + "in the projection NAME: each cell with its value, and the event that gave it that value. Exit 1: no "
        + "projection has such a row."
    ],
    options: subjects,
    sharedOptions: Options.reading,
    examples: [
      .init("eventlog-tool blame --shift F1.2026-01-12 events-sample.jsonl"),
      .init("eventlog-tool blame points --user eva events-sample.jsonl"),
    ])

  private static let subjects = [
    ShiftID.noun, RequestID.noun, AbsenceID.noun, TradeID.noun, VacancyID.noun, DealID.noun,
    ReservationID.noun, PublicationID.noun, PeriodID.noun, UserID.noun,
  ].map { noun in
    Option.text(noun, "ID", "The rows of this \(noun)", offering: .identifiers(of: noun))
  }

  static func run(_ invocation: Invocation) throws -> ExitCode {
    let arguments = invocation.arguments
    try arguments.checkAtMostOne(of: subjects)
    guard let option = subjects.first(where: arguments.has), var id = try arguments[option] else {
      throw UsageError("name one row: " + listed(subjects.map { "--\($0.spec.name)" }, "or"))
    }
    let noun = option.spec.name
    var words = arguments.positionals[...]
    var projections = ProjectionDescriptor.replayed
    if let word = words.first, let named = projections.first(where: { $0.name == word }) {
      (projections, words) = ([named], words.dropFirst())
    }
    if let other = words.first, projections.count > 1,
      RowOptions.projections.contains(where: { $0.name == other })
    {
      throw UsageError(
        "blame has no rows of \(other)", help: "audit --\(noun) has what happened to one")
    }
    if projections.count > 1, words.count > 1 {
      throw UsageError.unknown("projection", words[0], among: projections.map(\.name))
    }
    if words.count > 1 {
      throw UsageError("unexpected argument \(quoted(words[words.startIndex + 1]))")
    }
    let path = try invocation.fetchedLog(positional: words.first)
    try invocation.requireReadableTwice(path)
    if noun == UserID.noun { id = try invocation.person(named: id, in: path).description }
    let wantsJSON = try invocation.wantsJSON()
    let (replay, reading, touched) = try read(path, invocation)
    var options = try invocation.readingOptions
    let now = reading.nowOfLog
    let keys = noun == UserID.noun ? [noun, "worker"] : [noun]
    var histories = projections.compactMap { projection in
      RowHistory(of: projection, in: replay, at: now) { key in
        zip(projection.keyColumns, key).contains { index, cell in
          keys.contains(projection.columns[index].key) && cell?.text == id
        }
      }
    }
    guard !histories.isEmpty else {
      try SeenIdentifiers.read(path, of: noun)?.require(id, in: path)
      throw CommandError(.negative, "no row of \(noun) \(quoted(id)) in this log")
    }
    options.isRepeated = true
    if let touched, let symbol = UserID(id)?.symbolIndex {
      try RowHistory.walk(&histories, of: symbol, touched, at: now)
    }
    try RowHistory.trace(&histories, from: Replay(), at: now) { body in
      _ = try LogReading.read(path, options, for: invocation, body)
    }
    let labels = try reading.names()
    if wantsJSON {
      let header = DocumentHeader(of: replay, now: now)
      try invocation.writeDocument(RowHistory.json(histories, header, names: labels.name))
    } else {
      try invocation.output.line("times of \(replay.timeZone)")
      try write(histories, labels, replay.timeZone, invocation.output)
    }
    return .done
  }

  /// Folds the log up to the end, with the events that its snapshot finds by their ids, if there is one.
  private static func read(
    _ path: String, _ invocation: Invocation
  ) throws -> (Replay, LogReading, IndexedEvents?) {
    let options = try invocation.readingOptions
    guard case .everything = options.limit,
      var held = LoadedLog(path, parts: StatePart.folded + [.touches], invocation.diagnostics)
    else {
      let (replay, reading) = try Replay.read(path, for: invocation)
      return (replay, reading, nil)
    }
    let reading = try LogReading.read(path, options, for: invocation, after: held.before) {
      held.take($0)
    }
    return (held.replay, reading, held.touched(try LogReader(reading: path)))
  }

  private static func write(
    _ histories: [RowHistory], _ labels: PersonLabels, _ zone: Zone, _ output: Output
  ) throws {
    for (index, history) in histories.enumerated() {
      for row in history.orderedRows {
        if index > 0 { try output.line() }
        let key = history.projection.shown(row.key).map { $0.text(by: labels, in: zone) }
          .joined(separator: " ")
        try output.statement("\(history.projection.title) \(key)")
        var table = Table(
          [
            .init("cell"), .init("value", wraps: true), .init("seq", .trailing),
            .init("time"),
            .init("event"), .init("by"),
          ], indent: 1)
        for (column, cell, mark) in history.cells(of: row) where column.audience != .people {
          table.add([
            .init(column.key), .init(cell.text(by: labels, in: zone)),
            .init(mark.map { "\($0.sequence)" } ?? ""),
            .init(mark.map { minuteText($0.time, in: zone) } ?? ""),
            .init(mark?.type ?? ""), .init(mark.map { labels.label(of: $0.actor) } ?? ""),
          ])
        }
        try output.lines(table.lines(width: output.columns, usesColor: output.usesColor))
      }
    }
  }
}
