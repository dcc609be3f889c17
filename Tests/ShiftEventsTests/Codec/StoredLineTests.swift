import TestSupport
import Testing

@testable import ShiftEvents

@Suite("Lines of a log") struct StoredLineTests {
  @Test func `a plain line is read`() throws {
    let read = try recorded(Array(storedLine().utf8))
    #expect(
      read.event
        == .shiftCancelled(
          ShiftCancelled(shift: "S1", owner: "bas", date: LocalDate("2026-01-12"))))
    #expect(FormCheck().difference(of: read) == nil)
  }

  // MARK: - Unknown members and types

  @Test func `an unknown type is kept as it stands`() throws {
    let data = #"{"x":[1.0,{"y":null}],"z":"é"}"#
    let read = try recorded(Array(storedLine(type: "shift.painted", data: data).utf8))
    #expect(
      read.event
        == .unknown(UnknownEvent(type: "shift.painted", subject: "S1", data: data)))
    #expect(read.event.type == nil && read.event.typeName == "shift.painted")
    #expect(read.event.subject == "S1")
    #expect(FormCheck().difference(of: read) == nil)
    let content = EventEncoder.content(read.envelope, read.event)
    #expect(read.json.utf8.starts(with: content))
  }

  @Test func `an unknown type's subject need not be an id, but a text`() throws {
    for subject in [#""a/b c""#, #""é""#, #""""#] {
      #expect(lineFault(storedLine(type: "x", subject: subject)) == nil)
    }
    for subject in ["1", "null", "{}", "[]", "true", #""a\n""#, #""\u001b[2J""#, "\"\u{9B}\""] {
      #expect(
        lineFault(storedLine(type: "x", subject: subject))?.kind == .event, "\(subject)")
    }
  }

  @Test(arguments: ["a\\u001b[2J", "a\\n", "\u{7F}", ""])
  func `an unknown type's name is a text without control characters`(name: String) {
    #expect(lineFault(storedLine(type: name))?.kind == .event)
  }

  @Test func `unknown members of data are kept and counted`() throws {
    let data = #"{"owner":"bas","colour":"red","date":"2026-01-12","n":[{"owner":1}]}"#
    let read = try recorded(Array(storedLine(data: data).utf8))
    #expect(read.unknownMembers == 2)
    #expect(read.event.type == .shiftCancelled)
    #expect(read.json.contains(#""colour":"red""#))
    #expect(FormCheck().difference(of: read) == nil)
  }

  @Test func `a member of another type is unknown to this one`() throws {
    let data = #"{"owner":"bas","date":"2026-01-12","taker":"eva","final":null}"#
    #expect(try recorded(Array(storedLine(data: data).utf8)).unknownMembers == 2)
  }

  // MARK: - Written otherwise

  @Test(arguments: EventType.allCases)
  func `other order, spaces and escapes mean the same`(type: EventType) throws {
    var random = CodecRandom.printed("rewriting \(type.rawValue)")
    for _ in 0..<Rounds.count(15, full: 50) {
      let line = encoded(random.envelope(), random.event(type))
      let other = rewritten(line, &random)
      let (read, again) = (try recorded(line), try recorded(other))
      let place = "seed \(random.seed): \(String(decoding: other, as: UTF8.self))"
      #expect(again.event == read.event, "\(place)")
      #expect(again.attributes == read.attributes, "\(place)")
      #expect(again.id == read.id && again.source == read.source, "\(place)")
      #expect(again.time == read.time && again.sequence == read.sequence, "\(place)")
      #expect(again.actor == read.actor && again.hash == read.hash, "\(place)")
      #expect(again.isLastOfBatch == read.isLastOfBatch, "\(place)")
      #expect((FormCheck().difference(of: again) != nil) == (other != line), "\(place)")
    }
  }

  @Test(
    "values in another form are a matter of form",
    arguments: [
      #"{"date":"2026-01-12","owner":"bas"}"#, #"{"owner":"b\u0061s","date":"2026-01-12"}"#,
      #"{"owner":"bas","date":"2026-01-12" }"#,
    ])
  func otherForm(data: String) throws {
    let read = try recorded(Array(storedLine(data: data).utf8))
    #expect(FormCheck().difference(of: read) != nil)
  }

  @Test
  func
    `unsorted lists, times with offsets and long numbers read the same and are reported as form`()
    throws
  {
    let lists = storedLine(
      type: "request.withdrawn",
      data: #"{"requester":"e","date":"2026-01-12","released":["b","a"]}"#)
    let deal =
      #"{"name":"n","companyName":"c","category":"food","latitude":5.20e1,"longitude":4,"#
      + #""validUntil":"2026-01-12T21:00:00+01:00","validFrom":"2026-01-12T09:00:00.000Z","company":"c"}"#
    let read = try recorded(Array(storedLine(type: "deal.posted", data: deal).utf8))
    #expect(FormCheck().difference(of: read) != nil)
    guard case .dealPosted(let posted) = read.event else { return #expect(Bool(false)) }
    #expect(posted.latitude == 52 && posted.validUntil == Timestamp("2026-01-12T20:00:00Z"))
    #expect(lineFault(lists) == nil)
  }

  // MARK: - Damage

  @Test(
    "not an event",
    arguments: [
      storedLine().replacing(#""specversion":"1.0""#, with: #""specversion":"0.3""#),
      storedLine().replacing(#""specversion":"1.0","#, with: ""),
      storedLine().replacing(#""id":"e1","#, with: ""),
      storedLine().replacing(#""id":"e1""#, with: #""id":"""#),
      storedLine().replacing(#""source":"/a","#, with: ""),
      storedLine().replacing(#""type":"shift.cancelled","#, with: ""),
      storedLine().replacing(#""subject":"S1","#, with: ""),
      storedLine(subject: #""S 1""#), storedLine(subject: "1"),
      storedLine().replacing(#""actor":"mia","#, with: ""),
      storedLine().replacing(#""actor":"mia""#, with: #""actor":"""#),
      storedLine(time: "2026-01-05T18:02:11Z"), storedLine(time: "2026-01-05T18:02:11.04Z"),
      storedLine(time: "2026-01-05T18:02:11.0420Z"), storedLine(time: "2026-01-05t18:02:11.042z"),
      storedLine(time: "2026-01-05T18:02:11+00:00"), storedLine(time: "2026-01-05T18:02:60.000Z"),
      storedLine(time: "1969-12-31T23:59:59.999Z"),
      storedLine().replacing("000000000001", with: "1"),
      storedLine().replacing("000000000001", with: "000000000000"),
      storedLine().replacing("000000000001", with: "0000000000001"),
      storedLine().replacing(#""000000000001""#, with: "1"),
      storedLine(more: #","more":false"#), storedLine(more: #","more":1"#),
      storedLine(more: #","more":null"#), storedLine(more: #","Bad":1"#),
      storedLine(more: #","bad":null"#), storedLine(more: #","bad":1.5"#),
      storedLine(data: "[]"), storedLine(data: "null"), storedLine(data: "{}"),
      storedLine(data: #"{"owner":"bas","date":"2026-02-30"}"#),
      storedLine(data: #"{"owner":7,"date":"2026-01-12"}"#),
      storedLine(data: #"{"owner":"bas","date":"2026-01-12","request":null}"#),
      storedLine().replacing(#","data":{"owner":"bas","date":"2026-01-12"}"#, with: ""),
      storedLine().replacing(
        String(repeating: "0", count: 64), with: String(repeating: "0", count: 63)),
      storedLine().replacing(
        String(repeating: "0", count: 64), with: String(repeating: "A", count: 64)),
      "[]", "1", "\"x\"", "null", "{}",
    ])
  func notAnEvent(line: String) {
    #expect(lineFault(line)?.kind == .event, "\(line)")
  }

  @Test(arguments: ["1e400", "-1e400", "1e309"])
  func `a coordinate that no number holds is damage`(value: String) {
    let deal =
      #"{"name":"n","companyName":"c","category":"food","latitude":52,"longitude":\#(value),"#
      + #""validUntil":"2026-01-12T21:00:00.000Z","validFrom":"2026-01-12T09:00:00.000Z","company":"c"}"#
    #expect(lineFault(storedLine(type: "deal.posted", data: deal))?.kind == .event)
    let edit = #"{"latitude":\#(value),"company":"c"}"#
    #expect(lineFault(storedLine(type: "deal.edited", data: edit))?.kind == .event)
  }

  @Test func `a CR is damage wherever it stands`() {
    let line = storedLine()
    for place in [0, 1, line.utf8.count] {
      var bytes = Array(line.utf8)
      bytes.insert(0x0D, at: place)
      let fault = lineFault(bytes)
      #expect(fault?.kind == .carriageReturn)
      #expect(fault?.range.lowerBound == place)
    }
    #expect(lineFault(Array(line.utf8) + [0x20]) == nil)
  }

  @Test func `an empty line is damage`() { #expect(lineFault("")?.kind == .json) }
}
