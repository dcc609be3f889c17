import Foundation
import Testing

/// The same submission sent again, as clients do that never saw the reply.
struct RepeatTests {
  @Test func `everything sent again is answered as it was the first time`() {
    let folder = LogFolder()
    folder.run("init")
    let first = folder.append(Story.lines, "--each")
    let before = folder.logBytes
    let again = folder.append(Story.lines, "--each")
    #expect(again.code == 0)
    for (first, again) in zip(first.lines, again.lines) {
      let (first, again) = (OrderedJSON(first), OrderedJSON(again))
      #expect(again["status"]?.text == "duplicate")
      for key in ["sequence", "id", "hash"] { #expect(first[key]?.text == again[key]?.text) }
    }
    #expect(folder.logBytes == before)
    let batch = folder.append(Story.lines)
    #expect(batch.output == again.output && folder.logBytes == before)
  }

  @Test(arguments: [true, false], ["", "shop"])
  func `a dash beside an id of its own is the subject that was made the first time`(
    isTable: Bool, source: String
  ) {
    let folder = LogFolder.withStory()
    let own = source.isEmpty ? "" : " --source \(source)"
    let rows = [("a", "2026-03-02", "eva"), ("b", "2026-03-03", "tom"), ("a", "2026-03-02", "eva")]
    func append(_ rows: [(String, String, String)], _ options: String...) -> Ending {
      let text =
        isTable
        ? "id,date,owner,start,end,source\n"
          + rows.map { "\($0.0),\($0.1),\($0.2),09:00,17:00,\(source)\n" }.joined()
        : rows.map {
          "shift.scheduled - --id \($0.0)\(own) owner=\($0.2) date=\($0.1) start=9 end=17\n"
        }.joined()
      let words = isTable ? ["shift.scheduled", "--csv", "-"] : ["-", "--words"]
      return folder.start(
        ["append"] + words + ["--actor", "mia", "--now", Story.now] + options,
        input: .bytes(Array(text.utf8))
      ).wait()
    }
    func statuses(_ ending: Ending) -> [String?] {
      ending.lines.map { OrderedJSON($0)["status"]?.text }
    }
    // The shift of the first row has the id that the third would have made.
    let first = append(rows)
    #expect(statuses(first) == ["appended", "appended", "duplicate"], "\(first)")
    let bytes = folder.logBytes
    for options in [[], ["--each"], ["--dry-run"]] {
      let again = options.isEmpty ? append(rows) : append(rows, options[0])
      #expect(again.code == 0, "\(again)")
      #expect(statuses(again) == ["duplicate", "duplicate", "duplicate"], "\(again)")
    }
    #expect(folder.logBytes == bytes)
    let other = append([rows[1], ("a", "2026-03-04", "eva")])
    #expect(other.code == 2 && other.output.contains("another date"), "\(other)")
    // A refused line makes no id for one of another type.
    if !isTable {
      let mixed = folder.run(
        ["append", "-", "--words", "--each", "--actor", "mia", "--now", Story.now],
        input: "shift.scheduled - --id z owner=eva date=2026-03-02 start=9 end=17\n"
          + "absence.recorded - --id z user=eva date=2026-03-12\n")
      #expect(mixed.output.contains("dayTaken"), "\(mixed)")
      #expect(folder.logLines.last!.contains(#""subject":"A"#), "\(mixed)")
    }
    // Another source has ids of its own.
    if !source.isEmpty {
      #expect(
        statuses(
          folder.append(
            [
              #"{"id":"a","source":"other","type":"shift.scheduled","subject":"Z1","actor":"mia","data":{"owner":"eva","date":"2026-03-09","start":"09:00","end":"17:00"}}"#
            ], now: Story.now)) == ["appended"])
    } else {
      let words = [
        "append", "shift.scheduled", "-", "--id", "b", "--actor", "mia", "--now", Story.now,
      ]
      let alone = folder.run(words + ["owner=tom", "date=2026-03-03", "start=9", "end=17"])
      #expect(alone.code == 0 && statuses(alone) == ["duplicate"], "\(alone)")
      let changed = folder.run(words + ["owner=tom", "date=2026-03-03", "start=9", "end=18"])
      #expect(changed.code == 2 && changed.output.contains("another end"), "\(changed)")
    }
  }

