import Foundation
import Testing

/// The command that an error gives runs as it stands.
struct AdviceTests {
  /// Commands whose log has a line 25 that is no event, as somebody may type them.
  private static let commands: [[String]] = [
    ["show", "schedule", "--all"], ["show", "--all", "schedule", "events.jsonl"],
    ["--color", "never", "show", "--at", "26", "schedule", "--all"],
    ["--color=never", "show", "--at=26", "schedule", "--all"],
    ["-q", "show", "schedule", "--all"], ["--no-color", "-v", "show", "schedule", "--all"],
    ["show", "schedule", "--user=Eva X", "--all"],
    ["show", "schedule", "--user", "Eva X", "--all"],
    ["show", "schedule", "--all", "--", "events.jsonl"],
    ["show", "schedule", "--all", "--", "-odd.jsonl"],
    ["show", "schedule", "--all", "-f-odd.jsonl"],
    ["show", "schedule", "--all", "-f=events.jsonl"],
    ["show", "schedule", "--all", "--file", "it's here; rm -rf $HOME.jsonl"],
    ["show", "schedule", "--from=-400d", "--at", "now"],
    ["show", "hours", "-q", "--by", "month", "--total"],
    ["show", "schedule", "--all", "--at", "2026-12-31 18:02"], ["-v", "log", "--last", "3"],
    ["log", "--actor", "Eva X"], ["log", "--submissions"], ["replay"],
    ["replay", "--without", "9"],
    ["audit", "--shift", "F1.2026-01-12"], ["audit", "--actor", "Eva X", "--json"],
    ["report", "--format", "markdown"], ["report", "-o", "a page.html"], ["snapshot"],
    ["snapshot", "-o", "state.json"], ["export", "csv", "schedule", "--all"], ["export", "sql"],
    ["export", "ics", "--all", "--user", "Eva X"], ["blame", "--shift", "F1.2026-01-12"],
    ["blame", "schedule", "--shift=F1.2026-01-12"], ["checkpoint", "--origin", "a b"],
    ["diff", "--from", "22"], ["diff", "--from", "22", "--to", "26"],
  ]

  @Test func `any command line leads to one that shows what stands before the fault`() throws {
    let folder = LogFolder.withStory()
    #expect(
      folder.run(
        "append", "profile.changed", "eva", "--actor", "eva", "name=Eva X", "--now", LogFolder.clock
      )
      .code == 0)
    // Behind the name, which is held against the sound events alone.
    folder.run(
      "append", "user.registered", "zoe", "--actor", "zoe", "roles:=[\"student\"]", "--now",
      LogFolder.clock)
    var lines = folder.logLines
    lines[24] = "x" + lines[24].dropFirst()
    let bytes = Array(lines.map { $0 + "\n" }.joined().utf8)
    folder.write(bytes, to: "events.jsonl")
    for name in ["-odd.jsonl", "it's here; rm -rf $HOME.jsonl"] {
      folder.write(bytes, to: name)
      folder.shell("cp -r events.jsonl.d ./'\(name.replacing("'", with: "'\\''")).d'")
    }
    try folder.shell("mkdir bin; ln -s $TOOL bin/eventlog-tool").requireDone()
    func advised(_ words: [String], environment: [String: String] = [:]) throws -> Ending {
      let ending = folder.start(words, environment: environment).wait()
      #expect(ending.code == 65 || words[0] == "diff" && ending.code == 65, "\(words): \(ending)")
      let command = try #require(
        ending.errors.firstMatch(of: /help: (.*) shows what stands before it/)?.1,
        "\(words): \(ending)")
      let path = folder.path + "/bin:" + (ProcessInfo.processInfo.environment["PATH"] ?? "")
      let advised = folder.startProgram("sh", ["-c", String(command)], environment: ["PATH": path])
        .wait()
      let wanted: Set<Int32> = words.first == "diff" ? [0, 1] : [0]
      #expect(wanted.contains(advised.code), "\(words) → \(command): \(advised)")
      let isFile = words.contains { $0.hasSuffix(".html") || $0 == "state.json" }
      #expect(!advised.output.isEmpty || isFile, "\(words) → \(command): \(advised)")
      return advised
    }
    for words in Self.commands { _ = try advised(words) }
    folder.write(bytes, to: "other name.jsonl")
    folder.shell("cp -r events.jsonl.d 'other name.jsonl.d'; rm events.jsonl")
    // The shell that takes the advice does not have the variable.
    _ = try advised(
      ["show", "schedule", "--all"], environment: ["EVENTLOG_FILE": "other name.jsonl"])
  }
}

extension Ending {
  func requireDone() throws { try #require(code == 0, "\(errors)") }
}
