// The programs in Examples/, run as their readers would run them.

import Foundation
import TestSupport
import Testing

private let examples = Repository.examples

private func has(_ program: String) -> Bool {
  (try? Child.run("/usr/bin/env", ["sh", "-c", "command -v \(program)"]))?.code == 0
}

struct ExampleTests {
  @Test func `the shell client records, survives and reads`() throws {
    try expectClient(["sh", examples + "/shell/client.sh"])
  }

  private func expectClient(_ command: [String]) throws {
    let log = try ClientLog()
    let (output, code) = try Child.run(
      "/usr/bin/env", command + [log.path], environment: ["EVENTLOG_TOOL": BuiltTool.path])
    #expect(code == 0, "\(output)")
    let lines = output.split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines.first?.contains("notOwner") == true && lines.first?.contains("mia") == true)
    #expect(lines.last?.contains("L1") == true && lines.last?.contains("2030-01-07") == true)
    let types = try log.lines.map { members($0).text("type") }
    #expect(
      types == ["user.registered", "user.registered", "shift.scheduled", "shift.supplied"])
    try log.expectWhole()

    let missing = try Child.run(
      "/usr/bin/env", command + [log.folder + "/missing"],
      environment: ["EVENTLOG_TOOL": BuiltTool.path])
    #expect(missing.code != 0 && missing.output.isEmpty)
  }

  /// A build of the whole package beside the tests' own takes minutes, so a short suite builds the
  /// program alone.
  @Test(.enabled(if: has("swift"), "there is no swift here"))
  func `the Swift client builds, records and folds, and its own tests pass`() throws {
    let log = try ClientLog()
    let isShort = !Rounds.areFull && LibraryExampleTests.hasObjects
    let program =
      isShort
      ? try LibraryExampleTests.built(
        "swift-client", from: "swift-client/Sources/swift-client/SwiftClient.swift", in: log.folder)
      : try builtPackage()
    let first = try Child.run(program, [log.path])
    #expect(
      first.output == """
        1 user.registered
        2 user.registered
        3 user.registered
        4 shift.scheduled
        5 shift.supplied
        rejected: L1 is bas's own
        6 shift.accepted
        eva took over 1
        0 on the marketplace

        """)
    let second = try Child.run(program, [log.path])
    #expect(second.output.contains("6 shift.accepted, as before"))
    #expect(first.code == 0 && second.code == 0)
    #expect(try log.lines.count == 6)
    try log.expectWhole()
  }

  /// The program in its package, whose own tests have passed; the build is kept for the next run.
  private func builtPackage() throws -> String {
    let scratch =
      URL(fileURLWithPath: BuiltTool.path).deletingLastPathComponent()
      .appendingPathComponent("swift-client-build").path
    let package = ["--package-path", examples + "/swift-client", "--scratch-path", scratch]
    let build = try Child.run(
      "/usr/bin/env", ["swift", "build", "--build-tests", "--quiet"] + package, patienceSeconds: 900
    )
    try #require(build.code == 0, "\(build.output)")
    let tests = try Child.run(
      "/usr/bin/env", ["sh", "-c", #"exec swift test --skip-build "$@" 2>&1"#, "sh"] + package)
    #expect(
      tests.code == 0 && tests.output.contains("4 tests in 1 suite passed"), "\(tests.output)")
    return scratch + "/debug/swift-client"
  }
}

// MARK: - Making a log anew

extension ExampleTests {
  @Test func `the same submissions make the same events in a new log`() throws {
    let log = try ClientLog()
    try log.append(Past.beginning, Past.batch)
    #expect(try log.tool("extend", "--now", "2026-01-20T03:00:00Z", log.path).code == 0)
    try log.append(Past.middle)
    #expect(try log.tool("extend", "--now", "2026-02-03T03:00:00Z", log.path).code == 0)
    #expect(try log.tool("extend", "--now", "2026-02-10T03:00:00Z", log.path).code == 0)
    try log.append(Past.end, Past.study)
    let new = try log.remade()
    #expect(try eventLines(new) == eventLines(log.path))
    try expectSameState(log, new)
    #expect(try log.rows("schedule", of: new).contains("F1.2026-04-06"))
  }

  @Test func `a renamed or erased person comes back with the present name`() throws {
    let log = try ClientLog()
    try log.append(Past.beginning, Past.renamed)
    let new = try log.remade()
    // One change of name is forgotten: a later one took its place.
    #expect(try eventLines(log.path).count - eventLines(new).count == 1)
    try expectSameState(log, new)
    let names = try log.rows("users", of: new)
    #expect(names.contains("Evelien") && !names.contains("Tom") && !names.contains("Eef"))
  }

