// Backups, what restores make of them and what is refused are one story: its tests share their logs.

import Foundation
import TestSupport
import Testing

/// `backup` and `restore`: what they make, what they leave alone, and what a short copy is told.
struct BackupTests {
  private static let people = [
    Story.event(
      "e1", "user.registered", "mia", "mia", nil, #"{"roles":["manager","employee"],"name":"Mia"}"#),
    Story.event(
      "e2", "user.registered", "eva", "mia", nil, #"{"roles":["employee"],"name":"Eva Öz"}"#),
  ]

  static func registration(_ number: Int) -> String {
    Story.event(
      "p\(number)", "user.registered", "p\(number)", "p\(number)", nil, #"{"roles":["student"]}"#)
  }

  static func folder(_ more: Int = 6) -> LogFolder {
    let folder = LogFolder()
    folder.run("init")
    #expect(folder.append(people + (0..<more).map(registration), "--each").code == 0)
    return folder
  }

  private func expectEqual(_ folder: LogFolder, _ one: String, _ other: String) {
    for name in ["", ".d/head", ".d/people.jsonl"] {
      #expect(folder.bytes(one + name) == folder.bytes(other + name), "\(name)")
    }
  }

  // MARK: - What is wrong with an earlier backup

  @Test
  func `a mark that does not end where an event of the log does is damaged, and nothing changes`() {
    let folder = Self.folder()
    #expect(folder.run("backup", "b").code == 0)
    let mark = String(decoding: folder.bytes("b/backup.json"), as: UTF8.self)
    let names = folder.names(in: "b")
    folder.append([Self.registration(40)])
    let lengths = [folder.bytes("b/events.jsonl").count - 1, folder.logLines[0].utf8.count + 1]
    for (pattern, new, code) in [
      (#""sequence":\d+"#, #""sequence":800"#, 65), (#""sequence":\d+"#, #""sequence":7"#, 65),
      (#""hash":"[0-9a-f]{8}"#, #""hash":"00000000"#, 65),
      (#""bytes":\d+"#, #""bytes":\#(lengths[0])"#, 65),
      (#""bytes":\d+"#, #""bytes":\#(lengths[1])"#, 65),
      (#""bytes":\d+"#, #""bytes":\#(lengths[0] + 2)"#, 1),
    ] as [(String, String, Int32)] {
      let damaged = mark.replacingOccurrences(of: pattern, with: new, options: .regularExpression)
      #expect(damaged != mark)
      folder.write(damaged.utf8, to: "b/backup.json")
      let log = folder.bytes("b/events.jsonl")
      for _ in 0..<2 {
        let ending = folder.run("backup", "b")
        #expect(ending.code == code, "\(new): \(ending)")
        #expect(folder.bytes("b/events.jsonl") == log && folder.names(in: "b") == names, "\(new)")
      }
    }
    folder.write(mark.utf8, to: "b/backup.json")
    #expect(
      folder.run("backup", "b").code == 0 && folder.bytes("b/events.jsonl") == folder.logBytes)
  }

  /// The desk goes on in the file of the backup while the machine of the log is away.
  @Test(arguments: [0, 1, 2_000])
  func `what was appended to a backup itself is neither taken away nor passed over`(more: Int) {
    let folder = Self.folder()
    #expect(folder.run("backup", "b").code == 0)
    #expect(folder.append([Self.registration(41)], "-f", "b/events.jsonl").code == 0)
    let (bytes, names) = (folder.bytes("b/events.jsonl"), folder.names(in: "b/events.jsonl.d"))
    if more > 0 { folder.append((100..<100 + more).map(Self.registration)) }
    for _ in 0..<2 {
      let ending = folder.run("backup", "b")
      #expect(ending.code == 1, "\(ending)")
      #expect(
        ending.errors.contains("event 9 of b/events.jsonl, behind the end")
          && ending.errors.contains("name another folder"), "\(ending.errors)")
      #expect(folder.bytes("b/events.jsonl") == bytes)
      #expect(folder.names(in: "b/events.jsonl.d") == names)
    }
    let restored = folder.run("restore", "b", "-f", "r.jsonl")
    #expect(restored.code == 0 && restored.output.contains("bytes of the copy behind event 8"))
    #expect(folder.run("verify", "b/events.jsonl").code == 0)
  }

  @Test func `a word that is a log and no folder is told what is missing`() {
    let folder = Self.folder()
    for words in [["events.jsonl"], ["events.jsonl", "-f", "events.jsonl"]] {
      let ending = folder.start(["backup"] + words).wait()
      #expect(ending.code == 73, "\(ending)")
      #expect(ending.errors.contains("backup DIR events.jsonl"), "\(ending.errors)")
    }
    #expect(folder.run("backup", "b").code == 0)
    let exchanged = folder.run("backup", "events.jsonl", "b")
    #expect(exchanged.code != 0, "\(exchanged)")
    // A folder where a log is meant.
    for words in [["verify", "b/"], ["show", "users", "b"], ["replay", "b"]] {
      let ending = folder.start(words).wait()
      #expect(ending.code == 66, "\(ending)")
      #expect(ending.errors.contains("name a file: b/events.jsonl"), "\(ending.errors)")
    }
  }

  @Test func `a backup that is refused keeps every byte, also those behind its mark`() {
    let folder = Self.folder()
    #expect(folder.run("backup", "b").code == 0)
    var damaged = folder.bytes("b/events.jsonl")
    damaged.insert(0x78, at: damaged.count / 2)
    folder.write(damaged, to: "b/events.jsonl")
    folder.append([Self.registration(40)])
    let ending = folder.run("backup", "b")
    #expect(ending.code == 1 && ending.errors.contains("left as it is"), "\(ending)")
    #expect(folder.bytes("b/events.jsonl") == damaged)
  }

  @Test(
    .enabled(if: FaultCampaignTests.canInject, "strace cannot make calls fail here"),
    arguments: ["fsync,fdatasync", "/^rename", "mkdir,mkdirat"])
  func `where a call of a restore fails, all is there or the next run makes it`(call: String) {
    let folder = Self.folder()
    #expect(folder.run("backup", "b").code == 0)
    for occurrence in 1...60 {
      folder.shell("rm -rf r.jsonl*")
      let ending = folder.shell(
        "strace -f -qqq -o trace -e trace=\(call) -e inject=\(call):error=EIO:when=\(occurrence) "
          + "$TOOL restore b -f r.jsonl")
      if ending.code == 0,
        !String(decoding: folder.bytes("trace"), as: UTF8.self).contains("INJECTED")
      {
        break
      }
      if !folder.exists("r.jsonl") {
        let again = folder.run("restore", "b", "-f", "r.jsonl")
        #expect(again.code == 0, "\(call) \(occurrence): \(ending), and then \(again)")
      }
      expectEqual(folder, "r.jsonl", "b/events.jsonl")
    }
  }

  // MARK: - What is made

  @Test
  func
    `a backup of a log that nobody writes restores to the same bytes, and the next adds what is new`()
  {
    let folder = Self.folder()
    for added in [8, 0, 1, 3] {
      if added > 0, added < 8 {
        folder.append((0..<added).map { Self.registration(added * 10 + $0) }, "--each")
      }
      let ending = folder.run("backup", "b", "--json")
      let answer = OrderedJSON(ending.lines.first ?? "")
      #expect(ending.code == 0 && answer["added"]?.number == added, "\(ending)")
      #expect(folder.bytes("b/events.jsonl") == folder.logBytes)
      #expect(
        String(decoding: folder.bytes("b/backup.json"), as: UTF8.self)
          == ending.lines[0].replacing(",\"added\":\(added)", with: "") + "\n")
    }
    #expect(
      folder.names(in: "b") == [
        "README", "backup.json", "checkpoint", "events.jsonl", "events.jsonl.d",
      ])
    #expect(folder.names(in: "b/events.jsonl.d") == ["head", "people.jsonl"])
    #expect(
      folder.shell("stat -c %a b b/events.jsonl b/backup.json").lines == ["700", "600", "600"])
    #expect(folder.run("restore", "b", "-f", "r.jsonl").output.hasPrefix("restored 12 events"))
    expectEqual(folder, "r.jsonl", "b/events.jsonl")
    #expect(folder.run("verify", "r.jsonl").code == 0)
    #expect(folder.run("verify", "--checkpoint", "b/checkpoint", "r.jsonl").code == 0)
    #expect(folder.run("show", "users", "r.jsonl").output.contains("Eva Öz"))
    // A restored log is written like any other.
    #expect(folder.run("append", "user.erased", "eva", "--actor", "eva", "-f", "r.jsonl").code == 0)
  }

  @Test func `the check of the backup's README needs Python alone`() {
    let folder = Self.folder()
    folder.run("backup", "b")
    let readme = String(decoding: folder.bytes("b/README"), as: UTF8.self)
    let script = readme.split(separator: "\n").drop { !$0.contains("import hashlib") }
      .prefix { $0.hasPrefix("  ") }.map { $0.dropFirst(2) }.joined(separator: "\n")
    folder.write(Array(script.utf8), to: "check.py")
    let mark = OrderedJSON(String(decoding: folder.bytes("b/backup.json"), as: UTF8.self))
    let check = "python3 check.py \(mark["bytes"]!.number!) \(mark["hash"]!.text) < b/events.jsonl"
    #expect(folder.shell(check).code == 0)
    folder.write(
      folder.bytes("b/events.jsonl").map { $0 == 0x70 ? 0x71 : $0 }, to: "b/events.jsonl")
    #expect(folder.shell(check).code != 0)
  }

  @Test func `an erased name is in no backup, and a poisoned or empty log has one`() {
    let folder = Self.folder()
    folder.run("backup", "b")
    #expect(
      String(decoding: folder.bytes("b/events.jsonl.d/people.jsonl"), as: UTF8.self).contains("Eva")
    )
    folder.append([Story.event("x", "user.erased", "eva", "eva")])
    folder.write(Array("a sync failed\n".utf8), to: "events.jsonl.d/poisoned")
    #expect(folder.run("backup", "b").code == 0)
    #expect(
      !String(decoding: folder.bytes("b/events.jsonl.d/people.jsonl"), as: UTF8.self).contains(
        "Eva"))
    #expect(folder.run("restore", "b", "-f", "r.jsonl").code == 0)
    #expect(
      folder.run(
        "append", "profile.changed", "mia", "--actor", "mia", "name=Mia Oz", "-f", "r.jsonl"
      ).code == 0)
    folder.run("init", "empty.jsonl")
    #expect(folder.run("backup", "none", "empty.jsonl").code == 0)
    #expect(
      folder.run("restore", "none", "-f", "still-empty.jsonl").output == "restored 0 events\n")
    #expect(folder.run("verify", "still-empty.jsonl").code == 0)
  }

  @Test func `what a killed run left is taken away, whatever its name is`() {
    let folder = Self.folder()
    folder.run("backup", "b")
    let whole = folder.names(in: "b") + folder.names(in: "b/events.jsonl.d")
    folder.shell("touch b/.x.unfinished b/.README.unfinished b/events.jsonl.d/.later.unfinished")
    #expect(folder.run("backup", "b").code == 0)
    #expect(folder.names(in: "b") + folder.names(in: "b/events.jsonl.d") == whole)
  }

  // MARK: - What is left alone

  @Test
  func `another log, a longer backup, other bytes and another folder are refused and untouched`() {
    let folder = Self.folder()
    folder.run("backup", "b")
    folder.shell(
      "\"$TOOL\" init other.jsonl; cp -a b changed; mkdir full link; ln -s ../events.jsonl link/x")
    #expect(
      folder.run(
        "append", "user.registered", "zoe", "--actor", "zoe", "roles:=[\"student\"]", "-f",
        "other.jsonl"
      ).code == 0)
    folder.write(
      Array(folder.logLines.prefix(3).map { $0 + "\n" }.joined().utf8), to: "shorter.jsonl")
    var bytes = folder.bytes("changed/events.jsonl")
    bytes[bytes.count / 2] ^= 1
    folder.write(bytes, to: "changed/events.jsonl")
    folder.write(Array("mine".utf8), to: "full/mine")
    folder.shell("cp -a b linked; mv linked/events.jsonl linked/x; ln -s x linked/events.jsonl")
    folder.shell("cp -a b hard; ln hard/events.jsonl.d/people.jsonl hard/second")
    folder.shell("mkdir same; cp -a b/backup.json same; ln events.jsonl same/events.jsonl")
    let before = Tree(folder.path)
    for (words, code, told) in [
      (["b", "other.jsonl"], 1, "another log, eventlog/"), (["b", "shorter.jsonl"], 1, "has 3"),
      (["changed"], 1, "event"), (["full"], 73, "no backup.json"), (["link"], 73, ""),
      (["events.jsonl"], 73, "name the folder first: eventlog-tool backup DIR events.jsonl"),
      (["events.jsonl", "b"], 73, "did you mean backup b events.jsonl"),
      (["linked"], 77, "linked/events.jsonl"), (["hard"], 77, "people.jsonl"),
      (["."], 64, "lies in it"), (["events.jsonl.d/b"], 64, "lies in"),
      (["b", "-"], 64, "standard input"),
      (["same"], 64, "is the log"), (["no/where"], 73, ""), ([], 64, "DIR"),
    ] {
      let ending = folder.run(["backup"] + words)
      #expect(
        Int(ending.code) == code && (told.isEmpty || ending.errors.contains(told)),
        "\(words): \(ending)")
    }
    #expect(Tree(folder.path) == before)
    folder.shell("rm b/README; mkfifo b/README")
    #expect(folder.run("backup", "b").code == 77)
  }

  @Test func `a damaged log leaves the earlier backup as it was, and no folder that is begun`() {
    let folder = Self.folder()
    folder.run("backup", "b")
    let before = Tree(folder.file("b"))
    var lines = folder.logLines
    folder.append([Self.registration(77)])
    lines = folder.logLines
    lines[lines.count - 1] = lines[lines.count - 1].replacing("p77", with: "p78")
    folder.write(Array(lines.map { $0 + "\n" }.joined().utf8), to: "events.jsonl")
    #expect(folder.run("backup", "b").code == 65)
    #expect(Tree(folder.file("b")) == before)
    #expect(folder.run("backup", "new").code == 65)
    folder.write(Array(lines.dropLast(2).map { $0 + "\n" }.joined().utf8), to: "events.jsonl")
    #expect(folder.run("backup", "b").code == 65)
    #expect(Tree(folder.file("b")) == before)
    #expect(folder.shell("ls -A").lines == ["b", "events.jsonl", "events.jsonl.d"])
  }

  @Test func `a second run waits for the first, and then says who holds the place`() {
    let folder = Self.folder()
    folder.run("backup", "b")
    let holder = LockHolder(folder, of: "b")
    #expect(folder.run("backup", "b", "--lock-timeout", "0").code == 75)
    let waiting = folder.start(["backup", "b"])
    usleep(100_000)
    #expect(waiting.isRunning)
    holder.release()
    #expect(waiting.wait().code == 0)
  }

  // MARK: - Copies of other programs

  /// A copy whose folder is newer than its file, which ends before the last so many lines.
  private func short(_ folder: LogFolder, by count: Int, _ name: String = "copy") {
    folder.shell("mkdir \(name); cp -a events.jsonl.d \(name)/")
    let lines = folder.logLines.dropLast(count).map { $0 + "\n" }.joined()
    folder.write(Array(lines.utf8), to: "\(name)/events.jsonl")
  }

  @Test(arguments: ["", "half", "zeros", "half and zeros"])
  func `a short copy is restored and says how many events it lacks`(end: String) {
    let folder = Self.folder()
    short(folder, by: 3)
    let next = Array(folder.logLines[5].utf8)
    var bytes = folder.bytes("copy/events.jsonl")
    if end.hasPrefix("half") { bytes += next.prefix(40) }
    if end.hasSuffix("zeros") { bytes += [UInt8](repeating: 0, count: 10_000) }
    folder.write(bytes, to: "copy/events.jsonl")
    let before = Tree(folder.file("copy"))
    let ending = folder.run("restore", "copy", "-f", "r.jsonl")
    #expect(
      ending.code == 1
        && ending.output.contains(
          "the copy's head knew of 3 later ones, which the copy does not have"),
      "\(ending)")
    #expect(folder.bytes("r.jsonl") == Array(folder.logBytes.prefix(folder.bytes("r.jsonl").count)))
    #expect(folder.run("verify", "r.jsonl").output.hasPrefix("r.jsonl: 5 events"))
    #expect(folder.run("show", "users", "r.jsonl").output.contains("Eva Öz"))
    let told = folder.run("restore", "copy/events.jsonl", "-f", "j.jsonl", "--json")
    #expect(told.errors.contains("were left off") == !end.isEmpty, "\(told.errors)")
    let json = told.lines[0]
    #expect(
      json.hasPrefix(#"{"schema":"shift-events/restore/1","events":5,"sequence":5,"hash":""#),
      "\(json)")
    #expect(json.hasSuffix(#""lost":3,"acknowledged":8,"people":2}"#), "\(json)")
    #expect(Tree(folder.file("copy")) == before)
  }

  @Test func `readers and writers of a short copy give the command that restores it`() throws {
    let folder = Self.folder()
    short(folder, by: 2)
    let tools = URL(fileURLWithPath: BuiltTool.path).deletingLastPathComponent().path
    for words in [
      ["show", "users"], ["verify"], ["replay"], ["checkpoint"],
      ["append", "user.registered", "zoe", "--actor", "zoe", "roles:=[\"student\"]"],
    ] {
      let ending = folder.run(words + ["-f", "copy/events.jsonl"])
      let told = ending.errors + ending.output
      #expect(
        ending.code == 65 && told.contains("a copy that was made while the log was written"),
        "\(ending)")
      let command = try #require(
        told.firstMatch(of: /eventlog-tool restore .*\.jsonl -f \S+\.jsonl/))
      #expect(folder.shell("PATH=\"\(tools):$PATH\"; \(command.output)").code == 1)
      folder.shell("rm -r copy/events-restored.jsonl*")
    }
  }

  @Test
  func `damage before the head's end is named, and a log is made only up to where somebody says`() {
    let folder = Self.folder()
    short(folder, by: 0)
    var lines = folder.logLines
    lines[4] = "x" + lines[4].dropFirst()
    folder.write(Array(lines.map { $0 + "\n" }.joined().utf8), to: "copy/events.jsonl")
    let refused = folder.run("restore", "copy", "-f", "r.jsonl")
    #expect(
      refused.code == 65 && refused.errors.contains("events.jsonl:5")
        && refused.errors.contains("--to 4"))
    #expect(!folder.exists("r.jsonl") && !folder.exists("r.jsonl.d"))
    #expect(folder.run("restore", "copy", "-f", "r.jsonl", "--to", "5").code == 64)
    #expect(folder.run("restore", "copy", "-f", "r.jsonl", "--to", "3").code == 1)
    #expect(folder.run("verify", "r.jsonl").output.hasPrefix("r.jsonl: 3 events"))
    // A head of another log, or another line at its end.
    let other = Self.folder(7)
    folder.write(folder.logBytes, to: "copy/events.jsonl")
    folder.write(other.bytes("events.jsonl.d/head"), to: "copy/events.jsonl.d/head")
    #expect(folder.run("restore", "copy", "-f", "s.jsonl").code == 65)
    // A head that cannot be read counts as none.
    folder.write(Array("nonsense".utf8), to: "copy/events.jsonl.d/head")
    let without = folder.run("restore", "copy", "-f", "t.jsonl")
    #expect(without.code == 0 && without.output.contains("cannot be told"), "\(without)")
  }

  @Test
  func `lines behind the head's end are kept, and a copy without its folder says what is missing`()
  {
    let folder = Self.folder()
    let head = folder.bytes("events.jsonl.d/head")
    folder.append([Self.registration(50)])
    short(folder, by: 0)
    folder.write(head, to: "copy/events.jsonl.d/head")
    #expect(folder.run("restore", "copy", "-f", "r.jsonl").code == 0)
    #expect(folder.run("verify", "r.jsonl").output.hasPrefix("r.jsonl: 9 events"))
    folder.write(folder.logBytes, to: "alone.jsonl")
    let ending = folder.run("restore", "alone.jsonl", "-f", "s.jsonl")
    #expect(ending.code == 0 && ending.output.contains("and names are missing"), "\(ending)")
    folder.shell(
      "mkdir nameless; cp -a events.jsonl.d nameless/; rm nameless/events.jsonl.d/people.jsonl")
    folder.write(folder.logBytes, to: "nameless/events.jsonl")
    let nameless = folder.run("restore", "nameless", "-f", "n.jsonl")
    #expect(nameless.code == 0 && nameless.output.contains("lacks 2 names"), "\(nameless)")
    let earlier = folder.run("restore", "copy", "--to", "5", "-f", "e.jsonl")
    #expect(earlier.code == 1 && earlier.output.contains("later ones, which --to leaves off"))
    // An erasure in the copied lines takes the name, whatever the copied folder says, also behind the last event to keep.
    folder.shell("mkdir late; cp -a events.jsonl.d late/")
    folder.append([Story.event("x", "user.erased", "eva", "eva")])
    folder.write(folder.logBytes, to: "late/events.jsonl")
    #expect(folder.run("restore", "late", "-f", "u.jsonl").code == 0)
    #expect(folder.run("restore", "late", "-f", "v.jsonl", "--to", "5").code == 1)
    for name in ["u", "v"] {
      #expect(
        !String(decoding: folder.bytes("\(name).jsonl.d/people.jsonl"), as: UTF8.self).contains(
          "Eva"))
    }
  }

  @Test func `a copy whose file of names has a second one, as tar may find it, is restored`() {
    let folder = Self.folder()
    folder.shell("mkdir copy; cp -r events.jsonl events.jsonl.d copy")
    folder.shell("ln copy/events.jsonl.d/people.jsonl copy/events.jsonl.d/people.jsonl.new")
    #expect(folder.run("restore", "copy", "-f", "back.jsonl").code == 0)
    for name in ["", ".d/people.jsonl"] {
      #expect(folder.bytes("events.jsonl" + name) == folder.bytes("back.jsonl" + name), "\(name)")
    }
  }

  @Test func `restore puts nothing over what is there, and ends what a killed one began`() {
    let folder = Self.folder()
    folder.run("backup", "b")
    for occupied in ["events.jsonl", "only-folder.jsonl"] {
      folder.shell("mkdir -p only-folder.jsonl.d; touch only-folder.jsonl.d/head")
      let ending = folder.run("restore", "b", "-f", occupied)
      #expect(ending.code == 73 && ending.errors.contains("mv "), "\(ending)")
    }
    folder.shell(
      "mkdir killed.jsonl.d; printf half > killed.jsonl.d/restoring; cp events.jsonl.d/people.jsonl killed.jsonl.d/"
    )
    #expect(folder.run("restore", "b", "-f", "killed.jsonl").code == 0)
    expectEqual(folder, "killed.jsonl", "b/events.jsonl")
    #expect(folder.names(in: "killed.jsonl.d") == ["head", "people.jsonl"])
    folder.shell("mkdir two none; cp events.jsonl two/a.jsonl; cp events.jsonl two/b.jsonl")
    let several = folder.run("restore", "two", "-f", "x.jsonl")
    #expect(
      several.code == 64 && several.errors.contains("two/a.jsonl and two/b.jsonl"), "\(several)")
    #expect(folder.run("restore", "none", "-f", "x.jsonl").code == 66)
    #expect(folder.run("restore", "nowhere", "-f", "x.jsonl").code == 66)
    #expect(folder.run("restore", "-", "-f", "x.jsonl").code == 64)
    for inside in ["b/x.jsonl", "./b/../b/x.jsonl"] {
      let ending = folder.run("restore", "b", "-f", inside)
      #expect(ending.code == 64 && ending.errors.contains("is only read"), "\(ending)")
    }
    folder.write(Array("no log".utf8), to: "text")
    #expect(folder.run("restore", "text", "-f", "x.jsonl").code == 65)
    #expect(!folder.exists("x.jsonl.d"))
  }

  @Test func `a restore that is overtaken leaves what another has made as it is`() {
    let folder = Self.folder()
    folder.run("backup", "b")
    // The restore waits for the lock while another makes the log, or moves the folder away and begins another.
    let waiting = """
      mkdir t.jsonl.d; : > t.jsonl.d/restoring; exec 9<>t.jsonl.d/restoring; flock 9
      $TOOL restore b -f t.jsonl 9>&- & sleep 0.5
      """
    let made = folder.shell(
      waiting + "\ncp events.jsonl t.jsonl; exec 9>&-; wait $!; code=$?; ls t.jsonl.d; exit $code")
    #expect(made.code == 73 && made.output.isEmpty, "\(made)")
    folder.shell("rm -r t.jsonl t.jsonl.d")
    let line = Story.event(
      "p", "user.registered", "mia", "mia", nil, #"{"roles":["manager"],"name":"Mia P"}"#)
    let begun = folder.shell(
      waiting
        + """

        echo '\(line)' | $TOOL append - --create -f t.jsonl 2>&1 && exit 1
        mv t.jsonl.d away.d
        echo '\(line)' | $TOOL append - --create -q -f t.jsonl || exit 2
        exec 9>&-; wait $!; code=$?; $TOOL show users --json t.jsonl; exit $code
        """)
    #expect(begun.code == 73 && begun.output.contains("Mia P"), "\(begun)")
    #expect(begun.output.contains("is being restored"), "\(begun)")
    #expect(folder.run("verify", "t.jsonl").code == 0)
  }

  @Test func `a copy of a log with a home stays one, unless somebody makes it a log of its own`() {
    let folder = Self.folder()
    let first = OrderedJSON(folder.logLines[0])["hash"]!.text
    let address = "postgresql://app@nowhere.invalid/roster?log=store"
    let mark = "shift-events home 1 first=\(first) address=\(address)"
    folder.shell(
      "printf '%s sha256=%s\\n' '\(mark)' \"$(printf %s '\(mark)' | sha256sum | cut -c1-64)\" > events.jsonl.d/home"
    )
    #expect(folder.run("backup", "b", "--json").output.contains("\"home\":\"\(address)\""))
    for from in ["b", "events.jsonl"] {
      let copy = folder.run("restore", from, "-f", "r.jsonl")
      #expect(copy.code == 0 && copy.output.contains("a copy of the log in \(address)"), "\(copy)")
      #expect(folder.bytes("r.jsonl.d/home") == folder.bytes("events.jsonl.d/home"))
      let own = folder.run("restore", from, "-f", "own.jsonl", "--without-home")
      #expect(own.code == 0 && own.output.contains("a log of its own now"), "\(own)")
      #expect(!folder.exists("own.jsonl.d/home"))
      #expect(
        folder.run(
          "append", "user.registered", "zoe", "--actor", "zoe", "roles:=[\"student\"]", "-f",
          "own.jsonl"
        ).code == 0)
      folder.shell("rm -r r.jsonl* own.jsonl*")
    }
    folder.write(Array("nonsense\n".utf8), to: "events.jsonl.d/home")
    #expect(folder.run("restore", "events.jsonl", "-f", "r.jsonl").code == 65)
    #expect(!folder.exists("r.jsonl.d"))
  }

  // MARK: - The page

  @Test func `the drill of the page runs as it stands`() throws {
    let page = try String(
      contentsOfFile: Repository.root + "/Documentation/Backup.md", encoding: .utf8)
    let drill = try #require(page.firstMatch(of: /<!-- drill -->\n```sh\n((?:.|\n)*?)```/)).output.1
    let folder = Self.folder()
    let tools = URL(fileURLWithPath: BuiltTool.path).deletingLastPathComponent().path
    let ending = folder.shell("set -e\nPATH=\"\(tools):$PATH\"\n\(drill)")
    #expect(ending.code == 0, "\(ending)")
    for line in [
      "8 of them are new", "restored 8 events", "short, as expected",
      "restored, and some are missing", "5 events, bytes",
    ] {
      #expect(ending.output.contains(line), "\(line): \(ending)")
    }
    #expect(ending.output.contains("nothing"), "\(ending)")
    #expect(folder.shell("ls").lines == ["events.jsonl", "events.jsonl.d"])
    folder.expectVerified()
  }
}
