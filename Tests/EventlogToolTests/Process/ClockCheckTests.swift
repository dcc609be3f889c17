import Foundation
import Testing

@testable import ShiftEvents

/// A recorder's clock by `--now` that is far ahead of the machine's.
struct ClockCheckTests {
  private static func time(days: Int64) -> String {
    SystemClock().now().advanced(byMilliseconds: days * 24 * 60 * 60 * 1000).description
  }

  private static func registration(_ user: String) -> String {
    #"{"type":"user.registered","subject":"\#(user)","actor":"\#(user)","data":{"roles":["student"]}}"#
      + "\n"
  }

  /// A log whose last event is so many days before the machine's clock, or behind it.
  private func log(days: Int64) -> LogFolder {
    let folder = LogFolder()
    folder.run("init")
    let first = folder.run(
      "append", "-", "--now", Self.time(days: days), input: Self.registration("a"))
    #expect(first.code == 0, "an empty log takes any clock: \(first.errors)")
    return folder
  }

  private static let writes: [(words: [String], input: String?)] = [
    (["append", "user.registered", "b", "--actor", "b", "roles=student"], nil),
    (["append", "-"], registration("b")), (["append", "-", "--each"], registration("b")),
    (["append", "-", "--dry-run"], registration("b")),
    (["append", "--session"], registration("b")), (["extend"], nil),
  ]

  @Test func `on a live log a clock more than a day ahead is refused unless it is forced`() {
    let folder = log(days: -20)
    for (words, input) in Self.writes {
      let before = folder.logBytes
      let ahead = words + ["--now", Self.time(days: 2)]
      let refused = folder.start(ahead, input: input.map { .bytes(Array($0.utf8)) } ?? .nothing)
        .wait()
      #expect(refused.code == 64 && refused.output.isEmpty, "\(words): \(refused)")
      #expect(refused.errors.contains("--force-clock"), "\(refused.errors)")
      #expect(folder.logBytes == before)
    }
    let forced = folder.run(
      "append", "-", "--now", Self.time(days: 2), "--force-clock", input: Self.registration("b"))
    #expect(forced.code == 0 && folder.logLines.count == 2, "\(forced.errors)")
  }

  @Test(arguments: [-31, 1])
  func `an old log, and one that runs ahead, take any clock`(days: Int64) {
    let folder = log(days: days)
    for (words, input) in Self.writes {
      let ending = folder.start(
        words + ["--now", Self.time(days: 3)],
        input: input.map { .bytes(Array($0.utf8)) } ?? .nothing
      ).wait()
      #expect(ending.code == 0 || ending.code == 2, "\(words): \(ending)")
    }
  }

  @Test func `a few hours ahead are taken, and force-clock without a clock is refused`() {
    let folder = log(days: -1)
    let soon = SystemClock().now().advanced(byMilliseconds: 20 * 60 * 60 * 1000).description
    #expect(folder.run("append", "-", "--now", soon, input: Self.registration("b")).code == 0)
    #expect(folder.run("extend", "--force-clock").code == 64)
  }
}
