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
    var events = EventSchema(.event, definitionsAt: place, inDraft7: true)
    var submissions = EventSchema(.submission, definitionsAt: place, inDraft7: true)
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

/// The JSON Schema of every reply of `append` and of sessions. The documents of `show` and `audit`, which a
/// session answers with, have schemas of their own.
enum ReplySchema {
  static var document: JSONTree {
    [
      "$schema": "https://json-schema.org/draft/2020-12/schema", "title": "Reply",
      "description":
        "One line of output: the answer to a submission, or to a request of a session.",
      "oneOf": .array(replies.map { ["$ref": .text("#/$defs/\($0.name)")] }),
      "$defs": .object(
        replies.map { ($0.name, JSONTree.object([("title", .text($0.name))]).merging($0.value)) }),
    ]
  }

  private static let text = ValueDescription.line
  private static let count: JSONTree = ["type": "integer", "minimum": 0]
  private static let object: JSONTree = ["type": "object"]

  private static let texts: JSONTree = ["type": "array", "items": ["type": "string"]]

  /// The limits that an act broke.
  private static var warnings: JSONTree {
    let warning = closed(
      [("code", words(CheckKind.allCases)), ("details", object)], optional: [("conflicts", texts)])
    return ["type": "array", "items": warning]
  }

  private static var replies: [(name: String, value: JSONTree)] {
    let place: [(name: String, value: JSONTree)] = [
      ("sequence", count), ("id", text), ("hash", ValueDescription.digest),
    ]
    let occurrences = ["scheduled", "posted", "skipped"].map { (name: $0, value: count) }
    return [
      reply(
        "Ready", "ready", [("protocol", ["const": 1]), ("sequence", count)],
        optional: [("unknown", count)]),
      reply(
        "Appended", "appended", place + [("count", count)],
        optional: occurrences + [("warnings", warnings), ("attributes", texts)]),
      reply(
        "Extended", "appended", [("count", count)] + occurrences, optional: [("sequence", count)]),
      reply(
        "Accepted", "accepted", [("count", count), ("data", object)],
        optional: occurrences + [("warnings", warnings), ("attributes", texts)]),
      reply("Duplicate", "duplicate", place), rejected,
      reply(
        "Conflict", "conflict",
        [("error", ["const": "conflict"]), ("message", text), ("sequence", count)]),
      reply(
        "Invalid", "invalid",
        [
          ("error", words(InvalidSubmission.Code.allCases)), ("message", text), ("line", count),
          ("column", count),
        ], optional: [("field", text)]),
      reply(
        "Failed", "failed", [("error", words(LogError.Code.allCases)), ("message", text)]),
      reply(
        "Imported", "imported", [("count", count), ("known", count), ("sequence", count)],
        optional: [("hash", ValueDescription.digest)]),
      reply("Pong", "pong", [("sequence", count)]),
      reply("Following", "following", [("sequence", count)]),
      reply("Event", "event", [("event", object)]),
      reply("Position", "position", [("position", count)]),
      (
        "Batch",
        closed(
          [("replies", ["type": "array", "items": ["$ref": "#"]])], optional: [("ref", true)])
      ),
    ]
  }

  /// A rejection: the particulars that a code has depend on it.
  private static var rejected: (name: String, value: JSONTree) {
    let rejection = reply(
      "Rejected", "rejected",
      [("error", words(RejectionCode.allCases)), ("message", text), ("details", object)],
      optional: [("conflicts", texts), ("fact", text), ("stated", true), ("actual", true)])
    let particulars = RejectionCode.allCases.map { code -> JSONTree in
      [
        "if": ["properties": ["error": ["const": .text(code.rawValue)]]],
        "then": ["properties": ["details": details(of: code)]],
      ]
    }
    return (rejection.name, rejection.value.merging(["allOf": .array(particulars)]))
  }

  private static func details(of code: RejectionCode) -> JSONTree {
    func members(_ isRequired: Bool) -> [(name: String, value: JSONTree)] {
      code.detailKeys.filter { $0.isRequired == isRequired }.map { detail in
        var value: JSONTree =
          detail.key.jsonType == "array" ? texts : ["type": .text(detail.key.jsonType)]
        if !detail.words.isEmpty {
          value = ["enum": .array(detail.words.map { .text($0.rawValue) })]
        }
        return (
          detail.key.rawValue,
          JSONTree.object([("description", .text(detail.meaning))]).merging(value)
        )
      }
    }
    return closed(members(true), optional: members(false))
  }

  private static func words(_ words: [some RawRepresentable<String>]) -> JSONTree {
    ["enum": .array(words.map { .text($0.rawValue) })]
  }

  /// An object with a status, and with the `ref` of the request if that had one.
  private static func reply(
    _ name: String, _ status: String, _ members: [(name: String, value: JSONTree)],
    optional: [(name: String, value: JSONTree)] = []
  ) -> (name: String, value: JSONTree) {
    let status: JSONTree = ["const": .text(status)]
    return (name, closed([("status", status)] + members, optional: optional + [("ref", true)]))
  }

  /// An object with these members and no others.
  private static func closed(
    _ members: [(name: String, value: JSONTree)], optional: [(name: String, value: JSONTree)]
  ) -> JSONTree {
    [
      "type": "object", "properties": .object(members + optional),
      "required": .array(members.map { .text($0.name) }), "additionalProperties": false,
    ]
  }
}
