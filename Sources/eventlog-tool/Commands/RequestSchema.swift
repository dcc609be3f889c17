import Projections
import ShiftEvents

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
    case .integer, .integerOrText, .numberOrText: RequestMember(memberName, .number)
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
