import Foundation
import TestSupport
import Testing

@testable import ShiftEvents

/// Files that are checked where they are read, chunk by chunk.
@Suite struct LateChecksTests {
  /// Sections of arrays, some longer than a chunk.
  private static func file(
    _ random: inout SplitMix64
  ) throws -> (bytes: [UInt8], sections: [[[UInt32]]]) {
    var writer = FlatSnapshotWriter()
    var sections: [[[UInt32]]] = []
    for _ in 0..<6 {
      let arrays = (0..<Int.random(in: 1..<4, using: &random)).map { _ in
        let count = [0, 1, 16_352, 16_384, .random(in: 0..<60_000, using: &random)]
          .randomElement(using: &random)!
        return (0..<count).map { _ in UInt32.random(in: 0 ... .max, using: &random) }
      }
      for array in arrays { writer.add(FlatArray(array)) }
      writer.endSection()
      sections.append(arrays)
    }
    return (try writer.end(at: .start), sections)
  }

  private static func read(_ file: SnapshotFile) throws -> [[FlatArray<UInt32>]] {
    try (0..<file.sectionCount).map { number in
      var section = try file.section(number)
      var arrays: [FlatArray<UInt32>] = []
      while !section.isAtEnd { arrays.append(try section.array()) }
      return arrays
    }
  }

  @Test func `a file that is checked late reads as one that is checked at once, also when changed`()
    throws
  {
    let seed = UInt64.random(in: .min ... .max)
    var random = SplitMix64(seed: seed)
    for _ in 0..<20 {
      var (bytes, sections) = try Self.file(&random)
      let late = try SnapshotFile(bytes).checkedLate { _ in fatalError() }
      var arrays = try Self.read(late)
      for _ in 0..<200 {
        let section = Int.random(in: 0..<sections.count, using: &random)
        let array = Int.random(in: 0..<sections[section].count, using: &random)
        guard let place = sections[section][array].indices.randomElement(using: &random)
        else { continue }
        #expect(arrays[section][array][place] == sections[section][array][place], "seed \(seed)")
        arrays[section][array][place] = 7
        sections[section][array][place] = 7
      }
      // What was changed is not held against its checksum again.
      #expect(late.late?.areAllAsWritten() == true)
      #expect(arrays.map { $0.map(\.elements) } == sections, "seed \(seed)")
      let whole = try Self.read(try SnapshotFile(bytes)).map { $0.map(\.elements) }
      let place = Int.random(in: SnapshotFile.headerLength..<bytes.count, using: &random)
      bytes[place] ^= 1
      let damaged = (try? SnapshotFile(bytes))?.checkedLate { _ in fatalError() }
      #expect(whole.count == sections.count)
      // Only what was handed out is held against its checksums, though nobody has read it.
      #expect(damaged?.late?.areAllAsWritten() != false, "seed \(seed)")
      if let damaged, (try? Self.read(damaged)) != nil {
        #expect(damaged.late?.areAllAsWritten() == false, "seed \(seed)")
      }
      #expect(throws: (any Error).self, "seed \(seed)") { try Self.read(try SnapshotFile(bytes)) }
    }
  }

  @Test(arguments: [false, true])
  func `a damaged element is never read or changed, and the others are`(_ isRead: Bool) async {
    await #expect(processExitsWith: .exitCode(3)) { [isRead] in
      var writer = FlatSnapshotWriter()
      writer.add(FlatArray((0..<100_000).map { UInt32($0) }))
      var bytes = try writer.end(at: .start)
      // The element 50,000 is in the fourth chunk.
      bytes[SnapshotFile.headerLength + 4 * 50_000] ^= 1
      let late = try SnapshotFile(bytes).checkedLate { exit($0 ? 4 : 3) }
      var array = try LateChecksTests.read(late)[0][0]
      for place in 0..<49_000 { precondition(array[place] == UInt32(place)) }
      array[70_000] = 1
      if isRead { _ = array[50_000] } else { array[50_000] = 1 }
    }
  }

  @Test func `who has written by then is told so`() async {
    await #expect(processExitsWith: .exitCode(4)) {
      var writer = FlatSnapshotWriter()
      writer.add(FlatArray([UInt32](repeating: 1, count: 100)))
      var bytes = try writer.end(at: .start)
      bytes[SnapshotFile.headerLength] ^= 1
      let late = try SnapshotFile(bytes).checkedLate { exit($0 ? 4 : 3) }
      late.late?.noteWriting()
      _ = try LateChecksTests.read(late)[0][0].elements
    }
  }
}
