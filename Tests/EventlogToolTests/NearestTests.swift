import ShiftEvents
import TestSupport
import Testing

@testable import eventlog_tool

struct NearestTests {
  private let commands = [
    "append", "extend", "init", "replay", "show", "audit", "log", "diff", "snapshot", "report",
    "export", "verify", "checkpoint", "recover", "import", "schema", "completions", "help",
  ]

  @Test func `a word in another case is nearer than one with another letter`() {
    #expect(nearest(to: "f3.04-09", among: ["F3.04-02", "F3.04-09"]) == "F3.04-09")
  }

  @Test(arguments: [
    ("repaly", "replay"), ("verfiy", "verify"), ("apend", "append"), ("Show", "show"),
    ("snap", "snapshot"), ("exprot", "export"), ("improt", "import"), ("lgo", "log"),
    ("check", "checkpoint"), ("schemas", "schema"),
  ])
  func `a slip finds the word`(typed: String, meant: String) {
    #expect(nearest(to: typed, among: commands) == meant)
  }

  @Test(arguments: ["", "x", "frobnicate", "ls", "日本", String(repeating: "a", count: 1_000_000)])
  func `another word finds none`(typed: String) {
    #expect(nearest(to: typed, among: commands) == nil)
  }

  // The published examples of the distance (optimal string alignment).
  @Test(arguments: [
    ("kitten", "sitting", 3), ("ca", "abc", 3), ("abcd", "acbd", 1), ("", "abc", 3), ("abc", "", 3),
    ("same", "same", 0),
  ])
  func `the distance counts edits`(first: String, second: String, distance: Int) {
    #expect(editDistance(Array(first.unicodeScalars), Array(second.unicodeScalars)) == distance)
  }

  @Test(arguments: 1...200 as ClosedRange<UInt64>)
  func `the distance is symmetric and no longer than the longer word`(seed: UInt64) {
    var generator = SplitMix64(seed: seed)
    let (first, second) = (generator.hostileText(upTo: 5), generator.hostileText(upTo: 5))
    let scalars = (Array(first.unicodeScalars), Array(second.unicodeScalars))
    let distance = editDistance(scalars.0, scalars.1)
    #expect(distance == editDistance(scalars.1, scalars.0), "seed \(seed)")
    #expect(distance <= max(scalars.0.count, scalars.1.count), "seed \(seed)")
    #expect((distance == 0) == (scalars.0 == scalars.1), "seed \(seed)")
  }
}
