import TestSupport
import Testing

/// A batch of many lines of which some are wrong: each of these answers with its own code, and nothing is recorded.
@Suite(.besidePrograms) struct BatchFaultsTests {
  private let folder = LogFolder.withStory()

  /// A vacancy as members of one submission, with the code by which it is refused.
  private struct Line {
    var subject: String
    var actor = "mia"
    var data = ["date": "2026-02-03", "start": "10:00", "end": "14:00", "places": "2"]
    var code: String?

    var words: String {
      "vacancy.posted \(subject) --actor \(actor) "
        + data.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: " ")
    }

    var json: String {
      let data = data.sorted { $0.key < $1.key }.map { key, value in
        Int(value) == nil ? #""\#(key)":"\#(value)""# : #""\#(key)":\#(value)"#
      }
      return #"{"type":"vacancy.posted","subject":"\#(subject)","actor":"\#(actor)","data":{"#
        + data.joined(separator: ",") + "}}"
    }
  }

  private static let count = 1_000
  private static let faults = 100

  private static func lines(seed: UInt64) -> [Line] {
    var random = SplitMix64(seed: seed)
    let wrong = Set((1..<count).shuffled(using: &random).prefix(faults))
    var (lines, last): ([Line], String) = ([], "V0")
    for number in 0..<count {
      var line = Line(subject: "V\(number)")
      if wrong.contains(number) {
        switch Int.random(in: 0..<6, using: &random) {
        case 0: (line.data["places"], line.code) = ("x", "invalidField")
        case 1: (line.data["plces"], line.code) = ("3", "unknownField")
        case 2: (line.data["end"], line.code) = (nil, "missingField")
        case 3: (line.actor, line.code) = ("tom", "notManager")
        case 4: (line.subject, line.code) = (last, "vacancyExists")
        default: (line.data["date"], line.code) = ("2026-01-05", "shiftStarted")
        }
      } else {
        last = line.subject
      }
      lines.append(line)
    }
    return lines
  }

  private func expect(_ codes: [String?], _ lines: [Line], _ way: String, seed: UInt64) {
    let expected = lines.map { $0.code ?? "batchRejected" }
    let differing = zip(codes, expected).enumerated().filter { $1.0 != $1.1 }
    #expect(
      codes.count == lines.count && differing.isEmpty,
      "\(way), seed \(seed): \(codes.count) replies, \(differing.prefix(3))")
  }

  @Test(arguments: 1...UInt64(Rounds.count(2, full: 20)))
  func `of a thousand lines exactly the wrong ones are named, however they come`(seed: UInt64) {
    let lines = Self.lines(seed: seed)
    let before = folder.logBytes
    let first = lines.first { $0.code != nil }?.code ?? ""
    let status: Int32 =
      ["invalidField", "unknownField", "missingField"].contains(first) ? 65 : 2
    for (way, options, texts) in [
      ("JSON", [], lines.map(\.json)), ("words", ["--words"], lines.map(\.words)),
    ] {
      let ending = folder.start(
        ["append", "-", "--now", Story.now] + options,
        input: .bytes(Array(texts.map { $0 + "\n" }.joined().utf8))
      ).wait()
      expect(ending.lines.map { OrderedJSON($0)["error"]?.text }, lines, way, seed: seed)
      #expect(ending.code == status, "\(way), seed \(seed), \(first)")
      for line in ending.lines where OrderedJSON(line)["status"]?.text == "invalid" {
        let number = OrderedJSON(line)["line"]?.number ?? 0
        #expect(lines[number - 1].code == OrderedJSON(line)["error"]?.text, "\(way): \(line)")
      }
    }
    let batch = #"{"op":"batch","events":[\#(lines.map(\.json).joined(separator: ","))]}"#
    let ending = folder.run("append", "--session", "--now", Story.now, input: batch + "\n")
    let replies = members(ending.lines.last)["replies"] as? [[String: Any]] ?? []
    expect(replies.map { $0.text("error") }, lines, "session", seed: seed)
    #expect(folder.logBytes == before)
  }

  @Test func `standard error has the first hundred, then how many more`() {
    let wrong = (0..<103).map { Line(subject: "V\($0)", actor: "tom") }
    for (options, texts) in [([], wrong.map(\.json)), (["--words"], wrong.map(\.words))] {
      let ending = folder.start(
        ["append", "-", "--now", Story.now] + options,
        input: .bytes(Array(texts.map { $0 + "\n" }.joined().utf8))
      ).wait()
      let errors = ending.errors.split(separator: "\n")
      #expect(errors.count { $0.hasPrefix("rejected: ") } == 100)
      #expect(errors.suffix(2) == ["3 more are refused", "nothing was written"])
      #expect(ending.code == 2)
    }
  }

  @Test func `what a refused line would have made is not there for the next`() {
    let ending = folder.append(
      [
        Story.event(
          "b1", "vacancy.posted", "V1", "tom", nil,
          #"{"date":"2026-02-03","start":"10:00","end":"14:00","places":2}"#),
        Story.event("b2", "vacancy.edited", "V1", "mia", nil, #"{"places":3}"#),
        Story.event("b3", "request.withdrawn", "R1", "tom"),
      ], now: Story.now)
    #expect(
      ending.lines.map { OrderedJSON($0)["error"]?.text }
        == ["notManager", "unknownVacancy", "batchRejected"])
  }

  @Test func `words with each: the right ones are recorded`() {
    var lines = (0..<30).map { Line(subject: "V\($0)") }
    lines[7].actor = "tom"
    lines[11].data["places"] = "x"
    let ending = folder.run(
      "append", "-", "--words", "--each", "--now", Story.now,
      input: lines.map { $0.words + "\n" }.joined())
    #expect(ending.code == 2)
    #expect(ending.errors.contains("-: 28 appended, 2 refused"))
    #expect(ending.lines.count { OrderedJSON($0)["status"]?.text == "appended" } == 28)
    folder.expectVerified()
  }
}
