import Foundation
import TestSupport
import Testing

/// A writer that begins from a snapshot answers and writes the same as one that folds the log.
///
/// A process that appends to a log with a snapshot uses the snapshot where it lies in memory, which
/// tests inside one process with many logs cannot show.
struct SnapshotUseTests {
  private static let people = 150
  private static let now = "2026-01-05T12:00:00Z"

  private static func event(
    _ id: String, _ type: String, _ subject: String, _ actor: String, _ data: String = ""
  ) -> String {
    #"{"id":"\#(id)","source":"/test","type":"\#(type)","subject":"\#(subject)","#
      + #""actor":"\#(actor)","time":"2026-01-05T09:00:00Z""#
      + (data.isEmpty ? "}" : #","data":\#(data)}"#)
  }

  private static func person(_ number: Int) -> String { "e\(number % people)" }

  /// More events than a snapshot waits for.
  private static func past() -> [String] {
    var lines = [event("boss", "user.registered", "mia", "mia", #"{"roles":["manager"]}"#)]
    for number in 0..<people {
      lines.append(
        event(
          "r\(number)", "user.registered", person(number), person(number),
          #"{"roles":["employee","student","consumer"]}"#))
      lines.append(
        event("f\(number)", "user.followed", person(number), "mia"))
    }
    for number in 0..<5_000 {
      let day = String(format: "2026-%02d-%02d", 2 + number / people / 28, 1 + number / people % 28)
      lines.append(
        event(
          "s\(number)", "shift.scheduled", "S\(number)", "mia",
          #"{"owner":"\#(person(number))","date":"\#(day)","start":"09:00","end":"17:00"}"#))
      lines.append(event("p\(number)", "shift.supplied", "S\(number)", person(number)))
    }
    return lines
  }

  /// Repeats, conflicts of content, every index of the rules, and new submissions.
  private static func present() -> [String] {
    var lines: [String] = []
    for number in stride(from: 0, to: 5_000, by: 97) {
      lines.append(event("p\(number)", "shift.supplied", "S\(number)", person(number)))
      lines.append(event("s\(number)", "shift.supplied", "S\(number)", person(number)))
      lines.append(event("a\(number)", "shift.accepted", "S\(number)", person(number + 31)))
      lines.append(event("b\(number)", "shift.revoked", "S\(number + 1)", person(number + 1)))
      lines.append(event("c\(number)", "user.unfollowed", person(number), "mia"))
      lines.append(event("d\(number)", "user.followed", person(number + 2), person(number)))
      lines.append(event("t\(number)", "study.started", "T\(number)", person(number)))
      lines.append(
        event(
          "q\(number)", "request.posted", "R\(number)", person(number),
          #"{"date":"2026-01-\#(10 + number % 20)"}"#))
      lines.append(
        event(
          "g\(number)", "shift.suggested", "S\(number + 2)", person(number + 2),
          #"{"request":"R\#(number)"}"#))
      lines.append(
        event(
          "u\(number)", "user.registered", "new.\(number)", "new.\(number)",
          #"{"roles":["employee"]}"#))
    }
    return lines
  }

  /// A log with its snapshots, and a copy of it without.
  private static func logs() -> (with: LogFolder, without: LogFolder) {
    let folder = LogFolder()
    folder.run("init")
    let made = folder.append(past(), "--each", now: now)
    #expect(made.lines.count == 10_301 && folder.logLines.count > 10_000)
    #expect(folder.exists("events.jsonl.d/snapshots/state"))
    let copy = LogFolder()
    copy.run("init")
    for name in ["events.jsonl", "events.jsonl.d/head"] { copy.write(folder.bytes(name), to: name) }
    return (folder, copy)
  }

  /// The rows, from the snapshot and without it.
  ///
  /// - Parameter isOfAll: true for those of every command, too.
  private static func expectSameRows(
    _ folder: LogFolder, _ copy: LogFolder, at sequence: String, ofAll isOfAll: Bool
  ) {
    let questions = [
      ["marketplace", "--now", now], ["schedule", "--now", now, "--user", "e7"],
      ["requests", "--now", now, "--all"],
      ["schedule", "--week", "2026-W07", "--json", "--now", now],
      ["marketplace", "--now", "2027-01-01"],
    ]
    // A short suite asks as of earlier events in the rows that one draws.
    let drawn = Rounds.areFull ? questions : [questions.randomElement()!]
    for question in questions {
      let with = folder.start(["show"] + question + ["-v"]).wait()
      let without = copy.start(["show"] + question).wait()
      #expect(with.code == 0 && with.output == without.output)
      #expect(with.errors.contains("began from the snapshot"))
      // As of an earlier event, from the snapshot or from the beginning.
      for limit in drawn.contains(question) ? [sequence, "9000"] : [] {
        let with = folder.start(["show"] + question + ["--at", limit]).wait()
        #expect(with.output == copy.start(["show"] + question + ["--at", limit]).wait().output)
      }
    }
    let others = [
      "approvals", "absences", "trades", "deals", "reservations", "study", "points", "hours",
      "users", "vacancies",
    ]
    let answered =
      others.map { ["show", $0, "--all"] } + [
        ["replay"], ["replay", "--json"], ["report"], ["snapshot"], ["export", "prometheus"],
        ["export", "csv", "hours"], ["show", "marketplace", "--for", "e7"],
        ["show", "attention"], ["show", "availability", "--week", "2026-W10"],
        ["show", "hours", "--by", "person", "--under", "400h"],
      ]
    for question in answered.shuffled().prefix(isOfAll ? answered.count : 3) {
      let arguments = question + ["--now", now]
      let with = folder.start(arguments + ["-v"]).wait()
      #expect(with.errors.contains("began from the snapshot"), "\(question)")
      #expect(with.output == copy.start(arguments).wait().output, "\(question)")
    }
  }

  /// An invalid snapshot is ignored, and reported with `-v`.
  private static func expectPassedOver(_ folder: LogFolder, _ copy: LogFolder) {
    let name = "events.jsonl.d/snapshots/state"
    let bytes = folder.bytes(name)
    let expected = copy.run("show", "marketplace", "--now", now).output
    var changed = bytes
    // In the symbols, which every reader needs.
    changed[200] ^= 4
    for (bytes, reason) in [
      (changed, "is damaged"), (Array(bytes.prefix(200)), "is damaged"), ([], "is damaged"),
    ] {
      folder.write(bytes, to: name)
      let shown = folder.run("show", "marketplace", "--now", now, "-v")
      #expect(shown.output == expected && shown.errors.contains(reason))
    }
    // Of a log that is not this one.
    let other = LogFolder.withStory()
    try? FileManager.default.createDirectory(
      atPath: other.side + "/snapshots", withIntermediateDirectories: false)
    other.write(bytes, to: name)
    let shown = other.run("show", "schedule", "--all", "-v")
    #expect(shown.errors.contains("is not one of this log"))
    #expect(shown.output == LogFolder.withStory().run("show", "schedule", "--all").output)
  }

  /// A dry run refuses what an append refuses, also where a snapshot lies behind the damage.
  private static func expectDryRunsToRefuse(_ folder: LogFolder) {
    let (log, head) = (folder.bytes("events.jsonl"), folder.bytes("events.jsonl.d/head"))
    let place = log.count / 2
    func changed(_ place: Int) -> [UInt8] {
      var log = log
      log[place] ^= 1
      return log
    }
    let line = [event("late", "user.registered", "late", "late", #"{"roles":["employee"]}"#)]
    for (log, head) in [(changed(0), head), (changed(2), head), (changed(place), [])] {
      folder.write(log, to: "events.jsonl")
      folder.write(head, to: "events.jsonl.d/head")
      let dry = folder.append(line, "--dry-run", now: now)
      #expect(dry.code == 65 && folder.append(line, now: now).code == 65, "\(dry)")
    }
    folder.write(log, to: "events.jsonl")
    folder.write(head, to: "events.jsonl.d/head")
  }

  @Test func `the same replies and the same bytes with a snapshot, without, and line by line`() {
    let (folder, copy) = Self.logs()
    Self.expectSameRows(folder, copy, at: "10100", ofAll: Rounds.areFull)
    let present = Self.present()
    let dry = folder.append(present, "--each", "-v", "--dry-run", now: Self.now)
    let with = folder.append(present, "--each", "-v", now: Self.now)
    #expect(dry.errors.contains("began from the snapshot") && dry.lines.count == with.lines.count)
    for (dry, with) in zip(dry.lines, with.lines) {
      let isNew = with.hasPrefix(#"{"status":"appended""#)
      #expect(isNew ? dry.hasPrefix(#"{"status":"accepted","count":1,"#) : dry == with)
    }
    let without = copy.append(present, "--each", "-v", now: Self.now)
    #expect(with.errors.contains("began from the snapshot"))
    #expect(!without.errors.contains("began from the snapshot"))
    #expect(with.lines.count == present.count && with.output == without.output)
    #expect(with.output.contains("duplicate") && with.output.contains("idConflict"))
    #expect(folder.logBytes == copy.logBytes)
    Self.expectSameRows(folder, copy, at: "10200", ofAll: Rounds.areFull)
    // A new process for each line, all of them from the snapshot.
    for number in 0..<Rounds.count(4, full: 10) {
      let line = Self.event(
        "z\(number)", "shift.revoked", "S\(number * 90 + 5)", Self.person(number * 90 + 5))
      let with = folder.append([line], now: Self.now)
      #expect(with.output == copy.append([line], now: Self.now).output)
    }
    #expect(folder.logBytes == copy.logBytes)
    #expect(folder.run("verify", "--rules").code == 0)
    Self.expectDryRunsToRefuse(folder)
    Self.expectPassedOver(folder, copy)
  }
}
