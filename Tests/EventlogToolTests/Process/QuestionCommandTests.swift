import Foundation
import TestSupport
import Testing

@testable import eventlog_tool

/// The questions of a manager, asked of the sample by commands and in a session.
struct QuestionCommandTests {
  private let folder = LogFolder()

  private func ask(_ words: String...) -> Ending {
    folder.start(["show"] + words + [Repository.sample]).wait()
  }

  @Test func `answers about the sample are as recorded`() {
    let march = ["--now", "2026-03-18T09:00:00Z"]
    let end = ["--now", "2026-03-31T18:30:00Z"]
    var text = ""
    for words in [
      ["attention"] + march, ["attention"] + end, ["attention", "--format", "json"] + end,
      ["attention", "--user", "Ida", "--format", "csv"] + end,
      ["candidates", "--shift", "F4.2026-04-01"] + end,
      ["candidates", "--shift", "F4.2026-04-01", "--format", "csv"] + end,
      ["candidates", "--shift", "F4.2026-04-01", "--format", "ndjson"] + end,
      ["candidates", "--vacancy", "stock-q1"] + march,
      ["candidates", "--vacancy", "stock-q1", "--format", "markdown"] + march,
      ["availability", "--on", "2026-04-01"] + end,
      ["availability", "--on", "tomorrow", "--format", "json"] + end,
      ["availability", "--week", "2026-W16", "--user", "Ida"] + end,
      ["availability", "--on", "2026-04-15", "--format", "csv"] + end,
      ["hours", "--week", "2026-W14"] + end, ["hours", "--week", "2026-W15", "--over", "8h"] + end,
      ["hours", "--week", "2026-W15", "--under", "6h"] + end,
      ["hours", "--by", "label", "--from", "2026-03-01", "--total"] + end,
      ["hours", "--by", "place", "--format", "csv"] + end,
    ] {
      let ending = folder.start(["show"] + words + [Repository.sample]).wait()
      text += "$ eventlog-tool show \(words.joined(separator: " "))\n"
      text += ending.output.replacing("\r\n", with: "\n") + ending.errors + "\n"
    }
    expectGolden(text, "questions.txt")
  }

  @Test func `a question without its thing, or with options of another, is refused`() {
    for (words, message) in [
      (["candidates"], "candidates needs --shift or --vacancy"),
      (["candidates", "--shift", "A", "--vacancy", "B"], "exclude each other"),
      (["candidates", "--request", "R"], "show candidates takes no --request"),
      (["availability", "--on", "next-week"], "--on must be one day"),
      (["availability", "--on", "today", "--week", "this-week"], "exclude each other"),
      (["availability", "--on", "today", "--from", "today"], "exclude each other"),
      (["availability", "--on", "today", "--to", "today"], "exclude each other"),
      (["availability", "--on", "today", "--month", "2026-01"], "exclude each other"),
      (["schedule", "--grid", "--month", "2026-01"], "a grid shows one week"),
      (
        ["schedule", "--grid", "--week", "2026-W03", "--from", "2026-02-01"],
        "a grid shows one week"
      ),
      (["users", "--from", "today"], "show users takes no --from"),
      (["vacancies", "--user", "eva"], "show vacancies takes no --user"),
      (["hours", "--published"], "show hours takes no --published"),
      (["closures", "--label", "bar"], "show closures takes no --label"),
      (["schedule", "--on", "today"], "show schedule takes no --on; availability does"),
      (["hours", "--over", "40"], "--over must be a length of time"),
      (["hours", "--under", "h"], "--under must be a length of time"),
      (["schedule", "--over", "40h"], "show schedule takes no --over; hours does"),
      (["requests", "--label", "bar"], "show requests takes no --label"),
    ] {
      let ending = folder.start(["show"] + words + [Repository.sample]).wait()
      #expect(ending.code == 64 && ending.errors.contains(message), "\(words): \(ending.errors)")
    }
    for noun in ["shift", "vacancy"] {
      let ending = ask("candidates", "--\(noun)", "nobody.knows")
      #expect(ending.code == 1 && ending.errors.contains("has never seen the \(noun)"))
    }
  }

  private static let always = ["--from", "0001-01-01", "--to", "9999-12-31"]

  @Test(arguments: [["--by", "day"], ["--by", "week"], ["--by", "month"], []])
  func `more rows of people and periods than an answer has are refused with the bound`(
    words: [String]
  ) {
    let asked = ["hours", "--under", "1h"] + words + Self.always
    for command in [["show"] + asked + ["--limit", "1"], ["export", "csv"] + asked] {
      let ending = folder.start(command + [Repository.sample]).wait(seconds: 20)
      #expect(ending.code == 64 && ending.output.isEmpty, "\(command): \(ending)")
      #expect(ending.errors.contains("at most 100000 rows"), "\(ending.errors)")
    }
    folder.write(folder.bytes(Repository.sample), to: "events.jsonl")
    let by = words.isEmpty ? "" : #","by":"\#(words[1])""#
    let request =
      #"{"op":"show","projection":"hours","under":"1h","limit":1,"from":"0001-01-01","to":"9999-12-31"\#(by)}"#
    let reply = folder.run("append", "--session", input: request + "\n").lines.last ?? ""
    #expect(reply.hasPrefix(#"{"status":"invalid""#) && reply.contains("at most 100000 rows"))
  }

  @Test func `as many as an answer has are answered`() {
    for words in [
      ["--by", "person"] + Self.always,
      ["--by", "month", "--from", "1990-01-01", "--to", "2030-12-31"],
    ] {
      let ending = folder.start(["show", "hours", "--under", "1h"] + words + [Repository.sample])
        .wait()
      #expect(ending.code == 0 && !ending.output.isEmpty, "\(ending)")
    }
  }

