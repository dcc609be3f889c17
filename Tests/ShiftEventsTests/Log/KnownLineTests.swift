import Foundation
import Testing

@testable import ShiftEvents

@Suite struct KnownLineTests {
  @Test func `a known line is sound if the strict check says so`() throws {
    let space = Workspace()
    let lines = TestLines.log(3)
    let end = lines.frontier
    _ = FileManager.default.createFile(atPath: space.log, contents: Data(lines.bytes))
    let known = try #require(KnownLine(lastOf: lines.bytes, at: end))
    #expect(known.bytes == lines.bytes.suffix(known.bytes.count))
    let start = lines.bytes.count - known.bytes.count
    for index in start..<lines.bytes.count {
      var changed = lines.bytes
      changed[index] ^= 2
      try expectSame(changed, known, end, in: space)
    }
    for length in stride(from: lines.bytes.count, to: 0, by: -7) {
      try expectSame(Array(lines.bytes.prefix(length)), known, end, in: space)
    }
    try expectSame(lines.bytes + lines.bytes, known, end, in: space)
    // Another end than the known line's is judged the strict way.
    try expectSame(lines.bytes, known, TestLines.log(2).frontier, in: space)
  }

  private func expectSame(
    _ bytes: [UInt8], _ known: KnownLine, _ end: LogEnd, in space: Workspace
  ) throws {
    space.write(bytes, to: space.log)
    let system = PosixFileSystem()
    let file = OpenFile(try system.open(space.log, [], mode: .ownerFile), space.log, system)
    let strict = LineProbe(file)
    let quick = LineProbe(file, known: known)
    #expect(try quick.damage(at: end)?.message == strict.damage(at: end)?.message)
  }

  @Test func `a line too long to keep is not kept`() {
    let line = [UInt8](repeating: UInt8(ascii: "x"), count: 64 << 10) + [UInt8(ascii: "\n")]
    #expect(KnownLine(lastOf: line, at: .empty) == nil)
    #expect(KnownLine(lastOf: Array(line.dropFirst()), at: .empty) != nil)
    #expect(KnownLine(lastOf: line + line.suffix(2), at: .empty)?.bytes.count == 2)
  }
}
