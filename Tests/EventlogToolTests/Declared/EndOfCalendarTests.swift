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

  private typealias Act = (time: String, type: String, data: String)

  /// Acts whose facts would lie behind the last day or before the first instant, each as it was recorded once.
  private static let edges: [(zone: String, refused: Set<String>, acts: [Act])] = [
    (
      "Europe/Amsterdam", ["shift.split"],
      [
        ("2026-01-05T08:00:00Z", "shift.scheduled", shift(22, 6, on: "9999-12-31")),
        ("2026-01-05T08:00:00Z", "shift.split", #"{"at":"00:30","into":"S2"}"#),
      ]
    ),
    (
      "Pacific/Auckland", ["fixedshift.edited", "fixedvacancy.edited"],
      [
        (
          "9999-12-01T08:00:00Z", "fixedshift.registered",
          #"{"weekday":"monday","start":"09:00","end":"17:00"}"#
        ),
        (
          "9999-12-01T08:00:00Z", "fixedvacancy.registered",
          #"{"weekday":"monday","start":"09:00","end":"17:00","places":1}"#
        ),
        ("9999-12-31T11:30:00Z", "fixedshift.edited", #"{"end":"18:00"}"#),
        ("9999-12-31T11:30:00Z", "fixedvacancy.edited", #"{"end":"18:00"}"#),
      ]
    ),
    (
      "UTC", [],
      [
        ("9999-12-31T08:00:00Z", "shift.scheduled", shift(20, 23, on: "9999-12-31")),
        ("9999-12-31T20:00:00Z", "work.started", "{}"),
        ("9999-12-31T23:50:00Z", "work.ended", "{}"),
      ]
    ),
    // Its clocks were 44 minutes and 30 seconds behind, so that the step before the first instant is nearer.
    (
      "Africa/Monrovia", [],
      [
        (
          "1970-01-01T00:00:00Z", "shift.scheduled",
          #"{"owner":"mia","date":"1969-12-31","start":"23:20","end":"07:00"}"#
        ),
        ("1970-01-01T00:00:00Z", "work.started", "{}"),
        ("1970-01-01T00:50:00Z", "work.ended", "{}"),
      ]
    ),
  ]

  private static func shift(_ start: Int, _ end: Int, on date: String) -> String {
    let times = [start, end].map { ($0 < 10 ? "0" : "") + "\($0):00" }
    return #"{"owner":"mia","date":"\#(date)","start":"\#(times[0])","end":"\#(times[1])"}"#
  }

  @Test(arguments: edges.indices)
  func `what is recorded at an end of the calendar reads back`(place: Int) {
    let (zone, refused, acts) = Self.edges[place]
    let folder = LogFolder()
    folder.run("init")
    func append(_ type: String, _ subject: String, _ data: String, _ time: String) -> Int32 {
      let event = Story.event("\(type) \(time)", type, subject, "mia", nil, data)
      return folder.append([event], "--force-clock", now: time).code
    }
    let begin = acts[0].time
    #expect(append("user.registered", "mia", #"{"roles":["manager","employee"]}"#, begin) == 0)
    let policies =
      #"{"timeZone":"\#(zone)","horizonWeeks":1,"clockRoundMinutes":\#(zone == "UTC" ? 30 : 12)}"#
    #expect(append("workplace.configured", "w", policies, begin) == 0)
    for (time, type, data) in acts {
      let code = append(type, type.hasPrefix("fixed") ? "F1" : "S1", data, time)
      #expect(code == (refused.contains(type) ? 2 : 0), "\(zone): \(type)")
      folder.expectVerified()
    }
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
