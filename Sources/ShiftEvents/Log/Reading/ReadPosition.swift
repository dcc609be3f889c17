/// The place that a reading has come to: the end behind the event that was passed last.
///
/// The hash there is read from the line when it is asked for, which is seldom.
struct ReadPosition {
  /// The end, except that its hash is the one at the start.
  private var passed: Frontier
  private(set) var lastTime: Timestamp?
  /// The line passed last, in the block that it lies in; before the first: none.
  private var lastBlock: LineBlock?
  private var lastRange = 0..<0

  init(from start: Frontier, lastTime: Timestamp?) { (passed, self.lastTime) = (start, lastTime) }

  var lengthBytes: UInt64 { passed.lengthBytes }
  /// The sequence of the event passed last.
  var sequence: UInt64 { passed.sequence }

  @inline(__always)
  mutating func pass(_ event: borrowing PlainEvent, in block: LineBlock) {
    lastTime = event.time
    lastRange = event.lineRange
    if lastBlock !== block { lastBlock = block }
    if passed.sequence == 0 {
      passed.firstHash = RecordedLine(block: block, range: lastRange).hash
    }
    passed.sequence += 1
    passed.lengthBytes += UInt64(lastRange.count) + 1
  }

  var end: Frontier {
    var end = passed
    if let lastBlock { end.hash = RecordedLine(block: lastBlock, range: lastRange).hash }
    return end
  }

  var logPosition: LogPosition { LogPosition(end: end, lastTime: lastTime) }
}
