import Foundation
import TestSupport
import Testing

/// Files that are no logs, named by mistake.
struct ForeignFileTests {
  #if os(Linux)
    @Test(.enabled(if: geteuid() == 0, "mounting needs root"))
    func `a log that is mounted as a single file is read, but not written`() {
      let folder = LogFolder.withStory()
      folder.write([], to: "mounted log.jsonl")
      let ending = folder.shell(
        """
        unshare -m sh -c 'mount --bind events.jsonl "mounted log.jsonl" &&
          "$TOOL" show points "mounted log.jsonl" --now \(Story.now) >shown &&
          "$TOOL" append role.granted eva --actor mia role=student -f "mounted log.jsonl"'
        """)
      #expect(ending.code == 77 && ending.errors.contains("mount the folder"), "\(ending.errors)")
      #expect(!folder.bytes("shown").isEmpty && !folder.exists("mounted log.jsonl.d"))
    }
  #endif

  @Test(
    "a file that is no log keeps its bytes, whatever writes",
    arguments: ["# A page\n\nText.\n", "a,b\r\n1,2\r\n", "[1]", "\u{FF}\u{FE}\n", "x"])
  func foreign(text: String) {
    let folder = LogFolder()
    folder.write(Array(text.utf8), to: "events.jsonl")
    let submission = Story.lines[0]
    for ending in [
      folder.run("extend"), folder.append([submission], "--each"), folder.append([submission]),
      folder.run("append", "user.registered", "ann", "--actor", "ann", #"roles:=["student"]"#),
    ] {
      #expect(ending.code == 65)
      #expect((ending.output + ending.errors).contains("it is no log"), "\(ending)")
    }
    #expect(folder.logBytes == Array(text.utf8))
    #expect(!folder.exists("events.jsonl.d"))
    let verified = folder.run("verify")
    #expect(verified.code == 65)
    #expect(verified.output.contains("events.jsonl:1: json: the file does not begin with an event"))
  }

  @Test func `the events before a line that is none are listed, all of them`() throws {
    let folder = LogFolder()
    let sample = try [UInt8](Data(contentsOf: URL(fileURLWithPath: Repository.sample)))
    folder.write(sample + [10], to: "events.jsonl")
    let ending = folder.run("log")
    #expect(ending.code == 65)
    #expect(ending.output.utf8.elementsEqual(sample))
    #expect(ending.errors.contains(":518:1: error"))
  }

  @Test(arguments: [0, 300])
  func `lines that another program has joined are no torn end, whoever reads them`(sound: Int)
    throws
  {
    let folder = LogFolder()
    let sample = try String(contentsOfFile: Repository.sample, encoding: .utf8)
    let lines = sample.split(separator: "\n")
    let joined =
      lines.prefix(sound).map { $0 + "\n" }.joined() + lines.dropFirst(sound).joined(separator: " ")
    folder.write(Array(joined.utf8), to: "events.jsonl")
    let commands = [
      ["log"], ["show", "schedule"], ["replay"], ["snapshot"], ["audit", "--user", "mia"],
      ["checkpoint", "events.jsonl"], ["export", "csv", "users"],
      ["backup", "b", "-f", "events.jsonl"],
      ["restore", "events.jsonl", "-f", "r.jsonl"], ["extend"], ["verify"],
    ]
    for command in commands {
      let ending = folder.start(command).wait()
      #expect(ending.code == 65, "\(command): \(ending)")
      #expect(
        (ending.output + ending.errors).contains("events stand in one line, without line feeds"),
        "\(command): \(ending.errors)")
    }
    #expect(folder.logBytes == Array(joined.utf8) && !folder.exists("r.jsonl"))
    #expect(!folder.exists("b/events.jsonl"))
  }

  @Test func `a copy with CRLF and without its folder is no torn log`() {
    let folder = LogFolder()
    folder.run("init")
    folder.append(Array(Story.lines.prefix(5)), "--each")
    var copy: [UInt8] = []
    for byte in folder.logBytes { copy += byte == 10 ? [13, 10] : [byte] }
    let other = LogFolder()
    other.write(copy, to: "events.jsonl")
    let ending = other.append([Story.lines[5]], "--each")
    #expect(ending.code == 65, "\(ending)")
    #expect(other.logBytes == copy)
    let verified = other.run("verify")
    #expect(verified.code == 65 && !verified.output.contains("torn"), "\(verified)")
    #expect(verified.output.contains("a stored line has no CR"))
  }
}
