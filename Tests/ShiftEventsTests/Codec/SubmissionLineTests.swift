import TestSupport
import Testing

@testable import ShiftEvents

/// The law: a submission means the same whatever the order of its members, its spaces and escapes.
@Suite("Submissions are read the same however they are written")
struct SubmissionLineTests {
  /// Returns `true` if the line is a submission; compares it with itself, written otherwise.
  @discardableResult
  private func isTaken(_ json: [UInt8], _ place: @autoclosure () -> String) -> Bool {
    var random = CodecRandom(seed: UInt64(json.count))
    var decoder = SubmissionDecoder()
    guard case .success(let first) = decoder.decode(json) else { return false }
    // Behind a blank it is indexed.
    let other = [UInt8(ascii: " ")] + rewritten(json, &random)
    let text = String(decoding: other, as: UTF8.self)
    switch decoder.decode(other) {
    case .success(let second):
      if describe(first) != describe(second) {
        Issue.record("\(place()): read otherwise: \(text): \(describe(second))")
      }
    case .failure(let fault): Issue.record("\(place()): refused: \(fault.message): \(text)")
    }
    return true
  }

  /// Everything that judging and recording look at.
  private func describe(_ submission: Submission) -> [String] {
    let given = submission.given.map {
      "\($0.name)=\(String(decoding: $0.value.json, as: UTF8.self))"
    }
    return [
      "\(submission.content.command)", "\(submission.content.actor)", "\(submission.type)",
      submission.subject.text, "\(submission.id ?? "-") \(submission.source ?? "-")",
      "\(submission.time as Timestamp?)", "\(submission.expectedSequence as SequenceNumber?)",
      "\(submission.attributes)", "\(submission.personal as PersonalData?)",
      "\(submission.touched.map(\.text).sorted())",
    ] + given
  }

