import TestSupport
import Testing

/// Two processes grant a skill that ends at once, or one of them while the other gives work that needs it.
@Suite(.besidePrograms)
struct DatedRaceTests {
  private static let now = "2026-03-09T09:30:00Z"
  private static let people = (0..<Race.count).map { "p\($0)" }
  private static let beginning =
    [registrations([("mia", "manager")])[0]]
    + people.map { submission("user.registered", $0, "mia", #"{"roles":["employee"]}"#) }

  private static func grant(_ person: String, _ skill: String, until: String) -> String {
    submission("skill.granted", person, "mia", #"{"skill":"\#(skill)","until":"\#(until)"}"#)
  }

  @Test func `a skill with a last day is granted once, each time`() throws {
    var race = try Race(at: Self.now, after: Self.beginning)
    for (number, person) in Self.people.enumerated() {
      let line = Self.grant(person, "s\(number)", until: "2026-03-31")
      _ = try race.run([line, line], refusing: "alreadyGranted")
    }
    try race.end(recording: "skill.granted", of: "skill")
  }

  @Test
  func
    `a shift is given by the skill as it was, or refused as the skill is, each time`()
    throws
  {
    // Everybody has the skill up to the day of their shift; then it ends a day earlier.
    let race = try Race(
      at: Self.now,
      after: Self.beginning + Self.people.map { Self.grant($0, "keys", until: "2026-03-16") }
        + Self.people.map {
          submission(
            "shift.scheduled", "S" + $0, "mia",
            #"{"owner":"\#($0)","date":"2026-03-16","start":"09:00","end":"10:00","needs":["keys"]}"#
          )
        }
        + Self.people.map { submission("shift.cancelled", "S" + $0, "mia") })
    var given: Set<String> = []
    for (number, person) in Self.people.enumerated() {
      let lines = [
        submission("shift.restored", "S" + person, "mia"),
        Self.grant(person, "keys", until: "2026-03-15"),
      ]
      for index in [number % 2, 1 - number % 2] { race.sessions[index].send(line: lines[index]) }
      let replies = race.sessions.map { members($0.line()) }
      try #require(replies[1].text("status") == "appended", "\(replies)")
      let isGiven = replies[0].text("status") == "appended"
      if isGiven { given.insert("S" + person) }
      try #require(isGiven || replies[0].text("error") == "skillMissing", "\(replies)")
    }
    try race.end()
    var ended: Set<String> = []
    for line in try race.log.lines {
      let event = members(line)
      guard let subject = event.text("subject") else { continue }
      if (event["data"] as? [String: Any])?.text("until") == "2026-03-15" { ended.insert(subject) }
      // No shift is given behind the end of the skill.
      if event.text("type") == "shift.restored" {
        #expect(!ended.contains(String(subject.dropFirst())) && given.remove(subject) != nil)
      }
    }
    #expect(given.isEmpty && ended == Set(Self.people))
    let judged = try race.log.tool("verify", "--rules", race.log.path)
    #expect(judged.code == 0, "\(judged.output)")
  }
}
