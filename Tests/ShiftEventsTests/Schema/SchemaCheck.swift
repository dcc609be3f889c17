import Foundation
import Testing

@testable import ShiftEvents

/// The part of JSON Schema that our schemas use. What it does not know is an issue.
final class SchemaCheck {
  private let root: JSONTree
  private var patterns: [String: NSRegularExpression] = [:]

  init(_ schema: JSONTree) { root = schema }

  func accepts(_ value: JSONTree) -> Bool { accepts(value, root) }

  /// Words that say nothing about a value by themselves.
  private static let others: Set = [
    "patternProperties",
    "$schema", "title", "description", "$defs", "format", "properties", "required", "then",
    "additionalProperties",
  ]

  private func accepts(_ value: JSONTree, _ schema: JSONTree?) -> Bool {
    guard case .object(let words)? = schema else { return schema == .boolean(true) }
    return words.allSatisfy { accepts(value, $0.name, $0.value, of: schema) }
      && hasMembers(value, schema)
  }

  private func accepts(
    _ value: JSONTree, _ word: String, _ wanted: JSONTree, of schema: JSONTree?
  ) -> Bool {
    switch word {
    case "$ref": return accepts(value, definition(wanted.text ?? ""))
    case "type":
      return wanted.list.isEmpty ? isOf(wanted, value) : wanted.list.contains { isOf($0, value) }
    case "const": return value == wanted
    case "enum": return wanted.list.contains(value)
    case "minimum": return (value.integer ?? .max) >= (wanted.integer ?? .min)
    case "minLength": return (value.text?.unicodeScalars.count ?? .max) >= (wanted.integer ?? .min)
    case "maxLength": return (value.text?.unicodeScalars.count ?? 0) <= (wanted.integer ?? .max)
    case "pattern": return value.text.map { matches($0, wanted.text ?? "") } ?? true
    case "oneOf": return wanted.list.count { accepts(value, $0) } == 1
    case "allOf": return wanted.list.allSatisfy { accepts(value, $0) }
    case "if": return !accepts(value, wanted) || accepts(value, schema?["then"])
    case "items": return value.list.allSatisfy { accepts($0, wanted) }
    default:
      if !Self.others.contains(word) { Issue.record("the check does not know \(word)") }
      return true
    }
  }

  private func hasMembers(_ value: JSONTree, _ schema: JSONTree?) -> Bool {
    guard case .object(let members) = value else { return true }
    let required = schema?["required"]?.list ?? []
    return required.allSatisfy { name in members.contains { $0.name == name.text } }
      && members.allSatisfy { name, member in
        accepts(
          member,
          schema?["properties"]?[name] ?? patterned(name, schema) ?? schema?["additionalProperties"]
            ?? true)
      }
  }

  /// The schema of a member by the pattern of its name; of several the first.
  private func patterned(_ name: String, _ schema: JSONTree?) -> JSONTree? {
    guard case .object(let patterns) = schema?["patternProperties"] else { return nil }
    return patterns.first { matches(name, $0.name) }?.value
  }

  private func definition(_ reference: String) -> JSONTree? {
    reference.split(separator: "/").dropFirst().reduce(root as JSONTree?) { $0?[String($1)] }
  }

  private func isOf(_ type: JSONTree, _ value: JSONTree) -> Bool {
    switch value {
    case .object: type.text == "object"
    case .array: type.text == "array"
    case .text: type.text == "string"
    case .integer: type.text == "integer" || type.text == "number"
    case .number: type.text == "number"
    case .boolean: type.text == "boolean"
    case .null: type.text == "null"
    }
  }

  private func matches(_ text: String, _ pattern: String) -> Bool {
    let known = patterns[pattern] ?? (try? NSRegularExpression(pattern: pattern))
    patterns[pattern] = known
    return known?.firstMatch(in: text, range: NSRange(location: 0, length: text.utf16.count)) != nil
  }
}

extension JSONTree {
  /// The elements of an array; none of anything else.
  var list: [JSONTree] { if case .array(let elements) = self { elements } else { [] } }

  /// The same object with another value of one member, behind its others if it is new.
  func with(_ name: String, _ value: JSONTree) -> JSONTree {
    guard case .object(let members) = self else { return self }
    return .object(members.filter { $0.name != name } + [(name, value)])
  }
}
