import Foundation
import ShiftEvents
import TestSupport
import Testing

/// A change of any byte of a log is found, in its line.
struct ChainTests {
  /// Five kibibytes of log: people, a fixed shift and what it scheduled.
  private func smallLog() -> LogFolder {
    let folder = LogFolder()
    folder.run("init")
    #expect(folder.append(Array(Story.lines.prefix(7)), "--each").code == 0)
    return folder
  }

  /// The line that a byte stands in, its line feed counted, and where that line begins.
  private static func places(_ bytes: [UInt8]) -> [(line: UInt64, offset: UInt64)] {
    var (line, offset): (UInt64, UInt64) = (1, 0)
    return bytes.indices.map { index in
      defer { if bytes[index] == 10 { (line, offset) = (line + 1, UInt64(index) + 1) } }
      return (line, offset)
    }
  }

  @Test func `every byte changed is found in its line`() throws {
    let folder = smallLog()
    let bytes = folder.logBytes
    let file = FileHandle(forUpdatingAtPath: folder.log)!
    let places = Self.places(bytes)
    var missed: [Int] = []
    for index in Rounds.places(in: bytes.indices, everyOne: 8) {
      let place = places[index]
      try file.seek(toOffset: UInt64(index))
      try file.write(contentsOf: [bytes[index] ^ 0x01])
      let report = try LogVerifier.verify(folder.log)
      let first = report.findings.first { $0.kind != .form }
      if !report.isDamaged || first?.line != place.line || first?.offset != place.offset {
        missed.append(index)
      }
      try file.seek(toOffset: UInt64(index))
      try file.write(contentsOf: [bytes[index]])
    }
    #expect(missed.isEmpty)
    #expect(folder.logBytes == bytes)
    #expect(try LogVerifier.verify(folder.log).findings.isEmpty)
  }

  @Test func `the tool names the place, and ends in 65`() {
    let folder = smallLog()
    let bytes = folder.logBytes
    let places = Self.places(bytes)
    let feeds = bytes.indices.filter { bytes[$0] == 10 }
    for index in Array(stride(from: 3, to: bytes.count, by: 211)) + feeds {
      var changed = bytes
      changed[index] ^= 0x01
      folder.write(changed, to: "events.jsonl")
      let ending = folder.run("verify", "--json")
      #expect(ending.code == 65, "byte \(index)")
      let finding = OrderedJSON(ending.output)["findings"]?.elements.first
      #expect(finding?.keys == ["line", "offset", "kind", "message"])
      #expect(finding?["line"]?.number == Int(places[index].line), "byte \(index)")
      #expect(finding?["offset"]?.number == Int(places[index].offset), "byte \(index)")
      #expect(finding?["kind"]?.text != "torn", "byte \(index)")
      let chain = folder.startProgram(
        "bash", [Repository.campaigns + "/check-chain.sh", folder.log]
      ).wait()
      // The auditor's check does not ask for the last line feed.
      #expect(chain.code == 1 || index == bytes.count - 1, "byte \(index)")
    }
  }

  @Test func `lines taken out, put in, doubled and swapped are found`() {
    let folder = smallLog()
    let lines = folder.logLines
    func code(_ lines: [String]) -> Int32 {
      folder.write(lines.map { $0 + "\n" }.joined().utf8, to: "events.jsonl")
      return folder.run("verify").code
    }
    for index in lines.indices {
      var removed = lines
      removed.remove(at: index)
      #expect(code(removed) == 65, "line \(index + 1) removed")
      var doubled = lines
      doubled.insert(lines[index], at: index)
      #expect(code(doubled) == 65, "line \(index + 1) doubled")
      if index > 0 {
        var swapped = lines
        swapped.swapAt(index - 1, index)
        #expect(code(swapped) == 65, "lines \(index) and \(index + 1) swapped")
      }
    }
    #expect(code(lines) == 0)
  }

  @Test func `a writer refuses a log that is damaged at its acknowledged end, and leaves it`() {
    let folder = smallLog()
    var bytes = folder.logBytes
    bytes[bytes.count - 20] ^= 1
    folder.write(bytes, to: "events.jsonl")
    let ending = folder.append([Story.lines[7]], "--each")
    #expect(ending.code == 65)
    #expect(ending.output.hasPrefix(#"{"status":"failed","error":"damaged""#))
    #expect(folder.logBytes == bytes)
  }
}
