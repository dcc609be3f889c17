import Projections
import ShiftEvents

/// `audit --rejected`: who tried what, and why it was refused.
struct RejectedReport {
  static let option = OptionSpec.flag(
    "rejected", help: "Who tried what, and why not, where append --audit-rejections kept it")

  static func run(_ invocation: Invocation) throws -> ExitCode {
    let (arguments, path) = (invocation.arguments, try invocation.logPath())
    try invocation.requireFile(path, orSay: "what was refused stands beside a log in a file")
    let format = try invocation.format()
    guard format == .table || format == .json || format == .ndjson else {
      throw UsageError("--rejected has the formats table, json and ndjson")
    }
    // Throws where there is no log, too.
    let log = try invocation.reading(path) { (log) throws(LogError) in log }
    let kept: [[UInt8]]
    do throws(LogError) { kept = try RejectedAttempts(LogPaths(log: path)).lines() } catch {
      throw error.ofReading
    }
    let wanted = kept.compactMap { line in JSONTree(parsing: line).map { (line, $0) } }
      .filter { matches($0.1, arguments) }
    if format == .table {
      let snapshot = try FoldedBefore.load(log.path, invocation, parts: [])
      let reading = try LogReading(log.path, invocation, after: snapshot) { _ in }
      try write(wanted.map(\.1), try reading.names(), reading.zone, invocation.output)
    } else {
      try invocation.write(json(wanted.map(\.0), isDocument: format == .json))
    }
    if wanted.isEmpty {
      invocation.diagnostics.note(
        kept.isEmpty
          ? "no refusal was kept; append --audit-rejections keeps them"
          : "none of the "
            + "\(counted(kept.count, "refusal")) that are kept is about that")
    }
    return .done
  }

  private static func matches(_ attempt: JSONTree, _ arguments: ParsedArguments) -> Bool {
    for option in ["user", "actor"] {
      if let id = arguments.value(option), attempt["actor"]?.text != id { return false }
    }
    for option in [
      "shift", "request", "absence", "trade", "vacancy", "deal", "session", "subject",
    ] {
      if let id = arguments.value(option), attempt["subject"]?.text != id { return false }
    }
    return true
  }

  private static func json(_ lines: [[UInt8]], isDocument: Bool) -> [UInt8] {
    if !isDocument { return lines.flatMap { $0 + [10] } }
    var json = JSONWriter()
    json.object { json in
      json.member("schema", "shift-events/rejected/1")
      json.array("rows") { json in for line in lines { json.value(json: line) } }
    }
    return json.bytes + [10]
  }

  private static func write(
    _ attempts: [JSONTree], _ labels: PersonLabels, _ zone: Zone, _ output: Output
  ) throws {
    if attempts.isEmpty { return }
    try output.line("times of \(zone)")
    var table = Table([
      .init("time"), .init("by"), .init("event"), .init("subject"), .init("refused"),
      .init("why", mayShrink: true),
    ])
    for attempt in attempts {
      let actor = attempt["actor"]?.text
      table.add([
        .init(
          attempt["time"]?.text.flatMap { Timestamp($0) }.map { minuteText($0, in: zone) } ?? ""),
        .init(actor.map { actor in UserID(actor).map(labels.label) ?? actor } ?? ""),
        .init(attempt["type"]?.text ?? ""), .init(attempt["subject"]?.text ?? ""),
        .init(attempt["error"]?.text ?? ""), .init(attempt["message"]?.text ?? ""),
      ])
    }
    try output.lines(table.lines(width: output.columns, usesColor: output.usesColor))
  }
}
