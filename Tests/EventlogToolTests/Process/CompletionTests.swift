import Foundation
import TestSupport
import Testing

@testable import eventlog_tool

/// The words that shells are given where somebody types, and how they take them.
struct CompletionTests {
  private let folder = LogFolder.withStory()
  private var shifts: [String] { offered("audit --shift ") }

  private func offered(_ typed: String) -> [String] {
    folder.run("completions", "--line=eventlog-tool \(typed)").lines
  }

  @Test(arguments: [
    #"audit --actor "Eva de Wit" --shift "#, #"audit --actor 'Eva de Wit' --shift "#,
    #"audit --actor Eva\ de\ Wit --shift "#, #"audit --note "it's" --shift "#,
    #"audit  --shift ""#, "audit --shift '", #"append shift.supplied --actor "Eva de Wit" "#,
  ])
  func `words behind a quote are in their places`(typed: String) {
    #expect(!shifts.isEmpty && offered(typed) == shifts, "\(typed)")
    #expect(offered("audit --shift nothing.").isEmpty)
  }

  @Test(arguments: [
    "audit -f \"NAME\" --shift ", "audit -f=\"NAME\" --shift ", "audit -f\"NAME\" --shift ",
    "audit --file \"NAME\" --shift ", "audit --file=\"NAME\" --shift ", "audit \"NAME\" --shift ",
    "audit --shift=",
  ])
  func `ids are those of the log that is named, wherever it is and whatever its name`(typed: String)
  {
    let whole = shifts.map { typed.hasSuffix("=") ? "--shift=" + $0 : $0 }
    if typed.hasSuffix("=") { return #expect(offered(typed) == whole) }
    folder.shell("mkdir 'a b'")
    folder.write(folder.logBytes, to: "a b/store.log")
    folder.write([], to: "events.jsonl")
    #expect(offered(typed.replacing("NAME", with: "a b/store.log")) == whole, "\(typed)")
    // A shell expands a `~` where a word begins.
    guard typed.contains(" \"NAME\"") else { return }
    let home = folder.run(
      "completions", "--line=eventlog-tool " + typed.replacing("\"NAME\"", with: "~/store.log"),
      environment: ["HOME": folder.path + "/a b"])
    #expect(home.lines == whole, "\(typed)")
    #expect(offered("audit --shift ") == [])
    // A word of the command is no log, whatever file has its name.
    folder.write(folder.bytes("a b/store.log"), to: "schedule")
    #expect(offered("show schedule --shift ") == [])
  }

  @Test func `each word that is offered is taken`() {
    for option in ["week", "month", "from", "to"] {
      let words = offered("show schedule --\(option) ")
      #expect(words.count > 9, "\(option)")
      for word in words {
        #expect(folder.run("show", "schedule", "--\(option)", word).code == 0, "\(option) \(word)")
      }
    }
    for word in offered("show availability --on ") {
      #expect(folder.run("show", "availability", "--on", word).code != 64, "\(word)")
    }
    #expect(offered("--color ") == ["auto", "always", "never"])
    #expect(offered("schema events ").isEmpty)
    for word in offered("schema rows ") { #expect(folder.run("schema", "rows", word).code == 0) }
    #expect(!offered("show points --").contains("--week"))
    #expect(offered("show schedule --").contains("--week"))
  }

  @Test
  func `every noun that an option takes ids of has ids in a log that has all kinds of things`() {
    var seen: Set<String> = []
    for spec in allSpecs {
      for option in spec.allOptions {
        guard case .identifiers(let noun) = option.offered else { continue }
        let ids = SeenIdentifiers.read(Repository.sample, of: noun)?.all ?? []
        if ids.isEmpty { seen.insert(noun ?? "subject") }
      }
    }
    #expect(seen.sorted() == [])
  }

  @Test func `a series is known by both kinds of weekly work`() throws {
    let all = folder.run("completions", "--words", "--", "audit", "--series", "").lines
    let id = try #require(all.first)
    for command in ["audit", "show series"] {
      let words = command.split(separator: " ").map(String.init)
      let slip = folder.run(words + ["--series", id + "x"])
      #expect(slip.code == 1 && slip.errors.contains("did you mean \(id)?"), "\(slip)")
      let early = folder.run(words + ["--series", id, "--at", "1"])
      #expect(!early.errors.contains("has never seen"), "\(early)")
    }
  }

  private func quotedForShell(_ text: String) -> String {
    "'" + text.replacing("'", with: "'\\''") + "'"
  }

  @Test(arguments: [
    ("show --user \"Eva de Wit\" sch", ["schedule"]), ("sho", ["show"]),
    ("log --format=t", ["table"]),
    ("audit --shift \"F1.2026-01-1", ["F1.2026-01-12", "F1.2026-01-19"]),
  ])
  func `bash completes as it is told`(typed: String, words: [String]) {
    let ending = folder.shell(
      """
      TYPED=\(quotedForShell("eventlog-tool " + typed))
      mkdir bin && ln -s "$TOOL" bin/eventlog-tool && PATH=$PWD/bin:$PATH
      source <(eventlog-tool completions bash)
      COMP_LINE=$TYPED COMP_POINT=${#TYPED} COMP_WORDBREAKS=$' \\t\\n"\\'><=;|&(:'
      _eventlog_tool
      printf '%s\\n' "${COMPREPLY[@]}"
      """)
    #expect(ending.lines == words, "\(ending)")
  }
}
