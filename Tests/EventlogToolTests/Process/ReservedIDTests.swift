import Foundation
import TestSupport
import Testing

/// Ids that only the tool gives. A log that an earlier version wrote may have them all the same.
@Suite struct ReservedIDTests {
  private static let taken = "shift.scheduled/F1.2026-01-12"

  private static func registration(_ user: String, id: String? = nil, source: String? = nil)
    -> String
  {
    let source = source.map { #""source":"\#($0)","# } ?? ""
    return #"{\#(source)"id":"\#(id ?? user)","type":"user.registered","subject":"\#(user)","#
      + #""actor":"\#(user)","data":{"roles":["employee"]}}"#
  }

  private static func begun() -> LogFolder {
    let folder = LogFolder()
    folder.run("init")
    let mia =
      #"{"type":"user.registered","subject":"mia","actor":"mia","data":{"roles":["manager","employee"]}}"#
    #expect(folder.run("append", "-", "--now", Self.now, input: mia + "\n").code == 0)
    return folder
  }

  private static let now = "2026-01-05T08:00:00Z"

  @Test func `an id with a slash is reserved under the tool's sources, by every way in`() {
    let folder = Self.begun()
    for source in [nil, "/eventlog-tool", "/eventlog-tool/2", "/eventlog-tools"] {
      let line = Self.registration("eva", id: "x/y", source: source)
      let batch = Self.registration("bas") + "\n" + line + "\n"
      for words in [
        ["append", "-", "--each"], ["append", "-"], ["append", "-", "--dry-run"],
        ["append", "--session"],
      ] {
        let refused = folder.run(words + ["--now", Self.now], input: line + "\n")
        #expect(refused.output.contains(#""error":"reserved""#), "\(words) \(refused)")
      }
      let judged = #"{"op":"judge","# + line.dropFirst() + "\n"
      #expect(
        folder.run("append", "--session", input: judged).output.contains(#""error":"reserved""#))
      #expect(folder.run("append", "-", input: batch).output.contains(#""error":"reserved""#))
    }
    let words = [
      "append", "user.registered", "eva", "--actor", "eva", "roles=employee", "--id", Self.taken,
    ]
    #expect(folder.run(words + ["--json"]).output.contains(#""error":"reserved""#))
    #expect(folder.logLines.count == 1, "nothing of it was recorded")
    // Others' ids are theirs, and the tool's own have no slash.
    for (user, id, source) in [
      ("u1", "x/y", "/app"), ("u2", "x-y", "/eventlog-tool"), ("u3", "x/y", "eventlog-tool"),
    ] {
      let line = Self.registration(user, id: id, source: source) + "\n"
      let ending = folder.run("append", "-", "--now", Self.now, input: line)
      #expect(ending.code == 0, "\(ending)")
    }
  }

  /// A log in which somebody has the id of an occurrence.
  private static func old() -> LogFolder {
    let folder = begun()
    let line = registration("eva", id: "free-id", source: "/eventlog-tool") + "\n"
    #expect(folder.run("append", "-", "--now", now, input: line).code == 0)
    let old = LogFolder()
    let lines = folder.logLines.map { $0.replacing("free-id", with: taken) }
    old.write(LogFolder.chained(lines).utf8, to: "events.jsonl")
    return old
  }

  @Test func `where an id is taken already, what is generated gets another`() {
    let folder = Self.old()
    #expect(folder.run("verify", "--rules").code == 0, "what was legal then stays so")
    let words = [
      "append", "fixedshift.registered", "F1", "--actor", "mia", "owner=eva", "weekday=monday",
      "start=9", "end=17",
    ]
    #expect(folder.run(words + ["--now", Self.now]).code == 0)
    #expect(folder.logLines.filter { $0.contains(Self.taken) }.count == 1)
    #expect(folder.logLines.filter { $0.contains("shift.scheduled/F1.2026-01-") }.count == 4)
    let verified = folder.run("verify", "--rules")
    #expect(verified.code == 0, "\(verified)")
  }

  @Test func `an old log is submitted again, without the ids that are taken`() {
    let folder = Self.old()
    let submissions = folder.run("log", "--submissions")
    #expect(
      !submissions.output.contains(Self.taken) && submissions.errors.contains("1 id"),
      "\(submissions)")
    let again = LogFolder()
    #expect(again.run("append", "-", "--each", "--create", input: submissions.output).code == 0)
    #expect(again.logLines.count == 2)
    // Lines that are recorded are taken over as they are.
    let copy = LogFolder()
    copy.run("init")
    #expect(
      copy.run("import", "-", input: folder.logLines.joined(separator: "\n") + "\n").code == 0)
    #expect(copy.logBytes == folder.logBytes)
  }
}
