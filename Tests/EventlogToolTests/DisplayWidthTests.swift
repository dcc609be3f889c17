import TestSupport
import Testing

@testable import eventlog_tool

struct DisplayWidthTests {
  // As wcwidth(3), and for emoji sequences as current terminals draw them.
  @Test(arguments: [
    ("", 0), ("abc", 3), ("é", 1), ("e\u{301}", 1), ("ñandú", 5), ("日本", 4), ("コンニチハ", 10),
    ("ｶﾅ", 2), ("Ａ", 2), ("한국", 4), ("\u{1112}\u{1161}\u{11AB}", 2), ("👩‍👩‍👧", 2), ("👍🏽", 2),
    ("🇳🇱", 2), ("❤️", 2), ("❤", 1), ("1️⃣", 2), ("#", 1), ("…", 1), ("–", 1), ("█", 1), ("€", 1),
    ("\u{200B}", 0), ("\u{200D}", 0), ("\u{FEFF}", 0), ("\u{AD}", 1), ("\u{A0}", 1), ("ไทย", 3),
    ("שָׁלוֹם", 4), ("🏴󠁧󠁢󠁥󠁮󠁧󠁿", 2), ("𝕏", 1), ("𠮷", 2), ("〿", 1), ("㉈", 1), ("\u{3000}", 2),
  ])
  func `text takes the columns that terminals give it`(text: String, columns: Int) {
    #expect(displayWidth(text) == columns)
  }

  @Test func `what is counted by scalars takes the columns of its clusters`() {
    let wrong = (0x20...0xFFFF as ClosedRange<UInt32>).compactMap(Unicode.Scalar.init).filter {
      let text = "a\($0)é\($0)中"
      return displayWidth(text) != text.reduce(0) { $0 + displayWidth($1) }
    }
    #expect(wrong.isEmpty, "\(wrong.prefix(10).map { String($0.value, radix: 16) })")
  }

  @Test func `wide ranges are sorted and apart`() {
    for (range, next) in zip(wideRanges, wideRanges.dropFirst()) {
      #expect(range.upperBound < next.lowerBound)
    }
  }

  @Test(arguments: [
    ("abcdef", 6, "abcdef"), ("abcdef", 5, "abcd…"), ("abcdef", 1, "…"), ("abcdef", 0, ""),
    ("日本語", 6, "日本語"), ("日本語", 5, "日本…"), ("日本語", 4, "日…"), ("e\u{301}tude", 3, "e\u{301}t…"),
    ("👩‍👩‍👧👩‍👩‍👧", 3, "👩‍👩‍👧…"), ("👩‍👩‍👧👩‍👩‍👧", 2, "…"),
  ])
  func `text that does not fit is cut between characters`(text: String, columns: Int, shown: String)
  {
    #expect(truncated(text, toColumns: columns) == shown)
  }

  @Test(arguments: 1...300 as ClosedRange<UInt64>)
  func `no line is wider than the given width`(seed: UInt64) {
    var generator = SplitMix64(seed: seed)
    let text = escapedForTerminal(generator.hostileText(upTo: 30))
    let columns = Int.random(in: 0...40, using: &generator)
    #expect(displayWidth(truncated(text, toColumns: columns)) <= columns, "seed \(seed)")
    for line in wrapped(text, toColumns: columns) where line.count > 1 {
      #expect(displayWidth(line) <= max(columns, 2), "seed \(seed)")
    }
  }

  @Test func `words are kept whole if possible`() {
    #expect(wrapped("Judge and append events", toColumns: 10) == ["Judge and", "append", "events"])
    #expect(wrapped("incomprehensible", toColumns: 6) == ["incomp", "rehens", "ible"])
    #expect(wrapped("", toColumns: 10) == [""])
    #expect(wrapped("a  b ", toColumns: 10) == ["a b"])
  }
}
