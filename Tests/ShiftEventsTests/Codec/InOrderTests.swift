import TestSupport
import Testing

@testable import ShiftEvents

/// The law: a line reads the same in order and by an index.
@Suite("A line in order reads as by its index") struct InOrderTests {
  /// Returns `true` if the line is read in order; compares the result with the index's.
  @discardableResult
  private func isTaken(_ bytes: [UInt8], _ place: @autoclosure () -> String) -> Bool {
    let block = unsafe bytes.withUnsafeBytes { unsafe LineBlock(copying: $0) }
    let line = RecordedLine(block: block, range: 0..<bytes.count)
    var decoder = EventDecoder()
    guard let fast = decoder.decodeInOrder(line) else { return false }
    do throws(LineFault) {
      let strict = try decoder.decodeIndexed(line)
      let isSame =
        fast.event == strict.event && fast.sequence == strict.sequence && fast.time == strict.time
        && fast.actor == strict.actor && fast.isLastOfBatch == strict.isLastOfBatch
        && fast.unknownMembers == strict.unknownMembers && hasSameZeros(fast.event, strict.event)
      if !isSame { Issue.record("\(place()): read otherwise: \(fast) and \(strict)") }
    } catch {
      let text = String(decoding: bytes, as: UTF8.self)
      Issue.record("\(place()): only the index refuses: \(error.message): \(text)")
    }
    return true
  }

  /// `-0.0` equals `0.0` and is not the same.
  private func hasSameZeros(_ first: Event, _ second: Event) -> Bool {
    guard case .dealPosted(let first) = first, case .dealPosted(let second) = second else {
      return true
    }
    return first.latitude.sign == second.latitude.sign
      && first.longitude.sign == second.longitude.sign
  }

  @Test(arguments: EventType.allCases)
  func `lines as they are written, and mended by a byte`(type: EventType) {
    var random = CodecRandom.printed("fast and strict, \(type.rawValue)")
    for _ in 0..<Rounds.count(8, full: 60) {
      var envelope = random.envelope()
      if random.isTrue() { envelope.attributes = [] }
      let line = encoded(envelope, random.event(type))
      isTaken(line, "seed \(random.seed)")
      for _ in 0..<60 { isTaken(random.changed(line), "seed \(random.seed)") }
    }
  }

  @Test func `an empty identifier is none, whatever stood before it`() {
    let head =
      #"{"specversion":"1.0","id":"1","source":"/a","type":"shift.revoked","subject":"S","#
      + #""time":"2026-01-05T18:02:11.042Z","sequence":"000000000031","actor":"a","data":"#
    let hash = #","hash":"\#(String(repeating: "0", count: 64))"}"#
    #expect(isTaken(Array((head + #"{"owner":"a","date":"2026-01-05"}"# + hash).utf8), "whole"))
    #expect(!isTaken(Array((head + #"{"owner":"","date":"2026-01-05"}"# + hash).utf8), "owner"))
    let nobody = head.replacing(#""actor":"a""#, with: #""actor":"""#)
    #expect(!isTaken(Array((nobody + #"{"owner":"","date":"2026-01-05"}"# + hash).utf8), "both"))
  }

  @Test func `members in another order, spaced or escaped`() {
    var random = CodecRandom.printed()
    for _ in 0..<Rounds.count(1_000, full: 2_000) {
      let type = random.element(of: EventType.allCases)
      let text = String(decoding: encoded(random.envelope(), random.event(type)), as: UTF8.self)
      var members = text.dropFirst().dropLast().split(separator: ",\"").map {
        $0.hasPrefix("\"") ? String($0) : "\"" + $0
      }
      let (first, second) = (
        random.number(0...members.count - 1), random.number(0...members.count - 1)
      )
      members.swapAt(first, second)
      let shuffled = "{" + members.joined(separator: random.isTrue() ? "," : ", ") + "}"
      isTaken(Array(shuffled.utf8), "seed \(random.seed)")
      let letter = random.element(of: ["s", "a", "0", "-", "e"])
      let escape = "\\u00" + String(letter.utf8.first!, radix: 16)
      let escaped = text.replacing(letter, with: escape, maxReplacements: random.number(1...9))
      isTaken(Array(escaped.utf8), "seed \(random.seed)")
    }
  }

  @Test func `every line of the kept fixture is in order`() throws {
    for line in linesOf(try codecFixture("every-type.jsonl")) {
      #expect(isTaken(line, "the fixture"), "\(String(decoding: line, as: UTF8.self))")
    }
  }

  @Test(arguments: [
    "5.25", "52", "-4.5", "0.1", "-0", "-0.0", "0", "00.5", "1.", ".5", "1e3", "123456.123456789",
    "1234567.5", "0.1234567890", "4.9000000", "-", "89.999999999", "1.5.5", "1,5",
  ])
  func `numbers are read to the same bits`(number: String) {
    let data =
      #"{"name":"n","companyName":"c","category":"food","latitude":"# + number
      + #","longitude":4.5,"validUntil":"2026-01-05T18:02:11.042Z","#
      + #""validFrom":"2026-01-05T08:02:11.042Z","company":"shop"}"#
    let line = Array(storedLine(type: "deal.posted", data: data).utf8)
    isTaken(line, number)
  }
}
