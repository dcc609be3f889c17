import Testing

@testable import ShiftEvents

@Suite struct SubmissionIndexTests {
  @Test
  func `of a log made by hand, whose events have one id, the first ones are found, in any time`() {
    var index = SubmissionIndex()
    for sequence in 1...200_000 as ClosedRange<UInt64> { index.insert(7, sequence) }
    for sequence in 200_001...200_500 as ClosedRange<UInt64> {
      index.insert(UInt32(sequence), sequence)
    }
    #expect(index.sequences(of: 7).first == SequenceNumber(1))
    #expect(index.count < 1_000)
    #expect(index.sequences(of: 200_321) == [SequenceNumber(200_321)])
  }

  @Test
  func `events whose ids have one hash are found in their order, also where a run of slots wraps`()
  {
    var index = SubmissionIndex()
    for sequence in 1...9 as ClosedRange<UInt64> { index.insert(.max, sequence) }
    for sequence in 10...2_000 as ClosedRange<UInt64> {
      index.insert(UInt32(sequence) &* 2_654_435_761, sequence)
    }
    #expect(index.sequences(of: .max).prefix(9) == (1...9).map { SequenceNumber($0) }[...])
  }
}
