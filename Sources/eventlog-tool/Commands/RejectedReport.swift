import Projections
import ShiftEvents

/// `audit --rejected`: who tried what, and why it was refused.
struct RejectedReport {
  static let option = Flag(
    "rejected",
    "The submissions that were refused, with the reason, where append --audit-rejections kept them")

  static func run(_ invocation: Invocation) throws -> ExitCode {
    let (arguments, path) = (invocation.arguments, try invocation.fetchedLog())
    try invocation.requireFile(path, orSay: "what was refused stands beside a log in a file")
    let format = try invocation.format()
    guard format == .table || format == .json || format == .ndjson else {
      throw UsageError("--rejected has the formats table, json and ndjson")
    }
    try invocation.requireCSV(for: format)
    if arguments.has(Options.attributes) {
      throw UsageError("--rejected takes no --attributes: JSON has all that was submitted")
    }
    if arguments.has(Options.at) {
      throw UsageError("--rejected takes no --at: refusals have no place in the log")
    }
    // Throws where there is no log, too.
    var options = try invocation.readingOptions
    options.limitedBy = nil
    let reading = try LogReading.read(path, options, for: invocation) { _ in }
    let kept: [[UInt8]]
    do throws(LogError) { kept = try RejectedSubmissions(LogPaths(log: path)).lines() } catch {
      throw error.ofReading
    }
    let (days, zone) = (try RelativeDates(arguments).selection(today: reading.today), reading.zone)
    let criteria = try criteria(invocation, path)
    let wanted = kept.compactMap { line in JSONTree(parsing: line).map { (line, $0) } }
      .filter { _, attempt in
        criteria.allSatisfy { $0(attempt) }
          && (days.isEmpty || time(of: attempt).map { days.contains(zone.date(at: $0)) } ?? false)
      }
    if format == .table {
      let labels = try reading.names()
      try invocation.write(lines: { width, usesColor in
        lines(wanted.map(\.1), labels, zone, width: width, usesColor: usesColor)
      })
    } else {
      try invocation.write(json(wanted.map(\.0), isDocument: format == .json))
    }
    if wanted.isEmpty {
      invocation.diagnostics.note(
        kept.isEmpty
          ? "no refusal was kept; append --audit-rejections keeps them"
          : "none of the " + "\(counted(kept.count, "refusal")) that are kept is about that")
    }
    return .done
  }

  /// The criteria of the options: of an attempt they ask what they ask of an event.
  private static func criteria(
    _ invocation: Invocation, _ path: String
  ) throws -> [(JSONTree) -> Bool] {
    var criteria: [(JSONTree) -> Bool] = []
    if let id = try invocation.person(AuditCommand.user, in: path)?.description {
      criteria.append { $0["actor"]?.text == id || isAbout(id, [UserID.noun], $0) }
    }
    if let id = try invocation.person(AuditCommand.actor, in: path)?.description {
      criteria.append { $0["actor"]?.text == id }
    }
    if let id = invocation.arguments.text(of: AuditCommand.subject) {
      criteria.append { $0["subject"]?.text == id }
    }
    for option in AuditCommand.subjects {
      guard let id = invocation.arguments.text(of: option) else { continue }
      let nouns = SeenIdentifiers.subjects(of: option.spec.name)
      criteria.append { isAbout(id, nouns, $0) }
    }
    return criteria
  }

  /// Returns `true` if the subject of an attempt or a member of its data is a thing of one of some kinds.
  private static func isAbout(_ id: String, _ nouns: [String], _ attempt: JSONTree) -> Bool {
    guard let type = attempt["type"]?.text.flatMap(EventType.init) else { return false }
    return nouns.contains(type.subjectNoun) && attempt["subject"]?.text == id
      || type.members.contains { member in
        member.noun.map(nouns.contains) == true && attempt["data"]?[member.name]?.text == id
      }
  }

  private static func time(of attempt: JSONTree) -> Timestamp? {
    attempt["time"]?.text.flatMap { Timestamp($0) }
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

  private static func lines(
    _ attempts: [JSONTree], _ labels: PersonLabels, _ zone: Zone, width: Int?, usesColor: Bool
  ) -> [String] {
    if attempts.isEmpty { return [] }
    var table = Table([
      .init("time"), .init("by"), .init("event"), .init("subject"), .init("refused"),
      .init("why", wraps: true),
    ])
    for attempt in attempts {
      let actor = attempt["actor"]?.text
      table.add([
        .init(time(of: attempt).map { minuteText($0, in: zone) } ?? ""),
        .init(actor.map { actor in UserID(actor).map(labels.label) ?? actor } ?? ""),
        .init(attempt["type"]?.text ?? ""), .init(attempt["subject"]?.text ?? ""),
        .init(attempt["error"]?.text ?? ""), .init(attempt["message"]?.text ?? ""),
      ])
    }
    return ["times of \(zone)"] + table.lines(width: width, usesColor: usesColor)
  }
}
