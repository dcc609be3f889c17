import Foundation
import TestSupport
import Testing

/// Rows as other programs take them: CSV, NDJSON, Markdown, and files that are whole or not there.
@Suite struct FormatTests {
  @Test func `CSV has a header, CRLF, offsets, and guards text that looks like a formula`() {
    let folder = LogFolder.withStory()
    let csv = folder.run("show", "schedule", "--all", "--format", "csv", "--now", Story.now)
    let lines = csv.output.components(separatedBy: "\r\n")
    #expect(csv.code == 0 && lines.last == "")
    #expect(
      lines[0]
        == "shift,owner,ownerName,date,start,end,days,week,status,taker,takerName,via,request,"
        + "fixedShift,firstOwner,firstOwnerName,minutes,place,labels,needs,title,breakMinutes,vacancy,published,answer"
    )
    #expect(
      lines.dropLast().allSatisfy {
        $0.split(separator: ",", omittingEmptySubsequences: false).count == 25
      })
    #expect(!csv.output.replacingOccurrences(of: "\r\n", with: "").contains("\n"))
    let audit = folder.run("audit", "--actor", "bas", "--format", "csv", "--now", Story.now)
    #expect(audit.output.contains("T") && audit.code == 0)
  }

  @Test
  func `what is told of a moment has it by the clocks of the workplace, as the moments beside it`()
    throws
  {
    let folder = LogFolder()
    folder.write(
      try #require(FileManager.default.contents(atPath: Repository.sample)), to: "events.jsonl")
    func output(_ words: String...) -> String { folder.start(words).wait().output }
    let shift = ["--shift", "F8.2026-03-31"]
    let instant = "declines the change of 2026-03-26T10:00:00.000+01:00"
    for format in ["csv", "markdown"] {
      #expect(output("audit", shift[0], shift[1], "--format", format).contains(instant))
    }
    #expect(
      output("export", "mermaid", shift[0], shift[1])
        .contains("the change of 2026-03-26T10:00:00.000#43;01:00"))
    for format in ["html", "markdown"] {
      let page = output("report", shift[0], shift[1], "--format", format)
      #expect(page.contains("the change of Thu 26 Mar 10:00"), "\(format)")
      #expect(!page.contains("09:00:00.000Z"))
    }
    #expect(
      output("audit", shift[0], shift[1], "--json").contains(
        "the change of 2026-03-26T09:00:00.000Z"))
  }

  @Test func `each line of NDJSON is an object, and Markdown is a table`() throws {
    let folder = LogFolder.withStory()
    let rows = folder.run("show", "users", "--format", "ndjson").output.split(separator: "\n")
    #expect(!rows.isEmpty)
    for row in rows {
      let object = try JSONSerialization.jsonObject(with: Data(row.utf8)) as? [String: Any]
      #expect(object?["user"] is String)
    }
    let table = folder.run("show", "users", "--format", "markdown").output.split(separator: "\n")
    #expect(table[1].allSatisfy { "| -:".contains($0) } && table.count == rows.count + 2)
  }

  #if os(Linux)
    private static let canTrace =
      LogFolder().startProgram(
        "bash", ["-c", "strace -qqq -o /dev/null -e inject=close:delay_exit=1:when=1 true"]
      ).wait().code == 0

    @Test(.enabled(if: canTrace, "strace is not there, or may not trace"))
    func `of a report that is killed nothing is left`() {
      let folder = LogFolder.withStory()
      let before = folder.names(in: ".")
      for words in ["show users -o users.csv", "export xlsx users -o users.xlsx"] {
        let ending = folder.shell(
          "strace -f -qqq -o /dev/null -e trace=fsync -e inject=fsync:signal=KILL:when=1 $TOOL \(words)"
        )
        #expect(ending.code == 137 && folder.names(in: ".") == before, "\(words): \(ending)")
      }
    }
  #endif

  @Test func `the ending of -o chooses the format, and the file is put in place in one step`()
    throws
  {
    let folder = LogFolder.withStory()
    let file = folder.path + "/users.csv"
    let run = folder.run("show", "users", "-o", file)
    #expect(run.code == 0 && run.output.isEmpty)
    let text = try String(contentsOfFile: file, encoding: .utf8)
    #expect(text == folder.run("show", "users", "--format", "csv").output)
    let names = try FileManager.default.contentsOfDirectory(
      atPath: URL(filePath: file).deletingLastPathComponent().path())
    #expect(!names.contains { $0.hasSuffix(".tmp") })
    // "-" is standard output, as a name it is of no format.
    for words in [[], ["--json"], ["--format", "csv"]] {
      let named = folder.start(["show", "users", "--now", Story.now, "-o", "-"] + words).wait()
      let plain = folder.start(["show", "users", "--now", Story.now] + words).wait()
      #expect(named.code == 0 && named.output == plain.output && !named.output.isEmpty)
    }
    let snapshot = folder.run("snapshot", "--now", Story.now, "-o", "-").output
    #expect(snapshot == folder.run("snapshot", "--now", Story.now).output)
    #expect(!folder.exists("-"))
    #expect(folder.run("show", "users", "-o", folder.path + "/users.xyz").code == 64)
    #expect(folder.run("show", "users", "-o", folder.path + "/none/users.csv").code != 0)
  }

  @Test func `a file has the ending of what is written`() {
    let folder = LogFolder.withStory()
    for (words, file, said) in [
      (["export", "csv", "users"], "a.xlsx", "end it in .csv"),
      (["export", "xlsx", "users"], "a.csv", "end it in .xlsx"),
      (["export", "sql"], "a.ICS", "end it in .sql"),
      (["export", "person", "--user", "eva"], "a.prom", "end it in .json"),
      (["export", "csv", "users"], "a.json", "end it in .csv"),
      (["export", "xlsx", "users"], "a.md", "end it in .xlsx"),
      (["show", "users"], "a.xlsx", "export writes others"),
      (["show", "deals"], "a.geojson", "export writes others"),
    ] {
      let refused = folder.start(words + ["-o", file]).wait()
      #expect(refused.code == 64 && refused.errors.contains(said), "\(words): \(refused.errors)")
      #expect(!folder.exists(file))
    }
    for (words, file) in [
      (["csv", "users"], "a.txt"), (["geojson", "deals"], "a.json"), (["prometheus"], "a.prom"),
      (["person", "--user", "eva"], "eva.json"), (["mermaid", "--shift", "F1.2026-01-12"], "a.md"),
      (["sql"], "noending"), (["ics"], "a.ics"), (["ndjson", "users"], "csv"),
    ] {
      let made = folder.start(["export"] + words + ["-o", file]).wait()
      #expect(made.code == 0, "\(words): \(made.errors)")
    }
  }

  @Test func `gauges count past rows where --all asks for them`() throws {
    let folder = LogFolder.withStory()
    let now = ["--now", "2026-02-03T12:00:00Z"]
    folder.write(
      """
      workplace.configured shop marketApproval=manager maxShiftsPerDay=2
      shift.scheduled P1 owner=bas date=2026-01-30 start=9 end=12
      shift.scheduled P2 owner=bas date=2026-01-30 start=13 end=14
      shift.scheduled P3 owner=bas date=2026-01-31 start=9 end=12
      shift.supplied P1 --actor bas
      shift.supplied P3 --actor bas
      shift.accepted P3 --actor eva

      """.utf8, to: "words")
    let added = folder.run(
      "append", "words", "--words", "--actor", "mia", "--now", "2026-01-20T12:00:00Z")
    #expect(added.code == 0, "\(added)")
    func count(_ options: [String], of projection: String) -> Int {
      let text = folder.start(["export", "prometheus"] + options + now).wait().output
      return text.split(separator: "\n")
        .filter {
          $0.hasPrefix(
            projection == "checks"
              ? "shift_events_checks{" : #"shift_events_rows{projection="\#(projection)""#)
        }
        .compactMap { $0.split(separator: " ").last.flatMap { Int($0) } }.reduce(0, +)
    }
    var more = 0
    for projection in [
      "schedule", "marketplace", "requests", "approvals", "absences", "users", "points", "checks",
    ] {
      for options in [[], ["--all"]] {
        let rows = folder.start(["show", projection, "--format", "ndjson"] + options + now).wait()
        let expected = rows.output.split(separator: "\n").count
        #expect(count(options, of: projection) == expected, "\(projection) \(options)")
        more += options.isEmpty ? -expected : expected
      }
    }
    #expect(more > 5)
    let refused = folder.run("export", "prometheus", "--user", "eva")
    #expect(refused.code == 64 && refused.errors.contains("all people"), "\(refused.errors)")
  }

  // MARK: - Ids and days that two rows share

  /// A log of a manager `mia` and `bas`, of shifts and absences of theirs.
  private func log(_ lines: String...) -> LogFolder {
    let folder = LogFolder()
    let first = [
      "user.registered mia --actor mia roles=manager,employee",
      "user.registered bas --actor mia roles=employee name='Bas Jansen'",
    ]
    folder.run(
      "init", "events.jsonl", "--workplace", "w", "--actor", "mia", "timeZone=Europe/Amsterdam",
      "--now", "2026-03-01T09:00:00Z")
    let ending = folder.run(
      "append", "-", "--words", "--now", "2026-03-01T09:00:00Z",
      input: (first + lines).joined(separator: "\n") + "\n")
    #expect(ending.code == 0, "\(ending)")
    return folder
  }

  @Test func `a shift that was promised on two days is two entries of a calendar as published`() {
    let folder = log(
      "shift.scheduled S1 --actor mia owner=bas date=2026-03-10 start=09:00 end=17:00",
      "schedule.published P1 --actor mia from=2026-03-09 to=2026-03-15",
      "shift.edited S1 --actor mia date=2026-03-17",
      "schedule.published P2 --actor mia from=2026-03-16 to=2026-03-22")
    let feed = folder.run("export", "ics", "--as-published", "--now", "2026-03-01").output
    let ids = feed.components(separatedBy: "\r\n").filter { $0.hasPrefix("UID:") }
    #expect(ids.count == 2 && Set(ids).count == 2, "\(feed)")
    #expect(ids[0].hasPrefix("UID:S1.2026-03-10@") && ids[1].hasPrefix("UID:S1@"), "\(ids)")
    // An entry keeps its id, whatever else the feed has.
    let later = folder.run("export", "ics", "--as-published", "--now", "2026-03-12").output
    #expect(later.contains("UID:S1@") && !later.contains("UID:S1.2026"), "\(later)")
    #expect(folder.run("export", "ics", "--now", "2026-03-01").output.contains("UID:S1@"))
  }

  @Test func `a diagram tells a thing from a person of the same id`() {
    let folder = log(
      "shift.scheduled bas --actor mia owner=bas date=2026-03-10 start=9 end=17",
      "shift.supplied bas --actor bas")
    let diagram = folder.run("export", "mermaid", "--shift", "bas").output
    #expect(diagram.contains("participant _2 as bas\n"), "\(diagram)")
    #expect(diagram.contains("participant _3 as Bas Jansen\n"), "\(diagram)")
    #expect(diagram.contains("_3->>_2: 5 shift.supplied"), "\(diagram)")
  }

  @Test func `the first day that there is has an instant that others can read`() {
    let folder = log("absence.recorded A1 --actor mia date=0001-01-01 override=dateOutOfRange")
    let rows = folder.run("show", "absences", "--all", "--json").output
    #expect(rows.contains(#""startAt":"0001-01-01T00:00:00.000Z""#), "\(rows)")
  }

  @Test func `one long name makes no other row long where there is no terminal`() {
    let folder = log(
      "profile.changed bas --actor bas name=\(String(repeating: "b", count: 1_000))")
    let table = folder.run("show", "users")
    #expect(table.code == 0 && table.lines.count > 3)
    #expect(table.lines.filter { $0.count > 900 }.count == 1, "\(table.lines.map(\.count))")
  }

  @Test func `schemas state what draft 07 knows, and limits of coordinates`() {
    let folder = LogFolder()
    let asyncAPI = folder.run("schema", "asyncapi").output
    let submissions = folder.run("schema", "submissions").output
    #expect(asyncAPI.contains(#""dependencies""#) && !asyncAPI.contains("dependentRequired"))
    #expect(submissions.contains("dependentRequired"))
    let deals = folder.run("schema", "events", "--type", "deal.posted").output
    #expect(deals.contains("\"minimum\": -90") && deals.contains("\"maximum\": 180"), "\(deals)")
  }
}
