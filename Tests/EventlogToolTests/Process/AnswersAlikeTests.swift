// A session and a command answer alike: each projection and story, with each selection, with a moment and without.

import Foundation
import Projections
import TestSupport
import Testing

@testable import ShiftEvents
@testable import eventlog_tool

@Suite struct AnswersAlikeTests {
  private typealias Question = (options: [String: String], words: [String])

  private static let now = "2026-03-31T18:30:00Z"

  /// Values of each member: those of the sample by id and by name, what nobody knows, and what is refused.
  private static func values(of option: any CommandOption) -> [String] {
    switch option.spec.memberName {
    case "shift": ["F4.2026-04-01", "zz"]
    case "request": ["R1", "zz"]
    case "vacancy": ["stock-q1", "zz"]
    case "absence": ["away-1", "zz"]
    case "trade": ["swap-1", "zz"]
    case "deal": ["bread-1", "zz"]
    case "reservation": ["bread-1-1", "zz"]
    case "publication": ["easter", "zz"]
    case "period": ["january", "zz"]
    case "session": ["zz"]
    case "subject": ["u3", "zz"]
    case "user", "company", "for", "actor": ["u3", "Ida", "ida", "De Molen", "zz", "Nobody At All"]
    case "on": ["tomorrow", "next-week"]
    case "week": ["this-week", "2026-W14"]
    case "month": ["last-month"]
    case "from": ["2026-03-01", "bad"]
    case "to": ["+7d"]
    case "place": ["Bar", "zz"]
    case "label": ["bar", "zz"]
    case "category": ["food", "zz"]
    case "near": ["52.37,4.89"]
    case "within": ["1500"]
    case "name": ["a"]
    case "by": HoursGrouping.allCases.map(\.rawValue)
    case "over", "under": ["8h", "x"]
    case "limit": ["2", "0"]
    case "after": ["x", "10"]
    case "last": ["3"]
    default: option.spec.takesValue ? ["x"] : ["true"]
    }
  }

  /// Each option alone, and some that stand together; the moment is asked apart.
  private static func selections(_ options: [any CommandOption]) -> [[(any CommandOption, String)]]
  {
    let alone = options.filter { !["at", "now"].contains($0.spec.name) }
    let user: any CommandOption = Options.user
    return [[]]
      + alone.flatMap { option in
        values(of: option).flatMap { value -> [[(any CommandOption, String)]] in
          [[(option, value)]]
            + (option.spec.name != "user" && value == values(of: option)[0]
              ? [[(option, value), (user, "Ida")]] : [])
        }
      } + [[(RowOptions.near, "52.37,4.89"), (RowOptions.within, "1500")]]
  }

  private static func question(
    _ words: [String], _ chosen: [(any CommandOption, String)]
  ) -> Question {
    var question: Question = ([:], words + ["--json"])
    for (option, value) in chosen {
      question.options[option.spec.memberName] = value
      question.words.append("--" + option.spec.name)
      if option.spec.takesValue { question.words.append(value) }
    }
    return question
  }

  /// The questions about rows of a projection, or about stories.
  private static func questions(of projection: ProjectionDescriptor?) -> [Question] {
    if let projection {
      return selections(RowOptions.members).map { question(["show", projection.name], $0) }
    }
    return selections(AuditCommand.members).map { question(["audit"], $0) }
  }

  private let folder = LogFolder()

  init() throws {
    for name in ["events-sample.jsonl", "events-sample.jsonl.d"] {
      try FileManager.default.copyItem(
        atPath: Repository.root + "/" + name,
        toPath: folder.file(name.replacing("events-sample", with: "events")))
    }
  }

  private static let projections: [ProjectionDescriptor?] = RowOptions.projections + [nil]

  @Test func `each question is answered alike with a moment and without, and by a command`() throws
  {
    var reports = SessionReports(path: folder.log)
    let last = folder.logLines.count
    let seed = UInt64.random(in: 0...9_999)
    var random = SplitMix64(seed: seed)
    let all = Self.projections.flatMap { projection in
      Self.questions(of: projection).map { (projection, $0) }
    }.shuffled(using: &random)
    #expect(all.count > 1_000)
    // A command is a process.
    let (most, commands) = (Rounds.count(160, full: all.count), Rounds.count(30, full: all.count))
    for (place, (projection, question)) in all.prefix(most).enumerated() {
      func answer(_ moment: [String: String]) -> String {
        let options = question.options.merging(moment) { $1 }.merging(["now": Self.now]) { $1 }
        let bytes = projection.map { reports.show($0.name, options) } ?? reports.audit(options)
        return String(decoding: bytes, as: UTF8.self)
      }
      let plain = answer([:])
      try #require(plain == answer(["at": "\(last)"]), "seed \(seed), \(question.words)")
      if place >= commands { continue }
      for (moment, answer) in [([], plain), (["--at", "200"], answer(["at": "200"]))] {
        let ending = folder.run(question.words + moment + ["--now", Self.now])
        #expect(
          Self.isAlike(ending, answer),
          "seed \(seed), \(question.words + moment): \(ending), in a session \(answer.prefix(300))")
      }
    }
  }

  @Test func `a person who came later has no rows yet`() {
    var reports = SessionReports(path: folder.log)
    let words = [
      "show", "schedule", "--json", "--user", "De Molen", "--at", "200", "--now", Self.now,
    ]
    let answer = reports.show("schedule", ["user": "De Molen", "at": "200", "now": Self.now])
    let ending = folder.run(words)
    #expect(ending.code == 0 && ending.output.contains(#""rows":[]"#))
    #expect(Self.isAlike(ending, String(decoding: answer, as: UTF8.self)))
  }

  private static func isAlike(_ ending: Ending, _ answer: String) -> Bool {
    let isSame = ending.output == answer + "\n"
    return switch ending.code {
    case 0: isSame
    // Of a subject, which may be anything, there is an empty document.
    case 1:
      answer.hasPrefix(#"{"status":"rejected","error":"unknown"#)
        // Of a publication or a study session there is no such code.
        || answer.contains(#""message":"the log has no "#)
        || isSame && answer.hasSuffix(#""rows":[]}"#)
    case 64: answer.hasPrefix(#"{"status":"invalid""#)
    default: false
    }
  }
}
