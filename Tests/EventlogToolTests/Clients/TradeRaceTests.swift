import Foundation
import Testing

/// Two processes want the same shift, one by a trade and one by way of the marketplace.
@Suite struct TradeRaceTests {
  /// bas has S and eva has E on a day of their own; bas offers S for E.
  private func beginning(_ number: Int) throws -> [String] {
    let day = try #require(
      ISO8601DateFormatter().date(from: "2026-03-02T00:00:00Z")?
        .addingTimeInterval(Double(number) * 86_400))
    let date = ISO8601DateFormatter().string(from: day).prefix(10)
    func shift(_ id: String, _ owner: String) -> String {
      submission(
        "shift.scheduled", "\(id)\(number)", "mia",
        #"{"owner":"\#(owner)","date":"\#(date)","start":"15:00","end":"20:00"}"#)
    }
    return [
      shift("S", "bas"), shift("E", "eva"),
      submission(
        "trade.offered", "T\(number)", "bas", #"{"give":"S\#(number)","take":"E\#(number)"}"#),
    ]
  }

  @Test func `of a trade and a taker from the marketplace one gets the shift, each time`()
    throws
  {
    let people = [
      ("mia", "manager"), ("bas", "employee"), ("eva", "employee"), ("tom", "employee"),
    ]
    let race = try Race(
      at: "2026-03-01T12:00:00Z",
      after: try registrations(people) + (0..<Race.count).flatMap(beginning))
    let sessions = race.sessions
    var wins = ["trade": 0, "market": 0]
    for number in 0..<Race.count {
      let trade = submission("trade.accepted", "T\(number)", "eva")
      let market = [
        submission("shift.supplied", "S\(number)", "bas"),
        submission("shift.accepted", "S\(number)", "tom"),
      ]
      // Whoever is asked second has the better chance to be late.
      if number % 2 == 0 {
        sessions[0].send(line: trade)
        for line in market { sessions[1].send(line: line) }
      } else {
        for line in market { sessions[1].send(line: line) }
        sessions[0].send(line: trade)
      }
      let traded = members(sessions[0].line())
      let taken = [members(sessions[1].line()), members(sessions[1].line())]
      let place: Comment = "race \(number): \(traded) \(taken)"
      if traded.text("status") == "appended" {
        wins["trade"]! += 1
        #expect(taken.map { $0.text("error") } == ["notOwner", "notOnMarketplace"], place)
      } else {
        wins["market"]! += 1
        #expect(traded.text("error") == "wrongState", place)
        #expect(taken.map { $0.text("status") } == ["appended", "appended"], place)
      }
    }
    try race.end()
    #expect(wins.values.reduce(0, +) == Race.count, "\(wins)")

    let shown = try race.log.tool(
      "show", "schedule", "--all", "--json", "--now", race.now, race.log.path)
    let schedule = try #require(members(shown.output)["rows"] as? [[String: Any]])
    let owners = schedule.filter { $0.text("shift")?.hasPrefix("S") == true }
      .map { $0.text("owner") }
    #expect(owners.count { $0 == "eva" } == wins["trade"])
    #expect(owners.count { $0 == "tom" } == wins["market"])
  }
}
