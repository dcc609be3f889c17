import Foundation
import Testing

/// Input that is wrong whatever the log holds: named with its line and column, never recorded.
struct MalformedInputTests {
  /// A shift supplied, with a member or another text in place of a part.
  private static let cases: [(code: String, column: Int?, line: String)] = [
    ("invalidJson", 1, ""),
    ("invalidJson", 1, "nonsense"),
    ("invalidJson", nil, #"{"type":"shift.supplied","actor":"bas","subject":"S",}"#),
    ("invalidJson", nil, #"{"type":"shift.supplied","actor":"bas","subject":"S"}}"#),
    ("invalidJson", nil, #"{"type":"shift.supplied","actor":"bas","actor":"eva","subject":"S"}"#),
    (
      "invalidJson", nil,
      #"{"type":"shift.supplied","actor":"bas","\u0061ctor":"eva","subject":"S"}"#
    ),
    ("invalidJson", 1, "\u{FEFF}{}"),
    ("invalidJson", nil, #"{"type":"\ud800","actor":"bas","subject":"S"}"#),
    ("invalidJson", nil, #"{"type":"\uFFFE","actor":"bas","subject":"S"}"#),
    ("invalidJson", nil, #"{"type":"shift.supplied","actor":NaN,"subject":"S"}"#),
    ("invalidJson", nil, #"{"type":"shift.supplied","actor":"bas","subject":"S","x":+1}"#),
    ("invalidJson", nil, #"{"type":"shift.supplied","actor":"bas","subject":"S","x":01}"#),
    ("invalidJson", nil, String(repeating: "[", count: 100_000)),
    ("invalidField", 1, "[]"),
    ("invalidField", 1, "7"),
    ("unknownType", 9, #"{"type":"shift.suplied","actor":"bas","subject":"S"}"#),
    ("reserved", nil, #"{"type":"shift.supplied","actor":"system","subject":"S"}"#),
    ("reserved", nil, #"{"type":"shift.skipped","actor":"bas","subject":"S"}"#),
    ("reserved", nil, #"{"type":"shift.supplied","actor":"bas","subject":"S","hash":"x"}"#),
    ("reserved", nil, #"{"type":"shift.supplied","actor":"bas","subject":"S","sequence":"1"}"#),
    ("reserved", nil, #"{"type":"shift.supplied","actor":"bas","subject":"S","more":true}"#),
    ("reserved", nil, #"{"type":"shift.supplied","actor":"bas","subject":"S","op":"x"}"#),
    ("unknownField", nil, #"{"type":"shift.supplied","actor":"bas","subject":"S","X-Y":1}"#),
    ("unknownField", nil, #"{"type":"shift.supplied","actor":"bas","subject":"S","data":{"x":1}}"#),
    ("missingField", nil, #"{"actor":"bas","subject":"S"}"#),
    ("missingField", nil, #"{"type":"shift.supplied","subject":"S"}"#),
    ("missingField", nil, #"{"type":"shift.supplied","actor":"bas"}"#),
    ("missingField", nil, #"{"type":"request.posted","actor":"bas","subject":"R"}"#),
    ("invalidField", 51, #"{"type":"shift.supplied","actor":"bas","subject": "../x"}"#),
    (
      "invalidField", nil,
      #"{"type":"request.posted","actor":"bas","subject":"R","data":{"date":"2026-02-30"}}"#
    ),
    (
      "invalidField", nil,
      #"{"type":"hours.recorded","actor":"bas","subject":"S","data":{"minutes":1.0}}"#
    ),
    (
      "invalidField", nil,
      #"{"type":"hours.recorded","actor":"bas","subject":"S","data":{"minutes":9007199254740993}}"#
    ),
    (
      "invalidField", nil,
      #"{"type":"shift.supplied","actor":"bas","subject":"S","time":"2026-01-01T23:59:60Z"}"#
    ),
    (
      "invalidField", nil,
      #"{"type":"shift.supplied","actor":"bas","subject":"S","time":"10000-01-01T00:00:00Z"}"#
    ),
    (
      "invalidField", nil,
      #"{"type":"shift.supplied","actor":"bas","subject":"S","specversion":"2"}"#
    ),
  ]

  @Test func `each fault has its code, its line and its column, and nothing is written`() {
    let folder = LogFolder.withStory()
    let before = folder.logBytes
    let ending = folder.append(Self.cases.map(\.line), "--each")
    let replies = ending.lines.map { OrderedJSON($0) }
    #expect(ending.code == 65 && replies.count == Self.cases.count)
    for (index, (reply, wanted)) in zip(replies, Self.cases).enumerated() {
      let name: Comment = "\(wanted.line.prefix(80)) → \(reply.text)"
      #expect(reply["status"]?.text == "invalid", name)
      #expect(reply["error"]?.text == wanted.code, name)
      #expect(reply["line"]?.number == index + 1, name)
      let column = reply["column"]?.number ?? 0
      #expect(column >= 1 && column <= wanted.line.utf8.count + 1, name)
      if let wanted = wanted.column { #expect(column == wanted, name) }
      if wanted.line.hasPrefix("\u{FEFF}") {
        #expect(reply["message"]?.text.contains("tail -c +4") == true, name)
      }
    }
    #expect(folder.logBytes == before)
  }

  @Test(arguments: [
    ("UTF-8", true), ("UTF-16LE", true), ("UTF-16BE", true), ("UTF-32LE", true), ("UTF-32BE", true),
    ("UTF-16LE", false), ("UTF-16BE", false), ("UTF-32LE", false), ("UTF-32BE", false),
  ])
  func `a file of another editor is refused with the command that mends it`(
    encoding: String, isMarked: Bool
  ) throws {
    let folder = LogFolder.withStory()
    let line = Story.event("m", "role.granted", "eva", "mia", nil) + "\n"
    folder.write(Data(((isMarked ? "\u{FEFF}" : "") + line).utf8), to: "plain")
    #expect(folder.shell("iconv -f UTF-8 -t \(encoding) plain > more").code == 0)
    // A mark says the order itself.
    let name = isMarked ? String(encoding.prefix(6)) : encoding
    let remedy = encoding == "UTF-8" ? "tail -c +4 more" : "iconv -f \(name) -t UTF-8 more"
    for command in [["append", "more"], ["append", "more", "--each"], ["import", "more"]] {
      // The log has its own words for a line that is none.
      if command[0] == "import", !isMarked || encoding.hasPrefix("UTF-32") { continue }
      let ending = folder.start(command).wait()
      let text = ending.output + ending.errors
      let shown = text.replacing("FILE", with: "more")
      #expect(ending.code == 65 && shown.contains(remedy), "\(command): \(text)")
    }
    #expect(
      folder.shell("\(remedy) > mended && cmp mended <(printf '%s\\n' '\(line.dropLast())')").code
        == 0)
  }

  @Test func `a long word is cut in messages, and a member that is wrong is named`() {
    let folder = LogFolder.withStory()
    let long = String(repeating: "x", count: 100_000)
    for (line, words) in [
      (#"{"type":"\#(long)","subject":"a","actor":"a"}"#, "no event type"),
      (
        #"{"type":"user.registered","subject":"a","actor":"a","\#(long)":1,"data":{"roles":["student"]}}"#,
        "no member"
      ),
      (
        #"{"type":"user.registered","subject":"a","actor":"a","data":{"\#(long)":1}}"#,
        "in its data"
      ),
      (
        #"{"type":"user.registered","subject":"a","actor":"a","shoe":"\u0001","data":{"roles":["student"]}}"#,
        #"\"shoe\" must be"#
      ),
    ] {
      let ending = folder.run("append", "-", input: line + "\n")
      #expect(ending.code == 65 && ending.output.contains(words), "\(ending.output.prefix(300))")
      #expect(ending.output.utf8.count < 1_000 && ending.errors.utf8.count < 2_000)
    }
  }

  @Test func `words that are no UTF-8 are refused before anything is opened`() {
    let folder = LogFolder.withStory()
    let before = folder.logBytes
    for script in [
      #"$TOOL append profile.changed eva --actor eva name=$'Zo\xeb'"#,
      #"$TOOL append profile.changed eva --actor $'\xff' name=Zoe"#,
      #"$TOOL init $'\xfe.jsonl'"#, #"EVENTLOG_FILE=$'\xfe.jsonl' $TOOL init"#,
      #"$TOOL show users -o $'out\xfe.csv'"#, #"$TOOL $'\xfe'"#,
    ] {
      let ending = folder.shell(script)
      #expect(ending.code == 64 && ending.errors.contains("is not UTF-8"), "\(script): \(ending)")
    }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    #expect(folder.logBytes == before && names.sorted() == ["events.jsonl", "events.jsonl.d"])
  }

  @Test(arguments: [
    ("profile.changed eva --actor eva name=Zo\u{1}", 40, "WINDOWS-1252"),
    ("\u{1}\u{1}", 1, "UTF-16"),
  ])
  func `lines of words that are no UTF-8 are refused at their place`(
    line: String, column: Int, encoding: String
  ) {
    let folder = LogFolder.withStory()
    let bytes = line.utf8.map { $0 == 1 ? UInt8(encoding == "UTF-16" ? 0xFF : 0xEB) : $0 }
    var words = bytes
    if encoding == "UTF-16" { words = [0xFF, 0xFE, 0x61, 0] }
    folder.write(words + [10], to: "words")
    let ending = folder.run("append", "words", "--words")
    #expect(
      ending.code == 65 && ending.errors.contains("iconv -f \(encoding) -t UTF-8"), "\(ending)")
    #expect(ending.output.contains(#""column":\#(column)}"#), "\(ending.output)")
  }

  @Test(arguments: [
    #""late","override":["shiftStarted"]"#, #""late"}"#, #""late"},"time":"2026-01-01T00:00:00Z""#,
    #""late"}}"#, "", " ", "late", #""late" "later""#, "[1",
  ])
  func `a value behind := is one value, and brings no other member in`(text: String) {
    let folder = LogFolder.withStory()
    let before = folder.logBytes
    let words = ["append", "shift.cancelled", "F1.2026-01-26", "--actor", "mia", "reason:=\(text)"]
    let ending = folder.run(words + ["--now", LogFolder.clock])
    #expect(ending.code == 65 && ending.output.contains("invalidJson"), "\(text): \(ending)")
    folder.write(
      (words.dropFirst().dropLast() + ["'reason:=\(text)'"]).joined(separator: " ").utf8,
      to: "words")
    let batch = folder.run("append", "words", "--words", "--now", LogFolder.clock)
    #expect(batch.code == 65 && batch.output.contains("invalidJson"), "\(text): \(batch)")
    let made = folder.run(
      "init", "new.jsonl", "--workplace", "w", "--actor", "mia", "timeZone:=\(text)")
    #expect(made.code == 65 && !folder.exists("new.jsonl"), "\(text): \(made)")
    #expect(folder.logBytes == before)
  }

  @Test func `bytes that are no text are refused at their place`() {
    let folder = LogFolder.withStory()
    let before = folder.logBytes
    let opening = Array(#"{"type":"shift.supplied","actor":"b"#.utf8)
    let sequences: [[UInt8]] = [
      [0xff], [0xc0, 0xaf], [0xed, 0xa0, 0x80], [0xf4, 0x90, 0x80, 0x80], [0xe2, 0x82], [0x80], [0],
    ]
    let closing = Array(#"","subject":"S"}"#.utf8) + [10]
    var lines: [UInt8] = []
    for sequence in sequences { lines += opening + sequence + closing }
    let ending = folder.start(["append", "-", "--each"], input: .bytes(lines)).wait()
    let replies = ending.lines.map { OrderedJSON($0) }
    #expect(replies.count == sequences.count)
    for reply in replies {
      #expect(reply["error"]?.text == "invalidJson")
      #expect(reply["column"]?.number == opening.count + 1)
    }
    #expect(folder.logBytes == before)
  }

  @Test func `a submission over one mebibyte is too long, the next one is read`() {
    let folder = LogFolder.withStory()
    let pad = String(repeating: " ", count: 1 << 20)
    let ending = folder.append(
      [pad + "{}", Story.event("n", "shift.revoked", "F1.2026-01-26", "bas")], "--each",
      now: Story.now)
    #expect(OrderedJSON(ending.lines[0])["error"]?.text == "lineTooLong")
    #expect(OrderedJSON(ending.lines[1])["status"]?.text == "appended")
  }

  @Test func `escapes in quoted text never reach the terminal`() {
    let folder = LogFolder.withStory()
    let ending = folder.append(
      [
        "{\"type\":\"\u{1B}[2J\u{9B}\u{202E}\",\"actor\":\"bas\",\"subject\":\"S\"}",
        #"{"type":"\u001b[2J\u202e","actor":"bas","subject":"S"}"#,
        #"{"type":"shift.supplied","actor":"bas","subject":"S","data":{"\u001b[31m":1}}"#,
      ], "--each")
    #expect(!(ending.output + ending.errors).replacing("\n", with: "").holdsControl)
    let words = folder.run("show", "\u{1B}[2J", "\u{202E}")
    #expect(words.code == 64 && !words.errors.replacing("\n", with: "").holdsControl)
  }
}
