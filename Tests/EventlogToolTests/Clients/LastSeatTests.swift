import Foundation
import Testing

/// Two processes want the one seat that each of many deals has, or the one place of each vacancy.
@Suite struct LastSeatTests {
  private static let users = ["ann", "bob"]

  @Test func `of two for the last seat one gets it, each time`() throws {
    let deal =
      #"{"name":"Soup","companyName":"Cafe","category":"food","latitude":52.1,"longitude":5.1,"#
      + #""validUntil":"2026-03-01T20:00:00Z","capacity":1}"#
    var race = try Race(
      at: "2026-03-01T12:00:00Z",
      after: registrations([("cafe", "company"), ("ann", "consumer"), ("bob", "consumer")])
        + (0..<Race.count).map { submission("deal.posted", "D\($0)", "cafe", deal) })
    for number in 0..<Race.count {
      let lines = Self.users.map {
        submission("deal.reserved", "\($0)-\(number)", $0, #"{"deal":"D\#(number)"}"#)
      }
      _ = try race.run(lines, refusing: "soldOut")
    }
    try race.end(recording: "deal.reserved", of: "deal")
    let shown = try race.log.tool(
      "show", "deals", "--all", "--json", "--now", race.now, race.log.path)
    #expect(
      shown.output.components(separatedBy: #""left":0,"status":"soldOut""#).count
        == Race.count + 1)
  }

  @Test func `of two for the last place one gets it, each time`() throws {
    let policies = #"{"maxShiftsPerDay":24,"maxShiftsAtOnce":24}"#
    let vacancy = #"{"date":"2026-03-01","start":"15:00","end":"20:00","places":1}"#
    var race = try Race(
      at: "2026-01-05T12:00:00Z",
      after: registrations([("mia", "manager"), ("ann", "employee"), ("bob", "employee")])
        + [submission("workplace.configured", "W", "mia", policies)]
        + (0..<Race.count).map { submission("vacancy.posted", "V\($0)", "mia", vacancy) })
    for number in 0..<Race.count {
      let lines = Self.users.map {
        submission("shift.claimed", "\($0)-\(number)", $0, #"{"vacancy":"V\#(number)"}"#)
      }
      let winner = try race.run(lines, refusing: "noPlaceLeft")
      // A shift that is dropped gives its place back, and a person holds few at a time.
      let user = Self.users[winner]
      race.sessions[winner].send(line: submission("shift.dropped", "\(user)-\(number)", user))
      #expect(members(race.sessions[winner].line()).text("status") == "appended")
    }
    try race.end(recording: "shift.claimed", of: "vacancy")
  }
}
