import Foundation
import TestSupport
import Testing

/// `kill -9` of the real tool at random moments while it appends. `CAMPAIGN_KILLS` sets how often,
/// `CAMPAIGN_SEED` repeats a run.
struct KillTests {
  private static var kills: Int { setting("CAMPAIGN_KILLS").flatMap { Int($0) } ?? 200 }

  private static func setting(_ name: String) -> String? {
    ProcessInfo.processInfo.environment[name]
  }

  @Test func `acknowledged events are there after every kill`() {
    let seed = Self.setting("CAMPAIGN_SEED").flatMap { UInt64($0) } ?? .random(in: .min ... .max)
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
