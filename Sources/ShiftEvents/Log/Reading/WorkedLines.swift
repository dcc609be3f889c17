internal import Foundation

/// What comes next in a log, its whole lines worked on by whoever had time.
struct WorkedLines<Value> {
  enum Kind {
    case lines(Value)
    case end
    case half(lengthBytes: Int)
    case tooLong(lengthBytes: UInt64)
    case failed(LogError)
  }

  var kind: Kind
  /// Where it begins in the log.
  var offset: UInt64
  /// The bytes of the lines.
  var lengthBytes = 0
}

/// What comes next in a log, as it lies.
struct UnworkedLines {
  fileprivate var block: LineBlock?
  fileprivate var lengthBytes = 0
  fileprivate var offset: UInt64 = 0
  /// What there is in the place of lines.
  fileprivate var ending: Result<LogBlockReader.Ending, LogError> = .success(.end)

  /// Behind a line that is too long the reading goes on.
  fileprivate var isLast: Bool {
    if case .success(.tooLong) = ending { return false }
    return block == nil
  }
}

extension LogBlockReader {
  /// So many bytes make more than one thread worth their start.
  static let worthThreadsBytes: UInt64 = 4 << 20

  /// How many threads can help the one that reads a log.
  static func helpers(forBytes lengthBytes: UInt64) -> Int {
    if lengthBytes < worthThreadsBytes { return 0 }
    return min(ProcessInfo.processInfo.activeProcessorCount, 4) - 1
  }

  /// Works on blocks of whole lines with several threads, and gives the results in the order of the
  /// log.
  func working<Value>(
    helpers: Int, _ work: @escaping (LineBlock, Int, UInt64) -> Value
  ) -> OrderedPipeline<UnworkedLines, WorkedLines<Value>> {
    var isOver = false
    return OrderedPipeline(
      helpers: helpers,
      source: { [self] in
        if isOver { return nil }
        let piece = unworked()
        isOver = piece.isLast
        return piece
      },
      work: { $0.worked(work) })
  }

  private func unworked() -> UnworkedLines {
    do throws(LogError) {
      switch try next() {
      case .end: return UnworkedLines(offset: end)
      case .half(let bytes, let offset):
        return UnworkedLines(ending: .success(.half(at: offset, lengthBytes: bytes.count)))
      case .tooLong(let offset, let lengthBytes):
        return UnworkedLines(ending: .success(.tooLong(at: offset, lengthBytes: lengthBytes)))
      case .lines(let bytes, let offset):
        return UnworkedLines(block: block, lengthBytes: bytes.count, offset: offset)
      }
    } catch {
      return UnworkedLines(ending: .failure(error))
    }
  }
}

extension UnworkedLines {
  fileprivate func worked<Value>(
    _ work: (LineBlock, Int, UInt64) -> Value
  ) -> WorkedLines<Value> {
    if let block {
      let value = work(block, lengthBytes, offset)
      return WorkedLines(kind: .lines(value), offset: offset, lengthBytes: lengthBytes)
    }
    switch ending {
    case .success(.half(let offset, let count)):
      return WorkedLines(kind: .half(lengthBytes: count), offset: offset)
    case .success(.tooLong(let offset, let count)):
      return WorkedLines(kind: .tooLong(lengthBytes: count), offset: offset)
    case .success(.end), .success(.stopped): return WorkedLines(kind: .end, offset: offset)
    case .failure(let error): return WorkedLines(kind: .failed(error), offset: 0)
    }
  }
}

/// The events of a block of lines, up to the first line that is none.
struct DecodedLines {
  let events: EventBatch
  /// What is wrong with the line behind them, and where that begins in the log.
  private(set) var fault: (LineFault, offset: UInt64)?
  /// The places of the events' lines in the chain, where they were asked for.
  private(set) var links: [LineLink?] = []

  init() { events = EventBatch(capacity: 0) }

  init(_ block: LineBlock, lengthBytes: Int, at offset: UInt64, withLinks: Bool) {
    events = EventBatch(capacity: lengthBytes / 256)
    var decoder = EventDecoder()
    var end = lengthBytes
    if let (fault, start) = decoder.decode(block, lengthBytes: lengthBytes, into: events) {
      self.fault = (fault, offset + UInt64(start))
      end = start
    }
    if withLinks { links = LineLink.links(of: block.lines(before: end), in: block) }
  }
}

extension LineBlock {
  /// The whole lines of the first `end` bytes, their line feeds left off.
  fileprivate func lines(before end: Int) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    var start = 0
    while start < end {
      let range = RecordedLine(block: self, from: start, before: end).range
      ranges.append(range)
      start = range.upperBound + 1
    }
    return ranges
  }
}
