// One table beside the other, each with its fault, and the rows of every projection that a type takes.

import Foundation
import Projections
import ShiftEvents
import TestSupport
import Testing

@testable import eventlog_tool

/// Rows of a CSV file as events: `append TYPE --csv`.
@Suite(.besidePrograms) struct AppendCSVTests {
  private let folder = LogFolder.withStory()

  private func append(
    _ type: String, _ rows: [UInt8], _ options: String..., to folder: LogFolder? = nil
  ) -> Ending {
    (folder ?? self.folder).start(
      ["append", type, "--csv", "-", "--now", Story.now, "--actor", "mia"] + options,
      input: .bytes(rows)
    ).wait()
  }

  private func append(_ type: String, _ rows: String, _ options: String...) -> Ending {
    folder.start(
      ["append", type, "--csv", "-", "--now", Story.now, "--actor", "mia"] + options,
      input: .bytes(Array(rows.utf8))
    ).wait()
  }

  private func rows(of folder: LogFolder, _ words: String...) -> String {
    folder.run(["export"] + words + ["--now", Story.now]).output
  }

  @Test(arguments: [",", ";", "\t"], ["\n", "\r\n"])
  func `a table is read whatever separates its cells and lines`(separator: String, end: String) {
    let table = [
      ["Owner", " DATE ", "start", "end", "Place", "labels", ""],
      ["tom", "16 Jan", "9am", "17:00:00", "\"Bar, \n\"", "late | early", ""],
      ["", "", "", "", "", "", ""],
      ["eva", "2026-01-17", "\"17.30\"", "24:00", "", "", ""],
    ]
    let text = table.map { $0.joined(separator: separator) + end }.joined()
    let ending = append("shift.scheduled", Array("\u{FEFF}\(text)".utf8))
    #expect(ending.code == 65, "a line feed in a name: \(ending.errors)")
    let fault = OrderedJSON(ending.lines.first ?? "")
    #expect(fault["line"]?.number == 2 && fault["field"]?.text == "Place", "\(ending.output)")
    let mended = append(
      "shift.scheduled", Array("\u{FEFF}\(text.replacing(", \n", with: ""))".utf8))
    #expect(mended.code == 0, "\(mended.errors)")
    #expect(mended.errors.contains("2 ids were made: the same file again records again"))
    let lines = folder.logLines.suffix(2)
    #expect(
      lines.first?.contains(
        #""owner":"tom","date":"2026-01-16","start":"09:00","end":"17:00","place":"Bar","labels":["late","early"]"#
      ) == true, "\(lines)")
    #expect(lines.last?.contains(#""start":"17:30","end":"00:00""#) == true, "\(lines)")
  }

  @Test(arguments: [
    ("owner,date,owner\n", "the column \"owner\" is there twice", 1, 12, "owner"),
    ("owner,date,plce\n", "has no \"plce\"", 1, 12, "plce"),
    ("subject,shift\n", "\"shift\" is the subject, which another column has", 1, 9, "shift"),
    (",,\n", "no names", 1, 1, nil),
    ("owner,date\ntom,friday,9\n", "the row has 3 cells, and the header 2", 2, 12, nil),
    ("owner,date\ntom\n", "the row has 1 cell, and the header 2", 2, 1, nil),
    ("owner,\ntom,x\n", "the column of this cell has no name", 2, 5, ""),
    ("owner,date\n\"tom,friday\n", "the quotation mark is never closed", 2, 1, nil),
    ("owner,date\n\"tom\"x,friday\n", "behind a closing quotation mark", 2, 6, nil),
    ("owner,date\rtom,friday\r", "a carriage return stands without a line feed", 1, 11, nil),
    ("owner,date\nt\0m,friday\n", "a NUL byte", 2, 2, nil),
    ("owner,date,start,end\ntom,,9,10\n", "needs \"date\"", 2, 5, "date"),
    ("owner,start,end\ntom,9,10\n", "needs \"date\"", 2, 1, nil),
    ("owner,date,start,end\ntom,\"32 Jan\",9,10\n", "there is no day", 2, 5, "date"),
    ("owner,date,start,end\ntom,16 Jan,25,10\n", "there is no time of day", 2, 12, "start"),
    (
      "title,owner,date,start,end\n\"a\nb\",tom,16 Jan,9,25\n", "there is no time of day", 3, 17,
      "end"
    ),
    ("owner,date,start,end\ntom,03/04/2026,9,10\n", "may be 2026-04-03", 2, 5, "date"),
  ])
  func `a fault is told at its line, column and field, and nothing is recorded`(
    table: String, told: String, line: Int, column: Int, field: String?
  ) {
    let before = folder.logBytes
    let ending = append("shift.scheduled", table)
    #expect(ending.code == 65, "\(ending)")
    let reply = OrderedJSON(
      ending.lines.first { OrderedJSON($0)["status"]?.text == "invalid" } ?? "")
    #expect(reply["message"]?.text.contains(told) == true, "\(ending.output)")
    #expect(reply["line"]?.number == line && reply["column"]?.number == column, "\(ending.output)")
    #expect(reply["field"]?.text == field, "\(ending.output)")
    #expect(ending.errors.contains("-:\(line):\(column): error: "), "\(ending.errors)")
    #expect(ending.errors.contains("nothing was written"))
    #expect(folder.logBytes == before)
  }

  @Test func `another encoding is told by name, with the way to save it`() {
    let text = "owner,date\nJosé,friday\n"
    let latin = text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
    let wide = text.utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
    for (bytes, name, remedy) in [
      (latin, "Latin-1", "-f WINDOWS-1252"), (wide, "UTF-16", "-f UTF-16"),
      ([0xFF, 0xFE] + wide, "UTF-16", "-f UTF-16"),
    ] {
      let ending = append("shift.scheduled", bytes)
      #expect(ending.code == 65)
      #expect(ending.errors.contains(name) && ending.errors.contains(remedy), "\(ending.errors)")
    }
  }

  @Test(arguments: ["00:20:00.437Z", "01:20:00.437Z"])
  func `hours that a clock's second round recorded are confirmed by what the clock showed`(
    time: String
  ) {
    let folder = LogFolder()
    let early = ["--now", "2026-10-01T00:00:00Z", "--actor", "mia", "--create"]
    for words in [
      ["workplace.configured", "w", "timeZone=Europe/Amsterdam"],
      ["user.registered", "mia", "roles=manager,employee"],
      ["user.registered", "bas", "roles=employee"],
      ["shift.scheduled", "S1", "owner=bas", "date=2026-10-24", "start=19:30", "end=23:45"],
    ] { #expect(folder.run(["append"] + words + early).code == 0) }
    let recorded = ["--actor", "bas", "--now", "2026-10-25T\(time)"]
    #expect(folder.run(["append", "hours.recorded", "S1", "minutes=255"] + recorded).code == 0)
    for (shown, code) in [("2026-10-25 02:21:00", 65), ("2026-10-25 02:20:00", 0)] {
      let table = "shift,recordedAt\nS1,\(shown)\n"
      let confirm = ["append", "hours.confirmed", "--csv", "-", "--actor", "mia"]
      let ending = folder.run(confirm + ["--now", "2026-10-26T09:00:00Z"], input: table)
      #expect(ending.code == code, "\(ending)")
    }
  }

  @Test(arguments: ["Sacré-Cœur", "Größe, Straße", "Gal·la", "l’été – 5 €", "Ÿ"])
  func `tables of Western Europe are known by their looks`(name: String) {
    folder.write("owner,date,start,end,place\ntom,friday,9,10,\"\(name)\"\n".utf8, to: "t")
    folder.shell("iconv -f UTF-8 -t WINDOWS-1252 t > t.csv")
    let ending = folder.run("append", "shift.scheduled", "--csv", "t.csv", "--actor", "mia")
    #expect(ending.code == 65 && ending.errors.contains("iconv -f WINDOWS-1252 "), "\(ending)")
  }

  /// A wrong name would record gibberish for good.
  @Test(arguments: ["CP1250", "CP1251", "CP1254", "MACINTOSH", "EUC-KR", "CP932"])
  func `an encoding that its bytes do not show is not named`(encoding: String) {
    let names = [
      "CP1250": "Łódź", "CP1251": "Кухня", "CP1254": "Öğle İşi", "MACINTOSH": "Küche",
      "EUC-KR": "부엌", "CP932": "厨房",
    ]
    folder.write("owner,date,start,end,place\ntom,friday,9,10,\(names[encoding]!)\n".utf8, to: "t")
    folder.shell("iconv -f UTF-8 -t \(encoding) t > t.csv")
    let ending = folder.run("append", "shift.scheduled", "--csv", "t.csv", "--actor", "mia")
    #expect(ending.code == 65 && ending.errors.contains("not UTF-8"), "\(ending)")
    #expect(ending.errors.contains("iconv -f ENCODING") && !ending.errors.contains("Latin-1"))
  }

  /// Unicode puts them in order, which takes the square of their number.
  @Test func `a cell or a line with very many combining marks is refused at once`() {
    let marks = "a" + String(repeating: "\u{301}\u{316}", count: 100_000)
    let start = ContinuousClock.now
    for (words, input) in [
      (["shift.scheduled", "--csv", "-"], "owner,date\n\(marks),friday\n"),
      (["shift.scheduled", "--csv", "-"], "owner,\(marks)\ntom,friday\n"),
      (["shift.scheduled", "--csv", "-"], "owner,date\n\"a\n\(marks)\",friday\n"),
      (["-", "--words"], "shift.supplied A1 title=\(marks)\n"),
    ] {
      let ending = folder.run(["append"] + words + ["--actor", "mia"], input: input)
      #expect(
        ending.code == 65 && ending.errors.contains("combining marks"),
        "\(ending.errors.prefix(300))")
    }
    #expect(ContinuousClock.now - start < .seconds(20))
  }

  @Test func `the order of days is found from one plain day, or given`() {
    let header = "owner,date,start,end\n"
    let plain = append("shift.scheduled", header + "tom,03/02/2026,9,10\neva,16/02/2026,9,10\n")
    #expect(plain.code == 0 && plain.errors.contains("\"date\": days are read as day, month"))
    #expect(folder.logLines.suffix(2).first?.contains(#""date":"2026-02-03""#) == true)
    let given = append("shift.scheduled", header + "tom,03/04/2026,9,10\n", "--dates", "mdy")
    #expect(given.code == 0, "\(given.errors)")
    #expect(folder.logLines.last?.contains(#""date":"2026-03-04""#) == true)
    let ambiguous = append("shift.scheduled", header + "tom,03/05/2026,9,10\n")
    #expect(ambiguous.code == 65 && ambiguous.errors.contains("--dates dmy or --dates mdy"))
    let mixed = append(
      "shift.scheduled", header + "tom,13/05/2026,9,10\neva,05/13/2026,9,10\nbas,1/2/2026,9,10\n")
    #expect(mixed.code == 65 && mixed.errors.contains("-:4:5: error:"), "\(mixed.errors)")
  }

  @Test func `minutes, subjects, actors and marks before formulas are read as they were meant`() {
    let hours = append(
      "hours.recorded", "shift,minutes,actor,comment\nF1.2026-01-12,4:30,mia,'=late\n")
    #expect(hours.code == 65 && hours.errors.contains("has no \"comment\""), "\(hours.errors)")
    let read = append("hours.recorded", "shift,minutes,status\nF1.2026-01-12,4:30,-\n")
    #expect(read.code == 0 && read.errors.contains("not read: status"), "\(read)")
    #expect(folder.logLines.last?.contains(#""minutes":270"#) == true)
    let nobody = append("hours.recorded", "minutes\n60\n")
    #expect(nobody.code == 65 && nobody.errors.contains("which shift it is about"))
    let mark = append("vacancy.posted", "date,start,end,places,title\nfriday,9,10,1,'=SUM(A1)\n")
    #expect(mark.code == 0, "\(mark.errors)")
    #expect(folder.logLines.last?.contains(#""title":"=SUM(A1)""#) == true)
  }

  @Test func `a series of several terms is registered with its first ones`() {
    let other = LogFolder()
    other.run("init")
    #expect(other.append(Array(Story.lines.prefix(3)), now: Story.now).code == 0)
    let edit = [
      "append", "fixedshift.edited", "F1", "--actor", "mia", "start=10", "from=2026-02-02",
    ]
    #expect(folder.run(edit + ["--now", "2026-01-14T08:00:00Z"]).code == 0)
    let series = rows(of: folder, "csv", "series")
    #expect(series.split(separator: "\r\n").count == 3, "\(series)")
    let read = append("fixedshift.registered", Array(series.utf8), to: other)
    #expect(read.code == 0 && read.errors.contains("1 row of later terms"), "\(read)")
    let first = rows(of: other, "csv", "series").split(separator: "\r\n")
    #expect(first == series.split(separator: "\r\n").dropLast(), "\(first)")
  }

  @Test func `a row that is in the way of another is named by its line`() {
    let rows =
      "owner,date,start,end\nbas,2026-06-03,9,17\neva,2026-06-03,9,17\nbas,2026-06-03,18,20\n"
    for options in [[], ["--dry-run"]] {
      let ending = folder.start(
        ["append", "shift.scheduled", "--csv", "-", "--now", Story.now, "--actor", "mia"] + options,
        input: .bytes(Array(rows.utf8))
      ).wait()
      #expect(ending.code == 2 && ending.output.contains("dayTaken"), "\(ending)")
      #expect(
        ending.errors.contains("-:4: S1 of line 2 stands in the same batch"), "\(ending.errors)")
    }
    // Of rows that are recorded each by itself, the id is enough.
    let each = append("shift.scheduled", rows, "--each")
    #expect(!each.errors.contains("same batch"), "\(each.errors)")
  }

  @Test func `a logical cell is one in any case`() {
    for (number, word) in ["TRUE", "False", "true"].enumerated() {
      let ending = append(
        "closure.recorded", "closure,from,cancel\nC\(number),2026-06-0\(number + 1),\(word)\n")
      #expect(ending.code == 0, "\(ending)")
      #expect(folder.logLines.last?.contains("\"cancel\":\(word.lowercased())") == true)
    }
    let other = append("closure.recorded", "closure,from,cancel\nC9,2026-06-09,WAHR\n")
    #expect(other.code == 65 && other.errors.contains("true or false"), "\(other)")
  }

  @Test func `a stated fact is compared`() {
    let ending = append("shift.supplied", "shift,owner,actor\nF1.2026-02-09,eva,bas\n")
    #expect(ending.code == 2 && ending.output.contains("factMismatch"), "\(ending)")
    #expect(append("shift.supplied", "shift,owner,actor\nF1.2026-02-09,bas,bas\n").code == 0)
  }

  @Test func `a header alone records nothing and is no fault`() {
    let before = folder.logBytes
    let ending = append("shift.scheduled", "owner,date,start,end\r\n,,,\r\n")
    #expect(ending.code == 0 && ending.errors.contains("nothing to record"))
    let later = append("shift.scheduled", "\r\n;;\r\nowner;date;start;end\r\n")
    #expect(later.code == 0 && later.errors.contains("nothing to record"), "\(later)")
    #expect(folder.logBytes == before)
    for words in [
      ["append", "shift.scheduled", "S1", "--csv", "-"], ["append", "-", "--csv", "-"],
      ["append", "shift.scheduled", "--csv", "-", "--words"],
      ["append", "shift.scheduled", "--csv", "-", "--time", "x"],
      ["append", "shift.supplied", "F1", "--actor", "mia", "--dates", "dmy"],
    ] { #expect(folder.run(words, input: "owner\n").code == 64, "\(words)") }
    #expect(folder.run("append", "shift.scheduled", "--csv", "none.csv").code == 66)
  }

  @Test func `what export csv wrote records the same shifts in another log`() {
    let people = Array(Story.lines.prefix(5))
    let (one, other) = (LogFolder(), LogFolder())
    for folder in [one, other] {
      folder.run("init")
      #expect(folder.append(people, now: Story.now).code == 0)
    }
    let table =
      "shift,owner,date,start,end,days,place,labels,needs,title\n"
      + "L1,tom,2026-01-16,09:00,17:00,,Bar,late|early,,\"'=1+1\"\n"
      + "L2,eva,2026-01-16,22:00,06:00,,,,,\"Night, long\"\n"
      + "L3,bas,2026-01-20,09:00,09:00,2,Cellar,,,\n"
      + "L4,tom,2026-01-27,09:00,09:00,1,'Bar,''=x,,\"''+1\"\n"
    #expect(append("shift.scheduled", Array(table.utf8), to: one).code == 0)
    let rows = rows(of: one, "csv", "schedule", "--all")
    let ending = append("shift.scheduled", Array(rows.utf8), to: other)
    #expect(ending.code == 0, "\(ending.errors)")
    #expect(self.rows(of: other, "csv", "schedule", "--all") == rows)
    #expect(rows.split(separator: "\r\n").count == 5 && rows.contains(",09:00,09:00,1,"))
    let json = other.run("show", "schedule", "--all", "--json", "--now", Story.now).output
    #expect(json.contains(#""title":"'+1""#) && json.contains(#""labels":["'=x"]"#), "\(json)")
  }

  @Test func `hours that were recorded again are not confirmed by the table of those before`() {
    let at = { (day: Int) in ["--now", "2026-01-\(day)T12:00:00Z"] }
    func record(_ times: [String], _ day: Int) {
      let words = ["append", "hours.recorded", "F1.2026-01-12", "--actor", "eva"]
      #expect(folder.run(words + times + at(day)).code == 0)
    }
    let sheet = ["show", "timesheet", "--unconfirmed", "--format", "csv"]
    record(["start=09:00", "end=14:00"], 15)
    let table = folder.run(sheet + at(16)).output
    record(["start=17:00", "end=22:00"], 16)
    let confirm = ["append", "hours.confirmed", "--csv", "-", "--actor", "mia"] + at(17)
    let stale = folder.run(confirm, input: table)
    let fault = OrderedJSON(stale.lines.first ?? "")
    #expect(stale.code == 65 && fault["field"]?.text == "recordedAt", "\(stale)")
    #expect(stale.errors.contains("--shift F1.2026-01-12"))
    #expect(folder.run(confirm, input: folder.run(sheet + at(17)).output).code == 0)
  }

  /// The rows of a projection and the type that takes them. Of some the actor has a column of another name.
  private static let readable: [(rows: [String], type: String, actorColumn: String?)] = [
    (["users"], "user.registered", nil),
    // No occurrence is made for a closed day.
    (["closures"], "closure.recorded", nil), (["series"], "fixedshift.registered", nil),
    (["series"], "fixedvacancy.registered", nil),
    (["vacancies"], "vacancy.posted", nil), (["schedule"], "shift.scheduled", nil),
    (["marketplace"], "shift.supplied", "owner"), (["requests"], "request.posted", "requester"),
    (["absences"], "absence.recorded", nil), (["trades"], "trade.offered", "from"),
    (["deals"], "deal.posted", "company"), (["reservations"], "deal.reserved", "user"),
    (["publications"], "schedule.published", nil), (["periods"], "period.closed", nil),
  ]

  /// Rows that no type takes, as the page says.
  private static let unreadable: Set = [
    "approvals", "attention", "availability", "candidates", "changes", "checks", "hours",
    "inbox", "points", "study",
  ]

  /// A column of tables for people is in no file that was exported.
  @Test(arguments: [
    (
      "absence.recorded", "user,date,start time,end time", "tom,2026-01-20,9:00,11:00", "start time"
    ),
    ("absence.recorded", "user,date,endTime", "tom,2026-01-20,11:00", "endTime"),
    ("shift.scheduled", "owner,date,start,end,limits", "tom,2026-01-20,9,17,40", "limits"),
  ])
  func `a column that no file of rows has is refused`(
    type: String, header: String, row: String, column: String
  ) {
    let folder = LogFolder.withStory()
    let before = folder.logBytes
    let ending = folder.run(
      ["append", type, "--csv", "-", "--actor", "mia", "--now", Story.now],
      input: "\(header)\n\(row)\n")
    #expect(ending.code == 65 && ending.output.contains("unknownField"), "\(ending)")
    #expect(ending.errors.contains("has no \"\(column)\""), "\(ending.errors)")
    #expect(folder.logBytes == before)
  }

  @Test func `rows of each projection that a type takes are the same rows in a fresh log`() {
    let (one, other) = (LogFolder(), LogFolder())
    for folder in [one, other] {
      folder.run("init")
      #expect(folder.append(Array(Story.lines.prefix(2)), now: Story.now).code == 0)
    }
    let lines = """
      user.registered tom --actor mia roles=employee name="Tom, junior" email=tom@example.org
      user.registered eva --actor mia roles=employee,student
      user.registered co --actor mia roles=company name='=Mill'
      user.registered con --actor mia roles=consumer
      vacancy.posted V1 --actor mia date=2026-01-20 start=18:00 end=23:00 places=2 place=Bar labels=x,y
      closure.recorded C1 --actor mia from=2026-02-02 to=2026-02-03 title=Paint
      absence.recorded A1 --actor mia user=tom date=2026-01-16 start=10:00 end=12:00
      absence.recorded A2 --actor mia user=eva date=2026-01-17
      fixedshift.registered F1 --actor mia owner=eva weekday=monday start=9:00 end=17:00 title=Open
      fixedshift.registered F2 --actor mia owner=eva weekday=friday start=9:00 end=9:00 days=2 every=2
      fixedvacancy.registered W1 --actor mia weekday=tuesday start=9:00 end=12:00 places=2 until=2026-06-30
      shift.scheduled S1 --actor mia owner=tom date=2026-01-21 start=22:00 end=6:00 place=Bar breakMinutes=30
      shift.scheduled S2 --actor mia owner=tom date=2026-01-22 start=9:00 end=24:00
      shift.supplied S2 --actor tom
      trade.offered T1 --actor tom give=S1 take=F1.2026-01-19
      request.posted R1 --actor tom date=2026-01-19
      deal.posted D1 --actor co name="=Bread" companyName=Mill category=food latitude=52.1 longitude=4.9 \
      validFrom=2026-01-14T10:00:00Z validUntil=2026-01-14T18:00:00Z priceCents=350 currency=EUR
      deal.reserved B1 --actor con deal=D1
      schedule.published P1 --actor mia from=2026-01-14 to=2026-01-25
      period.closed M1 --actor mia from=2026-01-05 to=2026-01-11

      """.replacing("\\\n", with: "")
    let ending = one.start(
      ["append", "-", "--words", "--now", Story.now], input: .bytes(Array(lines.utf8))
    ).wait()
    #expect(ending.code == 0, "\(ending.errors)")
    func rows(_ words: [String], of folder: LogFolder) -> String {
      let email = words == ["users"] ? ["--email"] : ["--all"]
      return folder.run(["show"] + words + email + ["--format", "csv", "--now", Story.now]).output
    }
    for (words, type, actorColumn) in Self.readable {
      let all = rows(words, of: one)
      #expect(all.split(separator: "\r\n").count > 1, "\(words)")
      // The manager is there already, and an actor has a column of that name.
      var lines = all.components(separatedBy: "\r\n").filter { !$0.hasPrefix("mia,") }
      if let actorColumn {
        lines[0] = lines[0].split(separator: ",").map { $0 == actorColumn ? "actor" : $0 }
          .joined(separator: ",")
      }
      let read = other.start(
        ["append", type, "--csv", "-", "--now", Story.now] + ["--actor", "mia"],
        input: .bytes(Array(lines.joined(separator: "\r\n").utf8))
      ).wait()
      #expect(read.code == 0, "\(words): \(read.errors)")
      // Occurrences come with their series.
      let leavesOut = read.errors.contains("of weekly work, which comes with its series, not read")
      #expect(leavesOut == ["vacancies", "schedule"].contains(words[0]), "\(words)")
    }
    // Later rows tell of others: what is published, on offer or reserved.
    for (words, _, _) in Self.readable {
      #expect(rows(words, of: other) == rows(words, of: one), "\(words)")
    }
    // Hours are of shifts that were worked: recorded by one, confirmed by the other.
    let later = ["--now", "2026-01-23T12:00:00Z"]
    func sheet(of folder: LogFolder, _ more: String...) -> String {
      folder.run(["show", "timesheet", "--user", "tom", "--format", "csv"] + more + later).output
    }
    let hours = ["start=9:15", "end=23:00", "breakMinutes=45", "--actor", "mia"]
    #expect(one.run(["append", "hours.recorded", "S2"] + hours + later).code == 0)
    let worked = sheet(of: one, "--unconfirmed")
    #expect(one.run(["append", "hours.confirmed", "S2", "--actor", "tom"] + later).code == 0)
    for (type, actor) in [("hours.recorded", "mia"), ("hours.confirmed", "tom")] {
      let read = other.run(["append", type, "--csv", "-", "--actor", actor] + later, input: worked)
      #expect(read.code == 0 && read.lines.count == 1, "\(type): \(read)")
    }
    #expect(sheet(of: other) == sheet(of: one) && worked.contains("09:15,23:00"), "\(worked)")
    let all = Set(RowOptions.projections.map(\.name))
    let readable = Set(Self.readable.map(\.rows[0]) + ["timesheet"])
    #expect(readable.isDisjoint(with: Self.unreadable))
    #expect(all.subtracting(readable) == Self.unreadable, "a new projection joins one of both")
  }

  @Test func `hours by the clock keep their minutes, and counts of then are not stated again`() {
    let (one, other, european) = (LogFolder(), LogFolder(), LogFolder())
    let later = ["--now", "2026-01-20T08:00:00Z"]
    for folder in [one, other, european] {
      folder.run("init")
      #expect(folder.append(Array(Story.lines.prefix(3)), now: Story.now).code == 0)
      let policy = ["workplace.configured", "shop", "--actor", "mia", "clockEarlyMinutes=720"]
      #expect(folder.run(["append"] + policy + ["--now", Story.now]).code == 0)
    }
    func act(_ words: String..., at now: String = Story.now) {
      let ending = one.run(["append"] + words + ["--now", now])
      #expect(ending.code == 0, "\(ending)")
    }
    act("schedule.published", "P1", "--actor", "mia", "from=2026-01-14", "to=2026-01-25")
    let times = [
      ("A", "2026-01-15", "23:00", "07:00"), ("B", "2026-01-17", "09:00", "09:00"),
      ("C", "2026-01-19", "10:00", "14:00"),
    ]
    for (id, date, start, end) in times {
      act(
        "shift.scheduled", id, "--actor", "mia", "owner=bas", "date=\(date)", "start=\(start)",
        "end=\(end)", "days=\(start < end ? 0 : 1)")
    }
    // From 00:10 on the day behind, a whole day, and on the day itself; the zone is one hour ahead.
    for (id, begin, end) in [
      ("A", "2026-01-15T23:10:00Z", "2026-01-16T06:00:00Z"),
      ("B", "2026-01-17T08:00:00Z", "2026-01-18T08:00:00Z"),
      ("C", "2026-01-19T09:00:00Z", "2026-01-19T12:30:00Z"),
    ] {
      act("work.started", id, "--actor", "bas", at: begin)
      act("work.ended", id, "--actor", "bas", at: end)
    }
    for (type, name) in [
      ("shift.scheduled", "schedule"), ("schedule.published", "publications"),
      ("hours.recorded", "timesheet"),
    ] {
      let rows = one.run(["export", "csv", name, "--all"] + later).output
      let moment = type == "hours.recorded" ? later : ["--now", Story.now]
      for folder in [other, european] {
        // As a spreadsheet may write them.
        let rows =
          folder === other
          ? rows
          : rows.replacing(/(\d{4})-(\d\d)-(\d\d)(?:T([\d:]{8})[^,\r]*)?/) { day in
            "\(day.3).\(day.2).\(day.1)" + (day.4.map { " \($0)" } ?? "")
          }
        let read = folder.run(
          ["append", type, "--csv", "-", "--actor", "mia", "--dates", "dmy"] + moment, input: rows)
        #expect(read.code == 0, "\(name): \(read)")
        #expect(read.errors.contains("2 rows of hours that began") == (name == "timesheet"))
      }
    }
    let minutes = [one, other, european].map { folder in
      folder.run(["export", "ndjson", "timesheet", "--all"] + later).lines.map { line in
        let row = OrderedJSON(line)
        return "\(row["shift"]!.text) \(row["minutes"]!)"
      }
    }
    #expect(Set(minutes).count == 1 && minutes[0].count == 3, "\(minutes)")
    let rows = other.run(["export", "csv", "timesheet", "--all"] + later).output
    #expect(rows.contains("10:00,13:30"), "\(rows)")
  }

  @Test(arguments: ["\n", "\r\n", "é", "\",\"", ",\n"])
  func `a table that is too large for a batch is told as that, wherever it would be cut`(
    _ unit: String
  ) {
    let size = Recorder.maximumBatchLength
    for odd in ["", "x"] {
      let line = odd + String(repeating: unit == "é" ? "é" : "a", count: 30) + unit
      let row = line.hasSuffix("\n") ? line : line + "\n"
      folder.write(
        ("user,date\n" + String(repeating: row, count: size / row.utf8.count + 2)).utf8,
        to: "large.csv")
      let ending = folder.run("append", "absence.recorded", "--csv", "large.csv", "--actor", "mia")
      #expect(ending.code == 65 && ending.output.contains("batchTooLarge"), "\(ending)")
    }
  }

  @Test(arguments: [" ", "é", "a", ","], ["eva,2026-12-10", "evax,", "bas,\"2026-12-12\""])
  func `a row that is too long is told as that, and no row behind it is lost`(
    _ filler: String, _ start: String
  ) {
    let before = folder.logBytes
    let row = start + String(repeating: filler, count: 1_200_000)
    for each in [[], ["--each"]] {
      let ending = folder.run(
        ["append", "absence.recorded", "--csv", "-", "--actor", "mia"] + each,
        input: "user,date\n\(row)\nbas,2026-12-11\n")
      #expect(ending.code == 65 && ending.output.contains("lineTooLong"), "\(ending)")
      #expect(ending.output.contains(#""line":2"#), "\(ending)")
    }
    #expect(folder.logBytes == before)
  }

  @Test func `many rows, each for itself`() {
    let count = Rounds.count(2_000, full: 100_000)
    let rows = (0..<count).map { "V\($0);2026-02-03;10:00;14:00;\($0 % 9 + 1)\r\n" }.joined()
    let header = "vacancy;date;start;end;places\r\n"
    let ending = append("vacancy.posted", header + rows, "--each")
    #expect(ending.code == 0, "\(ending.errors.prefix(300))")
    #expect(ending.lines.count == count)
    let large = append(
      "vacancy.posted", header + (0...20_000).map { "W\($0);2026-02-03;10:00;14:00;1\n" }.joined())
    #expect(large.code == 65 && large.output.contains("batchTooLarge"))
  }
}
