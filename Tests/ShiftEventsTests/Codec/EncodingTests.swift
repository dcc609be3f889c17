import Testing

@testable import ShiftEvents

/// Lines that were written by hand from the documented format, their hashes by another program.
struct HandwrittenFile: Sendable, CustomTestStringConvertible {
  var name: String
  var events: [Event]
  var actors: [UserID]
  /// True if some of its lines have unusual members beside `data`.
  var isUnusual = false

  var testDescription: String { name }

  /// `every-type.jsonl` has the types of the first version; later types are in files of their own.
  static let all = [
    HandwrittenFile(
      name: "every-type.jsonl", events: everyEvent, actors: everyActor, isUnusual: true),
    HandwrittenFile(
      name: "skills-absences-trades.jsonl", events: absenceAndTradeEvents,
      actors: absenceAndTradeActors),
    HandwrittenFile(name: "promises.jsonl", events: promiseEvents, actors: promiseActors),
    HandwrittenFile(name: "weekly.jsonl", events: weeklyEvents, actors: weeklyActors),
    HandwrittenFile(name: "clock.jsonl", events: clockEvents, actors: clockActors),
    HandwrittenFile(name: "splits.jsonl", events: splitEvents, actors: splitActors),
  ]

  fileprivate func envelope(_ index: Int) -> Envelope {
    ShiftEventsTests.envelope(index + 1, actor: actors[index], isUnusual: isUnusual)
  }
}

@Suite("Exact bytes") struct EncodingTests {
  private let profile = Digest(String(repeating: "0f", count: 32))!

  @Test func `every type is in a file`() throws {
    let types = try HandwrittenFile.all.flatMap { file in
      try linesOf(codecFixture(file.name)).map { try recorded($0).event.type }
    }
    #expect(Set(types) == Set(EventType.allCases))
  }

  @Test(arguments: HandwrittenFile.all)
  func `the file is written byte for byte`(file: HandwrittenFile) throws {
    var encoder = EventEncoder(continuing: .zero)
    for (index, event) in file.events.enumerated() {
      encoder.append(file.envelope(index), event)
    }
    let expected = linesOf(try codecFixture(file.name))
    let written = linesOf(encoder.buffer)
    #expect(written.count == expected.count)
    for (line, expected) in zip(written, expected) {
      #expect(String(decoding: line, as: UTF8.self) == String(decoding: expected, as: UTF8.self))
    }
    #expect(encoder.buffer == (try codecFixture(file.name)))
  }

  @Test(arguments: HandwrittenFile.all)
  func `the recorded file is read as the events that it holds`(file: HandwrittenFile) throws {
    for (index, line) in try linesOf(codecFixture(file.name)).enumerated() {
      let read = try recorded(line)
      #expect(read.event == file.events[index])
      let envelope = file.envelope(index)
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

  @Test(arguments: HandwrittenFile.all)
  func `the chain is that of an auditor without our tools`(file: HandwrittenFile) throws {
    var previous = Digest.zero
    for line in try linesOf(codecFixture(file.name)) {
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

private func envelope(_ number: Int, actor: UserID, isUnusual: Bool) -> Envelope {
  let milliseconds = Timestamp("2026-01-05T18:00:11Z").milliseconds + Int64(number) * 60_001
  var envelope = Envelope(
    id: isUnusual && number == 1 ? #"!~ "\"# : "e\(number)",
    source: isUnusual && number == 1 ? "https://example.org/a%20b?c=d#e" : "/rooster-app",
    time: Timestamp(milliseconds: milliseconds), sequence: SequenceNumber(number), actor: actor,
    more: isUnusual && (number == 12 || number == 13))
  if isUnusual && number == 5 {
    envelope.attributes = [
      Attribute(name: "causationid", value: .string("e 1")),
      Attribute(name: "correlationid", value: .string(#"c/"1""#)),
      Attribute(name: "flag", value: .boolean(true)), Attribute(name: "n", value: .integer(.min)),
      Attribute(name: "x9", value: .integer(.max)),
    ]
  }
  return envelope
}
