import Foundation
import TestSupport
import Testing

/// `kill -9` of the real tool at random moments while it appends: 200 times, in a short suite 60.
/// `CAMPAIGN_KILLS` sets how often, a load of thousands of lines a twentieth of that; `CAMPAIGN_SEED` repeats a run.
struct KillTests {
  private static var kills: Int {
    setting("CAMPAIGN_KILLS").flatMap { Int($0) } ?? Rounds.count(40, full: 200)
  }

  private static var seed: UInt64 {
    setting("CAMPAIGN_SEED").flatMap { UInt64($0) } ?? .random(in: .min ... .max)
  }

  private static func setting(_ name: String) -> String? {
    ProcessInfo.processInfo.environment[name]
  }

  @Test func `acknowledged events are there after every kill`() {
    let seed = Self.seed
    print("kill -9: \(Self.kills) times, CAMPAIGN_SEED=\(seed)")
    var random = SplitMix64(seed: seed)
    var folder = LogFolder.withStory()
    var acknowledged: [Int: String] = [:]
    var torn = 0
    for kill in 0..<Self.kills {
      // A fresh log now and then: checking takes time with the log's size.
      if kill % 50 == 49 {
        folder.expectWholeChain()
        (folder, acknowledged) = (LogFolder.withStory(), [:])
      }
      let ending = appendUntilKilled(folder, kill, &random)
      for (number, reply) in ending.lines.enumerated() {
        // The last line may be cut in the middle by the kill itself.
        guard reply.hasSuffix("}") else { continue }
        let reply = OrderedJSON(reply)
        #expect(reply["status"]?.text == "appended", "reply \(number): \(reply.text)")
        acknowledged[reply["sequence"]!.number!] = reply["hash"]!.text
      }
      let state = check(folder, acknowledged)
      torn += state.wasTorn ? 1 : 0
      if !state.isGood {
        Issue.record("after kill \(kill) with CAMPAIGN_SEED=\(seed)")
        return
      }
    }
    print("kill -9: \(torn) times the end was torn")
    folder.expectWholeChain()
  }

