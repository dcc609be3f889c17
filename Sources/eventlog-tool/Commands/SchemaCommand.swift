import ShiftEvents

enum SchemaCommand: ToolCommand {
  static let spec = CommandSpec(
    "schema", group: .other, usage: ["[events|submissions|asyncapi] [options]"],
    overviewWord: "WHAT",
    abstract: "Describe events and submissions as JSON Schema 2020-12, or both as AsyncAPI 3.0",
    overviewText: "JSON Schema of events or submissions, or AsyncAPI 3.0 of both",
    discussion: [
      "Code generators and validators read these documents. They describe what this version records "
        + "and takes; rules that look at the log (see help TYPE) are not in them."
    ],
    options: [type],
    sharedOptions: [Options.documentOutput] + Options.global,
    examples: [
      .init("eventlog-tool schema > events.schema.json"),
      .init("eventlog-tool schema submissions --type hours.recorded"),
    ])

  private static let type = Option.text(
    "type", "TYPE", "Only this type of event, such as shift.supplied",
    offering: .words { EventType.allCases.map(\.rawValue) })

  static func run(_ invocation: Invocation) throws -> ExitCode {
    try invocation.arguments.checkPositionals(named: ["WHAT"])
    let word = invocation.arguments.positionals.first ?? SchemaDocument.events.rawValue
    guard let document = SchemaDocument(rawValue: word) else {
      throw UsageError.unknown("schema", word, among: SchemaDocument.allCases.map(\.rawValue))
    }
    var type: EventType?
    if let name = invocation.arguments.text(of: self.type) {
      let types = document == .submissions ? EventType.submitted : EventType.allCases
      type = types.first { $0.rawValue == name }
      if type == nil { throw UsageError.unknown("event type", name, among: types.map(\.rawValue)) }
      if document == .asyncapi {
        throw UsageError("asyncapi describes all types; leave out --type")
      }
    }
    try invocation.write(document.tree(of: type).indented + [UInt8(ascii: "\n")])
    return .done
  }
}
