import Foundation
import Testing

struct SessionTests {
  /// A restore that moves the folder away, a cleaner, `rsync --delete`.
  @Test(arguments: [true, false])
  func `a session whose folder is moved away writes nothing until it is back`(isLone: Bool) throws {
    let log = try ClientLog()
    let session = try log.session()
    _ = session.ask(registration("eva"))
    // Another writer, so that the session does not hold the head together with the log.
    if !isLone { _ = try log.tool("append", "-f", log.path, "-", input: registration("ivo")) }
    let folder = log.path + ".d"
    try FileManager.default.moveItem(atPath: folder, toPath: folder + ".away")
    let bytes = log.lengthBytes
    for _ in 0..<2 {
      let reply = session.ask(registration("tom"))
      #expect(members(reply).text("status") == "failed" && reply.contains("was moved"), "\(reply)")
    }
    #expect(!FileManager.default.fileExists(atPath: folder))
    // Another one in its place is not it.
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    #expect(session.ask(registration("tom")).contains("replaced while"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
    try FileManager.default.removeItem(atPath: folder)
    #expect(log.lengthBytes == bytes)
    try FileManager.default.moveItem(atPath: folder + ".away", toPath: folder)
    #expect(members(session.ask(registration("tom"))).text("status") == "appended")
    #expect(session.end() == 0)
    try log.expectWhole()
  }

  @Test func `a session reports that it is ready, and the end of the log`() throws {
    let log = try ClientLog()
    let session = try Child(BuiltTool.path, ["append", "--session", "-f", log.path])
    #expect(session.line() == #"{"status":"ready","protocol":1,"sequence":0}"#)
    _ = session.ask(registration("eva"))
    #expect(session.end() == 0)
    let second = try Child(BuiltTool.path, ["append", "--session", "-f", log.path])
    #expect(second.line() == #"{"status":"ready","protocol":1,"sequence":1}"#)
    #expect(second.end() == 0)
  }

  @Test func `every reply comes while the client waits with its end open`() throws {
    let log = try ClientLog()
    let session = try log.session()
    for number in 1...20 {
      let reply = members(session.ask(registration("u\(number)")))
      #expect(reply.text("status") == "appended")
      #expect(reply.number("sequence") == number)
      #expect(session.ask(#"{"op":"ping"}"#) == #"{"status":"pong","sequence":\#(number)}"#)
    }
    #expect(session.end() == 0)
    #expect(session.rest() == "")
  }

