import Foundation
import ShiftEvents
import Testing

/// `verify --rules`: history with a sound chain that the rules would not have recorded.
struct VerifyRulesTests {
  /// The story with one line written anew, and all behind it chained again.
  private func forged(
    _ line: Int, _ old: String, _ new: String, sourceLocation: SourceLocation = #_sourceLocation
  ) -> LogFolder {
    let folder = LogFolder.withStory()
    var lines = folder.logLines
    #expect(lines[line - 1].contains(old), sourceLocation: sourceLocation)
    lines[line - 1] = lines[line - 1].replacing(old, with: new)
    // The head would show that the end is another; a forger removes it, too.
    folder.remove("events.jsonl.d")
    folder.write(LogFolder.chained(lines).utf8, to: "events.jsonl")
    return folder
  }

  @Test func `a legal log has no finding, as a file and through a pipe`() {
    let folder = LogFolder.withStory()
    let ending = folder.run("verify", "--rules")
    #expect(ending.code == 0 && ending.errors.isEmpty)
    #expect(
      ending.lines.contains(
        "\(Story.events) events judged again, the rules would record each of them so"))
    #expect(folder.shell(#"cat events.jsonl | "$TOOL" verify --rules -"#).code == 0)
    let json = OrderedJSON(folder.run("verify", "--rules", "--json").output)
    #expect(json["findings"]?.elements.isEmpty == true)
  }

  @Test(arguments: [
    // Another fact, another actor, another state, events of the tool itself, other content.
    (17, #""from":"bas""#, #""from":"tom""#, "factMismatch"),
    (17, #""actor":"mia""#, #""actor":"eva""#, "notApprover"),
    (16, #""final":false"#, #""final":true"#, "factMismatch"),
    (16, #""actor":"eva""#, #""actor":"zoe""#, "unknownUser"),
    (18, #""minutes":300"#, #""minutes":9000"#, "invalidHours"),
    (15, #""actor":"bas""#, #""actor":"tom""#, "notOwner"),
    (9, #""start":"15:00""#, #""start":"15:30""#, "factMismatch"),
    (9, #""actor":"system""#, #""actor":"bas""#, "factMismatch"),
    (20, #""requester":"tom""#, #""requester":"eva""#, "factMismatch"),
    (21, #""id":"s13""#, #""id":"s12""#, "idConflict"),
    (5, #""roles":["employee"]"#, #""roles":["employee","employee"]"#, "invalidField"),
    (2, #""actor":"mia""#, #""actor":"bas""#, "unknownUser"),
  ])
  func `a changed line that is chained again is listed with its code, and exit 1`(
    line: Int, old: String, new: String, code: String
  ) {
    let folder = forged(line, old, new)
    #expect(folder.run("verify").code == 0)
    let ending = folder.run("verify", "--rules", "--json")
    #expect(ending.code == 1)
    let findings = OrderedJSON(ending.output)["findings"]?.elements ?? []
    let first = findings.first
    #expect(first?.keys == ["line", "offset", "kind", "message", "error"])
    #expect(first?["line"]?.number == line, "\(ending.output)")
    #expect(first?["kind"]?.text == "rule" && first?["error"]?.text == code, "\(ending.output)")
    let offset = folder.logLines.prefix(line - 1).reduce(0) { $0 + $1.utf8.count + 1 }
    #expect(first?["offset"]?.number == offset)
    let text = folder.run("verify", "--rules")
    #expect(text.code == 1 && text.output.contains("events.jsonl:\(line): rule: "))
    #expect(text.output.contains("(\(code))"))
  }

  @Test func `one changed fact is one finding`() {
    let folder = forged(17, #""from":"bas""#, #""from":"tom""#)
    let ending = folder.run("verify", "--rules")
    #expect(
      ending.lines.first?.hasPrefix(
        #"events.jsonl:17: rule: "from" is "tom", and by the rules "bas" (factMismatch)"#) == true)
    #expect(ending.lines.contains("\(Story.events) events judged again, 1 against the rules"))
  }

  @Test func `a damaged log is 65, and is judged up to the damage`() {
    let folder = forged(17, #""from":"bas""#, #""from":"tom""#)
    var lines = folder.logLines
    lines[19] = lines[19].replacing("tom", with: "eva")
    folder.write(lines.map { $0 + "\n" }.joined().utf8, to: "events.jsonl")
    let ending = folder.run("verify", "--rules")
    #expect(ending.code == 65 && ending.output.contains(":17: rule: "))
    #expect(ending.output.contains("not judged, because of the damage before them"))
  }

  @Test func `what earlier versions named in an edit of weekly work is no finding`() {
    let folder = LogFolder()
    folder.run("init")
    let lines = [
      "workplace.configured w timeZone=UTC horizonWeeks=2 marketApproval=none",
      "user.registered mia roles=manager",
      "user.registered eva roles=employee", "user.registered bas roles=employee",
      "fixedshift.registered F1 owner=eva weekday=monday start=22:00 end=06:00",
      "fixedvacancy.registered V1 weekday=monday start=22:00 end=06:00 places=1",
      "fixedshift.edited F1 days=1", "fixedvacancy.edited V1 days=1",
      "shift.edited F1.2026-01-12 days:=null", "fixedshift.edited F1 title=Bar",
      "shift.assigned F1.2026-01-19 to=bas", "fixedshift.edited F1 until=2026-01-18",
      "fixedshift.edited F1 until=2026-01-17",
    ]
    let ending = folder.run(
      "append", "-", "--words", "--actor", "mia", "--now", "2026-01-06T08:00:00Z",
      input: lines.joined(separator: "\n"))
    #expect(ending.code == 0, "\(ending.errors)")
    #expect(folder.run("verify", "--rules").code == 0)
    let both = #"["F1.2026-01-12","F1.2026-01-19"]"#
    let old = folder.logLines.map { line in
      if line.contains(#""fixedshift.edited""#), line.contains(#""days":1"#) {
        return line.replacing(#""edited":[]"#, with: #""edited":\#(both)"#)
      }
      if line.contains(#""fixedvacancy.edited""#) {
        return line.replacing(
          #""edited":[]"#, with: #""edited":["V1.2026-01-12","V1.2026-01-19"]"#)
      }
      if line.contains(#""title":"Bar""#) {
        return line.replacing(#""edited":\#(both)"#, with: #""edited":["F1.2026-01-19"]"#)
          .replacing(#""kept":[]"#, with: #""kept":["F1.2026-01-12"]"#)
      }
      return line.contains(#""until":"2026-01-17""#)
        ? line.replacing(#""kept":[]"#, with: #""kept":["F1.2026-01-19"]"#) : line
    }
    #expect(zip(old, folder.logLines).count { $0 != $1 } == 4, "\(folder.logLines)")
    folder.write(LogFolder.chained(old).utf8, to: "old.jsonl")
    let found = folder.run("verify", "--rules", "old.jsonl")
    #expect(found.code == 0, "\(found.output)")
  }

  @Test func `an event of an unknown type is passed over`() {
    let folder = forged(18, #""type":"hours.recorded""#, #""type":"hours.guessed""#)
    let ending = folder.run("verify", "--rules")
    #expect(ending.code == 0 && ending.output.contains("1 event that this version does not know"))
  }
}

extension LogFolder {
  /// Lines of a log with their sequences as they stand and their hashes made anew.
  static func chained(_ lines: [String]) -> String {
    var previous = Digest.zero
    var text = ""
    for line in lines {
      let content = line.components(separatedBy: ",\"hash\":\"")[0]
      previous = Digest.chain(previous: previous, content: SHA256.hash(Array(content.utf8)))
      text += "\(content),\"hash\":\"\(previous)\"}\n"
    }
    return text
  }
}
