import Foundation
import TestSupport
import Testing

/// Commands beside others that a slow disk holds up: strace makes some of their calls late.
@Suite(.enabled(if: FaultCampaignTests.canInject, "strace cannot make calls late here"))
struct BesideOthersTests {
  private static func folder() -> LogFolder {
    let folder = LogFolder()
    folder.run("init")
    folder.run("append", "user.registered", "mia", "--actor", "mia", "roles=manager", "name=Mia")
    folder.run(
      "append", "user.registered", "bas", "--actor", "mia", "roles=employee", "name=Bas Jansen")
    return folder
  }

  /// Starts a command of which one call is late by a second and a half, and waits until it is in that call.
  private static func late(
    _ folder: LogFolder, _ call: String, _ occurrence: Int, _ command: String
  ) -> ToolProcess {
    let process = folder.startProgram(
      "bash",
      [
        "-c",
        """
        exec strace -f -qqq -o trace -e trace='\(call)' \
          -e inject='\(call)':delay_enter=1500000:when=\(occurrence) "$0" \(command)
        """, BuiltTool.path,
      ])
    func count() -> Int { folder.bytes("trace").count { $0 == UInt8(ascii: "(") } }
    while process.isRunning, !folder.exists("trace") || count() < occurrence { usleep(2_000) }
    return process
  }

  @Test func `a log that is being made has lost nothing`() {
    let folder = LogFolder()
    let making = Self.late(folder, "mkdir,mkdirat", 1, "init events.jsonl")
    let beside = folder.run("append", "user.registered", "bob", "--actor", "bob", "roles=manager")
    #expect(beside.code == 0 && !beside.errors.contains("head"), "\(beside.errors)")
    #expect(making.wait().code == 0)
    folder.expectVerified()
  }

  @Test(arguments: [["show", "users"], ["audit", "--user", "bas"], ["backup", "b"], ["recover"]])
  func `a log that is being restored is said to be so`(words: [String]) {
    let folder = Self.folder()
    let restoring = Self.late(
      folder, "/^rename", 3, "restore events.jsonl -f r.jsonl")
    let beside = folder.run(words + ["-f", "r.jsonl"])
    #expect(
      beside.code == 66 && beside.errors.contains("it is being restored"), "\(beside.errors)")
    #expect(restoring.wait().code == 0)
    #expect(folder.run("show", "users", "-f", "r.jsonl").output.contains("Bas Jansen"))
  }

  @Test func `a backup has the names of its events, whatever changes meanwhile`() {
    let folder = Self.folder()
    let backup = Self.late(folder, "mkdir,mkdirat", 2, "backup b events.jsonl")
    folder.run("append", "profile.changed", "bas", "--actor", "bas", "name=Bas de Vries")
    let ending = backup.wait()
    #expect(ending.code == 0 && !ending.errors.contains("lacks"), "\(ending.errors)")
    #expect(folder.run("restore", "b", "-f", "r.jsonl").code == 0)
    let users = folder.run("show", "users", "-f", "r.jsonl").output
    #expect(users.contains("Bas Jansen"), "\(users)")
  }

  @Test func `a restore has the names of its backup, also where the next one is made meanwhile`() {
    let folder = Self.folder()
    #expect(folder.run("backup", "b").code == 0)
    folder.run("append", "profile.changed", "bas", "--actor", "bas", "name=Bas de Vries")
    let restoring = Self.late(folder, "ftruncate", 2, "restore b -f r.jsonl")
    #expect(folder.run("backup", "b").code == 0)
    let ending = restoring.wait()
    #expect(ending.code == 0, "\(ending.errors)")
    let users = folder.run("show", "users", "-f", "r.jsonl").output
    #expect(users.contains("Bas Jansen"), "\(users)")
  }
}
