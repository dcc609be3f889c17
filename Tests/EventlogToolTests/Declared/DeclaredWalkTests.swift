import Foundation
import Projections
import TestSupport
import Testing

@testable import ShiftEvents

/// Every command reads every type of event at every end of its members, in little time and memory.
@Suite(.besidePrograms)
struct DeclaredWalkTests {
  private static let submissions = "submissions.jsonl"

  /// The commands, each with the log as its last word but where it says otherwise.
  private static let commands: [[String]] =
    ProjectionDescriptor.all.filter { $0.name != "audit" }.map { projection in
      ["show", projection.name, "--json"]
        + (projection.name == "candidates"
          ? ["--shift", "shift1"] : projection.name == "availability" ? [] : ["--all"])
    }
    + [
      ["show", "hours", "--all", "--total"],
      ["replay"], ["verify"], ["verify", "--rules"], ["snapshot"],
      ["audit", "--shift", "shift1"], ["log"], ["diff", "--from", "1"], ["report", "-o", "-"],
      ["export", "csv", "hours"], ["export", "ics"], ["export", "geojson"],
      ["export", "ndjson", "users"], ["export", "sql"], ["export", "prometheus"],
      ["export", "mermaid", "--shift", "shift1"], ["checkpoint"], ["prove", "2"],
      ["append", "-", "--each", "--dry-run"], ["append", "-", "--each"], ["extend"],
      ["recover"], ["append", "--session"],
    ]

  /// - Returns: the word for what went wrong, if something did.
  private func run(_ command: [String], on log: [UInt8], _ input: [String]) -> String? {
    let folder = LogFolder()
    folder.write(log, to: "events.jsonl")
    folder.write(input.map { $0 + "\n" }.joined().utf8, to: Self.submissions)
    let words = command.map { "'\($0)'" }.joined(separator: " ")
    let isAppend = command[0] == "append"
    let ending = folder.startProgram(
      "bash",
      [
        "-c",
        "ulimit -v 4000000; exec \"$TOOL\" \(words) \(isAppend ? "-f " : "")events.jsonl <\(Self.submissions)",
      ], environment: ["TOOL": BuiltTool.path]
    ).wait(seconds: 60)
    // Refused, damaged, nothing found: all of these are answers. Usage errors would test nothing.
    if ending.isTimedOut || ending.code > 128 || ending.code == 64 {
      return "\(command.joined(separator: " ")): \(ending.code) \(ending.errors.suffix(600))"
    }
    return nil
  }

  @Test func `no command stops or grows over a value at its limits`() {
    let times: [Timestamp] = [
      "2026-03-01T08:00:00Z", "1970-01-01T00:00:00Z", "9999-12-20T00:00:00Z",
      "9999-12-31T23:00:00Z",
    ]
    let seed = UInt64.random(in: 0 ... .max)
    var random = SplitMix64(seed: seed)
    let ends = DeclaredValues.End.allCases.flatMap { end in times.map { (end, $0) } }
    // In full all commands at all ends.
    for (end, time) in Rounds.areFull ? ends : Array(ends.shuffled(using: &random).prefix(2)) {
      let log = DeclaredValues.log(end, from: time, seed: seed)
      let input = DeclaredValues.submissions(end, seed: seed)
      for command in Rounds.areFull
        ? Self.commands : Array(Self.commands.shuffled(using: &random).prefix(3))
      {
        let fault = run(command, on: log, input)
        #expect(fault == nil, "seed \(seed), \(end), from \(time): \(fault ?? "")")
      }
    }
  }

  @Test func `a log at each end of its members is sound`() {
    for end in DeclaredValues.End.allCases {
      let folder = LogFolder()
      folder.write(DeclaredValues.log(end), to: "events.jsonl")
      folder.expectVerified()
    }
  }
}
