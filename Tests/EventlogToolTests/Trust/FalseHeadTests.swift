import Foundation
import ShiftEvents
import Testing

@testable import eventlog_tool

/// Heads that are older than a checkpoint, that somebody made anew, or that name a place within a batch; logs whose
/// hashes somebody made anew; proofs of strangers.
struct FalseHeadTests {
  private let folder = LogFolder.withStory()
  private var log: String { "events.jsonl" }

  /// Rewrites the log or its head with Python, which has `lines` of the log without line feeds, `save(lines)`, and
  /// `head(sequence, lines)`.
  private func python(_ script: String) {
    folder.write(
      Data(
        """
        import hashlib, sys
        H = lambda data: hashlib.sha256(data).hexdigest()
        lines = open('events.jsonl', 'rb').read().split(b'\\n')[:-1]
        def save(lines): open('events.jsonl', 'wb').write(b''.join(line + b'\\n' for line in lines))
        def head(sequence, lines):
            length, hash = sum(len(line) + 1 for line in lines), lambda line: line[-66:-2].decode()
            def record(role):
                text = 'shift-events head 1 %s length=%020d sequence=%012d hash=%s first=%s synced=1' % (
                    role, length, sequence, hash(lines[-1]), hash(lines[0]))
                return (text + ' sha256=' + H(text.encode())).ljust(511) + '\\n'
            open('events.jsonl.d/head', 'w').write(record('acknowledged') * 2 + record('written') + ' ' * 511 + '\\n')
        def rehashed(lines):
            before = '0' * 64
            for line in lines:
                content = line.rpartition(b',"hash":"')[0]
                before = H((before + H(content)).encode())
                yield content + b',"hash":"' + before.encode() + b'"}'

        """.utf8) + Data(script.utf8), to: "change.py")
    let ending = folder.shell("python3 change.py")
    #expect(ending.code == 0, "\(ending)")
  }

