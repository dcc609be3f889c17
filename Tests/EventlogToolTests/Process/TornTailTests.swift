import Foundation
import TestSupport
import Testing

/// A crash in the middle of a write, planted at every byte.
struct TornTailTests {
  /// The log, and the same with one more batch that was not acknowledged: the head is the old one.
  private func withUnacknowledgedBatch() -> (folder: LogFolder, batch: [UInt8], head: [UInt8]) {
    let folder = LogFolder()
    folder.run("init")
    folder.append(Array(Story.lines.prefix(5)), "--each")
    let (before, head) = (folder.logBytes, folder.bytes("events.jsonl.d/head"))
    folder.append([
      Story.event("t1", "user.registered", "ann", "mia", nil, #"{"roles":["employee"]}"#),
      Story.event("t2", "user.registered", "ben", "mia", nil, #"{"roles":["employee"]}"#),
    ])
    return (folder, Array(folder.logBytes.dropFirst(before.count)), head)
  }

  @Test
  func `cut at every byte of the last batch, the torn bytes are kept in quarantine and reported`() {
    let (folder, batch, head) = withUnacknowledgedBatch()
    let acknowledged = Array(folder.logBytes.dropLast(batch.count))
    let quarantine = "events.jsonl.d/quarantine"
    var count = 0
    // The library's own test of it takes every byte, always.
    for cut in Rounds.places(in: 1..<batch.count, everyOne: 6) {
      let before = Set(folder.names(in: quarantine))
      folder.write(acknowledged + batch[..<cut], to: "events.jsonl")
      folder.write(head, to: "events.jsonl.d/head")
      // At every tenth cut, readers run before the writer.
      count += 1
      if count % 10 == 0 {
        #expect(folder.run("log").lines.count == 5, "cut at \(cut)")
        let verified = folder.run("verify", "--json")
        #expect(verified.code == 65 && verified.output.contains(#""kind":"torn""#), "cut at \(cut)")
        #expect(verified.output.contains(#""events":5,"#), "cut at \(cut)")
      }
      let ending = folder.append([Story.lines[1]], "--each")
      #expect(
        ending.code == 0 && ending.output.contains(#""duplicate","sequence":2"#), "cut at \(cut)")
      #expect(
        ending.errors.contains(
          "took \(cut) torn bytes off the end, from byte \(acknowledged.count)"))
      #expect(folder.logBytes == acknowledged, "cut at \(cut)")
      let kept = folder.names(in: quarantine).filter { !before.contains($0) }
      #expect(before.count == count - 1 && kept.count == 1, "cut at \(cut)")
      #expect(
        kept.first.map { folder.bytes("\(quarantine)/\($0)") } == Array(batch[..<cut]),
        "cut at \(cut)")
    }
    folder.expectVerified()
    folder.expectWholeChain()
  }

  @Test func `a whole batch that was not acknowledged is kept`() {
    let (folder, _, head) = withUnacknowledgedBatch()
    let whole = folder.logBytes
    folder.write(head, to: "events.jsonl.d/head")
    #expect(folder.run("log").lines.count == 5)
    let ending = folder.append([Story.lines[1]], "--each")
    #expect(ending.code == 0 && ending.errors.isEmpty)
    #expect(folder.logBytes == whole && folder.run("log").lines.count == 7)
  }

  @Test func `zero bytes at the end are torn bytes`() {
    let (folder, batch, head) = withUnacknowledgedBatch()
    let acknowledged = Array(folder.logBytes.dropLast(batch.count))
    folder.write(acknowledged + [UInt8](repeating: 0, count: 5000), to: "events.jsonl")
    folder.write(head, to: "events.jsonl.d/head")
    let ending = folder.append([Story.lines[5]], "--each")
    #expect(ending.code == 0 && ending.errors.contains("took 5000 torn bytes"))
    folder.expectVerified()
  }

  @Test func `a whole line behind wrong bytes was not torn: the writer refuses`() {
    let (folder, batch, head) = withUnacknowledgedBatch()
    let acknowledged = Array(folder.logBytes.dropLast(batch.count))
    var holed = batch
    holed[20] = 0
    folder.write(acknowledged + holed, to: "events.jsonl")
    folder.write(head, to: "events.jsonl.d/head")
    let before = folder.logBytes
    let ending = folder.append([Story.lines[5]], "--each")
    #expect(ending.code == 65 && ending.errors.contains("recover"))
    #expect(folder.logBytes == before && !folder.exists("events.jsonl.d/quarantine"))
  }
}
