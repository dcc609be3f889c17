import Foundation
import TestSupport
import Testing

/// The rules of the roster against a second program that knows them, `Tests/Model`.
@Suite struct RulesModelTests {
  private static let python = (try? Child.run("/usr/bin/env", ["sh", "-c", "command -v python3"]))

  /// `RULES_MODEL_WALKS` sets how many.
  private static let walks =
    ProcessInfo.processInfo.environment["RULES_MODEL_WALKS"].flatMap { Int($0) }
    ?? Rounds.count(4, full: 24)

  @Test(.enabled(if: python?.code == 0, "there is no python3 here"))
  func `the tool answers random submissions as a second program does, and shows the same rows`()
    throws
  {
    let folder = LogFolder()
    let seeds = [1, 2] + (2..<max(3, Self.walks)).map { _ in Int.random(in: 3...1_000_000) }
    for seed in seeds {
      // All that it says is kept: why it ended early stands on its standard error.
      let walk = try Child.run(
        "/usr/bin/env",
        [
          "sh", "-c", #"exec python3 -B "$@" 2>&1"#, "sh", Repository.root + "/Tests/Model/walk.py",
          BuiltTool.path, folder.path, "\(seed)", "1500",
        ], patienceSeconds: 300)
      #expect(walk.code == 0, "seed \(seed), exit code \(walk.code ?? -1): \(walk.output)")
    }
  }
}
