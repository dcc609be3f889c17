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

  /// A line that stands in `bytes`.
  enum Location: Equatable {
    case line(Range<Int>)
    case tooLong, notYet
  }

  let descriptor: Int32
  private let limitBytes: Int
  private let blockBytes: Int
  /// The bytes that were read and not yet taken; behind `filled` there is room for more.
  private var bytes: [UInt8]
  private var filled = 0
  /// The beginning of the line whose end has not been found yet.
  private var lineStart = 0
  /// Before it there is no line feed in that line.
  private var searched = 0
  private var isDropping = false
  private(set) var isAtEnd = false
  /// The last read got all that it could hold: more has come, perhaps.
  private(set) var mayHoldMore = false

  /// The number of the line returned last, counted from 1; lines that were too long count.
  private(set) var lineNumber = 0

  init(descriptor: Int32 = STDIN_FILENO, limitBytes: Int, blockBytes: Int = 1 << 16) {
    precondition(limitBytes > 0 && blockBytes > 0)
    (self.descriptor, self.limitBytes, self.blockBytes) = (descriptor, limitBytes, blockBytes)
    bytes = [UInt8](repeating: 0, count: 2 * blockBytes)
  }

  /// True if there is more to read at this moment; the end of the input counts.
  var hasArrived: Bool { searched < filled || isReadable(descriptor, withinMilliseconds: 0) }

  /// True if something was read that is not taken yet.
  var hasUnread: Bool { searched < filled }

  /// The next line; nil at the end of the input. A last line without a line feed counts.
  ///
  /// - Parameter milliseconds: how long to wait for a complete line at most, 0 to take only what
  ///   has arrived; nil to wait for as long as it takes.
  func next(waitingAtMost milliseconds: Int? = nil) throws(SystemFailure) -> Line? {
    try nextPlace(waitingAtMost: milliseconds).map { line(at: $0) }
  }

  /// The next line of what was read; `nil` where none is complete.
  func nextRead() -> Line? { (takeLine() ?? (isAtEnd ? takeRest() : nil)).map { line(at: $0) } }

  /// Takes a line out; places that were returned before are invalid then.
  private func line(at place: Location) -> Line {
    switch place {
    case .tooLong: return .tooLong
    case .notYet: return .notYet
    case .line(let range):
      let line = Array(bytes[range])
      forget()
      return .line(line)
    }
  }

  /// Reads once; waits where nothing is there.
  func read() throws(SystemFailure) {
    if bytes.count - filled < blockBytes {
      // A line over the limit is dropped, so there is no need to double beyond it.
      let more = min(
        bytes.count, max(blockBytes, lineStart + limitBytes - bytes.count) + blockBytes)
      // In blocks: bytes one by one take seconds in a debug build. Room that is asked for exactly is moved more often.
      let block = [UInt8](repeating: 0, count: blockBytes)
      for start in stride(from: 0, to: more, by: blockBytes) { bytes += block.prefix(more - start) }
    }
    let room = bytes.count - filled
    let count = try readSome(into: &bytes, at: filled, from: descriptor)
    filled += count
    isAtEnd = count == 0
    mayHoldMore = count == room
  }

  /// The same, where the line stands among those that were read since `takeBytes` was called.
  func nextPlace(waitingAtMost milliseconds: Int? = nil) throws(SystemFailure) -> Location? {
    if let line = takeLine() { return line }
    let deadline = milliseconds.map { ContinuousClock.now + .milliseconds($0) }
    var isOver = false
    while true {
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
      if let line = takeLine() { return line }
    }
  }

  /// Lends the bytes in which lines have their places.
  func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    unsafe bytes.withUnsafeBytes { unsafe body($0) }
  }

  /// Hands over the bytes in which the lines returned so far have their places, and goes on in others.
  func takeBytes() -> [UInt8] {
    let rest = filled - lineStart
    let count = max(bytes.count, rest + blockBytes)
    // What is behind the rest is read into before anybody looks at it.
    var next = unsafe [UInt8](unsafeUninitializedCapacity: count) { room, initialized in
      _ = unsafe room.update(fromContentsOf: bytes[lineStart..<filled])
      initialized = count
    }
    swap(&next, &bytes)
    (searched, filled, lineStart) = (searched - lineStart, rest, 0)
    return next
  }

  /// Makes the places of all lines returned so far invalid.
  private func forget() {
    if lineStart == filled {
      (searched, filled, lineStart) = (0, 0, 0)
    } else if lineStart > bytes.count / 2 {
      bytes.replaceSubrange(..<(filled - lineStart), with: bytes[lineStart..<filled])
      (searched, filled, lineStart) = (searched - lineStart, filled - lineStart, 0)
    }
  }

  /// The line that ends in what was read, if one does.
  private func takeLine() -> Location? {
    guard let end = lineFeed(in: searched..<filled) else {
      // So much of a line that is too long is not kept.
      if isDropping || filled - lineStart > limitBytes {
        isDropping = true
        filled = lineStart
      }
      searched = filled
      return nil
    }
    searched = end + 1
    return endLine(end)
  }

  private func lineFeed(in range: Range<Int>) -> Int? {
    unsafe bytes.withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress,
        let found = unsafe memchr(start + range.lowerBound, 0x0A, range.count)
      else { return nil }
      return unsafe UnsafeRawPointer(found) - start
    }
  }

  private func takeRest() -> Location? {
    guard isDropping || filled > lineStart else { return nil }
    return endLine(filled)
  }

  private func endLine(_ end: Int) -> Location {
    let line = lineStart..<end
    let isTooLong = isDropping || line.count > limitBytes
    lineStart = min(end + 1, filled)
    isDropping = false
    lineNumber += 1
    return isTooLong ? .tooLong : .line(line)
  }
}
