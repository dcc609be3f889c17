import Foundation
import TestSupport
import Testing

/// Two processes change weekly work, or close days, at once.
@Suite(.besidePrograms)
struct SeriesRaceTests {
  private static let now = "2026-03-09T08:00:00Z"
  private static let beginning =
    [registrations([("mia", "manager")])[0]]
    + [("max", "manager"), ("bas", "employee"), ("eva", "employee")].map {
      submission("user.registered", $0.0, "mia", #"{"roles":["\#($0.1)"]}"#)
    } + [submission("workplace.configured", "W", "mia", #"{"horizonWeeks":104}"#)]

  private func series(_ id: String, _ weekday: String) -> String {
    submission(
      "fixedshift.registered", id, "mia",
      #"{"owner":"bas","weekday":"\#(weekday)","start":"15:00","end":"20:00"}"#)
  }

  /// Mondays to Fridays of a hundred weeks from 2026-03-16 on.
  private func date(_ number: Int) -> String {
    let first = ISO8601DateFormatter().date(from: "2026-03-16T00:00:00Z")!
    let days = number / 5 * 7 + number % 5
    return String(
      ISO8601DateFormatter().string(from: first.addingTimeInterval(Double(days) * 86_400))
        .prefix(10))
  }

  private func data(_ line: String) -> [String: Any] {
    members(line)["data"] as? [String: Any] ?? [:]
  }

  @Test
  func `of two edits that give a series to the same person one is recorded, each time`()
    throws
  {
    var race = try Race(at: Self.now, after: Self.beginning + [series("F1", "friday")])
    for number in 0..<Race.count {
      let owner = number % 2 == 0 ? "eva" : "bas"
      let edits = ["mia", "max"].map {
        submission("fixedshift.edited", "F1", $0, #"{"to":"\#(owner)"}"#)
      }
      _ = try race.run(edits, refusing: "ownShift")
    }
    try race.end()
    let edits = try race.log.lines.filter {
      members($0).text("type") == "fixedshift.edited"
    }
    #expect(edits.count == Race.count)
    // Each takes all occurrences from the one before.
    #expect(edits.allSatisfy { (data($0)["edited"] as? [String])?.count == 104 })
  }

  @Test func `an edit comes before an acceptance of an occurrence or keeps it, each time`()
    throws
  {
    let weekdays = ["monday", "tuesday", "wednesday", "thursday", "friday"]
    let ids = (0..<Race.count).map { "F\($0 % 5).\(date($0))" }
    let race = try Race(
      at: Self.now,
      after: Self.beginning + weekdays.enumerated().map { series("F\($0)", $1) }
        + ids.map { submission("shift.supplied", $0, "bas") })
    for (number, id) in ids.enumerated() {
      let start = number / 5 % 2 == 0 ? "16:00" : "15:00"
      let lines = [
        submission(
          "fixedshift.edited", "F\(number % 5)", "mia",
          #"{"start":"\#(start)","from":"\#(date(number))"}"#),
        submission("shift.accepted", id, "eva"),
      ]
      for index in [number % 2, 1 - number % 2] { race.sessions[index].send(line: lines[index]) }
      let replies = race.sessions.map { members($0.line()) }
      try #require(replies.allSatisfy { $0.text("status") == "appended" }, "\(replies)")
    }
    try race.end()
    var edits: [[String: Any]] = []
    var counts = [0, 0]
    for line in try race.log.lines {
      let event = members(line)
      if event.text("type") == "fixedshift.edited" { edits.append(data(line)) }
      guard event.text("type") == "shift.accepted", let id = event.text("subject") else { continue }
      // The edit of this round is the last one before, or the next one.
      let number = try #require(ids.firstIndex(of: id))
      let start = number / 5 % 2 == 0 ? "16:00" : "15:00"
      let isBehind = data(line)["start"] as? String == start
      counts[isBehind ? 1 : 0] += 1
      #expect(edits.count == (isBehind ? number + 1 : number), "\(id)")
    }
    #expect(edits.count == Race.count && counts.reduce(0, +) == Race.count)
    for (number, edit) in edits.enumerated() {
      let named = ["edited", "kept"].map { edit[$0] as? [String] ?? [] }
      #expect(named[0].contains(ids[number]) != named[1].contains(ids[number]), "\(edit)")
    }
  }

  @Test func `a claim comes before a closure, and goes with it, or not at all, each time`()
    throws
  {
    let race = try Race(
      at: Self.now,
      after: Self.beginning
        + (0..<Race.count).map {
          submission(
            "vacancy.posted", "V\($0)", "mia",
            #"{"date":"\#(date($0))","start":"15:00","end":"20:00","places":1}"#)
        })
    for number in 0..<Race.count {
      let lines = [
        submission(
          "closure.recorded", "C\(number)", "mia", #"{"from":"\#(date(number))","cancel":true}"#),
        submission("shift.claimed", "S\(number)", "eva", #"{"vacancy":"V\#(number)"}"#),
      ]
      for index in [number % 2, 1 - number % 2] { race.sessions[index].send(line: lines[index]) }
      let replies = race.sessions.map { members($0.line()) }
      try #require(replies[0].text("status") == "appended", "\(replies)")
      let isClaimed = replies[1].text("status") == "appended"
      #expect(isClaimed || replies[1].text("error") == "noPlaceLeft", "\(replies)")
      #expect(replies[0]["count"] as? Int == (isClaimed ? 3 : 2), "\(replies)")
    }
    try race.end()
    let shown = try race.log.tool("show", "schedule", "--all", "-f", race.log.path, "--json")
    #expect(shown.output.contains(#""rows":[]"#))
  }
}
