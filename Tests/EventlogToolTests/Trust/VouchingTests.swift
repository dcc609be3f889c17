import Foundation
import Testing

/// Lines that somebody changed, with hashes made anew up to some place: no message calls a moment sound that
/// nothing vouches for.
struct VouchingTests {
  private static let readers: [[String]] = [
    ["show", "schedule", "--all"], ["show", "points", "--json"], ["replay"], ["replay", "--json"],
    ["log"], ["log", "--follow"], ["audit", "--shift", "F1.2026-01-12"],
    ["audit", "--user", "eva", "--json"],
    ["report"], ["snapshot"], ["export", "csv", "schedule"], ["export", "sql"],
    ["diff", "--from", "3"],
    ["blame", "--shift", "F1.2026-01-12"], ["checkpoint"], ["prove", "3"], ["verify"], ["recover"],
    ["append", "shift.supplied", "F1.2026-02-09", "--actor", "bas"],
  ]
  private static let promise = "no earlier line is vouched for by this file"

  /// Changes the worker of a shift in line 18 and makes the hashes anew from there to a line.
  private func forge(_ folder: LogFolder, upTo last: Int) {
    let script = #"""
      import hashlib, json, sys
      lines = open("events.jsonl").read().splitlines()
      sha = lambda text: hashlib.sha256(text.encode()).hexdigest()
      previous = json.loads(lines[16])["hash"]
      for i in range(17, int(sys.argv[1])):
          content = lines[i][:lines[i].rindex(',"hash":"')]
          if i == 17: content = content.replace('"minutes":300', '"minutes":1330')
          previous = sha(previous + sha(content))
          lines[i] = content + ',"hash":"' + previous + '"}'
      open("events.jsonl", "w").write("\n".join(lines) + "\n")
      """#
    let ending = folder.startProgram("python3", ["-c", script, "\(last)"]).wait()
    #expect(ending.code == 0, "\(ending)")
  }

  @Test(arguments: ["4s/\"actor\":\"[^\"]*/\"actor\":\"zoe/", "6,$d"])
  func `a log that is damaged before the end of a checkpoint says so`(damage: String) {
    let folder = LogFolder.withStory()
    folder.write(folder.run("checkpoint").output.utf8, to: "kept")
    folder.shell("sed -i '\(damage)' events.jsonl")
    let ending = folder.run("verify", "--checkpoint", "kept")
    #expect(
      ending.code == 65 && ending.output.contains("cannot be read as far as the"), "\(ending)")
  }

  @Test(arguments: [20, 23])
  func `after a re-made chain no message recommends a moment before it`(last: Int) {
    let folder = LogFolder.withStory()
    let kept = folder.run("checkpoint", "--at", "15").output
    let later = folder.run("checkpoint", "--at", "20").output
    folder.write(Array(kept.utf8), to: "kept")
    folder.write(Array(later.utf8), to: "later")
    let hash = String(folder.logLines[14].suffix(66).prefix(64))
    forge(folder, upTo: last)
    for words in Self.readers {
      let ending = folder.start(words).wait()
      #expect(ending.code == 65, "\(words): \(ending)")
      let told = ending.output + ending.errors
      #expect(!told.contains("--at"), "\(words): \(ending.errors)")
      #expect(!told.contains("shows what stands before it"), "\(words): \(ending.errors)")
      if words[0] == "recover" {
        // Of a log that fits itself to its end it keeps nothing by itself.
        #expect(told.contains("has vouched for them") || last == 23, "\(ending)")
      } else if words[0] != "append" {
        #expect(told.contains(Self.promise), "\(words): \(ending)")
      }
    }
    // Asked for an earlier moment, the readers say the same of it, and answer.
    let earlier = folder.run("show", "points", "--at", "19")
    #expect(earlier.code == 0 && earlier.errors.contains(Self.promise), "\(earlier)")
    // What was kept elsewhere tells how far the log is as it was.
    let sound = folder.run("verify", "--checkpoint", "kept", "--hash", hash)
    #expect(sound.code == 65 && sound.output.contains("begins with the 15 events"), "\(sound)")
    #expect(sound.output.contains("is the hash of event 15"), "\(sound)")
    let forged = folder.run("verify", "--checkpoint", "later")
    #expect(forged.output.contains("does not begin with the 20 events"), "\(forged)")
  }

  @Test func `lines that are gone from the end leave the others open, too`() {
    let folder = LogFolder.withStory()
    let lines = folder.logLines.prefix(20)
    folder.write(Array(lines.map { $0 + "\n" }.joined().utf8), to: "events.jsonl")
    for words in [
      ["show", "points"], ["replay"], ["audit", "--user", "eva"], ["report"], ["log"],
    ] {
      let ending = folder.start(words).wait()
      #expect(ending.code == 65 && ending.errors.contains(Self.promise), "\(words): \(ending)")
      #expect(!ending.errors.contains("--at"), "\(words): \(ending)")
    }
  }

  @Test func `in a session the answer names no moment either`() {
    let folder = LogFolder.withStory()
    let session = folder.start(["append", "--session"], input: .pipe)
    forge(folder, upTo: 20)
    for request in [
      #"{"op":"show","projection":"points"}"#, #"{"op":"show","projection":"points","at":"22"}"#,
      #"{"op":"audit","user":"eva"}"#,
    ] { session.send(request + "\n") }
    session.closeInput()
    let ending = session.wait()
    #expect(!ending.output.contains("--at") && !ending.errors.contains("--at"), "\(ending)")
  }
}
