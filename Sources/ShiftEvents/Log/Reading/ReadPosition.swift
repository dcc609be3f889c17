/// The place that a reading has come to: the end behind the event that was passed last.
///
/// The hash there is read from the line when it is asked for, which is seldom.
struct ReadPosition {
  private(set) var lengthBytes: UInt64
  /// The sequence of the event passed last.
  private(set) var sequence: UInt64
  private(set) var lastTime: Timestamp?
  /// The line passed last, in the block that it lies in; before the first: none.
  private var lastBlock: LineBlock?
  private var lastRange = 0..<0
  private let startHash: Digest
  private var firstHash: Digest

  init(from start: Frontier, lastTime: Timestamp?) {
    lengthBytes = start.lengthBytes
    sequence = start.sequence
    startHash = start.hash
    firstHash = start.firstHash
    self.lastTime = lastTime
  }

  @inline(__always)
  mutating func pass(_ event: borrowing RecordedEvent) {
    lastTime = event.time
    lastRange = event.line.range
    if lastBlock !== event.line.block { lastBlock = event.line.block }
    if sequence == 0 { firstHash = event.line.hash }
    sequence += 1
    lengthBytes += UInt64(event.line.range.count) + 1
  }

  var end: Frontier {
    let hash = lastBlock.map { RecordedLine(block: $0, range: lastRange).hash }
    return Frontier(
      lengthBytes: lengthBytes, sequence: sequence, hash: hash ?? startHash, firstHash: firstHash)
  }

  var logPosition: LogPosition { LogPosition(end: end, lastTime: lastTime) }
}
