import Foundation
import Testing

@testable import ShiftEvents

/// Text that would act on a terminal, a spreadsheet, a browser or a file system, through every
/// command that prints it.
struct HostileTextTests {
  /// ESC[2J, OSC 52, CSI as one character, right-to-left override, isolate, marks.
  private static let escapes = "\u{1B}[2J\u{1B}]52;c;AA==\u{7}\u{9B}31m\u{202E}\u{2066}\u{200E}"

  /// A deal may hold text that a person typed; a name stands in the people file.
  func folder() -> LogFolder {
    let folder = LogFolder.withStory()
    let texts = [
      #"=1+1"#, #"+1"#, #"-1"#, #"@SUM(A1)"#, #"</script><script>alert(1)</script>"#,
      #"\" onload=\"x"#, "a\u{202E}b\u{2066}c\u{200E}d", "caf\u{E9}", "cafe\u{301}",
    ]
    var lines = [
      Story.event("c", "user.registered", "co", "mia", nil, #"{"roles":["company"]}"#)
    ]
    for (index, text) in texts.enumerated() {
      lines.append(
        Story.event(
          "d\(index)", "deal.posted", "D\(index)", "co", nil,
          #"{"name":"\#(text)","companyName":"\#(text)","category":"food","latitude":52,"#
            + #""longitude":4,"validUntil":"2026-03-01T20:00:00Z","description":"\#(text)"}"#))
    }
    lines.append(
      Story.event(
        "n", "profile.changed", "bas", "bas", nil, "{\"name\":\"=Bas\"}"))
    lines.append(
      Story.event("m", "profile.changed", "eva", "eva", nil, "{\"name\":\"Eva\"}"))
    let ending = folder.append(lines, "--each")
    #expect(ending.code == 0, "\(ending.output)")
    rename(["=Bas": "=B\u{202E}as", "Eva": "E\u{202E}va"], in: folder)
    return folder
  }

  /// Gives people names that an earlier version took.
  private func rename(_ names: [String: String], in folder: LogFolder) {
    var log = String(decoding: folder.logBytes, as: UTF8.self)
    var people: [UInt8] = []
    for line in folder.bytes("events.jsonl.d/people.jsonl").split(separator: 10) {
      let before = Person(line: line)!
      var person = before
      person.name = before.name.map { names[$0] ?? $0 }
      log = log.replacing("\(before.profile)", with: "\(person.profile)")
      person.appendLine(to: &people)
    }
    let lines = log.split(separator: "\n").map(String.init)
    folder.write(Array(LogFolder.chained(lines).utf8), to: "events.jsonl")
    folder.write(people, to: "events.jsonl.d/people.jsonl")
    folder.remove("events.jsonl.d/head")
  }

  @Test func `no command lets a control through to a terminal`() {
    let folder = folder()
    for command in [
      ["replay"], ["replay", "--json"], ["show", "deals", "--all"],
      ["show", "deals", "--all", "--json"],
      ["show", "users"], ["show", "users", "--json"], ["audit", "--deal", "D6"],
      ["audit", "--user", "co"], ["show", "deals", "--all", "--format", "ndjson"],
      ["show", "deals", "--all", "--format", "markdown"], ["verify"], ["verify", "--rules"],
    ] {
      let ending = folder.start(
        command + ["--now", LogFolder.clock].filter { _ in command[0] != "verify" }
      ).wait()
      #expect(ending.code == 0, "\(command): \(ending.errors)")
      let shown = (ending.output + ending.errors).replacing("\n", with: "").replacing(
        "\r", with: "")
      #expect(!shown.holdsControl, "\(command)")
    }
  }

  /// Each command in each of its formats, into a pipe. `log` is left out: it gives recorded lines as they are.
  private static let answers: [[String]] =
    ["schedule", "deals", "users", "points", "hours"].flatMap { name in
      ["table", "json", "ndjson", "csv", "markdown"].map { ["show", name, "--format", $0] }
    }
    + [
      ["show", "schedule", "--grid", "--week", "2026-W03"],
      ["show", "schedule", "--grid", "--week", "2026-W03", "--format", "markdown"],
      ["show", "marketplace", "--for", "eva"], ["audit", "--shift", "F1.2026-01-12"],
      ["audit", "--shift", "F1.2026-01-12", "--format", "markdown"],
      ["audit", "--shift", "F1.2026-01-12", "--format", "csv"], ["log", "--format", "table"],
      ["log", "--submissions"], ["report"], ["report", "--shift", "F1.2026-01-12"],
      ["report", "--format", "markdown"], ["snapshot"], ["replay"], ["diff", "--from", "5"],
      ["diff", "--from", "5", "--json"], ["blame", "--user", "bas"],
      ["blame", "--user", "bas", "--json"],
      ["export", "ics", "--all"], ["export", "geojson", "--all"],
      ["export", "csv", "deals", "--all"],
      ["export", "ndjson", "users"], ["export", "mermaid", "--shift", "F1.2026-01-12"],
      ["export", "prometheus"], ["export", "sql"],
    ]

  @Test func `no format has a mark that turns the reading order around, in a name or a text`() {
    let folder = folder()
    for command in Self.answers {
      let hides = command[0] == "show" && command[1] != "marketplace" && !command.contains("--grid")
      let ending = folder.start(command + (hides ? ["--all"] : []) + ["--now", LogFolder.clock])
        .wait()
      #expect(ending.code <= 1, "\(command): \(ending.errors)")
      let shown = ending.output.replacing("\r\n", with: "").replacing("\n", with: "")
      #expect(!shown.holdsControl, "\(command)")
      // What is there of it is spelled out, and not left away.
      let hasText = !["prometheus", "marketplace"].contains(command.dropFirst().first)
      if hasText { #expect(shown.lowercased().contains("202e"), "\(command): \(ending)") }
    }
    // Programs that want the text as it is say so.
    let raw = folder.run("show", "users", "--format", "csv", "--raw")
    #expect(raw.output.contains("=B\u{202E}as"))
  }

  @Test func `quoted words of a command line are escaped`() {
    let folder = LogFolder.withStory()
    for command in [
      ["show", Self.escapes], ["replay", Self.escapes], ["audit", "--shift", Self.escapes],
      ["append", Self.escapes, "S", "--actor", "bas"], ["help", Self.escapes], [Self.escapes],
      ["append", "shift.supplied", Self.escapes, "--actor", "bas"], ["--" + Self.escapes],
      ["append", "shift.supplied", "S", "--actor", Self.escapes], ["verify", "-f", Self.escapes],
      ["log", "--at", Self.escapes], ["show", "points", "--now", Self.escapes],
      ["append", "user.registered", "u", "--actor", "u", "roles=" + Self.escapes],
      ["append", "user.registered", "u", "--actor", "u", Self.escapes + "=1"],
    ] {
      let ending = folder.start(command).wait()
      #expect(ending.code != 0 && ending.code < 128, "\(command)")
      #expect(!(ending.output + ending.errors).replacing("\n", with: "").holdsControl, "\(command)")
    }
  }

  @Test func `cells of CSV that look like a formula are quoted, unless raw`() {
    let folder = folder()
    let arguments = ["show", "deals", "--all", "--format", "csv", "--now", LogFolder.clock]
    let safe = folder.start(arguments).wait().output
    for cell in ["=1+1", "+1", "-1", "@SUM(A1)"] {
      #expect(safe.contains(",'\(cell),") && !safe.contains(",\(cell),"), "\(cell)")
    }
    let raw = folder.start(arguments + ["--raw"]).wait().output
    #expect(raw.contains(",=1+1,") && !raw.contains("'=1+1"))
  }

  @Test(arguments: ["../x", "-rf", "/etc/passwd", ".", "..", "a/b", "a\u{0}b", "", "é", "a b"])
  func `an id that is a path is none`(id: String) {
    let folder = LogFolder.withStory()
    let before = (folder.logBytes, folder.names(in: "."), folder.names(in: "events.jsonl.d"))
    let escaped = id.replacing("\u{0}", with: "\\u0000")
    let ending = folder.append([
      Story.event("x", "user.registered", escaped, "mia", nil, #"{"roles":["company"]}"#)
    ])
    #expect(ending.code == 65 && OrderedJSON(ending.lines[0])["error"]?.text == "invalidField")
    #expect(folder.logBytes == before.0)
    #expect(folder.names(in: ".") == before.1 && folder.names(in: "events.jsonl.d") == before.2)
  }

  @Test func `names that differ in their bytes alone are two, and come back as they were`() {
    let folder = folder()
    let log = String(decoding: folder.logBytes, as: UTF8.self)
    #expect(log.utf8.contains("caf\u{E9}".utf8) && log.utf8.contains("cafe\u{301}".utf8))
    let line = Story.event(
      "d7", "deal.posted", "D7", "co", nil,
      #"{"name":"\#("cafe\u{301}")","companyName":"\#("caf\u{E9}")","category":"food","latitude":52,"#
        + #""longitude":4,"validUntil":"2026-03-01T20:00:00Z","description":"\#("caf\u{E9}")"}"#)
    // The same id with the other spelling is other content.
    let ending = folder.append([line])
    #expect(OrderedJSON(ending.lines[0])["error"]?.text == "idConflict", "\(ending.output)")
  }

  @Test
  func `a name of letters that run from right to left turns no arrow in the story of a shift`() {
    let folder = LogFolder()
    folder.run("init")
    func submit(_ type: String, _ subject: String, _ actor: String, _ data: String) {
      let line =
        #"{"type":"\#(type)","subject":"\#(subject)","actor":"\#(actor)","data":\#(data)}"#
      #expect(folder.append([line]).code == 0)
    }
    for (user, name) in [("mia", "Mia"), ("dana", "דנה לוי"), ("yossi", "יוסי כהן")] {
      submit("user.registered", user, "mia", #"{"roles":["manager","employee"],"name":"\#(name)"}"#)
    }
    submit(
      "shift.scheduled", "S1", "mia",
      #"{"owner":"dana","date":"2026-03-05","start":"09:00","end":"13:00"}"#)
    submit("shift.assigned", "S1", "mia", #"{"to":"yossi"}"#)
    for (format, story) in [
      ("html", "\u{2068}דנה לוי\u{2069} → \u{2068}יוסי כהן\u{2069}"),
      ("markdown", "דנה לוי → יוסי כהן"),
    ] {
      let ending = folder.run(
        "report", "--week", "2026-W10", "--shift", "S1", "--format", format, "--now",
        LogFolder.clock)
      #expect(ending.code == 0 && ending.output.contains(story), "\(format): \(ending.errors)")
      #expect(!ending.output.unicodeScalars.contains { $0.value == 0xFDD0 })
    }
  }
}

extension String.UTF8View {
  fileprivate func contains(_ other: String.UTF8View) -> Bool {
    Array(self).firstRange(of: Array(other)) != nil
  }
}
