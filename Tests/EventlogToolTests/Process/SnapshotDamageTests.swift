import Foundation
import Projections
import TestSupport
import Testing

@testable import ShiftEvents

/// Damage in a snapshot changes no answer, wherever it is: a process that meets it begins anew, without.
@Suite(.besidePrograms) struct SnapshotDamageTests {
  private static let snapshot = "events.jsonl.d/snapshots/state"
  private static let now = "2026-03-02T12:00:00Z"

  /// The sample, on which no writer has left a snapshot.
  private static let sample = KeptFiles {
    let folder = LogFolder()
    folder.shell("cp '\(Repository.sample)' events.jsonl && cp -r '\(Repository.sample).d' .")
    folder.shell("mv events-sample.jsonl.d events.jsonl.d; rm -rf events.jsonl.d/snapshots")
    return folder
  }

  /// A snapshot of most events, and the ranges of its sections.
  private static let (good, sections): ([UInt8], [Range<Int>]) = {
    let reader = try! LogReader(reading: Repository.sample)
    var folded = WriterState()
    // A process that begins from it has something to fold.
    while let event = try! reader.next(), event.sequence.value < 400 {
      folded.fold(event, hash: event.hash, lengthBytes: event.line.range.count + 1)
    }
    var writer = FlatSnapshotWriter()
    folded.write(to: &writer)
    let bytes = try! writer.end(at: folded.position)
    func word(_ place: Int) -> Int {
      Int(bytes[place..<place + 8].reversed().reduce(0 as UInt64) { $0 << 8 | UInt64($1) })
    }
    let (arrays, count) = (word(bytes.count - 24), word(bytes.count - 16))
    var (ranges, start): ([Range<Int>], Int) = ([], SnapshotFile.headerLength)
    for section in 0..<count {
      let end = word(word(112) + (arrays + section) * 24 + 8)
      ranges.append(start..<end)
      start = end
    }
    return (bytes, ranges)
  }()

  private static let appended = [
    ["user.registered", "newcomer", "--actor", "newcomer", "roles:=[\"student\"]"],
    ["absence.recorded", "A99", "--actor", "u2", "date=2026-03-09"],
    ["shift.supplied", "F2.2026-03-10", "--actor", "u2"],
    ["request.posted", "R99", "--actor", "u4", "date=2026-03-16"],
    ["shift.supplied", "no-such-shift", "--actor", "u2"],
  ]

  /// A log beside a snapshot.
  private static func folder(_ snapshot: [UInt8]?) -> LogFolder {
    let folder = sample.folder()
    guard let snapshot else { return folder }
    try? FileManager.default.createDirectory(
      atPath: folder.side + "/snapshots", withIntermediateDirectories: false)
    folder.write(snapshot, to: Self.snapshot)
    return folder
  }

  private static func append(_ event: [String], to folder: LogFolder) -> Ending {
    folder.run(["append"] + event + ["--id", "one", "--now", now, "-v"])
  }

  private static func expectSameAnswers(_ damaged: [UInt8], _ event: [String], _ place: String) {
    let (with, without) = (folder(damaged), folder(nil))
    let (reply, expected) = (append(event, to: with), append(event, to: without))
    #expect(reply.code == expected.code && reply.output == expected.output, "\(place): \(reply)")
    #expect(with.logBytes == without.logBytes, "\(place)")
    // It is there as it was, or folded from the log.
    if with.bytes(snapshot) != damaged {
      #expect(with.run("snapshot", "--check", snapshot).code == 0, "\(place)")
    }
    with.write(damaged, to: snapshot)
    // The same of the log; of the snapshot it says that it is damaged, or of another version.
    let verified = with.run("verify", "--rules").output
    #expect(verified.hasPrefix(without.run("verify", "--rules").output), "\(place): \(verified)")
    #expect(!verified.contains("equals a fresh replay"), "\(place): \(verified)")
    expectSameAnswer(to: questions.randomElement()!, with, without, place)
  }

  /// Questions whose answers are printed at once, in parts, or to a file, and one that is refused.
  private static let questions: [[String]] =
    ProjectionDescriptor.replayed.map { ["show", $0.name, "--all", "--now", now] }
    + ["csv", "sql", "ics"].map { ["export", $0, "schedule", "--all", "--now", now] } + [
      ["replay", "--now", now], ["replay", "--json", "--at", "2026-02-28"],
      ["show", "schedule", "--all", "--now", now, "--format", "ndjson"],
      ["show", "schedule", "--from", "2025-01-01", "--json", "--ids", "--now", now],
      ["show", "hours", "--user", "nobody"],
      ["show", "marketplace", "--for", "u3", "--now", now], ["report", "--now", now, "-o", "-"],
      ["export", "csv", "users", "--now", now, "-o", "rows.csv"], ["diff", "--from", "100"],
    ]

  private static func expectSameAnswer(
    to question: [String], _ with: LogFolder, _ without: LogFolder, _ place: String
  ) {
    let (found, expected) = (with.run(question), without.run(question))
    #expect(
      found.code == expected.code && found.output == expected.output
        && found.errors == expected.errors, "\(place): \(question): \(found) not \(expected)")
    let files = [with, without].map { $0.bytes("rows.csv") }
    if question.contains("rows.csv") { #expect(files[0] == files[1], "\(place)") }
  }

  @Test func `a good snapshot is begun from, and what is looked at is checked`() {
    for event in Self.appended {
      let (with, without) = (Self.folder(Self.good), Self.folder(nil))
      let reply = Self.append(event, to: with)
      #expect(reply.output == Self.append(event, to: without).output)
      #expect(reply.errors.contains("began from the snapshot"), "\(reply)")
      #expect(with.logBytes == without.logBytes)
    }
  }

  @Test func `a changed byte in any section changes no answer`() {
    #expect(Self.sections.count == DomainState.sectionCount + 1)
    for (number, section) in Self.sections.enumerated()
    where !section.isEmpty && (Rounds.areFull || Bool.random()) {
      for event in Rounds.areFull ? Self.appended : [Self.appended.randomElement()!] {
        let place = section.randomElement()!
        var damaged = Self.good
        damaged[place] ^= 1 << UInt8.random(in: 0..<8)
        Self.expectSameAnswers(damaged, event, "section \(number), byte \(place), \(event)")
      }
    }
  }

  @Test func `a changed byte in any section changes no question's answer`() {
    let without = Self.folder(nil)
    for (number, section) in Self.sections.enumerated() where !section.isEmpty {
      let some = Self.questions.shuffled().prefix(Rounds.count(1, full: Self.questions.count))
      for question in some {
        let place = section.randomElement()!
        var damaged = Self.good
        damaged[place] ^= 1 << UInt8.random(in: 0..<8)
        let with = Self.folder(damaged)
        Self.expectSameAnswer(to: question, with, without, "section \(number), byte \(place)")
      }
    }
  }

  @Test func `a question of a good snapshot begins from it`() {
    let (with, without) = (Self.folder(Self.good), Self.folder(nil))
    for question in Self.questions { Self.expectSameAnswer(to: question, with, without, "good") }
    #expect(
      with.run(["show", "schedule", "--now", Self.now, "-v"]).errors
        .contains("began from the snapshot"))
  }

  @Test func `a process that meets damage says so, and folds the log`() {
    var damaged = Self.good
    // In the symbols, which every process looks at.
    damaged[200] ^= 4
    let folder = Self.folder(damaged)
    let reply = Self.append(Self.appended[0], to: folder)
    #expect(reply.code == 0 && reply.errors.contains("is damaged; folded from the log instead"))
  }
}
