internal import Foundation

/// The next piece of a log: whole lines, or what stands in their place.
struct LogBlock {
  enum Content {
    /// One or more whole lines, each with its LF, at the front of a block.
    case lines(LineBlock, lengthBytes: Int)
    /// A line longer than a line may be, with the bytes that it had when that showed. The next piece
    /// begins behind the rest of it.
    case tooLong(lengthBytes: UInt64, hasHole: Bool)
    /// The bytes behind the last LF.
    case half(RecordedLine)
    case end
  }

  var content: Content
  /// The place in the log at which it begins.
  var offset: UInt64

  /// True if no block can follow it.
  var isLast: Bool {
    switch content {
    case .lines, .tooLong: false
    case .half, .end: true
    }
  }
}

extension LogBlock {
  /// The block with what is made of its lines.
  func worked<Value>(_ work: (LineBlock, Int, UInt64) -> Value) -> LogBlockReader.Worked<Value> {
    guard case .lines(let lines, let lengthBytes) = content else { return (self, nil) }
    return (self, work(lines, lengthBytes, offset))
  }
}

extension LineBlock {
  /// Gives each whole line of the first `lengthBytes` bytes, its LF left off, until the caller answers
  /// false.
  ///
  /// - Parameter start: where the first of them begins.
  func forEachLine(before lengthBytes: Int, from start: Int = 0, _ body: (RecordedLine) -> Bool) {
    var start = start
    while start < lengthBytes {
      let line = RecordedLine(block: self, from: start, before: lengthBytes)
      if !body(line) { return }
      start = line.range.upperBound + 1
    }
  }
}

extension LogBlockReader {
  /// A piece of a log with what was made of its lines; `nil` where it has none.
  typealias Worked<Value> = (block: LogBlock, value: Value?)

  /// Works on the lines of each block with several threads, and gives the results in the order of the
  /// log.
  ///
  /// - Parameters:
  ///   - helpers: the number of threads beside the one that asks; as many as are worth it without.
  ///   - goesOn: asked before each block; the results end where it answers false.
  func working<Value>(
    helpers: Int? = nil, while goesOn: @escaping () -> Bool = { true },
    _ work: @escaping (LineBlock, Int, UInt64) -> Value
  ) -> OrderedPipeline<LogBlock, Worked<Value>> {
    var isOver = false
    return OrderedPipeline(
      helpers: helpers ?? helperCount(forBytes: lengthToReadBytes),
      source: { [self] () throws(LogError) in
        if isOver || !goesOn() { return nil }
        let block = try next()
        isOver = block.isLast
        return block
      },
      work: { $0.worked(work) })
  }
}
