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
}
