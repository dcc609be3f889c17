// Sessions that share a log, clients that send without waiting, and clients that die.

import Foundation
import Testing

extension SessionTests {
  @Test func `two sessions see each other's events`() throws {
    let log = try ClientLog()
    let (first, second) = (try log.session(), try log.session())
    #expect(members(first.ask(registration("eva"))).number("sequence") == 1)
    #expect(members(second.ask(registration("eva"))).text("error") == "userExists")
    #expect(members(second.ask(registration("bas", id: "b"))).number("sequence") == 2)
    let again = members(first.ask(registration("bas", id: "b")))
    #expect(again.text("status") == "duplicate")
    #expect(again.number("sequence") == 2)
    let follow = #"{"type":"user.followed","subject":"bas","actor":"eva"}"#
    #expect(members(first.ask(follow)).number("sequence") == 3)
    #expect(members(second.ask(follow)).text("error") == "alreadyFollowing")
    #expect(first.end() == 0 && second.end() == 0)
    try log.expectWhole()
  }

  @Test func `a session shows events of others`() throws {
    let log = try ClientLog()
    let (first, second) = (try log.session(), try log.session())
    func users(_ session: Child) -> [String] {
      let rows = members(session.ask(#"{"op":"show","projection":"users"}"#))["rows"]
      return (rows as? [[String: Any]] ?? []).compactMap { $0.text("user") }
    }
    #expect(users(first) == [])
    _ = second.ask(registration("eva"))
    #expect(users(first) == ["eva"])
    try log.tool(
      "append", "user.registered", "bas", "--actor", "bas", "roles=student", "-f", log.path)
    #expect(users(first) == ["bas", "eva"])
    #expect(users(second) == ["bas", "eva"])
    #expect(
      try log.tool("show", "users", "--json", "--now", "2030-01-01", log.path).output
        == first.ask(#"{"op":"show","projection":"users","now":"2030-01-01"}"#) + "\n")
    #expect(first.end() == 0 && second.end() == 0)
  }

  @Test func `an answer includes the submissions sent before its request`() throws {
    let log = try ClientLog()
    let session = try log.session()
    let lines = (1...50).flatMap {
      [registration("u\($0)"), #"{"op":"show","projection":"users","ref":\#($0)}"#]
    }
    session.sendAndClose(lines.joined(separator: "\n") + "\n")
    for number in 1...50 {
      #expect(members(session.line()).number("sequence") == number)
      let shown = members(session.line())
      #expect((shown["rows"] as? [Any])?.count == number)
      #expect(shown.number("ref") == number)
    }
    #expect(session.wait() == 0)
  }

  @Test func `two thousand lines without waiting are answered in order`() throws {
    let log = try ClientLog()
    let session = try log.session()
    let count = 2_000
    let lines = (1...count).map { number in
      switch number % 4 {
      case 0: #"{"op":"ping","ref":\#(number)}"#
      case 1: "{\"ref\":\(number)}"
      default: registration("u\(number)", ref: "\(number)")
      }
    }
    session.sendAndClose(lines.joined(separator: "\n") + "\n")
    var sequence = 0
    for number in 1...count {
      let reply = members(session.line())
      #expect(reply.number("ref") == number)
      switch number % 4 {
      case 0: #expect(reply.text("status") == "pong")
      case 1: #expect(reply.text("error") == "missingField")
      default:
        sequence += 1
        #expect(reply.number("sequence") == sequence)
      }
    }
    #expect(session.wait() == 0)
    #expect(try log.lines.count == sequence)
    try log.expectWhole()
  }

  @Test func `a client that is killed leaves a whole log`() throws {
    let log = try ClientLog()
    for round in 1...5 {
      // The shell is the client: it holds both ends, and reads no more than it must.
      let client = try Child(
        "/bin/sh",
        [
          "-c",
          """
          i=0
          while :; do
            i=$((i+1))
            u=r\(round)-$i
            printf '{"type":"user.registered","subject":"%s","actor":"%s",' $u $u
            printf '"data":{"roles":["student"]}}\\n' || exit
          done | "$0" append --session -f "$1" | while read -r line; do echo "$line" || exit; done
          """, BuiltTool.path, log.path,
        ])
      for _ in 0..<(round * 20) { _ = try #require(client.line()) }
      client.kill()
      // Nobody reads any more: the loops of the shell end with the session.
      client.closeOutput()
      client.closeInput()
      _ = client.wait()
      try log.expectWhole()
      let session = try log.session()
      #expect(members(session.ask(registration("after\(round)"))).text("status") == "appended")
      #expect(session.end() == 0)
    }
    let events = try log.lines.map(members)
    #expect(events.map { $0.text("sequence").flatMap(Int.init) } == Array(1...events.count))
  }

  @Test func `a session that is killed loses nothing that it acknowledged`() throws {
    let log = try ClientLog()
    var acknowledged: [String: Int] = [:]
    for round in 1...10 {
      let session = try log.session()
      let lines = (1...200).map { registration("r\(round)-\($0)", id: "r\(round)-\($0)") }
      session.send(lines.joined(separator: "\n") + "\n")
      for _ in 0..<(round * 15) {
        let reply = members(session.line())
        if let id = reply.text("id") { acknowledged[id] = reply.number("sequence") }
      }
      session.kill()
      #expect(session.wait() == nil)
    }
    let session = try log.session()
    for (id, sequence) in acknowledged {
      let again = members(session.ask(registration(id, id: id)))
      #expect(again.text("status") == "duplicate")
      #expect(again.number("sequence") == sequence)
    }
    #expect(session.end() == 0)
    try log.expectWhole()
  }
}
