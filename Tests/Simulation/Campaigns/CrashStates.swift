import TestSupport

@testable import ShiftEvents

/// Goes through the disks that power cuts and kills leave at each moment of a story, and lets the
/// next writer deal with each.
struct CrashStates {
  /// A crash state that broke a promise.
  struct Finding: Hashable, Sendable {
    var workload: String
    var moment: Int
    var survivals: [Survival]
    var message: String
  }

  let workload: String
  private let bug: PlantedBug?
  private var random: SplitMix64
  /// Fingerprints of the checked states, together with their promises.
  private(set) var seen: Set<Int> = []
  private(set) var findings: [Finding] = []
  /// No more states than this.
  private let limit: Int
  /// A write is torn at one byte in so many.
  private let oneIn: Int
  private var depth = 0

  /// The task of the next writer with a state.
  private enum Check {
    /// Mend the end of the log.
    case end
    /// Append to it, too.
    case append
    /// Append, and be crashed itself at each of its moments.
    case crashAgain
  }

  init(
    _ workload: String, limit: Int, tearingOneIn oneIn: Int = 1, seed: UInt64,
    bug: PlantedBug? = nil
  ) {
    self.workload = workload
    self.limit = limit
    self.oneIn = oneIn
    self.bug = bug
    random = SplitMix64(seed: seed)
  }

  private var isDone: Bool { seen.count >= limit || !findings.isEmpty }

  /// All subsets of a few changes, each change torn at each byte while the others are there or not,
  /// and draws of everything at once.
  mutating func explore(_ story: Story, drawsPerMoment: Int) {
    for (index, moment) in story.moments.enumerated() where !isDone {
      let cut = PowerCut(moment.state)
      look(at: moment.state, moment.promises, index, [], .crashAgain)
      for (number, survivals) in subsets(of: cut).enumerated() where !isDone {
        look(
          at: cut.disk(survivals), moment.promises, index, survivals,
          number % 4 == 0 ? .crashAgain : .append)
      }
      tearEach(cut, moment.promises, index)
      draw(drawsPerMoment, cut, moment.promises, index)
    }
  }

  /// Random survivals of everything at every moment.
  mutating func draw(_ story: Story, perMoment: Int) {
    for (index, moment) in story.moments.enumerated() where !isDone {
      draw(perMoment, PowerCut(moment.state), moment.promises, index)
    }
  }

  private static let subsetLimit = 5

  private mutating func subsets(of cut: PowerCut) -> [[Survival]] {
    let count = cut.changes.count
    guard count <= Self.subsetLimit else {
      return [
        [Survival](repeating: .lost, count: count), [Survival](repeating: .whole, count: count),
      ]
        + (0..<16).map { _ in cut.changes.map { _ in Bool.random(using: &random) ? .whole : .lost }
        }
    }
    return (0..<(1 << count)).map { bits in
      (0..<count).map { bits >> $0 & 1 == 1 ? .whole : .lost }
    }
  }

  private mutating func tearEach(_ cut: PowerCut, _ promises: Promises, _ moment: Int) {
    for change in cut.changes.indices {
      let length = cut.lengthBytes(of: change)
      // Of the head's blanks one in many is enough.
      let step = length > 400 ? 61 : oneIn
      for context in 0..<4 {
        let others = cut.changes.map { _ in
          context < 2 ? context == 1 : Bool.random(using: &random)
        }
        let first = oneIn == 1 ? 0 : Int.random(in: 0..<oneIn, using: &random)
        for place in stride(from: first, to: length, by: step) where !isDone {
          for torn in [Survival.beginning(place), .zeroEnd(place), .zeroBeginning(place)] {
            var survivals = others.map { $0 ? Survival.whole : .lost }
            survivals[change] = torn
            look(
              at: cut.disk(survivals), promises, moment, survivals,
              place / oneIn % 16 == 0 ? .append : .end)
          }
        }
      }
    }
  }

  private mutating func draw(
    _ count: Int, _ cut: PowerCut, _ promises: Promises, _ moment: Int
  ) {
    if cut.changes.isEmpty { return }
    for number in 0..<count where !isDone {
      let survivals = cut.drawn(using: &random)
      look(
        at: cut.disk(survivals), promises, moment, survivals,
        number == 0 ? .crashAgain : number % 8 == 1 ? .append : .end)
    }
  }

  /// Lets the next writer deal with a state that was not seen before.
  private mutating func look(
    at state: DiskState, _ promises: Promises, _ moment: Int, _ survivals: [Survival],
    _ check: Check
  ) {
    guard !isDone, seen.insert(key(state, promises)).inserted else { return }
    let crashesAgain = check == .crashAgain && depth == 0
    var promises = promises
    // Its two records are written in turn: losing both takes two torn writes.
    if survivals.count(where: { $0 != .lost && $0 != .whole }) > 1 { promises.keepsHead = false }
    if state.hasPendingCut(of: SimulatedDisk.log) { promises.hasUnsyncedCut = true }
    var writer = NextWriter(
      on: state, after: promises, number: depth + 1, bug: bug, keepsMoments: crashesAgain)
    do throws(NextWriter.Violation) {
      if check == .end { try writer.mendEnd() } else { try writer.run() }
    } catch {
      findings.append(
        Finding(
          workload: workload, moment: moment, survivals: survivals,
          message: "\(depth == 0 ? "" : "crashed again, ")\(error.message)"))
      return
    }
    if crashesAgain { crash(writer, promises, moment) }
  }

  /// Crashes the next writer, too, and lets another one deal with that.
  private mutating func crash(_ writer: NextWriter, _ before: Promises, _ moment: Int) {
    depth += 1
    defer { depth -= 1 }
    var after = writer.promises
    if let log = after.lastLog { after.submitted(log) }
    var during = before
    during.chains = after.chains
    // A maker of a log writes its head anew, and so does a writer that finds unsynced events gone.
    if !before.isCreated || writer.hasRenewedHead { during.keepsHead = false }
    for state in writer.disk.moments where !isDone {
      let cut = PowerCut(state)
      look(at: state, during, moment, [], .append)
      look(at: cut.worst, during, moment, [], .append)
      draw(6, cut, during, moment)
    }
    let cut = PowerCut(writer.disk.state)
    look(at: cut.worst, after, moment, [], .append)
    draw(6, cut, after, moment)
  }

  private func key(_ state: DiskState, _ promises: Promises) -> Int {
    var hasher = Hasher()
    hasher.combine(state.fingerprint)
    hasher.combine(state.files.map(\.pending.count))
    hasher.combine(state.pendingNames.count)
    hasher.combine(promises.acknowledged.count)
    hasher.combine(depth)
    return hasher.finalize()
  }
}
