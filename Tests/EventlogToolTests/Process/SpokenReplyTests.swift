import Testing

@testable import eventlog_tool

/// Replies in words, where a person reads them.
struct SpokenReplyTests {
  private let folder = LogFolder.withStory()

  private func screen(_ words: String..., input: String? = nil) -> (code: Int32, lines: [String]) {
    let (code, text) = folder.onTerminal(
      columns: 120, ["append"] + words + ["--now", Story.now, "--no-color"], input: input)
    return (code, text.split(whereSeparator: \.isNewline).map(String.init))
  }

  @Test func `on a terminal a reply is a sentence, with the effect as in audit`() {
    let accepted = screen("shift.accepted", "F1.2026-01-26", "--actor", "eva")
    #expect(
      accepted.lines == [
        "recorded as event 24: eva has F1.2026-01-26 on Mon 26 Jan 15:00–20:00, awaiting approval"
      ])
    let approved = screen("shift.approved", "F1.2026-01-26", "--actor", "bas", "--id", "again")
    #expect(
      approved.lines == ["recorded as event 25: F1.2026-01-26 on Mon 26 Jan 15:00–20:00: bas → eva"]
    )
    let again = screen("shift.approved", "F1.2026-01-26", "--actor", "bas", "--id", "again")
    #expect(
      again.lines == [
        "recorded before, as event 25: F1.2026-01-26 on Mon 26 Jan 15:00–20:00: bas → eva"
      ])
    let fixed = screen(
      "fixedshift.registered", "F2", "--actor", "tom", "weekday=sunday", "start=09:00", "end=13:00")
    #expect(
      fixed.lines == [
        "recorded as event 26: F2: tom's, sundays 09:00–13:00 from 2026-01-14 (with 8 events that it "
          + "causes)"
      ] || fixed.lines.first?.hasPrefix("recorded as event 26: F2: tom's, sundays") == true)
  }

  @Test func `a refusal is said once, by name`() {
    folder.append([
      Story.event(
        "u", "user.registered", "u7", "mia", nil, #"{"roles":["employee"],"name":"Lou Bos"}"#),
      Story.event(
        "l", "shift.scheduled", "L1", "mia", nil,
        #"{"owner":"u7","date":"2026-04-06","start":"09:00","end":"12:00"}"#),
      Story.event(
        "k", "shift.scheduled", "L2", "mia", nil,
        #"{"owner":"bas","date":"2026-04-06","start":"15:00","end":"18:00"}"#),
      Story.event("o", "shift.supplied", "L2", "bas"),
    ])
    let (code, text) = folder.onTerminal(
      columns: 120,
      ["append", "shift.accepted", "L2", "--actor", "u7", "--now", LogFolder.clock, "--no-color"])
    #expect(code == 2)
    #expect(
      text.split(whereSeparator: \.isNewline) == [
        "rejected: Lou Bos (u7) already holds L1 on Mon 6 Apr 2026 (dayTaken)",
        "nothing was written",
      ])
  }

  @Test func `elsewhere and with --json it is JSON`() {
    let words = ["append", "shift.revoked", "F1.2026-01-26", "--actor", "bas", "--now", Story.now]
    let dry = folder.start(words + ["--dry-run"]).wait()
    #expect(dry.output.hasPrefix(#"{"status":"appended","sequence":24,"#))
    let json = screen("shift.revoked", "F1.2026-01-26", "--actor", "bas", "--json")
    #expect(json.lines.first?.hasPrefix(#"{"status":"appended","sequence":24,"#) == true)
  }

  @Test func `a dry run says what would be`() {
    let dry = screen("shift.revoked", "F1.2026-01-26", "--actor", "bas", "--dry-run")
    #expect(dry.code == 0 && dry.lines == ["would be recorded as event 24", "nothing was written"])
  }

  @Test func `of many lines each has a short answer`() {
    let good = Story.event("x1", "shift.revoked", "F1.2026-01-26", "bas")
    let bad = Story.event("x2", "shift.revoked", "F1.2026-01-12", "bas")
    let each = screen("-", "--each", input: "\(good)\n\(bad)\n")
    #expect(each.code == 2 && each.lines.contains("-:1: recorded as event 24"), "\(each)")
    #expect(each.lines.contains { $0.hasPrefix("rejected: -:2: ") }, "\(each)")
  }
}
