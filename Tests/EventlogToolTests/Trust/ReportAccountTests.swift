import Foundation
import TestSupport
import Testing

/// An account that may read the log and not the folder beside it.
struct ReportAccountTests {
  private static let account = ["--reuid=65534", "--regid=65534", "--clear-groups"]
  static let canTakeAccount =
    getuid() == 0 && FileManager.default.isExecutableFile(atPath: "/usr/bin/setpriv")

  /// Runs the tool as an account that owns nothing.
  private func run(_ folder: LogFolder, _ words: String...) -> Ending { run(folder, words) }

  private func run(_ folder: LogFolder, _ words: [String]) -> Ending {
    let mayRun = folder.startProgram(
      "setpriv", Self.account + ["test", "-x", BuiltTool.path]
    ).wait().code
    var tool = BuiltTool.path
    if mayRun != 0 {
      tool = folder.path + "/tool"
      folder.shell("test -x tool || cp \(BuiltTool.path) tool; chmod 755 tool")
    }
    return folder.startProgram("setpriv", Self.account + [tool] + words).wait()
  }

  @Test(
    .enabled(
      if: ReportAccountTests.canTakeAccount, "needs root and setpriv to take another account"))
  func `it costs names and the acknowledged end, with a warning, and never the answer`() {
    let folder = LogFolder()
    folder.run("init")
    folder.append(Story.lines, "--each")
    folder.append([
      #"{"type":"profile.changed","subject":"eva","actor":"eva","data":{"name":"Eva Smit"}}"#
    ])
    folder.shell("chmod 755 ..; chmod 644 events.jsonl")
    #expect(folder.run("show", "users").output.contains("Eva Smit"))
    let users = run(folder, "show", "users", "--json")
    #expect(users.code == 0 && users.output.contains(#""user":"eva""#), "\(users)")
    #expect(users.errors.contains("events.jsonl.d may not be looked into"), "\(users)")
    let replay = run(folder, "replay")
    #expect(replay.code == 0 && replay.output.contains("24 events"), "\(replay)")
    let verified = run(folder, "verify")
    #expect(verified.code == 0 && !verified.output.contains("no head file"), "\(verified)")
    #expect(verified.output.contains("may not be read by this account"), "\(verified)")
    // As CommandLine.md says.
    folder.shell(
      "chgrp 65534 events.jsonl.d events.jsonl.d/head; chmod g+x events.jsonl.d; chmod g+r events.jsonl.d/head"
    )
    let allowed = run(folder, "show", "users", "--json")
    #expect(
      allowed.code == 0 && allowed.errors.contains("people.jsonl may not be read"), "\(allowed)")
    #expect(run(folder, "verify").output.contains("last hash"))
    #expect(run(folder, "replay", "--json").output.contains(#""events":24,"#))
    // It still may not write.
    #expect(run(folder, "extend").code == 77)
  }

  @Test(
    .enabled(
      if: ReportAccountTests.canTakeAccount, "needs root and setpriv to take another account"))
  func `a folder in which no file may be made ends a writer before it writes`() {
    let folder = LogFolder()
    folder.run("init")
    folder.append(Story.lines, "--each")
    folder.shell("chmod 755 . ..; chown -R 65534 events.jsonl*; chmod 555 events.jsonl.d")
    let before = folder.logBytes
    for words in [
      ["append", "user.erased", "eva", "--actor", "eva"],
      ["extend", "--now", "2026-03-01T12:00:00Z"],
    ] {
      let ending = run(folder, words)
      #expect(ending.code == 77, "\(words): \(ending)")
      #expect(folder.logBytes == before)
    }
    #expect(run(folder, "show", "users").code == 0 && run(folder, "verify").code == 0)
    folder.shell("chmod 755 events.jsonl.d")
    #expect(run(folder, "append", "user.erased", "eva", "--actor", "eva").code == 0)
  }
}
