import Foundation
import TestSupport
import Testing

/// What is said of one of several logs names it, and leaves the others alone.
struct SeveralLogsWarningsTests {
  private static let logs = ["east", "middle", "west"]
  private static let questions = [
    ["show", "users"], ["show", "users", "--format", "csv"], ["export", "ndjson", "users"],
    ["export", "sql", "users"], ["export", "xlsx", "users", "-o", "x.xlsx"],
  ]

  /// Logs of a store each, with a manager and an employee.
  private static func folder() -> LogFolder {
    let folder = LogFolder()
    for log in logs {
      folder.run("init", "\(log).jsonl")
      #expect(
        folder.append(
          [
            Story.event(
              "1", "user.registered", "mia", "mia", nil, #"{"roles":["manager"],"name":"Mia"}"#),
            Story.event(
              "2", "user.registered", "eva", "mia", nil,
              #"{"roles":["employee"],"name":"Eva of \#(log)"}"#),
          ], "-f", "\(log).jsonl"
        ).code == 0)
    }
    return folder
  }

  private func warnings(
    of folder: LogFolder, _ words: [String], _ logs: [String] = Self.logs
  ) -> [String] {
    let ending = folder.start(words + logs.map { "\($0).jsonl" }).wait()
    #expect(ending.code == 0, "\(words): \(ending)")
    return ending.errors.split(separator: "\n").map(String.init).filter { $0.contains("warning:") }
  }

  @Test(arguments: questions)
  func `a name that is withheld is of its log, whichever is read last`(words: [String]) {
    let folder = Self.folder()
    for (log, other) in [("east", "Evil"), ("middle", "Ada")] {
      let path = "\(log).jsonl.d/people.jsonl"
      let names = String(decoding: folder.bytes(path), as: UTF8.self)
      folder.write(names.replacing("Eva of", with: other).utf8, to: path)
    }
    for logs in [Self.logs, Self.logs.reversed()] {
      let told = warnings(of: folder, words, logs)
      #expect(told.count == 2 && told.allSatisfy { $0.contains("1 name is not shown") }, "\(told)")
      #expect(told.contains { $0.hasPrefix("east.jsonl: ") }, "\(told)")
      #expect(told.contains { $0.hasPrefix("middle.jsonl: ") }, "\(told)")
    }
    // Of one log the warning is as it was.
    #expect(warnings(of: folder, words, ["west"]).isEmpty)
    #expect(warnings(of: folder, words, ["east"]).count == 1)
  }

  @Test(arguments: questions)
  func `unknown events are told of each log that has some`(words: [String]) {
    let folder = Self.folder()
    for (log, count) in [("east", 1), ("west", 3)] {
      var lines = String(decoding: folder.bytes("\(log).jsonl"), as: UTF8.self)
        .split(separator: "\n").map(String.init)
      for _ in 1...count { lines.append(Self.unknown(lines.count + 1)) }
      folder.write(LogFolder.chained(lines).utf8, to: "\(log).jsonl")
      folder.run("recover", "\(log).jsonl")
    }
    for logs in [Self.logs, Self.logs.reversed()] {
      let told = warnings(of: folder, words, logs)
      #expect(told.count == 2, "\(told)")
      #expect(told.contains { $0.hasPrefix("east.jsonl: ") && $0.contains("1 event") }, "\(told)")
      #expect(told.contains { $0.hasPrefix("west.jsonl: ") && $0.contains("3 events") }, "\(told)")
    }
    let alone = warnings(of: folder, words, ["west"])
    #expect(alone.count == 1 && alone[0].hasPrefix("warning: 3 events"), "\(alone)")
  }

  private static func unknown(_ sequence: Int) -> String {
    #"{"specversion":"1.0","id":"n\#(sequence)","source":"/newer","type":"shift.painted","subject":"z","#
      + #""time":"2027-01-01T12:00:00.000Z","sequence":"00000000000\#(sequence)","actor":"mia","#
      + #""data":{},"hash":""}"#
  }
}
