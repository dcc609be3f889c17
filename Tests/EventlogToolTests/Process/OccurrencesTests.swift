import Foundation
import TestSupport
import Testing

/// Receipts for weekly work: what was scheduled, posted and skipped, each counted for itself.
struct OccurrencesTests {
  private let folder = LogFolder.withStory()
  private static let fixed = [
    "fixedshift.registered", "F9", "--actor", "mia", "owner=bas", "weekday=thursday",
    "start=9:00", "end=12:00",
  ]

  /// bas has a shift on a day, so that another one is skipped.
  private func occupy(_ day: String) {
    let ending = folder.run(
      "append", "shift.scheduled", "L-\(day)", "--actor", "mia", "owner=bas", "date=\(day)",
      "start=10:00", "end=11:00", "--now", Story.now)
    #expect(ending.code == 0, "\(ending)")
  }

  private func counts(_ text: String) -> [Int] {
    let reply = OrderedJSON(text)
    return ["count", "scheduled", "posted", "skipped"].map { reply[$0]?.number ?? -1 }
  }

  @Test func `a fixed shift that is registered tells how many were scheduled and skipped`() throws {
    occupy("2026-01-22")
    occupy("2026-01-29")
    let dry = folder.run(["append"] + Self.fixed + ["--dry-run", "--now", Story.now])
    #expect(counts(dry.output) == [9, 6, 0, 2], "\(dry)")
    let submission =
      #""type":"fixedshift.registered","subject":"F9","actor":"mia","data":{"owner":"bas","weekday":"thursday","start":"09:00","end":"12:00"}"#
    let session = folder.run(
      "append", "--session", "--now", Story.now,
      input: "{\"op\":\"judge\",\(submission)}\n{\(submission)}\n")
    #expect(session.lines.count == 3)
    for line in session.lines.dropFirst() { #expect(counts(line) == [9, 6, 0, 2], "\(line)") }
    // No other receipt has them.
    let loose = folder.run(
      "append", "shift.supplied", "L-2026-01-22", "--actor", "bas", "--now", Story.now)
    #expect(OrderedJSON(loose.output).keys == ["status", "sequence", "id", "hash", "count"])
    let far = folder.run(
      ["append"] + Self.fixed.map { $0 == "F9" ? "F10" : $0 == "owner=bas" ? "owner=tom" : $0 }
        + ["from=2027-01-01", "--now", Story.now])
    #expect(counts(far.output) == [1, 0, 0, 0], "\(far)")
  }

  @Test func `extend counts a skipped occurrence as skipped, in JSON and in words`() {
    #expect(folder.run(["append"] + Self.fixed + ["--now", Story.now]).code == 0)
    occupy("2026-03-12")
    #expect(counts(folder.run("extend", "--now", Story.now).output) == [2, 2, 0, 0])
    let words = folder.onTerminal(columns: 100, ["extend", "--now", Story.now, "--no-color"])
    #expect(words.text.contains("nothing is due"), "\(words)")
    let screen = folder.onTerminal(
      columns: 100, ["extend", "--now", "2026-01-16T12:00:00Z", "--no-color"])
    #expect(screen.text.contains("0 shifts scheduled, 1 skipped, from event 36 on"), "\(screen)")
    let json = folder.run("extend", "--now", "2026-01-20T12:00:00Z")
    #expect(counts(json.output) == [1, 1, 0, 0], "\(json)")
    let session = folder.run(
      "append", "--session", "--now", "2026-01-23T12:00:00Z", input: #"{"op":"extend"}"# + "\n")
    #expect(counts(session.lines.last ?? "") == [1, 1, 0, 0], "\(session)")
    let quiet = folder.onTerminal(columns: 100, ["extend", "-q", "--now", "2026-03-01T12:00:00Z"])
    #expect(quiet.text.isEmpty, "\(quiet)")
    let raw = folder.onTerminal(
      columns: 100, ["extend", "--json", "--now", "2026-03-01T12:00:00Z"])
    #expect(raw.text.contains(#""count":0,"scheduled":0,"posted":0,"skipped":0"#), "\(raw)")
  }

  @Test func `the reply to a fixed shift in words says what was skipped`() {
    occupy("2026-01-22")
    let screen = folder.onTerminal(
      columns: 140, ["append"] + Self.fixed + ["--now", Story.now, "--no-color"])
    #expect(screen.text.contains("(7 shifts scheduled, 1 skipped)"), "\(screen)")
  }
}
