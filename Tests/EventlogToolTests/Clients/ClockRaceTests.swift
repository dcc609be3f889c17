import TestSupport
import Testing

/// Two processes begin work, or end it and record hours, at once.
@Suite(.besidePrograms)
struct ClockRaceTests {
  private static let now = "2026-03-09T09:30:00Z"
  private static let people = (0..<Race.count).map { "p\($0)" }

  /// Everybody has a shift from 9 to 10, and one from 10 to 11.
  private static let beginning =
    [registrations([("mia", "manager")])[0]]
    + people.map {
      submission("user.registered", $0, "mia", #"{"roles":["employee"]}"#)
    } + [
      submission(
        "workplace.configured", "W", "mia", #"{"clockEarlyMinutes":120,"maxShiftsPerDay":2}"#)
    ]
    + [("VA", "09:00", "10:00"), ("VB", "10:00", "11:00")].map {
      submission(
        "vacancy.posted", $0.0, "mia",
        #"{"date":"2026-03-09","start":"\#($0.1)","end":"\#($0.2)","places":500}"#)
    }
    + people.flatMap { person in
      ["A", "B"].map { submission("shift.claimed", $0 + person, person, #"{"vacancy":"V\#($0)"}"#) }
    }

  @Test func `a person begins work once at a time, each time`() throws {
    var race = try Race(at: Self.now, after: Self.beginning, begun: "2026-03-09T08:00:00Z")
    for (number, person) in Self.people.enumerated() {
      let isOneShift = number % 2 == 0
      let lines = [
        submission("work.started", "A" + person, person),
        submission("work.started", (isOneShift ? "A" : "B") + person, person),
      ]
      _ = try race.run(lines, refusing: isOneShift ? "workStarted" : "workRunning")
    }
    try race.end()
    let started = try race.log.lines.filter { members($0).text("type") == "work.started" }
    #expect(Set(started.compactMap { members($0).text("actor") }) == Set(Self.people))
    #expect(started.count == Race.count)
  }

  @Test
  func
    `the end of work and a manager's hours are recorded, or the hours alone, each time`()
    throws
  {
    let race = try Race(
      at: Self.now,
      after: Self.beginning + Self.people.map { submission("work.started", "A" + $0, $0) },
      begun: "2026-03-09T08:30:00Z")
    var endings: Set<String> = []
    for (number, person) in Self.people.enumerated() {
      let lines = [
        submission("work.ended", "A" + person, person),
        submission("hours.recorded", "A" + person, "mia", #"{"minutes":45}"#),
      ]
      for index in [number % 2, 1 - number % 2] { race.sessions[index].send(line: lines[index]) }
      let replies = race.sessions.map { members($0.line()) }
      let hasEnded = replies[0].text("status") == "appended"
      if hasEnded { endings.insert("A" + person) }
      try #require(hasEnded || replies[0].text("error") == "notWorking", "\(replies)")
      try #require(replies[1].text("status") == "appended", "\(replies)")
    }
    try race.end()
    var last: [String: Int] = [:]
    for line in try race.log.lines {
      let event = members(line)
      guard let type = event.text("type"), let shift = event.text("subject"),
        type == "work.ended" || type == "hours.recorded"
      else { continue }
      // Hours end the work: no end of it stands behind them.
      #expect(type == "hours.recorded" || (last[shift] == nil && endings.remove(shift) != nil))
      last[shift] = (event["data"] as? [String: Any])?["minutes"] as? Int
    }
    #expect(endings.isEmpty && last.count == Race.count && Set(last.values) == [45])
    let shown = try race.log.tool(
      "show", "hours", "--month", "2026-03", "-f", race.log.path, "--format", "ndjson")
    let rows = shown.output.split(separator: "\n").map { members(String($0)) }
    #expect(rows.count == Race.count && rows.allSatisfy { $0["minutes"] as? Int == 45 })
  }
}
