import TestSupport
import Testing

@testable import ShiftEvents

/// A remembered head gives the same answer as reading it anew.
@Suite struct AcknowledgedEndMemoryTests {
  @Test func `a head read from memory is the head that its bytes are`() {
    let ends = (1...5).map { TestLines.log($0).frontier }
    var random = SplitMix64(seed: 1)
    var memory = AcknowledgedEndMemory()
    var bytes: [UInt8] = []
    for step in 0..<4_000 {
      switch Int.random(in: 0..<8, using: &random) {
      case 0: bytes.removeLast(min(bytes.count, Int.random(in: 0...600, using: &random)))
      case 1:
        if let index = bytes.indices.randomElement(using: &random) { bytes[index] ^= 1 }
      case 2: bytes = []
      case 3:
        bytes = [AcknowledgedEndRecord.Role.acknowledged, .acknowledged, .written].flatMap {
          AcknowledgedEndRecord($0, ends.randomElement(using: &random)!, isSynced: true).bytes
        }
        bytes += AcknowledgedEndRecord.filled(step % 2 == 0 ? [] : AcknowledgedEndRecord.poisonMark)
      case 4, 5:
        let record = AcknowledgedEndRecord(
          .acknowledged, ends.randomElement(using: &random)!, isSynced: Bool.random(using: &random))
        let offset = AcknowledgedEndRecord.acknowledgedOffsets.randomElement(using: &random)!
        guard bytes.count == AcknowledgedEndRecord.fileLengthBytes else { break }
        bytes.replaceSubrange(Int(offset)..<Int(offset) + record.bytes.count, with: record.bytes)
        // The process notes its own record, which may not be the one on the disk.
        memory.note(record, record.bytes, at: offset)
        if step % 3 == 0 { bytes[Int(offset) + step % 512] ^= 1 }
      default: break
      }
      let read = AcknowledgedEnd(bytes[...], &memory)
      #expect(read == AcknowledgedEnd(bytes), "seed 1, step \(step)")
    }
  }

  @Test func `numbers of every length read as they are written`() {
    var number: UInt64 = 1
    for _ in 0..<20 {
      for number in [number - 1, number, .max / number] {
        let end = LogEnd(
          lengthBytes: number, sequence: number % 1_000_000_000_000, hash: .zero, firstHash: .zero)
        let record = AcknowledgedEndRecord(.acknowledged, end, isSynced: false)
        #expect(record.bytes.count == AcknowledgedEndRecord.lengthBytes)
        // No file is longer than 2^60 bytes, and bytes without an event are none.
        let isPossible = number <= 1 << 60 && (end.sequence == 0) == (number == 0)
        #expect(AcknowledgedEndRecord(.acknowledged, record.bytes) == (isPossible ? record : nil))
      }
      number = number.multipliedReportingOverflow(by: 10).partialValue
    }
  }
}
