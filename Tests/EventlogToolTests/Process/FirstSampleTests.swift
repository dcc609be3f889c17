import Foundation
import TestSupport
import Testing

/// The first sample, kept as it was: a version that reads it otherwise has broken everybody's logs.
struct FirstSampleTests {
  private static let questions: [[String]] =
    [
      "schedule", "marketplace", "requests", "approvals", "deals", "reservations", "study",
      "points",
      "hours", "users", "inbox",
    ].map { ["show", $0, "--all", "--json", "--now", "2026-03-31T18:04:00Z"] } + [
      ["audit", "--shift", "F1.2026-01-12", "--json"], ["snapshot"],
    ]

  private func folder() throws -> LogFolder {
    let folder = LogFolder()
    folder.write(
      try #require(FileManager.default.contents(atPath: Repository.firstSample)),
      to: "first-sample.jsonl")
    return folder
  }

  @Test func `it verifies by its bytes and by the rules`() throws {
    let ending = try folder().run("verify", "--rules", "--json", "first-sample.jsonl")
    #expect(ending.code == 0 && ending.output.contains(#""events":480,"sequence":480,"#))
    #expect(
      ending.output.contains("ad2ff5a1cdc921953abf09fd72c3803b189621e220b5f88aa76e69a9019f3c65"))
  }

  @Test func `every row that it had is read as it was, with keys added at most`() throws {
    let folder = try folder()
    let kept = try String(
      contentsOfFile: Repository.fixtures + "/first-sample-rows.ndjson", encoding: .utf8
    ).split(separator: "\n")
    #expect(kept.count == Self.questions.count)
    for (words, line) in zip(Self.questions, kept) {
      let ending = folder.start(words + ["first-sample.jsonl"]).wait()
      #expect(ending.code == 0, "\(words)")
      // Since then the owner of a series that a manager registered is told of it, and effects say when hours were worked.
      let told = ending.output
        .replacing(/\{[^{}]*"kind":"scheduled","subject":"F[0-9]+"[^{}]*\},?/, with: "")
        .replacing(",]", with: "]")
        .replacing(/( worked [0-9:]+), [0-9:]+–[0-9:]+/) { $0.1 }
      #expect(OrderedJSON(told).lost(of: OrderedJSON(String(line))) == nil, "\(words)")
    }
  }

  @Test func `a row that is gone or changed is found`() {
    let kept = OrderedJSON(#"{"a":1,"rows":[{"b":"x"},{"b":"y"}]}"#)
    #expect(OrderedJSON(#"{"a":1,"rows":[{"b":"x","c":2},{"b":"y"}]}"#).lost(of: kept) == nil)
    #expect(OrderedJSON(#"{"a":1,"rows":[{"b":"x"},{"b":"z"}]}"#).lost(of: kept) == "rows.1.b")
    #expect(OrderedJSON(#"{"a":1,"rows":[{"b":"x"}]}"#).lost(of: kept) == "rows")
    #expect(OrderedJSON(#"{"rows":[{"b":"x"},{"b":"y"}]}"#).lost(of: kept) == "a")
  }
}

extension OrderedJSON {
  /// The first place at which something of an earlier document is missing or has another value.
  func lost(of earlier: OrderedJSON) -> String? {
    switch earlier {
    case .object(let members):
      for (key, value) in members {
        guard let now = self[key] else { return key }
        if let place = now.lost(of: value) { return place.isEmpty ? key : "\(key).\(place)" }
      }
      return nil
    case .array(let kept):
      guard case .array(let now) = self, now.count == kept.count else { return "" }
      for index in kept.indices {
        if let place = now[index].lost(of: kept[index]) {
          return place.isEmpty ? "\(index)" : "\(index).\(place)"
        }
      }
      return nil
    case .string, .bare: return text == earlier.text ? nil : ""
    }
  }
}
