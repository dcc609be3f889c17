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

/// The JSON Schema of every request of a session, made of the options that the commands take.
enum RequestSchema {
  typealias Member = (name: String, value: JSONTree)

  static var document: JSONTree {
    [
      "$schema": "https://json-schema.org/draft/2020-12/schema", "title": "Request",
      "description":
        "One line of input of a session that is no submission. It may have a ref, which comes back.",
      "oneOf": .array(requests.map { ["$ref": .text("#/$defs/\($0.name)")] }),
      "$defs": .object(requests),
    ]
  }

  private static var requests: [Member] {
    RowOptions.projections.map(show) + [
      request("Audit", "audit", AuditCommand.members.map(member), oneOf: AuditCommand.scopes),
      request(
        "Follow", "follow",
        [
          ("after", ["type": "integer", "minimum": 0]),
          ("types", ["type": "array", "items": words(EventFilter.words)]),
          ("user", ["type": "string"]),
        ]),
      request("Batch", "batch", [("events", ["type": "array"])], required: ["events"]),
      request("Judge", "judge", isOpen: true),
      request("Extend", "extend"), request("Ping", "ping"),
    ]
  }

  private static func show(_ projection: ProjectionDescriptor) -> Member {
    let name = projection.name
    let title = "Show" + name.prefix(1).uppercased() + name.dropFirst()
    let members = RowOptions.members(of: projection).map { option in
      let (name, value) = member(option)
      // A notice is known by its event, too.
      let isCursor = option.spec.name == RowOptions.after.spec.name && projection != .inbox
      return (name, isCursor ? ["type": "string"] : value)
    }
    return request(
      title, "show", [("projection", ["const": .text(name)])] + members, required: ["projection"],
      oneOf: RowOptions.subjects(of: projection))
  }

  private static func member(_ option: any CommandOption) -> Member {
    (option.spec.memberName, option.spec.memberSchema)
  }

  fileprivate static func words(_ words: [String]) -> JSONTree {
    ["enum": .array(words.map { .text($0) })]
  }

  /// An object with an operation, and with these members or, where it is open, others beside.
  ///
  /// - Parameter subjects: the options of which one is needed.
  private static func request(
    _ title: String, _ operation: String, _ members: [Member] = [], required: [String] = [],
    oneOf subjects: [any CommandOption] = [], isOpen: Bool = false
  ) -> Member {
    let own: [Member] = [("op", ["const": .text(operation)])]
    let object: JSONTree = [
      "title": .text(title), "type": "object",
      "properties": .object(own + members + [("ref", true)]),
      "required": .array((["op"] + required).map { .text($0) }),
      "additionalProperties": .boolean(isOpen),
    ]
    let choices = subjects.map { ["required": [.text($0.spec.memberName)]] as JSONTree }
    guard !choices.isEmpty, case .object(let all) = object else { return (title, object) }
    return (title, .object(all + [("oneOf", .array(choices))]))
  }
}

extension OptionSpec {
  /// The member of a session's request that stands for the option.
  var member: RequestMember {
    guard takesValue else { return RequestMember(memberName, .flag) }
    return switch value {
    case .text, .word: RequestMember(memberName, .text)
    case .integer, .integerOrText: RequestMember(memberName, .number)
    case .numberOrText: RequestMember(memberName, .decimal)
    }
  }

  fileprivate var memberSchema: JSONTree {
    guard takesValue else { return ["type": "boolean"] }
    return switch value {
    case .text: ["type": "string"]
    case .word(let words): RequestSchema.words(words())
    case .integer(let least, let most):
      [
        "type": "integer", "minimum": .integer(least),
        "maximum": .integer(most),
      ]
    case .integerOrText: ["type": ["string", "integer"]]
    case .numberOrText: ["type": ["string", "number"]]
    }
  }
}
