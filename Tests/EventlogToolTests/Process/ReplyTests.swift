import Foundation
import Testing

/// Replies in the shapes that clients were promised, member by member.
struct ReplyTests {
  /// The reply to one line, with random parts replaced.
  private func reply(_ line: String, to folder: LogFolder) -> String {
    let ending = folder.append([line], "--each", now: Story.now)
    #expect(ending.lines.count == 1)
    return ending.lines.first ?? ""
  }

  @Test func `an appended submission is answered with its sequence and hash`() {
    let folder = LogFolder.withStory()
    let reply = reply(Story.event("r1", "shift.revoked", "F1.2026-01-26", "bas"), to: folder)
    #expect(OrderedJSON(reply).keys == ["status", "sequence", "id", "hash", "count"])
    let made = self.reply(
      #"{"type":"request.withdrawn","actor":"tom","subject":"R1"}"#, to: folder)
    let id = OrderedJSON(made)["id"]?.text ?? ""
    #expect(
      id.wholeMatch(of: /[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/)
        != nil)
    #expect(folder.logLines.last?.contains(id) == true)
  }

  @Test func `a repeat is answered duplicate`() {
    let folder = LogFolder.withStory()
    let first = OrderedJSON(folder.logLines[1])
    #expect(
      reply(Story.lines[1], to: folder)
        == #"{"status":"duplicate","sequence":2,"id":"s02","hash":"\#(first["hash"]!.text)"}"#)
  }

  @Test func `a rejection names the ids in the way`() {
    let folder = LogFolder.withStory()
    let reply = reply(
      Story.event(
        "r", "shift.scheduled", "L1", "mia", nil,
        #"{"owner":"bas","date":"2026-02-09","start":"08:00","end":"10:00"}"#),
      to: folder)
    #expect(OrderedJSON(reply).keys == ["status", "error", "message", "details", "conflicts"])
    #expect(
      reply == #"{"status":"rejected","error":"dayTaken","message":"bas already holds "#
        + #"F1.2026-02-09 on Mon 9 Feb 2026","details":{"user":"bas","date":"2026-02-09","#
        + #""shift":"F1.2026-02-09"},"conflicts":["F1.2026-02-09"]}"#)
  }

  @Test func `rejected without anything in the way`() {
    let folder = LogFolder.withStory()
    let reply = reply(Story.event("r", "shift.supplied", "nothing", "bas"), to: folder)
    #expect(
      reply == #"{"status":"rejected","error":"unknownShift","#
        + #""message":"there is no shift nothing","details":{"shift":"nothing"}}"#)
  }

  @Test func `a stated fact that does not hold comes with both values`() {
    let folder = LogFolder.withStory()
    let reply = reply(
      Story.event("r", "shift.accepted", "F1.2026-01-26", "eva", nil, #"{"from":"tom"}"#),
      to: folder)
    #expect(
      OrderedJSON(reply).keys == [
        "status", "error", "message", "details", "fact", "stated", "actual",
      ])
    #expect(reply.hasSuffix(#","fact":"from","stated":"tom","actual":"bas"}"#))
    let right = self.reply(
      Story.event("r", "shift.accepted", "F1.2026-01-26", "eva", nil, #"{"from":"bas"}"#),
      to: folder)
    #expect(right.hasPrefix(#"{"status":"appended""#))
  }

  @Test func `conflict if the same ids were touched, and only then`() {
    let folder = LogFolder.withStory()
    func expecting(_ sequence: String, _ subject: String, _ id: String) -> String {
      #"{"type":"shift.revoked","actor":"bas","subject":"\#(subject)","id":"\#(id)","expectedsequence":\#(sequence)}"#
    }
    // Event 21 supplied the shift, event 22 another, event 23 accepted that other.
    let stale = reply(expecting("20", "F1.2026-01-26", "c1"), to: folder)
    #expect(OrderedJSON(stale).keys == ["status", "error", "message", "sequence"])
    #expect(stale.hasPrefix(#"{"status":"conflict","error":"conflict","message":""#))
    #expect(stale.hasSuffix(#","sequence":21}"#))
    let ahead = reply(expecting("99", "F1.2026-01-26", "c2"), to: folder)
    #expect(ahead.hasSuffix(#","sequence":23}"#))
    let words = folder.run(
      "append", "shift.revoked", "F1.2026-01-26", "--actor", "bas", "--expect", "20", "--now",
      Story.now)
    #expect(words.code == 3 && words.errors.hasPrefix("conflict: "))
    #expect(folder.logLines.count == Story.events)
    // Registering ann touches nothing that events 21 to 23 touched except mia, who does not count as
    // actor.
    let other = reply(
      #"{"type":"user.registered","actor":"ann","subject":"ann","expectedsequence":"20","data":{"roles":["employee"]}}"#,
      to: folder)
    #expect(other.hasPrefix(#"{"status":"appended""#))
  }

  @Test func `invalid with line and column`() {
    let folder = LogFolder.withStory()
    let reply = reply(#"{"type":"shift.supplied","actor":"bas","subject":7}"#, to: folder)
    #expect(OrderedJSON(reply).keys == ["status", "error", "message", "line", "column"])
    #expect(
      reply.contains(#""error":"invalidField""#) && reply.hasSuffix(#","line":1,"column":50}"#))
  }

  @Test func `failed while another holds the log`() throws {
    let folder = LogFolder.withStory()
    let holder = LockHolder(folder)
    defer { holder.release() }
    let ending = folder.append(
      [Story.event("r", "shift.revoked", "F1.2026-01-26", "bas")], "--each", "--lock-timeout", "0")
    #expect(OrderedJSON(ending.output).keys == ["status", "error", "message"])
    #expect(ending.output.hasPrefix(#"{"status":"failed","error":"locked","message":""#))
    #expect(ending.code == 75)
  }

  @Test func `every reply's event is in the log at its sequence`() {
    let folder = LogFolder()
    folder.run("init")
    let ending = folder.append(Story.lines, "--each")
    let lines = folder.logLines.map { OrderedJSON($0) }
    for reply in ending.lines.map({ OrderedJSON($0) }) {
      let line = lines[reply["sequence"]!.number! - 1]
      #expect(line["hash"]?.text == reply["hash"]?.text && line["id"]?.text == reply["id"]?.text)
    }
  }
}