  @Test func `a checkpoint holds of a log whose head is older`() {
    let last = folder.logLines.count
    folder.shell("cp -a events.jsonl.d/head old; \"$TOOL\" checkpoint > all.checkpoint")
    #expect(folder.shell(#""$TOOL" prove \#(last) > last.proof"#).code == 0)
    python("head(5, lines[:5])")
    let verify = folder.run("verify", "--checkpoint", "all.checkpoint")
    #expect(
      verify.code == 0 && verify.output.contains("begins with the \(last) events"), "\(verify)")
    #expect(folder.run("prove", "7", "--checkpoint", "all.checkpoint").code == 0)
    #expect(folder.run("prove", "--check", "last.proof").code == 0)
    // The log's own checkpoint is of what was acknowledged.
    #expect(folder.run("checkpoint").lines[1] == "5")
  }

  @Test func `what others know of a log is there, though a power cut took the head back`() {
    let last = folder.logLines.count
    folder.shell("\"$TOOL\" checkpoint --at 7 > early; \"$TOOL\" checkpoint > late")
    #expect(folder.run("backup", "b").code == 0)
    python("head(5, lines[:5])")
    let backup = folder.run("backup", "b")
    #expect(backup.code == 0, "\(backup)")
    #expect(folder.bytes("b/events.jsonl") == folder.logBytes)
    #expect(folder.run("prove", "--since", "early", "--checkpoint", "late").code == 0)
    let followed = folder.shell(
      """
      "$TOOL" log --follow --after \(last) > followed & sleep 1
      "$TOOL" append user.registered n --actor n roles=student -q > /dev/null
      sleep 1; kill $!; wait $!; cat followed
      """)
    #expect(followed.lines.count == 1 && followed.output.contains("user.registered"), "\(followed)")
  }

  @Test func `a checkpoint of a log that lost something is no accusation`() {
    let last = folder.logLines.count
    folder.shell("\"$TOOL\" checkpoint > cp; \"$TOOL\" prove \(last) > p")
    python("save(lines[:-2])")
    let verify = folder.run("verify", "--checkpoint", "cp")
    #expect(verify.output.contains("cannot be read as far as") && verify.code == 65, "\(verify)")
    for words in [["prove", "3", "--checkpoint", "cp"], ["prove", "--check", "p"]] {
      let ending = folder.run(words)
      #expect(
        ending.code == 65 && ending.errors.contains("was acknowledged up to byte"), "\(ending)")
    }
  }

  @Test func `a proof of growth says that a power cut took the end back`() {
    folder.shell("\"$TOOL\" checkpoint --at 20 --origin a > seven")
    python("head(5, lines[:5])")
    let ending = folder.run("prove", "--since", "seven")
    #expect(ending.code == 1 && ending.errors.contains("which are there"), "\(ending)")
    let follow = folder.run("log", "--follow", "--after", "999")
    #expect(follow.errors.contains("ends at event \(folder.logLines.count),"), "\(follow)")
  }

  @Test func `nothing of a log that was written anew is imported`() {
    python("lines[3] = lines[3].replace(b'\"id\":\"', b'\"id\":\"x'); save(list(rehashed(lines)))")
    let ending = folder.run("import", log, "-f", "copy.jsonl", "--create")
    #expect(ending.code == 65 && ending.errors.contains("took 0 events"), "\(ending)")
    #expect(folder.bytes("copy.jsonl").isEmpty)
    // What is given up has its head beside it, wherever the cut is.
    let cut = folder.run("recover", "--to", "5", "--lose-acknowledged")
    #expect(cut.code == 0 && cut.output.contains("kept the head"), "\(cut)")
  }

  @Test func `a fault in the last line of a batch is one finding`() {
    let inside = folder.logLines.lastIndex { $0.contains(#""more":true"#) }! + 1
    python(
      "head(\(inside + 1), lines[:\(inside + 1)]); "
        + "lines[\(inside)] = lines[\(inside)].replace(b'\"time\":\"2', b'\"time\":\"x'); save(lines)"
    )
    let verify = folder.run("verify")
    #expect(!verify.output.contains("goes on behind it"), "\(verify)")
    #expect(verify.code == 65 && verify.output.contains("\(inside + 1): event"), "\(verify)")
  }

  @Test func `nothing is imported that its log may lose again`() {
    python("head(5, lines[:5])")
    let copied = folder.run("import", log, "-f", "copy.jsonl", "--create")
    #expect(copied.code == 0 && copied.output.contains(#""sequence":5"#), "\(copied)")
    #expect(copied.errors.contains("warning: events.jsonl: "), "\(copied)")
    #expect(copied.errors.contains("behind the acknowledged end"), "\(copied)")
    // A source that lost what it acknowledged.
    python("head(len(lines), lines); save(lines[:5])")
    let short = folder.run("import", log, "-f", "other.jsonl", "--create")
    #expect(short.code == 65 && short.errors.contains("acknowledged up to byte"), "\(short)")
  }

  @Test func `followers and proofs go on within a batch`() {
    let inside = folder.logLines.firstIndex { $0.contains(#""more":true"#) }! + 1
    #expect(folder.shell(#""$TOOL" prove \#(inside + 1) > p && "$TOOL" prove --check p"#).code == 0)
    let rest = folder.shell(
      #"timeout 3 "$TOOL" log --follow --after \#(inside) --raw | head -n \#(folder.logLines.count - inside)"#
    )
    #expect(rest.lines == Array(folder.logLines[inside...]), "\(rest)")
  }

  @Test func `a hash behind damage is found and vouches for nothing`() {
    let last = folder.logLines.count
    let hash = folder.logLines.last!.suffix(66).prefix(64)
    python("lines[3] = lines[3].replace(b'\"id\":\"', b'\"id\":\"x'); save(lines)")
    let ending = folder.run("verify", "--hash", String(hash))
    #expect(ending.code == 65, "\(ending)")
    #expect(ending.output.contains("the line of event \(last) states the hash"), "\(ending)")
    #expect(!ending.output.contains("no event of this log"), "\(ending)")
  }

  @Test func `a changed digit in the first line's hash makes nobody's folder of the log's own`() {
    python(
      "at = len(lines[0]) - 60; lines[0] = lines[0][:at] + (b'0' if lines[0][at:at+1] != b'0' else b'1') + lines[0][at+1:]; save(lines)"
    )
    for command in ["verify", "show users", "replay"] {
      let ending = folder.shell("\"$TOOL\" \(command)")
      #expect(!(ending.output + ending.errors).contains("another log"), "\(command): \(ending)")
    }
    #expect(folder.run("verify").code == 65)
  }

  @Test func `a sound first line in another form is named as what it is`() {
    python("lines[0] = lines[0].replace(b'\"1.0\",', b'\"1.0\", '); save(list(rehashed(lines)))")
    folder.remove("events.jsonl.d")
    #expect(folder.run("verify").code == 1)
    for command in ["append user.registered n --actor n roles=student", "recover"] {
      let ending = folder.shell("\"$TOOL\" \(command)")
      #expect(
        ending.code == 65 && ending.errors.contains("in another form"), "\(command): \(ending)")
      #expect(!ending.errors.contains("jq"), "\(command): \(ending)")
    }
  }

  @Test func `recover names the line that was rewritten, and keeps the head that says so`() throws {
    let last = folder.logLines.count
    python("lines[3] = lines[3].replace(b'\"id\":\"', b'\"id\":\"x'); save(list(rehashed(lines)))")
    let before = folder.logBytes
    for words in [["recover"], ["recover", "--to", "\(last)"]] {
      let refused = folder.run(words)
      #expect(refused.code == 65 && refused.errors.contains("events.jsonl:\(last):"), "\(refused)")
      #expect(refused.errors.contains("with another hash than the line there has"), "\(refused)")
      #expect(!refused.errors.contains("could be kept"), "\(refused)")
    }
    let head = folder.bytes("events.jsonl.d/head")
    #expect(folder.logBytes == before)
    let taken = folder.run("recover", "--lose-acknowledged", "--json")
    let answer = try #require(
      try JSONSerialization.jsonObject(with: Data(taken.output.utf8)) as? [String: Any])
    let kept = try #require(answer["head"] as? String)
    #expect(folder.bytes(kept) == head, "\(taken)")
    #expect((answer["otherLine"] as? String)?.contains("another hash") == true, "\(taken)")
    #expect(folder.run("verify").code == 0)
  }

  @Test(arguments: ["head(99, lines)", "head(len(lines) - 1, lines)", "head(27, lines[:27])"])
  func `a head that does not fit its line is damage to every command`(script: String) {
    let batch = folder.logLines.firstIndex { $0.contains(#""more":true"#) } ?? 0
    python(script.replacing("27", with: "\(batch + 1)"))
    let verify = folder.run("verify")
    #expect(verify.code == 65, "\(verify)")
    for command in [
      ["replay"], ["show", "users"], ["audit", "--user", "eva"], ["checkpoint"], ["backup", "b"],
      ["log"], ["append", "user.registered", "new", "--actor", "new", "roles=student"], ["recover"],
    ] {
      let ending = folder.run(command)
      #expect(ending.code == 65, "\(command): \(ending)")
      #expect(!ending.errors.contains("events.jsonl:99:"), "\(command): \(ending)")
    }
  }

  @Test(arguments: [true, false])
  func `a last line that lacks its line feed alone is told alike by every command`(hasHead: Bool) {
    folder.write(folder.logBytes.dropLast(), to: log)
    if !hasHead { folder.remove("events.jsonl.d") }
    for command in [
      ["verify"], ["recover"], ["append", "user.registered", "n", "--actor", "n", "roles=student"],
    ] {
      let ending = folder.run(command)
      let told = ending.output + ending.errors
      #expect(
        ending.code == 65 && told.contains("lacks only its line feed"), "\(command): \(ending)")
      #expect(
        !told.contains("--lose-acknowledged") && !told.contains("--to "), "\(command): \(ending)")
      #expect(!told.contains("no earlier line"), "\(command): \(ending)")
    }
    folder.shell("echo >> events.jsonl")
    #expect(folder.run("verify").code == 0)
  }

  @Test func `half of a batch that ends with a whole line but for its line feed is torn`() {
    let batch = folder.logLines.firstIndex { $0.contains(#""more":true"#) }!
    folder.remove("events.jsonl.d")
    folder.write(folder.logLines[...batch].joined(separator: "\n").utf8, to: log)
    #expect(folder.run("verify").output.contains("torn"))
    #expect(folder.run("recover").output.contains("quarantine"))
    #expect(folder.run("verify").code == 0)
  }

  @Test func `behind a failed sync the reads name recover, and no next writer`() {
    python("head(5, lines[:5])")
    folder.write("a sync failed\n".utf8, to: "events.jsonl.d/poisoned")
    for command in ["verify", "show users", "log"] {
      let ending = folder.shell("\"$TOOL\" \(command)")
      let told = ending.output + ending.errors
      #expect(told.contains("writers refuse until: eventlog-tool recover"), "\(command): \(ending)")
      #expect(!told.contains("another log's"), "\(command): \(ending)")
    }
    #expect(folder.run("recover").code == 0)
    #expect(!folder.run("verify").output.contains("sync failed"))
  }

  // MARK: - Proofs of strangers

  @Test(arguments: ["b'\\x1b[2J'", "lines[4]"])
  func `a line that is no event, or another, is not proved to be it`(line: String) {
    python(
      """
      import base64
      line, b = \(line), lambda data: base64.b64encode(data).decode()
      root = hashlib.sha256(b'\\0' + line).digest()
      open('p', 'w').write('c2sp.org/tlog-proof@v1\\nextra %s\\nindex 0\\n\\nx\\n1\\n%s\\n' % (b(line), b(root)))
      """)
    let ending = folder.run("prove", "--check", "p")
    #expect(ending.code == 1 && ending.output.isEmpty, "\(ending)")
    #expect(ending.errors.contains("is not event 1 of a log"), "\(ending)")
  }

  @Test func `checkpoints of two names are told apart before any proof`() {
    folder.shell(
      "\"$TOOL\" checkpoint --origin a --at 5 > a; \"$TOOL\" checkpoint --origin b > b; "
        + "\"$TOOL\" checkpoint --origin a > c")
    let made = folder.run("prove", "--since", "a", "--checkpoint", "b")
    #expect(made.code == 1 && made.errors.contains("the earlier one a, the later one b"), "\(made)")
    folder.shell("\"$TOOL\" prove --since a --checkpoint c | sed 's/^a$/b/' > growth")
    let checked = folder.run("prove", "--check", "growth", "--since", "a")
    #expect(checked.code == 1 && checked.errors.contains("name two logs"), "\(checked)")
  }

  @Test func `lines of a note that end in CR LF are named, with the remedy`() {
    folder.shell(
      """
      "$TOOL" checkpoint --origin a --at 5 > a; "$TOOL" checkpoint --origin a > b
      "$TOOL" prove --since a --checkpoint b > g; "$TOOL" prove 3 --line > p
      sed -i 's/$/\\r/' b g p
      """)
    for words in [
      ["verify", "--checkpoint", "b"], ["prove", "--check", "p"],
      ["prove", "--check", "g", "--since", "a"],
      ["prove", "3", "--checkpoint", "b"],
    ] {
      let ending = folder.run(words)
      #expect(ending.code == 65 && ending.errors.contains("CR LF"), "\(words): \(ending)")
      #expect(
        ending.errors.contains("tr -d '\\r' <\(words.contains("b") ? "b" : words[2])"), "\(ending)")
    }
  }
}
