import Testing

@testable import ShiftEvents

@Suite("Shape of submissions") struct SubmissionShapeTests {
  private typealias Code = InvalidSubmission.Code

  private func json(_ more: String = "", type: String = "shift.supplied", data: String = "")
    -> String
  {
    #"{"type":"\#(type)","actor":"bas","subject":"S1"\#(more)\#(data)}"#
  }

  @Test func `the least and the most that a submission can say`() throws {
    let least = try submission(json())
    #expect(least.id == nil && least.source == nil && least.time == nil)
    #expect(least.expectedSequence == nil && least.attributes.isEmpty && least.given.isEmpty)
    let most = try submission(
      #" {"expectedsequence" : "000000000031", "specversion":"1.0","id":"a b!","source":"/x?y#z","#
        + #""time":"2026-01-05T19:02:11.0429+01:00","datacontenttype":"application/json","#
        + #""type":"shift.supplied","zz":"1","aa":-7,"m1":true,"subject":"S1","actor":"bas","#
        + #""data":{}} "# + "\r")
    #expect(most.id == "a b!" && most.source == "/x?y#z")
    #expect(most.time?.description == "2026-01-05T18:02:11.042Z")
    #expect(most.expectedSequence == SequenceNumber(31))
    #expect(
      most.attributes == [
        Attribute(name: "aa", value: .integer(-7)), Attribute(name: "m1", value: .boolean(true)),
        Attribute(name: "zz", value: .string("1")),
      ])
  }

  @Test(
    arguments: [
      #"{"type":"shift.supplied","actor":"bas"}"#, #"{"type":"shift.supplied","subject":"S1"}"#,
      #"{"actor":"bas","subject":"S1"}"#, "{}",
    ])
  func `type, actor and subject must be there`(json: String) {
    #expect(submissionCode(json) == .missingField)
  }

  @Test(arguments: ["[]", "[{}]", "\"x\"", "1", "null", "true", " [1] "])
  func `a text that is no object is invalidField`(json: String) {
    let fault = submissionFault(json)
    #expect(fault?.code == .invalidField)
    #expect(fault?.column == (json.first == " " ? 2 : 1))
  }

