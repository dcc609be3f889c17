import Foundation
import TestSupport
import Testing

@testable import eventlog_tool

struct DiagnosticsTests {
  private func said(
    color: ColorChoice = .never, verbosity: Diagnostics.Verbosity = .normal,
    _ say: (Diagnostics) -> Void
  ) -> String {
    let pipe = TestPipe()
    say(Diagnostics(descriptor: pipe.writeEnd, color: color, verbosity: verbosity))
    return pipe.received()
  }

  @Test func `an error names the place, quotes the line and gives the remedy`() {
    let line = #"{"type":"hours.recorded","data":{"minutes":"thirty"}}"#
    let quote = QuotedLine(number: 212, bytes: line.utf8, column: 44, lengthBytes: 8)
    let text = said {
      $0.error(
        #""minutes" must be a whole number from 1 to 1500, found "thirty""#,
        at: "events.jsonl:212:44", quoting: quote,
        help: "eventlog-tool schema --type hours.recorded")
    }
    #expect(
      text == """
        events.jsonl:212:44: error: "minutes" must be a whole number from 1 to 1500, found "thirty"
          212 | {"type":"hours.recorded","data":{"minutes":"thirty"}}
              |                                            ^^^^^^^^
        help: eventlog-tool schema --type hours.recorded

        """)
  }

  @Test(arguments: ["“", "é", "🙂", "\u{301}"])
  func `a letter of several bytes is shown whole wherever it is marked`(letter: String) {
    let line = #"{"a":\#(letter)"b"}"#
    for place in 0..<letter.utf8.count {
      let quote = QuotedLine(number: 1, bytes: line.utf8, column: 6 + place)
      #expect(quote.lines(width: 80)[0].hasSuffix(escapedForTerminal(line)), "\(place)")
    }
    let cut = QuotedLine(number: 1, bytes: [0x7B, 0x80, 0x80, 0x80, 0x80, 0x7D], column: 3)
    #expect(cut.lines(width: 80).count == 2)
  }

  @Test func `a refusal has its label`() {
    #expect(said { $0.rejected("no (dayTaken)") } == "rejected: no (dayTaken)\n")
  }

  @Test func `messages are escaped even if callers forget`() {
    #expect(said { $0.note("a\u{1B}[2Jb\nc\u{202E}") } == "a\\u{1B}[2Jb\nc\\u{202E}\n")
    #expect(
      said { $0.error("\u{9B}", at: "\r", help: "\u{7}") }
        == "\\u{D}: error: \\u{9B}\nhelp: \\u{7}\n")
  }

  @Test func `quiet silences notes, and only verbose reports details`() {
    for verbosity in [Diagnostics.Verbosity.quiet, .normal, .verbose] {
      let text = said(verbosity: verbosity) {
        $0.detail("detail")
        $0.note("note")
        $0.warning("warning")
        $0.error("error")
      }
      let words = text.split(whereSeparator: \.isWhitespace).map(String.init)
      #expect(words.contains("detail") == (verbosity == .verbose))
      #expect(words.contains("note") == (verbosity != .quiet))
      #expect(words.contains("warning") && words.contains("error"))
    }
  }

  @Test func `colour marks the label`() {
    #expect(said(color: .always) { $0.error("no") } == "\u{1B}[1;31merror:\u{1B}[0m no\n")
  }

  @Test(arguments: 1...300 as ClosedRange<UInt64>)
  func `a quotation fits and points below its line`(seed: UInt64) {
    var generator = SplitMix64(seed: seed)
    let bytes = Array(generator.hostileText(upTo: 200).utf8)
    let quote = QuotedLine(
      number: 7, bytes: bytes, column: Int.random(in: -1...(bytes.count + 2), using: &generator),
      lengthBytes: Int.random(in: -1...50, using: &generator))
    let width = Int.random(in: 24...120, using: &generator)
    let lines = quote.lines(width: width)
    #expect(lines.allSatisfy { displayWidth($0) <= width }, "seed \(seed)")
    #expect(lines[1].contains("^"), "seed \(seed)")
  }

  @Test func `a mistake far into a long line is brought into view`() {
    let bytes =
      [UInt8](repeating: UInt8(ascii: "a"), count: 1_000_000) + Array("BAD".utf8)
      + [UInt8](repeating: UInt8(ascii: "b"), count: 1_000_000)
    let lines = QuotedLine(number: 1, bytes: bytes, column: 1_000_001, lengthBytes: 3)
      .lines(width: 30)
    #expect(lines == ["  1 | …aaaaaaaaaaBADbbbbbbbbb…", "    |            ^^^"])
  }
}
