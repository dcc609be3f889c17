import Foundation
import Testing

@testable import ShiftEvents

@Suite("Values in submissions") struct SubmissionValuesTests {
  private func code(_ type: String, _ data: String, subject: String = "X") -> InvalidSubmission
    .Code?
  {
    submissionCode(#"{"type":"\#(type)","actor":"bas","subject":"\#(subject)","data":\#(data)}"#)
  }

  private func deal(_ name: String, _ value: String) -> InvalidSubmission.Code? {
    let type = DocumentedType.all.first { $0.type == .dealPosted }!
    return submissionCode(type.json(type.all.filter { $0.0 != name } + [(name, value)]))
  }

  // MARK: - Ids

  @Test(
    "ids",
    arguments: [
      ("a", true), ("0", true), ("Z9._-", true), (String(repeating: "x", count: 64), true),
      (String(repeating: "x", count: 65), false), ("", false), (".a", false), ("-rf", false),
      ("_a", false), ("../x", false), ("a/b", false), ("a b", false), ("a:b", false), ("é", false),
      ("a\\u0000", false), ("a\\n", false), ("\\u0061", true), ("a\u{301}", false), ("ａ", false),
      ("a%", false), ("=1", false), ("\u{202E}a", false),
    ])
  func ids(id: String, isTaken: Bool) {
    let expected: InvalidSubmission.Code? = isTaken ? nil : .invalidField
    #expect(code("shift.supplied", "{}", subject: id) == expected)
    #expect(code("request.posted", #"{"date":"2026-01-12"}"#, subject: id) == expected)
    #expect(code("study.started", "{}", subject: id) == expected)
    #expect(code("deal.removed", "{}", subject: id) == expected)
    #expect(code("user.followed", "{}", subject: id) == expected)
    #expect(code("shift.suggested", #"{"request":"\#(id)"}"#) == expected)
    #expect(code("deal.reserved", #"{"deal":"\#(id)"}"#) == expected)
    #expect(code("request.withdrawn", #"{"released":["S1","\#(id)"]}"#) == expected)
    #expect(
      submissionCode(#"{"type":"shift.supplied","actor":"\#(id)","subject":"S"}"#) == expected)
  }

  @Test func `a fixed shift's id leaves room for a date`() {
    let longest = String(repeating: "f", count: 53)
    #expect(code("fixedshift.removed", "{}", subject: longest) == nil)
    #expect(code("fixedshift.removed", "{}", subject: longest + "f") == .invalidField)
    #expect(code("shift.supplied", "{}", subject: longest + ".2026-01-12") == nil)
    #expect(code("shift.supplied", "{}", subject: longest + "f.2026-01-12") == .invalidField)
    let data = #"{"owner":"b","date":"2026-01-12","start":"15:00","end":"20:00","fixedShift":"%"}"#
    for (id, expected) in [(longest, nil), (longest + "f", InvalidSubmission.Code.invalidField)] {
      #expect(code("shift.scheduled", data.replacing("%", with: id)) == expected)
    }
  }

  @Test(
    "a loose shift's id does not end in a date",
    arguments: [
      ("a.2026-01-12", false), ("F1.b.1999-12-31", false), ("a.2026-01-1", true),
      ("a-2026-01-12", true), ("a.2026-01-123", true), ("a2026-01-12", true),
      ("a.2026_01_12", true),
      ("a.2026-01-12.b", true), ("2026-01-12", true), ("a.2026\\u002d01-12", false),
    ])
  func looseShift(id: String, isTaken: Bool) {
    let data = #"{"owner":"b","date":"2026-01-12","start":"15:00","end":"20:00"}"#
    #expect(code("shift.scheduled", data, subject: id) == (isTaken ? nil : .invalidField))
    #expect(code("shift.cancelled", "{}", subject: id) == nil)
  }

  // MARK: - Numbers

  @Test(
    "ranges of the workplace at both ends", arguments: policyRanges)
  func policies(name: String, least: Int, most: Int) {
    for value in [least, most] {
      #expect(code("workplace.configured", "{\"\(name)\":\(value)}") == nil, "\(value)")
    }
    for value in [least - 1, most + 1, -1, Int.exactRange.upperBound] {
      #expect(code("workplace.configured", "{\"\(name)\":\(value)}") == .invalidField, "\(value)")
    }
  }

  @Test(
    "whole numbers",
    arguments: [
      ("0", true), ("-0", true), ("-1", true), ("9007199254740991", true),
      ("-9007199254740991", true), ("9007199254740992", false), ("-9007199254740992", false),
      ("9007199254740993", false), ("9223372036854775807", false), ("9223372036854775808", false),
      ("99999999999999999999999", false), ("1.0", false), ("1e0", false), ("1E2", false),
      ("0.5", false), ("-0.0", false), ("1e400", false), ("\"1\"", false), ("true", false),
      (String(repeating: "9", count: 10_000), false),
    ])
  func wholeNumbers(value: String, isTaken: Bool) {
    let expected: InvalidSubmission.Code? = isTaken ? nil : .invalidField
    #expect(code("study.blockcompleted", "{\"block\":\(value)}") == expected)
    #expect(code("study.started", "{\"blockMinutes\":\(value)}") == expected)
    #expect(code("hours.recorded", "{\"minutes\":\(value)}") == expected)
    #expect(deal("capacity", value) == expected)
  }

  @Test(arguments: ["+1", "01", "-01", "1.", ".5", "0x1", "1_000", "NaN", "Infinity", "１"])
  func `text that is no number is no JSON`(value: String) {
    #expect(code("hours.recorded", "{\"minutes\":\(value)}") == .invalidJson)
  }

  @Test(
    "coordinates",
    arguments: [
      ("52", true), ("52.0", true), ("-0.0", true), ("5.2e1", true), ("180", true), ("91", true),
      // Beyond any map, and for the rules to say.
      ("1e400", true), ("-1e400", true), ("1e-400", true),
      ("0.\(String(repeating: "3", count: 9999))", true),
      ("9007199254740992", false), ("\"52\"", false), ("null", false),
    ])
  func coordinates(value: String, isTaken: Bool) {
    #expect(deal("latitude", value) == (isTaken ? nil : .invalidField))
    #expect(deal("longitude", value) == (isTaken ? nil : .invalidField))
  }

  @Test func `prices and currencies`() {
    for (value, isTaken) in [
      ("0", true), ("-1", false), ("9007199254740991", true), ("1.5", false),
    ] {
      #expect(deal("priceCents", value) == (isTaken ? nil : .invalidField))
    }
    for value in ["EUR", "XXX"] { #expect(deal("currency", "\"\(value)\"") == nil) }
    for value in ["eur", "EURO", "EU", "", "€€€", "ÉUR", "E R", "EU\u{212A}"] {
      #expect(deal("currency", "\"\(value)\"") == .invalidField, "\(value)")
    }
  }

  @Test func `a value with a code in the rules is left to the rules`() {
    #expect(deal("capacity", "0") == nil && deal("capacity", "-5") == nil)
    #expect(deal("category", "\"toys\"") == nil)
    #expect(code("company.rated", #"{"reservation":"V","stars":6}"#) == nil)
    #expect(code("hours.recorded", #"{"minutes":1501}"#) == nil)
    #expect(code("user.registered", #"{"roles":["employee"],"email":"no"}"#) == nil)
  }

  // MARK: - Words, dates and zones

  @Test func `roles, at least one and none twice`() {
    func roles(_ list: String) -> InvalidSubmission.Code? {
      code("user.registered", "{\"roles\":\(list)}")
    }
    #expect(roles(#"["employee","manager","student","consumer","company"]"#) == nil)
    #expect(roles("[\"\\u0065mployee\"]") == nil)
    for list in [
      "[]", #"["employee","employee"]"#, #"["Employee"]"#, #"["boss"]"#, #""employee""#, "[1]",
      #"["employee",null]"#, #"["employee","\u0065mployee"]"#, #"[["employee"]]"#,
    ] {
      #expect(roles(list) == .invalidField, "\(list)")
    }
  }

  @Test func `weekdays, approvals, routes and reasons are from their lists`() {
    let times = #""start":"15:00","end":"20:00""#
    for (day, isTaken) in [
      ("monday", true), ("sunday", true), ("Monday", false), ("mon", false), ("", false),
    ] {
      let expected: InvalidSubmission.Code? = isTaken ? nil : .invalidField
      #expect(code("fixedshift.registered", #"{"weekday":"\#(day)",\#(times)}"#) == expected)
    }
    #expect(code("workplace.configured", #"{"marketApproval":"none"}"#) == nil)
    #expect(code("workplace.configured", #"{"suggestionApproval":"none"}"#) == .invalidField)
    #expect(code("study.stopped", #"{"reason":"bored"}"#) == .invalidField)
    #expect(code("shift.approved", #"{"via":"phone"}"#) == .invalidField)
  }

  @Test func `names are not empty`() {
    #expect(deal("name", "\"\"") == .invalidField)
    #expect(deal("companyName", "\"\"") == .invalidField)
    #expect(code("profile.changed", #"{"name":""}"#) == .invalidField)
    #expect(code("user.registered", #"{"roles":["employee"],"name":""}"#) == .invalidField)
    #expect(code("deal.edited", #"{"name":""}"#) == .invalidField)
    #expect(deal("address", "\"\"") == nil)
  }

  @Test(
    "null may be submitted for any term of a deal; the rules judge the result",
    arguments: [
      ("address", true), ("description", true), ("openingTimes", true), ("picture", true),
      ("capacity", true), ("priceCents", true), ("currency", true), ("name", true),
      ("companyName", true), ("category", true), ("latitude", true), ("longitude", true),
      ("validUntil", true), ("validFrom", true), ("company", false),
    ])
  func removing(name: String, isTaken: Bool) {
    let json = name == "company" ? #"{"capacity":1,"company":null}"# : "{\"\(name)\":null}"
    #expect(code("deal.edited", json) == (isTaken ? nil : .invalidField))
    #expect(deal(name, "null") == .invalidField)
  }

  @Test(
    "hours are minutes, or start and end",
    arguments: [
      (#"{"minutes":1}"#, nil), (#"{"start":"15:00","end":"20:00"}"#, nil),
      (#"{"minutes":1,"start":"15:00","end":"20:00"}"#, nil), ("{}", .missingField),
      (#"{"start":"15:00"}"#, .missingField), (#"{"end":"15:00"}"#, .missingField),
      (#"{"minutes":1,"end":"15:00"}"#, .missingField), (#"{"worker":"bas"}"#, .missingField),
    ] as [(String, InvalidSubmission.Code?)])
  func hours(data: String, expected: InvalidSubmission.Code?) {
    #expect(code("hours.recorded", data) == expected)
  }

  @Test(
    "dates",
    arguments: [
      ("2026-01-12", true), ("2024-02-29", true), ("0001-01-01", true), ("9999-12-31", true),
      ("2000-02-29", true), ("2026-02-29", false), ("1900-02-29", false), ("2026-02-30", false),
      ("2026-04-31", false), ("2026-13-01", false), ("2026-00-01", false), ("2026-01-00", false),
      ("2026-01-32", false), ("0000-01-01", false), ("10000-01-01", false), ("2026-1-12", false),
      ("20260112", false), ("2026-01-12T00:00:00Z", false), ("+026-01-12", false), ("", false),
      ("2026-01-1２", false), ("2026\\u002d01-12", true), ("2026/01/12", false),
      ("-026-01-12", false),
      (" 2026-01-12", false),
    ])
  func dates(text: String, isTaken: Bool) {
    #expect(code("request.posted", #"{"date":"\#(text)"}"#) == (isTaken ? nil : .invalidField))
  }

  @Test(
    "times of day",
    arguments: [
      ("00:00", true), ("23:59", true), ("24:00", false), ("23:60", false), ("9:00", false),
      ("09:0", false), ("09:00:00", false), ("0900", false), ("-9:00", false), ("", false),
      ("09.00", false), ("9:00 ", false),
    ])
  func timesOfDay(text: String, isTaken: Bool) {
    let data = #"{"start":"\#(text)","end":"20:00"}"#
    #expect(code("hours.recorded", data) == (isTaken ? nil : .invalidField))
  }

  @Test(
    "zones",
    arguments: [
      ("Europe/Amsterdam", true), ("UTC", true), ("Etc/UTC", true), ("Etc/GMT+5", true),
      ("America/Argentina/Buenos_Aires", true), ("US/Eastern", true), ("EST5EDT", true),
      ("GMT+0", true), ("GMT", true), ("Asia/Kolkata", true), ("Asia/Calcutta", true),
      ("Kwajalein", true), ("GMT+5", false), ("GMT-0530", false), ("GMT+0500", false),
      ("UTC+1", false), ("europe/amsterdam", false), ("EUROPE/AMSTERDAM", false),
      ("Europe/Nowhere", false), ("Europe", false), ("Europe/", false), ("", false),
      ("Etc/Unknown", false), ("SystemV/EST5", false), ("PST", false), ("CEST", false),
      ("Europe/Amsterdam ", false), ("../Europe/Amsterdam", false),
      ("posix/Europe/Amsterdam", false),
      ("Etc/../Europe/Amsterdam", false), ("Asia/\u{212A}olkata", false),
      ("\u{212A}wajalein", false),
      ("US/Pacific-New", false), ("Canada/East-Saskatchewan", false), ("localtime", false),
      ("Amsterdam", false), ("+01:00", false), ("Europe/Amsterdam\\u0000", false),
    ])
  func zones(name: String, isTaken: Bool) {
    // The names that others look like are known by then.
    for known in ["Asia/Kolkata", "Kwajalein"] { #expect(Zone(known) != nil) }
    let data = #"{"timeZone":"\#(name)"}"#
    #expect(code("workplace.configured", data) == (isTaken ? nil : .invalidField))
  }

  @Test(
    "submitted times",
    arguments: [
      ("2026-01-05T18:02:11Z", "2026-01-05T18:02:11.000Z"),
      ("2026-01-05t18:02:11z", "2026-01-05T18:02:11.000Z"),
      ("2026-01-05T18:02:11.0429999Z", "2026-01-05T18:02:11.042Z"),
      ("2026-01-05T18:02:11.9999Z", "2026-01-05T18:02:11.999Z"),
      ("2026-01-05T18:02:11.5+14:00", "2026-01-05T04:02:11.500Z"),
      ("2026-01-05T18:02:11-00:00", "2026-01-05T18:02:11.000Z"),
      ("2026-01-05T00:00:00-23:59", "2026-01-05T23:59:00.000Z"),
      ("1970-01-01T00:00:00Z", "1970-01-01T00:00:00.000Z"),
      ("1969-12-31T23:30:00-00:30", "1970-01-01T00:00:00.000Z"),
      ("1970-01-01T00:29:59.999+00:30", nil), ("1969-12-31T23:59:59.999Z", nil),
      ("9999-12-31T23:59:59.999Z", "9999-12-31T23:59:59.999Z"),
      ("9999-12-31T23:59:59.9999Z", "9999-12-31T23:59:59.999Z"),
      ("9999-12-31T23:59:59-00:01", nil), ("10000-01-01T00:00:00Z", nil),
      ("10000-01-01T00:00:00+01:00", nil), ("0000-01-01T00:00:00Z", nil),
      ("2026-01-05T23:59:60Z", nil), ("2016-12-31T23:59:60Z", nil), ("2026-01-05T24:00:00Z", nil),
      ("2026-01-05T18:60:00Z", nil), ("2026-02-30T00:00:00Z", nil), ("2026-01-05 18:02:11Z", nil),
      ("2026-01-05T18:02:11", nil), ("2026-01-05T18:02Z", nil), ("2026-01-05", nil),
      ("2026-01-05T18:02:11.Z", nil), ("2026-01-05T18:02:11,5Z", nil),
      ("2026-01-05T18:02:11+1:00", nil), ("2026-01-05T18:02:11+0100", nil),
      ("2026-01-05T18:02:11+01", nil), ("2026-01-05T18:02:11+24:00", nil),
      ("2026-01-05T18:02:11+01:60", nil), ("2026-01-05T18:02:11ZZ", nil),
      ("2026-01-05T18:02:11Z ", nil), (" 2026-01-05T18:02:11Z", nil), ("20260105T180211Z", nil),
      ("2026-01-05T18:02:11.5", nil), ("2026-01-05T18:02:+1Z", nil), ("", nil),
      ("2026-W02-1T18:02:11Z", nil), ("2026-005T18:02:11Z", nil), ("2026-01-05T18:02:1１Z", nil),
    ] as [(String, String?)])
  func times(text: String, recorded: String?) throws {
    let json = #"{"type":"shift.supplied","actor":"bas","subject":"S1","time":"\#(text)"}"#
    guard let recorded else { return #expect(submissionCode(json) == .invalidField) }
    #expect(try submission(json).time?.description == recorded)
    #expect(deal("validUntil", "\"\(text)\"") == nil)
  }

  // MARK: - Combining marks

  @Test(arguments: [99, 100, 101, 5_000])
  func `too many marks in a row are refused of a program, too, in every text`(count: Int) {
    let marked = "a" + String(repeating: "\u{323}", count: count)
    let isAllowed = count <= 100
    func isTaken(_ name: String?, _ email: String?, _ attribute: String) -> Bool {
      let command = Command.registerUser(
        "u", roles: [.employee], PersonalData(name: name, email: email))
      return
        (try? Submission(
          command, by: "u", attributes: [Attribute(name: "note", value: .string(attribute))]))
        != nil
    }
    #expect(isTaken("U", "u@x", "n"))
    #expect(isTaken("U", marked + "@x", "n") == isAllowed)
    #expect(isTaken("U", nil, marked) == isAllowed)
    let composed = marked.precomposedStringWithCanonicalMapping
    #expect(isTaken(composed, nil, "n") == (isAllowed || count == 101))
  }

  // MARK: - Control characters

  @Test func `control characters are refused in every text, LF and TAB not in free ones`() {
    let controls = Array(0...0x1F) + Array(0x7F...0x9F) as [UInt32]
    for control in controls {
      let digits = String(control, radix: 16)
      let escaped = "\"a\\u" + String(repeating: "0", count: 4 - digits.count) + digits + "\""
      let isLine = control == 9 || control == 10
      for name in ["description", "openingTimes"] {
        #expect(deal(name, escaped) == (isLine ? nil : .invalidField), "\(control)")
      }
      #expect(
        code("company.rated", #"{"reservation":"V","stars":1,"comment":\#(escaped)}"#)
          == (isLine ? nil : .invalidField))
      for name in ["name", "companyName", "category", "address", "picture"] {
        #expect(deal(name, escaped) == .invalidField, "\(name), \(control)")
      }
      #expect(code("payment.refunded", #"{"reference":\#(escaped)}"#) == .invalidField)
      #expect(code("profile.changed", #"{"name":\#(escaped)}"#) == .invalidField)
      #expect(code("profile.changed", #"{"email":\#(escaped)}"#) == .invalidField)
      // Written as they are, JSON allows those from U+007F on.
      let raw = "\"a\(Unicode.Scalar(control)!)\""
      let expected: InvalidSubmission.Code = control < 0x20 ? .invalidJson : .invalidField
      #expect(deal("description", raw) == expected, "\(control)")
      #expect(deal("name", raw) == expected, "\(control)")
    }
    for text in ["\u{A0}", "\u{2028}\u{2029}", "\u{202E}", "\u{FEFF}", "\u{AD}", "😀"] {
      #expect(deal("name", "\"\(text)\"") == nil)
    }
  }

  @Test func `texts keep their form`() throws {
    let composed = "{\"name\":\"\u{E9}\"}"
    let decomposed = "{\"name\":\"e\u{301}\"}"
    for data in [composed, decomposed] {
      let json = #"{"type":"deal.edited","actor":"c","subject":"D","data":\#(data)}"#
      let given = try submission(json).given[0].value.json
      #expect(given.elementsEqual(data.utf8.dropFirst(8).dropLast()))
    }
  }
}
