import Testing

@testable import eventlog_tool

/// Replies in words, where a person reads them.
struct SpokenReplyTests {
  private let folder = LogFolder.withStory()

  private func screen(_ words: String..., input: String? = nil) -> (code: Int32, lines: [String]) {
    screen(words, input: input)
  }

  private func screen(_ words: [String], input: String? = nil) -> (code: Int32, lines: [String]) {
    let (code, text) = folder.onTerminal(
      columns: 120, ["append"] + words + ["--now", Story.now, "--no-color"], input: input)
    return (code, text.split(whereSeparator: \.isNewline).map(String.init))
  }

  @Test func `a refusal tells times by the clocks of the workplace`() {
    let past = screen(
      "absence.recorded", "A9", "--actor", "mia", "user=bas", "date=2026-01-01")
    #expect(past.lines.joined().contains("over by 2026-01-02 00:00"), "\(past)")
  }

  @Test func `on a terminal a reply is a sentence, with the effect as in audit`() {
    let accepted = screen("shift.accepted", "F1.2026-01-26", "--actor", "eva")
    #expect(
      accepted.lines == [
        "recorded as event 24: eva has F1.2026-01-26 on Mon 26 Jan 15:00–20:00 (5 h), awaiting approval"
      ])
    let approved = screen("shift.approved", "F1.2026-01-26", "--actor", "bas", "--id", "again")
    #expect(
      approved.lines == [
        "recorded as event 25: F1.2026-01-26 on Mon 26 Jan 15:00–20:00 (5 h): bas → eva"
      ]
    )
    let again = screen("shift.approved", "F1.2026-01-26", "--actor", "bas", "--id", "again")
    #expect(
      again.lines == [
        "recorded before, as event 25: F1.2026-01-26 on Mon 26 Jan 15:00–20:00 (5 h): bas → eva"
      ])
    let fixed = screen(
      "fixedshift.registered", "F2", "--actor", "tom", "weekday=sunday", "start=09:00", "end=13:00")
    #expect(
      fixed.lines == [
        "recorded as event 26: F2: tom's, sundays 9:00–13:00 (4 h) from Wed 14 Jan (8 shifts scheduled)"
      ], "\(fixed.lines)")
  }

  @Test func `the reply tells the length, and of several days the last`() {
    for (id, words, told) in [
      ("L1", ["end=17:30"], "bas has L1 on Tue 3 Feb 10:00–17:30 (7 h 30 min)"),
      ("L2", ["end=10:00", "days=1"], "eva has L2 on Tue 3 Feb 10:00–10:00 (24 h)"),
      (
        "L3", ["end=19:00", "days=2"], "tom has L3 on Tue 3 Feb 10:00 – Thu 5 Feb 19:00, 2 days 9 h"
      ),
    ] {
      let owner = ["L1": "bas", "L2": "eva", "L3": "tom"][id]!
      let shift = screen(
        [
          "shift.scheduled", id, "--actor", "mia", "owner=\(owner)", "date=2026-02-03",
          "start=10:00",
        ]
          + words)
      #expect(shift.code == 0 && shift.lines.joined(separator: " ").hasSuffix(told), "\(shift)")
    }
  }

  @Test func `audit and log tell a length that is not plain`() {
    let shift = ["shift.scheduled", "--actor", "mia", "date=3 Feb", "start=10", "owner=tom"]
    for (id, words) in [
      ("L1", ["end=22"]), ("L2", ["end=10", "days=1"]), ("L3", ["end=19", "days=2"]),
    ] {
      _ = screen([shift[0], id] + shift.dropFirst() + words + ["override=dayTaken,overlapping"])
    }
    func audit(_ id: String) -> [String] { folder.run("audit", "--shift", id).lines }
    #expect(audit("L1").first?.contains(" Tue 3 Feb 2026 10:00–22:00 Europe/Amsterdam") == true)
    #expect(audit("L1").last?.contains("tom's; set aside") == true, "\(audit("L1"))")
    #expect(audit("L2").first?.contains(" Tue 3 Feb 2026 10:00–10:00 (24 h) Europe") == true)
    #expect(audit("L2").last?.contains("tom's, 24 h; set aside") == true, "\(audit("L2"))")
    #expect(
      audit("L3").first?.contains(" Tue 3 Feb 2026 10:00 – Thu 5 Feb 2026 19:00, 2 days 9 h ")
        == true,
      "\(audit("L3"))")
    let last = folder.run("log", "--last", "1", "--format", "table").lines.last
    #expect(last?.contains("tom's, 2 days 9 h; set aside") == true, "\(last ?? "")")
  }

  @Test func `weekly work tells its length wherever its times stand`() {
    let fixed = screen(
      "fixedshift.registered", "F7", "--actor", "tom", "weekday=friday", "start=9", "end=17")
    #expect(fixed.code == 0, "\(fixed)")
    let late = screen("fixedshift.edited", "F7", "--actor", "mia", "end=5")
    #expect(late.lines[0].contains("end 05:00, now 9:00–5:00 (20 h)"), "\(late.lines)")
    let long = screen("fixedshift.edited", "F7", "--actor", "mia", "days=2", "from=2026-01-30")
    #expect(long.lines[0].contains("days 2, now 9:00–5:00 (1 day 20 h)"), "\(long.lines)")
    let title = screen("fixedshift.edited", "F7", "--actor", "mia", "title=Bar")
    #expect(!title.lines[0].contains("now"), "\(title.lines)")
    let series = folder.run("show", "series", "--now", Story.now).lines
    #expect(series[1].contains("Length"), "\(series)")
    #expect(
      series.contains { $0.contains("20 h") } && series.contains { $0.contains("1 day 20 h") })
    let story = folder.run("audit", "--shift", "F7.2026-01-16").lines
    #expect(story.contains { $0.contains("new terms of F7: tom's, 09:00–05:00, 20 h") }, "\(story)")
  }

  @Test func `equal times are refused in words unless days say that they are meant`() {
    let before = folder.logBytes
    let shift = ["shift.scheduled", "L9", "--actor", "mia", "owner=tom", "date=2026-02-03"]
    for (words, remedy) in [
      (shift + ["start=14:00", "end=14:00"], "add days=1, or mend the end"),
      (shift + ["start:=\"14:00\"", "end=14:00"], "add days=1, or mend the end"),
      (
        ["hours.recorded", "F1.2026-01-12", "--actor", "eva", "start=14:00", "end=14:00"],
        "mend the end, or give minutes"
      ),
    ] {
      let ending = folder.start(["append"] + words + ["--now", Story.now]).wait()
      #expect(ending.code == 64 && ending.errors.contains("14:00–14:00 would be 24 hours"))
      #expect(ending.errors.contains(remedy), "\(ending.errors)")
    }
    #expect(folder.logBytes == before)
    for times in [["start=00:00", "end=00:00"], ["start=14:00", "end=14:00", "days=1"]] {
      let dry = folder.start(["append"] + shift + times + ["--dry-run", "--now", Story.now]).wait()
      #expect(dry.code == 0, "\(dry.errors)")
    }
    let json = folder.append(
      [
        Story.event(
          "j", "shift.scheduled", "L9", "mia", nil,
          #"{"owner":"tom","date":"2026-02-03","start":"14:00","end":"14:00"}"#)
      ], now: Story.now)
    #expect(json.code == 0, "\(json.errors)")
  }

  @Test func `the reply names the shifts that nobody covers any more`() {
    let away = screen("absence.recorded", "H1", "--actor", "mia", "user=bas", "date=2026-01-26")
    #expect(
      away.lines.joined(separator: " ").contains(
        "(24 h), 1 shift uncovered: F1.2026-01-26 on Mon 26 Jan 15:00–20:00 (5 h)"), "\(away)")
    let erased = screen("user.erased", "eva", "--actor", "mia").lines.joined(separator: " ")
    #expect(erased.contains("recorded as event 25: eva: "), "\(erased)")
    let gone = screen("user.erased", "bas", "--actor", "mia").lines.joined(separator: " ")
    #expect(
      gone.contains("; uncovered: F1.2026-01-19 on Mon 19 Jan 15:00–20:00 (5 h); F1.2026-01-26 on"),
      "\(gone)")
  }

  @Test func `the first event of a log is told in words, too`() {
    let words = [
      "init", "new.jsonl", "--workplace", "shop", "--actor", "u1", "timeZone=UTC", "--now",
      Story.now,
    ]
    let (code, text) = folder.onTerminal(columns: 120, words + ["--no-color"], input: nil)
    #expect(code == 0 && text.contains("recorded as event 1: ") && !text.contains("{"), "\(text)")
    folder.remove("new.jsonl")
    folder.remove("new.jsonl.d")
    let json = folder.onTerminal(columns: 120, words + ["--no-color", "--json"], input: nil).1
    #expect(json.contains(#"{"status":"appended""#), "\(json)")
    folder.remove("new.jsonl")
    folder.remove("new.jsonl.d")
    #expect(folder.start(words).wait().output.hasPrefix(#"{"status":"appended","sequence":1"#))
  }

  @Test func `a refusal is said once, by name`() {
    folder.append([
      Story.event(
        "u", "user.registered", "lou", "mia", nil, #"{"roles":["employee"],"name":"Lou Bos"}"#),
      Story.event(
        "l", "shift.scheduled", "L1", "mia", nil,
        #"{"owner":"lou","date":"2026-04-06","start":"09:00","end":"12:00"}"#),
      Story.event(
        "k", "shift.scheduled", "L2", "mia", nil,
        #"{"owner":"bas","date":"2026-04-06","start":"15:00","end":"18:00"}"#),
      Story.event("o", "shift.supplied", "L2", "bas"),
    ])
    let (code, text) = folder.onTerminal(
      columns: 120,
      ["append", "shift.accepted", "L2", "--actor", "lou", "--now", LogFolder.clock, "--no-color"])
    #expect(code == 2)
    #expect(
      text.split(whereSeparator: \.isNewline) == [
        "rejected: Lou Bos (lou) already holds L1 on Mon 6 Apr 2026 (dayTaken)",
        "nothing was written",
      ])
  }

  @Test func `elsewhere and with --json it is JSON`() {
    let words = ["append", "shift.revoked", "F1.2026-01-26", "--actor", "bas", "--now", Story.now]
    let dry = folder.start(words + ["--dry-run"]).wait()
    #expect(dry.output.hasPrefix(#"{"status":"accepted","count":1,"data":{"#))
    let json = screen("shift.revoked", "F1.2026-01-26", "--actor", "bas", "--json")
    #expect(json.lines.first?.hasPrefix(#"{"status":"appended","sequence":24,"#) == true)
  }

  @Test func `a dry run says what would be`() {
    let dry = screen("shift.revoked", "F1.2026-01-26", "--actor", "bas", "--dry-run")
    #expect(dry.code == 0)
    #expect(
      dry.lines == [
        "would be recorded as event 24: F1.2026-01-26 on Mon 26 Jan 15:00–20:00 (5 h): off the marketplace, "
          + "still bas's", "nothing was written",
      ], "\(dry.lines)")
  }

  @Test func `of many lines each has a short answer`() {
    let good = Story.event("x1", "shift.revoked", "F1.2026-01-26", "bas")
    let bad = Story.event("x2", "shift.revoked", "F1.2026-01-12", "bas")
    let each = screen("-", "--each", input: "\(good)\n\(bad)\n")
    #expect(each.code == 2 && each.lines.contains("-:1: recorded as event 24"), "\(each)")
    #expect(each.lines.contains { $0.hasPrefix("rejected: -:2: ") }, "\(each)")
  }
}
