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

  /// Starts a command of which one call is late, and waits until it is in that call.
  private static func late(
    _ folder: LogFolder, _ call: String, _ occurrence: Int, _ command: String,
    microseconds: Int = 2_500_000
  ) -> ToolProcess {
    let process = folder.startProgram(
      "bash",
      [
        "-c",
        """
        exec strace -f -qqq -o trace -e trace='\(call)' \
          -e inject='\(call)':delay_enter=\(microseconds):when=\(occurrence) "$0" \(command)
        """, BuiltTool.path,
      ])
    func count() -> Int { folder.bytes("trace").count { $0 == UInt8(ascii: "(") } }
    while process.isRunning, !folder.exists("trace") || count() < occurrence { usleep(2_000) }
    #expect(process.isRunning || microseconds < 1_000_000, "the call was not late")
    return process
  }

  /// The number of the call with which a command opens a file for the n-th time.
  private static func opening(
    _ folder: LogFolder, _ name: String, _ occurrence: Int, _ command: String
  ) -> Int {
    folder.shell("strace -f -qqq -o opens -e trace=open,openat $TOOL \(command)")
    let lines = String(decoding: folder.bytes("opens"), as: UTF8.self).split(separator: "\n")
    let found = lines.indices.filter { lines[$0].contains("/\(name)\"") }
    return found.count < occurrence ? 0 : found[occurrence - 1] + 1
  }

  @Test func `a log that is being made has lost nothing`() {
    let folder = LogFolder()
    let making = Self.late(
      folder, "mkdir,mkdirat", 1, "init events.jsonl", microseconds: 120_000)
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

  @Test func `a log that was emptied and lost its head is no new one`() {
    let folder = LogFolder()
    folder.run("init")
    folder.run("append", "user.registered", "bob", "--actor", "bob", "roles=manager")
    folder.shell("truncate -s 0 events.jsonl; rm events.jsonl.d/head")
    let ending = folder.run("append", "user.registered", "eva", "--actor", "eva", "roles=manager")
    #expect(ending.errors.contains("the head file was missing"), "\(ending)")
  }

  @Test func `a restore of a log has no name that was erased meanwhile`() {
    let folder = Self.folder()
    let restoring = Self.late(folder, "ftruncate", 2, "restore events.jsonl -f r.jsonl")
    folder.run("append", "user.erased", "bas", "--actor", "mia")
    #expect(restoring.wait().code == 0)
    let names = String(decoding: folder.bytes("r.jsonl.d/people.jsonl"), as: UTF8.self)
    #expect(names.contains("Mia") && !names.contains("Bas"), "\(names)")
  }

  @Test(arguments: [("mkdir,mkdirat", 2), ("open,openat", 0)])
  func `a backup has the names of its events, whatever changes meanwhile`(
    call: String, occurrence: Int
  ) {
    let folder = Self.folder()
    let backup =
      occurrence > 0
      ? Self.late(folder, call, occurrence, "backup b events.jsonl")
      : Self.late(
        folder, call, Self.opening(folder, "people.jsonl", 2, "backup x events.jsonl"),
        "backup b events.jsonl")
    folder.run("append", "profile.changed", "bas", "--actor", "bas", "name=Bas de Vries")
    let ending = backup.wait()
    #expect(ending.code == 0 && !ending.errors.contains("lacks"), "\(ending.errors)")
    #expect(folder.run("restore", "b", "-f", "r.jsonl").code == 0)
    let users = folder.run("show", "users", "-f", "r.jsonl").output
    // Which of the two hangs on the call that was late.
    #expect(users.contains("Bas Jansen") || users.contains("Bas de Vries"), "\(users)")
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
