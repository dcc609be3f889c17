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
      reply("Duplicate", "duplicate", place),
      rejected,
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
      ("Batch", closed([("replies", ["type": "array", "items": ["$ref": "#"]])], optional: [])),
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
