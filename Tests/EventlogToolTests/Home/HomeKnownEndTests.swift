import Foundation
import TestSupport
import Testing

/// What a copy was told of outlasts the loss of its own bytes: a home that lost the same is noticed, and neither file of
/// another log nor of another history goes there.
@Suite(
  .serialized, .besideServers,
  .enabled(if: PostgresServer.isInstalled, "PostgreSQL is not installed here"))
struct HomeKnownEndTests {
  private static func register(_ user: String) -> String {
    HomeWriters.Submission.register(user).line
  }

  /// A server with a log of these people, and a copy of it.
  private static func log(of people: String...) -> (server: PostgresServer, folder: LogFolder) {
    let server = PostgresServer()
    let folder = LogFolder()
    #expect(folder.run("init", "--home", server.address("store")).code == 0)
    #expect(folder.append(people.map { register($0) }, "--each").code == 0)
    return (server, folder)
  }

  /// As a power cut leaves a copy, which is never synced: ends of lines and the middle of one.
  @Test(arguments: [(0, 0), (2, 0), (2, 17)], [0, 3])
  func `a copy that lost its end still knows what its home acknowledged`(
    cut: (lines: Int, bytes: Int), kept: Int
  ) throws {
    let (server, folder) = Self.log(of: "max", "eva", "tom", "kim")
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
        #expect(other.append([Self.register("ivo")]).code == 0)
      }
      for words in [["pull"], ["verify", "--home"], ["append", "-"], ["append", "--session"]] {
        shorten()
        let asked = Array((Self.register("zoe") + "\n").utf8)
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
    let (server, folder) = Self.log(of: "max", "eva", "tom", "kim")
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
      let asked = Array((Self.register("zoe") + "\n").utf8)
      let ending = folder.start(words, input: .bytes(asked)).wait()
      #expect([65, 66].contains(ending.code), "\(fault), \(words): \(ending)")
    }
    // It is whole again, without the name that the copy alone has.
    server.tamper("INSERT INTO shift_events.event SELECT * FROM kept")
    server.tamper("DELETE FROM shift_events.person")
    breakCopy()
    let pulled = folder.run("pull")
    #expect(pulled.code == 0, "\(fault): \(pulled.errors)")
    #expect(folder.logBytes == whole)
    #expect(folder.run("show", "users").output.contains("Kim with a name"))
    #expect(folder.run("verify", "--home").code == 0)
    #expect(!folder.names(in: "events.jsonl.d").contains { $0.hasPrefix("fetched") })
  }

  @Test func `a copy that lost its end has it again from its home`() {
    let (server, folder) = Self.log(of: "max", "eva", "tom")
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
    #expect(folder.append([Self.register("zoe")]).code == 0)
    #expect(folder.logLines.count == 4)
    HomeCampaign.expectSame([folder])
  }

  @Test func `a copy that lost its end is followed, and its home brings the rest`() throws {
    let (server, folder) = Self.log(of: "max", "eva", "tom", "kim")
    defer { withExtendedLifetime(server) {} }
    let whole = folder.logLines
    folder.write(Array(whole[..<2].map { $0 + "\n" }.joined().utf8), to: "events.jsonl")
    let follower = folder.start(["log", "--follow"])
    for _ in 0..<400 where follower.outputSoFar.split(separator: "\n").count < 4 { usleep(50_000) }
    #expect(follower.outputSoFar.split(separator: "\n").map(String.init) == whole)
    follower.signal(SIGINT)
    #expect(follower.wait().code == 130)
  }

  @Test func `a file of another log is brought to no home, and its names to none`() {
    let (server, folder) = Self.log(of: "max", "eva", "tom")
    let whole = folder.logBytes
    let other = LogFolder()
    #expect(other.run("init", "--home", server.address("shop")).code == 0)
    #expect(other.append([Self.register("zoe")]).code == 0)
    server.tamper("DELETE FROM shift_events.event WHERE log = 'store'")
    folder.write(other.logBytes, to: "events.jsonl")
    for words in [["push", "--restore"], ["append", "-"], ["append", "--session"]] {
      let asked = Array((Self.register("ann") + "\n").utf8)
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
    let (server, folder) = Self.log(of: "max", "eva", "tom", "kim")
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

  @Test func `a file with another end than the copy was told of is fetched anew`() {
    let (server, folder) = Self.log(of: "max", "eva", "tom")
    let whole = folder.logBytes
    server.tamper("CREATE TABLE kept AS SELECT * FROM shift_events.event")
    server.tamper("DELETE FROM shift_events.event WHERE sequence > 2")
    let other = LogFolder()
    #expect(other.run("clone", server.address("store"), "events.jsonl").code == 0)
    #expect(other.append([Self.register("zoe"), Self.register("ann")], "--each").code == 0)
    let fork = other.logBytes
    // The home has the fork: the copy says so, and keeps what it knows.
    folder.write(fork, to: "events.jsonl")
    for words in [["pull"], ["append", "--session"], ["pull"]] {
      let asked = Array((Self.register("joe") + "\n").utf8)
      let ending = folder.start(words, input: .bytes(asked)).wait()
      #expect(ending.code == 65 || ending.output.contains("\"failed\""), "\(words): \(ending)")
    }
    // It has what the copy was told of: the file is fetched anew.
    server.tamper("DELETE FROM shift_events.event")
    server.tamper("INSERT INTO shift_events.event SELECT * FROM kept")
    #expect(folder.run("pull").code == 0)
    #expect(folder.logBytes == whole)
    HomeCampaign.expectSame([folder])
  }

  @Test func `a home that has another log under the name is not taken for this one`() {
    let (server, folder) = Self.log(of: "max", "eva")
    server.tamper("DELETE FROM shift_events.event")
    let other = LogFolder()
    #expect(other.run("init", "--home", server.address("store")).code == 0)
    #expect(other.append([Self.register("zoe"), Self.register("ann")]).code == 0)
    folder.remove("events.jsonl")
    folder.remove("events.jsonl.d/head")
    for _ in 0..<2 {
      let pulled = folder.run("pull")
      #expect(pulled.code == 65 && pulled.errors.contains("another log"), "\(pulled.errors)")
    }
    #expect(!folder.exists("events.jsonl.d/fetched.jsonl"))
  }

  @Test func `a clone that was killed behind its mark is made by the same command`() {
    let (server, folder) = Self.log(of: "max", "eva")
    let other = LogFolder()
    #expect(other.run("clone", server.address("empty"), "x.jsonl").code == 66)
    folder.shell("mkdir -p \(other.path)/events.jsonl.d")
    #expect(other.run("clone", server.address("store"), "whole.jsonl").code == 0)
    // The mark of a copy that has had nothing yet.
    #expect(other.run("init", "--home", server.address("begun"), "begun.jsonl").code == 0)
    other.shell("cp begun.jsonl.d/home events.jsonl.d/home")
    #expect(other.run("clone", server.address("store"), "events.jsonl").code == 73)
    let begun = LogFolder()
    #expect(begun.run("init", "--home", server.address("begun2"), "events.jsonl").code == 0)
    begun.remove("events.jsonl")
    #expect(begun.append([Self.register("max")]).code != 0)
    let again = begun.run("init", "--home", server.address("begun2"), "events.jsonl")
    #expect(again.code == 0, "\(again.errors)")
  }
}
