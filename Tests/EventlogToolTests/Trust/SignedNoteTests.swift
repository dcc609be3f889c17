import Foundation
import TestSupport
import Testing

private let hasOpenSSL =
  (try? Child.run("/usr/bin/env", ["sh", "-c", "openssl version | grep -q '^OpenSSL [3-9]'"]))?
  .code == 0

/// Where Debian has Go's package of signed notes.
private let goPath = "/usr/share/gocode"
private let hasGo =
  FileManager.default.fileExists(atPath: goPath + "/src/golang.org/x/mod/sumdb/note/note.go")
  && (try? Child.run("/usr/bin/env", ["sh", "-c", "command -v go"]))?.code == 0

/// Checkpoints that are signed, checked and witnessed, by openssl.
@Suite(.enabled(if: hasOpenSSL, "there is no openssl 3 here"))
struct SignedNoteTests {
  /// The program of a witness that stands in the page on auditing.
  static func witness() throws -> Substring {
    let page = try String(
      contentsOfFile: Repository.root + "/Documentation/Auditing.md", encoding: .utf8)
    let block = try #require(page.firstMatch(of: /(?s)<!-- witness -->\n```python\n(.*?)```\n/))
    return block.output.1
  }

  private static func folder() throws -> LogFolder {
    let folder = LogFolder.withStory()
    try folder.shell(
      """
      set -e; umask 077
      for name in key witness other; do openssl genpkey -algorithm ed25519 -out $name.pem; done
      "$TOOL" checkpoint --key key.pem > note; "$TOOL" checkpoint --key key.pem --show-vkey > vkey
      "$TOOL" checkpoint --key other.pem --show-vkey > other.vkey
      """
    ).requireDone()
    folder.write(Array(try witness().utf8), to: "witness.py")
    return folder
  }

  private func text(_ folder: LogFolder, _ name: String) -> String {
    String(decoding: folder.bytes(name), as: UTF8.self)
  }

  @Test func `a signed note is checked by its key, and by openssl alone`() throws {
    let folder = try Self.folder()
    let plain = folder.run("checkpoint").output
    #expect(text(folder, "note").hasPrefix(plain + "\n\u{2014} ") && !plain.hasPrefix("eventlog\n"))
    let answer = folder.run("verify", "--checkpoint", "note", "--vkey", "vkey")
    #expect(answer.code == 0 && answer.output.contains(": valid"), "\(answer)")
    let open = folder.run("verify", "--checkpoint", "note")
    #expect(open.code == 0 && open.output.hasSuffix("no signature was checked\n"), "\(open)")
    let json = folder.run("verify", "--checkpoint", "note", "--vkey", "vkey", "--json").output
    #expect(json.contains(#""status":"valid"}],"checked":1}"#), "\(json)")
    try folder.shell(
      """
      set -e
      head -3 note > body; tail -1 note | cut -d' ' -f3 | base64 -d | tail -c 64 > signature
      openssl pkeyutl -verify -rawin -inkey key.pem -in body -sigfile signature
      """
    ).requireDone()
    let named = folder.run("checkpoint", "--key", "key.pem", "--origin", "store.example/log").output
    #expect(named.hasPrefix("store.example/log\n") && named.contains("\u{2014} store.example/log "))
    #expect(folder.run("checkpoint", "--key", "key.pem", "--origin", "a b").code == 64)
  }

  @Test func `a program that was started with its children ignored signs, too`() throws {
    let folder = try Self.folder()
    let ending = folder.startProgram(
      "python3",
      [
        "-c",
        "import os, signal, sys; signal.signal(signal.SIGCHLD, signal.SIG_IGN); os.execv(sys.argv[1], sys.argv[1:])",
        BuiltTool.path, "checkpoint", "--key", "key.pem",
      ]
    ).wait()
    #expect(ending.code == 0, "\(ending)")
  }

