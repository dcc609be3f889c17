import TestSupport
import Testing

@testable import ShiftEvents

@Suite struct HomeSimulationTests {
  private static let stories =
    Campaign.number("SHIFTEVENTS_HOME_STORIES") ?? Rounds.count(40, full: 600)
  private static let steps = 14

  @Test func `hosts that share a log in a home keep every promise`() {
    let (violation, failures) = Self.firstViolation(nil, stories: Self.stories)
    #expect(violation == nil)
    print("\(Self.stories) stories of hosts, seed \(Campaign.seed), \(failures) replies failed")
  }

  @Test(arguments: HomeBug.allCases)
  func `a planted mistake in the way to a home is caught`(bug: HomeBug) {
    let (violation, _) = Self.firstViolation(bug, stories: max(2_400, 4 * Self.stories))
    #expect(violation != nil, "\(bug.rawValue): nothing was noticed")
    print("planted: \(bug.rawValue); caught in \(violation ?? "nothing")")
  }

  private static func firstViolation(
    _ bug: HomeBug?, stories: Int
  ) -> (violation: String?, failures: Int) {
    var random = SplitMix64(seed: Campaign.seed)
    var failures = 0
    for number in 0..<stories {
      let story = HomeStory(seed: random.next(), bug: bug)
      if let violation = story.run(steps: steps, promotesStale: number % 4 == 3) {
        return ("story \(number): \(violation)", failures)
      }
      failures += story.failedCount
    }
    return (nil, failures)
  }
}
