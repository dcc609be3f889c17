import Foundation
import TestSupport
import Testing

/// Mistakes with a log and its folder: nothing is thrown away because of them.
struct ClumsyHandsTests {
  private static let sample = try! String(contentsOfFile: Repository.firstSample, encoding: .utf8)
  private static let registration = [
    "append", "user.registered", "zed", "--actor", "mia", "roles=employee",
  ]

  /// A change of a whole log.
  enum Change: CaseIterable {
    case appendedToItself, lastLineDoubled, firstLineAgain, returnsForLineFeeds, spacesForLineFeeds
    case returnsFromTheMiddleOn, anotherProgramsEvent

    func apply(to log: String) -> String {
      let lines = log.split(separator: "\n").map { $0 + "\n" }
      switch self {
      case .appendedToItself: return log + log
      case .lastLineDoubled: return log + lines.last!
      case .firstLineAgain: return log + lines[0]
      case .returnsForLineFeeds: return log.replacingOccurrences(of: "\n", with: "\r")
      case .spacesForLineFeeds: return log.replacingOccurrences(of: "\n", with: " ")
      case .returnsFromTheMiddleOn:
        return lines.enumerated().map { $0 < 100 ? $1 : $1.dropLast() + "\r\n" }.joined()
      case .anotherProgramsEvent: return log + #"{"type":"note"}"# + "\n"
      }
    }
  }

  @Test(arguments: Change.allCases, [false, true])
  func `no writer and no recovery cuts bytes that no crash leaves`(_ change: Change, withHead: Bool)
  {
    let folder = LogFolder()
    if withHead {
      folder.write(Array(Self.sample.utf8), to: "events.jsonl")
      #expect(folder.run("extend", "--now", "2026-03-31T19:00:00Z").code == 0)
    }
    let whole = withHead ? String(decoding: folder.logBytes, as: UTF8.self) : Self.sample
    let bytes = Array(change.apply(to: whole).utf8)
    folder.write(bytes, to: "events.jsonl")
    for words in [Self.registration + ["-f", "events.jsonl"], ["extend"], ["recover"]] {
      let ending = folder.start(words).wait()
      #expect(ending.code == 65, "\(change), \(words): \(ending)")
      #expect(folder.logBytes == bytes, "\(change), \(words)")
    }
    let verified = folder.run("verify")
    #expect(verified.code == 65 && !verified.output.contains(": torn:"), "\(verified.output)")
  }

  @Test func `a whole last event without its line feed is kept if there is no head`() {
    let folder = LogFolder()
    let bytes = Array(Self.sample.utf8.dropLast())
    folder.write(bytes, to: "s.jsonl")
    for words in [Self.registration + ["-f", "s.jsonl"], ["recover", "s.jsonl"]] {
      let ending = folder.start(words).wait()
      #expect(ending.code == 65 && ending.errors.contains("lacks only its line feed"), "\(ending)")
      #expect(folder.bytes("s.jsonl") == bytes)
    }
    let verified = folder.run("verify", "s.jsonl")
    #expect(verified.code == 65 && verified.output.contains("lacks only its line feed"))
    folder.shell("echo >> s.jsonl")
    #expect(folder.run("extend", "s.jsonl", "--now", "2026-03-31T19:00:00Z").code == 0)
  }

  @Test func `a writer beside another log's folder keeps the names of its people`() {
    let folder = LogFolder.withStory()
    folder.append([
      #"{"type":"profile.changed","subject":"eva","actor":"eva","data":{"name":"Eva Smit"}}"#
    ])
    let names = folder.bytes("events.jsonl.d/people.jsonl")
    folder.write(Array(Self.sample.utf8), to: "events.jsonl")
    // The sample has an eva, too, and she is somebody else.
    let users = folder.run("show", "users")
    #expect(users.code == 0 && !users.output.contains("Eva Smit"), "\(users)")
    #expect(users.errors.contains("belongs to another log"), "\(users)")
    let ending = folder.run("extend", "--now", "2026-03-31T19:00:00Z")
    #expect(ending.code == 0 && ending.errors.contains("kept as events.jsonl.d/quarantine/people-"))
    let kept = folder.names(in: "events.jsonl.d/quarantine").filter { $0.hasPrefix("people-") }
    #expect(kept.map { folder.bytes("events.jsonl.d/quarantine/\($0)") } == [names])
  }

