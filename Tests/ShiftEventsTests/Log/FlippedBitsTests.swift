import Foundation
import TestSupport
import Testing

@testable import ShiftEvents

/// Damage at every place of a log: each bit flipped, each byte removed, inserted, doubled and cut off.
///
/// Verification proceeds line by line, so a fault is tried from the state before its line, with the
/// lines that it can affect; the whole log is verified from its first byte at places that a seed
/// picks. `CAMPAIGN_LOG_KIB=64` makes the log longer, `CAMPAIGN_SEED` repeats the picks. A short suite
/// takes one byte in six, and the last of each line.
@Suite("Damage anywhere")
struct FlippedBitsTests {
  private static let log = DamagedLog(
    kibibytes: setting("CAMPAIGN_LOG_KIB").flatMap { Int($0) } ?? 16)

  @Test func `each bit flipped is found in its line, and never called torn`() async {
    let log = Self.log
    let missed = await withTaskGroup(of: [String].self) { group in
      for part in 0..<2 {
        group.addTask {
          var missed: [String] = []
          for line in log.lines.indices where line % 2 == part {
            missed += log.flipping(line)
          }
          return missed
        }
      }
      return await group.reduce(into: []) { $0 += $1 }
    }
    print("bits flipped: \(log.places.joined().count * 8), not found: \(missed.count)")
    #expect(missed.isEmpty, "\(missed.prefix(5))")
  }

  @Test func `each byte taken out, put in, doubled is found in its line`() {
    let log = Self.log
    var missed: [String] = []
    for index in log.places.joined() {
      let byte = log.bytes[index]
      missed += log.expectFound("taken out", at: index) { $0.remove(at: $1) }
      missed += log.expectFound("put in", at: index) { $0.insert(byte ^ 0x15, at: $1) }
      // A line feed doubled makes an empty line behind it.
      missed += log.expectFound("doubled", at: index, showsBehind: byte == 10) {
        $0.insert(byte, at: $1)
      }
    }
    let count = 3 * log.places.joined().count
    print("bytes taken out, put in, doubled: \(count), not found: \(missed.count)")
    #expect(missed.isEmpty, "\(missed.prefix(5))")
  }

  @Test func `cut off at each byte, acknowledged lines are gone: short, in the line where it ends`()
  {
    let log = Self.log
    for end in log.bytes.indices {
      let found = log.cut(at: end)
      #expect(found.last?.kind == .short && found.count == 1, "cut at \(end): \(found)")
      let (line, start) = log.place(of: end)
      #expect(found.last?.line == UInt64(line + 1), "cut at \(end)")
      #expect(found.last?.offset == UInt64(start), "cut at \(end)")
      #expect(found.last?.column == end - start + 1, "cut at \(end)")
    }
  }

  @Test func `the whole log from its first byte, at places by chance: the same fault and no other`()
    throws
  {
    let log = Self.log
    let seed =
      Self.setting("CAMPAIGN_SEED").flatMap { UInt64($0) } ?? .random(in: .min ... .max)
    print("CAMPAIGN_SEED=\(seed)")
    var random = SplitMix64(seed: seed)
    for _ in 0..<100 {
      let index = Int.random(in: log.bytes.indices, using: &random)
      var bytes = log.bytes
      bytes[index] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      let found = log.verifying(bytes).filter { $0.kind != .form }
      let place = log.place(of: index)
      #expect(found.first?.line == UInt64(place.line + 1), "byte \(index), seed \(seed): \(found)")
      #expect(found.first?.offset == UInt64(place.start), "byte \(index), seed \(seed)")
      #expect(!found.contains { $0.kind == .torn }, "byte \(index), seed \(seed)")
    }
    #expect(log.verifying(log.bytes).isEmpty)
  }

  @Test func `lines behind an acknowledged end at the first byte are no damage`() {
    var verifier = LogVerifier(acknowledged: .empty)
    unsafe Self.log.bytes.withUnsafeBytes { unsafe verifier.take(lines: $0, at: 0) }
    verifier.finish(at: nil, halfLineBytes: 0)
    #expect(verifier.report.findings.isEmpty)
  }

  @Test func `each line taken out, doubled, swapped with the next: found where it shows first`() {
    let log = Self.log
    for index in log.lines.indices {
      var removed = log.lines
      removed.remove(at: index)
      var doubled = log.lines
      doubled.insert(log.lines[index], at: index)
      var swapped = log.lines
      if index > 0 { swapped.swapAt(index - 1, index) }
      var changes = [(removed, index), (doubled, index + 1)]
      if index > 0 { changes.append((swapped, index - 1)) }
      for (lines, first) in changes {
        let found = log.verifying(Array(lines.joined())).filter { $0.kind != .form }
        #expect(found.first?.line == UInt64(first + 1), "line \(index + 1): \(found)")
        // The last line gone is seen at the acknowledged end. Doubled it is whole, and not torn.
        let isLast = index == log.lines.count - 1
        let kind: Finding.Kind =
          switch lines.count - log.lines.count {
          case -1 where isLast: .short
          default: .sequence
          }
        #expect(found.first?.kind == kind, "line \(index + 1): \(found)")
        #expect(!found.contains { $0.kind == .torn })
      }
    }
  }

