// What a session is asked about and no log names is forgotten with the answer.

import Foundation
import Projections
import TestSupport
import Testing

@testable import ShiftEvents
@testable import eventlog_tool

@Suite struct UnknownQuestionsTests {
  /// `CAMPAIGN_QUESTIONS` asks for another number.
  private static let questionCount =
    ProcessInfo.processInfo.environment["CAMPAIGN_QUESTIONS"].flatMap { Int($0) }
    ?? Rounds.count(2_000, full: 20_000)

  /// A line of each operation for every member that may name something, each with an id that no log has.
  private static func questions(_ number: Int) -> [String] {
    let id = "unknown-\(number)-\(String(repeating: "x", count: 30))"
    let options = RowOptions.shown.filter { option in
      switch option.question.value {
      case .person, .name, .thing: true
      default: false
      }
    }
    var lines: [String] = []
    for projection in RowOptions.projections {
      for (place, option) in options.enumerated() {
        let name = option.spec.memberName
        lines.append(
          #"{"op":"show","projection":"\#(projection.name)","\#(name)":"\#(id)-\#(place)"}"#)
      }
      lines.append(
        #"{"op":"show","projection":"\#(projection.name)","place":"a place \#(number) of spaces"}"#)
      lines.append(#"{"op":"show","projection":"\#(projection.name)","at":3,"user":"\#(id)"}"#)
    }
    for (place, option) in AuditCommand.spec.options.enumerated() where option.spec.takesValue {
      lines.append(#"{"op":"audit","\#(option.spec.memberName)":"\#(id)-a\#(place)"}"#)
    }
    lines.append(#"{"op":"audit","at":3,"subject":"\#(id)-s"}"#)
    lines.append(#"{"op":"follow","after":0,"user":"\#(id)-f"}"#)
    let submission =
      #""type":"shift.assigned","subject":"\#(id)-1","actor":"\#(id)-2","data":{"to":"\#(id)-3"}"#
    lines += [
      "{\(submission)}", #"{"op":"judge",\#(submission)}"#,
      #"{"op":"batch","events":[{\#(submission)}]}"#,
      #"{"op":"judge","type":"user.registered","subject":"\#(id)-4","actor":"\#(id)-4","data":{"roles":["student"]}}"#,
    ]
    return lines
  }

  /// Asks until so many questions are answered.
  private static func ask(_ count: Int, from first: Int, _ path: String) throws {
    let recorder = try Recorder(recordingTo: path)
    _ = try recorder.refresh()
    var reports = SessionReports(path: path)
    var decoder = SessionRequestDecoder(
      show: RowOptions.members.map(\.spec.member), audit: AuditCommand.members.map(\.spec.member))
    var (asked, number) = (0, first)
    while asked < count {
      for line in questions(number) {
        let reply: [UInt8]
        switch decoder.decode(Array(line.utf8)).body {
        case .submission(let submission): reply = recorder.replies(to: [submission])[0].json()
        case .batch(let all): reply = recorder.replies(to: all, isBatch: true)[0].json()
        case .judge(let submission): reply = recorder.judged(submission)
        case .show(let projection, let options): reply = reports.show(projection, options)
        case .audit(let options): reply = reports.audit(options)
        case .follow(_, let filter): reply = filter.isEmpty ? [] : [1]
        default: reply = [1]
        }
        precondition(!reply.isEmpty, line)
        asked += 1
      }
      number += 1
    }
  }

  @Test func `questions about unknown ids leave nothing behind, whatever the operation`() async {
    // In a process of its own: all others add to the same table.
    await #expect(processExitsWith: .success) {
      let folder = LogFolder.withStory()
      let path = folder.log
      defer { withExtendedLifetime(folder) {} }
      try Self.ask(500, from: 0, path)
      let table = Interner.shared
      let (count, highest, bytes) = (table.count, table.highest, table.texts.lengthBytes)
      try Self.ask(Self.questionCount, from: 1_000, path)
      precondition(table.count == count, "\(table.count - count) identifiers were left behind")
      precondition(table.highest <= highest + 8, "places were left behind")
      precondition(table.texts.lengthBytes <= bytes + 1_024, "texts were left behind")
    }
  }

  @Test func `what is known is looked up without being remembered`() async {
    await #expect(processExitsWith: .success) {
      let table = Interner.shared
      precondition(UserID(known: "nobody-knows") == nil && Name(known: "no place at all") == nil)
      let count = table.count
      for number in 0..<1_000 {
        precondition(ShiftID(known: "nobody-knows-\(number)") == nil)
        precondition(Title(known: "No title \(number), é") == nil)
      }
      precondition(table.count == count)
      let (user, name): (UserID, Name) = ("somebody", "A bar")
      precondition(UserID(known: "somebody") == user && Name(known: "A bar") == name)
      precondition(UserID(known: "some body") == nil)
    }
  }

  @Test func `a session takes a name and an id alike, with a moment and without`() throws {
    let folder = LogFolder.withStory()
    _ = folder.append([
      #"{"type":"user.registered","subject":"u-77","actor":"u-77","data":{"roles":["employee"],"name":"Zoë Zwart"}}"#
    ])
    var reports = SessionReports(path: folder.log)
    // Candidates need a shift, too.
    for projection in RowOptions.projections
    where projection.takes(.user) && projection != .candidates {
      for moment in [[:], ["at": "now"]] {
        func show(_ person: String) -> String {
          var options = moment
          (options["user"], options["now"]) = (person, "2026-01-05T12:00:00Z")
          return String(decoding: reports.show(projection.name, options), as: UTF8.self)
        }
        #expect(show("Zoë Zwart") == show("u-77") && show("u-77").contains(#""schema""#))
        #expect(show("nobody").contains("unknownUser"), "\(projection.name) \(moment)")
        #expect(show("No Body").contains("unknownUser"), "\(projection.name) \(moment)")
      }
    }
  }
}
