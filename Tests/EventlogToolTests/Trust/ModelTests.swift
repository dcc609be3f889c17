import Foundation
import TestSupport
import Testing

/// Second programs that know what the tool answers and shows, `Tests/Model`.
private enum Model {
  static let hasPython =
    (try? Child.run("/usr/bin/env", ["sh", "-c", "command -v python3"]))?.code == 0

  /// Runs one of them from a seed on; it tells what differs.
  static func expectAlike(_ program: String, seed: Int, _ sizes: Int...) throws {
    let folder = LogFolder()
    let words = [Repository.root + "/Tests/Model/" + program, BuiltTool.path, folder.path]
    // All that it says is kept: why it ended early stands on its standard error.
    let ending = try Child.run(
      "/usr/bin/env",
      ["sh", "-c", #"exec python3 -B "$@" 2>&1"#, "sh"] + words + ["\(seed)"]
        + sizes.map(String.init), patienceSeconds: 600)
    #expect(
      ending.code == 0,
      "\(program), seed \(seed), exit code \(ending.code ?? -1): \(ending.output)")
  }

  /// A seed for each of some runs, each of them so far from the next.
  static func seeds(_ count: Int, apart: Int = 1) -> [Int] {
    let first = Int.random(in: 3...1_000_000)
    return (0..<count).map { first + $0 * apart }
  }
}

/// The rules of the roster.
@Suite(.besidePrograms, .enabled(if: Model.hasPython, "there is no python3 here"))
struct RulesModelTests {
  /// `RULES_MODEL_WALKS` sets how many.
  private static let walks =
    ProcessInfo.processInfo.environment["RULES_MODEL_WALKS"].flatMap { Int($0) }
    ?? Rounds.count(1, full: 24)

  @Test(arguments: (Rounds.areFull ? [1] : []) + Model.seeds(walks))
  func `the tool answers random submissions as a second program does, and shows the same rows`(
    seed: Int
  ) throws {
    try Model.expectAlike("walk.py", seed: seed, 1500)
  }
}

/// The numbers on pages, grids, screens and in metrics.
@Suite(.besidePrograms, .enabled(if: Model.hasPython, "there is no python3 here"))
struct NumbersModelTests {
  @Test(arguments: Model.seeds(Rounds.count(1, full: 40), apart: 5))
  func `each number that people see is that of the rows of its days`(seed: Int) throws {
    try Model.expectAlike(
      "numbers.py", seed: seed, Rounds.count(1, full: 5), Rounds.count(20, full: 150))
  }
}

/// The histories that might have been.
@Suite(.besidePrograms, .enabled(if: Model.hasPython, "there is no python3 here"))
struct HistoriesModelTests {
  @Test(arguments: Model.seeds(Rounds.count(1, full: 10), apart: 10))
  func `what would have been is what is where it was recorded so`(seed: Int) throws {
    try Model.expectAlike("whatif.py", seed: seed, Rounds.count(4, full: 10), 200)
  }

  /// Without its policies series of the log have more dates, and an end of one takes away published shifts.
  @Test func `an end of a series that took nothing away does not rule a late change out`() throws {
    try Model.expectAlike("whatif.py", seed: 331_144, 1, 200)
  }

  /// A batch changes one shift twice.
  @Test func `a row that both histories have is no difference, though another is about the same`()
    throws
  {
    try Model.expectAlike("whatif.py", seed: 455_350, 1, 200)
  }
}
