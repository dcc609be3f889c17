import Foundation
import FuzzingChecks
import TestSupport
import Testing

@testable import ShiftEvents

@Suite("Lines there and back") struct RoundTripTests {
  @Test(arguments: EventType.allCases)
  func `decoding an encoded event gives the same event`(type: EventType) throws {
    var random = CodecRandom.printed("round trip of \(type.rawValue)")
    for _ in 0..<Rounds.count(30, full: 100) {
      let (event, envelope) = (random.event(type), random.envelope())
      let line = encoded(envelope, event)
      let read = try recorded(line)
      let place = "seed \(random.seed): \(String(decoding: line, as: UTF8.self))"
      #expect(read.event == event, "\(place)")
      #expect(hasSameBytes(read.envelope, envelope), "\(place)")
      #expect(read.unknownMembers == 0, "\(place)")
      #expect(FormCheck().difference(of: read) == nil, "\(place)")
      #expect(encoded(read.envelope, read.event) == line, "\(place)")
      #expect(ReferenceJSON.accepts(line), "\(place)")
    }
  }

  /// Texts that look alike are not the same: Swift's `==` would equate them.
  private func hasSameBytes(_ first: Envelope, _ second: Envelope) -> Bool {
    Array(first.id.utf8) == Array(second.id.utf8) && first.source == second.source
      && first.time == second.time && first.sequence == second.sequence
      && first.actor == second.actor && first.attributes == second.attributes
      && first.more == second.more
  }

  @Test(arguments: EventType.allCases)
  func `members stand in the order in which the type declares them`(type: EventType) {
    var random = CodecRandom.printed("order of \(type.rawValue)")
    let declared = type.fields.map { "\($0.name)" }
    for _ in 0..<50 {
      var names = dataNames(of: encoded(random.envelope(), random.event(type)))
      #expect(Set(names).count == names.count)
      // Names and addresses are submitted, and a commitment to them is recorded.
      names.removeAll { $0 == "profile" }
      // Submitted minutes stand first, those computed from the clock among the facts.
      let order =
        type == .hoursRecorded && names.first == "minutes"
        ? ["minutes"] + declared.filter { $0 != "minutes" } : declared
      #expect(names == order.filter(names.contains), "seed \(random.seed)")
    }
  }

  @Test func `Foundation reads the same values`() throws {
    var random = CodecRandom.printed()
    for type in EventType.allCases {
      for _ in 0..<20 {
        let (event, envelope) = (random.event(type), random.envelope())
        let json = try JSONSerialization.jsonObject(with: Data(encoded(envelope, event)))
        let object = try #require(json as? [String: Any])
        #expect((object["id"] as? String).map { Array($0.utf8) } == Array(envelope.id.utf8))
        #expect(object["type"] as? String == type.rawValue)
        #expect(object["subject"] as? String == event.subject)
        #expect(object["data"] is [String: Any])
      }
    }
  }
}

@Suite("Damaged and strange lines") struct MutationTests {
  /// Cuts, flips, swaps and inserts bytes.
  private func mutated(_ line: [UInt8], _ random: inout CodecRandom) -> [UInt8] {
    var line = line
    let pieces = [
      "\"", "\\", ",", ":", "{", "}", "[", "]", "\\u", "\\u00e9", "\u{FEFF}", "0", "-", ".", "e",
      "\n", "\r", "\t", " ", "\u{0}", "null", "true", "\u{2028}", "system", "\"a\":1,", "1e400",
    ]
    for _ in 0..<random.number(1...3) {
      let place = random.number(0...line.count)
      let end = min(line.count, place + random.number(0...6))
      switch random.number(0...5) {
      case 0: if place < line.count { line[place] ^= UInt8(1 << random.number(0...7)) }
      case 1: line.removeSubrange(place..<end)
      case 2: line.insert(contentsOf: random.element(of: pieces).utf8, at: place)
      case 3: line.insert(contentsOf: line[place..<end], at: place)
      case 4: line.replaceSubrange(place..<end, with: random.element(of: pieces).utf8)
      default: if place < line.count { line[place] = UInt8(random.number(0...255)) }
      }
    }
    return line
  }

  @Test func `the reader accepts exactly the lines that a second reader accepts`() {
    var random = CodecRandom.printed()
    var taken = 0
    for number in 0..<6000 {
      let type = EventType.allCases[number % EventType.allCases.count]
      let line = mutated(encoded(random.envelope(), random.event(type)), &random)
      let isTaken = scanFault(line) == nil
      taken += isTaken ? 1 : 0
      #expect(
        isTaken == ReferenceJSON.accepts(line),
        "seed \(random.seed), number \(number): \(String(decoding: line, as: UTF8.self))")
    }
    #expect(taken > 300)
  }

  @Test func `a line read and written again has the same meaning`() {
    var random = CodecRandom.printed()
    for number in 0..<6000 {
      let type = EventType.allCases[number % EventType.allCases.count]
      let line = mutated(encoded(random.envelope(), random.event(type)), &random)
      guard let read = try? recorded(line) else { continue }
      // The decoded event, written again, is read the same way.
      let second = try? recorded(encoded(read.envelope, read.event))
      let place = "seed \(random.seed), number \(number): \(String(decoding: line, as: UTF8.self))"
      #expect(second?.event == read.event || releasesNothing(read.event), "\(place)")
      #expect(second?.envelope.attributes == read.attributes, "\(place)")
      #expect(second?.time == read.time && second?.actor == read.actor, "\(place)")
    }
  }

  /// Returns `true` for released shifts without a closed request, which are read but never written so.
  private func releasesNothing(_ event: Event) -> Bool {
    switch event {
    case .shiftScheduled(let event): event.closedRequest == nil
    case .shiftAssigned(let event): event.closedRequest == nil
    case .shiftEdited(let event): event.closedRequest == nil
    case .shiftClaimed(let event): event.closedRequest == nil
    case .shiftRestored(let event): event.closedRequest == nil
    case .shiftAccepted(let event): event.closedRequest == nil
    case .shiftApproved(let event): event.closedRequest == nil
    case .tradeAccepted(let event): !event.final
    case .fixedShiftEdited(let event): event.to == nil
    default: false
    }
  }

  @Test func `noise and mutated submissions never crash`() {
    var random = CodecRandom.printed()
    let start =
      #"{"type":"deal.posted","actor":"cafe","subject":"D1","id":"x","expectedsequence":3,"#
      + #""data":{"name":"n","companyName":"c","category":"food","latitude":52.1,"longitude":4,"#
      + #""validUntil":"2026-01-12T20:00:00+01:00","priceCents":1,"currency":"EUR"}}"#
    for _ in 0..<6000 {
      let bytes = mutated(Array(start.utf8), &random)
      guard let fault = submissionFault(bytes) else {
        #expect(ReferenceJSON.accepts(bytes), "seed \(random.seed)")
        continue
      }
      #expect(fault.range.lowerBound <= bytes.count, "seed \(random.seed)")
      #expect((fault.code == .invalidJson) != ReferenceJSON.accepts(bytes), "seed \(random.seed)")
    }
    for _ in 0..<6000 {
      let noise = (0..<random.number(0...40)).map { _ in UInt8(random.number(0...255)) }
      #expect(submissionFault(noise) != nil)
      #expect(lineFault(noise) != nil)
    }
  }
}
