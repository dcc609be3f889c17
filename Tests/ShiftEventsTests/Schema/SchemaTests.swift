import Foundation
import TestSupport
import Testing

@testable import ShiftEvents

/// The documents that `schema` prints. Validators that nobody here wrote look at them in the tests of
/// the tool.
struct SchemaTests {
  @Test(arguments: SchemaDocument.allCases)
  func `every reference has its definition, and every definition is used`(
    document: SchemaDocument
  ) throws {
    let text = String(decoding: document.tree().indented, as: UTF8.self)
    let root = try #require(
      JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    let references = Set(text.matches(of: /"\$ref": "#\/([^"]*)"/).map { String($0.output.1) })
    for reference in references {
      var place: Any? = root
      for step in reference.split(separator: "/") {
        place = (place as? [String: Any])?[String(step)]
      }
      #expect(place != nil, "\(reference)")
    }
    guard let definitions = root["$defs"] as? [String: Any] else { return }
    #expect(definitions.keys.allSatisfy { references.contains("$defs/\($0)") })
    #expect(definitions.values.allSatisfy { ($0 as? [String: Any])?["title"] is String })
  }

  @Test func `a tree is written as JSON that reads the same`() throws {
    let tree: JSONTree = [
      "a": [1, true, "x\"y"], "b": ["c": [], "d": [:]], "e": [["f": .number(2.5)]],
    ]
    let text = tree.indented
    let read = try JSONSerialization.jsonObject(with: Data(text)) as? NSDictionary
    let again = try JSONSerialization.jsonObject(
      with: Data(#"{"a":[1,true,"x\"y"],"b":{"c":[],"d":{}},"e":[{"f":2.5}]}"#.utf8))
    #expect(read == again as? NSDictionary)
  }
}
