import Foundation
import ShiftEvents
import TestSupport
import Testing

/// Texts and lists of a client whose cost would grow faster than their length, or that would stand in every answer.
struct BoundedTextsTests {
  /// A letter with so many marks, in turns above and below it, which Unicode puts in order.
  private static func marked(_ count: Int) -> String {
    "a" + (0..<count).map { $0 % 2 == 0 ? "\u{301}" : "\u{323}" }.joined()
  }

  /// The same in the escapes of JSON.
  private static func escaped(_ text: String) -> String {
    text.unicodeScalars.map {
      $0.isASCII ? "\($0)" : "\\u0" + String($0.value, radix: 16)
    }.joined()
  }

  /// Lines that have a text in each place of a submission or a request.
  private static func lines(with text: String) -> [String] {
    let submission = #""type":"profile.changed","actor":"eva","subject":"eva""#
    return [
      "{\(submission),\"data\":{\"email\":\"\(text)@x\"}}",
      "{\(submission),\"data\":{\"name\":\"\(text)\"}}",
      "{\(submission),\"data\":{\"\(text)\":1}}", "{\(submission),\"\(text)\":1,\"data\":{}}",
      #"{"type":"\#(text)","actor":"eva","subject":"eva"}"#,
      #"{"type":"profile.changed","actor":"\#(text)","subject":"eva"}"#,
      #"{"type":"user.registered","actor":"u","subject":"u","data":{"roles":["\#(text)"]}}"#,
      #"{"type":"deal.posted","actor":"co","subject":"D","data":{"description":"\#(text)"}}"#,
      "{\"op\":\"\(text)\"}", "{\"op\":\"judge\",\(submission),\"data\":{\"email\":\"\(text)@x\"}}",
      #"{"op":"ping","ref":"\#(text)"}"#, #"{"op":"follow","types":["\#(text)"]}"#,
      "{\"op\":\"batch\",\"events\":[{\(submission),\"data\":{\"email\":\"\(text)@x\"}}]}",
    ]
      + ["projection", "week", "user", "now", "at", "place", "limit", "from"].map {
        #"{"op":"show","projection":"schedule","\#($0)":"\#(text)"}"#
      } + [#"{"op":"audit","subject":"\#(text)"}"#]
  }

  @Test
  func `no text of a client has so many marks in a row that putting them in order takes long`()
    throws
  {
    let folder = LogFolder.withStory()
    let long = Self.marked(200_000)
    let lines = Self.lines(with: long) + Self.lines(with: Self.escaped(Self.marked(60_000)))
    let session = folder.start(["append", "--session"], input: .pipe)
    session.sendAndClose(lines.joined(separator: "\n") + "\n")
    let ending = session.wait()
    #expect(ending.code == 0 && ending.lines.count == lines.count + 1, "\(ending.lines.count)")
    for (line, reply) in zip(lines, ending.lines.dropFirst()) {
      #expect(
        reply.contains("more than 100 combining marks in a row") && reply.contains("invalidJson"),
        "\(line.prefix(90)): \(reply.prefix(200))")
    }
    #expect(folder.append([lines[0]]).code == 65)
    // As many as anybody writes are a text like others.
    for count in [1, 30, 100] {
      let line = Self.lines(with: Self.marked(count))[0]
      #expect(folder.append([line]).code == 0, "\(count)")
    }
    #expect(folder.append([Self.lines(with: Self.marked(101))[0]]).code == 65)
    // Marks that other letters stand between are not in a row.
    let name = String(repeating: "e\u{301}", count: 150).precomposedStringWithCanonicalMapping
    let spread = String(repeating: "x\u{323}\u{304}", count: 100)
      .precomposedStringWithCanonicalMapping
    for text in [name, spread] {
      let line = Self.lines(with: text)[1]
      #expect(folder.append([line]).code == 0, "\(folder.append([line]))")
    }
  }