  /// A submission as most programs write it, its members around `data` in some order.
  private func line(_ type: DocumentedType, _ random: inout CodecRandom) -> [UInt8] {
    let data = type.all.filter { member in
      type.required.contains { $0.0 == member.0 } || random.number(0...2) == 0
    }
    var members = [
      #""type":"\#(type.type.rawValue)""#, #""subject":"\#(type.subject)""#, #""actor":"mia""#,
    ]
    if random.isTrue() { members.append(#""time":"2026-01-05T18:02:11.042Z""#) }
    if random.isTrue() { members.append(#""id":"c1-3c6ef362","source":"/rooster-app""#) }
    if random.number(0...4) == 0 {
      members += [#""specversion":"1.0""#, #""datacontenttype":"application/json""#]
    }
    if random.number(0...4) == 0 { members.append(#""expectedsequence":57"#) }
    if random.number(0...4) == 0 { members.shuffle(using: &random) }
    // As Python and others write it.
    let space = random.number(0...2) == 0 ? " " : ""
    let object = data.map { #""\#($0.0)":\#(space)\#($0.1)"# }.joined(separator: ",\(space)")
    if !data.isEmpty || random.isTrue() { members.append(#""data":{\#(object)}"#) }
    return Array(
      "{\(members.joined(separator: ",\(space)").replacing("\":\"", with: "\":\(space)\""))}".utf8)
  }

  @Test func `one with blanks and the members of CloudEvents is read in one pass`() {
    var decoder = SubmissionDecoder()
    let line = #"""
      {"specversion": "1.0", "type": "user.registered", "subject": "eva", "actor": "eva", "expectedsequence": 0, \#
      "datacontenttype": "application/json", "data": {"roles": ["student"]}}
      """#
    func read(_ line: String) -> Submission? {
      unsafe Array(line.utf8).withUnsafeBytes { unsafe decoder.decode(inOrder: $0)?.submission }
    }
    #expect(read(line)?.expectedSequence == .zero && read(line)?.subject.text == "eva")
    for wrong in ["1.1", "1.0\",\"specversion\":\"1.0"] {
      let other = line.replacing("\"1.0\"", with: "\"\(wrong)\"")
      #expect(read(other) == nil)
      #expect(throws: InvalidSubmission.self) {
        try SubmissionDecoder.decoded(Array(other.utf8)).get()
      }
    }
  }

  @Test func `a name beside the data is taken or refused in order as by the index`() {
    var random = CodecRandom.printed("names of attributes")
    var decoder = SubmissionDecoder()
    let names = AttributeNames.misspelt.map(\.name) + AttributeNames.misplaced.flatMap(\.names)
    var refused = 0
    for _ in 0..<3000 {
      var name = Array(random.element(of: names).utf8)
      for _ in 0..<random.number(0...3) where !name.isEmpty {
        let place = random.number(0...name.count - 1)
        switch random.number(0...2) {
        case 0: name.remove(at: place)
        case 1: name.insert(UInt8(ascii: "q"), at: place)
        default: name.swapAt(place, random.number(0...name.count - 1))
        }
      }
      let text = String(decoding: name, as: UTF8.self)
      let json = Array(#"{"type":"shift.supplied","subject":"S1","actor":"mia","\#(text)":1}"#.utf8)
      let inOrder = unsafe json.withUnsafeBytes { unsafe decoder.decode(inOrder: $0) != nil }
      let isTaken = isTaken(json, "seed \(random.seed)")
      #expect(inOrder == isTaken, "\(text)")
      if !isTaken { refused += 1 }
    }
    #expect((500..<2900).contains(refused))
    for name in AttributeNames.documented {
      #expect(!Attribute(name: name, value: .boolean(true)).isRefused)
    }
  }

  @Test(arguments: [
    ("/shop", true), ("a b", false), ("/a#b", true), ("/a#b#c", false), ("urn:shop:1", true),
    ("http://h:80/x?y#z", true), ("http://h:8a/", false), ("http://[::1]:8/", true),
    ("http://[::1/", false), ("http://[::1]x/", false), ("http://a[b]/", false), ("/a[b]", false),
    ("/a?[b]", false), ("/a#[b]", false), ("1a:b", false), ("./1a:b", true), (":b", false),
    ("//u@h/x", true), ("//u@v@h", false), ("a:b:c", true), ("//[]", false), ("?q", true),
  ])
  func `a source is a URI reference`(source: String, isTaken: Bool) {
    let line =
      #"{"type":"shift.supplied","subject":"S1","actor":"mia","source":"\#(source)"}"#
    #expect(self.isTaken(Array(line.utf8), "\(source)") == isTaken)
  }

  @Test(arguments: [
    ("object", true), ("factor", true), ("subset", true), ("subnet", true), ("subtext", true),
    ("suspect", true), ("perversion", true), ("tractor", true), ("colour", true), ("target", true),
    ("course", true), ("resource", true), ("subjct", false), ("subejct", false),
    ("sujbectt", false),
    ("obbject", false), ("factr", true), ("actr", false), ("acotr", false), ("factors", true),
    ("actors", false), ("subjects", false), ("sources", false), ("sourcd", false), ("sorce", false),
    ("expectedsequenc", false), ("specversoin", false), ("datacontentype", false),
    ("ref", false), ("op", false), ("profile", false), ("override", false), ("to", false),
    ("limit", false), ("correlationid", true),
  ])
  func `a slip of a member is refused, and another word is an attribute`(
    name: String, isAttribute: Bool
  ) {
    #expect(Attribute(name: name, value: .boolean(true)).isRefused != isAttribute)
    let line = #"{"type":"shift.supplied","subject":"S1","actor":"mia","\#(name)":"x"}"#
    #expect(isTaken(Array(line.utf8), "\(name)") == isAttribute)
  }

  @Test func `one decoder reads many as if each were the first`() throws {
    var random = CodecRandom.printed("many submissions of one decoder")
    var decoder = SubmissionDecoder()
    for number in 0..<1000 {
      var line = line(random.element(of: DocumentedType.submitted), &random)
      if random.isTrue() { line = rewritten(line, &random) }
      guard case .success(let read) = decoder.decode(line) else { continue }
      let alone = try SubmissionDecoder.decoded(line).get()
      #expect(describe(read) == describe(alone), "line \(number)")
    }
  }

  @Test(arguments: DocumentedType.submitted)
  func `as they are written, and changed by a byte`(type: DocumentedType) {
    var random = CodecRandom.printed("fast and strict submissions, \(type.type.rawValue)")
    for _ in 0..<Rounds.count(2, full: 100) {
      let line = line(type, &random)
      isTaken(line, "seed \(random.seed)")
      for _ in 0..<60 { isTaken(changed(line, &random), "seed \(random.seed)") }
    }
  }

  /// A byte changed, or a word exchanged.
  private func changed(_ line: [UInt8], _ random: inout CodecRandom) -> [UInt8] {
    if random.number(0...7) < 7 { return random.changed(line) }
    let words = [
      "\"mia\"", "\"system\"", "\"S1.2026-01-12\"", "\"S1\"", "null", "[]", "[\"S2\",\"S1\"]",
      "\"ref\"", "\"hash\"", "\"specversion\"", "\"expectedsequence\"", "\"1.0\"", "\"profile\"",
      "\"type\"", "\"\"", "0", "-1",
      "\"\(String(repeating: "x", count: 60))\"",
    ]
    let texts = String(decoding: line, as: UTF8.self).split(
      separator: "\"", omittingEmptySubsequences: false)
    let chosen = random.number(0...texts.count - 1)
    let parts = texts.enumerated().map { index, text in
      index == chosen ? random.element(of: words).dropFirst().dropLast() : text
    }
    return Array(parts.joined(separator: "\"").utf8)
  }

  @Test func `submissions with the least are taken`() {
    let strict: Set<EventType> = [
      .workplaceConfigured, .dealPosted, .dealEdited, .profileChanged, .shiftEdited, .vacancyEdited,
      .contractSet, .fixedShiftEdited, .fixedVacancyEdited,
    ]
    for type in DocumentedType.submitted where !strict.contains(type.type) {
      let members = type.required.map { #""\#($0.0)":\#($0.1)"# }.joined(separator: ",")
      let json =
        #"{"id":"a","type":"\#(type.type.rawValue)","subject":"\#(type.subject)","actor":"mia","#
        + #""time":"2026-01-05T18:02:11.042Z","data":{\#(members)}}"#
      if type.type == .hoursRecorded { continue }
      #expect(isTaken(Array(json.utf8), "\(type.type)"), "\(json)")
    }
  }

  @Test(arguments: DocumentedType.submitted)
  func `values at the edge of what is allowed`(type: DocumentedType) {
    let values = [
      "null", "{}", "[]", "[[]]", #""""#, #""?""#, "0.5", "true", "1", "-1", "-0", "01", "1e0",
      #""system""#, #"["S2","S1"]"#, #"["S1","S1"]"#, #"["student","student"]"#, #"["S1"]"#,
      #"["system"]"#, #"[ "S1"]"#, "999999999999999", "9999999999999999", #""S1.2026-01-12""#,
      #""2026-02-30""#, #""2026-01-12""#, #""24:00""#, #""2026-01-05T18:02:11.042Z""#,
      #""2026-01-05T18:02:11Z""#, #""\#(String(repeating: "x", count: 64))""#,
      #""\#(String(repeating: "x", count: 65))""#, #""a\u0062""#, #""é""#,
    ]
    for (name, _) in type.all {
      // A short suite draws some for each member.
      for value in Rounds.areFull ? values : Array(values.shuffled().prefix(12)) {
        let data = type.all.map { $0.0 == name ? (name, value) : $0 }
        isTaken(Array(type.json(data).utf8), "\(name): \(value)")
        isTaken(Array(type.json([(name, value)]).utf8), "\(name): \(value), alone")
        let least = type.least.filter { $0.0 != name }
        isTaken(Array(type.json(least + [(name, value)]).utf8), "\(name): \(value), last")
      }
    }
    for value in values {
      var other = type
      other.subject = String(value.dropFirst().dropLast())
      isTaken(Array(other.json(type.least).utf8), "subject: \(value)")
      isTaken(Array(type.json(type.least, actor: other.subject).utf8), "actor: \(value)")
    }
  }

  @Test(arguments: EventType.allCases)
  func `without data, whatever the type`(type: EventType) {
    for data in ["", #","data":{}"#] {
      let json = #"{"type":"\#(type.rawValue)","subject":"S1","actor":"mia"\#(data)}"#
      isTaken(Array(json.utf8), type.rawValue)
    }
  }

  @Test func `a refused submission leaves no identifier behind`() {
    let text = "fast-ghost"
    let json =
      #"{"type":"shift.cancelled","subject":"\#(text)","actor":"\#(text)-actor"}"#
    #expect(isTaken(Array(json.utf8), "whole"))
    #expect(!isTaken(Array((json + "}").utf8), "one brace too many"))
    for name in [text, "\(text)-actor"] {
      // Its place is given back from the table's end, once what other tests hold behind it is gone.
      let symbol = unsafe Array(name.utf8).withUnsafeBytes {
        unsafe Interner.shared.permanent($0)
      }
      #expect(symbol == nil)
    }
  }
}

extension SubmissionDecoder {
  fileprivate mutating func decode(_ line: [UInt8]) -> DecodedSubmission {
    unsafe line.withUnsafeBytes { unsafe decode($0) }
  }
}
