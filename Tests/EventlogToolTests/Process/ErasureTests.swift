import Foundation
import TestSupport
import Testing

/// No file that belongs to the log has a byte of a name that was erased or changed.
@Suite struct ErasureTests {
  private static let profile = #""name":"Evelien \"Öztürk\"","email":"Evelien@Example.org""#
  /// Parts of name and address, as they are, escaped, and in other cases.
  private static let traces = [
    "evelien", "öztürk", "Öztürk", #"\u00d6zt"#, #"\u00D6zt"#, "\u{D6}zt", "example.org",
  ]

  private static func begun() -> LogFolder { beginning.folder() }

  /// mia, bas, and eva, whose name is to go.
  private static let beginning = KeptFiles {
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
  private static func found(in folder: LogFolder) -> [String] {
    let names =
      FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
    #expect(names.contains("events.jsonl.d/people.jsonl"))
    return names.flatMap { name -> [String] in
      let bytes = Data(lowercased(folder.bytes(name)))
      return Self.traces.filter { trace in
        contains(bytes, lowercased(Array(trace.utf8)))
          || contains(bytes, lowercased(Array(trace.utf16).flatMap { [UInt8($0 & 0xff), 0] }))
      }.map { "\(name): \($0)" }
    }
  }

  /// In ASCII alone, so that bytes that are no text are searched too.
  private static func lowercased(_ bytes: [UInt8]) -> [UInt8] {
    // By hand: closures and generic calls are slow without optimization, and logs are long.
    var lowercased = bytes
    var index = 0
    while index < bytes.count {
      if bytes[index] >= 0x41, bytes[index] <= 0x5a { lowercased[index] |= 0x20 }
      index += 1
    }
    return lowercased
  }

  private static func contains(_ bytes: Data, _ pattern: [UInt8]) -> Bool {
    bytes.range(of: Data(pattern)) != nil
  }

  private func expectGone(
    _ folder: LogFolder, shown: String, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(Self.found(in: folder) == [], sourceLocation: sourceLocation)
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

  private static let withSnapshot = KeptFiles {
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
    return folder
  }

  /// Of ten thousand events; a short suite draws one.
  private static let acts = [(erasure, "eva,"), (renaming, "eva,Noor")]
  private static let drawn = Rounds.areFull ? acts : [acts.randomElement()!]

  @Test func `the names that are left have the mode 0600, whatever they had`() {
    let folder = LogFolder.withStory()
    folder.append([
      Story.event(
        "n", "profile.changed", "bas", "bas", nil, #"{"name":"Bas"}"#),
      Story.event("m", "profile.changed", "eva", "eva", nil, #"{"name":"Eva"}"#),
    ])
    folder.shell("chmod 644 events.jsonl.d/people.jsonl")
    #expect(folder.append([Story.event("e", "user.erased", "bas", "mia")]).code == 0)
    let mode =
      try? FileManager.default.attributesOfItem(
        atPath: folder.file("events.jsonl.d/people.jsonl"))[.posixPermissions] as? Int
    #expect(mode == 0o600)
  }

  @Test(arguments: drawn)
  func `log, folder, snapshots and quarantine hold no old name`(act: String, shown: String) {
    let folder = Self.withSnapshot.folder()
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
    let folder = Self.begun()
    let people = folder.bytes("events.jsonl.d/people.jsonl")
    let head = folder.bytes("events.jsonl.d/head")
    #expect(folder.append([act.0]).code == 0)
    // As it was on the disk when the event was written, and the old line not yet taken out.
    let added = folder.bytes("events.jsonl.d/people.jsonl")
    folder.write(people + added, to: "events.jsonl.d/people.jsonl")
    if !isAcknowledged { folder.write(head, to: "events.jsonl.d/head") }
    #expect(!Self.found(in: folder).isEmpty)
    #expect(folder.append([Self.another]).code == 0)
    expectGone(folder, shown: act.1)
  }

  @Test(
    arguments: [(erasure, 0), (Story.event("z", "user.followed", "eva", "eva"), 2)]
      as [(String, Int32)], [false, true])
  func `a refused submission completes it, and so does the same one sent again`(
    next: (String, Int32), isAcknowledged: Bool
  ) {
    let folder = killedErasing(isAcknowledged: isAcknowledged)
    #expect(folder.append([next.0]).code == next.1)
    expectGone(folder, shown: "eva,")
  }

  @Test(arguments: [false, true])
  func `a writer that began before completes another's unfinished change at any request`(
    isAcknowledged: Bool
  ) throws {
    let folder = Self.begun()
    let session = try Child(BuiltTool.path, ["append", "--session", "-f", folder.log])
    // It has seen to the people file, and has no reason of its own to do so again.
    let refused = Story.event("z", "user.followed", "mia", "mia")
    _ = session.line()
    _ = session.ask(refused)
    killErasing(folder, isAcknowledged: isAcknowledged)
    #expect(session.ask(refused).contains("cannotFollowSelf"))
    expectGone(folder, shown: "eva,")
    // Nor does a name stay of whom no event names.
    let people = folder.bytes("events.jsonl.d/people.jsonl")
    folder.write(people + Array(Self.pending.utf8), to: "events.jsonl.d/people.jsonl")
    #expect(session.ask(refused).contains("cannotFollowSelf"))
    #expect(folder.bytes("events.jsonl.d/people.jsonl") == people)
    #expect(session.end() == 0)
  }

  @Test(arguments: [false, true])
  func `recover completes it, too`(isAcknowledged: Bool) {
    let folder = killedErasing(isAcknowledged: isAcknowledged)
    folder.write(Array(#"{"name":"Evelien"#.utf8), to: "events.jsonl.d/people.jsonl.new")
    #expect(folder.run("recover").code == 0)
    expectGone(folder, shown: "eva,")
  }

  private func killedErasing(isAcknowledged: Bool) -> LogFolder {
    let folder = Self.begun()
    killErasing(folder, isAcknowledged: isAcknowledged)
    return folder
  }

  /// The erasure is in the log and perhaps in the head; the people file is as it was before.
  private func killErasing(_ folder: LogFolder, isAcknowledged: Bool) {
    let people = folder.bytes("events.jsonl.d/people.jsonl")
    let head = folder.bytes("events.jsonl.d/head")
    #expect(folder.append([Self.erasure]).code == 0)
    folder.write(people, to: "events.jsonl.d/people.jsonl")
    if !isAcknowledged { folder.write(head, to: "events.jsonl.d/head") }
    #expect(!Self.found(in: folder).isEmpty)
  }

  /// A line of the people file.
  private static let pending =
    #"{"id":"tom","name":"Tomasz","salt":"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"}"# + "\n"

  @Test
  func
    `killed between people file and log, the next writer removes the names of unrecorded events`()
  {
    let folder = Self.begun()
    let people = folder.bytes("events.jsonl.d/people.jsonl")
    folder.write(people + Array(Self.pending.utf8), to: "events.jsonl.d/people.jsonl")
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
    let folder = Self.begun()
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

  @Test(.enabled(if: hasStrace, "needs strace"))
  func `where no file can take the place of the names an erased one is overwritten`() {
    let folder = Self.begun()
    folder.write(Array((Self.erasure + "\n").utf8), to: "in.jsonl")
    let calls = "rename,renameat,renameat2"
    let ending = folder.shell(
      "strace -f -o trace -e trace=\(calls) -e inject=\(calls):error=ENOSPC "
        + #""$TOOL" append in.jsonl --now \#(LogFolder.clock); code=$?; rm -f trace; exit $code"#)
    #expect(ending.code == 0 && folder.logLines.count == 4, "\(ending)")
    #expect(
      !String(decoding: folder.bytes("events.jsonl.d/people.jsonl"), as: UTF8.self).contains(
        "Evelien"))
    // The blanks are nobody's line, and in nobody's way while there is no room.
    folder.expectVerified()
    folder.write(
      Array(
        (Story.event(
          "n", "user.registered", "noa", "mia", nil, #"{"roles":["employee"],"name":"Noa"}"#)
          + "\n").utf8),
      to: "in.jsonl")
    let registered = folder.shell(
      "strace -f -o trace -e trace=\(calls) -e inject=\(calls):error=ENOSPC "
        + #""$TOOL" append in.jsonl --now \#(LogFolder.clock); code=$?; rm -f trace; exit $code"#)
    #expect(registered.code == 0 && !registered.errors.contains("removed"), "\(registered)")
    // The next writer takes half of the other file out.
    #expect(folder.append([Self.another]).code == 0)
    expectGone(folder, shown: "eva,")
  }

  @Test func `names that an erasure takes out just now are no sign of tampering`() {
    let (folder, file) = (Self.begun(), "events.jsonl.d/people.jsonl")
    let names = folder.bytes(file)
    #expect(folder.append([Self.erasure]).code == 0)
    let left = folder.bytes(file)
    func put(_ bytes: [UInt8]) {
      folder.write(bytes, to: "put")
      folder.shell("mv put \(file)")
    }
    // The file as it is between the reply to an erasure and the end of its work, again and again.
    let reader = folder.start(["show", "users"])
    while reader.isRunning {
      put(names)
      put(left)
    }
    let read = reader.wait()
    #expect(read.code == 0 && read.errors == "", "\(read.errors)")
    // Another writer comes first.
    put(names)
    let written = folder.append([Self.another])
    #expect(written.code == 0 && written.errors == "", "\(written.errors)")
    #expect(folder.bytes(file) == left)
    // What is there long afterwards somebody has put back.
    put(names)
    let later = folder.run(
      "append", "user.unfollowed", "mia", "--actor", "bas", "--now", "2099-01-01T00:00:00Z")
    #expect(later.errors.contains("of the people file removed"), "\(later.errors)")
    #expect(folder.bytes(file) == left)
  }
}
