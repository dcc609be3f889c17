import TestSupport
import Testing

@testable import ShiftEvents

/// The last days that there are, and heads that state more than there can be.
struct EndOfCalendarTests {
  @Test
  func
    `a fixed shift whose horizon goes past 9999 is refused, and one that is there goes on up to it`()
  {
    let folder = LogFolder()
    folder.run("init")
    let now = "9999-12-20T12:00:00Z"
    let fixed = { (id: String, day: String) in
      Story.event(
        id, "fixedshift.registered", id, "eva", nil,
        #"{"weekday":"\#(day)","start":"09:00","end":"17:00"}"#)
    }
    folder.append(
      [
        Story.event("u", "user.registered", "eva", "eva", nil, #"{"roles":["employee"]}"#),
        fixed("F1", "monday"),
      ], now: "9999-10-01T12:00:00Z")
    let refused = folder.append([fixed("F2", "tuesday")], "--force-clock", now: now)
    #expect(OrderedJSON(refused.output)["error"]?.text == "dateOutOfRange", "\(refused.output)")
    #expect(folder.run("extend", "--now", now, "--force-clock").code == 0)
    #expect(folder.logLines.contains { $0.contains("9999-12-27") })
    folder.expectVerified()
    let more = Story.event("v", "user.registered", "bas", "bas", nil, #"{"roles":["employee"]}"#)
    #expect(folder.append([more], "--force-clock", now: "9999-12-31T23:59:59Z").code == 0)
    folder.expectVerified()
  }

  @Test func `recover takes a head that states more than a file can have for none`() {
    for length: UInt64 in [.max, 1 << 63, (1 << 60) + 1] {
      for command in [["recover"], ["recover", "--to", "3"], ["recover", "--lose-acknowledged"]] {
        let folder = LogFolder.withStory()
        let hash = Digest(OrderedJSON(folder.logLines[0])["hash"]?.text ?? "") ?? .zero
        let frontier = LogEnd(
          lengthBytes: length, sequence: 999_999_999_999, hash: hash, firstHash: hash)
        let record = AcknowledgedEndRecord(.acknowledged, frontier, isSynced: true).bytes
        let written = AcknowledgedEndRecord(.written, frontier, isSynced: true).bytes
        folder.write(
          record + record + written + AcknowledgedEndRecord.filled([]), to: "events.jsonl.d/head")
        let ending = folder.start(command + ["events.jsonl"]).wait()
        #expect(ending.code < 128, "\(length) \(command): \(ending.errors)")
      }
    }
  }
}
