import Testing

@testable import ShiftEvents

@Suite("Identifiers") struct IdentifierTests {
  @Test func `have the form of their kind`() {
    for (length, isUser, isFixedShift) in [
      (1, true, true), (53, true, true), (54, true, false), (64, true, false), (65, false, false),
    ] {
      let text = String(repeating: "a", count: length)
      #expect((UserID(text) != nil) == isUser)
      #expect((FixedShiftID(text) != nil) == isFixedShift)
    }
    for text in ["", ".", "-a", "_", "a b", "a/b", "é", "a\0", "a\u{301}", "\u{212A}"] {
      #expect(ShiftID(text) == nil, "\(text)")
    }
  }

  @Test func `identifiers are equal if their texts are, and ordered as bytes`() {
    var random = CodecRandom.printed()
    for _ in 0..<2000 {
      let (first, second): (ShiftID, ShiftID) = (random.identifier(), random.identifier())
      #expect(ShiftID(first.description) == first)
      let bytes = (Array(first.description.utf8), Array(second.description.utf8))
      #expect((first == second) == (bytes.0 == bytes.1))
      #expect((first < second) == bytes.0.lexicographicallyPrecedes(bytes.1))
    }
  }

  /// Symbols given back later cannot be seen here: the table is the process's, and other tests use it.
  @Test func `those of a submission are kept while it lives`() throws {
    func json(_ number: Int, _ data: String) -> String {
      #"{"type":"shift.supplied","actor":"ghost-actor-\#(number)","subject":"ghost-\#(number)","#
        + #""data":{"owner":"ghost-owner-\#(number)"\#(data)}}"#
    }
    var living: [Submission] = []
    for number in 0..<100 {
      #expect(submissionCode(json(number, #","date":"no""#)) == .invalidField)
      living.append(try submission(json(number, "")))
      #expect(submissionCode(json(number + 1000, #","date":"no""#)) == .invalidField)
    }
    for (number, submission) in living.enumerated() {
      #expect(submission.subject.text == "ghost-\(number)")
      #expect(submission.actor.description == "ghost-actor-\(number)")
    }
  }
}

@Suite("UUIDs of version 7") struct UUIDv7Tests {
  @Test(
    "layout of RFC 9562, section 5.7",
    arguments: [
      // The example of its appendix A.6.
      (
        0x017F_22E2_79B0, 0xCC3, 0x18C4_DC0C_0C07_398F << 2 & 0xFFFF_FFFF_FFFF_FFFC,
        "017f22e2-79b0-7cc3-98c4-dc0c0c07398f"
      ),
      (0, 0, 0, "00000000-0000-7000-8000-000000000000"),
      (0, UInt64.max, UInt64.max, "00000000-0000-7fff-bfff-ffffffffffff"),
      (253_402_300_799_999, 0, 0, "e677d21f-dbff-7000-8000-000000000000"),
    ] as [(Int64, UInt64, UInt64, String)])
  func layout(milliseconds: Int64, first: UInt64, second: UInt64, expected: String) {
    let time = Timestamp(milliseconds: milliseconds)
    #expect(UUIDv7.make(at: time, random: first, second) == expected)
  }

  @Test func `are ordered by time, unique, and ids of events`() {
    var seen: Set<String> = []
    var last = ""
    var maker = UUIDv7()
    for second in 0..<500 {
      let id = maker.next(at: Timestamp(milliseconds: Int64(second) * 1_000_000_007))
      #expect(id > last && id.utf8.count == 36)
      #expect(seen.insert(id).inserted)
      #expect(unsafe Array(id.utf8).withUnsafeBytes { unsafe isEventID($0) })
      last = id
    }
    var other = UUIDv7()
    for _ in 0..<500 {
      #expect(seen.insert(maker.next(at: Timestamp(milliseconds: 1))).inserted)
      #expect(seen.insert(other.next(at: Timestamp(milliseconds: 1))).inserted)
    }
  }
}
