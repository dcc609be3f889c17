/// Descriptions of what a log holds and takes, for programs: JSON Schema 2020-12, and AsyncAPI 3.0.
///
/// All of them are made from the declarations by which events are read and written.
package enum SchemaDocument: String, CaseIterable, Sendable {
  case events, submissions, replies, asyncapi

  /// The words that name a schema: those of rows and requests are made where projections are known.
  package static let words = allCases.map(\.rawValue) + ["rows", "requests"]

  /// Returns the document, of one type or of all.
  package func tree(of type: EventType? = nil) -> JSONTree {
    switch self {
    case .events: Self.schema(of: EventType.allCases.filter { type == nil || $0 == type }, .event)
    case .submissions:
      Self.schema(of: EventType.submitted.filter { type == nil || $0 == type }, .submission)
    case .replies: ReplySchema.document
    case .asyncapi: Self.asyncAPI
    }
  }

  private static func schema(of types: [EventType], _ side: EventSchema.Side) -> JSONTree {
    var schema = EventSchema(side, definitionsAt: "#/$defs/")
    let messages = types.map { schema.message(of: $0) }
    let choice: JSONTree = messages.count == 1 ? messages[0] : ["oneOf": .array(messages)]
    let title = side == .event ? "Recorded event" : "Submission"
    let description =
      side == .event
      ? "One line of a log. A reader keeps members of data that it does not know."
      : "One line of input: what an actor wants to have happened."
    let head: JSONTree = [
      "$schema": "https://json-schema.org/draft/2020-12/schema", "title": .text(title),
      "description": .text(description),
    ]
    return head.merging(choice).merging(["$defs": .object(schema.definitions)])
  }

  private static var asyncAPI: JSONTree {
    let place = "#/components/schemas/"
    var events = EventSchema(.event, definitionsAt: place)
    var submissions = EventSchema(.submission, definitionsAt: place)
    func messages(_ types: [EventType], _ schema: inout EventSchema) -> [(
      name: String, value: JSONTree
    )] {
      types.map { type in
        let reference = schema.message(of: type)
        return (
          schema.messageName(of: type),
          [
            "name": .text(type.rawValue), "title": .text(schema.messageName(of: type)),
            "contentType": "application/json", "payload": reference,
          ]
        )
      }
    }
    let recorded = messages(EventType.allCases, &events)
    let submitted = messages(EventType.submitted, &submissions)
    func references(_ messages: [(name: String, value: JSONTree)]) -> JSONTree {
      .object(messages.map { ($0.name, ["$ref": .text("#/components/messages/\($0.name)")]) })
    }
    let known = Set(events.definitions.map(\.name))
    return [
      "asyncapi": "3.0.0",
      "info": [
        "title": "ShiftEvents",
        "version": "1",
        "description": "The events of a log, and what can be submitted to it.",
      ],
      "defaultContentType": "application/json",
      "channels": [
        "log": [
          "address": "events.jsonl",
          "description": "The log: one recorded event a line.",
          "messages": references(recorded),
        ],
        "submissions": [
          "address": "append",
          "description": "The input of `append`: one submission a line.",
          "messages": references(submitted),
        ],
      ],
      "operations": [
        "readEvents": ["action": "receive", "channel": ["$ref": "#/channels/log"]],
        "submit": ["action": "send", "channel": ["$ref": "#/channels/submissions"]],
      ],
      "components": [
        "messages": .object(recorded + submitted),
        "schemas": .object(
          events.definitions + submissions.definitions.filter { !known.contains($0.name) }),
      ],
    ]
  }
}

extension EventType {
  /// The types that a program can submit.
  package static let submitted = allCases.filter { !FieldList.of($0).isReserved }
}
