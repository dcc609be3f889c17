import Foundation
import TestSupport
import Testing

/// `import` takes recorded lines of another copy of a log.
struct ImportTests {
  private static let sample = Repository.root + "/events-sample.jsonl"
  private let folder = LogFolder()
  private var sample: [String] {
    let data = FileManager.default.contents(atPath: Self.sample) ?? Data()
    return String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  /// The last event, of so many, at which a batch ends.
  private func end(_ count: Int) -> Int {
    let sample = sample
    return (1...count).last { !sample[$0 - 1].contains(#""more":true"#) }!
  }

  private func importing(
    _ lines: some Sequence<String>, _ options: String...
  ) -> (code: Int32, reply: OrderedJSON?, errors: String) {
    let text = lines.map { $0 + "\n" }.joined()
    let ending = folder.start(["import", "-"] + options, input: .bytes(Array(text.utf8))).wait()
    return (ending.code, ending.lines.first.map { OrderedJSON($0) }, ending.errors)
  }

  @Test func `a copy has the bytes of the log, verifies, and is made only when asked to`() throws {
    #expect(folder.run("import", Self.sample).code == 66)
    #expect(!folder.exists("events.jsonl"))
    let ending = folder.run("import", Self.sample, "--create")
    #expect(ending.code == 0, "\(ending.errors)")
    let reply = OrderedJSON(try #require(ending.lines.first))
    #expect(reply["count"]?.number == sample.count)
    #expect(reply["sequence"]?.number == sample.count)
    #expect(folder.logLines == sample)
    folder.expectVerified()
    folder.expectWholeChain()
    // Its end is acknowledged: without the last line it is short.
    folder.write(folder.logBytes.dropLast(10), to: "events.jsonl")
    #expect(folder.run("verify").code == 65)
  }

  @Test func `what the copy has is passed over, wherever the input begins`() {
    let count = end(200)
    #expect(importing(sample[..<count], "--create").code == 0)
    for start in [0, 1, 100, count - 1] {
      let again = importing(sample[start..<count])
      #expect(again.code == 0, "\(again.errors)")
      #expect(again.reply?["count"]?.number == 0)
      #expect(again.reply?["known"]?.number == count - start)
    }
    let rest = importing(sample[150...])
    #expect(rest.reply?["known"]?.number == count - 150)
    #expect(rest.reply?["count"]?.number == sample.count - count)
    #expect(folder.logLines == sample)
    folder.expectVerified()
  }

  /// A log with the first events of the sample, and then a history of its own.
  private func parted(behind count: Int, events: Int) -> LogFolder {
    let other = LogFolder()
    let text = sample[..<count].map { $0 + "\n" }.joined()
    let taken = other.start(["import", "-", "--create"], input: .bytes(Array(text.utf8))).wait()
    #expect(taken.code == 0, "\(taken.errors)")
    for number in 0..<events {
      let ending = other.run(
        "append", "user.registered", "s\(number)", "--actor", "s\(number)", "roles=consumer")
      #expect(ending.code == 0, "\(ending.errors)")
    }
    return other
  }

  @Test func `a fork is refused, and the first line that differs is named`() {
    let (all, common) = (end(100), end(60))
    #expect(importing(sample[..<all], "--create").code == 0)
    let before = folder.logBytes
    let fork = importing(parted(behind: common, events: 1).logLines)
    #expect(fork.code == 65)
    #expect(fork.errors.contains("-:\(common + 1):"), "\(fork.errors)")
    #expect(fork.errors.contains("event \(common + 1) is another one"), "\(fork.errors)")
    #expect(folder.logBytes == before)
  }

  @Test func `a line that does not continue the end of the copy is refused`() {
    let (all, common) = (end(100), end(90))
    #expect(importing(sample[..<all], "--create").code == 0)
    let other = parted(behind: common, events: all - common + 5)
    let fork = importing(other.logLines[all...])
    #expect(fork.code == 65)
    #expect(
      fork.errors.contains("event \(all + 1) does not continue event \(all)"), "\(fork.errors)")
    let gap = importing(sample[150...])
    #expect(gap.code == 65)
    #expect(gap.errors.contains("events \(all + 1) to 150 are missing"), "\(gap.errors)")
    #expect(folder.logLines.count == all)
  }

  @Test func `whole batches before a wrong line are kept, and the line is named`() {
    let wrong: [(String, (String) -> String)] = [
      ("json", { String($0.dropLast(5)) }),
      ("hash", { $0.replacing(#""source":"/"#, with: #""source":"/x"#) }),
      ("grammar", { $0.replacing(#""specversion":"1.0""#, with: #""specversion":"2.0""#) }),
    ]
    for (kind, change) in wrong {
      let folder = LogFolder()
      // The first line after 200 that the change changes, and that begins a batch of its own.
      let index = (200..<sample.count).first {
        change(sample[$0]) != sample[$0] && !sample[$0 - 1].contains(#""more":true"#)
      }!
      var lines = sample
      lines[index] = change(lines[index])
      let text = lines.map { $0 + "\n" }.joined()
      let ending = folder.start(["import", "--create"], input: .bytes(Array(text.utf8))).wait()
      #expect(ending.code == 65, "\(kind): \(ending.errors)")
      #expect(ending.errors.contains("-:\(index + 1)"), "\(kind): \(ending.errors)")
      #expect(folder.logLines == Array(sample[..<index]), "\(kind)")
      folder.expectVerified()
    }
  }

  @Test func `a batch without its end is not taken`() {
    let more = sample.firstIndex { $0.contains(#""more":true"#) }!
    let cut = importing(sample[...more], "--create")
    #expect(cut.code == 65)
    #expect(cut.errors.contains("-:\(more + 1)"), "\(cut.errors)")
    #expect(folder.logLines.count == more)
    #expect(importing(sample).code == 0)
    #expect(folder.logLines == sample)
  }

  @Test func `an import that is killed goes on where it was`() {
    for _ in 0..<30 {
      let tool = folder.start(["import", Self.sample, "--create"])
      usleep(.random(in: 500...25_000))
      tool.signal(SIGKILL)
      _ = tool.wait()
    }
    let ending = folder.run("import", Self.sample, "--create")
    #expect(ending.code == 0, "\(ending.errors)")
    #expect(folder.logLines == sample)
    folder.expectVerified()
  }

  @Test func `files that are no log are left alone`() {
    folder.write(Array("hello\n".utf8), to: "notes.txt")
    let ending = folder.run("import", Self.sample, "-f", "notes.txt")
    #expect(ending.code == 65)
    #expect(folder.bytes("notes.txt") == Array("hello\n".utf8))
    #expect(folder.run("import", Self.sample, "-f", "-").code == 64)
  }
}
