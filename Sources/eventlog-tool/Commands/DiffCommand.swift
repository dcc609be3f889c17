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
      event, _, _ in
      before.apply(event)
    }
    if last.isBefore(early.asOf, in: before.timeZone) {
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
    try ProjectionChanges.explain(&changes, from: before, search.linksBefore, at: now) { body in
      _ = try later(body)
    }
    let labels = try late.names()
    if wantsJSON {
      try invocation.writeDocument(
        json(
          changes, before.asOf,
          DocumentHeader(of: after, now: now), labels))
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
