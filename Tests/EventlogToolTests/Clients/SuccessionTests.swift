// The leader of several sessions is stopped with their lines in its hands, and killed.

import Foundation
import TestSupport
import Testing

#if os(Linux)
  @Suite(.besidePrograms) struct SuccessionTests {
    /// Which of a session's lines a reply belongs to.
    private struct Sent {
      var user: String
      /// The id that the client chose, if it chose one.
      var id: String?
      /// True if an earlier line of the session has the same id.
      var isRepeat = false
    }

    /// Lines of one session: with ids and without, and now and then the same again.
    private func lines(of session: Int, using random: inout SplitMix64) -> [Sent] {
      var lines: [Sent] = []
      for number in 0..<Int.random(in: 1...40, using: &random) {
        let user = "u\(session)-\(number)"
        let id = Bool.random(using: &random) ? "id-\(user)" : nil
        lines.append(Sent(user: user, id: id))
        if let id, Int.random(in: 0..<4, using: &random) == 0 {
          lines.append(Sent(user: user, id: id, isRepeat: true))
        }
      }
      return lines
    }

    @Test func `what was sent once is appended, though the leader that wrote it is killed`() throws
    {
      let seed =
        ProcessInfo.processInfo.environment["CAMPAIGN_SEED"].flatMap { UInt64($0) }
        ?? .random(in: 0 ... .max)
      var random = SplitMix64(seed: seed)
      var lateCount = 0
      for round in 0..<Rounds.count(3, full: 500) {
        let log = try ClientLog()
        let sessions = try (0...Int.random(in: 2...8, using: &random)).map { _ in
          try log.session()
        }
        let sent = sessions.indices.map { $0 == 0 ? [] : lines(of: $0, using: &random) }
        for (session, lines) in zip(sessions, sent).dropFirst() {
          session.send(lines.map { registration($0.user, id: $0.id) + "\n" }.joined())
        }
        let leader = sessions[0]
        // Mostly when it has written and not replied.
        let length = Int.random(in: 0...4, using: &random) == 0 ? 0 : 1
        while log.lengthBytes < length {}
        leader.signal(SIGSTOP)
        lateCount += log.lengthBytes > 0 ? 1 : 0
        usleep(.random(in: 0...20_000, using: &random))
        leader.kill()
        var places: [String: Int] = [:]
        for (session, lines) in zip(sessions, sent).dropFirst() {
          for line in lines {
            let reply = members(session.line())
            let status = line.isRepeat ? "duplicate" : "appended"
            #expect(
              reply.text("status") == status,
              "round \(round), CAMPAIGN_SEED=\(seed): \(line) was answered \(reply)")
            let place = reply.number("sequence")
            if line.isRepeat {
              #expect(places[line.user] == place)
            } else {
              places[line.user] = place
            }
          }
        }
        // A client that asks again, by another session, is told that it is there.
        let again = sent.joined().filter { $0.id != nil }.randomElement(using: &random)
        if let again, let other = sessions.dropFirst().randomElement(using: &random) {
          let reply = members(other.ask(registration(again.user, id: again.id)))
          #expect(
            reply.text("status") == "duplicate" && reply.number("sequence") == places[again.user])
        }
        for session in sessions.dropFirst() { #expect(session.end() == 0) }
        let events = try log.lines.map { members($0) }
        #expect(events.count == places.count)
        for (user, place) in places { #expect(events[place - 1].text("subject") == user) }
        try log.expectWhole()
      }
      print("leaders stopped after they had written: \(lateCount), CAMPAIGN_SEED=\(seed)")
    }

    @Test func `a client that was answered before and asks another follower hears duplicate`()
      throws
    {
      let log = try ClientLog()
      let (leader, asked, other) = (try log.session(), try log.session(), try log.session())
      let line = registration("eva", id: "e1")
      #expect(members(asked.ask(line)).text("status") == "appended")
      leader.signal(SIGSTOP)
      other.send(line: line)
      usleep(100_000)
      leader.kill()
      #expect(members(other.line()).text("status") == "duplicate")
      #expect(members(asked.ask(line)).text("status") == "duplicate")
    }

    @Test func `an id that sessions send at once is appended by one of them`() throws {
      let log = try ClientLog()
      let sessions = try (0..<6).map { _ in try log.session() }
      sessions[0].signal(SIGSTOP)
      for session in sessions.dropFirst() { session.send(line: registration("eva", id: "e1")) }
      usleep(100_000)
      sessions[0].kill()
      let statuses = sessions.dropFirst().map { members($0.line()).text("status") }
      #expect(statuses.count { $0 == "appended" } == 1, "\(statuses)")
      #expect(statuses.count { $0 == "duplicate" } == 4, "\(statuses)")
    }
  }
#endif
