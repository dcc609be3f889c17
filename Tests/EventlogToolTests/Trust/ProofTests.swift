import Foundation
import TestSupport
import Testing

/// Checkpoints and proofs, held against RFC 6962 as Python's standard library has it.
struct ProofTests {
  /// Written from the RFC alone: the tree's hash, both proofs by their recursive definitions, and the
  /// checks of RFC 9162.
  private static let reference = #"""
    import base64, hashlib, sys

    def sha(data): return hashlib.sha256(data).digest()
    def split(n):
        k = 1
        while k * 2 < n: k *= 2
        return k
    def mth(d):
        if not d: return sha(b"")
        if len(d) == 1: return sha(b"\x00" + d[0])
        k = split(len(d))
        return sha(b"\x01" + mth(d[:k]) + mth(d[k:]))
    def path(m, d):
        if len(d) == 1: return []
        k = split(len(d))
        return path(m, d[:k]) + [mth(d[k:])] if m < k else path(m - k, d[k:]) + [mth(d[:k])]
    def subproof(m, d, known):
        if m == len(d): return [] if known else [mth(d)]
        k = split(len(d))
        if m <= k: return subproof(m, d[:k], known) + [mth(d[k:])]
        return subproof(m - k, d[k:], False) + [mth(d[:k])]
    def included(leaf, index, size, hashes, root):
        fn, sn, r = index, size - 1, sha(b"\x00" + leaf)
        for p in hashes:
            if sn == 0: return False
            if fn & 1 or fn == sn:
                r = sha(b"\x01" + p + r)
                while not fn & 1 and fn: fn, sn = fn >> 1, sn >> 1
            else: r = sha(b"\x01" + r + p)
            fn, sn = fn >> 1, sn >> 1
        return sn == 0 and r == root
    def consistent(first, second, hashes, old, new):
        if first == second: return not hashes and old == new
        if first & (first - 1) == 0: hashes = [old] + hashes
        fn, sn = first - 1, second - 1
        while fn & 1: fn, sn = fn >> 1, sn >> 1
        fr = sr = hashes[0]
        for c in hashes[1:]:
            if sn == 0: return False
            if fn & 1 or fn == sn:
                fr, sr = sha(b"\x01" + c + fr), sha(b"\x01" + c + sr)
                while not fn & 1 and fn: fn, sn = fn >> 1, sn >> 1
            else: sr = sha(b"\x01" + sr + c)
            fn, sn = fn >> 1, sn >> 1
        return sn == 0 and fr == old and sr == new
    def parse(text):
        head, _, note = text.partition("\n\n")
        rows, body = head.split("\n"), note.split("\n")
        return rows, body[0], int(body[1]), base64.b64decode(body[2], validate=True)

