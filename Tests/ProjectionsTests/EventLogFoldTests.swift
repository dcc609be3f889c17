import TestSupport
import Testing

@testable import Projections
@testable import ShiftEvents

/// What `EventLog` gives a projection.
@Suite struct EventLogFoldTests {
  private let log: EventLog

  init() throws { log = try EventLog(opening: Repository.sample) }

  private struct Seen: Projection {
    var sequences: [Int] = []

    mutating func apply(_ recorded: RecordedEvent) { sequences.append(recorded.sequence.value) }
  }

  @Test func `everything, up to an event, and at a moment`() throws {
    let all = try log.fold(into: Seen())
    #expect(all.sequences == Array(1...517))
    #expect(try log.fold(into: Seen(), upTo: .zero).sequences.isEmpty)
    #expect(try log.fold(into: Seen(), upTo: SequenceNumber(9_999)).sequences == all.sequences)
    let reader = try log.events()
    var ends: [Int] = []
    var lastTime = Timestamp(milliseconds: 0)
    while let event = try reader.next() {
      if event.isLastOfBatch { ends.append(event.sequence.value) }
      if event.sequence.value == 200 { lastTime = event.time }
    }
    for limit in stride(from: 1, through: 517, by: 7) {
      let whole = ends.last { $0 <= limit } ?? 0
      let seen = try log.fold(into: Seen(), upTo: SequenceNumber(limit))
      #expect(seen.sequences == Array(1..<(whole + 1)))
    }
    let known = try log.fold(into: Seen(), at: lastTime)
    #expect(known.sequences.count >= 200 && known.sequences == Array(1...known.sequences.count))
  }

  @Test func `names are those beside the log`() throws {
    let people = try log.people()
    #expect(people.name(of: "u3") == "Eva" && people.name(of: "u8") == nil)
  }

  @Test func `verification in public`() throws {
    let report = try LogVerifier.verify(log: Repository.sample, judgingRules: true)
    #expect(!report.isDamaged && report.findings.isEmpty && report.judgedEvents == 517)
    #expect(report.events == 517 && report.refutedEvents == 0)
  }
}
