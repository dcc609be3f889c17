import Foundation
import Testing

/// Whoever is erased or renamed is found in no byte of anything that belongs to the log.
@Suite struct ErasureTests {
  private static let profile = #""name":"Evelien \"Öztürk\"","email":"Evelien@Example.org""#
  /// Parts of name and address, as they are, escaped, and in other cases.
  private static let traces = [
    "evelien", "öztürk", "Öztürk", #"\u00d6zt"#, #"\u00D6zt"#, "\u{D6}zt", "example.org",
  ]

  /// mia, bas, and eva, whose name is to go.
  private func begun() -> LogFolder {
    let folder = LogFolder()
    folder.run("init")
    let people = [
      Story.event(
        "e1", "user.registered", "mia", "mia", nil, #"{"roles":["manager"],"name":"Mia"}"#),
      Story.event("e2", "user.registered", "bas", "mia", nil, #"{"roles":["employee"]}"#),
      Story.event(
        "e3", "user.registered", "eva", "mia", nil, #"{"roles":["employee"],\#(Self.profile)}"#),
    ]
    #expect(folder.append(people).code == 0)
    #expect(!found(in: folder).isEmpty, "the search finds what is there")
    return folder
  }

  private static let erasure = Story.event("x", "user.erased", "eva", "eva")
  private static let renaming = Story.event(
    "x", "profile.changed", "eva", "eva", nil, #"{"name":"Noor","email":"noor@example.net"}"#)
  private static let another = Story.event("y", "user.followed", "mia", "bas")

  /// The traces in the names and bytes of all files, each with its file.
  private func found(in folder: LogFolder) -> [String] {
    let names =
      FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
    #expect(names.contains("events.jsonl.d/people.jsonl"))
    return names.flatMap { name -> [String] in
      let bytes = lowercased(folder.bytes(name))
      return Self.traces.filter { trace in
        contains(bytes, lowercased(Array(trace.utf8)))
          || contains(bytes, lowercased(Array(trace.utf16).flatMap { [UInt8($0 & 0xff), 0] }))
      }.map { "\(name): \($0)" }
    }
  }

  /// In ASCII alone, so that bytes that are no text are searched too.
  private func lowercased(_ bytes: [UInt8]) -> [UInt8] {
    bytes.map { (0x41...0x5a).contains($0) ? $0 | 0x20 : $0 }
  }

  private func contains(_ bytes: [UInt8], _ pattern: [UInt8]) -> Bool {
    Data(bytes).firstRange(of: Data(pattern)) != nil
  }

  private func expectGone(
    _ folder: LogFolder, shown: String, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(found(in: folder) == [], sourceLocation: sourceLocation)
    folder.expectVerified(sourceLocation: sourceLocation)
    folder.expectWholeChain(sourceLocation: sourceLocation)
    let users = folder.run("show", "users", "--format", "csv").output
    #expect(users.contains("\r\n\(shown),"), "\(users)", sourceLocation: sourceLocation)
    for command in [["snapshot"], ["audit", "--user", "eva"], ["log", "--submissions"]] {
      let output = folder.start(command).wait().output.lowercased()
      #expect(
        output.contains("eva") && !output.contains("evelien"), sourceLocation: sourceLocation)
    }
  }

  @Test(arguments: [(erasure, "eva,"), (renaming, "eva,Noor")])
  func `log, folder, snapshots and quarantine hold no old name`(act: String, shown: String) {
    let folder = begun()
    // Enough events for a snapshot, of people who have names too.
    var many = [
      Story.event("w", "workplace.configured", "W", "mia", nil, #"{"horizonWeeks":104}"#)
    ]
    for user in 0..<14 {
      many.append(
        Story.event(
          "u\(user)", "user.registered", "u\(user)", "mia", nil, #"{"roles":["employee"]}"#))
      for day in ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"] {
        many.append(
          Story.event(
            "f\(user)-\(day)", "fixedshift.registered", "F\(user)-\(day)", "u\(user)", nil,
            #"{"weekday":"\#(day)","start":"09:00","end":"17:00"}"#))
      }
    }
    #expect(folder.append(many).code == 0)
    #expect(!folder.names(in: "events.jsonl.d/snapshots").isEmpty)
    // Torn ends of both files: half an event, and half a line with the name.
    let half = folder.logLines.last!.utf8.prefix(100)
    folder.write(folder.logBytes + half, to: "events.jsonl")
    let people = folder.bytes("events.jsonl.d/people.jsonl")
    folder.write(
      people + Array(#"{"id":"tom","name":"Evelien Öz"#.utf8), to: "events.jsonl.d/people.jsonl")
    folder.write(Array(#"{"name":"Evelien"#.utf8), to: "events.jsonl.d/people.jsonl.new")
    #expect(folder.append([act]).code == 0)
    #expect(!folder.names(in: "events.jsonl.d/quarantine").isEmpty)
    expectGone(folder, shown: shown)
  }

  @Test(arguments: [(erasure, "eva,"), (renaming, "eva,Noor")], [false, true])
  func `killed between log and people file, the next writer takes the name out`(
    act: (String, String), isAcknowledged: Bool
  ) {
    let folder = begun()
    let people = folder.bytes("events.jsonl.d/people.jsonl")
    let head = folder.bytes("events.jsonl.d/head")
    #expect(folder.append([act.0]).code == 0)
    // As it was on the disk when the event was written, and the old line not yet taken out.
    let added = folder.bytes("events.jsonl.d/people.jsonl")
    folder.write(people + added, to: "events.jsonl.d/people.jsonl")
    if !isAcknowledged { folder.write(head, to: "events.jsonl.d/head") }
    #expect(!found(in: folder).isEmpty)
    #expect(folder.append([Self.another]).code == 0)
    expectGone(folder, shown: act.1)
  }

  @Test func `a refused submission completes it, and so does the same one sent again`() {
    for (line, code) in [(Self.erasure, 0), (Story.event("z", "user.followed", "eva", "eva"), 2)] {
      let folder = begun()
      let people = folder.bytes("events.jsonl.d/people.jsonl")
      #expect(folder.append([Self.erasure]).code == 0)
      folder.write(people, to: "events.jsonl.d/people.jsonl")
      #expect(folder.append([line]).code == Int32(code))
      expectGone(folder, shown: "eva,")
    }
  }

  @Test func `killed between people file and log, the next writer takes out what never happened`() {
    let folder = begun()
    let people = folder.bytes("events.jsonl.d/people.jsonl")
    let pending = #"{"id":"tom","name":"Tomasz","salt":"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"}"# + "\n"
    folder.write(people + Array(pending.utf8), to: "events.jsonl.d/people.jsonl")
    #expect(folder.append([Self.another]).code == 0)
    #expect(folder.bytes("events.jsonl.d/people.jsonl") == people)
    folder.expectVerified()
  }

  private static let hasStrace =
    FileManager.default.isExecutableFile(atPath: "/usr/bin/strace")

  // Without strace nothing can end a process between two of its calls.
  @Test(
    .enabled(if: hasStrace, "needs strace"),
    arguments: ["fdatasync", "fsync", "rename,renameat,renameat2", "unlink,unlinkat"], 1...3)
  func `killed at each call of an erasure, the next writer completes it`(
    call: String, occurrence: Int
  ) {
    let folder = begun()
    folder.write(Array((Self.erasure + "\n").utf8), to: "in.jsonl")
    folder.shell(
      "strace -f -o trace -e trace=\(call) -e inject=\(call):signal=KILL:when=\(occurrence) "
        + #""$TOOL" append in.jsonl --now \#(LogFolder.clock); rm -f trace"#)
    let isRecorded = folder.logLines.count == 4
    #expect(folder.append([Self.another]).code == 0)
    if isRecorded {
      expectGone(folder, shown: "eva,")
    } else {
      // Nothing was recorded, so nobody was erased yet.
      #expect(folder.append([Self.erasure]).code == 0)
      expectGone(folder, shown: "eva,")
    }
  }
}
