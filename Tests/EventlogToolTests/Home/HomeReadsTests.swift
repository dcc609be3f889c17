import Foundation
import Testing

/// Whatever is asked of a log in a file is asked of one with a home alike: of its copy, and of its address.
@Suite(
  .serialized, .besideServers,
  .enabled(if: PostgresServer.isInstalled, "PostgreSQL is not installed here"))
struct HomeReadsTests {
  private static let questions: [[String]] = [
    ["log"], ["log", "--submissions"], ["replay", "--json"], ["show", "schedule", "--all"],
    ["audit", "--shift", "F1.2026-01-12", "--json"], ["checkpoint"], ["prove", "5"],
    ["diff", "--from", "10", "--to", "20"], ["blame", "--shift", "F1.2026-01-12"],
    ["snapshot"], ["replay", "--without", "18", "--json"], ["report"], ["export", "csv", "points"],
    ["verify", "--json"],
  ]

  @Test func `a copy and an address answer as a file does`() {
    let server = PostgresServer()
    let (plain, copy) = (LogFolder.withStory(), LogFolder())
    plain.write(plain.logBytes, to: "../scratch/events.jsonl")
    let address = server.address("store")
    #expect(plain.run("move", "../scratch/events.jsonl", address).code == 0)
    #expect(copy.run("clone", address, "events.jsonl").code == 0)
    let cache = ["XDG_CACHE_HOME": copy.file("cache")]
    for words in Self.questions {
      let wanted = plain.start(words).wait()
      let found = copy.start(words).wait()
      let addressed = copy.start(words + ["-f", address], environment: cache).wait()
      let name = words.joined(separator: " ")
      #expect([0, 1].contains(wanted.code), "\(name): \(wanted.errors)")
      #expect(found.code == wanted.code, "\(name): \(found.errors)")
      #expect(addressed.code == wanted.code, "\(name): \(addressed.errors)")
      #expect(!wanted.output.isEmpty && found.output == wanted.output, "\(name)")
      if !["verify", "report"].contains(words[0]) {
        #expect(addressed.output == wanted.output, "\(name)")
      }
      // Only a copy that is read as it is may be old.
      #expect(found.errors.contains("as of event 23, pulled at 20"), "\(name): \(found.errors)")
      #expect(!addressed.errors.contains("pulled at"), "\(name): \(addressed.errors)")
      #expect(!wanted.errors.contains("pulled at"), "\(name): \(wanted.errors)")
    }
  }

  @Test func `snapshots, checkpoints and refused attempts are checked on a copy`() {
    let server = PostgresServer()
    let (one, copy) = (LogFolder.withStory(), LogFolder())
    let address = server.address("store")
    #expect(one.run("move", "events.jsonl", address).code == 0)
    #expect(copy.run("clone", address, "events.jsonl").code == 0)
    for (command, file) in [("snapshot", "state.json"), ("checkpoint", "checkpoint.txt")] {
      copy.write(Array(one.run(command).output.utf8), to: file)
    }
    let snapshot = copy.run("snapshot", "--check", "state.json")
    #expect(snapshot.code == 0, "\(snapshot.output)\(snapshot.errors)")
    let kept = copy.run("verify", "--checkpoint", "checkpoint.txt")
    #expect(kept.code == 0, "\(kept.output)\(kept.errors)")
    let proof = copy.run("prove", "5", "--checkpoint", "checkpoint.txt", "--line")
    copy.write(Array(proof.output.utf8), to: "proof.txt")
    #expect(one.run("prove", "--check", copy.file("proof.txt")).code == 0, "\(proof.errors)")
    let refused = copy.run(
      "append", "shift.accepted", "F1.2026-01-12", "--actor", "tom", "--audit-rejections", "--now",
      Story.now)
    #expect(refused.code == 2)
    let told = copy.run("audit", "--rejected")
    #expect(told.code == 0 && told.output.contains("tom"), "\(told.output)\(told.errors)")
    // What is refused stays where it was refused.
    #expect(!one.exists("events.jsonl.d/rejected.jsonl"))
    #expect(copy.run("append", "--dry-run", "-", input: Story.lines[6] + "\n").code == 0)
  }

  @Test func `a session by an address reads what other hosts recorded before`() {
    let server = PostgresServer()
    let (one, two) = (LogFolder(), LogFolder())
    let address = server.address("store")
    #expect(one.run("init", "--home", address).code == 0)
    #expect(one.append(Story.lines, "--each").code == 0)
    let cache = ["XDG_CACHE_HOME": two.path]
    let words = ["append", "--session", "-f", address]
    let ask = #"{"op":"show","projection":"users"}"# + "\n"
    func asked() -> Ending {
      two.start(words, input: .bytes(Array(ask.utf8)), environment: cache).wait()
    }
    #expect(asked().output.contains(#""sequence":\#(Story.events)"#))
    #expect(one.append([BackupTests.registration(7)]).code == 0)
    let later = asked()
    #expect(later.output.contains(#""user":"p7""#) && later.errors.isEmpty, "\(later)")
    server.stop()
    let out = asked()
    #expect(out.output.contains(#""user":"p7""#) && out.errors.contains("as of event"), "\(out)")
  }

