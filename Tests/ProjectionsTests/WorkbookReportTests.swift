@testable import Projections
import ShiftEvents
import Testing

/// Cells of workbooks at the ends of what spreadsheets hold.
struct WorkbookReportTests {
  private func text(of cells: [Cell?], _ key: String = "x") throws -> String {
    let table = RowTable(columns: [Heading(key: key, title: "")], rows: cells.map { [$0] })
    var bytes: [UInt8] = []
    try WorkbookReport().write([.init("s", table, in: amsterdam)]) { bytes += $0 }
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test func `days, times and lengths are numbers with formats`() throws {
    let time: Timestamp = "2026-03-29T01:00:00.000Z"
    let cells: [Cell] = [
      .date("2026-01-12"), .instant(time), .timeOfDay("18:00"),
      .duration(90), .duration(-90), .boolean(true), .integer(7), .decimal(0.1),
    ]
    let text = try text(of: cells)
    for cell in [
      #"<c r="A2" s="3"><v>46034</v></c>"#, #"<c r="A3" s="5"><v>46110.125</v></c>"#,
      #"<c r="A4" s="4"><v>0.75</v></c>"#, #"<c r="A5" s="6"><v>0.0625</v></c>"#,
      #"<c r="A6" s="7"><v>-1.5</v></c>"#, #"<c r="A7" t="b"><v>1</v></c>"#,
      #"<c r="A8"><v>7</v></c>"#, #"<c r="A9"><v>0.1</v></c>"#,
    ] { #expect(text.contains(cell), "\(cell)") }
    let midnight = [Cell.timeOfDay("00:00")]
    #expect(try self.text(of: midnight, "end").contains(#"<c r="A2" s="6"><v>1</v>"#))
    #expect(try self.text(of: midnight, "start").contains(#"<c r="A2" s="4"><v>0</v>"#))
    #expect(try self.text(of: [.integer(300)], "minutes").contains(#"s="6"><v>0.208"#))
    #expect(try self.text(of: [.duration(90)], "difference").contains(#"s="7"><v>1.5</v>"#))
    let old = try self.text(of: [.date("1899-12-31"), .date("1900-02-28")])
    #expect(old.contains(">1899-12-31<") && old.contains(">1900-02-28<"))
    #expect(try self.text(of: [.date("1900-03-01")]).contains("<v>61</v>"))
  }

  @Test func `an end that is now goes by the days that are now`() throws {
    for (days, nowDays, end, now) in [
      (nil, 2, 1, 0), (1, nil, 0, 1), (2, 2, 0, 0), (nil, nil, 1, 1),
    ] {
      let keys = ["end", "days", "nowEnd", "nowDays"]
      let row: [Cell?] = [
        .timeOfDay("00:00"), days.map { .integer($0) }, .timeOfDay("00:00"),
        nowDays.map { .integer($0) },
      ]
      let table = RowTable(columns: keys.map { Heading(key: $0, title: "") }, rows: [row])
      var bytes: [UInt8] = []
      try WorkbookReport().write([.init("s", table, in: amsterdam)]) { bytes += $0 }
      let text = String(decoding: bytes, as: UTF8.self)
      #expect(text.contains(#"<c r="A2" s="\#(end == 1 ? 6 : 4)"><v>\#(end)</v>"#), "\(text)")
      #expect(text.contains(#"<c r="C2" s="\#(now == 1 ? 6 : 4)"><v>\#(now)</v>"#), "\(text)")
    }
  }

  @Test func `minutes of a limit are lengths, and its days are numbers`() {
    let counted: [CheckKind] = [
      .dayTaken, .tooManyDays, .understaffed, .skillMissing, .absent, .unowned, .closedDay,
    ]
    for kind in CheckKind.allCases {
      let row = CheckRow(
        kind: kind, date: "2026-01-12", actual: 60, limit: 660, override: false,
        since: "2026-01-05T08:00:00Z")
      let cells = CheckRow.columns.filter { ["actual", "limit"].contains($0.heading.key) }
        .map { $0.cell(row) }
      let isCounted = counted.contains(kind)
      #expect(
        cells == (isCounted ? [.integer(60), .integer(660)] : [.duration(60), .duration(660)]),
        "\(kind)")
    }
  }

  @Test func `text stays text`() throws {
    let all = try text(
      of: ["=1+1", "<&>", "a\u{1B}\u{202E}\u{FFFE}b\r", "_x0041_", " x \n"].map { .text($0) })
    for cell in [
      #"s="2" t="inlineStr"><is><t xml:space="preserve">=1+1<"#, ">&lt;&amp;&gt;<",
      #">a\u{1B}\u{202E}\u{FFFE}b\u{D}<"#, ">_x005F_x0041_<", "> x \n<",
    ] { #expect(all.contains(cell), "\(cell)") }
    for (scalar, count) in [("x", 32_766), ("🙂", 16_383)] {
      let text = try text(of: [.text(String(repeating: scalar, count: 40_000))])
      #expect(text.contains(">" + String(repeating: scalar, count: count) + "…<"), "\(scalar)")
      let least = String(repeating: scalar, count: count / 2)
      #expect(try self.text(of: [.text(least)]).contains(">\(least)<"))
    }
  }

  @Test func `a sheet has a row for a header and all others`() {
    let table = { count in
      RowTable(columns: [Heading(key: "x", title: "")], rows: Array(repeating: [nil], count: count))
    }
    #expect(WorkbookReport.Sheet("s", table(1_048_576), in: .utc).isTooLong)
    #expect(!WorkbookReport.Sheet("s", table(1_048_575), in: .utc).isTooLong)
  }
}
