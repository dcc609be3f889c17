import Foundation

/// Lines of standard input (or of another descriptor) as bytes, read in blocks.
///
/// However long a line is, no more than its limit and one block are kept: a line over the limit is
/// dropped as it streams by, and reported when it is over.
final class LineInput {
  enum Line: Equatable {
    /// Without its line feed.
    case line([UInt8])
    case tooLong
    /// No line is complete yet, and the time to wait for one is over.
    case notYet
  }

  let descriptor: Int32
  private let limitBytes: Int
  private var block: [UInt8]
  private var unread = 0..<0
  /// The beginning of a line whose end has not been read yet.
  private var partial: [UInt8] = []
  private var hasPartial = false
  private var isDropping = false
  private(set) var isAtEnd = false
  /// The last read got all that it could hold: more has come, perhaps.
  private(set) var mayHoldMore = false

  /// The number of the line returned last, counted from 1; lines that were too long count.
  private(set) var lineNumber = 0

  init(descriptor: Int32 = STDIN_FILENO, limitBytes: Int, blockBytes: Int = 1 << 16) {
    precondition(limitBytes > 0 && blockBytes > 0)
    self.descriptor = descriptor
    self.limitBytes = limitBytes
    block = [UInt8](repeating: 0, count: blockBytes)
  }

  /// Whether there is more to read at this moment; the end of the input counts.
  var hasArrived: Bool { !unread.isEmpty || isReadable(descriptor, withinMilliseconds: 0) }

  /// Whether something was read that is not taken yet.
  var hasUnread: Bool { !unread.isEmpty }

  var isTerminal: Bool { isatty(descriptor) == 1 }

  /// The next line; nil at the end of the input. A last line without a line feed counts.
  ///
  /// - Parameter milliseconds: how long to wait for a complete line at most, 0 to take only what
  ///   has arrived; nil to wait for as long as it takes.
  func next(waitingAtMost milliseconds: Int? = nil) throws(SystemFailure) -> Line? {
    let deadline = milliseconds.map { ContinuousClock.now + .milliseconds($0) }
    var isOver = false
    while true {
      if let line = takeLine() { return line }
      if isAtEnd { return takeRest() }
      if let deadline {
        // One read after the deadline, for what had arrived; more would never end where a producer
        // is fast and its line has no end.
        if isOver { return .notYet }
        let left = max(deadline - .now, .zero) / .milliseconds(1)
        isOver = left == 0
        let timeout = Int32(min(left.rounded(.up), 60_000))
        guard isReadable(descriptor, withinMilliseconds: timeout) else { continue }
      }
      try read()
    }
  }

  /// The next line of what was read; `nil` where none is complete.
  func nextRead() -> Line? { takeLine() ?? (isAtEnd ? takeRest() : nil) }

  /// Reads once, when all that was read is taken; waits where nothing is there.
  func read() throws(SystemFailure) {
    let count = try readSome(into: &block, from: descriptor)
    unread = 0..<count
    isAtEnd = count == 0
    mayHoldMore = count == block.count
  }

  /// The line that ends in the block, if one does; else keeps the block's rest as its beginning.
  private func takeLine() -> Line? {
    guard let end = block[unread].firstIndex(of: UInt8(ascii: "\n")) else {
      keep(unread)
      unread = unread.upperBound..<unread.upperBound
      return nil
    }
    keep(unread.lowerBound..<end)
    unread = (end + 1)..<unread.upperBound
    return endLine()
  }

  private func takeRest() -> Line? {
    hasPartial ? endLine() : nil
  }

  private func keep(_ range: Range<Int>) {
    if range.isEmpty { return }
    hasPartial = true
    if isDropping { return }
    if partial.count + range.count > limitBytes {
      isDropping = true
      partial = []
    } else {
      partial += block[range]
    }
  }

  private func endLine() -> Line {
    defer {
      partial = []
      hasPartial = false
      isDropping = false
    }
    lineNumber += 1
    return isDropping ? .tooLong : .line(partial)
  }
}
