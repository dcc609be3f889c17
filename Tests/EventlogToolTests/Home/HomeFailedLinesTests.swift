import Foundation
import Testing

/// Lines behind one that the system failed to record: sent again, it would come too late.
@Suite(
  .serialized, .besideServers,
  .enabled(if: PostgresServer.isInstalled, "PostgreSQL is not installed here"))
struct HomeFailedLinesTests {
  @Test func `an import through an outage of the home goes on where it failed`() {
    let (server, folder) = HomeWriters.log()
    let lines = (0..<4_000).map { number in
      let user = "z\(number)"
      let time = "2026-01-0\(1 + number / 1_000)T00:00:00.000Z"
      return Story.event(user, "user.registered", user, user, time, #"{"roles":["employee"]}"#)
    }
    let input = Array(lines.map { $0 + "\n" }.joined().utf8)
    let words = ["append", "-", "--each", "--lock-timeout", "2"]
    server.stop()
    let failed = folder.start(words, input: .bytes(input))
    let deadline = ContinuousClock.now + .seconds(60)
    while !failed.outputSoFar.contains("failed"), .now < deadline { usleep(1000) }
    server.start()
    let first = failed.wait()
    #expect(first.code == 74, "\(first.errors)")
    let states = first.lines.map { $0.contains(#""status":"appended""#) }
    #expect(states.count == lines.count && !states.contains(true), "\(first.lines.last ?? "")")
    #expect(first.errors.contains("could not be reached"), "\(first.errors)")
    let second = folder.start(["append", "-", "--each"], input: .bytes(input)).wait()
    #expect(second.code == 0, "\(second.errors)")
    #expect(second.lines.count { $0.contains(#""status":"appended""#) } == lines.count)
  }

  /// Words wait for the lock to be read, and a full group ends where the input pauses.
  @Test func `words and full groups behind a failure end at once, too`() {
    let (server, folder) = HomeWriters.log(of: "max")
    let words = (0..<3).map { "user.registered w\($0) roles=student --actor w\($0)\n" }
    let asked = folder.start(
      ["append", "-", "--words", "--each", "--lock-timeout", "2"], input: .pipe)
    asked.send(words[0])
    let deadline = ContinuousClock.now + .seconds(20)
    while !asked.outputSoFar.contains("appended"), .now < deadline { usleep(1000) }
    server.stop()
    asked.send(words[1])
    let first = asked.wait()
    #expect(first.code == 74 && first.lines.count == 2, "\(first)")
    let table = "user,roles,actor\n" + (0..<2_500).map { "t\($0),student,t\($0)\n" }.joined()
    let start = ContinuousClock.now
    let rows = folder.run(
      "append", "user.registered", "--csv", "-", "--each", "--lock-timeout", "2",
      input: table)
    #expect(rows.code == 74 && rows.lines.count == 2_500, "\(rows.errors)")
    #expect(ContinuousClock.now - start < .seconds(30))
    let full = folder.start(["append", "-", "--each", "--lock-timeout", "2"], input: .pipe)
    for number in 0..<1_000 { full.send(HomeWriters.register("g\(number)") + "\n") }
    // The input stays open.
    let ending = full.wait()
    #expect(ending.code == 74 && ending.lines.count == 1_000, "\(ending.errors)")
    server.start()
    #expect(folder.run("verify", "--home").code == 0)
    #expect(folder.logLines.count == 2)
  }
}
