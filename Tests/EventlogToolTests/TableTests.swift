import TestSupport
import Testing

@testable import eventlog_tool

struct TableTests {
  private func audit() -> Table {
    var table = Table([
      .init("seq", .trailing), .init("event"), .init("by"), .init("effect", mayShrink: true),
    ])
    table.add(["5", "shift.scheduled", "system", "bas's, from F1"])
    table.add(["57", "shift.approved", "日本", "bas → eva"])
    table.add(["112", "shift.supplied", "", ""])
    return table
  }

  @Test func `columns are aligned by display width and lines end without spaces`() {
    #expect(
      audit().lines(width: nil, usesColor: false) == [
        "seq  event            by      effect",
        "  5  shift.scheduled  system  bas's, from F1",
        " 57  shift.approved   日本    bas → eva",
        "112  shift.supplied",
      ])
  }

  @Test func `spaces at the end of a cell go, but marks drawn on them stay`() {
    var table = Table([.init("a")], showsTitles: false)
    for text in ["x  ", "日本 ", "x\u{600} ", "x \u{301}", "\u{1B}  "] { table.add([.init(text)]) }
    #expect(
      table.lines(width: nil, usesColor: false) == [
        "x", "日本", "x\u{600}", "x \u{301}", "\\u{1B}",
      ])
  }

  @Test func `the column that may shrink gives way first`() {
    #expect(
      audit().lines(width: 38, usesColor: false) == [
        "seq  event            by      effect",
        "  5  shift.scheduled  system  bas's, …",
        " 57  shift.approved   日本    bas → e…",
        "112  shift.supplied",
      ])
  }

  @Test func `if that is not enough, the widest others shrink`() {
    #expect(
      audit().lines(width: 24, usesColor: false) == [
        "seq  event  by     effe…",
        "  5  shif…  syst…  bas'…",
        " 57  shif…  日本   bas …",
        "112  shif…",
      ])
  }

  private func shift() -> Table {
    var table = Table([
      .init("Shift", mayShrink: true), .init("Taker", mayShrink: true), .init("Week", turn: 1),
      .init("Date"), .init("Minutes", .trailing, turn: 0),
    ])
    table.add(["F1.2026-01-26", "", "2026-W05", "2026-01-26", "300"])
    return table
  }

  @Test func `before a cell is cut, empty columns are dropped, then those with a turn`() {
    func shown(_ width: Int) -> [String] { shift().lines(width: width, usesColor: false) }
    #expect(shown(51).last == "F1.2026-01-26         2026-W05  2026-01-26      300")
    #expect(shown(50).last == "F1.2026-01-26  2026-W05  2026-01-26      300")
    #expect(shown(43).last == "F1.2026-01-26  2026-W05  2026-01-26")
    #expect(shown(34).last == "F1.2026-01-26  2026-01-26      300")
    #expect(shown(24).last == "F1.2026-01-…  2026-01-26")
  }

  @Test func `a wide column that is dropped leaves its room to those that went before`() {
    var table = Table([
      .init("Kind"), .init("Start", turn: 0), .init("End", turn: 1), .init("Title", turn: 2),
    ])
    table.add(["edited", "10:00", "17:00", "Late night of the festival of the arts"])
    #expect(
      table.lines(width: 40, usesColor: false) == ["Kind    Start  End", "edited  10:00  17:00"])
    #expect(table.leftOut(width: 40) == ["Title"])
  }

  @Test func `dropped columns are named if they hold something`() {
    let widths = [nil, 51, 50, 43, 34, 24, 1]
    #expect(
      widths.map { shift().leftOut(width: $0) } == [
        [], [], [], ["Minutes"], ["Week"], ["Week", "Minutes"],
        ["Week", "Date", "Minutes"],
      ])
  }

  @Test func `colour goes around the text, not the padding`() {
    var table = Table([.init("a", .trailing), .init("b")], indent: 1)
    table.add([.init("7", .red), .init("x\u{1B}[2J")])
    #expect(
      table.lines(width: nil, usesColor: true) == [
        " \u{1B}[1ma\u{1B}[0m  \u{1B}[1mb\u{1B}[0m", " \u{1B}[31m7\u{1B}[0m  x\\u{1B}[2J",
      ])
  }

  @Test func `a table may go without titles`() {
    var table = Table([.init("rank", .trailing), .init("user")], indent: 1, showsTitles: false)
    table.add(["1", "eva"])
    table.add(["10", "bas"])
    #expect(table.lines(width: 80, usesColor: false) == ["  1  eva", " 10  bas"])
  }

  @Test(arguments: 1...300 as ClosedRange<UInt64>)
  func `no line is wider than the terminal, however hostile`(seed: UInt64) {
    var generator = SplitMix64(seed: seed)
    let table = randomTable(using: &generator)
    for width in [1, 2, 3, 10, 20, 40, 80, 200] {
      for line in table.lines(width: width, usesColor: false) {
        #expect(displayWidth(line) <= width, "seed \(seed)")
        #expect(!line.hasSuffix(" "), "seed \(seed)")
        #expect(!line.holdsControl, "seed \(seed)")
      }
    }
  }

  @Test(arguments: 1...300 as ClosedRange<UInt64>)
  func `every column begins at one place`(seed: UInt64) {
    var generator = SplitMix64(seed: seed)
    var table = Table([.init("a"), .init("b", .trailing), .init("c")])
    let rows = (0..<5).map { _ in "x" + generator.hostileText(upTo: 6).filter { $0 != " " } }
    for text in rows { table.add([.init(text), .init(text), "|"]) }
    let width = Int.random(in: 20..<40, using: &generator)
    let ends = table.lines(width: width, usesColor: false).dropFirst().map { displayWidth($0) }
    #expect(Set(ends).count == 1, "seed \(seed)")
  }

  @Test(arguments: 1...300 as ClosedRange<UInt64>)
  func `a table takes all the room there is and no column grows`(seed: UInt64) {
    var generator = SplitMix64(seed: seed)
    let needed = (0..<5).map { _ in Int.random(in: 0...100, using: &generator) }
    let shrinking = needed.map { _ in Bool.random(using: &generator) }
    let width = Int.random(in: 13...600, using: &generator)
    let widths = fitted(needed, shrinking: shrinking, into: width, separator: 2)
    #expect(widths.reduce(0, +) == min(needed.reduce(0, +), width - 8), "seed \(seed)")
    #expect(zip(widths, needed).allSatisfy { $0 <= $1 }, "seed \(seed)")
  }

  private func randomTable(using generator: inout SplitMix64) -> Table {
    let columns = (0..<Int.random(in: 1...7, using: &generator)).map { _ in
      Table.Column(
        generator.hostileText(upTo: 4), Bool.random(using: &generator) ? .leading : .trailing,
        mayShrink: Bool.random(using: &generator),
        turn: Bool.random(using: &generator) ? Int.random(in: 0...3, using: &generator) : nil)
    }
    var table = Table(columns, indent: Int.random(in: 0...3, using: &generator))
    for _ in 0..<4 {
      table.add(columns.map { _ in Table.Cell(generator.hostileText(upTo: 20)) })
    }
    return table
  }
}
