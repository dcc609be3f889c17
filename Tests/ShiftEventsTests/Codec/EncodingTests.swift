import Testing

@testable import ShiftEvents

/// `every-type.jsonl` was written by hand from the documented format, its hashes by another program.
@Suite("Exact bytes") struct EncodingTests {
  private let profile = Digest(String(repeating: "0f", count: 32))!

  @Test func `every type is in the file`() throws {
    let types = try linesOf(codecFixture("every-type.jsonl")).map { try recorded($0).event.type }
    #expect(Set(types) == Set(EventType.allCases))
  }

  @Test func `the file is written byte for byte`() throws {
    var encoder = EventEncoder(continuing: .zero)
    for (index, event) in everyEvent.enumerated() {
      encoder.append(envelope(index + 1, actor: everyActor[index]), event)
    }
    let expected = linesOf(try codecFixture("every-type.jsonl"))
    let written = linesOf(encoder.buffer)
    #expect(written.count == expected.count)
    for (line, expected) in zip(written, expected) {
      #expect(String(decoding: line, as: UTF8.self) == String(decoding: expected, as: UTF8.self))
    }
    #expect(encoder.buffer == (try codecFixture("every-type.jsonl")))
  }

  @Test func `the recorded file is read as the events that it holds`() throws {
    for (index, line) in try linesOf(codecFixture("every-type.jsonl")).enumerated() {
      let read = try recorded(line)
      #expect(read.event == everyEvent[index])
      let envelope = envelope(index + 1, actor: everyActor[index])
      #expect(read.id == envelope.id && read.source == envelope.source)
      #expect(read.time == envelope.time && read.sequence == envelope.sequence)
      #expect(read.actor == envelope.actor && read.attributes == envelope.attributes)
      #expect(read.isLastOfBatch == !envelope.more)
      #expect(read.unknownMembers == 0)
      #expect(Array(read.json.utf8) == line)
      #expect(FormCheck().difference(of: read) == nil)
    }
  }

  /// The hash that the line should state after the one before it.
  private func chain(
    _ line: UnsafeRawBufferPointer, _ suffix: HashSuffix, after previous: Digest
  ) -> Digest {
    unsafe Digest.chain(
      UnsafeRawBufferPointer(rebasing: line[..<suffix.contentLength]), after: previous)
  }

  @Test func `the chain is that of an auditor without our tools`() throws {
    var previous = Digest.zero
    for line in try linesOf(codecFixture("every-type.jsonl")) {
      try unsafe line.withUnsafeBytes { bytes in
        let suffix = try #require(unsafe HashSuffix(bytes))
        previous = unsafe chain(bytes, suffix, after: previous)
        #expect(suffix.hash == previous)
        #expect(suffix.contentLength == line.count - 75)
      }
      #expect(try recorded(line).hash == previous)
    }
  }

  @Test func `a hash depends on every byte before it and on the line before`() throws {
    let line = linesOf(try codecFixture("every-type.jsonl"))[0]
    for place in stride(from: 0, to: line.count - 75, by: 7) {
      var changed = line
      changed[place] ^= 1
      unsafe changed.withUnsafeBytes { bytes in
        guard let suffix = unsafe HashSuffix(bytes) else { return }
        #expect(unsafe chain(bytes, suffix, after: .zero) != suffix.hash)
      }
    }
    unsafe line.withUnsafeBytes { bytes in
      guard let suffix = unsafe HashSuffix(bytes) else { return }
      let other = SHA256.hash(Array("another line".utf8))
      #expect(unsafe chain(bytes, suffix, after: other) != suffix.hash)
    }
  }

  @Test(
    "the end of a line is written one way",
    arguments: [
      #"{"a":1, "hash":"%"}"#, #"{"a":1,"hash": "%"}"#, #"{"a":1,"hash":"%" }"#,
      #"{"a":1,"hash":"%"} "#, #"{"hash":"%"}"#, #"{"a":1,"hash":"%","b":1}"#, #"{"a":1,"hash":%}"#,
      #"{"a":1,"Hash":"%"}"#, #""hash":"%"}"#, "",
    ])
  func hashSuffix(form: String) {
    func isFound(_ text: String) -> Bool {
      unsafe Array(text.utf8).withUnsafeBytes { unsafe HashSuffix($0) } != nil
    }
    let digits = String(repeating: "a0", count: 32)
    #expect(isFound(#"{"a":1,"hash":"\#(digits)"}"#))
    #expect(!isFound(form.replacing("%", with: digits)))
    #expect(!isFound(#"{"a":1,"hash":"\#(digits.uppercased())"}"#))
  }
}

private func envelope(_ number: Int, actor: UserID) -> Envelope {
  let milliseconds = Timestamp("2026-01-05T18:00:11Z")!.milliseconds + Int64(number) * 60_001
  var envelope = Envelope(
    id: number == 1 ? #"!~ "\"# : "e\(number)",
    source: number == 1 ? "https://example.org/a%20b?c=d#e" : "/rooster-app",
    time: Timestamp(milliseconds: milliseconds), sequence: SequenceNumber(number), actor: actor,
    more: number == 12 || number == 13)
  if number == 5 {
    envelope.attributes = [
      Attribute(name: "causationid", value: .string("e 1")),
      Attribute(name: "correlationid", value: .string(#"c/"1""#)),
      Attribute(name: "flag", value: .boolean(true)), Attribute(name: "n", value: .integer(.min)),
      Attribute(name: "x9", value: .integer(.max)),
    ]
  }
  return envelope
}
