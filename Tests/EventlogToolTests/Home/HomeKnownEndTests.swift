import Foundation
import TestSupport
import Testing

/// What a copy was told of outlasts the loss of its own bytes: a home that lost the same is noticed, and neither file of
/// another log nor of another history goes there.
@Suite(
  .serialized, .besideServers,
  .enabled(if: PostgresServer.isInstalled, "PostgreSQL is not installed here"))
struct HomeKnownEndTests {
  /// As a power cut leaves a copy, which is never synced: ends of lines and the middle of one.
  @Test(arguments: [(0, 0), (2, 0), (2, 17)], [0, 3])
  func `a copy that lost its end still knows what its home acknowledged`(
    cut: (lines: Int, bytes: Int), kept: Int
  ) throws {
    let (server, folder) = HomeWriters.log(of: "max", "eva", "tom", "kim")
    let (lines, head) = (folder.logLines, folder.bytes("events.jsonl.d/head"))
    let whole = folder.logBytes
    let count = lines[..<cut.lines].reduce(cut.bytes) { $0 + $1.utf8.count + 1 }
    func shorten() {
      folder.write(whole.prefix(count), to: "events.jsonl")
      folder.write(head, to: "events.jsonl.d/head")
    }
    // Another stands where the acknowledged one did, or nothing.
    server.tamper("DELETE FROM shift_events.event WHERE sequence > \(kept)")
    for isForked in kept == 0 ? [false] : [false, true] {
      if isForked {
        let other = LogFolder()
        #expect(other.run("clone", server.address("store"), "events.jsonl").code == 0)
        #expect(other.append([HomeWriters.register("ivo")]).code == 0)
      }
      for words in [["pull"], ["verify", "--home"], ["append", "-"], ["append", "--session"]] {
        shorten()
        let asked = Array((HomeWriters.register("zoe") + "\n").utf8)
        // Again, since what it knows must not be forgotten by being asked.
        for _ in 0..<2 {
          let ending = folder.start(words, input: .bytes(asked)).wait()
          let answer = "\(words) \(cut) \(kept): \(ending)"
          let isTold = ending.output.contains("\"failed\"") || ending.code == 65
          #expect(isTold && !ending.output.contains("appended"), "\(answer)")
        }
      }
    }
    #expect(folder.logBytes.count <= count)
  }