  @Test func `a text that an earlier version recorded is the same in normal form C`() {
    let folder = LogFolder.withStory()
    let line = Story.event(
      "cafe", "shift.scheduled", "N1", "mia", nil,
      #"{"owner":"eva","date":"2026-02-20","start":"10:00","end":"12:00","place":"Café","labels":["Café"],"title":"Café"}"#
    )
    #expect(folder.append([line], now: Story.now).code == 0)
    let recorded = folder.logLines.map {
      $0.replacingOccurrences(of: "Café", with: "Cafe\u{301}")
    }
    folder.write(LogFolder.chained(recorded).utf8, to: "events.jsonl")
    folder.shell("rm -r events.jsonl.d")
    let again = folder.append([line], now: Story.now)
    #expect(again.code == 0 && again.output.contains("duplicate"), "\(again)")
    let other = folder.append(
      [line.replacingOccurrences(of: "\"Café\"]", with: "\"Cafe\"]")], now: Story.now)
    #expect(other.code == 2 && other.output.contains("another labels"), "\(other)")
  }

  @Test func `the same twice in one input is recorded once`() {
    let folder = LogFolder.withStory()
    let line = Story.event("again", "shift.revoked", "F1.2026-01-26", "bas")
    for options in [["--each"], []] {
      let ending = folder.start(
        ["append", "-", "--now", Story.now] + options,
        input: .bytes(Array("\(line)\n\(line)\n".utf8))
      ).wait()
      #expect(ending.code == 0)
      let replies = ending.lines.map { OrderedJSON($0) }
      #expect(replies[0]["hash"]?.text == replies[1]["hash"]?.text)
      #expect(replies[1]["status"]?.text == "duplicate")
      #expect(folder.logLines.count == Story.events + 1)
    }
  }

  @Test func `the id with another content is refused, each difference named`() {
    let folder = LogFolder.withStory()
    let before = folder.logBytes
    let variants = [
      ("type", Story.event("s13", "shift.revoked", "F1.2026-01-26", "bas")),
      ("actor", Story.event("s13", "shift.supplied", "F1.2026-01-26", "eva")),
      ("subject", Story.event("s13", "shift.supplied", "F1.2026-02-09", "bas")),
      (
        "time",
        Story.event("s13", "shift.supplied", "F1.2026-01-26", "bas", "2026-01-13T12:00:00.001Z")
      ),
      (
        "owner",
        Story.event("s13", "shift.supplied", "F1.2026-01-26", "bas", nil, #"{"owner":"tom"}"#)
      ),
    ]
    for (difference, line) in variants {
      let ending = folder.append([line], now: Story.now)
      #expect(ending.code == 2)
      let reply = OrderedJSON(ending.output)
      #expect(reply["error"]?.text == "idConflict")
      #expect(reply["message"]?.text.hasSuffix("another \(difference)") == true)
    }
    #expect(folder.logBytes == before)
  }

  @Test func `the same id from another source is another event`() {
    let folder = LogFolder.withStory()
    let line =
      #"{"id":"s13","source":"/other","type":"shift.revoked","actor":"bas","subject":"F1.2026-01-26"}"#
    #expect(folder.append([line], now: Story.now).output.contains(#""appended""#))
  }

  @Test func `a fact stated in the repeat and right is still a repeat`() {
    let folder = LogFolder.withStory()
    let line = Story.event(
      "s13", "shift.supplied", "F1.2026-01-26", "bas", nil, #"{"date":"2026-01-26"}"#)
    #expect(folder.append([line], now: Story.now).output.contains(#""duplicate","sequence":21"#))
  }

  @Test func `words with an id can be sent again`() {
    let folder = LogFolder.withStory()
    let words = [
      "append", "shift.revoked", "F1.2026-01-26", "--actor", "bas", "--id", "again", "--source",
      "/words", "--now", Story.now,
    ]
    let first = folder.start(words).wait()
    let second = folder.start(words).wait()
    #expect(first.output.contains(#""appended","sequence":24"#))
    #expect(second.code == 0 && second.output.contains(#""duplicate","sequence":24"#))
  }
}
