@testable import ShiftEvents
import Testing

/// Facts about few ids, of every type and in no sensible order, as a log made by hand may have them.
@Suite struct TwoFoldsTests {
  @Test func `rules and readers agree after every event of a senseless log`() throws {
    var random = CodecRandom.printed(ids: ["a", "b", "c", "d"])
    for _ in 0..<30 {
      var folds = TwoFolds()
      for number in 1...200 {
        let event = random.event(random.element(of: EventType.allCases))
        let actor: UserID = random.identifier()
        let time = Timestamp(milliseconds: 1_770_000_000_000 + Int64(number) * 60_000)
        let envelope = Envelope(
          id: "e\(number)", source: "/test", time: time, sequence: SequenceNumber(number),
          actor: actor)
        folds.fold(try recorded(encoded(envelope, event)))
        let differences = folds.differences(random.ids)
        if differences.isEmpty { continue }
        Issue.record("\(differences), after event \(number), seed \(random.seed): \(event)")
        break
      }
    }
  }
}