  @Test
  func
    `processes that use an address for the first time together do not stand in each other's way`()
  {
    let server = PostgresServer()
    let (one, two) = (LogFolder(), LogFolder())
    let address = server.address("store")
    #expect(one.run("init", "--home", address).code == 0)
    #expect(one.append(Story.lines, "--each").code == 0)
    for round in 0..<4 {
      let ending = two.shell(
        """
        export XDG_CACHE_HOME=$PWD/cache; rm -rf cache
        for number in 1 2 3 4 5 6; do
          "$TOOL" append user.registered r\(round)-$number --actor r\(round)-$number roles=student \
            --now \(LogFolder.clock) -f '\(address)' >/dev/null &
        done; for job in $(jobs -p); do wait $job || exit 1; done
        """)
      #expect(ending.code == 0 && ending.errors.isEmpty, "\(ending)")
    }
    for round in 4..<7 {
      let ending = two.shell(
        """
        export XDG_CACHE_HOME=$PWD/cache; rm cache/shift-events/*/*.jsonl
        for number in 1 2 3 4; do
          "$TOOL" append user.registered r\(round)-$number --actor r\(round)-$number roles=student \
            --now \(LogFolder.clock) -f '\(address)' >/dev/null &
        done; for job in $(jobs -p); do wait $job || exit 1; done
        """)
      #expect(ending.code == 0, "\(ending)")
    }
    // A cleaner of caches takes the oldest files: the mark is written once.
    let cleaned = two.shell(
      """
      export XDG_CACHE_HOME=$PWD/cache; find cache -name home -delete; "$TOOL" verify -q '\(address)' &&
      rm -r cache/shift-events/*/*.d && "$TOOL" show users --json '\(address)' | grep -c '"r3-6"'
      """)
    #expect(cleaned.code == 0, "\(cleaned)")
  }

  @Test func `lines are UTF-8 whatever an address says, and what only the copy lacks is told`() {
    let server = PostgresServer()
    let (one, two) = (LogFolder(), LogFolder())
    let address = server.address("store")
    #expect(one.run("init", "--home", address).code == 0)
    let zoe = #"{"roles":["manager"],"name":"Zoë Bär"}"#
    #expect(one.append([Story.event("z", "user.registered", "zoe", "zoe", nil, zoe)]).code == 0)
    #expect(two.run("clone", address + "&client_encoding=LATIN1", "events.jsonl").code == 0)
    #expect(two.run("show", "users").output.contains("Zoë Bär"))
    // The copy cannot grow: the home has the event all the same.
    let ending = one.shell(
      """
      (ulimit -f 1; trap '' XFSZ; for user in a b c d e f g h; do "$TOOL" append user.registered $user --actor $user \
        roles=student --now \(LogFolder.clock) || break; done)
      """)
    let told = ending.output + ending.errors
    #expect(told.contains("has recorded it all the same, and the next pull brings it"), "\(ending)")
    #expect(!told.contains("nothing was written"), "\(ending)")
    #expect(one.run("pull").code == 0)
    let rows = server.sql("SELECT count(*) FROM shift_events.event").output
    #expect(rows == "\(one.logLines.count)\n")
  }

  @Test func `a log is begun, written and read by its address alone`() {
    let server = PostgresServer()
    let folder = LogFolder()
    let address = server.address("store")
    let cache = ["XDG_CACHE_HOME": folder.file("cache")]
    func run(_ words: String...) -> Ending { folder.start(words, environment: cache).wait() }
    #expect(run("init", address).code == 0)
    let first = run(
      "append", "user.registered", "mia", "--actor", "mia", "roles=manager", "-f", address)
    #expect(first.code == 0, "\(first.output)\(first.errors)")
    #expect(run("show", "users", address).output.contains("mia"))
    #expect(run("init", address).code == 73)
    #expect(run("extend", address).code == 0)
    let checked = run("verify", "--home", address)
    #expect(checked.code == 0, "\(checked.output)\(checked.errors)")
    for word in ["synchronous_standby_names", "fsync", "full_page_writes"] {
      #expect(checked.output.contains(word), "\(checked.output)")
    }
    // The copy of a log that is named by its address is had anew, too.
    let copies = folder.names(in: "cache/shift-events").map {
      "cache/shift-events/\($0)/store.jsonl"
    }
    #expect(copies.count == 1)
    folder.write(Array("nonsense\n".utf8), to: copies[0])
    #expect(run("show", "users", address).output.contains("mia"))
    folder.remove(copies[0])
    #expect(
      run("append", "role.granted", "mia", "--actor", "mia", "role=employee", "-f", address).code
        == 0)
  }
}
