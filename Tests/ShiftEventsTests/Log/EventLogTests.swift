import Foundation
import TestSupport
import Testing

@testable import ShiftEvents

@Suite struct EventLogTests {
  @Test func `events after a sequence, and after the position of an earlier reading`() throws {
    let log = try EventLog(opening: Repository.sample)
    let all = try log.events()
    var count = 0
    while try all.next() != nil { count += 1 }
    for sequence in [0, 1, 57, count - 1, count] {
      let reader = try log.events(after: SequenceNumber(sequence))
      #expect(
        try reader.next()?.sequence == (sequence < count ? SequenceNumber(sequence + 1) : nil))
      let position = reader.position
      let rest = try log.events(after: position)
      #expect(
        try rest.next()?.sequence == (sequence + 1 < count ? SequenceNumber(sequence + 2) : nil))
    }
    #expect(throws: LogError.self) { try EventLog(opening: Repository.sample + ".none") }
  }

  @Test(arguments: ["short", String(repeating: "long ", count: 20_000)])
  func `the time of the last event is read from its line alone`(text: String) throws {
    var reads: [Int] = []
    for count in [3, 3_000] {
      let space = Workspace()
      _ = try space.makeLog(0)
      let writer = try LogWriter.open(space.log)
      #expect(try LogReader(reading: space.log).lastTime() == nil)
      try writer.appendLines(count)
      try writer.appendLines(text: text)
      let counting = FaultyFileSystem { _ in nil }
      let reader = try LogReader(reading: space.log, counting)
      #expect(try reader.lastTime() == "2026-01-02T08:00:00Z")
      reads.append(counting.calls.count)
      // Without a head every line is read, and what is no event yet is none.
      try FileManager.default.removeItem(atPath: space.paths.head)
      space.addUnacknowledged(Array(#"{"specversion":"1.0","id":"torn"#.utf8))
      #expect(try LogReader(reading: space.log).lastTime() == "2026-01-02T08:00:00Z")
    }
    // A longer log takes no more reads; a short one is looked at from its beginning.
    #expect(reads[1] <= reads[0])
  }
}