  @Test func `recover --to keeps a copy of the names`() {
    let folder = LogFolder.withStory()
    folder.append([
      #"{"type":"profile.changed","subject":"eva","actor":"eva","data":{"name":"Eva Smit"}}"#
    ])
    let names = folder.bytes("events.jsonl.d/people.jsonl")
    let ending = folder.run("recover", "--to", "3", "--lose-acknowledged")
    #expect(
      ending.code == 0 && ending.output.contains("kept the names of what was taken off as"),
      "\(ending)")
    let kept = folder.names(in: "events.jsonl.d/quarantine").filter { $0.hasPrefix("people-") }
    #expect(kept.map { folder.bytes("events.jsonl.d/quarantine/\($0)") } == [names])
  }

  @Test func `an audit that meets a forgery replaces no report`() {
    let folder = LogFolder()
    var lines = Self.sample.split(separator: "\n").map(String.init)
    lines[109] = lines[109].replacingOccurrences(of: "eva", with: "tom")
    folder.write(Array(lines.map { $0 + "\n" }.joined().utf8), to: "events.jsonl")
    folder.write(Array("before".utf8), to: "audit.json")
    let ending = folder.run("audit", "--shift", "F1.2026-01-12", "-o", "audit.json")
    #expect(ending.code == 65 && folder.bytes("audit.json") == Array("before".utf8), "\(ending)")
    let stated = String(lines[109].suffix(66).prefix(64))
    let verified = folder.run("verify", "--hash", stated)
    #expect(verified.code == 65 && verified.output.contains("it vouches for nothing"))
  }

  @Test(arguments: ["people.jsonl", "poisoned", "quarantine/piece.bin", "snapshots/new.jsonl"])
  func `nothing in a log's folder is taken for a log`(name: String) {
    let folder = LogFolder.withStory()
    folder.shell("mkdir -p events.jsonl.d/quarantine events.jsonl.d/snapshots")
    let target = "events.jsonl.d/\(name)"
    if name.contains("piece") { folder.write(Array(Self.sample.utf8), to: target) }
    let before = Tree(folder.path)
    for words in [
      Self.registration + ["-f", target], Self.registration + ["--create", "-f", target],
      ["init", target], ["recover", target], ["extend", target],
    ] {
      let ending = folder.start(words).wait()
      #expect(ending.code == 65, "\(words): \(ending)")
      #expect(Tree(folder.path) == before, "\(words)")
    }
  }

  @Test(arguments: [#"{"name":"x"}"#, "hello", "\0\0\0\0", "a,b"])
  func `a file that is no log does not read as an empty one`(text: String) {
    let folder = LogFolder()
    folder.write(Array(text.utf8), to: "x.json")
    for words in [
      ["replay"], ["show", "users", "--json"], ["log"], ["snapshot"], ["audit", "--user", "eva"],
    ] {
      let ending = folder.start(words + ["x.json"]).wait()
      #expect(ending.code == 65 && ending.errors.contains("it is no log"), "\(words): \(ending)")
    }
  }

  @Test func `a dry run checks the chain, makes no log and names its doubts`() {
    let folder = LogFolder()
    var lines = Self.sample.split(separator: "\n").map(String.init)
    lines[109] = lines[109].replacingOccurrences(of: "eva", with: "tom")
    folder.write(Array(lines.map { $0 + "\n" }.joined().utf8), to: "forged.jsonl")
    let forged = folder.start(Self.registration + ["--dry-run", "-f", "forged.jsonl"]).wait()
    #expect(forged.code == 65 && forged.errors.contains("forged.jsonl:110"), "\(forged)")
    let missing = folder.start(Self.registration + ["--dry-run", "--create", "-f", "new.jsonl"])
      .wait()
    #expect(missing.code == 66 && !folder.exists("new.jsonl"), "\(missing)")
    folder.write(Array(Self.sample.utf8), to: "s.jsonl")
    let ahead = folder.start(
      Self.registration + ["--dry-run", "-f", "s.jsonl", "--now", "2136-01-01T00:00:00Z"]
    ).wait()
    #expect(ahead.code == 0 && ahead.errors.contains("ahead of this machine's clock"), "\(ahead)")
  }

  @Test func `commands that an error names work as they stand, whatever the path is`() {
    let folder = LogFolder()
    folder.write(Array("x\n".utf8), to: "my log-mended.jsonl")
    folder.write(
      Array(Self.sample.replacingOccurrences(of: "\n", with: "\r\n").utf8), to: "my log.jsonl")
    let error = folder.run("recover", "my log.jsonl").errors
    let commands = error.components(separatedBy: "This undoes it: ")[1]
      .components(separatedBy: "\n")[0]
    let ending = folder.shell(commands.replacingOccurrences(of: "eventlog-tool", with: "\"$TOOL\""))
    #expect(ending.code == 0, "\(commands): \(ending)")
    #expect(folder.bytes("my log.jsonl") == Array(Self.sample.utf8), "\(commands)")
    #expect(folder.bytes("my log-before.jsonl").contains(13), "\(commands)")
    #expect(folder.bytes("my log-mended.jsonl") == Array("x\n".utf8))
    // A leading dash, and -- before the log.
    var lines = Self.sample.split(separator: "\n").map(String.init)
    lines[4] = "x" + lines[4]
    folder.write(Array(lines.map { $0 + "\n" }.joined().utf8), to: "-e.jsonl")
    let read = folder.run("log", "--", "-e.jsonl")
    #expect(read.code == 65)
    let help = read.errors.components(separatedBy: "help: ")[1]
      .components(separatedBy: " shows what")[0]
    let shown = folder.shell(help.replacingOccurrences(of: "eventlog-tool", with: "\"$TOOL\""))
    #expect(shown.code == 0 && shown.lines.count == 4, "\(help): \(shown)")
  }

  @Test func `a log whose folder alone is left is restored, not made anew`() {
    let folder = LogFolder.withStory()
    folder.remove("events.jsonl")
    for words in [["replay"], ["extend"], ["recover"]] {
      let ending = folder.start(words).wait()
      #expect(ending.code == 66 && ending.errors.contains("restore it from a copy"), "\(ending)")
    }
  }
}
