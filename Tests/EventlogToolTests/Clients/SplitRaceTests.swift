import Testing

/// Two processes split a shift, or one of them while the other gives it away.
@Suite(.besidePrograms)
struct SplitRaceTests {
  private static let now = "2026-03-09T09:30:00Z"
  private static let people = (0..<Race.count).map { "p\($0)" }
  private static let beginning =
    [
      registrations([("mia", "manager")])[0],
      submission("workplace.configured", "W", "mia", #"{"minSplitMinutes":60}"#),
    ]
    + people.map { submission("user.registered", $0, "mia", #"{"roles":["employee"]}"#) }
    + people.map {
      submission(
        "shift.scheduled", "S" + $0, "mia",
        #"{"owner":"\#($0)","date":"2026-03-16","start":"09:00","end":"17:00"}"#)
    }

  private static func split(_ person: String, at time: String, into: String, by actor: String)
    -> String
  {
    submission("shift.split", "S" + person, actor, #"{"at":"\#(time)","into":"\#(into)"}"#)
  }

  @Test func `one second part comes about under an id, each time`() throws {
    var race = try Race(at: Self.now, after: Self.beginning)
    for person in Self.people {
      let lines = [(person, "12:00"), ("mia", "14:00")].map {
        Self.split(person, at: $1, into: "T" + person, by: $0)
      }
      _ = try race.run(lines, refusing: "shiftExists")
    }
    try race.end(recording: "shift.split", of: "into")
  }

  @Test func `a shift is split before it is supplied, or stays whole, each time`() throws {
    let race = try Race(at: Self.now, after: Self.beginning)
    var whole: Set<String> = []
    for (number, person) in Self.people.enumerated() {
      let lines = [
        submission("shift.supplied", "S" + person, person),
        Self.split(person, at: "12:00", into: "T" + person, by: "mia"),
      ]
      for index in [number % 2, 1 - number % 2] { race.sessions[index].send(line: lines[index]) }
      let replies = race.sessions.map { members($0.line()) }
      try #require(replies[0].text("status") == "appended", "\(replies)")
      let isSplit = replies[1].text("status") == "appended"
      if !isSplit { whole.insert("S" + person) }
      try #require(isSplit || replies[1].text("error") == "wrongState", "\(replies)")
    }
    try race.end()
    for line in try race.log.lines {
      let event = members(line)
      guard event.text("type") == "shift.supplied", let shift = event.text("subject") else {
        continue
      }
      // What is supplied ends where it was cut.
      let end = (event["data"] as? [String: Any])?.text("end")
      #expect(end == (whole.contains(shift) ? "17:00" : "12:00"), "\(shift)")
    }
    let judged = try race.log.tool("verify", "--rules", race.log.path)
    #expect(judged.code == 0, "\(judged.output)")
  }
}
