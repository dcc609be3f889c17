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

/// The order that the lines of a log keep: each has the next number, and no earlier time.
enum LineOrder {
  /// Says why an event is not the one with this number; `nil` where it is.
  @inline(__always)
  static func fault(of event: borrowing RecordedEvent, expecting sequence: Int) -> String? {
    if event.sequence.value == sequence { return nil }
    return "the line should be event \(sequence) and says it is \(event.sequence)"
  }

  /// Says why an event cannot follow one of that time; `nil` where it can.
  @inline(__always)
  static func fault(of event: borrowing RecordedEvent, after time: Timestamp?) -> String? {
    guard let time, event.time < time else { return nil }
    return "the line's time \(event.time) is before \(time), the time of the line before it"
  }
}
