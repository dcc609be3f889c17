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
    usleep(2_500_000)
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
}
