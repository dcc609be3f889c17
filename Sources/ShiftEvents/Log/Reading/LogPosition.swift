/// A place in a log that a reading has come to.
public struct LogPosition: Hashable, Sendable {
  package var end: LogEnd
  package var lastTime: Timestamp?

  /// Before the first event.
  public static let start = LogPosition(end: .empty, lastTime: nil)

  /// The last event that was read, 0 before the first.
  public var sequence: SequenceNumber { SequenceNumber(Int(end.sequence)) }
}

/// The place that a reading has come to: the end behind the event that was passed last.
///
/// The hash there is read from the line when it is asked for, which is seldom.
struct ReadPosition {
  /// The end, except that its hash is the one at the start.
  private var passed: LogEnd
  private(set) var lastTime: Timestamp?
  /// The line passed last, in the block that it lies in; before the first: none.
  private var lastBlock: LineBlock?
  private var lastRange = 0..<0

  init(from start: LogEnd, lastTime: Timestamp?) { (passed, self.lastTime) = (start, lastTime) }

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

  var end: LogEnd {
    var end = passed
    if let lastBlock { end.hash = RecordedLine(block: lastBlock, range: lastRange).hash }
    return end
  }

  var logPosition: LogPosition { LogPosition(end: end, lastTime: lastTime) }
}
