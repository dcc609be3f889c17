import Foundation
import TestSupport
import Testing

@testable import eventlog_tool

struct TerminalTextTests {
  @Test(arguments: [
    ("\u{1B}[2J", #"\u{1B}[2J"#),
    ("\u{1B}]52;c;AA==\u{7}", #"\u{1B}]52;c;AA==\u{7}"#),
    ("\u{9B}31m", #"\u{9B}31m"#),
    ("abc\u{202E}fed", #"abc\u{202E}fed"#),
    ("\u{200E}\u{200F}\u{2066}\u{2069}", #"\u{200E}\u{200F}\u{2066}\u{2069}"#),
    ("a\r\nb\u{0}\u{7F}\u{85}", #"a\u{D}\u{A}b\u{0}\u{7F}\u{85}"#),
    ("\u{2028}\u{2029}", #"\u{2028}\u{2029}"#),
    ("café 👩‍👩‍👧 日本 \u{A0}\u{200D}", "café 👩‍👩‍👧 日本 \u{A0}\u{200D}"),
  ])
  func `controls are shown, all else is left alone`(text: String, shown: String) {
    #expect(escapedForTerminal(text).utf8.elementsEqual(shown.utf8))
  }

  @Test func `every control and no other scalar is escaped`() {
    let escaped: [ClosedRange<UInt32>] = [
      0...0x1F, 0x7F...0x9F, 0x61C...0x61C, 0x200E...0x200F, 0x2028...0x2029, 0x202A...0x202E,
      0x2066...0x2069,
    ]
    for value in UInt32(0)...0x10FFFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      if scalar.isTerminalControl != escaped.contains(where: { $0.contains(value) }) {
        Issue.record("U+\(String(value, radix: 16))")
      }
    }
  }

  @Test(arguments: 1...200 as ClosedRange<UInt64>)
  func `escaping leaves no control and changes nothing the second time`(seed: UInt64) {
    var generator = SplitMix64(seed: seed)
    let once = escapedForTerminal(generator.hostileText(upTo: 40))
    #expect(!once.holdsControl, "seed \(seed)")
    #expect(escapedForTerminal(once) == once, "seed \(seed)")
  }

  @Test(arguments: 1...200 as ClosedRange<UInt64>)
  func `escaping valid JSON keeps its value and its white space`(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    let text = generator.hostileText(upTo: 40)
    let json = try JSONEncoder().encode([text])
    var escaped: [UInt8] = []
    appendJSONEscapedForTerminal(Array("\n\t".utf8) + json, to: &escaped)
    #expect(escaped.starts(with: "\n\t[".utf8))
    let shown = String(decoding: escaped.dropFirst(2), as: UTF8.self)
    #expect(!shown.holdsControl, "seed \(seed)")
    let read = try JSONDecoder().decode([String].self, from: Data(escaped))
    #expect(read[0].utf8.elementsEqual(text.utf8), "seed \(seed)")
  }

  @Test func `JSON cut inside a character is passed on`() {
    var escaped: [UInt8] = []
    appendJSONEscapedForTerminal([0xE2, 0x80], to: &escaped)
    appendJSONEscapedForTerminal([0xC2], to: &escaped)
    appendJSONEscapedForTerminal([0xE2, 0x82, 0xAC, 0xC2, 0xA9, 0xC2, 0x9B], to: &escaped)
    #expect(escaped == [0xE2, 0x80, 0xC2, 0xE2, 0x82, 0xAC, 0xC2, 0xA9] + Array(#"\u009b"#.utf8))
  }
}