  /// What a copy knows outlasts each way of mending it, whether or not the home can be fetched.
  @Test(arguments: ["torn", "changed", "gone", "another log", "emptied"])
  func `a copy that is had anew keeps what it knew and its names until the new one is whole`(
    fault: String
  ) throws {
    let (server, folder) = HomeWriters.log(of: "max", "eva", "tom", "kim")
    let named = Story.event(
      "n", "profile.changed", "kim", "kim", nil, #"{"name":"Kim with a name"}"#)
    #expect(folder.append([named]).code == 0)
    let whole = folder.logBytes
    func breakCopy() {
      switch fault {
      case "torn": folder.write(whole.dropLast(20), to: "events.jsonl")
      case "changed":
        folder.write(whole.prefix(300) + [0] + whole.dropFirst(301), to: "events.jsonl")
      case "gone": if folder.exists("events.jsonl") { folder.remove("events.jsonl") }
      case "another log": folder.write(LogFolder.withStory().logBytes, to: "events.jsonl")
      default: folder.write([], to: "events.jsonl")
      }
    }
    // The home cannot be fetched, and then has less than the copy was told of.
    server.tamper(
      "UPDATE shift_events.event SET line = replace(line, 'tom', 't0m') WHERE sequence = 3")
    for _ in 0..<2 {
      breakCopy()
      #expect(folder.run("pull").code == 65, "\(fault)")
    }
    server.tamper(
      "UPDATE shift_events.event SET line = replace(line, 't0m', 'tom') WHERE sequence = 3")
    server.tamper("CREATE TABLE kept AS SELECT * FROM shift_events.event WHERE sequence > 3")
    server.tamper("DELETE FROM shift_events.event WHERE sequence > 3")
    for words in [["append", "-"], ["pull"], ["verify", "--home"], ["pull"]] {
      breakCopy()
      let asked = Array((HomeWriters.register("zoe") + "\n").utf8)
      let ending = folder.start(words, input: .bytes(asked)).wait()
      #expect([65, 66].contains(ending.code), "\(fault), \(words): \(ending)")
    }
    // It is whole again, without the name that the copy alone has.
    server.tamper("INSERT INTO shift_events.event SELECT * FROM kept")
    server.tamper("DELETE FROM shift_events.person")
    breakCopy()
    // Those who may read the file may read the one in its place.
    let isThere = folder.exists("events.jsonl")
    if isThere {
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o640], ofItemAtPath: folder.file("events.jsonl"))
    }
    let pulled = folder.run("pull")
    #expect(pulled.code == 0, "\(fault): \(pulled.errors)")
    #expect(folder.logBytes == whole)
    let facts = try FileManager.default.attributesOfItem(atPath: folder.file("events.jsonl"))
    #expect(!isThere || facts[.posixPermissions] as? Int == 0o640, "\(fault)")
    #expect(folder.run("show", "users").output.contains("Kim with a name"))
    #expect(folder.run("verify", "--home").code == 0)
    #expect(!folder.names(in: "events.jsonl.d").contains { $0.hasPrefix("fetched") })
  }

  @Test func `a copy that lost its end has it again from its home`() {
    let (server, folder) = HomeWriters.log(of: "max", "eva", "tom")
    defer { withExtendedLifetime(server) {} }
    let (whole, lines) = (folder.logBytes, folder.logLines)
    for count in [0, 1, 2] {
      folder.write(
        Array(lines[..<count].map { $0 + "\n" }.joined().utf8), to: "events.jsonl")
      let pulled = folder.run("pull")
      #expect(pulled.code == 0, "\(count): \(pulled.errors)")
      #expect(folder.logBytes == whole && folder.run("verify", "--home").code == 0)
    }
    folder.write(Array((lines[0] + "\n").utf8), to: "events.jsonl")
    #expect(folder.append([HomeWriters.register("zoe")]).code == 0)
    #expect(folder.logLines.count == 4)
    HomeCampaign.expectSame([folder])
  }

  @Test func `a copy that lost its end is followed, and its home brings the rest`() throws {
    let (server, folder) = HomeWriters.log(of: "max", "eva", "tom", "kim")
    defer { withExtendedLifetime(server) {} }
    let whole = folder.logLines
    folder.write(Array(whole[..<2].map { $0 + "\n" }.joined().utf8), to: "events.jsonl")
    let follower = folder.start(["log", "--follow"])
    for _ in 0..<400 where follower.outputSoFar.split(separator: "\n").count < 4 { usleep(50_000) }
    #expect(follower.outputSoFar.split(separator: "\n").map(String.init) == whole)
    follower.signal(SIGINT)
    #expect(follower.wait().code == 130)
  }

  @Test(arguments: [2, 0])
  func `a copy that lost its head takes no names away before its home has answered`(
    lines: Int
  ) throws {
    let (server, folder) = HomeWriters.log(of: "max", "eva", "tom")
    let named = ["eva", "tom"].map { user in
      Story.event("n\(user)", "profile.changed", user, user, nil, #"{"name":"Name of \#(user)"}"#)
    }
    #expect(folder.append(named).code == 0)
    let (whole, people) = (folder.logLines, folder.bytes("events.jsonl.d/people.jsonl"))
    server.tamper("DELETE FROM shift_events.person")
    for _ in 0..<2 {
      folder.write(Array(whole[..<lines].map { $0 + "\n" }.joined().utf8), to: "events.jsonl")
      if folder.exists("events.jsonl.d/head") { folder.remove("events.jsonl.d/head") }
      let asked = Array(#"{"op":"ping"}\#n"#.utf8)
      #expect(folder.start(["append", "--session"], input: .bytes(asked)).wait().code == 0)
      #expect(folder.bytes("events.jsonl.d/people.jsonl") == people)
    }
    #expect(folder.run("pull").code == 0)
    #expect(folder.logLines == whole)
    #expect(folder.run("show", "users").output.contains("Name of tom"))
    #expect(folder.run("push", "--restore").errors.contains("2 names"))
  }

  @Test
  func `a home that another server answers for while a copy is fetched is held to what was known`()
    throws
  {
    let (server, folder) = HomeWriters.log(of: "max", "eva", "tom", "kim")
    server.tamper("CREATE TABLE kept AS SELECT * FROM shift_events.event WHERE sequence > 2")
    folder.write(folder.logBytes.dropLast(20), to: "events.jsonl")
    // The first connection finds all events, the ones behind it a server that lags.
    let lag = "DELETE FROM shift_events.event WHERE sequence > 2"
    let count = folder.file("../count")
    folder.write(
      Array(
        """
        #!/bin/sh
        echo >> '\(count)'
        if [ "$(wc -l < '\(count)')" = 2 ]; then
          psql -X -q 'postgresql://postgres@127.0.0.1:\(server.port)/postgres' \
            -c "SET session_replication_role = replica; \(lag)" > /dev/null
        fi
        exec psql "$@"

        """.utf8), to: "../psql")
    folder.shell("chmod +x '\(folder.file("../psql"))'")
    let pulled = folder.start(
      ["pull"], environment: ["SHIFT_EVENTS_PSQL": folder.file("../psql")]
    ).wait(seconds: 60)
    #expect(pulled.code == 65 && pulled.errors.contains("event 4"), "\(pulled)")
    #expect(folder.append([HomeWriters.register("zoe")]).code == 65)
    server.tamper("INSERT INTO shift_events.event SELECT * FROM kept")
    #expect(folder.run("pull").code == 0)
    #expect(folder.logLines.count == 4)
  }

  @Test
  func `a changed byte of a copy is told as the copy's, and a head of another log as nothing`() {
    let (server, folder) = HomeWriters.log(of: "max", "eva", "tom")
    defer { withExtendedLifetime(server) {} }
    let whole = folder.logBytes
    let place = whole.count - 90
    folder.write(
      whole.prefix(place) + [whole[place] ^ 1] + whole.dropFirst(place + 1), to: "events.jsonl")
    let appended = folder.append([HomeWriters.register("zoe")])
    #expect(appended.code == 65 && appended.output.contains("pull"), "\(appended.output)")
    #expect(!appended.output.contains("the home of"), "\(appended.output)")
    #expect(folder.run("pull").code == 0 && folder.logBytes == whole)
    let other = LogFolder.withStory()
    folder.write(other.bytes("events.jsonl.d/head"), to: "events.jsonl.d/head")
    #expect(folder.run("verify", "--home").code == 0)
    #expect(folder.run("push", "--restore").code == 0)
  }

  @Test func `a short copy whose home is whole is sent to pull`() {
    let (server, folder) = HomeWriters.log(of: "max", "eva", "tom")
    defer { withExtendedLifetime(server) {} }
    folder.write(Array((folder.logLines[0] + "\n").utf8), to: "events.jsonl")
    let pushed = folder.run("push", "--restore")
    #expect(pushed.code == 73 && pushed.errors.contains("eventlog-tool pull"), "\(pushed.errors)")
  }

  @Test func `a file of another log is brought to no home, and its names to none`() {
    let (server, folder) = HomeWriters.log(of: "max", "eva", "tom")
    let whole = folder.logBytes
    let other = LogFolder()
    #expect(other.run("init", "--home", server.address("shop")).code == 0)
    #expect(other.append([HomeWriters.register("zoe")]).code == 0)
    server.tamper("DELETE FROM shift_events.event WHERE log = 'store'")
    folder.write(other.logBytes, to: "events.jsonl")
    for words in [["push", "--restore"], ["append", "-"], ["append", "--session"]] {
      let asked = Array((HomeWriters.register("ann") + "\n").utf8)
      let ending = folder.start(words, input: .bytes(asked)).wait()
      #expect(ending.code == 65 || ending.output.contains("\"failed\""), "\(words): \(ending)")
    }
    #expect(server.sql("SELECT count(*) FROM shift_events.event").output == "1\n")
    // The head still knows the log: the right file is given back.
    folder.write(whole, to: "events.jsonl")
    #expect(folder.run("push", "--restore").code == 0)
    HomeCampaign.expectSame([folder])
  }

  @Test func `a short copy restores no home, and says which events are missing`() {
    let (server, folder) = HomeWriters.log(of: "max", "eva", "tom", "kim")
    let whole = folder.logBytes
    let short = Array(folder.logLines[..<3].map { $0 + "\n" }.joined().utf8)
    folder.write(short, to: "events.jsonl")
    server.tamper("DELETE FROM shift_events.event WHERE sequence > 2")
    let refused = folder.run("push", "--restore")
    #expect(refused.code == 65 && refused.errors.contains("before event 4"), "\(refused.errors)")
    #expect(server.sql("SELECT count(*) FROM shift_events.event").output == "2\n")
    folder.write(whole, to: "events.jsonl")
    #expect(folder.run("push", "--restore").code == 0)
    // Where no copy has more, the operator gives up what is lost.
    folder.write(short, to: "events.jsonl")
    server.tamper("DELETE FROM shift_events.event WHERE sequence > 2")
    #expect(folder.run("recover", "--lose-acknowledged").code == 0)
    #expect(folder.run("push", "--restore").code == 0)
    #expect(server.sql("SELECT count(*) FROM shift_events.event").output == "3\n")
  }

  /// Whether or not a line of the other file ends where the known one does.
  @Test(arguments: ["zoe", "zoe-with-a-much-longer-id"])
  func `a file with another end than the copy was told of is fetched anew`(other name: String) {
    let (server, folder) = HomeWriters.log(of: "max", "eva", "tom")
    let whole = folder.logBytes
    server.tamper("CREATE TABLE kept AS SELECT * FROM shift_events.event")
    server.tamper("DELETE FROM shift_events.event WHERE sequence > 2")
    let other = LogFolder()
    #expect(other.run("clone", server.address("store"), "events.jsonl").code == 0)
    #expect(
      other.append([HomeWriters.register(name), HomeWriters.register("ann")], "--each").code == 0)
    let fork = other.logBytes
    // The home has the fork: the copy says so, and keeps what it knows.
    folder.write(fork, to: "events.jsonl")
    for words in [["pull"], ["append", "--session"], ["pull"]] {
      let asked = Array((HomeWriters.register("joe") + "\n").utf8)
      let ending = folder.start(words, input: .bytes(asked)).wait()
      #expect(ending.code == 65 || ending.output.contains("\"failed\""), "\(words): \(ending)")
    }
    // A session that asks for nothing forgets nothing either.
    let head = folder.bytes("events.jsonl.d/head")
    let ping = Array(#"{"op":"ping"}\#n"#.utf8)
    _ = folder.start(["append", "--session"], input: .bytes(ping)).wait()
    #expect(folder.bytes("events.jsonl.d/head") == head)
    #expect(folder.run("push", "--restore").code == 65)
    // It has what the copy was told of: the file is fetched anew.
    server.tamper("DELETE FROM shift_events.event")
    server.tamper("INSERT INTO shift_events.event SELECT * FROM kept")
    #expect(folder.run("pull").code == 0)
    #expect(folder.logBytes == whole)
    HomeCampaign.expectSame([folder])
  }

  @Test(arguments: ["gone", "emptied"])
  func `a home that shows nothing takes no names, and no second log begins under the mark`(
    fault: String
  ) {
    let (server, folder) = HomeWriters.log(of: "max", "eva")
    let named = Story.event("n", "profile.changed", "eva", "eva", nil, #"{"name":"Eva E"}"#)
    #expect(folder.append([named]).code == 0)
    let people = folder.bytes("events.jsonl.d/people.jsonl")
    server.tamper("CREATE TABLE kept AS SELECT * FROM shift_events.event")
    server.tamper("DELETE FROM shift_events.event")
    if fault == "gone" {
      folder.remove("events.jsonl")
    } else {
      folder.write([], to: "events.jsonl")
    }
    folder.remove("events.jsonl.d/head")
    for words in [["pull"], ["append", "-"], ["pull"]] {
      let asked = Array((HomeWriters.register("zoe") + "\n").utf8)
      let ending = folder.start(words, input: .bytes(asked)).wait()
      #expect([65, 66].contains(ending.code), "\(words): \(ending)")
    }
    #expect(folder.bytes("events.jsonl.d/people.jsonl") == people)
    #expect(server.sql("SELECT count(*) FROM shift_events.event").output == "0\n")
    server.tamper("INSERT INTO shift_events.event SELECT * FROM kept")
    #expect(folder.run("pull").code == 0 && folder.logLines.count == 3)
    #expect(folder.run("show", "users").output.contains("Eva E"))
  }

  @Test func `a follower of a copy that lost its end says that its home lost it, too`() {
    let (server, folder) = HomeWriters.log(of: "max", "eva", "tom", "kim")
    folder.write(Array(folder.logLines[..<2].map { $0 + "\n" }.joined().utf8), to: "events.jsonl")
    server.tamper("DELETE FROM shift_events.event WHERE sequence > 2")
    let ending = folder.start(["log", "--follow"]).wait(seconds: 30)
    #expect(ending.code == 65 && ending.errors.contains("short"), "\(ending)")
  }

  @Test func `a home that has another log under the name is not taken for this one`() {
    let (server, folder) = HomeWriters.log(of: "max", "eva")
    server.tamper("DELETE FROM shift_events.event")
    let other = LogFolder()
    #expect(other.run("init", "--home", server.address("store")).code == 0)
    #expect(other.append([HomeWriters.register("zoe"), HomeWriters.register("ann")]).code == 0)
    folder.remove("events.jsonl")
    folder.remove("events.jsonl.d/head")
    for _ in 0..<2 {
      let pulled = folder.run("pull")
      #expect(pulled.code == 65 && pulled.errors.contains("another log"), "\(pulled.errors)")
    }
    #expect(!folder.exists("events.jsonl.d/fetched.jsonl"))
  }

  @Test(arguments: ["events.jsonl.d/home", "events.jsonl.d/home.123.new"])
  func `a clone that was killed behind or before its mark is made by the same command`(
    mark: String
  ) {
    let (server, folder) = (PostgresServer(), LogFolder())
    #expect(folder.run("init", "--home", server.address("store")).code == 0)
    let begun = folder.bytes("events.jsonl.d/home")
    #expect(folder.append([HomeWriters.register("max"), HomeWriters.register("eva")]).code == 0)
    let other = LogFolder()
    other.shell("mkdir events.jsonl.d")
    other.write(begun, to: mark)
    let again = other.run("clone", server.address("store"), "events.jsonl")
    #expect(again.code == 0 && other.logLines.count == 2, "\(again.errors)")
  }
}