  @Test(arguments: [
    (#"{"op":"ping"}"#, #""status":"pong""#),
    (#"{"op":"extend"}"#, #""status":"appended","count":0"#),
    (
      #"{"op":"judge","type":"role.granted","subject":"eva","actor":"eva","data":{"role":"student"}}"#,
      #""error":"notManager""#
    ),
    (
      #"{"op":"judge","type":"study.started","subject":"s1","actor":"eva"}"#,
      #"{"status":"accepted","count":1,"data":{"blockMinutes":30,"pauseMinutes":5}"#
    ),
    (#"{"op":"judge","type":"study.started","subject":"s1"}"#, #""error":"missingField""#),
    (
      #"{"op":"judge","type":"user.followed","subject":"eva","actor":"eva","hash":"x"}"#,
      #""error":"reserved""#
    ),
    (
      #"{"op":"show","projection":"deals","near":"52.37,4.89","within":1500.5}"#,
      #""schema":"shift-events/deals/1""#
    ),
    (#"{"op":"show","projection":"deals","near":"52.37,4.89","within":-1}"#, "within"),
    (#"{"op":"show","projection":"deals","limit":1.5}"#, "a whole number"),
    (#"{"op":"follow","types":["shift.suplied"]}"#, #""error":"unknownType""#),
    (#"{"op":"follow","types":"shift."}"#, #""error":"invalidField""#),
    (#"{"op":"follow","user":"not an id"}"#, #""error":"invalidField""#),
    (#"{"op":"show","projection":"marketplace"}"#, #""schema":"shift-events/marketplace/1""#),
    (#"{"op":"show","projection":"users","at":1}"#, #""asOf":{"sequence":1,"#),
    (#"{"op":"show","projection":"schedule","week":"2026-W03","all":true}"#, #""rows":[]"#),
    (#"{"op":"show","projection":"schedule","month":"2025-03","all":true}"#, #""rows":[]"#),
    (#"{"op":"show","projection":"points","user":"eva","all":true}"#, #""rows":[]"#),
    (#"{"op":"audit","user":"eva"}"#, #""schema":"shift-events/audit/1""#),
    (#"{"op":"audit","actor":"system"}"#, #""rows":[]"#),
    (#"{"op":"audit","subject":"nothing"}"#, #""rows":[]"#),
    (#"{"op":"audit","vacancy":"V1"}"#, #""error":"unknownVacancy""#),
    (#"{"op":"audit","shift":"L1","at":1}"#, #""error":"unknownShift""#),
    (#"{"op":"audit","session":"s1"}"#, #""details":{"session":"s1"}"#),
    (#"{"op":"audit","user":"bas"}"#, #""error":"unknownUser""#),
    (#"{"op":"audit","actor":"bas"}"#, #""error":"unknownUser""#),
    (#"{"op":"audit","publication":"P1"}"#, #"the log has no publication"#),
    (#"{"op":"show","projection":"schedul"}"#, "did you mean schedule?"),
    (
      #"{"op":"judge","type":"shift.suplied","actor":"eva","subject":"L1"}"#,
      #"did you mean \"shift.supplied\"?"#
    ),
    (#"{"op":"batch","events":[]}"#, #"{"replies":[]"#),
    (
      #"{"type":"user.registered","subject":"eva","actor":"eva","data":{"roles":["student"]}}"#,
      #""error":"userExists""#
    ),
  ])
  func `every operation answers on one line`(request: String, part: String) throws {
    let log = try ClientLog()
    let session = try log.session()
    _ = session.ask(registration("eva"))
    let reply = session.ask(request)
    #expect(reply.contains(part), "\(reply)")
    _ = members(reply)
    let referring = session.ask(request.dropLast() + #","ref":"é"}"#)
    #expect(referring.hasSuffix(#","ref":"é"}"#), "\(referring)")
    #expect(session.end() == 0)
    #expect(session.rest() == "")
  }

  @Test func `day words and now of every question count from the clock of the session`() throws {
    let log = try ClientLog()
    for (user, day) in [("a", "20"), ("b", "21"), ("c", "22")] {
      let session = try log.session("--now", "2026-03-\(day)T10:00:00Z")
      #expect(members(session.ask(registration(user))).text("status") == "appended")
      #expect(session.end() == 0)
    }
    let session = try log.session("--now", "2026-03-22T11:00:00Z")
    func rows(_ question: String) -> [[String: Any]] {
      members(session.ask(question))["rows"] as? [[String: Any]] ?? []
    }
    for days in [
      #""from":"yesterday","to":"yesterday""#, #""from":"2026-03-21","to":"2026-03-21""#,
    ] {
      #expect(rows("{\"op\":\"audit\",\"subject\":\"b\",\(days)}").count == 1, "\(days)")
      #expect(rows("{\"op\":\"audit\",\"subject\":\"c\",\(days)}").isEmpty, "\(days)")
    }
    let yesterday = members(session.ask(#"{"op":"show","projection":"users","at":"yesterday"}"#))
    #expect(yesterday.text("now") == "2026-03-21T23:59:59.999Z")
    #expect((yesterday["rows"] as? [Any])?.count == 2)
    let now = members(session.ask(#"{"op":"show","projection":"users","at":"now"}"#))
    #expect(now.text("now") == "2026-03-22T11:00:00.000Z")
    #expect(session.end() == 0)
  }

  @Test(arguments: [
    "null", "1.50", "-0", #""a\"\\\n""#, "[1,[2]]", #"{"a":{"b":" "}}"#, "true", #"{"op":"ping"}"#,
  ])
  func `a reference comes back as it was given, with success and with failure`(ref: String) throws {
    let log = try ClientLog()
    let session = try log.session()
    #expect(
      session.ask(#"{"ref":\#(ref),"op":"ping"}"#)
        == #"{"status":"pong","sequence":0,"ref":\#(ref)}"#)
    let refused = session.ask(#"{"type":"user.erased","actor":"x","subject":"x","ref":\#(ref)}"#)
    #expect(refused.hasSuffix(#","ref":\#(ref)}"#) && refused.contains("unknownUser"))
    let invalid = session.ask(#"{"type":5,"ref":\#(ref)}"#)
    #expect(invalid.hasSuffix(#","ref":\#(ref)}"#) && invalid.contains("invalid"))
    #expect(members(session.ask(registration("eva", ref: ref))).text("status") == "appended")
    #expect(session.end() == 0)
    #expect(try log.lines.allSatisfy { !$0.contains(#""ref""#) })
  }

  @Test(arguments: [
    ("garbage", "invalidJson"), ("", "invalidJson"), ("   ", "invalidJson"), ("{", "invalidJson"),
    (#"{"op":"ping"}{"op":"ping"}"#, "invalidJson"), (#"{"op":"ping","op":"ping"}"#, "invalidJson"),
    ("[]", "invalidField"), ("5", "invalidField"), (#""ping""#, "invalidField"),
    ("{}", "missingField"), (#"{"op":5}"#, "invalidField"), (#"{"op":null}"#, "invalidField"),
    (#"{"op":"frobnicate"}"#, "unknownField"), (#"{"op":"ping","x":1}"#, "unknownField"),
    (#"{"op":"show"}"#, "missingField"), (#"{"op":"show","projection":5}"#, "invalidField"),
    (#"{"op":"show","projection":"nothing"}"#, "invalidField"),
    (#"{"op":"show","projection":"users","all":"perhaps"}"#, "invalidField"),
    (#"{"op":"show","projection":"users","all":[]}"#, "invalidField"),
    (#"{"op":"show","projection":"users","at":99}"#, "invalidField"),
    (#"{"op":"show","projection":"schedule","week":"soon"}"#, "invalidField"),
    (#"{"op":"show","projection":"points","week":"2026-W03"}"#, "invalidField"),
    (#"{"op":"show","projection":"deals","user":"eva"}"#, "invalidField"),
    (#"{"op":"show","projection":"users","followedOnly":true}"#, "invalidField"),
    (#"{"op":"show","projection":"inbox","company":"eva"}"#, "invalidField"),
    (#"{"op":"show","projection":"users","file":"/etc/passwd"}"#, "unknownField"),
    (#"{"op":"audit"}"#, "invalidField"), (#"{"op":"batch"}"#, "missingField"),
    (#"{"op":"batch","events":{}}"#, "invalidField"),
    (#"{"op":"batch","events":[],"x":1}"#, "unknownField"),
    (#"{"type":"nothing","actor":"a","subject":"b"}"#, "unknownType"),
    (#"{"type":"user.followed","actor":"system","subject":"b"}"#, "reserved"),
    (#"{"type":"user.followed","actor":"a"}"#, "missingField"),
    (#"{"type":"user.followed","actor":1,"subject":"b"}"#, "invalidField"),
    (#"{"type":"user.followed","actor":"a","subject":"b","data":[]}"#, "invalidField"),
    (#"{"type":"user.followed","actor":"a","subject":"b","data":{"x":1}}"#, "unknownField"),
  ])
  func `a bad line is answered and the session lives on`(line: String, code: String) throws {
    let log = try ClientLog()
    let session = try log.session()
    let reply = members(session.ask(line))
    #expect(reply.text("status") == "invalid")
    #expect(reply.text("error") == code, "\(reply)")
    #expect(reply.number("line") == 1)
    #expect(members(session.ask(registration("eva"))).number("sequence") == 1)
    #expect(session.end() == 0)
  }

  @Test func `a line that is too long is dropped and answered`() throws {
    let log = try ClientLog()
    let session = try log.session()
    let long = String(repeating: "x", count: (16 << 20) + 1)
    #expect(members(session.ask(long)).text("error") == "lineTooLong")
    let text = String(repeating: "x", count: 1 << 20)
    let submission = registration("eva").dropLast() + #","n":"\#(text)"}"#
    #expect(members(session.ask(String(submission))).text("error") == "lineTooLong")
    #expect(members(session.ask(registration("eva"))).number("sequence") == 1)
    #expect(session.end() == 0)
  }

  @Test func `bytes that are no text are answered`() throws {
    let log = try ClientLog()
    let session = try log.session()
    for bytes in ["\0", "\u{1B}[2J", "\u{FEFF}{\"op\":\"ping\"}", "{\"op\":\"\u{1B}]52;\"}"] {
      let reply = session.ask(bytes)
      #expect(members(reply).text("status") == "invalid")
      #expect(!reply.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x9B })
    }
    #expect(session.ask(#"{"op":"ping"}"# + "\r") == #"{"status":"pong","sequence":0}"#)
    #expect(session.end() == 0)
  }

  // MARK: - Batches

  @Test func `a batch is recorded whole`() throws {
    let log = try ClientLog()
    let session = try log.session()
    let events = [registration("eva", id: "1"), registration("bas", id: "2")]
    let batch = #"{"op":"batch","events":[\#(events.joined(separator: ","))],"ref":7}"#
    let reply = members(session.ask(batch))
    let replies = try #require(reply["replies"] as? [[String: Any]])
    #expect(replies.map { $0.text("status") } == ["appended", "appended"])
    #expect(replies.map { $0.number("sequence") } == [1, 2])
    #expect(reply.number("ref") == 7)
    let again = members(session.ask(batch))["replies"] as? [[String: Any]]
    #expect(again?.map { $0.text("status") } == ["duplicate", "duplicate"])
    #expect(again?.map { $0.text("hash") } == replies.map { $0.text("hash") })
    #expect(session.end() == 0)
    #expect(try log.lines.map { $0.contains(#""more":true"#) } == [true, false])
  }

  @Test(arguments: [
    (registration("eva"), "rejected", "userExists"), ("5", "invalid", "invalidField"),
    (#"{"type":"nothing"}"#, "invalid", "unknownType"),
    (registration("tom", ref: "1"), "invalid", "reserved"),
  ])
  func `a batch with one bad submission leaves nothing`(
    bad: String, status: String, code: String
  ) throws {
    let log = try ClientLog()
    let session = try log.session()
    _ = session.ask(registration("eva"))
    let events = [registration("bas"), bad, registration("kim")].joined(separator: ",")
    let reply = members(session.ask(#"{"op":"batch","events":[\#(events)]}"#))
    let replies = try #require(reply["replies"] as? [[String: Any]])
    #expect(replies.map { $0.text("status") } == ["rejected", status, "rejected"])
    #expect(replies.map { $0.text("error") } == ["batchRejected", code, "batchRejected"])
    #expect(members(session.ask(registration("bas"))).number("sequence") == 2)
    #expect(session.end() == 0)
    #expect(try log.lines.count == 2)
  }

  // MARK: - Ends

  @Test func `without any input a session ends well`() throws {
    let log = try ClientLog()
    let (output, code) = try log.tool("append", "--session", "-f", log.path)
    #expect(output == #"{"status":"ready","protocol":1,"sequence":0}"# + "\n")
    #expect(code == 0)
  }

  @Test func `a last line without a line feed is answered`() throws {
    let log = try ClientLog()
    let input = registration("eva") + "\n" + registration("bas")
    let (output, code) = try log.tool("append", "--session", "-f", log.path, input: input)
    #expect(
      output.split(separator: "\n").map { members(String($0)).text("status") }
        == ["ready", "appended", "appended"])
    #expect(code == 0)
    #expect(try log.lines.count == 2)
  }

  @Test func `a client that no longer reads ends the session quietly`() throws {
    let log = try ClientLog()
    let session = try log.session()
    session.closeOutput()
    session.send(line: registration("eva"))
    #expect(session.wait() == 0)
    #expect(try log.lines.count == 1)
    try log.expectWhole()
  }

  @Test func `a session needs a log`() throws {
    let log = try ClientLog()
    let missing = log.folder + "/missing.jsonl"
    #expect(try log.tool("append", "--session", "-f", missing).code == 66)
    #expect(try log.tool("append", "--session", "--create", "-f", missing).code == 0)
    #expect(try log.tool("append", "--session", "--actor", "eva", "-f", log.path).code == 64)
  }
}
