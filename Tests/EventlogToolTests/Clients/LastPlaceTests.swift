import Foundation
import Testing

/// Two processes want the one place that each of many vacancies has.
@Suite struct LastPlaceTests {
  private static let vacancies = 500
  private static let now = "2026-01-05T12:00:00Z"

  private func vacancy(_ number: Int) -> String {
    #"{"type":"vacancy.posted","subject":"V\#(number)","actor":"mia","data":{"#
      + #""date":"2026-03-01","start":"15:00","end":"20:00","places":1}}"#
  }

  @Test func `of two for the last place one gets it, five hundred times`() throws {
    let log = try ClientLog()
    let people = [("mia", "manager"), ("ann", "employee"), ("bob", "employee")].map {
      #"{"type":"user.registered","subject":"\#($0.0)","actor":"\#($0.0)","data":{"roles":["\#($0.1)"]}}"#
    }
    let policies =
      #"{"type":"workplace.configured","subject":"W","actor":"mia","data":{"maxShiftsPerDay":24,"maxShiftsAtOnce":24}}"#
    let beginning = people + [policies] + (0..<Self.vacancies).map(vacancy)
    let made = try log.tool(
      "append", "-", "-f", log.path, "--now", Self.now,
      input: beginning.map { $0 + "\n" }.joined())
    try #require(made.code == 0)

    let users = ["ann", "bob"]
    let sessions = try users.map { _ in try log.session("--now", Self.now, "--sync", "none") }
    var wins = [0, 0]
    for number in 0..<Self.vacancies {
      for (user, session) in zip(users, sessions) {
        session.send(
          line: #"{"type":"shift.claimed","subject":"\#(user)-\#(number)","actor":"\#(user)","#
            + #""data":{"vacancy":"V\#(number)"}}"#)
      }
      let replies = sessions.map { members($0.line()) }
      let winners = replies.indices.filter { replies[$0].text("status") == "appended" }
      try #require(winners.count == 1, "vacancy \(number): \(replies)")
      let winner = winners[0]
      let loser = replies[1 - winner]
      #expect(loser.text("status") == "rejected" && loser.text("error") == "noPlaceLeft")
      wins[winner] += 1
      // A shift that is dropped gives its place back, and a person holds few at a time.
      sessions[winner].send(
        line:
          #"{"type":"shift.dropped","subject":"\#(users[winner])-\#(number)","actor":"\#(users[winner])"}"#
      )
      #expect(members(sessions[winner].line()).text("status") == "appended")
    }
    for session in sessions { #expect(session.end() == 0) }

    let claimed = try log.lines.map { members($0) }.filter { $0.text("type") == "shift.claimed" }
    let places = Set(claimed.compactMap { ($0["data"] as? [String: Any])?.text("vacancy") })
    #expect(claimed.count == Self.vacancies && places.count == Self.vacancies)
    #expect(wins.reduce(0, +) == Self.vacancies, "\(wins)")
    try log.expectWhole()
  }
}
