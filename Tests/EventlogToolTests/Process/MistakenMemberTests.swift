import Testing

/// Members at the top level of a submission that are more likely a mistake than an attribute.
struct MistakenMemberTests {
  static let mistakes: [(name: String, meant: String)] = [
    ("subjct", "subject"), ("subjects", "subject"), ("sbuejct", "subject"), ("subjekt", "subject"),
    ("expectsequence", "expectedsequence"), ("expectedsequenc", "expectedsequence"),
    ("specversoin", "specversion"),
    ("datacontentype", "datacontenttype"), ("sources", "source"), ("surce", "source"),
    ("acotr", "actor"), ("expect", "expectedsequence"), ("now", "time"),
    ("at", "time"), ("dryrun", "--dry-run"), ("sync", "--sync"), ("limit", "limit"),
    ("override", "data"), ("reason", "data"), ("roles", "data"), ("role", "data"),
    ("owner", "data"), ("date", "data"), ("start", "data"), ("end", "data"), ("user", "data"),
    ("to", "data"), ("from", "data"),
  ]

  /// A submission that is right but for one member more.
  private static func line(_ name: String, _ value: String = "\"x\"") -> String {
    #"{"type":"request.withdrawn","actor":"tom","subject":"R1","\#(name)":\#(value)}"#
  }

  @Test
  func `a member that is more likely a mistake is refused, and the message names what was meant`() {
    let folder = LogFolder.withStory()
    let before = folder.logBytes
    let refused = Self.mistakes
    let ending = folder.append(refused.map { Self.line($0.name) }, "--each", now: Story.now)
    #expect(ending.code == 65 && ending.lines.count == refused.count)
    for (mistake, text) in zip(refused, ending.lines) {
      let reply = OrderedJSON(text)
      #expect(reply["error"]?.text == "unknownField", "\(mistake.name): \(text)")
      let message = reply["message"]?.text ?? ""
      #expect(message.contains("\"\(mistake.name)\"") && message.contains(mistake.meant), "\(text)")
      #expect(reply["column"]?.number == 58, "\(text)")
    }
    #expect(folder.logBytes == before)
  }

  @Test func `it is refused in a batch, a file, a session and a batch of a session, too`() {
    let folder = LogFolder.withStory()
    let before = folder.logBytes
    let wrong = Self.line("subjct")
    let batch = folder.append([wrong], now: Story.now)
    #expect(batch.code == 65 && batch.output.contains("unknownField"))
    folder.write(Array((wrong + "\n").utf8), to: "wrong.json")
    #expect(folder.run("append", "wrong.json", "--now", Story.now).code == 65)
    let session = folder.run(
      "append", "--session", "--now", Story.now,
      input: "\(wrong)\n{\"op\":\"batch\",\"events\":[\(wrong)]}\n{\"ref\":1,\(wrong.dropFirst())\n"
    )
    let codes = session.lines.dropFirst().map { $0.contains(#""error":"unknownField""#) }
    #expect(codes == [true, true, true], "\(session.output)")
    #expect(folder.logBytes == before)
  }

  @Test func `documented attributes are taken, and the receipt names every other that is kept`() {
    let folder = LogFolder.withStory()
    let known = [
      "correlationid", "traceparent", "dataref", "bamtxid", "deprecated", "recordedtime",
    ]
    let others = #""zone9":"a","colour":true,"#
    let line =
      "{" + known.map { #""\#($0)":"x","# }.joined() + others + Self.line("causationid").dropFirst()
    let dry = folder.append([line], "--each", "--dry-run", now: Story.now)
    #expect(OrderedJSON(dry.output)["attributes"]?.text == "[colour,zone9]", "\(dry.output)")
    let reply = OrderedJSON(folder.append([line], "--each", now: Story.now).output)
    #expect(reply.keys == ["status", "sequence", "id", "hash", "count", "attributes"])
    #expect(reply["attributes"]?.text == "[colour,zone9]")
    let plain = folder.append(
      [#"{"type":"shift.revoked","actor":"bas","subject":"F1.2026-01-26","tracestate":"x"}"#],
      now: Story.now)
    #expect(plain.code == 0 && !plain.output.contains("attributes"), "\(plain.output)")
  }

  @Test func `a person at a terminal is told of the attributes that were kept`() {
    let folder = LogFolder.withStory()
    let (code, text) = folder.onTerminal(
      columns: 120, ["append", "-", "--now", Story.now, "--no-color"],
      input: Self.line("colour") + "\n")
    #expect(code == 0 && text.contains("recorded as event 24 with the attribute colour"), "\(text)")
  }

  @Test func `a log that has such a member is read as ever, and listed without it`() {
    let folder = LogFolder.withStory()
    folder.append([Self.line("colour")], now: Story.now)
    let lines = folder.logLines.map { $0.replacing(#""colour":"x""#, with: #""subjct":"x""#) }
    folder.write(Array(LogFolder.chained(lines).utf8), to: "old.jsonl")
    #expect(folder.run("verify", "--rules", "old.jsonl").code == 0)
    #expect(folder.run("show", "requests", "--all", "old.jsonl").code == 0)
    let listed = folder.run("log", "--submissions", "old.jsonl")
    #expect(listed.code == 0 && !listed.output.contains("subjct"))
    #expect(listed.errors.contains("left out: 1 attribute whose names append refuses: subjct"))
    folder.run("init", "new.jsonl")
    let again = folder.run(
      "append", "-", "--each", "-f", "new.jsonl", "--now", Story.now, input: listed.output)
    #expect(again.code == 0, "\(again.errors)")
    let states = ["old.jsonl", "new.jsonl"].map {
      folder.run("show", "requests", "--all", "--now", Story.now, "--format", "csv", $0).output
    }
    #expect(states[0] == states[1] && !states[0].isEmpty)
  }
}
