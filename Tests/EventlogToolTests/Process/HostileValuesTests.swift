import Foundation
import Testing

/// Values at the edges of what JSON, numbers and calendars can say: each is recorded exactly or
/// refused by name, never rounded, repaired or passed on.
struct HostileValuesTests {
  private static func hours(_ minutes: String) -> String {
    #"{"type":"hours.recorded","actor":"eva","subject":"F1.2026-01-12","data":{"minutes":\#(minutes)}}"#
  }

  private static func deal(_ latitude: String) -> String {
    #"{"type":"deal.posted","actor":"co","subject":"D9","data":{"name":"N","companyName":"C","#
      + #""category":"food","longitude":4,"validUntil":"2026-03-01T20:00:00Z","latitude":\#(latitude)}}"#
  }

  private static func request(_ date: String) -> String {
    #"{"type":"request.posted","actor":"tom","subject":"R9","data":{"date":"\#(date)"}}"#
  }

  private static func timed(_ time: String) -> String {
    #"{"type":"user.followed","actor":"eva","subject":"bas","time":"\#(time)"}"#
  }

  private static func described(_ json: String) -> String {
    #"{"type":"deal.posted","actor":"co","subject":"D","data":{"name":"\#(json)"}}"#
  }

  private static let refused: [(code: String, lines: [String])] = [
    (
      "invalidField",
      [
        hours("9007199254740992"), hours("9007199254740993"), hours("-9007199254740992"),
        hours("1e400"), hours("1e0"), hours("1.0"), hours("\"1\""),
        hours(String(repeating: "9", count: 10_000)),
        deal(String(repeating: "9", count: 10_000)), deal("\"52\""), deal("true"),
        request("2026-02-30"), request("2025-02-29"), request("10000-01-01"), request("2026-13-01"),
        request("2026-00-10"), request("02026-01-01"), request("2026-1-1"),
        request("\u{662}026-01-01"),
        timed("2026-06-30T23:59:60Z"), timed("2016-12-31T23:59:60Z"),
        timed("10000-01-01T00:00:00Z"),
        timed("1969-12-31T23:59:59Z"), timed("2026-03-01T12:00:00"), timed("2026-03-01T24:00:00Z"),
        timed("2026-03-01T12:00:00+24:00"), timed("2026-03-01"), timed("2026-03-01T12:00:00.Z"),
        timed("2026-02-30T12:00:00Z"),
        // Control characters that JSON can say, in texts that may not hold them.
        #"{"type":"user.registered","actor":"u","subject":"u","data":{"roles":["company"],"name":"a\u0000b"}}"#,
        #"{"type":"user.registered","actor":"u","subject":"u","data":{"roles":["company"],"name":"a\u001b[2J"}}"#,
        #"{"type":"user.registered","actor":"u","subject":"u","data":{"roles":["company"],"name":"a\u009b"}}"#,
        #"{"type":"user.registered","actor":"u","subject":"u","data":{"roles":["company"],"name":"a\rb"}}"#,
        #"{"type":"user.registered","actor":"u","subject":"u","data":{"roles":["company"],"name":""}}"#,
      ]
    ),
    (
      "invalidJson",
      [
        hours("+1"), hours("01"), hours("-"), hours(".5"), hours("1."), hours("1e"), hours("0x1"),
        hours("NaN"), hours("Infinity"), deal("-Infinity"), described(#"\ud800"#),
        described(#"\udc00x"#),
        described(#"\ufdd0"#), described(#"\uffff"#), described("a\u{0}b"), described("a\u{1}b"),
        #"{"type":"user.followed","actor":"eva","subject":"bas",}"#,
        #"{"type":"user.followed","actor":"eva","actor":"eva","subject":"bas"}"#,
        #"{"type":"user.followed","actor":"eva","\u0061ctor":"mia","subject":"bas"}"#,
        #"{"type":"user.followed","\u0061ctor":"eva","a\u0063tor":"mia","subject":"bas"}"#,
        "{\"type\":\"user.followed\",\u{A0}\"actor\":\"eva\",\"subject\":\"bas\"}",
        "{\"type\":\"user.followed\",\u{2028}\"actor\":\"eva\",\"subject\":\"bas\"}",
        "\u{FEFF}" + timed("2026-03-01T12:00:00Z"),
        "{" + (0..<1_025).map { "\"k\($0)\":1" }.joined(separator: ",") + "}",
        String(repeating: "{\"a\":", count: 65) + "1" + String(repeating: "}", count: 65),
      ]
    ),
    (
      "reserved",
      ["sequence", "hash", "more", "profile", "op", "ref"].map {
        #"{"type":"user.followed","actor":"eva","subject":"bas","\#($0)":"1"}"#
      } + [
        #"{"type":"user.followed","actor":"system","subject":"bas"}"#,
        #"{"type":"user.followed","actor":"eva","subject":"system"}"#,
        #"{"type":"user.followed","actor":"eva","subject":"bas","\u0068ash":"1"}"#,
        #"{"type":"shift.skipped","actor":"eva","subject":"S"}"#,
        #"{"type":"user.registered","actor":"u","subject":"u","data":{"roles":["company"],"profile":"00"}}"#,
      ]
    ),
  ]

  @Test func `a value that no log may hold is refused by its name, and nothing is written`() {
    let folder = LogFolder.withStory()
    let before = folder.logBytes
    for (code, lines) in Self.refused {
      let ending = folder.append(lines, "--each")
      #expect(ending.code == 65 && ending.lines.count == lines.count)
      for (reply, line) in zip(ending.lines, lines) {
        #expect(OrderedJSON(reply)["error"]?.text == code, "\(line.prefix(160)) → \(reply)")
      }
    }
    #expect(folder.logBytes == before)
  }

  @Test func `odd but valid values are recorded exactly`() {
    let folder = LogFolder.withStory()
    let last = Int64(9_007_199_254_740_991)
    let ending = folder.append(
      [
        timed("2026-03-02T01:59:59.9999+14:00"),
        #"{"id":"co","type":"user.registered","actor":"mia","subject":"co","data":{"roles":["company"]}}"#,
        // Separators and spaces that only look like line ends; a carriage return before the line feed.
        Self.post(
          "D1", name: "a\u{2028}b\u{2029}c",
          extra: #","priceCents":9007199254740991,"currency":"EUR""#)
          + "\r",
        Self.post("D2", name: #"\ud83d\ude00\u0041"#, extra: ""),
        Self.post("D3", name: "N", extra: #","description":"a\nb\tc""#),
      ], "--each")
    #expect(ending.code == 0, "\(ending.output)")
    let lines = folder.logLines.suffix(5).map { OrderedJSON($0) }
    #expect(lines[0]["time"]?.text == "2026-03-01T11:59:59.999Z")
    #expect(lines[2]["data"]?["priceCents"]?.number == Int(last))
    #expect(lines[2]["data"]?["name"]?.text == "a\u{2028}b\u{2029}c")
    #expect(folder.logLines.suffix(2).first?.contains("\"name\":\"\u{1F600}A\"") == true)
    #expect(folder.logLines.last?.contains(#""description":"a\nb\tc""#) == true)
    // A number that no double holds is no place on earth.
    let far = ["1e400", "-1e400"].map(Self.deal)
    for reply in folder.append(far, "--each").lines {
      #expect(OrderedJSON(reply)["error"]?.text == "invalidLocation", "\(reply)")
    }
    let folded = folder.run("show", "deals", "--all", "--json", "--now", LogFolder.clock)
    #expect(OrderedJSON(folded.output)["rows"]?.elements.count == 3)
    folder.expectVerified()
  }

  private func timed(_ time: String) -> String { Self.timed(time) }

  private static func post(_ id: String, name: String, extra: String) -> String {
    #"{"type":"deal.posted","actor":"co","subject":"\#(id)","data":{"name":"\#(name)","#
      + #""companyName":"C","category":"food","latitude":-0,"longitude":4,"#
      + #""validUntil":"2026-03-01T20:00:00Z"\#(extra)}}"#
  }
}
