import Foundation
import Testing

@testable import ShiftEvents

@Suite("Reading blocks")
struct LogBlockReaderTests {
  /// The end of the input as a reader reports it.
  private enum Ending: Equatable {
    case end
    case half(at: UInt64, lengthBytes: Int)
    case tooLong(at: UInt64, lengthBytes: UInt64)
  }

  private func lines(
    _ reader: LogBlockReader
  ) throws -> (lines: [(UInt64, Int)], ending: Ending) {
    var found: [(UInt64, Int)] = []
    while true {
      let piece = try reader.next()
      switch piece.content {
      case .end: return (found, .end)
      case .half(let line):
        return (found, .half(at: piece.offset, lengthBytes: line.range.count))
      case .tooLong(let count, _): return (found, .tooLong(at: piece.offset, lengthBytes: count))
      case .lines(let block, let lengthBytes):
        block.forEachLine(before: lengthBytes) { line in
          found.append((piece.offset + UInt64(line.range.lowerBound), line.range.count))
          return true
        }
      }
    }
  }

  @Test func `lines of every length come out whole and in order`() throws {
    let space = Workspace()
    let lengths = [0, 1, 100, 255 << 10, 256 << 10, (256 << 10) - 1, 0, 300 << 10, 1 << 20, 7]
    var bytes: [UInt8] = []
    for length in lengths { bytes += [UInt8](repeating: 0x61, count: length) + [10] }
    space.write(bytes, to: space.log)
    let (found, ending) = try lines(try LogInput(space.log).blocks())
    #expect(found.map(\.1) == lengths)
    #expect(ending == .end)
    #expect(found.last?.0 == UInt64(bytes.count - 8))
  }

  @Test func `half a line at the end is distinguished`() throws {
    let space = Workspace()
    space.write(Array("one\ntwo\nthr".utf8), to: space.log)
    let (found, ending) = try lines(try LogInput(space.log).blocks())
    #expect(found.map(\.1) == [3, 3])
    #expect(ending == .half(at: 8, lengthBytes: 3))
  }

  @Test func `reading starts at the given place and stops at the limit`() throws {
    let space = Workspace()
    space.write(Array("one\ntwo\nthree\n".utf8), to: space.log)
    let (found, ending) = try lines(try LogInput(space.log).blocks(from: 4, upTo: 8))
    #expect(found.map(\.0) == [4])
    #expect(ending == .end)
  }

  @Test(arguments: [4 << 20, (4 << 20) + 1, 9 << 20])
  func `a line over 4 MiB is dropped while it streams`(length: Int) throws {
    let space = Workspace()
    let long = [UInt8](repeating: 0x61, count: length)
    space.write(Array("one\n".utf8) + long + Array("\ntwo\n".utf8), to: space.log)
    let reader = try LogInput(space.log).blocks()
    let (found, ending) = try lines(reader)
    if length == Envelope.maximumLineLength {
      #expect(found.map(\.1) == [3, length, 3])
    } else {
      #expect(found.map(\.1) == [3])
      #expect(ending == .tooLong(at: 4, lengthBytes: UInt64(Envelope.maximumLineLength) + 1))
      #expect(try lines(reader).lines.map(\.1) == [3])
    }
  }

  @Test func `a pipe is read as it comes`() throws {
    let space = Workspace()
    let path = space.path + "/pipe"
    #expect(unsafe mkfifo(path, 0o600) == 0)
    let writer = Process()
    writer.executableURL = URL(fileURLWithPath: "/bin/sh")
    writer.arguments = [
      "-c", "exec >\"$1\"; printf 'one\\ntw'; sleep 0.05; printf 'o\\nthree'", "sh", path,
    ]
    try writer.run()
    let (found, ending) = try lines(try LogInput(path).blocks())
    writer.waitUntilExit()
    #expect(found.map(\.1) == [3, 3])
    #expect(ending == .half(at: 8, lengthBytes: 5))
  }

  @Test func `a log is read through links, with the head beside the file itself`() throws {
    let space = Workspace()
    let end = try space.makeLog(2)
    let link = space.path + "/link.jsonl"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: space.log)
    let input = try LogInput(link)
    #expect(try input.head() == .valid(end, isSynced: true))
    #expect(try lines(input.blocks(upTo: end.lengthBytes)).lines.count == 2)
    #expect(try input.settledLengthBytes() == end.lengthBytes)
  }

  @Test func `a log shortened, replaced or deleted under a reader is noticed`() throws {
    let space = Workspace()
    let end = try space.makeLog(3)
    let bytes = space.logBytes
    let input = try LogInput(space.log)
    try input.requireUnchanged(readTo: end.lengthBytes)
    space.write(Array(bytes.dropLast(10)), to: space.log)
    #expect(logError { try input.requireUnchanged(readTo: end.lengthBytes) }?.code == .replaced)
    let error = logError { _ = try lines(input.blocks(upTo: end.lengthBytes)) }
    #expect(error?.code == .replaced)
    space.write(bytes, to: space.log)
    try input.requireUnchanged(readTo: end.lengthBytes)
    try FileManager.default.moveItem(atPath: space.log, toPath: space.log + ".old")
    #expect(logError { try input.requireUnchanged(readTo: end.lengthBytes) }?.code == .replaced)
    space.write(bytes, to: space.log)
    #expect(logError { try input.requireUnchanged(readTo: end.lengthBytes) }?.code == .replaced)
  }

  @Test func `a folder is no log`() {
    let space = Workspace()
    #expect(logError { _ = try LogInput(space.path) }?.code == .notRegularFile)
    #expect(logError { _ = try LogInput(space.log) }?.code == .notFound)
  }
}
