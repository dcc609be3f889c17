import Foundation
import TestSupport
import Testing

/// Faults of a real kernel under the built tool. Each campaign prints its seed, kernel and file
/// system. A campaign that the machine cannot run is skipped, with its own reason.
///
/// `SHIFTEVENTS_TESTS=full` takes more places, and `CAMPAIGN_FAULTS=full` takes every place, twice over, and 10,000 shutdowns; `CAMPAIGN_SEED`
/// repeats a run.
@Suite(.serialized, .besidePrograms) struct FaultCampaignTests {
  private static let isFull = ProcessInfo.processInfo.environment["CAMPAIGN_FAULTS"] == "full"

  private static func places(_ short: Int, _ longer: Int) -> String {
    "\(Rounds.count(short, full: longer))"
  }

  private typealias Campaign = (name: String, short: [String], full: [String])

  private static let loads: [Campaign] = [
    ("load", ["--every", places(200, 12)], []),
    ("load", ["--every", places(400, 24), "--for-good"], ["--for-good"]),
  ]
  /// Of the loads, which take long wherever the faults are, a short suite draws one.
  private static let campaigns: [Campaign] =
    [
      ("calls", ["--every", places(70, 2)], ["--pairs", "1000"]),
      ("calls", ["--every", places(160, 7), "--for-good"], ["--for-good"]),
      ("sizes", ["--every", places(2_003, 61)], []),
      ("power", ["--rounds", places(3, 10)], []),
    ] + (isFull || Rounds.areFull ? loads : [loads.randomElement()!])

  @Test(arguments: campaigns.indices)
  func `a fault of the system loses nothing that was acknowledged`(index: Int) throws {
    let campaign = Self.campaigns[index]
    var words = [Repository.campaigns + "/faults.py", campaign.name, "--tool", BuiltTool.path]
    words += Self.isFull ? campaign.full : campaign.short
    if let seed = ProcessInfo.processInfo.environment["CAMPAIGN_SEED"] {
      words += ["--seed", seed]
    }
    try expectPassed("python3", ["-B"] + words, seconds: 240)
  }

  @Test func `a full disk loses nothing that was acknowledged`() throws {
    try run("full-disk.sh", Self.isFull ? ["200"] : ["1"])
  }

  @Test func `writers at once, killed now and then, make one whole log`() throws {
    try run("writers.sh", Self.isFull ? ["64", "10000"] : ["8", "250"])
  }

  private func run(_ campaign: String, _ words: [String]) throws {
    let words = [Repository.campaigns + "/" + campaign] + words + [BuiltTool.path]
    try expectPassed("bash", words, seconds: 120)
  }

  /// - Parameter seconds: the longest time for a short campaign.
  private func expectPassed(_ program: String, _ words: [String], seconds: Double) throws {
    let folder = LogFolder()
    let ending = folder.startProgram(program, words).wait(seconds: Self.isFull ? 36_000 : seconds)
    withExtendedLifetime(folder) {}
    print(ending.output)
    if let reason = ending.lines.last, reason.hasPrefix("SKIPPED") { try Test.cancel("\(reason)") }
    #expect(
      ending.code == 0 && ending.output.contains("passed: "), "\(ending.output)\(ending.errors)")
  }

  static let canInject = {
    let folder = LogFolder()
    defer { withExtendedLifetime(folder) {} }
    let words = ["-qqq", "-o", "/dev/null", "-e", "inject=fdatasync:error=EIO", "true"]
    return folder.startProgram("strace", words).wait().code == 0
  }()

  @Test(.enabled(if: canInject, "strace is not there, or may not trace"))
  func `a failed sync poisons the log for every process, and recover brings it back`() {
    let folder = LogFolder.withStory()
    let before = folder.logLines
    let line = Story.event("x", "user.registered", "zoe", "mia", nil, #"{"roles":["employee"]}"#)
    folder.write((line + "\n").utf8, to: "in.jsonl")
    let failed = folder.shell(
      """
      strace -f -qqq -o /dev/null -e trace=fdatasync -e inject=fdatasync:error=EIO:when=1 \
        "$TOOL" append in.jsonl --each --now \(LogFolder.clock)
      """)
    #expect(
      failed.code == 74 && failed.output.hasPrefix(#"{"status":"failed","#), "\(failed.output)")
    #expect(folder.exists("events.jsonl.d/poisoned"))
    // Nobody syncs again and calls it good: not this submission again, not another, in no way.
    for arguments in [
      ["append", "in.jsonl"], ["append", "in.jsonl", "--each"], ["extend"],
      ["append", "user.registered", "max", "--actor", "mia", "roles=company"],
    ] {
      let ending = folder.start(arguments).wait()
      #expect(ending.code == 74, "\(arguments): \(ending.output)\(ending.errors)")
      #expect(ending.errors.contains("eventlog-tool recover events.jsonl"), "\(arguments)")
    }
    let session = folder.run("append", "--session", input: line + "\n")
    #expect(!session.output.contains(#""appended""#) && !session.output.contains(#""duplicate""#))
    #expect(session.output.contains("poisoned") || session.code == 74, "\(session.output)")
    // Reading continues, up to the end acknowledged before.
    #expect(folder.run("log").lines == before && folder.run("replay").code == 0)
    let recovery = folder.run("recover")
    #expect(recovery.code == 0 && recovery.output.contains("a sync had failed"))
    #expect(!folder.exists("events.jsonl.d/poisoned"))
    #expect(folder.logLines.starts(with: before))
    let again = folder.append([line], "--each")
    #expect(again.code == 0 && folder.logLines.count == before.count + 1, "\(again.output)")
    folder.expectVerified()
    folder.expectWholeChain()
  }
}