  @Test func `a text that words give, and one of a table, are bounded alike`() {
    let folder = LogFolder.withStory()
    let text = Self.marked(20_000)
    let words = folder.run(["append", "profile.changed", "eva", "--actor", "eva", "name=\(text)"])
    #expect(
      words.code == 65 && words.errors.contains("combining marks"), "\(words.errors.prefix(300))")
    let table = folder.run(
      ["append", "profile.changed", "--csv", "-", "--actor", "eva"],
      input: "user,email\neva,\(text)@x\n")
    #expect(
      table.code == 65 && table.errors.contains("combining marks"), "\(table.errors.prefix(300))")
  }

  @Test func `names and addresses have a bound, since they stand in each row of a person`() {
    let folder = LogFolder.withStory()
    func change(_ member: String, _ text: String) -> Ending {
      folder.append([
        #"{"type":"profile.changed","actor":"eva","subject":"eva","data":{"\#(member)":"\#(text)"}}"#
      ])
    }
    for (member, ending) in [("name", ""), ("email", "@example.com")] {
      let most = String(repeating: "é", count: 1_000 - ending.count) + ending
      #expect(change(member, most).code == 0, "\(member)")
      let refused = change(member, "é" + most)
      #expect(
        refused.code == 65 && refused.output.contains("invalidField")
          && refused.errors.contains("1000 characters"), "\(refused)")
    }
  }

  @Test func `a refusal names a thousand things in its way, and a batch of them fewer`() throws {
    let folder = LogFolder.withStory()
    let absences = (0..<1_005).map {
      #"{"type":"absence.recorded","actor":"eva","subject":"A\#($0)","data":{"date":"2026-03-20"}}"#
    }
    #expect(folder.append(absences).code == 0)
    let request =
      #"{"type":"request.posted","actor":"eva","subject":"R99","data":{"date":"2026-03-20"}}"#
    let refused = folder.append([request])
    let reply = members(refused.lines.first)
    #expect((reply["conflicts"] as? [String])?.count == 1_000)
    #expect(
      reply.text("message")?.hasSuffix(" and 5 more") == true, "\(refused.errors.suffix(200))")
    let details = reply["details"] as? [String: Any]
    #expect((details?["absences"] as? [String])?.count == 1_000)
    #expect(details?["count"] as? Int == 1_005)
    let events = Array(repeating: request, count: 60).joined(separator: ",")
    let batch = folder.run(
      ["append", "--session", "--now", LogFolder.clock],
      input: "{\"op\":\"batch\",\"events\":[\(events)]}\n")
    let replies = try #require(
      members(batch.lines.last)["replies"] as? [[String: Any]], "\(batch.output.prefix(300))")
    let counts = replies.map { ($0["conflicts"] as? [String])?.count ?? 0 }
    #expect(counts == Array(repeating: 1_000, count: 10) + Array(repeating: 10, count: 50))
    #expect((replies.last?["message"] as? String)?.hasSuffix(" and 995 more") == true)
  }

  @Test func `a table has as many columns as an object has members, and no fault for each beyond`()
  {
    let folder = LogFolder.withStory()
    let append = ["append", "profile.changed", "--csv", "-", "--actor", "eva"]
    for count in [1_024, 1_025, 60_000] {
      for name in ["c", "same"] + (count == 1_024 ? [String(repeating: "c", count: 900)] : []) {
        let header = (0..<count).map { name == "same" ? name : "\(name)\($0)" }.joined(
          separator: ",")
        let ending = folder.run(append, input: header + "\nx\n")
        #expect(
          ending.code == 65,
          "\(count): \(ending.errors.suffix(200))")
        #expect(ending.errors.utf8.count < 100_000)
        #expect(ending.errors.contains("a table has at most 1024 columns") == (count > 1_024))
      }
    }
  }

  @Test func `words of types are looked up, however many there are`() throws {
    let folder = LogFolder.withStory()
    let words = (0..<20_000).map { $0 % 2 == 0 ? "\"absence.\"" : "\"user.registered\"" }
    let session = folder.start(["append", "--session"], input: .pipe)
    session.send("{\"op\":\"follow\",\"types\":[\(words.joined(separator: ","))]}\n")
    let end = ContinuousClock.now + .seconds(20)
    while .now < end, session.outputSoFar.split(separator: "\n").count < 3 { usleep(10_000) }
    session.closeInput()
    let lines = session.wait().lines.dropFirst(2).map { members($0) }
    #expect(!lines.isEmpty)
    for line in lines {
      let event = (line["event"] as? [String: Any]) ?? line
      #expect(event.text("type") == "user.registered", "\(line)")
    }
  }
}