    lines = open("events.jsonl", "rb").read().split(b"\n")[:-1]
    what = sys.argv[1]
    if what == "root": print(base64.b64encode(mth(lines[:int(sys.argv[2])])).decode())
    for name in sys.argv[2:]:
        if what == "inclusion":
            rows, origin, size, root = parse(open(name).read())
            assert rows[0] == "c2sp.org/tlog-proof@v1" and origin == "test.example/log"
            assert rows[1].startswith("index ")
            index, hashes = int(rows[1][6:]), [base64.b64decode(r, validate=True) for r in rows[2:]]
            assert root == mth(lines[:size]) and hashes == path(index, lines[:size]), name
            assert included(lines[index], index, size, hashes, root), name
            assert not included(lines[index] + b" ", index, size, hashes, root), name
        if what == "consistency":
            rows, origin, size, root = parse(open(name).read())
            old, hashes = int(rows[0][4:]), [base64.b64decode(r, validate=True) for r in rows[1:]]
            assert hashes == subproof(old, lines[:size], True), name
            assert consistent(old, size, hashes, mth(lines[:old]), root), name
    """#

  private let folder: LogFolder = {
    let folder = LogFolder()
    folder.write(
      FileManager.default.contents(atPath: Repository.sample) ?? Data(), to: "events.jsonl")
    return folder
  }()

  /// Sizes at which a batch ends, small and odd ones among them.
  private var sizes: [Int] {
    let lines = folder.logLines
    let ends = lines.indices.filter { !lines[$0].contains(#""more":true"#) }.map { $0 + 1 }
    let wanted =
      [1, 3, 8, 57, 256, 257, 517] + (Rounds.areFull ? [2, 7, 64, 100, 255, 516] : [])
    return Set(wanted.compactMap { size in ends.last { $0 <= size } }).sorted()
  }

  private func python(_ words: [String]) -> Ending {
    folder.startProgram("python3", ["-c", Self.reference] + words).wait()
  }

  /// A checkpoint of the first events, as a copy of the log with only those gives it.
  private func checkpoint(_ size: Int) -> String {
    let part = LogFolder()
    part.write(Array(folder.logLines[..<size].map { $0 + "\n" }.joined().utf8), to: "events.jsonl")
    let name = "\(size).checkpoint"
    let ending = part.run("checkpoint", "--origin", "test.example/log")
    #expect(ending.code == 0, "\(ending.errors)")
    folder.write(Array(ending.output.utf8), to: name)
    return name
  }

  @Test func `a checkpoint is the tree's hash of the RFC, whatever the size`() {
    for size in sizes {
      let lines = String(decoding: folder.bytes(checkpoint(size)), as: UTF8.self)
      let root = python(["root", "\(size)"])
      #expect(root.code == 0, "\(root.errors)")
      #expect(lines == "test.example/log\n\(size)\n\(root.output)")
    }
    #expect(folder.run("checkpoint").output.hasPrefix("store/da7da28c4a9be240\n517\n"))
    #expect(folder.run("checkpoint", "--origin", "").code == 64)
    let empty = LogFolder()
    empty.run("init")
    #expect(
      empty.run("checkpoint").output
        == "eventlog\n0\n47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=\n")
  }

  @Test func `a checkpoint of an earlier moment is the one that was printed then`() {
    for size in sizes {
      let printed = folder.bytes(checkpoint(size))
      let again = folder.run("checkpoint", "--origin", "test.example/log", "--at", "\(size)")
      #expect(again.code == 0 && Array(again.output.utf8) == printed, "\(size): \(again)")
    }
    // By time, by day, and inside a batch: what was recorded together counts together.
    let lines = folder.logLines
    let may = lines.lastIndex { $0.contains(#""time":"2026-01-"#) }! + 1
    let day = folder.run("checkpoint", "--at", "2026-01-31")
    #expect(day.output == folder.run("checkpoint", "--at", "\(may)").output && day.code == 0)
    let inner = lines.firstIndex { $0.contains(#""more":true"#) }! + 2
    let whole = folder.run("checkpoint", "--at", "\(inner)").output.split(separator: "\n")[1]
    #expect(!lines[Int(whole)! - 1].contains(#""more":true"#) && Int(whole)! < inner)
    // Also of a moment at which it had no event the log has its name.
    let name = folder.run("checkpoint").output.split(separator: "\n")[0]
    #expect(folder.run("checkpoint", "--at", "2000-01-01").output.hasPrefix("\(name)\n0\n"))
    #expect(folder.run("checkpoint", "--at", "518").code == 64)
  }

  @Test func `inclusion is proven for the separate check, at each place of several sizes`() {
    for size in sizes {
      let checkpoint = checkpoint(size)
      var proofs: [String] = []
      for sequence in Set([1, 2, size / 3, size / 2, size - 1, size]).filter({
        (1...size).contains($0)
      }) {
        let proof = folder.run("prove", "\(sequence)", "--checkpoint", checkpoint)
        #expect(proof.code == 0, "\(proof.errors)")
        proofs.append("\(size)-\(sequence).tlog-proof")
        folder.write(Array(proof.output.utf8), to: proofs.last!)
        #expect(folder.run("prove", "--check", proofs.last!).code == 0)
      }
      let checked = python(["inclusion"] + proofs)
      #expect(checked.code == 0, "\(checked.errors)")
    }
  }

  @Test func `growth is proven for the separate check`() {
    var proofs: [String] = []
    let names = sizes.map { ($0, checkpoint($0)) }
    for (old, oldName) in names {
      for (new, newName) in names where new >= old {
        let proof = folder.run("prove", "--since", oldName, "--checkpoint", newName)
        #expect(proof.code == 0, "\(proof.errors)")
        proofs.append("\(old)-\(new).proof")
        folder.write(Array(proof.output.utf8), to: proofs.last!)
      }
    }
    let checked = python(["consistency"] + proofs)
    #expect(checked.code == 0, "\(checked.errors)")
    let (early, late) = (sizes[3], sizes[5])
    let growth = "\(early)-517.proof"
    #expect(folder.run("prove", "--check", growth, "--since", "\(early).checkpoint").code == 0)
    #expect(folder.run("prove", "--check", growth, "--since", "\(late).checkpoint").code == 1)
    #expect(folder.run("prove", "--check", growth).code == 64)
    #expect(
      folder.run("prove", "--since", "517.checkpoint", "--checkpoint", "\(early).checkpoint").code
        == 1)
  }

  @Test func `a proof of something else proves nothing`() {
    let checkpoint = checkpoint(517)
    let proof = folder.run("prove", "57", "--checkpoint", checkpoint, "--line").output
    func check(_ change: (String) -> String) -> Ending {
      folder.write(Array(change(proof).utf8), to: "changed.tlog-proof")
      return folder.run("prove", "--check", "changed.tlog-proof")
    }
    let whole = check { $0 }
    #expect(whole.code == 0)
    #expect(whole.lines.last == folder.logLines[56])
    var rows = proof.components(separatedBy: "\n")
    #expect(rows[1] == "extra " + Data(folder.logLines[56].utf8).base64EncodedString())
    #expect(check { $0.replacing("index 56", with: "index 57") }.code == 1)
    #expect(check { $0.replacing("\n517\n", with: "\n48\n") }.code == 1)
    rows.swapAt(3, 4)
    #expect(check { _ in rows.joined(separator: "\n") }.code == 1)
    let other = Data(folder.logLines[57].utf8).base64EncodedString()
    #expect(check { $0.replacing(rows[1], with: "extra " + other) }.code == 1)
    for malformed in [
      { $0.replacing("c2sp.org/tlog-proof@v1", with: "c2sp.org/tlog-proof@v2") },
      { $0.replacing("index 56", with: "index 056") },
      { $0.replacing("\n517\n", with: "\n0517\n") },
      { $0.replacing("=\n", with: "\n") }, { $0.replacing("\n\n", with: "\n") }, { _ in "" },
      { $0 + "\nmore\n" },
    ] as [(String) -> String] {
      let ending = check(malformed)
      #expect(ending.code == 65, "\(ending.output)\(ending.errors)")
    }
    #expect(folder.run("prove", "518").code == 1)
    #expect(folder.run("prove", "0").code == 64)
    #expect(folder.run("prove").code == 64)
    #expect(folder.run("prove", "--check", "nowhere").code == 66)
  }

  @Test func `verify tells whether the log contains a checkpoint`() {
    for size in sizes.suffix(4) {
      let name = checkpoint(size)
      let ending = folder.run("verify", "--checkpoint", name)
      #expect(ending.code == 0, "\(ending.output)\(ending.errors)")
      #expect(ending.output.contains("begins with the \(size) events of the checkpoint"))
      #expect(
        folder.run("verify", "--checkpoint", name, "--json").output.contains(#""contained":true"#))
      let text = String(decoding: folder.bytes(name), as: UTF8.self)
      folder.write(Array((text + "\n\u{2014} test.example/log AAAAAAAA\n").utf8), to: "signed")
      #expect(folder.run("verify", "--checkpoint", "signed").code == 0)
      folder.write(Array(text.replacing("\n\(size)\n", with: "\n\(size - 1)\n").utf8), to: "other")
      #expect(folder.run("verify", "--checkpoint", "other").code == 1)
      folder.write(Array(text.replacing("\n\(size)\n", with: "\n481\n").utf8), to: "longer")
      #expect(folder.run("verify", "--checkpoint", "longer").code == 1)
      folder.write(Array(text.replacing("\n\(size)\n", with: "\n-1\n").utf8), to: "malformed")
      #expect(folder.run("verify", "--checkpoint", "malformed").code == 65)
    }
    // A history that was written anew is a whole log, and another one.
    let (other, name) = (LogFolder.withStory(), checkpoint(sizes[4]))
    other.write(folder.bytes(name), to: name)
    #expect(other.run("verify", "--checkpoint", name).code == 1)
    #expect(other.run("verify").code == 0)
  }

  // MARK: - The page for auditors

  private static let recipes: [String: String] = {
    let page = try! String(
      contentsOfFile: Repository.root + "/Documentation/Auditing.md", encoding: .utf8)
    let blocks = page.matches(of: /<!-- recipe (\w+) -->\n```\w+\n((?:.|\n)*?)```/)
    return Dictionary(
      uniqueKeysWithValues: blocks.map { (String($0.output.1), String($0.output.2)) })
  }()

  @Test func `the page for auditors does what it says`() throws {
    let names = ["checkpoint", "signed", "openssl", "ssh", "verify", "prove", "growth", "drill"]
    #expect(Self.recipes.keys.sorted() == (names + ["python"]).sorted())
    let tools = URL(fileURLWithPath: BuiltTool.path).deletingLastPathComponent().path
    folder.write(Array(try SignedNoteTests.witness().utf8), to: "witness.py")
    for name in names {
      let needed = [
        "signed": "openssl", "openssl": "openssl", "ssh": "ssh-keygen", "drill": "openssl",
      ][name]
      if let needed, folder.shell("command -v \(needed)").code != 0 {
        print("for auditors: there is no \(needed) here")
        continue
      }
      let ending = folder.shell(
        "set -e\nPATH=\"\(tools):$PATH\"\n" + (try #require(Self.recipes[name])))
      #expect(ending.code == 0, "\(name): \(ending.errors)")
    }
    let script = try #require(Self.recipes["python"])
    #expect(script.split(separator: "\n").count <= 24)
    let checked = folder.startProgram("python3", ["-c", script, "57.tlog-proof", "57.json"]).wait()
    #expect(
      checked.output == "line 57 is among the 517 lines of store.example/log\n", "\(checked.errors)"
    )
    folder.write(Array((folder.logLines[55] + "\n").utf8), to: "57.json")
    let refused = folder.startProgram("python3", ["-c", script, "57.tlog-proof", "57.json"]).wait()
    #expect(refused.code != 0 && refused.errors.contains("NOT PROVEN"))
  }
}
