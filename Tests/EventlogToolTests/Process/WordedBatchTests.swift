import Testing

@testable import eventlog_tool

/// Batches in words: each line as one would type it behind `append`.
struct WordedBatchTests {
  private let folder = LogFolder.withStory()

  private func append(_ lines: [String], _ options: String...) -> Ending {
    folder.start(
      ["append", "-", "--words", "--now", Story.now] + options,
      input: .bytes(Array(lines.map { $0 + "\n" }.joined().utf8))
    ).wait()
  }

  @Test func `lines are recorded as one batch, each with its own actor`() {
    let ending = append([
      "# Monday was Tom's: one act", "",
      "hours.recorded F1.2026-01-12 --actor mia minutes=0   # did not come",
      "shift.scheduled L1 --actor=mia owner=tom 'date=16 Jan' start=9 end=\"12:30\"\r",
      #"shift.supplied L1 --actor t\om --correlation "case 7""#,
    ])
    #expect(ending.code == 0, "\(ending.errors)")
    #expect(ending.lines.count == 3)
    let lines = folder.logLines.suffix(3)
    #expect(lines.count { $0.contains(#""more":true"#) } == 2)
    #expect(lines.first?.contains(#""actor":"mia""#) == true)
    #expect(
      lines.dropFirst().first?.contains(#""date":"2026-01-16","start":"09:00","end":"12:30""#)
        == true)
    #expect(lines.last?.contains(#""actor":"tom","correlationid":"case 7""#) == true)
    #expect(
      ending.errors.contains(
        "-:4: read as: shift.scheduled L1 --actor mia owner=tom date=2026-01-16 start=09:00 end=12:30"
      ),
      "\(ending.errors)")
    folder.expectVerified()
  }

  @Test func `what was read is told in words that are read alike, also behind a dash`() {
    let first = append([
      "shift.scheduled L1 --actor mia owner=tom date='16 Jan' start=9 end=12 place=-1",
      "role.granted mia --actor mia role=company",
      "deal.posted D9 --actor mia name=Bagels companyName=Mia category=food latitude=40.71 "
        + "longitude=-74.006 validUntil='today 22:00' --correlation=-c",
    ])
    #expect(first.code == 0, "\(first)")
    let told = first.errors.split(separator: "\n").compactMap { line in
      line.firstRange(of: "read as: ").map { String(line[$0.upperBound...]) }
    }
    #expect(told.count == 2 && !told.joined().contains("./"), "\(first)")
    let again = append(
      told.map {
        $0.replacing(" L1 ", with: " L2 ").replacing(" D9 ", with: " D8 ")
          .replacing("owner=tom", with: "owner=bas")
      })
    #expect(again.code == 0, "\(again)")
    #expect(folder.logLines.filter { $0.contains(#""place":"-1""#) }.count == 2)
    #expect(folder.logLines.filter { $0.contains(#""longitude":-74.006"#) }.count == 2)
  }

  @Test func `a byte order mark before the first line is nothing`() {
    let ending = append([
      "\u{FEFF}shift.scheduled L1 --actor mia owner=tom date=2026-01-16 start=9 end=12"
    ])
    #expect(ending.code == 0, "\(ending.errors)")
    #expect(folder.logLines.last?.contains(#""subject":"L1""#) == true)
  }

  @Test(arguments: [
    ("shift.suplied F1.2026-01-26 --actor bas", "-:2:1: error: unknown event type", 64),
    ("shift.supplied F1.2026-02-09 --actr bas", "-:2:30: error: unknown option", 64),
    ("shift.supplied F1.2026-02-09", "-:2:1: error: --actor is missing", 64),
    ("shift.scheduled L1 --actor mia owner=tom date=03/04", "-:2:42: error: \"03/04\" may be", 64),
    ("shift.scheduled L1 --actor 'Mia J' owner=tom", "-:2:28: error: nobody is called", 1),
    (
      "shift.scheduled L1 --actor mia owner=Tom Smit", "-:2:42: error: \"Smit\" is no KEY=VALUE", 64
    ),
    ("shift.scheduled L1 --actor mia 'owner=tom", "-:2:32: error: the quote ' is never closed", 64),
    (
      "hours.recorded F1.2026-01-12 --actor eva minutes=x", "-:2:42: error: \"minutes\" must be", 65
    ),
    ("hours.recorded F1.2026-01-12 --actor eva minuts=3", "-:2:42: error: ", 65),
    ("shift.supplied F1/2026 --actor bas", "-:2:16: error: ", 65),
    ("shift.supplied F1.2026-02-09 --actor eva", "rejected: -:2: ", 2),
    ("shift.supplied F1.2026-02-09 --actor bas --now x", "-:2:42: error: unknown option", 64),
  ])
  func `a mistake names its line and column, and nothing is written`(
    line: String, told: String, code: Int
  ) {
    let before = folder.logBytes
    let ending = append(["request.posted R9 --actor eva date=2026-01-20", line])
    #expect(ending.code == Int32(code), "\(ending)")
    #expect(ending.errors.contains(told), "\(ending.errors)")
    #expect(ending.errors.contains("nothing was written"))
    #expect(folder.logBytes == before)
  }

  @Test func `dashes make ids that no line gives and no line made`() {
    let shift = "--actor mia date=friday start=9 end=10"
    let ending = append([
      "shift.scheduled - owner=tom \(shift)", "shift.scheduled S2 owner=bas \(shift)",
      "shift.scheduled - owner=eva \(shift)",
    ])
    #expect(ending.code == 0, "\(ending.errors)")
    let subjects = folder.logLines.suffix(3).map { line in
      ["S1", "S2", "S3"].first { line.contains("\"subject\":\"\($0)\"") } ?? ""
    }
    #expect(subjects == ["S1", "S2", "S3"])
  }

  @Test func `a name that an earlier line gives is known to the next`() {
    let ending = append([
      "user.registered u9 --actor mia roles=employee 'name=Lou Bos'",
      "shift.scheduled - --actor mia owner='lou bos' date=friday start=9 end=10",
    ])
    #expect(ending.code == 0, "\(ending.errors)")
    #expect(folder.logLines.last?.contains(#""owner":"u9""#) == true)
  }

  @Test func `a dry run says what would be, on a terminal in words`() {
    let before = folder.logBytes
    let (code, text) = folder.onTerminal(
      columns: 120,
      ["append", "-", "--words", "--dry-run", "--now", Story.now, "--no-color"],
      input: "shift.scheduled - --actor mia owner=tom date=friday start=9 end=9pm\n"
        + "absence.recorded - --actor tom date='17 Jan' days=3\n")
    #expect(code == 0)
    let told = text.split(whereSeparator: \.isNewline).map(String.init)
    #expect(
      told == [
        "-:1: would be recorded as event 24: tom has S1 on Fri 16 Jan 9:00–21:00 (12 h)",
        "-:2: would be recorded as event 25: A1: tom is away Sat 17 Jan 00:00 – Tue 20 Jan 00:00, 3 days",
        "nothing was written",
      ], "\(told)")
    #expect(folder.logBytes == before)
  }

  @Test func `lines that name no actor have that of the command`() {
    let lines = "shift.supplied F1.2026-02-09\nrequest.posted R9 --actor tom date=2026-01-21\n"
    let ending = folder.run(
      "append", "-", "--words", "--actor", "bas", "--now", Story.now, input: lines)
    #expect(ending.code == 0, "\(ending.errors)")
    #expect(folder.logLines.suffix(2).map { members($0).text("actor") } == ["bas", "tom"])
  }

  @Test func `the option goes with lines alone`() {
    for words in [
      ["append", "shift.supplied", "F1.2026-02-09", "--actor", "bas", "--words"],
      ["append", "-", "--words", "--id", "x"],
      ["append", "--session", "--words"],
    ] {
      #expect(folder.start(words).wait().code == 64, "\(words)")
    }
    #expect(append(["", "# nothing"]).code == 0)
  }

  @Test func `two writers never make the same id`() {
    let request = { (person: String, day: Int) in
      self.folder.start(
        [
          "append", "request.posted", "-", "--actor", person, "date=+\(day)d", "--now",
          LogFolder.clock,
        ])
    }
    let started = (3..<9).flatMap { [request("eva", $0), request("bas", $0)] }
    for process in started {
      let ending = process.wait()
      #expect(ending.code == 0, "\(ending.errors)")
    }
    let made = folder.logLines.filter { $0.contains(#""type":"request.posted""#) }
    let subjects = made.compactMap {
      $0.split(separator: "\"subject\":\"").last?.prefix { $0 != "\"" }
    }
    #expect(subjects.count == 13 && Set(subjects).count == 13, "\(subjects)")
  }
}
