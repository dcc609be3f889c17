import TestSupport
import Testing

/// Tables as spreadsheets, data frames and people write them.
struct SpreadsheetTests {
  private let folder = LogFolder()

  init() {
    let lines = [
      "workplace.configured bar timeZone=Europe/Amsterdam",
      "user.registered mia roles=manager name=Mia", "user.registered u2 roles=employee name=Tom",
      "user.registered u3 roles=employee name='Bas Bos'",
      "user.registered u4 roles=employee name='Bas Bos'",
      "user.registered c1 roles=company name=Mill",
      "shift.scheduled S1 owner=u2 date=2026-01-05 start=9 end=17 labels=bar place='Main St 5, Amsterdam'",
    ]
    let options = ["--create", "--actor", "mia", "--now", "2026-01-01T10:00:00+01:00"]
    let made = folder.run(
      ["append", "-", "--words"] + options, input: lines.joined(separator: "\n"))
    #expect(made.code == 0, "\(made)")
  }

  private static let now = "2026-01-06T10:00:00+01:00"

  private func append(
    _ type: String, _ table: String, _ options: String..., actor: String = "mia"
  ) -> Ending {
    folder.run(
      ["append", type, "--csv", "-", "--actor", actor, "--now", Self.now] + options, input: table)
  }

  // MARK: - Hours

  /// The time sheet with hours of S1 from 9 to 17, as it goes out.
  private func sheet(_ format: [String] = ["--format", "csv"]) -> String {
    let recorded = folder.run(
      "append", "hours.recorded", "S1", "--actor", "u2", "start=9", "end=17", "--now",
      "2026-01-05T18:00:00.123+01:00")
    #expect(recorded.code == 0, "\(recorded)")
    return folder.run(["show", "timesheet", "--all", "--now", Self.now] + format).output
  }

  @Test(arguments: [
    "2026/01/05", "2026-1-5", "5 Jan 2026", "Mon 5 Jan 2026", "05.01.2026", "5 Jan",
    "2026-01-05 00:00:00",
  ])
  func `a time sheet whose date is written otherwise keeps its worked times`(date: String) {
    let table = sheet().replacing(",2026-01-05,", with: ",\(date),")
    let ending = append("hours.recorded", table)
    #expect(ending.code == 0 && !ending.errors.contains("no times"), "\(ending)")
    #expect(folder.logLines.last!.contains(#""start":"09:00","end":"17:00""#))
    let edited = append(
      "hours.recorded", table.replacing(",09:00,17:00,2026", with: ",09:00,18:00,2026"))
    #expect(edited.code == 2 && edited.output.contains("factMismatch"), "\(edited)")
  }

  @Test func `a time sheet without its worked times records the minutes, and says nothing of days`()
  {
    let table = sheet().replacing(",09:00,17:00,2026", with: ",,,2026")
    let ending = append("hours.recorded", table)
    #expect(ending.code == 0 && !ending.errors.contains("another day"), "\(ending)")
    #expect(!folder.logLines.last!.contains("start"), "\(folder.logLines.last!)")
  }

