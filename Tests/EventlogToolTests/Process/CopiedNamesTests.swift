import Foundation
import TestSupport
import Testing

/// A copy whose folder was copied before somebody was erased or renamed, and the log after it.
@Suite struct CopiedNamesTests {
  private static let people = [
    Story.event(
      "e1", "user.registered", "mia", "mia", nil, #"{"roles":["manager","employee"],"name":"Mia"}"#),
    Story.event(
      "e2", "user.registered", "eva", "mia", nil,
      #"{"roles":["employee"],"name":"Eva Öz","email":"eva@example.org"}"#),
  ]

  private static func copy(before later: [String]) -> LogFolder {
    let (folder, copy) = (LogFolder(), LogFolder())
    folder.run("init")
    #expect(folder.append(people).code == 0)
    try! FileManager.default.copyItem(atPath: folder.side, toPath: copy.side)
    #expect(folder.append(later).code == 0)
    copy.write(folder.logBytes, to: "events.jsonl")
    return copy
  }

  private static let reads = [
    ["show", "users"], ["show", "users", "--json"], ["audit", "--user", "eva"], ["log"],
    ["log", "--format", "table"], ["log", "--submissions"], ["export", "csv", "users"], ["replay"],
    ["show", "users", "--name", "eva"], ["show", "schedule", "--user", "Eva Öz"],
    ["show", "users", "--at", "2"], ["report"], ["snapshot"], ["diff", "--from", "1"],
    [
      "append", "shift.scheduled", "S1", "--actor", "mia", "owner=Eva Öz", "date=2030-01-07",
      "start=9", "end=17", "--dry-run",
    ],
  ]

  @Test func `an erased name is told by nothing that reads, also where the head does not know yet`()
  {
    let erased = Self.copy(before: [Story.event("x", "user.erased", "eva", "eva")])
    for words in Self.reads {
      let told = erased.run(words)
      #expect(
        !told.output.contains("Eva Öz") && !told.output.contains("example.org"), "\(words): \(told)"
      )
    }
  }

  @Test func `half a batch behind the head takes no name away`() {
    let whole = Self.copy(before: [Story.event("x", "user.erased", "eva", "eva")])
    whole.write(whole.logBytes.dropLast(10), to: "events.jsonl")
    #expect(whole.run("show", "users").output.contains("Eva Öz"))
  }

  @Test func `an earlier name is not told once the log has a later one`() {
    let renamed = Self.copy(
      before: [Story.event("x", "profile.changed", "eva", "eva", nil, #"{"name":"Noor"}"#)])
    let told = renamed.run("show", "users")
    #expect(!told.output.contains("Eva Öz") && told.output.contains("Mia"), "\(told)")
  }

  @Test func `the next writer takes the line out, after recovery too`() {
    for recovers in [false, true] {
      let erased = Self.copy(before: [Story.event("x", "user.erased", "eva", "eva")])
      if recovers { #expect(erased.run("recover").code == 0) }
      #expect(!erased.run("show", "users").output.contains("Eva Öz"))
      #expect(erased.append([Story.event("y", "user.followed", "mia", "mia")]).code == 2)
      #expect(
        !String(decoding: erased.bytes("events.jsonl.d/people.jsonl"), as: UTF8.self).contains(
          "Eva"))
    }
  }
}
