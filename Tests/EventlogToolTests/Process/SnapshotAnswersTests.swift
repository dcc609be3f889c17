import Foundation
import TestSupport
import Testing

/// Answers that begin from a snapshot are those that read the whole log.
struct SnapshotAnswersTests {
  private static let commands = [
    "log --subject S --raw", "log --subject S --format table", "log --user bas --raw",
    "log --user bas --format table", "log --actor mia --raw", "log --actor mia --format table",
    "log --user bas --last 2", "log --subject S --type shift. --last 1 --format table",
    "log --last 4 --format table", "log --last 3 --after 9 --raw", "log --after 10124 --raw",
    "log --after 10124 --last 2 --format table", "log --subject nothing", "log --subject u3",
    "show inbox --user bas --last 2", "show inbox --user mia --json", "show inbox --user bas --csv",
    "show schedule --limit 2 --all --json", "show hours --limit 1 --json",
    "show users --limit 3 --json",
    "diff --from 3 --to 14 --json", "diff --from 10119 --json", "diff --from 10125",
    "diff --from 9 --to 3",
    "diff --from 2026-01-06 --json", "blame --shift S --json", "snapshot",
  ]

  @Test func `with a snapshot beside the log and without one`() {
    let folder = LogFolder.withStory()
    let lines = (0..<10_100).map {
      Story.event("u\($0)", "user.registered", "u\($0)", "mia", nil, #"{"roles":["employee"]}"#)
    }
    #expect(folder.append(lines, "--each", "--sync", "none").code == 0)
    let later = [
      Story.event(
        "la", "shift.scheduled", "LATE", "mia", nil,
        #"{"owner":"bas","date":"2026-03-04","start":"10:00","end":"12:00"}"#),
      Story.event("lb", "shift.supplied", "LATE", "bas", nil, "{}"),
      Story.event("lc", "shift.accepted", "LATE", "eva", nil, "{}"),
    ]
    let appended = folder.append(later, "--each")
    #expect(appended.code == 0, "\(appended)")
    let cache = "events.jsonl.d/snapshots/state"
    // A short suite draws half of them.
    let commands = Self.commands.shuffled().prefix(Rounds.count(7, full: Self.commands.count))
    func answers() -> [String] {
      commands.map { command in
        let words = command.replacing(" S", with: " F1.2026-01-12").split(separator: " ")
        let ending = folder.start(words.map(String.init) + ["--now", Story.now]).wait()
        return "\(ending.code) \(ending.output)\(ending.errors)"
      }
    }
    #expect(folder.exists(cache))
    let quick = answers()
    folder.remove("events.jsonl.d/snapshots")
    let slow = answers()
    for (index, command) in commands.enumerated() {
      #expect(quick[index] == slow[index], "\(command)")
    }
  }
}