  @Test func `a record that replaces hours which the table does not show says so`() {
    let table = sheet()
    let again = ["append", "hours.recorded", "S1", "--actor", "u2", "start=9", "end=19"]
    #expect(folder.run(again + ["--now", "2026-01-05T20:00:00+01:00"]).code == 0)
    let ending = append("hours.recorded", table)
    #expect(ending.code == 0, "\(ending)")
    #expect(
      ending.errors.contains(
        "the hours of S1 were recorded at 2026-01-05T20:00:00.000+01:00, not at "), "\(ending)")
    // What the table shows is no news.
    #expect(!append("hours.recorded", sheet()).errors.contains("were recorded at"))
  }

  @Test func `a workbook, which has no parts of a second, confirms hours`() {
    let table = sheet()
    for (time, code) in [("05.01.2026 18:00:01", 65), ("05.01.2026 18:00:00", 0)]
      as [(String, Int32)]
    {
      let ending = append(
        "hours.confirmed", table.replacing("2026-01-05T18:00:00.123+01:00", with: time))
      #expect(ending.code == code, "\(ending)")
    }
  }

  // MARK: - Days and times

  @Test(arguments: [
    ("Mon 03/02/2026", "mdy", "2026-03-02"), ("Tue, 03/02/2026", "dmy", "2026-02-03"),
    ("Mon 2026-03-02", "mdy", "2026-03-02"), ("2026-03-02T00:00:00", "dmy", "2026-03-02"),
    ("02/03/2026 00:00", "dmy", "2026-03-02"), ("03/02/2026 12:00 AM", "mdy", "2026-03-02"),
    ("Mon. 03/02/2026", "mdy", "2026-03-02"), ("2026-03-02 00:00:00.000", "dmy", "2026-03-02"),
    ("Mon\u{A0}03/02/2026\u{202F}0:00:00", "mdy", "2026-03-02"),
  ])
  func `a day with its weekday, or a midnight, is read in the order of its column`(
    cell: String, order: String, date: String
  ) {
    let ending = append(
      "shift.scheduled", "owner;date;start;end\nTom;\(cell);9;17\n", "--dates", order)
    #expect(ending.code == 0, "\(ending)")
    #expect(folder.logLines.last!.contains(#""date":"\#(date)""#), "\(folder.logLines.last!)")
    // One such cell shows the order of the others.
    let shown = append(
      "shift.scheduled", "owner;date;start;end\nTom;Mon 04/13/2026;9;17\nTom;05/06/2026;9;17\n")
    #expect(shown.code == 0 && folder.logLines.last!.contains("2026-05-06"), "\(shown)")
  }

  @Test(arguments: [
    ("9:00:00 AM", "5:00:00 PM"), ("09:00:00", "17:00:00"), ("9:00\u{202F}AM", "5:00\u{A0}PM"),
    ("\u{3000}9:00\u{202F}", "\u{200B}17:00\u{FEFF}"), ("9am", "5 pm"),
  ])
  func `times are read as spreadsheets write them, whatever blank is in them`(
    start: String, end: String
  ) {
    let ending = append(
      "shift.scheduled",
      "\u{FEFF}\u{FEFF}owner,date,start,end\nTom\u{202F},2026-03-02,\(start),\(end)\n")
    #expect(ending.code == 0, "\(ending)")
    #expect(folder.logLines.last!.contains(#""owner":"u2""#))
    #expect(folder.logLines.last!.contains(#""start":"09:00","end":"17:00""#))
  }

  @Test(arguments: [
    "today 5:00 PM", "5pm", "5 pm", "6 Jan 2026 5:00 PM", "tuesday 5pm",
    "2026-01-06 5:00\u{202F}pm",
  ])
  func `an instant takes the half of the day`(text: String) {
    let ending = append(
      "deal.posted",
      "name,companyName,category,latitude,longitude,validUntil\nBread,Mill,food,52,4,\(text)\n",
      "--dry-run", actor: "c1")
    #expect(ending.output.contains(#""validUntil":"2026-01-06T16:00:00.000Z""#), "\(ending)")
  }

  // MARK: - Names

  @Test func `a comma makes names of a list, and none of a place`() {
    let header = "owner,date,start,end,labels,place\n"
    let same = append(
      "shift.scheduled", header + "Tom,2026-03-02,9,17,bar,\"Main St 5, Amsterdam\"\n")
    #expect(same.code == 0 && same.errors.contains("warning") == false, "\(same)")
    let slip = append("shift.scheduled", header + "Tom,2026-03-04,9,17,\"bar, night|bra\",\n")
    #expect(slip.errors.contains("did you mean bar?"), "\(slip)")
    #expect(slip.errors.contains(#"no shift has the label "bar, night" yet"#), "\(slip)")
    #expect(
      !append("shift.scheduled", header + "Tom,2026-03-05,9,17,bra,\n").errors.contains("yet"))
  }

  @Test func `an actor who is nobody is told once, as on the command line`() {
    let rows = (2...9).map { "Tom,2026-03-0\($0),9,17,\n" }.joined()
    for (name, code) in [("Bas Bos", 64), ("Nobody Else", 1)] as [(String, Int32)] {
      let ending = append("shift.scheduled", "owner,date,start,end,actor\n" + rows, actor: name)
      #expect(ending.code == code && ending.lines.count == 8, "\(ending)")
      #expect(
        ending.errors.split(separator: "\n").count { $0.contains("error:") } == 1, "\(ending)")
      #expect(ending.errors.contains(name) && !ending.errors.contains("-:2"), "\(ending)")
      // Rows with an actor of their own are recorded, or told what is wrong with them.
      let table = "owner,date,start,end,actor\n" + rows + "Tom,2026-04-0\(code % 10),9,17,mia\n"
      let each = append("shift.scheduled", table, "--each", actor: name)
      #expect(each.code == code && each.lines.count == 9, "\(each)")
      #expect(each.lines.last?.contains("appended") == true, "\(each)")
      let batch = append("shift.scheduled", table + "Tom,nonsense,9,17,mia\n", actor: name)
      #expect(batch.errors.contains("\"nonsense\" is no day"), "\(batch)")
    }
  }

  @Test(arguments: [true, false])
  func `the nearest person is named for each row that is refused`(isTable: Bool) {
    let ending =
      isTable
      ? append(
        "shift.scheduled", "owner,date,start,end\nTmo,2026-03-02,9,17\nu22,2026-03-03,9,17\n")
      : folder.run(
        ["append", "-", "--words", "--actor", "mia", "--now", Self.now],
        input: "shift.scheduled - owner=Tmo date=2026-03-02 start=9 end=17\n"
          + "shift.scheduled - owner=u22 date=2026-03-03 start=9 end=17\n")
    #expect(ending.errors.contains("unknownUser); did you mean Tom?"), "\(ending)")
    #expect(ending.errors.contains("unknownUser); did you mean u2?"), "\(ending)")
  }

  @Test func `the kind of weekly work is a word in any case, and no other word`() {
    let header = "kind,owner,weekday,start,end\n"
    let ending = append("fixedshift.registered", header + "SHIFT,Tom,MON,9,17\nVacancy,,TUE,9,17\n")
    #expect(ending.code == 0 && ending.errors.contains("1 row of another kind"), "\(ending)")
    #expect(folder.logLines.contains { $0.contains("fixedshift.registered") })
    let other = append("fixedshift.registered", header + "shfit,Tom,WED,9,17\n")
    #expect(other.code == 65 && other.output.contains(#""field":"kind""#), "\(other)")
    let dash = append("shift.scheduled", "fixedShift,owner,date,start,end\n-,Tom,2026-03-02,9,17\n")
    #expect(dash.code == 65 && dash.output.contains(#""field":"fixedShift""#), "\(dash)")
  }

  @Test(arguments: [false, true])
  func `UTF-16 is named in words, too, with a mark and without`(isMarked: Bool) {
    let text = "shift.cancelled S1 --actor mia\nshift.cancelled S1 --actor mia\n"
    let wide = text.utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
    let ending = folder.start(
      ["append", "-", "--words"], input: .bytes((isMarked ? [0xFF, 0xFE] : []) + wide)
    ).wait()
    #expect(ending.code == 65 && ending.errors.contains("iconv -f UTF-16"), "\(ending)")
    #expect(!ending.errors.contains("unknown event type"), "\(ending)")
  }
}
