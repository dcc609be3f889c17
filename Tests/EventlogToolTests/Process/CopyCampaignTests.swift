import Foundation
import TestSupport
import Testing

/// Copies of a log while eight writers write, by several programs, in both orders, and by `backup` with kills.
@Suite(.serialized, .besidePrograms) struct CopyCampaignTests {
  @Test func `every copy of a log that is written is restored to a sound prefix`() {
    let rounds =
      ProcessInfo.processInfo.environment["CAMPAIGN_COPIES"] ?? "\(Rounds.count(2, full: 200))"
    var words = [
      "-B", Repository.campaigns + "/copies.py", "--tool", BuiltTool.path, "--rounds", rounds,
    ]
    if let seed = ProcessInfo.processInfo.environment["CAMPAIGN_SEED"] {
      words += ["--seed", seed]
    }
    let folder = LogFolder()
    let ending = folder.startProgram("python3", words).wait(seconds: 1800)
    print(ending.output)
    #expect(ending.code == 0, "\(ending)")
  }

  private static let canTrace =
    (try? Child.run("/usr/bin/env", ["bash", "-c", "strace -qqq -o /dev/null true"]))?.code == 0

  @Test(.enabled(if: canTrace, "strace is not there, or may not trace"))
  func `a later backup writes what is new and reads both sides once`() throws {
    let folder = BackupTests.folder()
    var random = SplitMix64(seed: 46)
    var number = 100
    for round in 0..<Rounds.count(3, full: 100) {
      let old = folder.exists("b") ? folder.bytes("b/events.jsonl").count : 0
      let count = Int.random(in: 0...40, using: &random)
      if count > 0 {
        folder.append((0..<count).map { BackupTests.registration(number + $0) }, "--each")
      }
      number += count
      folder.shell("strace -f -y -qqq -e trace=write,pwrite64,read,pread64 -o trace $TOOL backup b")
      func bytes(_ calls: String, _ file: String) -> Int {
        String(decoding: folder.bytes("trace"), as: UTF8.self).split(separator: "\n")
          .filter { line in
            calls.split(separator: " ").contains { line.contains(" \($0)(") } && line.contains(file)
          }.compactMap { $0.split(separator: "= ").last.flatMap { Int($0) } }.reduce(0, +)
      }
      let new = folder.logBytes.count
      let isFirst = round == 0
      let copy = isFirst ? ".b.unfinished/events.jsonl>" : "/b/events.jsonl>"
      #expect(bytes("write pwrite64", copy) == new - old, "round \(round)")
      #expect(bytes("read pread64", copy) == old)
      #expect(bytes("read pread64", "here/events.jsonl>") <= new + (32 << 10))
    }
  }
}
