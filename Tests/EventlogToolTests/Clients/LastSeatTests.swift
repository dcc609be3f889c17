import Foundation
import Testing

/// Two processes want the one seat that each of many deals has.
@Suite struct LastSeatTests {
  private static let deals = 500
  private static let now = "2026-03-01T12:00:00Z"

  private func deal(_ number: Int) -> String {
    #"{"type":"deal.posted","subject":"D\#(number)","actor":"cafe","data":{"name":"Soup","#
      + #""companyName":"Cafe","category":"food","latitude":52.1,"longitude":5.1,"#
      + #""validUntil":"2026-03-01T20:00:00Z","capacity":1}}"#
  }

  @Test func `of two for the last seat one gets it, five hundred times`() throws {
    let log = try ClientLog()
    let people = [("cafe", "company"), ("ann", "consumer"), ("bob", "consumer")].map {
      #"{"type":"user.registered","subject":"\#($0.0)","actor":"\#($0.0)","data":{"roles":["\#($0.1)"]}}"#
    }
    let beginning = people + (0..<Self.deals).map(deal)
    let made = try log.tool(
      "append", "-", "-f", log.path, "--now", Self.now,
      input: beginning.map { $0 + "\n" }.joined())
    try #require(made.code == 0)

    // The race is not about the disk.
    let users = ["ann", "bob"]
    let sessions = try users.map { _ in try log.session("--now", Self.now, "--sync", "none") }
    var wins = [0, 0]
    for number in 0..<Self.deals {
      for (user, session) in zip(users, sessions) {
        session.send(
          line: #"{"type":"deal.reserved","subject":"\#(user)-\#(number)","actor":"\#(user)","#
            + #""data":{"deal":"D\#(number)"}}"#)
      }
      let replies = sessions.map { members($0.line()) }
      let winners = replies.indices.filter { replies[$0].text("status") == "appended" }
      try #require(winners.count == 1, "deal \(number): \(replies)")
      let loser = replies[1 - winners[0]]
      #expect(loser.text("status") == "rejected" && loser.text("error") == "soldOut")
      wins[winners[0]] += 1
    }
    for session in sessions { #expect(session.end() == 0) }

    let reserved = try log.lines.map { members($0) }.filter { $0.text("type") == "deal.reserved" }
    let seats = Set(reserved.compactMap { ($0["data"] as? [String: Any])?.text("deal") })
    #expect(reserved.count == Self.deals && seats.count == Self.deals)
    #expect(wins.reduce(0, +) == Self.deals, "\(wins)")
    let shown = try log.tool("show", "deals", "--all", "--json", "--now", Self.now, log.path)
    #expect(shown.output.components(separatedBy: #""left":0,"status":"soldOut""#).count == 501)
    try log.expectWhole()
  }
}
