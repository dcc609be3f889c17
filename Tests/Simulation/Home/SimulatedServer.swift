import TestSupport

@testable import ShiftEvents

/// A server that holds one log, with a synchronous standby, in memory.
///
/// What a transaction did is first in the server's own log, then on the standby (`flushedCount`), then seen by
/// readers of the standby (`appliedCount`). A commit is acknowledged when it is on the standby. Until then
/// others do not see it, unless its wait was cancelled.
final class SimulatedServer {
  struct Transaction {
    var lines: [(sequence: UInt64, line: [UInt8])] = []
    var persons: [Person] = []
    var outdated: [UserID] = []
  }

  private(set) var transactions: [Transaction] = []
  private(set) var flushedCount = 0
  private(set) var appliedCount = 0
  /// How many of the transactions others see on the server.
  private(set) var visibleCount = 0
  /// The host whose turn it is.
  var turn: Int?
  /// Counts failovers: a connection from before one is gone.
  private(set) var epoch = 0
  /// True after a standby was promoted that lacked what had been acknowledged.
  private(set) var hasLost = false
  var random: SplitMix64
  /// The ids under which each host has tried to record each subject.
  var attempted: [String: Set<String>] = [:]
  /// Lets other hosts work while one is about to call; given the host.
  var interlude: (Int) -> Void = { _ in }

  init(seed: UInt64) { random = SplitMix64(seed: seed) }

  func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }

  /// The lines by their sequence, as a reader sees them.
  func rows(ofStandby: Bool = false) -> [UInt64: [UInt8]] {
    rows(transactions.prefix(ofStandby ? appliedCount : visibleCount))
  }

  private func rows(_ transactions: ArraySlice<Transaction>) -> [UInt64: [UInt8]] {
    var rows: [UInt64: [UInt8]] = [:]
    for transaction in transactions {
      for (sequence, line) in transaction.lines { rows[sequence] = line }
    }
    return rows
  }

  func persons() -> [Person] {
    var persons: [Person] = []
    for transaction in transactions.prefix(visibleCount) {
      persons.removeAll { transaction.outdated.contains($0.user) }
      persons += transaction.persons
    }
    return persons
  }

  /// - Parameters:
  ///   - isFlushed: whether it is on the standby, too.
  ///   - isVisible: whether others see it.
  func commit(_ transaction: Transaction, isFlushed: Bool = true, isVisible: Bool = true) {
    settle()
    transactions.append(transaction)
    if isFlushed { flush() }
    if isVisible { visibleCount = transactions.count }
  }

  /// All that waits is acknowledged by the standby.
  func flush() {
    flushedCount = transactions.count
    visibleCount = transactions.count
  }

  /// A transaction that waits keeps its lines' places: who wants them waits for its end.
  func settle() { if visibleCount < transactions.count { flush() } }

  /// The standby shows its readers some more.
  func apply() { appliedCount = Int.random(in: appliedCount...flushedCount, using: &random) }

  /// The server is gone; the standby takes its place.
  func failOver() {
    transactions.removeLast(transactions.count - flushedCount)
    (visibleCount, appliedCount, turn) = (flushedCount, flushedCount, nil)
    epoch += 1
  }

  /// The server is gone, and a standby takes its place that was behind.
  func failOverToStale() {
    if flushedCount == 0 { return failOver() }
    flushedCount = Int.random(in: 0..<flushedCount, using: &random)
    (hasLost, appliedCount) = (true, min(appliedCount, flushedCount))
    failOver()
  }
}