  private static func setting(_ name: String) -> String? {
    ProcessInfo.processInfo.environment[name]
  }
}

/// A whole log, and the state of verification before each line.
private struct DamagedLog: @unchecked Sendable {
  var bytes: [UInt8] = []
  private(set) var lines: [[UInt8]] = []
  private var starts: [Int] = []
  private var states: [LogVerifier] = []
  private let frontier: LogEnd
  /// The bytes of each line that are changed; its last is one.
  private(set) var places: [[Int]] = []

  init(kibibytes: Int) {
    var walk = RandomWalk(seed: 7)
    var log = MemoryLog(clock: walk.clock)
    // Until it is long enough and ends in an event of its own, not in a batch.
    var count = 0
    while log.lines.count < kibibytes << 10 || count != 1 {
      walk.passTime()
      log.clock = walk.clock
      let before = log.sequence.value
      _ = try? log.append([Submission.read(walk.submission(given: log.judge.folded.state))])
      count = log.sequence.value - before
    }
    bytes = log.lines
    frontier = log.judge.folded.end
    var verifier = LogVerifier(acknowledged: frontier)
    var start = 0
    for content in bytes.split(separator: 10) {
      let line = Array(content) + [10]
      lines.append(line)
      starts.append(start)
      states.append(verifier)
      unsafe line.withUnsafeBytes { unsafe verifier.take(lines: $0, at: UInt64(start)) }
      let whole = start..<start + line.count
      places.append(Rounds.places(in: whole, everyOne: 9))
      start = whole.upperBound
    }
  }

  func place(of index: Int) -> (line: Int, start: Int) {
    let line = starts.lastIndex { $0 <= index }!
    return (line, starts[line])
  }

  /// The findings in the bytes, all of the log acknowledged.
  func verifying(_ bytes: [UInt8]) -> [Finding] {
    findings(bytes, after: LogVerifier(acknowledged: frontier), from: 0, isEnd: true)
  }

  func cut(at end: Int) -> [Finding] {
    let (line, start) = place(of: end)
    return findings(Array(bytes[start..<end]), after: states[line], from: start, isEnd: true)
  }

  private func findings(
    _ bytes: [UInt8], after state: LogVerifier, from start: Int, isEnd: Bool
  ) -> [Finding] {
    var verifier = state
    let whole = bytes.lastIndex(of: 10).map { $0 + 1 } ?? 0
    unsafe bytes[..<whole].withUnsafeBytes {
      unsafe verifier.take(lines: $0, at: UInt64(start))
    }
    if isEnd {
      let half = bytes.count - whole
      verifier.finish(at: half > 0 ? UInt64(start + whole) : nil, halfLineBytes: half)
    }
    return verifier.report.findings
  }

  /// Flips each bit of a line; answers those that are not found there.
  func flipping(_ number: Int) -> [String] {
    var missed: [String] = []
    var line = lines[number]
    for place in places[number] {
      let index = place - starts[number]
      for bit in 0..<8 {
        line[index] ^= 1 << bit
        if !isFound(line, number, changedAt: index) {
          missed.append("byte \(place), bit \(bit)")
        }
        line[index] ^= 1 << bit
      }
    }
    return missed
  }

  func expectFound(
    _ what: String, at index: Int, showsBehind: Bool = false,
    _ change: (inout [UInt8], Int) -> Void
  ) -> [String] {
    let (number, start) = place(of: index)
    var line = lines[number]
    change(&line, index - start)
    let isFound = isFound(line, number, changedAt: index - start, showsBehind: showsBehind)
    return isFound ? [] : ["\(what) at byte \(index)"]
  }

  /// Returns `true` if the changed line is found at its place, together with the one behind it if the
  /// change removed the line's end.
  private func isFound(
    _ line: [UInt8], _ number: Int, changedAt index: Int, showsBehind: Bool = false
  ) -> Bool {
    var bytes = line
    let isLast = number == lines.count - 1
    if index >= lines[number].count - 1, !isLast { bytes += lines[number + 1] }
    let found = findings(
      bytes, after: states[number], from: starts[number], isEnd: isLast)
    guard let first = found.first(where: { $0.kind != .form }) else { return false }
    // Without its last byte the log is short, at the byte where it ends.
    if isLast, bytes.count < lines[number].count, !bytes.contains(10) {
      return found.count == 1 && first.kind == .short
    }
    // Behind the acknowledged end a byte too much is what a crash may leave.
    if isLast, showsBehind { return found.count == 1 && first.kind == .torn }
    let offset = starts[number] + (showsBehind ? lines[number].count : 0)
    return first.line == UInt64(number + (showsBehind ? 2 : 1)) && first.offset == UInt64(offset)
      && !found.contains { $0.kind == .torn }
  }
}

extension LogVerifier {
  /// Takes the next lines, each with its line feed.
  fileprivate mutating func take(lines bytes: UnsafeRawBufferPointer, at offset: UInt64) {
    let block = unsafe LineBlock(copying: bytes)
    take(DecodedLines(block, lengthBytes: bytes.count, at: offset, .everything))
  }
}
