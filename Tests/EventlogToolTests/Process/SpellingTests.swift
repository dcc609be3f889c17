import Foundation
import Testing

/// Texts that are one to Swift's `==`, and two by their bytes; names that are meant, and not ids.
@Suite(.besidePrograms) struct SpellingTests {
  private let clock = ["--now", "2026-11-30T09:00:00Z"]

  private func log(_ folder: LogFolder, _ lines: [[String]], _ file: String) {
    for words in lines {
      let ending = folder.run(["append"] + words + ["-f", file, "--create"] + clock)
      #expect(ending.code == 0, "\(ending)")
    }
  }

  @Test func `a deal's text in another form of Unicode is a change`() {
    let folder = LogFolder()
    let place = ["companyName=C", "category=food", "latitude=52", "longitude=4"]
    log(
      folder,
      [
        ["user.registered", "c", "--actor", "c", "roles=company"],
        [
          "deal.posted", "d1", "--actor", "c", "name=Cafe\u{301}",
          "validUntil=2026-11-30T20:00:00Z",
        ] + place,
        ["deal.edited", "d1", "--actor", "c", "name=Caf\u{E9}"],
      ], "events.jsonl")
    let changed = folder.run("diff", "--from", "2", "--to", "3")
    #expect(changed.code == 1 && changed.output.contains("name: Cafe\u{301}"), "\(changed)")
    let blame = folder.run(["blame", "--deal", "d1", "--json"] + clock).output
    #expect(blame.contains(#""name""#) && blame.contains(#""sequence":3"#), "\(blame)")
  }

  @Test func `two files whose names differ in their form alone are two`() {
    let folder = LogFolder()
    for (name, user) in [("caf\u{E9}.jsonl", "m"), ("cafe\u{301}.jsonl", "q")] {
      log(folder, [["user.registered", user, "--actor", user, "roles=manager"]], name)
    }
    let both = folder.run("export", "csv", "users", "caf\u{E9}.jsonl", "cafe\u{301}.jsonl")
    #expect(both.code == 0 && both.output.split(whereSeparator: \.isNewline).count == 3, "\(both)")
    #expect(folder.run("show", "users", "-f", "cafe\u{301}.jsonl", "caf\u{E9}.jsonl").code == 64)
    #expect(folder.run("replay", "-f", "cafe\u{301}.jsonl", "caf\u{E9}.jsonl").code == 64)
  }

  @Test func `an audit of a person without events is empty, by name as by id`() {
    let folder = LogFolder()
    log(
      folder,
      [
        ["user.registered", "m", "--actor", "m", "roles=manager,employee", "name=Mia"],
        ["user.registered", "x", "--actor", "m", "roles=employee", "name=José"],
      ], "events.jsonl")
    for words in [["--actor"], ["--at", "1", "--user"]] {
      for person in ["José", "x"] {
        let found = folder.run(["audit"] + words + [person])
        #expect(found.code == 0 && found.errors.contains("there is nothing about"), "\(found)")
      }
    }
    let nobody = folder.run("audit", "--actor", "Josh")
    #expect(nobody.code != 0, "\(nobody)")
  }
}