  @Test func `submissions are listed thin`() throws {
    let log = try ClientLog()
    try log.append(Past.beginning)
    let lines = try log.tool("log", "--submissions", log.path).output.split(separator: "\n")
    #expect(lines.count == Past.beginning.count)
    let fixed = try #require(lines.first { $0.contains("fixedshift.registered") })
    #expect(
      fixed == """
        {"id":"f1","source":"/past","type":"fixedshift.registered","subject":"F1",\
        "time":"2026-01-05T09:00:00.000Z","actor":"bas","data":{"weekday":"monday",\
        "start":"15:00","end":"20:00","owner":"bas","from":"2026-01-05"}}
        """)
    #expect(lines.allSatisfy { !$0.contains(#""actor":"system""#) && !$0.contains("profile\":") })
    let mia = try #require(lines.first { $0.contains(#""subject":"mia""#) })
    #expect(mia.contains(#""name":"Mia","email":"mia@example.org""#))
    // Appended to their own log they are repeats.
    let file = log.folder + "/again.jsonl"
    try (lines.joined(separator: "\n") + "\n").write(
      toFile: file, atomically: true, encoding: .utf8)
    let replies = try log.tool("append", file, "--each", "-f", log.path)
    #expect(replies.code == 0)
    #expect(
      replies.output.split(separator: "\n").allSatisfy { $0.contains(#""status":"duplicate""#) })
  }

  /// Lines without salted commitments, hashes (which depend on them) and the batches of submissions,
  /// since each line stands for itself.
  private func eventLines(_ path: String) throws -> [String] {
    try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map {
      String($0).replacing(/"(profile|hash)":"[0-9a-f]{64}"|"more":true,/, with: "")
    }
  }

  private func expectSameState(_ log: ClientLog, _ new: String) throws {
    for projection in [
      "schedule", "marketplace", "requests", "approvals", "deals", "reservations", "study",
      "points", "hours", "users", "vacancies", "absences", "trades",
      "changes", "publications", "periods",
    ] {
      #expect(try log.rows(projection, of: log.path) == log.rows(projection, of: new))
    }
    #expect(try log.tool("verify", "--json", new).code == 0)
  }
}

extension ClientLog {
  /// Appends each line that the rules of this version take.
  fileprivate func append(_ parts: [String]..., sourceLocation: SourceLocation = #_sourceLocation)
    throws
  {
    for (index, lines) in parts.enumerated() {
      let file = folder + "/part\(index).jsonl"
      try lines.joined(separator: "\n").write(toFile: file, atomically: true, encoding: .utf8)
      let mode = lines == Past.batch ? [] : ["--each"]
      let (output, code) = try Child.run(BuiltTool.path, ["append", file, "-f", path] + mode)
      #expect(code == 0, "\(output)", sourceLocation: sourceLocation)
    }
  }

  fileprivate func remade() throws -> String {
    let new = folder + "/new.jsonl"
    let (output, code) = try Child.run(
      "/bin/sh", [examples + "/shell/remake.sh", path, new],
      environment: ["EVENTLOG_TOOL": BuiltTool.path])
    #expect(code == 0, "\(output)")
    return new
  }

  /// The output of `show`, except the position in the log.
  fileprivate func rows(_ projection: String, of log: String) throws -> String {
    let now = "2026-02-12T12:00:00Z"
    var arguments = ["show", projection, "--json", "--now", now, log]
    if ["schedule", "requests", "deals"].contains(projection) { arguments.append("--all") }
    let (output, code) = try Child.run(BuiltTool.path, arguments)
    #expect(code == 0)
    guard let rows = output.firstRange(of: #""rows":"#) else { return output }
    return String(output[rows.lowerBound...])
  }
}

/// The submissions of the first weeks of 2026.
private enum Past {
  static func act(
    _ id: String, _ time: String, _ actor: String, _ type: String, _ subject: String,
    _ data: String? = nil, attributes: String = ""
  ) -> String {
    let data = data.map { #","data":{\#($0)}"# } ?? ""
    return #"{"id":"\#(id)","source":"/past","type":"\#(type)","subject":"\#(subject)","#
      + #""time":"2026-\#(time):00Z","actor":"\#(actor)"\#(attributes)\#(data)}"#
  }

  static let beginning = [
    act(
      "w", "01-05T08:00", "mia", "workplace.configured", "grill",
      #""timeZone":"Europe/Amsterdam","marketApproval":"owner","maxShiftsPerDay":2"#),
    act(
      "u1", "01-05T08:00", "mia", "user.registered", "mia",
      #""roles":["manager","employee"],"name":"Mia","email":"mia@example.org""#),
    act("u2", "01-05T08:01", "bas", "user.registered", "bas", #""roles":["employee"]"#),
    act(
      "u3", "01-05T08:02", "eva", "user.registered", "eva",
      #""roles":["employee","student"],"name":"Eva \"E\"","email":"eva@example.org""#),
    act(
      "u4", "01-05T08:03", "mia", "user.registered", "tom",
      #""roles":["employee"],"name":"Tom","email":"tom@example.org""#),
    act("g1", "01-05T08:04", "mia", "role.granted", "bas", #""role":"student""#),
    act("v1", "01-05T08:05", "eva", "user.followed", "bas"),
    act(
      "f1", "01-05T09:00", "bas", "fixedshift.registered", "F1",
      #""weekday":"monday","start":"15:00","end":"20:00""#),
    act(
      "f2", "01-05T09:01", "mia", "fixedshift.registered", "F2",
      #""weekday":"friday","start":"22:00","end":"06:00","owner":"tom","from":"2026-01-16""#),
    act("s1", "01-06T09:00", "bas", "shift.supplied", "F1.2026-01-12"),
    act(
      "a1", "01-06T10:00", "eva", "shift.accepted", "F1.2026-01-12", nil,
      attributes: #","correlationid":"c 1","causationid":"x","urgent":true,"n":-5"#),
    act("p1", "01-06T11:00", "mia", "shift.approved", "F1.2026-01-12", #""from":"bas""#),
    act("h1", "01-12T20:00", "eva", "hours.recorded", "F1.2026-01-12", #""minutes":290"#),
  ]

  /// Recorded whole.
  static let batch = [
    act("r1", "01-13T09:00", "eva", "request.posted", "R1", #""date":"2026-01-16""#),
    act("r2", "01-13T09:00", "tom", "shift.suggested", "F2.2026-01-16", #""request":"R1""#),
    act("r3", "01-13T09:00", "eva", "suggestion.accepted", "F2.2026-01-16"),
    act("r4", "01-13T09:00", "tom", "shift.approved", "F2.2026-01-16"),
  ]

  static let middle = [
    act(
      "h2", "01-20T09:00", "mia", "hours.recorded", "F2.2026-01-16",
      #""start":"22:00","end":"05:30""#),
    act("h3", "01-20T09:01", "mia", "hours.recorded", "F2.2026-01-16", #""minutes":450"#),
    // This one was scheduled by extend.
    act("s2", "01-20T09:02", "bas", "shift.supplied", "F1.2026-03-16"),
    act(
      "l1", "01-20T09:03", "mia", "shift.scheduled", "L1",
      #""owner":"eva","date":"2026-02-20","start":"09:00","end":"12:00""#),
    act("c1", "01-20T09:04", "mia", "shift.cancelled", "F2.2026-01-23"),
    act("x1", "01-20T09:05", "mia", "fixedshift.removed", "F2"),
  ]

  static let end = [
    act("a2", "02-10T09:00", "tom", "shift.accepted", "F1.2026-03-16"),
    act("r5", "02-10T09:01", "tom", "request.posted", "R2", #""date":"2026-02-20""#),
    act("l2", "02-10T09:02", "eva", "shift.suggested", "L1", #""request":"R2""#),
    act("s3", "02-10T09:03", "bas", "shift.supplied", "F1.2026-03-30"),
    act("s4", "02-10T09:04", "bas", "shift.revoked", "F1.2026-03-30"),
    act("s5", "02-10T09:05", "bas", "shift.supplied", "F1.2026-04-06"),
  ]

  /// Study and deals.
  static let study = [
    act("t1", "02-10T09:10", "eva", "study.started", "S1"),
    act("t2", "02-10T09:40", "eva", "study.blockcompleted", "S1", #""block":1"#),
    act("t3", "02-10T09:56", "eva", "study.stopped", "S1"),
    act(
      "t4", "02-10T10:00", "bas", "study.started", "S2", #""blockMinutes":25,"pauseMinutes":10"#),
    act("d1", "02-10T10:01", "cafe", "user.registered", "cafe", #""roles":["company"]"#),
    act("d2", "02-10T10:02", "kim", "user.registered", "kim", #""roles":["consumer"]"#),
    act(
      "d3", "02-10T10:03", "cafe", "deal.posted", "D1",
      #""name":"Soup","companyName":"Café","category":"food","latitude":52.09,"longitude":5.1,"#
        + #""validUntil":"2026-02-10T20:00:00+01:00","picture":"https://example.org/p.png","#
        + #""description":"two\nlines","capacity":2,"priceCents":450,"currency":"EUR""#),
    act("d4", "02-10T10:04", "cafe", "deal.edited", "D1", #""picture":null,"capacity":3"#),
    act("d5", "02-10T10:05", "kim", "deal.reserved", "V1", #""deal":"D1""#),
    act(
      "d6", "02-10T10:06", "cafe", "payment.recorded", "V1",
      #""amountCents":450,"currency":"EUR","reference":"p 1""#),
    act(
      "d7", "02-10T10:07", "kim", "company.rated", "cafe",
      #""reservation":"V1","stars":4,"comment":"a\tb""#),
    act("d8", "02-10T10:08", "cafe", "reservation.cancelled", "V1"),
    act("d9", "02-10T10:09", "cafe", "payment.refunded", "V1", #""reference":"r 1""#),
  ]

  static let renamed = [
    act("n1", "01-13T09:00", "eva", "profile.changed", "eva", #""name":"Eef""#),
    act(
      "n2", "01-13T09:01", "eva", "profile.changed", "eva",
      #""name":"Evelien","email":"evelien@example.org""#),
    act("n3", "01-13T09:02", "tom", "user.erased", "tom"),
    act(
      "n4", "01-13T09:03", "kim", "user.registered", "kim",
      #""roles":["consumer"],"email":"eva@example.org""#),
    act("n5", "01-13T09:04", "mia", "hours.recorded", "F1.2026-01-12", #""minutes":300"#),
  ]
}
