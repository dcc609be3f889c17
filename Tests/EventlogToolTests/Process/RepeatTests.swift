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
