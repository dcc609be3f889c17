import Foundation
import Testing

/// Following a log with a home: what other hosts append comes into the copy, and to those that follow it.
@Suite(
  .serialized, .besideServers,
  .enabled(if: PostgresServer.isInstalled, "PostgreSQL is not installed here"))
struct HomeFollowTests {
  private static func register(_ user: String) -> String {
    Story.event("r-\(user)", "user.registered", user, user, nil, #"{"roles":["employee"]}"#)
  }

  private static func wait(seconds: Double = 20, _ isDone: () -> Bool) -> Bool {
    let end = ContinuousClock.now + .seconds(seconds)
    while .now < end {
      if isDone() { return true }
      usleep(2_000)
    }
    return false
  }

  private static func wholeLines(_ text: String) -> [String] {
    String(text.prefix(through: text.lastIndex(of: "\n") ?? text.startIndex))
      .split(separator: "\n").map(String.init)
  }

  @Test func `what another host appends is told within a moment, to all that follow the copy`() {
    let server = PostgresServer()
    let (one, two) = (LogFolder(), LogFolder())
    let address = server.address("store")
    #expect(one.run("init", "--home", address).code == 0)
    #expect(one.append([Self.register("a"), Self.register("b")]).code == 0)
    #expect(two.run("clone", address, "events.jsonl").code == 0)
    let followers = [
      two.start(["log", "--follow"]), two.start(["log", "--follow", "--after", "2"]),
      two.start(
        ["log", "--follow", address], environment: ["XDG_CACHE_HOME": two.file("cache")]),
    ]
    let session = two.start(["append", "--session"], input: .pipe)
    session.send(#"{"op":"follow","after":2}"# + "\n")
    #expect(Self.wait { followers[0].outputSoFar.contains("r-b") })
    #expect(Self.wait { session.outputSoFar.contains("following") })
    let writer = one.start(["append", "--session"], input: .pipe)
    var longest = 0.0
    for number in 0..<25 {
      writer.send(Self.register("n\(number)") + "\n")
      #expect(Self.wait { writer.outputSoFar.contains("\"sequence\":\(number + 3),") })
      let start = ContinuousClock.now
      let isTold = Self.wait {
        (followers + [session]).allSatisfy { $0.outputSoFar.contains("r-n\(number)\"") }
      }
      #expect(isTold, "event \(number + 3)")
      longest = max(longest, (ContinuousClock.now - start) / .seconds(1))
    }
    let lines = one.logLines
    #expect(Self.wait { Self.wholeLines(followers[0].outputSoFar) == lines })
    #expect(Self.wait { Self.wholeLines(followers[1].outputSoFar) == Array(lines[2...]) })
    #expect(Self.wait { Self.wholeLines(followers[2].outputSoFar) == lines })
    #expect(two.logBytes == one.logBytes)
    #expect(longest < 3, "the longest delay was \(longest) s")
    print("followers on another host: longest delay of 25 events \(longest) s")
    // A session that follows writes, too.
    session.send(Self.register("last") + "\n")
    #expect(Self.wait { session.outputSoFar.contains("\"status\":\"appended\"") })
    for session in [session, writer] {
      session.closeInput()
      #expect(session.wait().code == 0)
    }
    #expect(Self.wait { followers[0].outputSoFar.contains("r-last") })
    for follower in followers {
      follower.signal(SIGINT)
      let ending = follower.wait()
      #expect(ending.code == 130 && ending.errors.isEmpty, "\(ending.errors)")
    }
  }

  @Test func `a follower outlives an outage and says so, and a loss ends it loudly`() {
    let server = PostgresServer()
    let (one, two) = (LogFolder(), LogFolder())
    let address = server.address("store")
    #expect(one.run("init", "--home", address).code == 0)
    #expect(one.append([Self.register("a")]).code == 0)
    #expect(two.run("clone", address, "events.jsonl").code == 0)
    let follower = two.start(["log", "--follow"])
    let replica = two.shell("$TOOL log events.jsonl | $TOOL import - -f replica.jsonl --create")
    #expect(replica.code == 0 && two.bytes("replica.jsonl") == two.logBytes, "\(replica.errors)")
    server.stop()
    #expect(Self.wait { follower.errorsSoFar.contains("as of event 1, pulled at") })
    server.start()
    #expect(one.append([Self.register("b")]).code == 0)
    #expect(Self.wait { follower.outputSoFar.contains("r-b") })
    server.sql(
      "ALTER TABLE shift_events.event DISABLE TRIGGER refuse_change; "
        + "DELETE FROM shift_events.event WHERE sequence = 2")
    let ending = follower.wait()
    #expect(ending.code == 65 && ending.errors.contains("short"), "\(ending.errors)")
    #expect(ending.errors.ranges(of: "as of event").count == 1, "\(ending.errors)")
  }

  @Test(.enabled(if: LibraryExampleTests.hasObjects, "the libraries were built elsewhere"))
  func `a program with the library writes to a home and hears of other hosts`() throws {
    let server = PostgresServer()
    let (one, two) = (LogFolder(), LogFolder())
    let address = server.address("store")
    #expect(one.run("init", "--home", address).code == 0)
    #expect(two.run("init", "--home", address).code == 0)
    let program = try LibraryExampleTests.built("host", in: two.path)
    let host = two.startProgram(program, ["events.jsonl", "bas"])
    #expect(Self.wait { two.logLines.count == 1 })
    #expect(one.append([Self.register("eva")]).code == 0)
    let ending = host.wait()
    #expect(ending.output == "event 1 by bas\nevent 2 by eva\n", "\(ending.errors)")
    #expect(one.logBytes == two.logBytes)
  }
}
