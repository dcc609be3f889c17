import Foundation
import TestSupport
import Testing

private let hasPython = (try? Child.run("/usr/bin/env", ["python3", "--version"]))?.code == 0

struct SessionCampaignTests {
  /// `SESSION_CAMPAIGN=full` runs 64 × 1,000, as `sessions.py` does by itself.
  @Test(.enabled(if: hasPython, "there is no python3 here"))
  func `clients and sessions that are killed lose and double nothing`() throws {
    let isFull = ProcessInfo.processInfo.environment["SESSION_CAMPAIGN"] == "full"
    let size = isFull ? [] : ["--sessions", "8", "--submissions", "100", "--kills", "0.02"]
    let program = Repository.campaigns + "/sessions.py"
    let (output, code) = try Child.run(
      "/usr/bin/env", ["python3", "-B", program, "--tool", BuiltTool.path] + size,
      patienceSeconds: isFull ? 3_600 : 300)
    #expect(code == 0, "\(output)")
  }
}