  @Test(arguments: [8, 16, 64, 256])
  func `few descriptors are enough, or the system's own words say that they are not`(
    limit: Int
  ) throws {
    let folder = try Self.folder()
    for words in ["checkpoint --key key.pem", "verify --checkpoint note --vkey vkey"] {
      // Descriptors of the program that runs the tests may be open.
      let ending = folder.shell(
        """
        for open in /proc/$$/fd/*; do (( ${open##*/} < 3 )) || eval "exec ${open##*/}>&-"; done
        ulimit -n \(limit); exec $TOOL \(words)
        """)
      #expect(
        ending.code == 0 || limit < 16 && ending.errors.contains("Too many open files"),
        "\(words): \(ending)")
    }
  }

  @Test(arguments: ["-verify", "-sign", "-pubout"], ["kill -9 $$", "exit 127", "exit 3"])
  func `an openssl that cannot do its work accuses no signature`(act: String, ending: String) throws
  {
    let folder = try Self.folder()
    folder.writeProgram(
      "#!/bin/sh\ncase \"$*\" in *\(act)*) \(ending);; esac\nexec openssl \"$@\"\n", to: "broken")
    let words =
      act == "-verify" ? "verify --checkpoint note --vkey vkey" : "checkpoint --key key.pem"
    let answer = folder.shell("SHIFT_EVENTS_OPENSSL=$PWD/broken $TOOL \(words)")
    let told = answer.output + answer.errors
    #expect(!told.contains("wrong") && answer.code != 1, "\(answer)")
    if ending != "exit 3" {
      #expect(answer.code == 74 && !told.contains("is no private key"), "\(answer)")
    }
  }

  @Test(.enabled(if: hasGo, "Go, or its golang.org/x/mod, is not there"))
  func `a signed note is opened by Go's sumdb/note, and no other`() throws {
    let folder = try Self.folder()
    try folder.shell(
      """
      set -e
      export GO111MODULE=off GOPATH=\(goPath) GOCACHE="$PWD/cache"
      go build -o open "\(Repository.root)/Tests/Clients/open-note.go"
      ./open note "$(cat vkey)" > opened
      head -3 note > body; head -3 opened | cmp - body
      test "$(tail -1 opened)" = "signed by $(head -1 note)"
      sed '2s/$/0/' note > forged
      if ./open note "$(cat other.vkey)" || ./open forged "$(cat vkey)"; then exit 1; fi
      """
    ).requireDone()
  }

  @Test func `the checkpoint of a backup is signed as one by itself, and anew with what is new`()
    throws
  {
    let folder = try Self.folder()
    for size in ["\n23\n", "\n24\n"] {
      let ending = folder.run("backup", "b", "--key", "key.pem")
      #expect(ending.code == 0, "\(ending)")
      #expect(text(folder, "b/checkpoint") == folder.run("checkpoint", "--key", "key.pem").output)
      #expect(text(folder, "b/checkpoint").contains(size))
      #expect(folder.shell("grep -rl PRIVATE b").output.isEmpty)
      folder.append([BackupTests.registration(1)])
    }
    let plain = folder.run("backup", "b")
    #expect(plain.code == 0 && text(folder, "b/checkpoint") == folder.run("checkpoint").output)
  }

  @Test(arguments: [("note", "events.jsonl"), ("b/checkpoint", "r.jsonl")])
  func `forged and damaged notes are refused, also those of a backup`(name: String, log: String)
    throws
  {
    let folder = try Self.folder()
    try folder.shell(
      """
      set -e; "$TOOL" backup b --key key.pem; "$TOOL" restore b -f r.jsonl
      "$TOOL" checkpoint --key other.pem > others
      """
    ).requireDone()
    let check = ["verify", log, "--checkpoint"]
    let whole = folder.run(check + [name, "--vkey", "vkey"])
    #expect(whole.code == 0 && whole.output.contains(": valid"), "\(whole)")
    let note = text(folder, name)
    let parts = note.components(separatedBy: " ")
    let signature = [UInt8](Data(base64Encoded: parts[2].trimmingCharacters(in: .newlines))!)
    func signed(_ bytes: [UInt8], _ name: String) -> String {
      note.components(separatedBy: "\n\n")[0]
        + "\n\n\u{2014} \(name) \(Data(bytes).base64EncodedString())\n"
    }
    let signer = parts[1]
    for place in [4, 5, 30, 67] {
      var bytes = signature
      bytes[place] ^= 1
      folder.write(Array(signed(bytes, signer).utf8), to: "forged")
      #expect(
        folder.run(check + ["forged", "--vkey", "vkey"]).code == 1, "\(place)")
    }
    let otherHash = [signature[0] ^ 1] + signature[1...]
    for (forged, code) in [
      (text(folder, "others"), 1), (note.replacing("\n23\n", with: "\n22\n"), 1),
      (note.replacing(signer, with: "another"), 1),
      (note.components(separatedBy: "\n\n")[0] + "\n", 1), (signed(otherHash, signer), 1),
      (signed(Array(signature.dropLast()), signer), 1), (signed(signature + [0], signer), 1),
      (note.dropLast() + "", 65), (note + "nonsense\n", 65), (note + "\u{2014} \(signer)\n", 65),
      (note + "\u{2014} \(signer) !!!\n", 65), (note + "\u{2014} a+b AAAAAAAA\n", 65),
      (note + String(repeating: "\u{2014} x AAAAAAAA\n", count: 101), 65),
      (note + "\u{2014} x \(String(repeating: "AAAA", count: 1 << 14))\n", 65), ("", 65),
      (note.replacing("\n\n", with: "\n"), 65),
    ] {
      folder.write(Array(forged.utf8), to: "forged")
      let ending = folder.run(check + ["forged", "--vkey", "vkey"])
      #expect(Int(ending.code) == code, "\(forged.prefix(300)): \(ending)")
    }
    // Somebody else's line says nothing, and a key that did not sign is missed.
    folder.write(Array((note + "\u{2014} x AAAAAAAA\n").utf8), to: "more")
    #expect(folder.run(check + ["more", "--vkey", "vkey"]).code == 0)
    let both = check + [name, "--vkey", "vkey", "--vkey", "other.vkey"]
    #expect(folder.run(both).code == 1 && folder.run(both + ["--need", "1"]).code == 0)
    #expect(
      folder.run(both + ["--need", "3"]).code == 64
        && folder.run(both + ["--need", "0"]).code == 64)
    // A key that is given twice is one.
    #expect(
      folder.run(check + [name, "--vkey", "vkey", "--vkey", "vkey", "--need", "2"]).code == 64)
    #expect(folder.run(check + [name, "--need", "1"]).code == 64)
    for words in ["a+b+c", "note"] {
      #expect(folder.run(check + [name, "--vkey", words]).code == 65)
    }
  }

  @Test
  func `a key that others may read, another kind of key and a program that is missing are refused`()
    throws
  {
    let folder = try Self.folder()
    folder.shell(
      """
      umask 077; openssl genpkey -algorithm x25519 -out x.pem; cp key.pem open.pem; chmod 640 open.pem
      openssl genpkey -algorithm ed25519 -aes256 -pass pass:secret -out locked.pem; "$TOOL" init empty.jsonl
      """)
    for (words, code) in [
      (["--key", "x.pem"], 65), (["--key", "locked.pem"], 65), (["--key", "open.pem"], 77),
      (["--key", "none.pem"], 66), (["--key", "key.pem", "-o", "key.pem"], 64),
      (["--show-vkey"], 64),
      (["--key", "key.pem", "-f", "empty.jsonl"], 1), (["--vkey", "vkey"], 64),
      (["--note", "note"], 64),
    ] {
      let ending = folder.run(["checkpoint"] + words)
      #expect(Int(ending.code) == code, "\(words): \(ending)")
      if words[0] != "--key" || words.contains("-o") { continue }
      let backup = folder.run(["backup", "b"] + words)
      #expect(Int(backup.code) == code && !folder.exists("b"), "\(words): \(backup)")
    }
    folder.shell("umask 077; mkdir b; cp key.pem b/checkpoint")
    for place in ["b/checkpoint", "./b/../b/checkpoint"] {
      let inside = folder.run("backup", "b", "--key", place)
      #expect(inside.code == 64 && folder.bytes("b/checkpoint") == folder.bytes("key.pem"))
      #expect(inside.errors.contains("keep the key elsewhere"), "\(inside)")
    }
    for program in ["/bin/false", "/nowhere/openssl"] {
      let ending = folder.run(
        "checkpoint", "--key", "key.pem", environment: ["SHIFT_EVENTS_OPENSSL": program])
      #expect(ending.code == 69, "\(ending)")
    }
    // A broken configuration of others is not read.
    let ending = folder.run(
      "checkpoint", "--key", "key.pem", environment: ["OPENSSL_CONF": folder.file("note")])
    #expect(ending.code == 0, "\(ending)")
  }

  @Test func `a private key lies nowhere, also where signing is killed`() throws {
    let folder = try Self.folder()
    let script = """
      #!/bin/sh
      [ "$1" = version ] && exec openssl version
      grep -rl "PRIVATE" "$TMPDIR" > "$PLACE/found"; touch "$PLACE/reached"; exec sleep 9
      """
    folder.write(Array(script.utf8), to: "slow")
    let killed = folder.shell(
      """
      chmod +x slow; mkdir place
      export TMPDIR=$PWD/place PLACE=$PWD SHIFT_EVENTS_OPENSSL=$PWD/slow
      "$TOOL" checkpoint --key key.pem & while [ ! -e reached ]; do sleep 0.05; done
      kill $!; wait $!; grep -rl PRIVATE place; cat found
      """)
    #expect(killed.output.isEmpty, "\(killed)")
  }

  @Test func `a witness signs what grew, and refuses a fork`() throws {
    let folder = try Self.folder()
    try folder.shell(
      """
      set -e
      head -10 events.jsonl > early.jsonl
      "$TOOL" checkpoint --at 10 --key key.pem > first; (printf 'old 0\\n\\n'; cat first) | python3 witness.py witness.pem > answer1
      "$TOOL" prove --since first --checkpoint note events.jsonl | python3 witness.py witness.pem > answer
      "$TOOL" checkpoint --note note --cosigned answer --vkey witness.vkey > witnessed
      """
    ).requireDone()
    let answer = folder.run(
      "verify", "--checkpoint", "witnessed", "--vkey", "vkey", "--vkey", "witness.vkey")
    #expect(answer.code == 0 && answer.output.contains("signed by 2 of the keys"), "\(answer)")
    // The same line again adds nothing.
    let again = folder.run(
      "checkpoint", "--note", "witnessed", "--cosigned", "answer", "--vkey", "witness.vkey")
    #expect(again.code == 0 && Array(again.output.utf8) == folder.bytes("witnessed"), "\(again)")
    // A note that nobody could read afterwards is not written.
    folder.shell(
      """
      cp note full; for i in $(seq 99); do
        printf '\\342\\200\\224 other%s %s\\n' $i "$(head -c 68 /dev/urandom | base64 -w0)" >> full; done
      """)
    #expect(folder.run("verify", "--checkpoint", "full", "--vkey", "vkey").code == 0)
    let full = folder.run(
      "checkpoint", "--note", "full", "--cosigned", "answer", "--vkey", "witness.vkey")
    #expect(full.code == 65 && full.errors.contains("more than 100 signatures"), "\(full)")
    #expect(
      folder.run("checkpoint", "--note", "note", "--cosigned", "answer", "--vkey", "other.vkey")
        .code == 1)
    #expect(
      folder.run("checkpoint", "--note", "note", "--cosigned", "answer1", "--vkey", "witness.vkey")
        .code == 1)
    // A log with another history of the same length.
    let fork = folder.shell(
      """
      sed 's/^\\(store[^ ]*\\|eventlog[^ ]*\\)$/&/; 3s/./A/5' note > forked
      printf 'old 23\\n\\n' > request; cat forked >> request; python3 witness.py witness.pem < request
      """)
    #expect(fork.code != 0 && fork.errors.contains("REFUSED"), "\(fork)")
    // Fewer events than were seen, with a root of nothing; and another log.
    for change in ["2s/.*/8/", "1s/.*/other/"] {
      let other = folder.shell(
        """
        (printf 'old 23\\n\\n'; sed '\(change)' note) | python3 witness.py witness.pem
        """)
      #expect(other.code != 0 && other.errors.contains("REFUSED"), "\(change): \(other)")
    }
    // A clock that is days ahead.
    let late = folder.shell(
      """
      rm seen; (printf 'old 0\\n\\n'; cat note) | AHEAD=200000 python3 witness.py witness.pem > late
      "$TOOL" checkpoint --note note --cosigned late --vkey witness.vkey
      """)
    #expect(late.code == 1 && late.errors.contains("ahead of this machine's clock"), "\(late)")
  }
}
