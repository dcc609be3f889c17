import Foundation
import Testing

/// What stands around a log: folders with odd names and rights, copies by links, accounts, limits, and readers that go.
struct SurroundingsTests {
  /// `$TOOL` as another account, below a folder that it may enter.
  private static let nobody = "setpriv --reuid=65534 --regid=65534 --clear-groups"
  private static let canDropRights = LocksTests.canDropRights
  private static let event =
    "user.registered pia --actor pia roles=student --now \(LogFolder.clock)"

  // MARK: - Paths

  @Test func `below a folder whose name is no UTF-8, answers go into files and backups are made`() {
    let folder = LogFolder.withStory()
    let ending = folder.shell(
      #"""
      D=$'caf\xe9'; mkdir "$D" && mv events.jsonl events.jsonl.d "$D" && cd "$D" || exit 9
      "$TOOL" show users -o users.csv && "$TOOL" backup bk -q && "$TOOL" verify -q bk/events.jsonl || exit 8
      ln -s events.jsonl link.jsonl; sed -i '$d' events.jsonl
      "$TOOL" verify link.jsonl; test $? = 66 || exit 7; "$TOOL" verify -q events.jsonl; test $? = 65
      """#)
    #expect(ending.code == 0 && ending.errors.contains("is not UTF-8"), "\(ending)")
    #expect(!ending.errors.contains("deleted or replaced") && !ending.output.contains("no head"))
  }

  @Test(.enabled(if: canDropRights, "needs root and setpriv, to become somebody else"))
  func `files are written below a folder that the account may not enter`() {
    let folder = LogFolder.withStory()
    let ending = folder.shell(
      """
      mkdir -p in/work && mv events.jsonl events.jsonl.d in/work && chown -R 65534:65534 in && chmod 700 . in
      cd in/work && \(Self.nobody) "$TOOL" show users -o u.csv && \(Self.nobody) "$TOOL" backup bk -q && ls u.csv bk/head bk
      \(Self.nobody) "$TOOL" verify -q bk/events.jsonl
      """)
    #expect(ending.code == 0, "\(ending)")
  }

  @Test func `a folder is that of a log by what is in it, not by its name`() {
    let folder = LogFolder.withStory()
    let ending = folder.shell(
      """
      mkdir -p data.d/snapshots jail.d/home/bob && "$TOOL" init -q data.d/s.jsonl &&
        "$TOOL" init -q jail.d/home/bob/s.jsonl && "$TOOL" report -o jail.d/home/bob/r.html
      """)
    #expect(ending.code == 0, "\(ending)")
    #expect(folder.run("report", "-o", "events.jsonl.d/r.html").code == 64)
    #expect(folder.run("init", "events.jsonl.d/x.jsonl").code == 65)
  }

  @Test func `what belongs to a log is guarded below any folder`() {
    let folder = LogFolder.withStory()
    let ending = folder.shell(
      #"""
      D=$'caf\xe9'; mkdir "$D" && mv events.jsonl events.jsonl.d "$D" && cd "$D" || exit 9
      "$TOOL" backup bk -q >/dev/null || exit 8
      cp events.jsonl.d/head head; cd events.jsonl.d
      for words in 'show users -f ../events.jsonl -o head' 'backup bk ../events.jsonl' 'backup . ../events.jsonl'; do
        "$TOOL" $words; echo $?
      done
      cd ..; "$TOOL" backup events.jsonl.d/bk; echo $?; "$TOOL" backup .; echo $?
      "$TOOL" backup bk bk/events.jsonl; echo $?; cmp head events.jsonl.d/head
      """#)
    #expect(ending.code == 0 && ending.lines == Array(repeating: "64", count: 6), "\(ending)")
  }

  // MARK: - Copies by links

  @Test
  func
    `copies by hard links tell what they lack, and are written once they have bytes of their own`()
    throws
  {
    let folder = LogFolder.withStory()
    folder.shell(
      """
      mkdir a && head -n 3 events.jsonl >a/events.jsonl && cp -a events.jsonl.d a/events.jsonl.d && cp -al a b
      """)
    for name in ["a", "b"] {
      let verified = folder.run("verify", "\(name)/events.jsonl")
      #expect(verified.code == 65 && verified.output.contains("short"), "\(name): \(verified)")
      let restored = folder.run("restore", name, "-f", "\(name).jsonl")
      #expect(restored.code == 1, "\(name): \(restored)")
    }
    folder.shell("mkdir c && cp -a events.jsonl events.jsonl.d c && cp -al c d")
    #expect(folder.run("show", "users", "d/events.jsonl").errors.isEmpty)
    // Each remedy is followed until there is none left.
    var remedies = 0
    while remedies < 9 {
      let ending = folder.shell(#""$TOOL" append -f d/events.jsonl "# + Self.event)
      if ending.code == 0 { break }
      #expect(ending.code == 77, "\(ending)")
      let remedy = try #require(ending.errors.firstMatch(of: /own: (cp -p .* && mv .*)/)?.1)
      #expect(folder.shell(String(remedy)).code == 0)
      remedies += 1
    }
    #expect((1...3).contains(remedies))
    #expect(folder.bytes("c/events.jsonl") == folder.logBytes)
    #expect(folder.run("verify", "d/events.jsonl").code == 0)
  }

  @Test func `a log that lacks its last line feed alone is told so, and the remedy mends it`() {
    let folder = LogFolder.withStory()
    let before = folder.logBytes
    folder.shell("truncate -s -1 events.jsonl")
    let restored = folder.run("restore", "events.jsonl", "-f", "r.jsonl")
    #expect(restored.code == 0 && folder.bytes("r.jsonl") == before, "\(restored)")
    for ending in [folder.run("verify"), folder.run("show", "users"), folder.run("recover")] {
      #expect(ending.code == 65, "\(ending)")
      #expect(
        (ending.output + ending.errors).contains("lacks only its line feed, which echo >> adds"))
      #expect(!(ending.output + ending.errors).contains("-restored"))
    }
    folder.shell("echo >> events.jsonl")
    #expect(folder.logBytes == before && folder.run("verify").code == 0)
  }

  @Test func `a follower through a link notices that the link leads to another log`() {
    let folder = LogFolder.withStory()
    let ending = folder.shell(
      #"""
      cp events.jsonl other.jsonl; cp -r events.jsonl.d other.jsonl.d; ln -s events.jsonl now.jsonl
      for turn in 'ln -s other.jsonl new; mv -T new now.jsonl' 'rm now.jsonl'; do
        rm -f seen; timeout 60 "$TOOL" log --follow now.jsonl >seen 2>told & until test -s seen; do sleep 0.05; done
        eval "$turn"; wait $!; test $? = 65 || exit 9; cat told
      done
      """#)
    #expect(ending.code == 0 && ending.lines.count == 2, "\(ending)")
    #expect(ending.lines.allSatisfy { $0.contains("another file took its place") }, "\(ending)")
  }

  // MARK: - Accounts and limits

  @Test(.enabled(if: canDropRights, "needs root and setpriv, to become somebody else"))
  func `what root makes beside a log belongs to its owner`() {
    let folder = LogFolder.withStory()
    let ending = folder.shell(
      """
      chown 65534:65534 . events.jsonl && chown -R 65534:65534 events.jsonl.d && chmod 755 .
      rm -r events.jsonl.d/head events.jsonl.d/snapshots; printf '{"spec' >>events.jsonl
      "$TOOL" recover -q >/dev/null && "$TOOL" append \(Self.event) --audit-rejections && "$TOOL" append \(Self.event) --audit-rejections
      find events.jsonl events.jsonl.d ! -uid 65534
      printf '{"spec' >>events.jsonl; \(Self.nobody) "$TOOL" recover -q >/dev/null || exit 7
      \(Self.nobody) "$TOOL" append user.registered ann --actor ann roles=student --now \(LogFolder.clock)
      """)
    #expect(ending.code == 0 && ending.lines.allSatisfy { $0.hasPrefix("{") }, "\(ending)")
  }

  @Test(.enabled(if: canDropRights, "needs root and setpriv, to become somebody else"))
  func `a folder that may be entered and not read is enough to write and to recover`() {
    let folder = LogFolder.withStory()
    let ending = folder.shell(
      """
      chown -R 65534:65534 events.jsonl events.jsonl.d; chmod 711 .; printf '{"spec' >>events.jsonl
      touch events.jsonl.d/poisoned; chown 65534 events.jsonl.d/poisoned
      \(Self.nobody) "$TOOL" recover && \(Self.nobody) "$TOOL" append \(Self.event)
      """)
    #expect(ending.code == 0, "\(ending)")
  }

  @Test(.enabled(if: canDropRights, "needs root and setpriv, to become somebody else"))
  func `lines are recorded and answered where no thread can be started`() {
    let folder = LogFolder.withStory()
    let lines = (0..<1500).map { BackupTests.registration($0) + "\n" }.joined()
    folder.write(lines.utf8, to: "in.jsonl")
    for threads in [1, 2] {
      // The account has no other process, as no other test uses it.
      let ending = folder.shell(
        """
        cp -r events.jsonl t\(threads).jsonl; cp -r events.jsonl.d t\(threads).jsonl.d
        chown -R 64\(threads)77 . && chmod 755 . && chmod 644 in.jsonl
        timeout 60 setpriv --reuid=64\(threads)77 --clear-groups prlimit --nproc=\(threads) \
          "$TOOL" append - --each -f t\(threads).jsonl --now \(LogFolder.clock) <in.jsonl
        """)
      #expect(ending.code == 0 && ending.lines.count == 1500, "\(threads): \(ending.errors)")
    }
  }

  @Test(.enabled(if: getuid() == 0, "mounting takes root"))
  func `no reply goes into a log where there is no /dev/null to stand in for standard output`() {
    let folder = LogFolder.withStory()
    let before = folder.logBytes
    for (closed, word) in [(">&-", "pia"), ("2>&-", "mia"), ("<&- >&- 2>&-", "ann")] {
      let ending = folder.shell(
        """
        unshare -m bash -c 'mount -t tmpfs none /dev && ! test -e /dev/null || exit 99
          "$TOOL" append user.registered \(word) --actor \(word) roles=student --now \(LogFolder.clock) \(closed)
          exit 0'
        """)
      #expect(ending.code == 0, "no folder of devices could be hidden: \(ending)")
    }
    #expect(folder.logBytes.starts(with: before) && folder.run("verify").code == 0)
    #expect(folder.logLines.allSatisfy { $0.hasPrefix(#"{"specversion""#) })
  }

  @Test func `a log that could not be begun leaves nothing that says it was lost`() {
    let folder = LogFolder()
    let ending = folder.shell(
      #"""
      (ulimit -f 1; trap '' XFSZ; "$TOOL" init z.jsonl); test $? = 74 || exit 9
      ls -A; "$TOOL" show users z.jsonl; "$TOOL" init -q z.jsonl
      """#)
    #expect(ending.code == 0 && ending.errors.contains("make one with"), "\(ending)")
    #expect(!ending.errors.contains("was lost") && ending.output.isEmpty, "\(ending)")
  }

  // MARK: - Backups into folders that are there

  @Test func `a first backup fills an empty folder in its place, and goes on after a kill`() throws
  {
    let folder = LogFolder.withStory()
    folder.shell("mkdir -m 2750 b; ls -di b >inode")
    #expect(folder.run("backup", "b").code == 0)
    let same = folder.shell("ls -di b | cmp - inode && stat -c %a b && ls -A b")
    #expect(same.code == 0 && same.lines.first == "2750", "\(same)")
    #expect(!same.lines.contains("unfinished"))
    // A killed run leaves its mark and some files; a folder without the mark is nobody's to fill.
    folder.shell(
      """
      for place in k/.first.unfinished k m/.first.unfinished; do mkdir -p $place && cp events.jsonl $place; done
      mkdir o && cp events.jsonl o; mkdir -p p/.first.unfinished; touch p/unfinished p/notes.txt
      """)
    for name in ["k", "m"] {
      #expect(folder.run("backup", name).code == 0, "\(name)")
      #expect(folder.run("verify", "\(name)/events.jsonl").code == 0, "\(name)")
      #expect(folder.names(in: name) == folder.names(in: "b"), "\(name)")
    }
    for (name, kept) in [
      ("o", ["events.jsonl"]), ("p", [".first.unfinished", "notes.txt", "unfinished"]),
    ] {
      #expect(folder.run("backup", name).code == 73 && folder.names(in: name) == kept, "\(name)")
    }
    // A failed one leaves the folder as it was.
    let failed = folder.shell(
      #"mkdir f && (ulimit -f 1; trap '' XFSZ; "$TOOL" backup f); test $? = 74 && ls -A f"#)
    #expect(failed.code == 0 && failed.output.isEmpty, "\(failed)")
  }

  @Test(.enabled(if: canDropRights, "needs root and setpriv, to become somebody else"))
  func `the folder of a backup may lie in one that only root writes`() {
    let folder = LogFolder.withStory()
    let ending = folder.shell(
      """
      chmod 755 .; chown -R 65534 events.jsonl events.jsonl.d; mkdir -p bk/store; chown 65534 bk/store
      for run in 1 2; do \(Self.nobody) "$TOOL" backup bk/store -q >/dev/null || exit 9; done; ls -A bk
      """)
    #expect(ending.code == 0 && ending.lines == ["store"], "\(ending)")
  }

  // MARK: - Outcomes

  @Test func `a writer that cannot acknowledge what it wrote says that it may be recorded`() {
    let folder = LogFolder.withStory()
    let words = "--lock-timeout 1 --now \(LogFolder.clock)"
    folder.write(BackupTests.registration(1).utf8 + [10], to: "in.jsonl")
    folder.write("user.registered ann --actor ann roles=student\n".utf8, to: "words.txt")
    for command in [
      "append user.registered pia --actor pia roles=student", "append in.jsonl",
      "append in.jsonl --each", "append words.txt --words",
    ] {
      let ending = folder.shell(
        """
        (flock -x 9; exec sleep 60) 9<events.jsonl.d/head & sleep 0.3
        "$TOOL" \(command) \(words); code=$?; kill $!; exit $code
        """)
      #expect(ending.code == 75, "\(command): \(ending)")
      let told = ending.output + ending.errors
      #expect(told.contains("may be recorded all the same"), "\(command): \(ending)")
      #expect(!told.contains("nothing was written"), "\(command): \(ending)")
      #expect(!told.contains("old lines of the people file"), "\(command): \(ending)")
    }
    // The remedy that is told for one event is followed.
    let held = folder.shell(
      """
      (flock -x 9; exec sleep 60) 9<events.jsonl.d/head & sleep 0.3
      "$TOOL" append user.registered zoe --actor zoe roles=student \(words); kill $!
      """)
    let id = held.output.firstMatch(of: /with the id ([-0-9a-f]+), it stands once/)?.1 ?? "none"
    let again = folder.shell(
      #""$TOOL" append user.registered zoe --actor zoe roles=student --id \#(id) \#(words)"#)
    #expect(again.code == 0 && again.output.contains("duplicate"), "\(held) \(again)")
    // They were: the next writer acknowledges them.
    #expect(folder.run("extend", "--now", LogFolder.clock).code == 0)
    #expect(
      folder.shell(#""$TOOL" log --type user.registered | grep -c -e pia -e ann -e '"p1"'"#).output
        >= "3")
  }

  @Test func `a refusal keeps its code where nobody reads it`() {
    let folder = LogFolder.withStory()
    folder.write(Story.event("r", "shift.supplied", "none", "eva").utf8 + [10], to: "in.jsonl")
    folder.write("shift.supplied none --actor eva\n".utf8, to: "words.txt")
    for command in [
      "append shift.supplied none --actor eva", "append in.jsonl", "append in.jsonl --each",
      "append words.txt --words", "append in.jsonl --dry-run",
    ] {
      let ending = folder.shell(
        """
        { sleep 0.2; "$TOOL" \(command) --now \(LogFolder.clock) 2>/dev/null; echo $? >code; } | true
        cat code
        """)
      #expect(ending.lines == ["2"], "\(command): \(ending)")
    }
    folder.write("a sync failed\n".utf8, to: "events.jsonl.d/poisoned")
    let ending = folder.shell(
      #"{ sleep 0.2; "$TOOL" append in.jsonl 2>/dev/null; echo $? >code; } | true; cat code"#)
    #expect(ending.lines == ["74"])
  }

  @Test func `a refused write says nothing of names that the log was not read for`() {
    let folder = LogFolder()
    folder.run("init")
    let named = Story.event(
      "n", "user.registered", "mia", "mia", nil, #"{"roles":["manager"],"name":"Mia"}"#)
    #expect(folder.append([named]).code == 0)
    guard folder.shell("command -v script >/dev/null").code == 0 else {
      print("skipped: script is not installed")
      return
    }
    for damage in ["sed -i 1G events.jsonl", ": >events.jsonl"] {
      let ending = folder.shell(
        """
        cp events.jsonl sound; \(damage); script -qec "'$TOOL' append shift.supplied S1 --actor mia" /dev/null
        cp sound events.jsonl
        """)
      #expect(!(ending.output + ending.errors).contains("is not shown"), "\(damage): \(ending)")
    }
  }
}