  @Test func `hours are missed only where some were recorded within the 60 days before`() throws {
    let folder = LogFolder()
    folder.run(
      "init", "--workplace", "bar", "--actor", "mia", "timeZone=UTC", "--now",
      "2026-01-01T08:00:00Z")
    let first = ["user.registered", "--now", "2026-01-01T08:00:00Z", "--actor", "mia"]
    folder.run(["append"] + first + ["mia", "roles=manager"])
    folder.run(["append"] + first + ["bas", "roles=employee"])
    for (id, day) in [("L1", "05"), ("L2", "06")].map({ ($0, "2026-01-\($1)") })
      + [("L3", "2026-03-04"), ("L4", "2026-07-01")]
    {
      folder.run(
        "append", "shift.scheduled", id, "--actor", "mia", "owner=bas", "date=\(day)", "start=9:00",
        "end=17:00", "--now", "2026-01-02T08:00:00Z")
    }
    for (id, now) in [("L1", "2026-01-05T20:00:00Z"), ("L1", "2026-07-02T20:00:00Z")] {
      let ending = folder.run(
        "append", "hours.recorded", id, "--actor", "bas", "minutes=480", "--now", now)
      #expect(ending.code == 0, "\(ending)")
    }
    // The eighth event records the first hours, the ninth the second.
    for (moment, missed) in [
      (["--now", "2026-01-07T09:00:00Z"], ["L2"]), (["--now", "2026-01-05T19:59:59Z"], []),
      (["--at", "7", "--now", "2026-01-07T09:00:00Z"], []),
      (["--at", "8", "--now", "2026-01-07T09:00:00Z"], ["L2"]),
      (["--now", "2026-03-06T20:00:00Z"], ["L3"]), (["--now", "2026-03-06T20:00:00.001Z"], []),
      (["--at", "8", "--now", "2026-07-03T09:00:00Z"], []),
      (["--now", "2026-07-03T09:00:00Z"], ["L4"]), (["--at", "2026-07-03T09:00:00Z"], ["L4"]),
    ] {
      let shown = folder.run(["show", "attention", "--format", "ndjson"] + moment)
      let hours = shown.lines.filter { $0.contains(#""kind":"hours""#) }
      #expect(
        hours.count == missed.count && zip(hours, missed).allSatisfy { $0.contains($1) },
        "\(moment): \(shown)")
      let first = folder.run(["replay"] + moment).output.contains("no hours recorded")
      #expect(first == !missed.isEmpty, "\(moment)")
      let page = folder.run(["report", "--format", "markdown"] + moment).output
      #expect(page.contains("no hours recorded") == !missed.isEmpty, "\(moment)")
    }
  }

  @Test func `an empty answer says why`() {
    let ending = ask("attention", "--now", "2031-01-01")
    #expect(ending.code == 0 && ending.errors.contains("nothing needs a manager"), "\(ending)")
    let free = ask("availability", "--on", "today", "--user", "u1")
    #expect(free.code == 0 && free.errors.contains("nothing matches; 7 without"), "\(free)")
    let none = ask("hours", "--over", "900h")
    #expect(none.code == 0 && none.errors == "no sum of hours is over 900:00\n", "\(none)")
    let such = ask("hours", "--over", "900h", "--under", "1000h", "--week", "2026-W10")
    #expect(
      such.errors == "no such sum of hours is over 900:00 and under 1000:00\n", "\(such)")
    let gone = ask("candidates", "--shift", "F12.2026-02-15")
    #expect(gone.code == 0 && gone.errors.contains("it is off the schedule"), "\(gone)")
  }

  @Test func `a session answers what the command does`() throws {
    folder.write(folder.bytes(Repository.sample), to: "events.jsonl")
    let now = "2026-03-31T18:30:00Z"
    let asks: [(members: String, words: [String])] = [
      (#""projection":"attention""#, ["attention"]),
      (
        #""projection":"candidates","shift":"F4.2026-04-01""#,
        ["candidates", "--shift", "F4.2026-04-01"]
      ),
      (
        #""projection":"candidates","vacancy":"stock-q1","user":"u3""#,
        ["candidates", "--vacancy", "stock-q1", "--user", "u3"]
      ),
      (#""projection":"availability","on":"tomorrow""#, ["availability", "--on", "tomorrow"]),
      (#""projection":"availability","week":"2026-W14""#, ["availability", "--week", "2026-W14"]),
      (
        #""projection":"hours","by":"label","under":"12h""#,
        ["hours", "--by", "label", "--under", "12h"]
      ),
    ]
    let requests =
      asks.map { #"{"op":"show",\#($0.members),"now":"\#(now)"}"# } + [
        #"{"op":"show","projection":"candidates"}"#,
        #"{"op":"show","projection":"candidates","vacancy":"none"}"#,
        #"{"op":"show","projection":"availability","user":"none"}"#,
      ]
    let lines = folder.run(
      "append", "--session", input: requests.joined(separator: "\n") + "\n"
    ).lines.dropFirst()
    try #require(lines.count == requests.count)
    for (line, ask) in zip(lines, asks) {
      let told = folder.start(["show"] + ask.words + ["--now", now, "--json"]).wait().output
      #expect(line + "\n" == told, "\(ask.words)")
    }
    let errors = lines.suffix(3).map { line in
      line.firstMatch(of: /"error":"(\w+)"/).map { String($0.1) }
    }
    #expect(errors == ["invalidField", "unknownVacancy", "unknownUser"])
  }
}
