import Projections
import ShiftEvents

enum DiffCommand: ToolCommand {
  static let spec = CommandSpec(
    "diff", group: .read, usage: ["--from A [--to B] [options] [LOG]"],
    abstract: "What changed in the projections between two moments",
    discussion: [
      "Compares every row of every projection, also what is past or closed, as it was known at A and at B: "
        + "rows that were added, removed or changed, and the events that did it. A and B are sequences, times or "
        + "dates; without --to, B is the end of the log. One clock is for both, --now or the "
        + "time of the last event read, so nothing differs because time passed.",
      "Exit 1: something differs.",
    ],
    options: [from, to],
    sharedOptions: [
      Options.file, Options.now, Options.overviewFormat, Options.json,
      Options.ids,
    ] + Options.global,
    examples: [
      .init("eventlog-tool diff --from 57 --to 60 events-sample.jsonl"),
      .init("eventlog-tool diff --from 2026-01-05 --json | jq .projections.schedule.changed"),
    ])

  private static let from = Option.limit("from", "The earlier moment")
  private static let to = Option.limit("to", "The later moment; the end of the log")

  static func run(_ invocation: Invocation) throws -> ExitCode {
    let path = try invocation.fetchedLog()
    try invocation.requireReadableTwice(path)
    guard invocation.arguments.has(from) else {
      throw UsageError("--from is missing: what changed since when?")
    }
    let wantsJSON = try invocation.wantsJSON()
    var options = ReadingOptions(
      limit: try invocation[from] ?? .everything, now: try invocation[Options.now],
      showsIDs: invocation[Options.ids], limitedBy: nil)
    let last = try invocation[to] ?? .everything
    let snapshot = SavedFolds.load(
      path, upTo: options.limit, invocation.diagnostics, parts: StatePart.folded + [.notices])
    var before = snapshot?.replay ?? Replay(inboxOf: nil)
    let early = try LogReading.read(path, options, for: invocation, after: snapshot) {
      event, _, _ in before.apply(event)
    }
    if last.isBefore(early.asOf, in: before.timeZone)
      || last.isBefore(options.limit, in: before.timeZone)
    {
      throw UsageError("--from is later than --to", help: "exchange them")
    }
    (options.limit, options.limitedBy, options.isRepeated) = (last, to, true)
    // Only what is behind the earlier moment, as often as it is asked for.
    func later(_ body: (RecordedEvent) -> Void) throws -> LogReading {
      try LogReading.read(path, options, for: invocation, after: early.goingOn(before), body)
    }
    var search = ChangeSearch(from: before)
    let late = try later { search.take($0) }
    let after = search.after
    let now = late.nowOfLog
    var changes = search.changes(at: now)
    try ProjectionChanges.explain(&changes, from: before, search.links, at: now) { body in
      _ = try later(body)
    }
    let labels = try late.names()
    if wantsJSON {
      try invocation.writeDocument(
        json(changes, before.asOf, DocumentHeader(of: after, now: now), labels))
    } else {
      try invocation.output.statement(
        "from event \(before.asOf.sequence) to event \(after.asOf.sequence), told by the clock of "
          + "\(minuteText(now, in: after.timeZone)) \(after.timeZone)")
      try invocation.output.lines(
        ChangeReport(
          labels: labels, zone: after.timeZone, knowsAll: after.tally.notKnown.count == 0
        ).lines(of: changes, invocation.output))
    }
    return changes.isEmpty ? .done : .negative
  }

  private static func json(
    _ changes: [ProjectionChanges], _ from: AsOf, _ header: DocumentHeader, _ labels: PersonLabels
  ) -> [UInt8] {
    var json = JSONWriter()
    json.object { json in
      header.write(schema: "diff", to: &json)
      json.member("from", from.sequence.value)
      json.member("to", header.asOf.sequence.value)
      json.key("projections")
      ProjectionChanges.write(changes, to: &json, in: header.timeZone, names: labels.name)
    }
    return json.bytes
  }
}

/// Rows that differ between two states, as lines for people: `+` was added, `-` removed, `~` changed.
struct ChangeReport {
  let labels: PersonLabels
  let zone: Zone
  /// False if there are events that this version does not know.
  var knowsAll = true

  func lines(of all: [ProjectionChanges], _ output: Output) -> [String] {
    if all.isEmpty {
      return [knowsAll ? "nothing differs" : "nothing that this version knows differs"]
    }
    return all.flatMap { changes in
      var table = Table(
        [.init("", .leading), .init(""), .init("", wraps: true), .init("")], indent: 2,
        showsTitles: false)
      for change in changes.changes {
        table.add([
          .init(change.before == nil ? "+" : change.after == nil ? "-" : "~"),
          .init(changes.shown(change.key).map(text).joined(separator: " ")),
          .init(what(change, changes)),
          .init(change.events.map { "\($0)" }.joined(separator: " "), .dim),
        ])
      }
      return ["", changes.projection.title]
        + table.lines(width: output.columns, usesColor: output.usesColor)
    }
  }

  private func text(_ cell: Cell) -> String { cell.text(by: labels, in: zone) }

  private func what(_ change: ProjectionChanges.Change, _ changes: ProjectionChanges) -> String {
    let (columns, key) = (changes.projection.columns, changes.keyColumns)
    let told = columns.indices.filter { columns[$0].isForPeople }
    guard let before = change.before, let after = change.after else {
      let cells = change.after ?? change.before ?? []
      return told.filter { !key.contains($0) }.compactMap { index in
        cells[index].map { "\(columns[index].key) \(text($0))" }
      }.joined(separator: ", ")
    }
    let differing = columns.indices.filter { !areSame(before[$0], after[$0]) }
    // Columns for people alone say what those for programs do.
    let hasBoth = columns.contains { $0.audience == .people }
    let toldOfThem = differing.filter {
      told.contains($0) || !hasBoth && columns[$0].audience == .programs
    }
    return (toldOfThem.isEmpty ? differing : toldOfThem).map { index in
      let (old, new) = (before[index].map(text) ?? "none", after[index].map(text) ?? "none")
      return "\(columns[index].key): \(old) → \(new)"
    }.joined(separator: ", ")
  }
}
