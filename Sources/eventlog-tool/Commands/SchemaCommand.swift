import Projections
import ShiftEvents

enum SchemaCommand: ToolCommand {
  static let spec = CommandSpec(
    "schema", group: .other,
    usage: ["[events|submissions|replies|asyncapi] [options]", "rows [NAME]", "requests"],
    overviewWord: "WHAT",
    abstract:
      "Describe events, submissions, replies, rows and requests as JSON Schema 2020-12, or the first "
      + "two as AsyncAPI 3.0",
    overviewText: "JSON Schema of events, submissions, replies, rows or requests, or AsyncAPI 3.0",
    discussion: [
      "Code generators and validators read these documents. They describe what this version records "
        + "and takes; rules that look at the log (see help TYPE) are not in them.",
      "rows is about the documents that reads print; NAME is a projection, audit, "
        + "\(listed(RowSchema.Summary.allCases.map(\.rawValue), "or")).",
      "requests is about what a session is asked: each projection with the members that choose its rows.",
    ],
    options: [type],
    sharedOptions: [Options.documentOutput] + Options.global,
    examples: [
      .init("eventlog-tool schema > events.schema.json"),
      .init("eventlog-tool schema submissions --type hours.recorded"),
      .init("eventlog-tool schema rows schedule"),
    ])

  private static let type = Option.text(
    "type", "TYPE", "Only this type of event, such as shift.supplied",
    offering: .words { EventType.allCases.map(\.rawValue) })

  private static let rows = "rows"
  private static let requests = "requests"

  /// Writes the schema of the documents that hold rows.
  private static func writeRows(_ invocation: Invocation) throws -> ExitCode {
    let arguments = invocation.arguments
    try arguments.checkPositionals(named: ["WHAT", "NAME"])
    if arguments.has(type) { throw UsageError("rows have no --type; name a document") }
    let name = arguments.positionals.dropFirst().first
    guard let document = RowSchema.document(named: name) else {
      throw UsageError.unknown("document", name ?? "", among: RowSchema.names)
    }
    try invocation.write(document.indented + [UInt8(ascii: "\n")])
    return .done
  }

  static func run(_ invocation: Invocation) throws -> ExitCode {
    let positionals = invocation.arguments.positionals
    let word = positionals.first ?? SchemaDocument.events.rawValue
    if word == rows { return try writeRows(invocation) }
    try invocation.arguments.checkPositionals(named: ["WHAT"])
    if word == requests {
      if invocation.arguments.has(type) { throw UsageError("requests have no --type") }
      try invocation.write(RequestSchema.document.indented + [UInt8(ascii: "\n")])
      return .done
    }
    guard let document = SchemaDocument(rawValue: word) else {
      throw UsageError.unknown("schema", word, among: SchemaDocument.words)
    }
    var type: EventType?
    if let name = invocation.arguments.text(of: self.type) {
      let types = document == .submissions ? EventType.submitted : EventType.allCases
      type = types.first { $0.rawValue == name }
      if type == nil { throw UsageError.unknownType(name, among: types.map(\.rawValue)) }
      if document == .asyncapi || document == .replies {
        throw UsageError("\(document.rawValue) describes all types; leave out --type")
      }
    }
    try invocation.write(document.tree(of: type).indented + [UInt8(ascii: "\n")])
    return .done
  }
}
