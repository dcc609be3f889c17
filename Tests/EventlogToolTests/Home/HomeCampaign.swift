import Foundation
import TestSupport
import Testing

/// What the campaigns on homes have in common: their sizes, and the checks at their end.
enum HomeCampaign {
  /// A size that a variable of the environment may set.
  static func number(_ variable: String, or usual: Int) -> Int {
    ProcessInfo.processInfo.environment[variable].flatMap { Int($0) } ?? usual
  }

  static func isSet(_ variable: String) -> Bool {
    ProcessInfo.processInfo.environment[variable] != nil
  }

  /// Random numbers whose seed is printed; `CAMPAIGN_SEED` sets it.
  static func random(_ campaign: String) -> SplitMix64 {
    let seed = number("CAMPAIGN_SEED", or: Int.random(in: 1..<1_000_000))
    print("\(campaign): CAMPAIGN_SEED=\(seed)")
    return SplitMix64(seed: UInt64(seed))
  }

  /// The copies of a log have what its home has, byte for byte, and nothing is wrong with it.
  static func expectSame(
    _ hosts: [LogFolder], withBash: Bool = false, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    for host in hosts {
      let pulled = host.run("pull", sourceLocation: sourceLocation)
      #expect(pulled.code == 0, "\(pulled.errors)", sourceLocation: sourceLocation)
      #expect(host.logBytes == hosts[0].logBytes, sourceLocation: sourceLocation)
      let ending = host.start(["verify", "--rules", "--home"]).wait(
        seconds: 120, sourceLocation: sourceLocation)
      #expect(
        ending.code == 0, "\(ending.output)\(ending.errors)", sourceLocation: sourceLocation)
      if !withBash { host.expectWholeChain(sourceLocation: sourceLocation) }
    }
    guard withBash else { return }
    let checks = hosts.map {
      $0.startProgram("bash", [Repository.campaigns + "/check-chain.sh", $0.log])
    }
    for check in checks {
      let ending = check.wait(seconds: 1800, sourceLocation: sourceLocation)
      #expect(ending.code == 0 && ending.output.isEmpty, sourceLocation: sourceLocation)
    }
  }

  /// The result of a campaign, as it is printed.
  struct Figures: CustomStringConvertible {
    var submitted = 0
    var acknowledged = 0
    var rejected = 0
    /// Submissions that at least once got no answer, or `failed`: recorded then, or not.
    var unanswered = 0
    var lost = 0
    var doubled = 0
    var longestWaitSeconds = 0.0

    var description: String {
      "\(submitted) submitted, \(acknowledged) acknowledged, \(rejected) rejected, \(unanswered) asked "
        + "again; \(lost) lost, \(doubled) doubled; longest wait "
        + "\((longestWaitSeconds * 1000).rounded() / 1000) s"
    }
  }

  /// Holds what was answered against the logs: what was acknowledged stands once, where the answer says; what
  /// was rejected does not stand.
  ///
  /// - Parameter log: the lines of the log that a copy is of.
  static func check(
    _ outcomes: [HomeWriters.Outcome], in log: (Int) -> [String],
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> Figures {
    var places: [Int: [String: [(sequence: Int, hash: String)]]] = [:]
    var figures = Figures(submitted: outcomes.count)
    for outcome in outcomes {
      if places[outcome.copy] == nil {
        var found: [String: [(sequence: Int, hash: String)]] = [:]
        for line in log(outcome.copy) {
          let members = OrderedJSON(line)
          found[members["id"]?.text ?? "", default: []].append(
            (Int(members["sequence"]?.text ?? "") ?? 0, members["hash"]?.text ?? ""))
        }
        places[outcome.copy] = found
      }
      let stands = places[outcome.copy]?[outcome.id] ?? []
      figures.acknowledged += outcome.isAcknowledged ? 1 : 0
      figures.rejected += outcome.status == "rejected" ? 1 : 0
      figures.unanswered += outcome.unknown > 0 ? 1 : 0
      figures.doubled += stands.count > 1 ? 1 : 0
      figures.longestWaitSeconds = max(figures.longestWaitSeconds, outcome.waitSeconds)
      if outcome.isAcknowledged {
        let isThere = stands.contains { $0.sequence == outcome.sequence && $0.hash == outcome.hash }
        figures.lost += isThere ? 0 : 1
        #expect(isThere, "lost: \(outcome.reply)", sourceLocation: sourceLocation)
      }
      // An attempt without an answer may have been recorded; else nobody has sent it before.
      #expect(
        outcome.status != "duplicate" || outcome.unknown > 0, "sent once: \(outcome.reply)",
        sourceLocation: sourceLocation)
      if outcome.status == "rejected" {
        #expect(stands.isEmpty, "\(outcome.reply)", sourceLocation: sourceLocation)
      }
    }
    #expect(figures.doubled == 0 && figures.lost == 0, sourceLocation: sourceLocation)
    return figures
  }
}