  /// From the second thousand of lines on, one thread reads, one judges and writes, and one waits for the
  /// disk and answers.
  @Test func `acknowledged events of a long load are there after every kill, and none is doubled`()
  {
    let seed = Self.seed
    let kills = (Self.kills + 19) / 20
    print("kill -9 of a load: \(kills) times, CAMPAIGN_SEED=\(seed)")
    var random = SplitMix64(seed: seed)
    var (folder, acknowledged) = (LogFolder.withStory(), [Int: String]())
    var (killed, between) = (0, 0)
    while killed < kills {
      let standing = Self.ids(folder)
      let tool = folder.start(["append", "-", "--each"], input: .bytes(Self.load))
      // Before the first replies, or soon after those to some of the groups.
      let groups = Int.random(in: 0...4, using: &random)
      var isOver = false
      while !isOver, tool.replyCount < groups * 1_000 {
        usleep(300)
        isOver = !tool.isRunning
      }
      usleep(.random(in: 0...60_000, using: &random))
      tool.signal(SIGKILL)
      let ending = tool.wait()
      let isKilled = ending.code == 128 + SIGKILL
      // The last line may be cut in the middle by the kill itself.
      let replies: [LoadReply] = Self.lines(
        ending.output.split(separator: "\n").filter { $0.hasSuffix("}") })
      for (number, reply) in replies.enumerated() {
        // Each reply is that to its line, and a duplicate is what the kill before it left.
        let id = Self.loadID(number)
        let status = standing.contains(id) ? "duplicate" : "appended"
        #expect(reply.status == status && reply.id == id, "reply \(number): \(reply)")
        acknowledged[reply.sequence] = reply.hash
      }
      if isKilled {
        killed += 1
        if replies.count >= 1_000, replies.count < Self.loadCount { between += 1 }
        if !check(folder, acknowledged).isGood {
          Issue.record("after kill \(killed) of a load with CAMPAIGN_SEED=\(seed)")
          return
        }
      }
      // Killed again while all is sent once more, or sent to the end.
      if isKilled, Bool.random(using: &random), killed < kills { continue }
      expectAllOnce(folder, acknowledged, "CAMPAIGN_SEED=\(seed)")
      (folder, acknowledged) = (LogFolder.withStory(), [:])
    }
    #expect(
      kills < 10 || between > 0, "no kill fell between groups of lines, CAMPAIGN_SEED=\(seed)")
    print("kill -9 of a load: \(between) times between groups that were answered and others")
  }

  private static let loadCount = 5_000

  private static func loadID(_ number: Int) -> String { "l\(number)" }

  /// People, every hundredth with a name, and a few fixed shifts, which are batches of nine.
  private static let load: [UInt8] = {
    var lines = ""
    for number in 0..<loadCount {
      let (id, user) = (loadID(number), "u\(number)")
      if number % 500 == 7 {
        lines += Story.event(
          id, "fixedshift.registered", "F\(user)", "u\(number - 1)", nil,
          #"{"weekday":"friday","start":"09:00","end":"12:00"}"#)
      } else {
        let name = number % 100 == 0 ? #","name":"N\#(number)""# : ""
        lines += Story.event(
          id, "user.registered", user, "mia", nil, #"{"roles":["employee"]\#(name)}"#)
      }
      lines += "\n"
    }
    return Array(lines.utf8)
  }()

  private struct LoadReply: Decodable {
    var id: String
    var status: String
    var sequence: Int
    var hash: String
  }

  private struct LoadEvent: Decodable { var id: String }

  private static func lines<Line: Decodable>(
    _ texts: some Collection<some StringProtocol>
  ) -> [Line] {
    let array = "[" + texts.joined(separator: ",") + "]"
    return try! JSONDecoder().decode([Line].self, from: Data(array.utf8))
  }

  private static func ids(_ folder: LogFolder) -> Set<String> {
    let events: [LoadEvent] = lines(folder.logLines)
    return Set(events.map(\.id))
  }

  /// All is sent again: what was acknowledged is a duplicate at its place, and the log holds each id once.
  private func expectAllOnce(_ folder: LogFolder, _ acknowledged: [Int: String], _ seed: String) {
    let again = folder.start(["append", "-", "--each"], input: .bytes(Self.load)).wait()
    #expect(again.code == 0 && again.lines.count == Self.loadCount, "\(seed): \(again.errors)")
    let replies: [LoadReply] = Self.lines(again.lines)
    let duplicates = Set(replies.filter { $0.status == "duplicate" }.map(\.sequence))
    #expect(duplicates.isSuperset(of: acknowledged.keys), "\(seed)")
    let events: [LoadEvent] = Self.lines(folder.logLines)
    let ids = events.map(\.id)
    #expect(Set(ids).count == ids.count, "\(seed): an id stands twice in the log")
    #expect(Set(ids).isSuperset(of: (0..<Self.loadCount).map(Self.loadID)), "\(seed)")
    let verified = folder.run("verify", "--rules")
    #expect(verified.code == 0, "\(seed): \(verified.output)")
    folder.expectWholeChain()
  }

  /// Feeds events one by one, some of them batches of nine, and kills at a random moment.
  private func appendUntilKilled(
    _ folder: LogFolder, _ kill: Int, _ random: inout SplitMix64
  ) -> Ending {
    let tool = folder.start(
      ["append", "-", "--each", "--sync", Bool.random(using: &random) ? "always" : "none"],
      input: .pipe)
    let end = ContinuousClock.now + .microseconds(Int.random(in: 0...40_000, using: &random))
    var number = 0
    while .now < end, number < 400 {
      let user = "u\(kill)-\(number)"
      var lines =
        Story.event(
          "k\(kill)-\(number)", "user.registered", user, "mia", nil, #"{"roles":["employee"]}"#)
        + "\n"
      if number % 3 == 0 {
        lines +=
          Story.event(
            "f\(kill)-\(number)", "fixedshift.registered", "F\(user)", user, nil,
            #"{"weekday":"friday","start":"09:00","end":"12:00"}"#) + "\n"
      }
      if !tool.send(lines) { break }
      number += 1
      if Int.random(in: 0..<4, using: &random) == 0 { usleep(200) }
    }
    tool.signal(SIGKILL)
    return tool.wait()
  }

  private func check(
    _ folder: LogFolder, _ acknowledged: [Int: String]
  ) -> (isGood: Bool, wasTorn: Bool) {
    let before = folder.logBytes
    let after = folder.append([Story.lines[0]], "--each")
    var isGood = after.output.contains(#""duplicate","sequence":1,"#)
    let wasTorn = after.errors.contains("torn bytes")
    let log = folder.logBytes
    // Only a torn end may go, and its new place must be reported.
    isGood = isGood && before.starts(with: log)
    if log.count < before.count {
      isGood = isGood && wasTorn
      let kept = folder.names(in: "events.jsonl.d/quarantine").map {
        folder.bytes("events.jsonl.d/quarantine/\($0)")
      }
      isGood = isGood && kept.contains(Array(before[log.count...]))
    }
    let lines = folder.logLines
    for (sequence, hash) in acknowledged {
      isGood = isGood && sequence <= lines.count && lines[sequence - 1].hasSuffix("\"\(hash)\"}")
    }
    let verified = folder.run("verify")
    isGood = isGood && verified.code == 0
    if !isGood { Issue.record("\(after.output)\(after.errors)\(verified.output)") }
    return (isGood, wasTorn)
  }
}

extension ToolProcess {
  /// The number of lines of its output so far.
  fileprivate var replyCount: Int { outputSoFar.utf8.count { $0 == UInt8(ascii: "\n") } }
}
