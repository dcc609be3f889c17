import Foundation
import Synchronization
import TestSupport
import Testing

private let earlierTool = ProcessInfo.processInfo.environment["EARLIER_TOOL"]

/// Two hosts with one home, while each of their writers goes over from an earlier build of the tool to this one.
/// `Tests/Campaigns/upgrade.sh` makes that build, and `EARLIER_TOOL` names it.
@Suite(
  .serialized, .besideServers,
  .enabled(if: PostgresServer.isInstalled, "PostgreSQL is not installed here"),
  .enabled(
    if: earlierTool != nil,
    "Tests/Campaigns/upgrade.sh makes an earlier build, and was not run"))
struct HomeUpgradeTests {
  private enum Build: String, CustomStringConvertible {
    case earlier, this

    var path: String { self == .earlier ? earlierTool! : BuiltTool.path }
    var description: String { rawValue }
    var other: Build { self == .earlier ? .this : .earlier }

    func run(_ words: String..., in host: LogFolder) -> Ending {
      host.startProgram(path, words).wait(seconds: 120)
    }
  }

  /// The build of each writer, and the sessions that began with each on each host.
  private struct Builds {
    var ofWriters: [Build]
    var begun: [[Build: Int]]
  }

  private static func expectDone(
    _ ending: Ending, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(ending.code == 0, "\(ending.output)\(ending.errors)", sourceLocation: sourceLocation)
  }

  /// Most writers change their build at a random moment, by `kill -9`, some of them back again; in the end all have this
  /// one. Meanwhile either build leads sessions of the other, meets its files beside the log, and takes turns with it.
  @Test func `writers of two hosts go over to another build: nothing is lost or doubled`() {
    var random = HomeCampaign.random("upgrade")
    let server = PostgresServer()
    let hosts = [LogFolder(), LogFolder()]
    for host in hosts {
      Self.expectDone(Build.earlier.run("init", "--home", server.address("store"), in: host))
    }
    let hostOfWriter = [0, 1, 0, 1, 0, 1, 0, 1]
    let builds = Mutex(
      Builds(
        ofWriters: hostOfWriter.map { _ in .earlier },
        begun: hosts.map { _ in [.earlier: 0, .this: 0] }))
    let writers = HomeWriters(
      hosts.map { HomeWriters.Copy(log: $0.log) }, writers: hostOfWriter,
      tool: { writer in
        builds.withLock {
          let build = $0.ofWriters[writer]
          $0.begun[hostOfWriter[writer]][build]! += 1
          return build.path
        }
      }
    ) { writer, number in
      let user = "u\(writer)-\(number)"
      let data = #"{"roles":["employee"],"name":"Né \#(user)"}"#
      return HomeWriters.Submission(
        id: "r-\(user)", line: Story.event("r-\(user)", "user.registered", user, user, nil, data))
    }
    func goOn(_ more: Int) {
      let before = writers.acknowledged
      for _ in 0..<1_200 where writers.acknowledged < before + more { usleep(50_000) }
      #expect(writers.acknowledged >= before + more, "the writers stand still")
    }
    func change(_ writer: Int, to build: Build) {
      builds.withLock { $0.ofWriters[writer] = build }
      writers.kill(writer)
    }
    goOn(8)
    // On each host one goes over and back, then any.
    for round in 0..<HomeCampaign.number("SHIFTEVENTS_HOME_ROUNDS", or: Rounds.count(16, full: 80))
    {
      let writer =
        round < 4 ? round % hosts.count : .random(in: hostOfWriter.indices, using: &random)
      change(writer, to: builds.withLock { $0.ofWriters[writer].other })
      goOn(Int.random(in: 0...12, using: &random))
    }
    for writer in hostOfWriter.indices {
      change(writer, to: .this)
      goOn(4)
    }
    let outcomes = writers.end()
    HomeCampaign.expectSame(hosts)
    let figures = HomeCampaign.check(outcomes) { hosts[$0].logLines }
    let begun = builds.withLock { $0.begun }
    for host in begun {
      #expect(host[.earlier]! > 4 && host[.this]! > 4, "the run shows nothing: \(begun)")
    }
    let registered = Set(outcomes.filter(\.isAcknowledged).map { $0.id.dropFirst(2) })
    for (host, build) in zip(hosts + hosts, [Build.earlier, .this, .this, .earlier]) {
      Self.expectDone(build.run("verify", "--rules", "--home", in: host))
      let shown = build.run("show", "users", "--json", in: host).output
      let named = Set(shown.matches(of: /"user":"([^"]*)","name":"Né ([^"]*)"/).map { $0.1 })
      #expect(named == registered, "\(build)")
    }
    print("upgrade: \(figures); sessions begun: \(begun)")
  }

  /// The rule of an upgrade: who reads goes first. What this build records, and what neither build knows, an earlier one
  /// brings to its host, checks and keeps.
  @Test func `a host with an earlier build reads what this one recorded, byte for byte`() throws {
    let server = PostgresServer()
    let fixtures = Repository.root + "/Tests/ShiftEventsTests/Fixtures"
    let names = try FileManager.default.contentsOfDirectory(atPath: fixtures)
      .filter { $0.hasSuffix(".jsonl") }.sorted()
    #expect(names.count > 2)
    for name in names {
      let log = String(name.dropLast(".jsonl".count))
      let (one, two) = (LogFolder(), LogFolder())
      var lines = try String(contentsOfFile: fixtures + "/" + name, encoding: .utf8)
        .split(separator: "\n").map(String.init)
      let number = "\(lines.count + 1)"
      let place = String(repeating: "0", count: 12 - number.count) + number
      lines.append(
        #"{"specversion":"1.0","id":"new-1","source":"/new","type":"season.planned","subject":"Q1","#
          + #""time":"2030-01-01T00:00:00.000Z","sequence":"\#(place)","actor":"mia","#
          + #""data":{"weeks":13},"hash":""}"#)
      one.write(LogFolder.chained(lines).utf8, to: "events.jsonl")
      let address = server.address(log)
      Self.expectDone(Build.this.run("move", "events.jsonl", address, in: one))
      Self.expectDone(Build.earlier.run("clone", address, "events.jsonl", in: two))
      #expect(two.logBytes == one.logBytes, "\(name)")
      Self.expectDone(Build.earlier.run("verify", "--home", in: two))
      let replayed = Build.earlier.run("replay", "--json", in: two)
      Self.expectDone(replayed)
      let unknown = replayed.output.firstMatch(of: /"unknown":(\d+)/).flatMap { Int($0.1) } ?? 0
      #expect(unknown >= 1, "\(replayed.output)")
    }
  }
}
