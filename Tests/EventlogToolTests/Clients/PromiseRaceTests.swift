import Foundation
import TestSupport
import Testing

/// Two processes settle the same promise at once.
@Suite(.besidePrograms)
struct PromiseRaceTests {
  private static let people = [("mia", "manager"), ("max", "manager"), ("bas", "employee")]
  private static let now = "2026-03-10T12:00:00Z"

  private func date(_ days: Int) -> String {
    let first = ISO8601DateFormatter().date(from: "2026-03-01T00:00:00Z")!
    let day = first.addingTimeInterval(Double(days) * 86_400)
    return String(ISO8601DateFormatter().string(from: day).prefix(10))
  }

  private func shift(_ id: String, _ date: String, _ times: String) -> String {
    submission(
      "shift.scheduled", id, "mia",
      #"{"owner":"bas","date":"\#(date)",\#(times),"override":["shiftStarted","dayTaken","overlapping"]}"#
    )
  }

  private static func registered() -> [String] {
    [registrations([people[0]])[0]]
      + people.dropFirst().map {
        submission("user.registered", $0.0, "mia", #"{"roles":["\#($0.1)"]}"#)
      }
  }

  @Test func `of two answers to a late change one is recorded, each time`() throws {
    let days = (0..<Race.count).map { date(20 + $0) }
    var beginning =
      Self.registered()
      + days.indices.map { number in
        shift("S\(number)", days[number], #""start":"15:00","end":"20:00""#)
      }
    for first in [0, 366] {
      beginning.append(
        submission(
          "schedule.published", "P\(first)", "mia",
          #"{"from":"\#(date(20 + first))","to":"\#(date(20 + first + 365))"}"#))
    }
    beginning += days.indices.map {
      submission("shift.edited", "S\($0)", "mia", #"{"start":"16:00"}"#)
    }
    var race = try Race(at: Self.now, after: beginning)
    for number in 0..<Race.count {
      let answers = ["true", "false"].map {
        submission("change.answered", "S\(number)", "bas", #"{"agreed":\#($0)}"#)
      }
      _ = try race.run(answers, refusing: "nothingAwaited")
    }
    try race.end(recording: "change.answered", of: "date")
  }

  @Test func `of two confirmations of the same hours one is recorded, each time`() throws {
    let beginning =
      Self.registered()
      + (0..<Race.count).flatMap { number in
        [
          shift(
            "S\(number)", "2026-03-09",
            #""start":"\#(String(format: "%02d:%02d", number / 60, number % 60))","end":"20:00""#),
          submission("hours.recorded", "S\(number)", "bas", #"{"minutes":\#(1 + number)}"#),
        ]
      }
    var race = try Race(at: Self.now, after: beginning)
    for number in 0..<Race.count {
      let confirmations = ["mia", "max"].map { submission("hours.confirmed", "S\(number)", $0) }
      _ = try race.run(confirmations, refusing: "alreadyConfirmed")
    }
    try race.end()
    let confirmed = try race.log.lines.map { members($0) }
      .filter { $0.text("type") == "hours.confirmed" }.map { $0.text("subject") }
    #expect(confirmed.count == Race.count && Set(confirmed).count == Race.count)
  }

  @Test
  func `a record of hours comes before the closing of its day or not at all, each time`()
    throws
  {
    let days = (0..<Race.count).map { date(-1 - $0) }
    let beginning =
      Self.registered()
      + days.indices.map { number in
        shift("S\(number)", days[number], #""start":"15:00","end":"20:00""#)
      }
    let race = try Race(at: Self.now, after: beginning)
    var worked: [Int] = []
    for number in 0..<Race.count {
      let lines = [
        submission(
          "period.closed", "C\(number)", "mia",
          #"{"from":"\#(days[number])","to":"\#(days[number])"}"#),
        submission("hours.recorded", "S\(number)", "max", #"{"minutes":300}"#),
      ]
      for index in [number % 2, 1 - number % 2] { race.sessions[index].send(line: lines[index]) }
      let replies = race.sessions.map { members($0.line()) }
      try #require(replies[0].text("status") == "appended", "\(replies)")
      if replies[1].text("status") == "appended" {
        worked.append(number)
      } else {
        #expect(replies[1].text("error") == "periodClosed", "\(replies)")
      }
    }
    try race.end()
    // The closing counts what was recorded before it, and nothing else.
    let closings = try race.log.lines.map { members($0) }
      .filter { $0.text("type") == "period.closed" }
    #expect(closings.count == Race.count)
    for closing in closings {
      let number = try #require(Int(closing.text("subject")?.dropFirst() ?? ""))
      let data = closing["data"] as? [String: Any]
      #expect(data?["shifts"] as? Int == (worked.contains(number) ? 1 : 0), "\(closing)")
    }
  }
}
