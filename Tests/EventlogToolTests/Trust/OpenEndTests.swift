import TestSupport
import Testing

/// A log whose end nobody acknowledged, as far as can be told: an answer that is handed on says so.
struct OpenEndTests {
  /// The commands whose answers go to others.
  private static let handedOn: [[String]] = [
    ["audit", "--shift", "F1.2026-01-12"], ["audit", "--user", "eva", "--json"], ["report"],
    ["report", "--format", "markdown", "--shift", "F1.2026-01-12"], ["snapshot"],
    ["export", "csv", "points"], ["export", "ndjson", "users"], ["export", "ics", "--all"],
    ["export", "geojson", "--all"], ["export", "mermaid", "--shift", "F1.2026-01-12"],
    ["export", "prometheus"], ["export", "sql"], ["diff", "--from", "9"],
    ["blame", "--shift", "F1.2026-01-12"], ["checkpoint"], ["checkpoint", "--at", "9"],
    ["prove", "5"], ["prove", "--since", "old.checkpoint"],
  ]
  /// The commands that one looks at the log with.
  private static let lookedAt: [[String]] = [
    ["show", "points"], ["show", "schedule", "--all"], ["replay"], ["log"], ["log", "--last", "2"],
  ]
  private static let doubt = "whether acknowledged events are missing at the end cannot be told"

  private func folder() -> LogFolder {
    let folder = LogFolder.withStory()
    folder.shell("$TOOL checkpoint --at 9 events.jsonl > old.checkpoint")
    return folder
  }

  private func doubts(_ ending: Ending) -> Int { ending.errors.ranges(of: Self.doubt).count }

  @Test func `an answer for others says once that no head tells the end, with -q too`() {
    let folder = folder()
    for words in Self.handedOn + Self.lookedAt {
      #expect(doubts(folder.start(words).wait()) == 0, "\(words)")
    }
    let head = folder.bytes("events.jsonl.d/head")
    let heads = [nil, [], Array(head.reversed()), Array(repeating: 0, count: head.count)]
    for bytes in heads.shuffled().prefix(Rounds.count(2, full: heads.count)) {
      if let bytes { folder.write(bytes, to: "events.jsonl.d/head") }
      if bytes == nil { folder.remove("events.jsonl.d/head") }
      for words in Self.handedOn {
        for more in [[], ["-q"]] {
          let ending = folder.start(words + more).wait()
          #expect(doubts(ending) == 1, "\(words + more): \(ending)")
          #expect(!ending.output.contains(Self.doubt) && ending.code <= 1, "\(words): \(ending)")
        }
      }
      for words in Self.lookedAt {
        #expect(doubts(folder.start(words).wait()) == 0, "\(words)")
        #expect(doubts(folder.start(words + ["-v"]).wait()) == 1, "\(words)")
      }
    }
  }

  @Test func `a copy without its folder and standard input have no head either`() {
    let folder = folder()
    let copy = LogFolder()
    copy.write(folder.logBytes, to: "copy.jsonl")
    copy.write(folder.bytes("old.checkpoint"), to: "old.checkpoint")
    for words in Self.handedOn { #expect(doubts(copy.start(words + ["copy.jsonl"]).wait()) == 1) }
    for words in [
      ["checkpoint"], ["report"], ["audit", "--user", "eva"], ["export", "csv", "points"],
    ] {
      let ending = folder.start(words + ["-"], input: .bytes(folder.logBytes)).wait()
      #expect(doubts(ending) == 1 && ending.code == 0, "\(words): \(ending)")
    }
  }

  @Test func `of an empty log that was just made nothing can be missing`() {
    let folder = LogFolder()
    folder.run("init")
    folder.write([], to: "touched.jsonl")
    for log in ["events.jsonl", "touched.jsonl"] {
      for words in [["snapshot"], ["report"], ["checkpoint"], ["replay", "-v"]] {
        #expect(doubts(folder.start(words + [log]).wait()) == 0, "\(words) \(log)")
      }
    }
    // One that was emptied is another matter.
    let emptied = self.folder()
    emptied.write([], to: "events.jsonl")
    emptied.remove("events.jsonl.d/head")
    #expect(doubts(emptied.run("snapshot")) == 1)
  }

  @Test func `the sample ships its head`() {
    let verified = LogFolder().run("verify", Repository.sample)
    #expect(verified.code == 0 && !verified.output.contains(Self.doubt), "\(verified)")
    let audit = LogFolder().run("audit", "--shift", "F1.2026-01-12", Repository.sample)
    #expect(audit.code == 0 && doubts(audit) == 0, "\(audit)")
    // Lines that are missing are missed, and an append goes on.
    let folder = LogFolder()
    folder.shell("cp \(Repository.sample) s.jsonl; cp -r \(Repository.sample).d s.jsonl.d")
    folder.shell("chmod -R u+w s.jsonl.d; head -n 400 s.jsonl > cut; cp -r s.jsonl.d cut.d")
    #expect(folder.run("audit", "--shift", "F1.2026-01-12", "cut").code == 65)
    let appended = folder.run(
      "append", "request.posted", "R9", "--actor", "u4", "date=2026-04-10", "-f", "s.jsonl",
      "--now", "2026-04-01T08:00:00Z")
    #expect(appended.code == 0, "\(appended)")
    #expect(folder.run("verify", "--rules", "s.jsonl").code == 0)
  }
}