  @Test func `a name that stands twice is refused, whatever its first value`() {
    for first in ["no.type", "user.registered"] {
      let line = #"{"type":"\#(first)","type":"user.registered","subject":"eva","actor":"eva"}"#
      #expect(throws: InvalidSubmission.self) {
        try SubmissionDecoder.decoded(Array(line.utf8)).get()
      }
    }
  }

  @Test func `an empty line is no JSON`() {
    #expect(submissionCode("") == .invalidJson)
    #expect(submissionCode("\r") == .invalidJson)
  }

  @Test(
    "types that do not exist",
    arguments: [
      "shift.Supplied", "SHIFT.SUPPLIED", "shift.supplied ", "", "shift", "x",
      "shift.supplied\\u0000",
      "shift.suppl\\u00eded", "unknown", "a-type-with-a-name-longer-than-any-type-has", "système",
    ])
  func unknownType(name: String) {
    #expect(submissionCode(json(type: name)) == .unknownType)
  }

  @Test func `a type may be written with escapes`() {
    #expect(submissionCode(json(type: "shift.s\\u0075pplied")) == nil)
  }

  @Test(
    "reserved",
    arguments: [
      #","sequence":"000000000001""#, #","sequence":null"#, #","hash":"x""#, #","more":true"#,
      #","more":false"#, #","profile":"x""#, #","ref":"x""#, #","op":"batch""#,
      #","s\u0065quence":1"#, #","data":{"profile":"x"}"#, #","data":{"owner":"system"}"#,
      #","data":{"owner":"s\u0079stem"}"#, #","id":"a/b""#, #","id":"/","source":"/eventlog-tool""#,
      #","source":"/eventlog-tool.2","id":"a\u002fb""#, #","data":{},"id":"a\/""#,
    ])
  func reserved(more: String) {
    let fault = submissionFault(json(more))
    #expect(fault?.code == .reserved)
  }

  @Test func `nobody may submit as system, and nobody may submit shift.skipped`() {
    #expect(
      submissionCode(#"{"type":"shift.supplied","actor":"system","subject":"S1"}"#) == .reserved)
    #expect(
      submissionCode(#"{"type":"shift.supplied","actor":"s\u0079stem","subject":"S1"}"#)
        == .reserved)
    #expect(
      submissionCode(#"{"type":"shift.skipped","actor":"bas","subject":"F1.2026-01-12"}"#)
        == .reserved)
    for type in [
      "user.registered", "user.followed", "company.rated", "user.erased", "role.granted",
    ] {
      #expect(submissionCode(#"{"type":"\#(type)","actor":"bas","subject":"system"}"#) == .reserved)
    }
    // A shift may be called so; it is no user. Users may be called nearly so.
    #expect(submissionCode(#"{"type":"shift.supplied","actor":"bas","subject":"system"}"#) == nil)
    #expect(submissionCode(#"{"type":"shift.supplied","actor":"System","subject":"S1"}"#) == nil)
  }

  @Test(
    "members that are no attributes of CloudEvents",
    arguments: [
      "Correlationid", "correlation_id", "correlation-id", "a.b", "", "é", "abcdefghijklmnopqrstu",
      "data_base64", " a", "a\\u0000", "TYPE", "\\ud83d\\ude00",
    ])
  func unknownMember(name: String) {
    let fault = submissionFault(json(",\"\(name)\":\"x\""))
    #expect(fault?.code == .unknownField)
    #expect(fault?.column == json().utf8.count + 1)
  }

  @Test(arguments: [
    "a", "0", "9z", "abcdefghijklmnopqrst", "traceparent", "dataschema", "\\u0061b",
  ])
  func `twenty letters and digits are an attribute`(name: String) {
    #expect(submissionFault(json(",\"\(name)\":\"x\"")) == nil)
  }

  @Test(
    "values of attributes",
    arguments: [
      ("\"\"", true), ("\"é\"", true), ("true", true), ("0", true), ("-0", true),
      ("2147483647", true), ("-2147483648", true), ("2147483648", false), ("-2147483649", false),
      ("1.0", false), ("1e0", false), ("null", false), ("{}", false), ("[]", false),
      ("9007199254740992", false), ("\"\\n\"", false), ("\"\\u0000\"", false),
      ("\"\u{7F}\"", false),
      ("\"\u{9B}\"", false), ("\"\u{A0}\u{2028}\"", true),
    ])
  func attributeValue(value: String, isTaken: Bool) {
    let fault = submissionFault(json(",\"aa\":\(value)"))
    #expect(fault?.code == (isTaken ? nil : .invalidField))
    if !isTaken { #expect(fault?.column == json().utf8.count + 6) }
  }

  @Test(
    "several faults: the first in the order of the list answers",
    arguments: [
      // Each line has the fault of its code and every later one.
      (
        .invalidJson,
        #"{"type":"x","actor":"system","Zz":1,"subject":7,"data":{"q":1},"time":"x",}"#
      ),
      (.unknownType, #"{"type":"x","actor":"system","Zz":1,"time":"x","data":{"q":1}}"#),
      (.reserved, #"{"type":"request.posted","actor":"system","Zz":1,"time":"x","data":{"q":1}}"#),
      (.reserved, #"{"type":"request.posted","actor":"b","hash":1,"Zz":1,"data":{"q":1}}"#),
      (
        .reserved,
        #"{"type":"request.posted","actor":"b","Zz":1,"data":{"q":1,"requester":"system"}}"#
      ),
      (.reserved, #"{"actor":"b","Zz":1,"op":"x"}"#),
      (.reserved, #"{"type":7,"actor":"system"}"#),
      (
        .unknownField, #"{"type":"request.posted","actor":"b","Zz":1,"time":"x","data":{"date":1}}"#
      ),
      (.unknownField, #"{"type":"request.posted","actor":"b","time":"x","data":{"q":1}}"#),
      (.unknownField, #"{"type":"request.posted","Zz":1}"#),
      (.unknownField, #"{"Zz":1}"#),
      (.missingField, #"{"type":"request.posted","actor":"b","time":"x","data":{"date":1}}"#),
      (.missingField, #"{"type":"request.posted","actor":7,"subject":"R","time":"x","data":{}}"#),
      (.missingField, #"{"type":"request.posted","actor":7,"subject":"R","time":"x"}"#),
      (.missingField, #"{"type":7,"actor":7}"#),
      (.invalidField, #"{"type":"request.posted","actor":7,"subject":"R","data":{"date":1}}"#),
      (.invalidField, #"{"type":7,"actor":"b","subject":"R","data":{}}"#),
      (.invalidField, #"{"type":"request.posted","actor":"b","subject":"R","data":[]}"#),
      (.invalidField, #"{"type":"request.posted","actor":"b","subject":"R","data":null}"#),
      (.invalidField, #"{"type":"request.posted","actor":"b","subject":"R","data":"{}"}"#),
    ] as [(InvalidSubmission.Code, String)])
  func priority(code: InvalidSubmission.Code, json: String) {
    #expect(submissionCode(json) == code)
  }

  @Test func `the codes stand in the documented order`() {
    #expect(
      InvalidSubmission.Code.allCases.map(\.rawValue) == [
        "invalidJson", "lineTooLong", "unknownType", "reserved", "unknownField", "missingField",
        "batchTooLarge", "invalidField",
      ])
  }

  @Test(
    "columns count bytes from 1 and name the value at fault",
    arguments: [
      (#"{"type":"nope","actor":"b","subject":"S1"}"#, 9),
      (#"{"type":"shift.supplied","actor":7,"subject":"S1"}"#, 34),
      (#"{"type":"shift.supplied","actor":"é","subject":"S1"}"#, 34),
      (#"{"type":"shift.supplied","actor":"b","subject":"é"}"#, 48),
      (#"{"type":"shift.supplied","é":"b","subject":"S1"}"#, 26),
      (#"{"type":"shift.supplied","actor":"b","subject":"S1","time":"é"}"#, 60),
      (#"{"é":1,"type":"shift.supplied"}"#, 2),
      ("  {\"type\":1,\"actor\":\"b\",\"subject\":\"S\"}", 11),
      (#"{"type":"shift.supplied","actor":"b","subject":"S1","data":{"zz":1}}"#, 61),
      (#"{"type":"shift.supplied","actor":"b","subject":"S1","data":{"date":"x"}}"#, 68),
      (#"{"type":"shift.supplied","actor":"b","subject":"S1","hash":"x"}"#, 60),
    ])
  func columns(json: String, column: Int) {
    let fault = submissionFault(json)
    #expect(fault?.column == column, "\(json): \(fault?.message ?? "")")
    #expect(fault?.line == 1)
  }

  @Test(
    "expectedsequence",
    arguments: [
      ("0", 0), ("1", 1), ("\"1\"", 1), ("\"000000000058\"", 58),
      ("\"999999999999\"", 999_999_999_999),
      ("999999999999", 999_999_999_999), ("-0", 0), ("-1", nil), ("1.0", nil), ("1e0", nil),
      ("\"\"", nil), ("\"+1\"", nil), ("\"-1\"", nil), ("\" 1\"", nil), ("\"1.0\"", nil),
      ("\"0000000000001\"", nil), ("\"\u{661}\"", nil), ("null", nil), ("true", nil), ("[]", nil),
      ("9007199254740992", nil), ("\"9999999999999999999999\"", nil),
    ] as [(String, Int?)])
  func expectedSequence(value: String, expected: Int?) throws {
    let json = json(",\"expectedsequence\":\(value)")
    if let expected {
      #expect(try submission(json).expectedSequence == SequenceNumber(expected))
    } else {
      let fault = submissionFault(json)
      #expect(fault?.code == .invalidField && fault?.message.contains("expectedsequence") == true)
    }
  }

  @Test(
    "members of the envelope",
    arguments: [
      (#","specversion":"1.0""#, true), (#","specversion":"0.3""#, false),
      (#","specversion":"1""#, false), (#","specversion":1.0"#, false),
      (#","specversion":null"#, false), (#","datacontenttype":"application/json""#, true),
      (#","datacontenttype":"application/json; charset=utf-8""#, false),
      (#","datacontenttype":"Application/JSON""#, false),
      (#","datacontenttype":"text/plain""#, false),
      (#","datacontenttype":null"#, false), (#","id":"""#, false), (#","id":" ""#, true),
      (#","id":"é""#, false), (#","id":1"#, false), (#","id":"a\u007f""#, false),
      (#","id":"a\nb""#, false), (#","id":"\u0041""#, true), (#","source":"""#, false),
      (#","source":"/""#, true), (#","source":"a b""#, false), (#","source":"é""#, false),
      (#","source":"%zz""#, false), (#","source":"%c3%a9""#, true), (#","source":"%4""#, false),
      (#","source":"<x>""#, false), (#","source":"https://[::1]/a?b=c#d""#, true),
      (#","source":null"#, false), (#","time":null"#, false), (#","time":1767636131"#, false),
      (#","time":"2026-01-05""#, false),
    ])
  func envelope(more: String, isTaken: Bool) {
    #expect(submissionCode(json(more)) == (isTaken ? nil : .invalidField), "\(more)")
  }

  @Test func `an id has 1 to 128 characters`() {
    func code(_ count: Int) -> InvalidSubmission.Code? {
      submissionCode(json(",\"id\":\"\(String(repeating: "x", count: count))\""))
    }
    #expect(code(1) == nil && code(128) == nil && code(129) == .invalidField)
  }
}
