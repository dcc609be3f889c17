import Foundation
import TestSupport
import Testing

/// A log with every type of event, as it was written when the format was fixed. Neither it nor what is
/// read from it is ever recorded anew: a version that reads it otherwise has broken everybody's logs.
@Suite struct EveryTypeTests {
  /// - Parameter lines: its first ones; those behind came with later types.
  private func folder(lines: Int? = 50) throws -> LogFolder {
    let folder = LogFolder()
    let fixture = Repository.root + "/Tests/ShiftEventsTests/Fixtures/every-type.jsonl"
    let bytes = try #require(FileManager.default.contents(atPath: fixture))
    let all = bytes.split(separator: UInt8(ascii: "\n"))
    folder.write(
      all.prefix(lines ?? all.count).flatMap { Array($0) + [UInt8(ascii: "\n")] },
      to: "events.jsonl")
    return folder
  }

  private func kept(_ name: String) throws -> String {
    let bytes = FileManager.default.contents(atPath: "\(Repository.fixtures)/\(name)")
    return String(decoding: try #require(bytes), as: UTF8.self)
  }

  @Test func `it verifies, and its last hash is that of the day it was written`() throws {
    let folder = try folder()
    let json = folder.run("verify", "--json").output
    #expect(json.contains(#""events":50,"sequence":50,"#) && json.contains(#""findings":[]"#))
    #expect(json.contains("315cdc9418d2c33ae526298ecb94267e880f75948b8edeb3b64c29b9f143513b"))
    folder.expectWholeChain()
    #expect(folder.run("log").output == String(decoding: folder.logBytes, as: UTF8.self))
  }

  /// Keys are only ever added.
  @Test func `every projection has the rows that it always had`() throws {
    let folder = try folder()
    let now = "2026-01-14T12:00:00Z"
    let told = OrderedJSON(folder.run("snapshot", "--now", now).output)
    // S1 and S2 are cancelled. Readers once took them back with a later fact; the rules never did.
    let rows = try kept("every-type-snapshot.json").replacing(/,{"shift":"S[12]"[^}]*}/, with: "")
    #expect(told.lost(of: OrderedJSON(rows)) == nil)
    let inbox = OrderedJSON(folder.run("show", "inbox", "--json", "--now", now).output)
    #expect(inbox.lost(of: OrderedJSON(try kept("every-type-inbox.json"))) == nil)
  }

  @Test func `nothing in it is unknown`() throws {
    #expect(try folder(lines: nil).run("replay", "--json").output.contains(#""unknown":0,"#))
  }
}
