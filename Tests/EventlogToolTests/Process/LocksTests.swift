import Foundation
import Testing

/// Obstacles of a writer: other writers, permissions, and files that are not plain.
struct LocksTests {
  private static let isRoot = getuid() == 0
  /// Root may do anything, so permissions are tested as another user.
  static let canDropRights = isRoot && canRunAsNobody()

  private static let nobody = [
    "--reuid", "65534", "--regid", "65534", "--clear-groups", BuiltTool.path,
  ]

  private static func canRunAsNobody() -> Bool {
    guard FileManager.default.isExecutableFile(atPath: "/usr/bin/setpriv") else { return false }
    let folder = LogFolder()
    return folder.startProgram("setpriv", nobody + ["version"]).wait().code == 0
  }

  @Test func `a log that another holds ends in 75 and names the holder`() {
    let folder = LogFolder.withStory()
    let holder = LockHolder(folder)
    let before = folder.logBytes
    let start = ContinuousClock.now
    let ending = folder.append([Story.lines[0]], "--lock-timeout", "1")
    let waited = ContinuousClock.now - start
    #expect(ending.code == 75 && waited > .milliseconds(900) && waited < .seconds(8))
    #if os(Linux)
      #expect(ending.errors.contains("\(holder.pid)"), "\(ending.errors)")
    #endif
    #expect(folder.run("extend", "--lock-timeout", "0").code == 75)
    #expect(folder.run("verify", "--lock-timeout", "0").code == 75)
    // Readers take no lock.
    #expect(folder.run("replay").code == 0 && folder.run("log").lines.count == Story.events)
    #expect(folder.append([Story.lines[0]], "--dry-run").code == 0)
    holder.release()
    #expect(folder.append([Story.lines[0]]).code == 0 && folder.logBytes == before)
  }

  @Test func `writers refuse a link, a pipe, a folder and a second name, and nothing hangs`() {
    let folder = LogFolder.withStory()
    folder.shell(
      """
      ln -s events.jsonl link.jsonl; mkfifo pipe.jsonl; mkdir folder.jsonl
      cp events.jsonl twice.jsonl; ln twice.jsonl second.jsonl; ln -s nowhere dangling.jsonl
      """)
    let before = folder.logBytes
    for name in ["link.jsonl", "pipe.jsonl", "folder.jsonl", "second.jsonl", "/dev/null"] {
      let ending = folder.append([Story.lines[0]], "-f", name)
      #expect(ending.code == 77, "\(name): \(ending.errors)")
      #expect(ending.output.isEmpty)
    }
    #expect(folder.append([Story.lines[0]], "-f", "dangling.jsonl", "--create").code != 0)
    #expect(!folder.exists("nowhere") && folder.logBytes == before)
    for name in ["link.jsonl", "second.jsonl"] {
      #expect(folder.run("log", name).lines.count == Story.events)
      #expect(folder.run("verify", name).code == 0)
    }
    #expect(folder.run("replay", "folder.jsonl").code == 66)
    #expect(folder.run("verify", "folder.jsonl").code == 66)
    #expect(folder.run("init", "link.jsonl").code == 73)
    let piped = folder.shell(#"cat events.jsonl > pipe.jsonl & "$TOOL" log pipe.jsonl | wc -l"#)
    #expect(piped.output.contains("\(Story.events)"))
  }

  @Test func `a link in place of a side file is not written through`() {
    let folder = LogFolder.withStory()
    folder.write("keep me".utf8, to: "precious")
    folder.shell("rm events.jsonl.d/head; ln -s ../precious events.jsonl.d/head")
    let ending = folder.append([Story.lines[0]])
    #expect(ending.code == 77)
    #expect(folder.bytes("precious") == Array("keep me".utf8))
    #expect(folder.run("log").lines.count == Story.events)
  }

  @Test(.enabled(if: canDropRights, "needs root and setpriv, to become somebody else"))
  func `in a folder that may only be read, reads work and writes end in 77`() {
    let folder = LogFolder.withStory()
    folder.shell("chmod 755 .. . && chmod 644 events.jsonl && chmod 755 events.jsonl.d")
    let before = folder.logBytes
    func run(_ arguments: String...) -> Ending {
      folder.startProgram("setpriv", Self.nobody + arguments).wait()
    }
    #expect(run("log").lines.count == Story.events)
    #expect(run("replay").code == 0 && run("verify").code == 0)
    #expect(run("append", "shift.revoked", "F1.2026-01-26", "--actor", "bas").code == 77)
    #expect(run("extend").code == 77)
    #expect(run("init", "mine.jsonl").code == 77)
    folder.shell("chmod 600 events.jsonl")
    #expect(run("log").code == 66 && run("verify").code == 66)
    #expect(folder.logBytes == before)
  }

  @Test func `a poisoned log is refused by every writer, naming recover`() {
    let folder = LogFolder.withStory()
    folder.write("a sync failed\n".utf8, to: "events.jsonl.d/poisoned")
    let before = folder.logBytes
    let ending = folder.append(
      [Story.event("p", "shift.revoked", "F1.2026-01-26", "bas")], "--each")
    #expect(ending.code == 74)
    #expect(ending.output.hasPrefix(#"{"status":"failed","error":"poisoned""#))
    #expect(ending.errors.contains("eventlog-tool recover events.jsonl"))
    #expect(folder.run("extend").code == 74)
    #expect(folder.logBytes == before && folder.run("replay").code == 0)
  }
}
