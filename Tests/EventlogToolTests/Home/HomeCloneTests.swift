import Foundation
import TestSupport
import Testing

/// Copies that are made, taken away or renewed while others use them.
@Suite(
  .serialized, .besideServers,
  .enabled(if: PostgresServer.isInstalled, "PostgreSQL is not installed here"),
  .enabled(if: HomeMoveTests.canTrace, "strace is not there, or may not trace"))
struct HomeCloneTests {
  /// A log that lives in a home, and its address.
  private static func moved(_ server: PostgresServer, _ name: String) -> (LogFolder, String) {
    let folder = LogFolder.withStory()
    let address = server.address(name)
    #expect(folder.run("move", "events.jsonl", address).code == 0)
    return (folder, address)
  }

  private static func register(_ user: String) -> String {
    Story.event(
      "r-\(user)", "user.registered", user, user, nil, #"{"roles":["employee"]}"#)
  }

  /// A clone whose disk is full before it has all, with what strace does to its calls.
  private static func failingClone(_ folder: LogFolder, _ address: String, _ strace: String)
    -> Ending
  {
    folder.shell(
      "strace -qqq -o trace \(strace) prlimit --fsize=4096 $TOOL clone '\(address)' events.jsonl")
  }

  /// Starts one that rests before a file or folder that it removes, and waits until it has made its file.
  private static func slowlyFailingClone(
    _ folder: LogFolder, _ address: String, _ occurrence: Int
  ) -> ToolProcess {
    let clone = folder.startProgram(
      "bash",
      [
        "-c",
        """
        exec strace -qqq -o trace -e trace=unlink,rmdir \
          -e inject=unlink,rmdir:delay_enter=600000:when=\(occurrence) \
          prlimit --fsize=4096 "$0" clone '\(address)' events.jsonl
        """, BuiltTool.path,
      ])
    while !folder.exists("events.jsonl"), clone.isRunning { usleep(1_000) }
    return clone
  }

  @Test func `a clone that fails and is killed there leaves no log of its own`() {
    let server = PostgresServer()
    let (_, address) = Self.moved(server, "killed")
    var killed = 0
    for occurrence in 1...12 {
      let folder = LogFolder()
      let ending = Self.failingClone(
        folder, address,
        "-e trace=unlink,rmdir -e inject=unlink,rmdir:signal=KILL:when=\(occurrence)")
      if ending.code == 137 { killed += 1 }
      let appended = folder.append([Self.register("k\(occurrence)")]).code == 0
      let again =
        folder.exists("events.jsonl.d/home")
        ? folder.run("pull") : folder.run("clone", address, "events.jsonl")
      #expect(again.code == 0, "\(occurrence): \(again.errors)")
      let verified = folder.run("verify", "--home")
      #expect(verified.code == 0, "\(occurrence): \(verified.output)\(verified.errors)")
      let found = folder.logLines.count { $0.contains(#""id":"r-k\#(occurrence)""#) }
      #expect(found == (appended ? 1 : 0), "\(occurrence)")
    }
    // Without some that are killed in between it shows little.
    #expect(killed > 3, "\(killed)")
  }

  @Test func `what is appended beside a clone that fails stands in the home, or nowhere`() {
    let server = PostgresServer()
    let (whole, address) = Self.moved(server, "beside")
    for occurrence in 1...8 {
      let folder = LogFolder()
      let clone = Self.slowlyFailingClone(folder, address, occurrence)
      usleep(200_000)
      let appended = folder.append([Self.register("b\(occurrence)")])
      _ = clone.wait()
      #expect(whole.run("pull").code == 0)
      let found = whole.logLines.count { $0.contains(#""id":"r-b\#(occurrence)""#) }
      // The copy may go between the home's answer and the writing: the message says that it is recorded.
      let isRecorded =
        appended.code == 0 || appended.errors.contains("has recorded it all the same")
      #expect(found == (isRecorded ? 1 : 0), "\(occurrence): \(appended.errors)")
    }
  }

  @Test func `a clone that fails takes nothing from another one at its place`() {
    let server = PostgresServer()
    let (whole, address) = Self.moved(server, "twice")
    for occurrence in 1...6 {
      let folder = LogFolder()
      let clone = Self.slowlyFailingClone(folder, address, occurrence)
      while clone.isRunning, folder.run("clone", address, "events.jsonl").code != 0 {}
      _ = clone.wait()
      if !folder.exists("events.jsonl") {
        #expect(folder.run("clone", address, "events.jsonl").code == 0)
      }
      #expect(folder.exists("events.jsonl.d/home"), "\(occurrence)")
      #expect(folder.append([Self.register("t\(occurrence)")]).code == 0)
      #expect(whole.run("pull").code == 0)
      #expect(
        whole.logLines.contains { $0.contains(#""id":"r-t\#(occurrence)""#) }, "\(occurrence)")
    }
  }

  @Test func `those who read a copy that is renewed find the old one or the new one`() {
    let server = PostgresServer()
    let (folder, _) = Self.moved(server, "renewed")
    for call in ["/^rename", "fsync,fdatasync", "unlink"] {
      for occurrence in 1...4 {
        var bytes = folder.logBytes
        bytes[3000] ^= 1
        folder.write(bytes, to: "events.jsonl")
        let pull = folder.startProgram(
          "bash",
          [
            "-c",
            """
            exec strace -qqq -f -o trace -e trace='\(call)' \
              -e inject='\(call)':delay_exit=300000:when=\(occurrence) "$0" pull events.jsonl
            """, BuiltTool.path,
          ])
        while pull.isRunning {
          let read = folder.run("show", "users")
          #expect([0, 65].contains(read.code), "\(call) \(occurrence): \(read.errors)")
        }
        #expect(pull.wait().code == 0)
        #expect(folder.run("verify", "--home").code == 0)
      }
    }
    #expect(folder.shell("ls events.jsonl.d/quarantine | grep -c copy-").output == "12\n")
  }

  @Test func `a copy whose renewal is killed is renewed by the next pull`() {
    let server = PostgresServer()
    let (folder, _) = Self.moved(server, "again")
    var killed = 0
    for (call, last) in [("rename", 6), ("unlink", 6), ("fsync", 8)] {
      for occurrence in 1...last {
        // Whole but poisoned, or damaged.
        folder.shell(
          occurrence % 2 == 0
            ? "printf 'poisoned' > events.jsonl.d/poisoned"
            : "printf X | dd of=events.jsonl bs=1 seek=3000 conv=notrunc 2>&-")
        let ending = folder.shell(
          "strace -f -qqq -o trace -e inject=\(call):signal=KILL:when=\(occurrence) $TOOL pull")
        if ending.code == 137 { killed += 1 }
        let again = folder.run("pull")
        #expect(again.code == 0, "\(call) \(occurrence): \(again.errors)")
        #expect(folder.append([Self.register("\(call)\(occurrence)")]).code == 0)
        #expect(folder.run("verify", "--home").code == 0, "\(call) \(occurrence)")
      }
    }
    #expect(killed > 8, "\(killed)")
  }

  @Test func `a copy in a cache that names another home is not the one that was asked for`() {
    let server = PostgresServer()
    let (folder, address) = Self.moved(server, "asked")
    let (_, other) = Self.moved(server, "other")
    let cache = ["XDG_CACHE_HOME": "\(folder.path)/cache"]
    for address in [address, other] {
      #expect(folder.run("show", "users", address, environment: cache).code == 0)
    }
    folder.shell(
      "cd cache/shift-events && cp */other.jsonl.d/home */asked.jsonl.d/home && ls */asked.jsonl.d/home"
    )
    for words in [
      ["show", "users", address],
      ["append", "user.erased", "eva", "--actor", "mia", "-f", address],
    ] {
      let ending = folder.start(words, input: .nothing, environment: cache).wait()
      #expect(
        ending.code == 65 && ending.errors.contains("says that its log lives in"), "\(ending)")
    }
  }
}
