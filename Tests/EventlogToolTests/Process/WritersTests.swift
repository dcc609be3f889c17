import Foundation
import Testing

/// Many processes append to one log at once.
struct WritersTests {
  private static let writers = 8
  private static let each = 250

  /// People and shifts on the marketplace: one shift for each turn at which all race.
  private func prepare() -> (folder: LogFolder, prizes: Int) {
    let folder = LogFolder()
    folder.run("init")
    let prizes = 20
    var lines = [
      Story.event("p0", "user.registered", "mia", "mia", nil, #"{"roles":["manager","employee"]}"#)
    ]
    for writer in 0..<Self.writers {
      lines.append(
        Story.event(
          "p\(writer + 1)", "user.registered", "w\(writer)", "mia", nil,
          #"{"roles":["employee"]}"#))
    }
    for prize in 0..<prizes {
      let date = "2026-04-\(prize < 9 ? "0" : "")\(prize + 1)"
      lines.append(
        Story.event(
          "s\(prize)", "shift.scheduled", "S\(prize)", "mia", nil,
          #"{"owner":"mia","date":"\#(date)","start":"09:00","end":"17:00"}"#))
      lines.append(Story.event("o\(prize)", "shift.supplied", "S\(prize)", "mia"))
    }
    #expect(folder.append(lines).code == 0)
    return (folder, prizes)
  }

  @Test func `eight processes at once: every reply is true, each shift has one taker, no gap`() {
    let (folder, prizes) = prepare()
    let tools = (0..<Self.writers).map { writer in
      let lines = (0..<Self.each).map { number in
        // Every so often all of them want the same shift; else each registers people of its own.
        if number % 12 == 5, number / 12 < prizes {
          return Story.event(
            "w\(writer)-\(number)", "shift.accepted", "S\(number / 12)", "w\(writer)")
        }
        return Story.event(
          "w\(writer)-\(number)", "user.registered", "u\(writer)-\(number)", "mia", nil,
          #"{"roles":["employee"]}"#)
      }
      return folder.start(
        ["append", "-", "--each", "--lock-timeout", "60", "--now", LogFolder.clock], input: .pipe
      )
      .fed(lines)
    }
    let endings = tools.map { $0.wait(seconds: 120) }
    let log = folder.logLines.map { OrderedJSON($0) }
    for (index, line) in log.enumerated() {
      #expect(line["sequence"].flatMap { Int($0.text) } == index + 1)
    }
    var appended = 0
    var winners: [String: Int] = [:]
    for ending in endings {
      #expect(ending.lines.count == Self.each)
      for reply in ending.lines.map({ OrderedJSON($0) }) {
        guard reply["status"]?.text == "appended" else {
          #expect(reply["error"]?.text == "notOnMarketplace", "\(reply.text)")
          continue
        }
        appended += 1
        let line = log[reply["sequence"]!.number! - 1]
        #expect(line["id"]?.text == reply["id"]?.text && line["hash"]?.text == reply["hash"]?.text)
        if line["type"]?.text == "shift.accepted" {
          winners[line["subject"]!.text, default: 0] += 1
        }
      }
    }
    #expect(winners.count == prizes && winners.values.allSatisfy { $0 == 1 })
    #expect(log.count == 1 + Self.writers + 2 * prizes + appended)
    folder.expectVerified()
    folder.expectWholeChain()
  }

  @Test func `batches of several processes never mix`() {
    let (folder, _) = prepare()
    let before = folder.logLines.count
    let tools = (0..<4).map { writer in
      let lines = (0..<50).map {
        Story.event(
          "b\(writer)-\($0)", "user.registered", "b\(writer)-\($0)", "mia", nil,
          #"{"roles":["student"]}"#) + "\n"
      }
      return folder.start(
        ["append", "-", "--now", LogFolder.clock], input: .bytes(Array(lines.joined().utf8)))
    }
    for tool in tools { #expect(tool.wait().code == 0) }
    let subjects = folder.logLines.dropFirst(before).map { OrderedJSON($0)["subject"]!.text }
    #expect(subjects.count == 200)
    for start in stride(from: 0, to: 200, by: 50) {
      let writer = subjects[start].prefix(2)
      #expect((0..<50).allSatisfy { subjects[start + $0] == "\(writer)-\($0)" })
    }
    folder.expectVerified()
  }
}

extension ToolProcess {
  /// Hands over all lines at once; they must fit a pipe.
  fileprivate func fed(_ lines: [String]) -> ToolProcess {
    send(lines.map { $0 + "\n" }.joined())
    closeInput()
    return self
  }
}
