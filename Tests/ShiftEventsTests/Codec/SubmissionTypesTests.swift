import Foundation
import Testing

@testable import ShiftEvents

@Suite("Submissions of every type") struct SubmissionTypesTests {
  @Test func `every type is documented once`() {
    #expect(
      DocumentedType.all.map(\.type.rawValue).sorted()
        == EventType.allCases.map(\.rawValue).sorted())
  }

  @Test(arguments: DocumentedType.all)
  func `declares the documented members in the documented order`(type: DocumentedType) {
    #expect(type.type.fields.map { "\($0.name)" } == type.names)
    #expect(
      type.type.fields.filter { $0.presence == .fact }.map { "\($0.name)" } == type.facts.map(\.0))
  }

  @Test(arguments: DocumentedType.submitted)
  func `is taken with the least, with each optional member, each stated fact, and all`(
    type: DocumentedType
  ) {
    #expect(submissionFault(type.json(type.least)) == nil)
    for member in type.optional + type.facts
    where !(type.type == .hoursRecorded && ["start", "end"].contains(member.0)) {
      var data = type.least.filter { $0.0 != member.0 } + [member]
      // A price and its currency go together.
      let partner = ["priceCents": "currency", "currency": "priceCents"][member.0]
      if type.type == .dealPosted, let partner {
        data += type.optional.filter { $0.0 == partner }
      }
      #expect(submissionFault(type.json(data)) == nil, "\(member.0)")
    }
    #expect(submissionFault(type.json(type.all)) == nil)
    #expect(submissionFault(type.json(type.all.reversed())) == nil)
    if type.least.isEmpty {
      #expect(submissionFault(type.json(nil)) == nil)
      #expect(submissionFault(type.json([])) == nil)
    }
  }

  @Test(arguments: DocumentedType.submitted)
  func `misses each required member`(type: DocumentedType) {
    for name in type.required.map(\.0) where name != "latitude" && name != "longitude" {
      let fault = submissionFault(type.json(type.all.filter { $0.0 != name }))
      #expect(fault?.code == .missingField, "\(name)")
      #expect(fault?.message.contains("\"\(name)\"") == true)
    }
    if !type.least.isEmpty {
      #expect(submissionCode(type.json(nil)) == .missingField)
      #expect(submissionCode(type.json([])) == .missingField)
    }
  }

  /// Coordinates have a code of their own, which the rules answer with.
  @Test func `a deal without coordinates is a matter of the rules`() {
    let deal = DocumentedType.all.first { $0.type == .dealPosted }!
    #expect(submissionCode(deal.json(deal.all.filter { $0.0 != "latitude" })) == nil)
    #expect(submissionCode(deal.json(deal.all.filter { !$0.0.hasSuffix("itude") })) == nil)
  }

  @Test(arguments: DocumentedType.submitted)
  func `has no other member, no matter how it is written`(type: DocumentedType) {
    for name in ["x", "", "Owner", "owner ", "ownér", "subject", "actor", "sequence", "ref", "op"] {
      let fault = submissionFault(type.json(type.least + [(name, "0")]))
      #expect(fault?.code == .unknownField, "\(name)")
    }
    let known = Set(type.names)
    for name in Set(DocumentedType.all.flatMap(\.names)).subtracting(known) {
      #expect(submissionCode(type.json(type.least + [(name, "0")])) == .unknownField, "\(name)")
    }
  }

  @Test(arguments: DocumentedType.submitted)
  func `takes no value of another JSON type`(type: DocumentedType) throws {
    for (name, example) in type.all {
      for other in [
        "null", "{}", "[]", "[[]]", "\"\"", "\"?\"", "0.5", "true", "1", "[null]", "1e0",
      ] {
        let isRemovable = type.type.fields.contains { "\($0.name)" == name && $0.isRemovable }
        let isNull = other == "null" && isRemovable
        if isNull || isOfSameType(name, example, other) { continue }
        let data = type.all.map { $0.0 == name ? (name, other) : $0 }
        let json = type.json(data)
        let fault = try #require(submissionFault(json), "\(name): \(other)")
        #expect(fault.code == .invalidField, "\(name): \(other)")
        // The column is that of the value.
        let found = try #require(json.range(of: "\"\(name)\":\(other)"))
        let inside =
          fault.column - 1 - json.utf8.distance(from: json.startIndex, to: found.lowerBound)
        let value = name.utf8.count + 3
        #expect((value...value + other.utf8.count).contains(inside), "\(name): \(other)")
      }
    }
  }

  private func isOfSameType(_ name: String, _ example: String, _ other: String) -> Bool {
    if ["latitude", "longitude"].contains(name) { return ["0.5", "1", "1e0"].contains(other) }
    let isText =
      ["skill", "place", "title"].contains(name) || (name == "reason" && example.contains(" "))
    if isText, other == "\"?\"" { return true }
    let isFree = [
      "address", "description", "openingTimes", "picture", "reference", "email", "comment",
      "category",
    ].contains(name)
    if isFree || name.hasSuffix("ame") { return other == "\"?\"" || (isFree && other == "\"\"") }
    switch other {
    case "true": return example == "true" || example == "false"
    case "1": return Int(example) != nil
    case "[]": return example.first == "[" && name != "roles"
    default: return false
    }
  }

  @Test(arguments: DocumentedType.submitted)
  func `a submission is read back as a log would hold it`(type: DocumentedType) throws {
    let submission = try submission(type.json(type.all))
    #expect(submission.type == type.type)
    #expect(submission.subject.text == type.subject)
    #expect(submission.actor == "mia")
    let isPersonal = type.type == .userRegistered || type.type == .profileChanged
    let expected = type.names.filter { !isPersonal || $0 == "roles" }
    #expect(submission.given.map { "\($0.name)" } == expected)
    #expect((submission.personal != nil) == isPersonal)
    for given in submission.given where ["released", "cancelled"].contains("\(given.name)") {
      let ids = given.name.isEqual(to: "released") ? #"["S1","S2"]"# : #"["V1","V2"]"#
      #expect(String(decoding: given.value.json, as: UTF8.self) == ids)
    }
  }
}
