import Foundation
import Testing

/// The acknowledged frontier lost, spoilt, foreign, or ahead of the log.
struct AcknowledgedEndFileTests {
  @Test(arguments: ["deleted", "emptied", "garbage", "of another log", "the whole folder"])
  func `a head that does not count is noticed and made anew, and reads work`(fault: String) {
    let folder = LogFolder.withStory()
    let good = folder.bytes("events.jsonl.d/head")
    switch fault {
    case "deleted": folder.remove("events.jsonl.d/head")
    case "emptied": folder.write([], to: "events.jsonl.d/head")
    case "garbage": folder.write([UInt8](repeating: 0x55, count: 2048), to: "events.jsonl.d/head")
    case "of another log":
      let other = LogFolder()
      other.run("init")
      other.append([
        Story.event("o", "user.registered", "zoe", "zoe", nil, #"{"roles":["manager"]}"#)
      ])
      folder.write(other.bytes("events.jsonl.d/head"), to: "events.jsonl.d/head")
    default: folder.remove("events.jsonl.d")
    }
    let before = folder.logBytes
    #expect(folder.run("log").lines.count == Story.events)
    #expect(folder.run("replay").code == 0)
    #expect(folder.run("verify").code == 0)
    let ending = folder.append([Story.lines[0]])
    #expect(ending.code == 0 && ending.errors.contains("the head file was"), "\(ending.errors)")
    #expect(ending.errors.contains("verified all \(Story.events) events"))
    #expect(folder.logBytes == before)
    let quiet = folder.append([Story.lines[0]])
    #expect(quiet.errors.isEmpty)
    #expect(folder.bytes("events.jsonl.d/head").count == good.count)
    folder.expectVerified()
  }

  @Test func `a log that lost what was acknowledged without a sync is told by all who look at it`()
  {
    let folder = LogFolder()
    folder.run("init")
    folder.append(Story.lines, "--each", "--sync", "none")
    #expect(folder.run("replay").errors.isEmpty)
    let lines = folder.logLines
    for kept in [lines.count - 1, 2, 0] {
      folder.write(lines[..<kept].map { $0 + "\n" }.joined().utf8, to: "events.jsonl")
      for words in [
        ["replay"], ["show", "users"], ["log"], ["audit", "--user", "bas"], ["verify"],
      ] {
        let ending = folder.run(words)
        let told = words == ["verify"] ? ending.output : ending.errors
        #expect(told.contains("its head knew of without a sync"), "\(kept), \(words): \(ending)")
      }
    }
    folder.write(lines[..<2].map { $0 + "\n" }.joined().utf8, to: "events.jsonl")
    #expect(folder.append([Story.lines[2]]).errors.contains("without a sync are gone"))
    #expect(folder.run("replay").errors.isEmpty)
  }

  @Test func `a log shortened below the acknowledged end gives 65 for all, and stays as it is`() {
    let folder = LogFolder.withStory()
    let whole = folder.logBytes
    let lines = folder.logLines
    let shorter = Array(lines.dropLast(2).map { $0 + "\n" }.joined().utf8)
    for bytes in [shorter, Array(whole.dropLast(1)), Array(whole.dropLast(40)), []] {
      folder.write(bytes, to: "events.jsonl")
      let ending = folder.append(
        [Story.event("n", "shift.revoked", "F1.2026-01-26", "bas")], "--each")
      #expect(ending.code == 65, "\(bytes.count) bytes: \(ending.errors)")
      #expect(ending.output.hasPrefix(#"{"status":"failed","error":"damaged""#))
      #expect(folder.logBytes == bytes)
      #expect(folder.run("verify", "--json").code == 65)
      if !bytes.isEmpty { #expect(folder.run("replay").code == 65) }
    }
    folder.write(shorter, to: "events.jsonl")
    #expect(folder.run("verify", "--json").output.contains(#""kind":"short""#))
    folder.write(whole, to: "events.jsonl")
    folder.expectVerified()
  }

  @Test func `one of the two records spoilt, the other counts`() {
    let folder = LogFolder.withStory()
    // Acknowledged twice: the older record then is of the event before.
    folder.append([Story.event("n", "shift.revoked", "F1.2026-01-26", "bas")], now: Story.now)
    let head = folder.bytes("events.jsonl.d/head")
    for start in stride(from: 0, to: min(head.count, 1024), by: 64) {
      var spoilt = head
      for index in start..<min(start + 64, head.count) { spoilt[index] ^= 0xff }
      folder.write(spoilt, to: "events.jsonl.d/head")
      #expect(folder.run("log").lines.count >= Story.events, "from byte \(start)")
      #expect(folder.append([Story.lines[0]]).code == 0, "from byte \(start)")
      folder.expectVerified()
      folder.write(head, to: "events.jsonl.d/head")
    }
  }

  @Test func `a log that is replaced under a writer is noticed`() {
    let folder = LogFolder.withStory()
    let tool = folder.start(["append", "-", "--each", "--now", Story.now], input: .pipe)
    tool.send(Story.lines[0] + "\n")
    let deadline = ContinuousClock.now + .seconds(10)
    while tool.outputSoFar.isEmpty, .now < deadline { usleep(500) }
    folder.shell("cp events.jsonl other && mv other events.jsonl")
    let before = folder.logBytes
    tool.send(Story.event("n", "shift.revoked", "F1.2026-01-26", "bas") + "\n")
    tool.closeInput()
    let ending = tool.wait()
    #expect(ending.code == 65)
    #expect(ending.lines.last?.contains(#""status":"failed","error":"damaged""#) == true)
    #expect(folder.logBytes == before)
  }
}
