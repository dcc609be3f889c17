import Foundation
import TestSupport
import Testing

/// Names stay where something may still commit to them, and go nowhere else.
struct KeptNamesTests {
  private static let people = "events.jsonl.d/people.jsonl"

  private func names(_ folder: LogFolder, _ path: String = people) -> String {
    String(decoding: folder.bytes(path), as: UTF8.self)
  }

  private static func rename(_ user: String, _ name: String) -> String {
    Story.event(
      "\(user)-\(name)", "profile.changed", user, user, nil, #"{"name":"\#(name)"}"#)
  }

  private static func erasure(_ user: String) -> String {
    Story.event("erase-\(user)", "user.erased", user, "mia", nil, nil)
  }

  // MARK: - Two versions

  /// A log in which a newer version has invited a guest, and renamed Eva, in events of its own.
  private static func newer(
    _ events: [(type: String, data: String)] = ["guest.invited", "user.renamed"].map {
      ($0, #"{"profile":"0"}"#)
    }
  ) -> LogFolder {
    let folder = BackupTests.folder()
    var lines = folder.logLines
    for (type, data) in events {
      let sequence = String(lines.count + 1)
      let padded = String(repeating: "0", count: 12 - sequence.count) + sequence
      lines.append(
        #"{"specversion":"1.0","id":"n\#(sequence)","source":"/newer","type":"\#(type)","#
          + #""subject":"eva","time":"2026-03-01T12:00:00.000Z","sequence":"\#(padded)","#
          + #""actor":"mia","data":\#(data),"hash":""}"#)
    }
    let added = [("g1", "Guest One"), ("eva", "Eva Vis")].map { id, name in
      #"{"id":"\#(id)","name":"\#(name)","salt":"0123456789abcdef0123456789abcdef"}"# + "\n"
    }
    folder.write(LogFolder.chained(lines).utf8, to: "events.jsonl")
    #expect(folder.run("recover").code == 0)
    folder.write(folder.bytes(people) + Array(added.joined().utf8), to: people)
    return folder
  }

  @Test func `a version that does not know an event takes away no name that it may commit to`() {
    let folder = Self.newer()
    let before = folder.bytes(Self.people)
    let granted = ["append", "role.granted", "mia", "--actor", "mia", "role=student"]
    for (command, code) in [
      (granted, 69), (["extend"], 69), (["append", "--session"], 0), (["show", "users"], 0),
      (["recover"], 0), (granted + ["--despite-newer"], 0), (["verify"], 0),
    ] as [([String], Int32)] {
      let ending = folder.start(command, input: .bytes([])).wait()
      #expect(ending.code == code && folder.bytes(Self.people) == before, "\(command): \(ending)")
    }
    for (made, path) in [
      (["backup", "b"], "b/\(Self.people)"),
      (["restore", "b", "-f", "r.jsonl"], "r.jsonl.d/people.jsonl"),
    ] {
      let ending = folder.run(made)
      #expect(ending.code == 0 && !ending.errors.contains("lacks"), "\(ending)")
      #expect(folder.bytes(path) == before, "\(made)")
    }
    // Also a line of another form, behind which one was cut off.
    let strange = [#"{"id":"g2","name":"Guest Two","phone":"1"}"#, #"{"id":"eva","phone":"2"}"#]
    folder.write(
      before + Array((strange.joined(separator: "\n") + "\n{\"id\":\"h").utf8), to: Self.people)
    #expect(folder.run("backup", "b").code == 0)
    #expect(names(folder, "b/\(Self.people)").contains("Guest Two"))
    // A name that a known event supersedes goes, and the one behind it stays.
    #expect(folder.append([Self.rename("mia", "Mina")], "--despite-newer").code == 0)
    #expect(!names(folder).contains(#""Mia""#) && names(folder).contains("Mina"))
    #expect(strange.allSatisfy(names(folder).contains) && folder.run("verify").code == 0)
    // Erasing takes away all that stands there of somebody, whatever it is.
    #expect(folder.append([Self.erasure("eva")], "--despite-newer").code == 0)
    #expect(!names(folder).contains("eva") && names(folder).contains("Guest One"))
    #expect(names(folder).contains("Guest Two"))
    #expect(folder.run("backup", "b").code == 0)
    #expect(!names(folder, "b/\(Self.people)").contains("Eva"))
    #expect(names(folder, "b/\(Self.people)").contains("Guest One"))
  }

  @Test func `a member that is unknown elsewhere hides no altered name, and keeps none`() {
    let folder = Self.newer([("role.granted", #"{"role":"student","note":"x"}"#)])
    let verified = folder.run("verify")
    #expect(
      verified.code == 1 && verified.output.contains("the log registers no g1"), "\(verified)")
    #expect(folder.append([Self.rename("mia", "Mina")], "--despite-newer").code == 0)
    #expect(!names(folder).contains("Guest") && !names(folder).contains("Vis"), "\(names(folder))")
    #expect(names(folder).contains("Eva Öz") && folder.run("verify").code == 0)
  }

  @Test
  func `what only unknown events commit to goes into quarantine with them, and into no other log`()
  {
    let folder = Self.newer()
    let last = String(folder.logLines.count - 2)
    #expect(folder.run("backup", "b").code == 0)
    #expect(folder.run("restore", "b", "-f", "r.jsonl", "--to", last).code == 1)
    let restored = names(folder, "r.jsonl.d/people.jsonl")
    #expect(!restored.contains("Guest") && restored.contains("Eva Öz"), "\(restored)")
    #expect(folder.run("verify", "r.jsonl").code == 0)
    let ending = folder.run("recover", "--to", last, "--lose-acknowledged", "--json")
    let kept = names(folder, OrderedJSON(ending.output)["people"]?.text ?? "")
    #expect(kept.contains("Guest One") && kept.contains("Eva Vis"), "\(ending)")
    #expect(!kept.contains("Mia") && !kept.contains("Öz"), "\(kept)")
  }

  // MARK: - Backups

  @Test(arguments: ["rm ", "sed -i s/Mia/Nia/ ", "sed -i '/mia/d' "])
  func `a backup keeps the names that the log has lost, and says what is missing`(loss: String) {
    let folder = BackupTests.folder()
    #expect(folder.run("backup", "b").code == 0)
    let kept = folder.bytes("b/\(Self.people)")
    folder.shell(loss + Self.people)
    let second = folder.run("backup", "b")
    #expect(second.code == 0 && folder.bytes("b/\(Self.people)") == kept, "\(second)")
    #expect(second.errors.contains("that the earlier backup has: the backup keeps them"))
    #expect(folder.run("backup", "new").errors.contains("people.jsonl lacks"))
    #expect(folder.run("restore", "b", "-f", "r.jsonl").code == 0)
    #expect(folder.bytes("r.jsonl.d/people.jsonl") == kept)
    // What was given anew, and who was erased, is in no later one.
    #expect(folder.append([Self.rename("mia", "Mina"), Self.erasure("eva")], "--each").code == 0)
    #expect(folder.run("backup", "b").code == 0)
    #expect(!names(folder, "b/\(Self.people)").contains("Mia"))
    #expect(names(folder, "b/\(Self.people)").contains("Mina"))
    #expect(!names(folder, "b/\(Self.people)").contains("Eva"))
  }

  @Test(
    .enabled(if: FaultCampaignTests.canInject, "strace cannot make calls fail here"),
    arguments: [
      ("/^rename", "signal=KILL"), ("write,pwrite64", "error=ENOSPC"), ("/^rename", "error=EIO"),
    ])
  func `stopped at any call, a backup is the earlier one or the new one, with all its names`(
    call: String, injected: String
  ) {
    let begun = KeptFiles {
      let folder = BackupTests.folder()
      #expect(folder.run("backup", "b").code == 0)
      #expect(folder.append([Self.rename("mia", "Mina")]).code == 0)
      return folder
    }
    for occurrence in 1...20 {
      let folder = begun.folder()
      let ending = folder.shell(
        "strace -f -qqq -o trace -e trace=\(call) -e inject=\(call):\(injected):when=\(occurrence) "
          + "$TOOL backup b")
      let restored = folder.run("restore", "b", "-f", "r.jsonl")
      let told = "\(call) \(occurrence): \(ending), \(restored)"
      #expect(restored.code == 0 && !restored.output.contains("lacks"), "\(told)")
      #expect(names(folder, "r.jsonl.d/people.jsonl").contains("\"Mi"), "\(told)")
      let verified = folder.run("verify", "--checkpoint", "b/checkpoint", "r.jsonl")
      #expect(verified.code == 0, "\(told), \(verified)")
      // The next run makes the new one.
      let next = folder.run("backup", "b")
      #expect(next.code == 0, "\(told), \(next)")
      #expect(folder.bytes("b/\(Self.people)") == folder.bytes(Self.people), "\(told)")
      #expect(folder.run("verify", "--checkpoint", "b/checkpoint").code == 0, "\(told)")
      if ending.code == 0, !names(folder, "trace").contains("INJECTED") { return }
    }
    Issue.record("20 calls were not enough")
  }

  @Test func `the program in the README of a backup finds what is no line feed`() {
    let folder = BackupTests.folder()
    #expect(folder.run("backup", "b").code == 0)
    let text = names(folder, "b/README")
    let lines = text.split(separator: "\n").map(String.init)
    let program = lines.drop { !$0.contains("import hashlib") }.prefix { !$0.contains("names of") }
      .map { String($0.dropFirst(2)) }.joined(separator: "\n")
    folder.write(program.utf8, to: "check.py")
    let mark = "import json; m = json.load(open('b/backup.json')); print(m['bytes'], m['hash'])"
    let check = "python3 check.py $(python3 -c \"\(mark)\") < b/events.jsonl"
    #expect(folder.shell(check).code == 0)
    var bytes = folder.bytes("b/events.jsonl")
    bytes[bytes.firstIndex(of: 10)!] = 13
    folder.write(bytes, to: "b/events.jsonl")
    #expect(folder.shell(check).code != 0)
  }

  @Test(arguments: ["k", "x", "é", "./k", "b/k", "b/events.jsonl.d/k"])
  func `a key of any name is taken, unless it stands in the backup`(key: String) {
    let folder = BackupTests.folder()
    #expect(folder.run("backup", "b").code == 0)
    guard
      folder.shell("umask 077; openssl genpkey -algorithm ed25519 -out k && cp k b/ && cp k b/*.d/")
        .code == 0
    else { return }
    let ending = folder.run("backup", "b", "--key", key)
    let codes: [String: Int32] = ["k": 0, "./k": 0, "b/k": 64, "b/events.jsonl.d/k": 64]
    #expect(ending.code == codes[key] ?? 66, "\(ending)")
  }

  // MARK: - Quarantine

  @Test func `nothing goes into quarantine that the kept log commits to`() {
    let folder = BackupTests.folder()
    #expect(
      folder.append(
        [
          Story.event(
            "late", "user.registered", "zoe", "mia", nil, #"{"roles":["employee"],"name":"Zoë"}"#)
        ]
      ).code == 0)
    let last = String(folder.logLines.count - 1)
    let ending = folder.run("recover", "--to", last, "--lose-acknowledged", "--json")
    #expect(ending.code == 0, "\(ending)")
    let report = OrderedJSON(ending.output)
    #expect(report["lost"]?.number == 1, "\(ending)")
    let kept = names(folder, report["people"]?.text ?? "")
    #expect(kept.contains("Zoë") && !kept.contains("Mia") && !kept.contains("Eva"), "\(kept)")
    #expect(folder.append([Self.erasure("eva")]).code == 0)
    #expect(folder.shell("grep -rl Eva events.jsonl.d").output.isEmpty)
  }

  @Test func `names that fit stay beside a head of another log, and earlier ones go nowhere`() {
    let folder = BackupTests.folder()
    #expect(folder.append([Self.rename("mia", "Mina")]).code == 0)
    let other = LogFolder.withStory()
    folder.write(other.bytes("events.jsonl.d/head"), to: "events.jsonl.d/head")
    let line =
      #"{"id":"q1","name":"Quinn","salt":"0123456789abcdef0123456789abcdef"}"# + "\n"
      + #"{"id":"q2","phone":"1"}"# + "\n"
    folder.write(folder.bytes(Self.people) + Array(line.utf8), to: Self.people)
    let ending = folder.append([Self.erasure("eva")])
    #expect(ending.code == 0, "\(ending)")
    #expect(names(folder).contains("Mina") && !names(folder).contains("Eva"), "\(names(folder))")
    let moved = folder.shell("cat events.jsonl.d/quarantine/people-*").output
    #expect(moved == line, "\(moved)")
  }
}
