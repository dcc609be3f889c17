import Foundation
import Testing

@testable import ShiftEvents

/// What a log holds is bounded by what each type declares: readers refuse what lies beyond.
struct DeclaredLimitsTests {
  private static let all = EventType.allCases.flatMap { type in
    type.recordedMembers.map { (type: type, member: $0) }
  }

  @Test func `each recorded number has limits`() {
    for (type, member) in Self.all where member.type == Int.self || member.type == FiniteNumber.self
    {
      #expect(member.traits.recordedRange != nil, "\(member.name) of \(type.rawValue) has none")
    }
  }

  /// A value of one member that lies beyond its limits, as JSON, and the words of the refusal.
  private static func values(beyond field: Field) -> [(json: String, demand: String)] {
    var values: [(String, String)] = []
    if let range = field.traits.recordedRange, field.type == Int.self {
      let words = "must be a whole number from \(range.lowerBound) to \(range.upperBound)"
      let numbers =
        [range.lowerBound - 1, range.upperBound + 1, -1, 0]
        + [Int.exactRange.lowerBound, Int.exactRange.upperBound]
      for number in Set(numbers) where !range.contains(number) && Int.exactRange.contains(number) {
        values.append(("\(number)", words))
      }
    }
    if let range = field.traits.recordedRange, field.type == FiniteNumber.self {
      for number in ["\(range.upperBound).5", "1e300", "-1e300"] {
        values.append((number, "must be a number from \(range.lowerBound) to \(range.upperBound)"))
      }
    }
    if let count = field.traits.count, let list = field.type as? any PayloadList.Type {
      let words = list.elementType.words
      let texts = words.isEmpty ? (0...count.upperBound).map { "name\($0)" } : words
      let many = (0...count.upperBound).map { "\"\(texts[$0 % texts.count])\"" }
      values.append(("[" + many.joined(separator: ",") + "]", "must name"))
    }
    if let length = field.traits.length, length != .notEmpty {
      let long = String(repeating: "a", count: length.upperBound + 1)
      values.append(("\"\(long)\"", "must have \(length.lowerBound) to \(length.upperBound)"))
    } else if field.traits.length != nil {
      values.append(("\"\"", "must not be empty"))
    }
    return values
  }

  /// The line of an event with one member written anew.
  private func line(_ type: EventType, _ name: StaticString, _ json: String) -> [UInt8] {
    var values = DeclaredValues(.least)
    var encoder = EventEncoder(continuing: .zero)
    encoder.append(
      Envelope(
        id: "e", source: "/hand", time: "2026-03-01T08:00:00Z", sequence: SequenceNumber(1),
        actor: "mia", attributes: []), values.event(type, about: 1))
    let text = String(decoding: encoder.buffer, as: UTF8.self)
    let pattern = try! Regex("\"\(name)\":(\\[[^\\]]*\\]|\"[^\"]*\"|[-0-9.e]+)")
    return Array(text.replacing(pattern, with: "\"\(name)\":\(json)").utf8.dropLast())
  }

  private func fault(_ line: [UInt8]) -> LineFault? {
    var decoder = EventDecoder()
    let block = unsafe line.withUnsafeBytes { unsafe LineBlock(copying: $0) }
    do throws(LineFault) {
      _ = try decoder.decode(RecordedLine(block: block, range: 0..<line.count))
      return nil
    } catch { return error }
  }

  @Test
  func
    `a recorded value beyond its limits is no event, and the message names member, limits and value`()
  {
    var count = 0
    for (type, member) in Self.all {
      for (json, demand) in Self.values(beyond: member) {
        let line = line(type, member.name, json)
        #expect(String(decoding: line, as: UTF8.self).contains("\"\(member.name)\":\(json)"))
        let fault = fault(line)
        #expect(fault?.kind == .event, "\(type.rawValue) \(member.name) \(json)")
        #expect(fault?.message.hasPrefix("\"\(member.name)\" ") == true, "\(fault?.message ?? "")")
        #expect(fault?.message.contains(demand) == true, "\(fault?.message ?? "")")
        #expect(
          fault?.message.contains("found \(json.prefix(20))") == true, "\(fault?.message ?? "")")
        count += 1
      }
    }
    #expect(count > 200)
  }

  @Test(arguments: DeclaredValues.End.allCases)
  func `every value at its limits is read`(end: DeclaredValues.End) {
    for type in EventType.allCases {
      var values = DeclaredValues(end, seed: .random(in: 0 ... .max))
      let event = values.event(type, about: 1)
      var encoder = EventEncoder(continuing: .zero)
      encoder.append(
        Envelope(
          id: "e", source: "/hand", time: "2026-03-01T08:00:00Z", sequence: SequenceNumber(1),
          actor: "mia", attributes: []), event)
      let fault = fault(encoder.buffer.dropLast())
      #expect(
        fault == nil,
        "\(String(decoding: encoder.buffer.prefix(600), as: UTF8.self)): \(fault?.message ?? "")")
    }
  }
}
