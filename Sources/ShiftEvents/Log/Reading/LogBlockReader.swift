internal import Foundation

/// Reads a log in large blocks and gives out the whole lines in them where they lie.
///
/// Memory stays under one longest line and one block, whatever the bytes are: a line that is too
/// long is dropped while it streams by.
@safe package final class LogBlockReader {
  package static let blockLengthBytes = 256 << 10
  private static let shortestBlockBytes = 4 << 10
  private static let longestBlockBytes = Envelope.maximumLineLength + 1

  private let file: OpenFile
  /// True for a pipe, which is read from where it stands.
  private let isStream: Bool
  private let limit: UInt64?
  private var block: LineBlock
  /// The bytes in the buffer that were not given out yet.
  private var held: Range<Int> = 0..<0
  /// The offset in the log of the first byte behind the held ones.
  private var position: UInt64
  private var isAtEnd = false
  private var isInLongLine = false

  /// Reads from `offset` up to `limit`, or as far as there are bytes.
  init(
    _ file: OpenFile, isStream: Bool = false, from offset: UInt64 = 0, upTo limit: UInt64? = nil
  ) {
    (self.file, self.isStream) = (file, isStream)
    self.limit = limit
    position = offset
    // A writer reads a few lines at a time, and pays for no more.
    let expected = limit.map { $0 - min($0, offset) } ?? .max
    block = LineBlock(
      capacity: max(
        LogBlockReader.shortestBlockBytes,
        Int(min(UInt64(LogBlockReader.blockLengthBytes), expected))))
  }

  /// The bytes up to the limit; 0 where none is known.
  var lengthToReadBytes: UInt64 { limit.map { $0 - min($0, position) } ?? 0 }

  /// Returns the next piece. A block that somebody keeps is not read into again.
  func next() throws(LogError) -> LogBlock {
    if isInLongLine { try passLongLine() }
    moveHeldToFront()
    var searched = 0
    while true {
      let new = unsafe UnsafeRawBufferPointer(rebasing: buffer[searched..<held.upperBound])
      if let place = unsafe lastNewline(in: new) {
        let (last, start) = (searched + place, position - UInt64(held.count))
        held = last + 1..<held.upperBound
        return LogBlock(content: .lines(block, lengthBytes: last + 1), offset: start)
      }
      searched = held.upperBound
      if isAtEnd {
        let half = RecordedLine(block: block, range: held)
        held = 0..<0
        return LogBlock(
          content: half.range.isEmpty ? .end : .half(half),
          offset: position - UInt64(half.range.count))
      }
      if unsafe held.upperBound == buffer.count {
        guard unsafe buffer.count < LogBlockReader.longestBlockBytes else {
          isInLongLine = true
          return LogBlock(
            content: .tooLong(
              lengthBytes: UInt64(held.count),
              hasHole: unsafe TailScan.hasHole(UnsafeRawBufferPointer(rebasing: buffer[held]))),
            offset: position - UInt64(held.count))
        }
        takeBlock(capacity: unsafe min(buffer.count * 2, LogBlockReader.longestBlockBytes))
      }
      try fill()
    }
  }

  private var buffer: UnsafeMutableRawBufferPointer { unsafe block.bytes }

  private func moveHeldToFront() {
    if !isKnownUniquelyReferenced(&block) {
      takeBlock(capacity: unsafe buffer.count)
    } else if held.lowerBound > 0 {
      // The two may overlap.
      unsafe buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: buffer[held]))
    }
    held = 0..<held.count
  }

  /// Blocks that were given out, to be read into again once nobody keeps them.
  private var spares: [LineBlock] = []
  private static let spareCount = 8

  /// Goes on in another block, which begins with the held bytes.
  private func takeBlock(capacity: Int) {
    let next = spareBlock(capacity: capacity) ?? LineBlock(capacity: capacity)
    if unsafe block.bytes.count == LogBlockReader.blockLengthBytes {
      if spares.count == LogBlockReader.spareCount { spares.removeFirst() }
      spares.append(block)
    }
    unsafe next.bytes.copyMemory(from: UnsafeRawBufferPointer(rebasing: buffer[held]))
    block = next
    held = 0..<held.count
  }

  private func spareBlock(capacity: Int) -> LineBlock? {
    guard capacity == LogBlockReader.blockLengthBytes else { return nil }
    for index in spares.indices where isKnownUniquelyReferenced(&spares[index]) {
      return spares.remove(at: index)
    }
    return nil
  }

  /// Drops bytes as they come until the LF of a long line has passed.
  private func passLongLine() throws(LogError) {
    while !isAtEnd {
      held = 0..<0
      try fill()
      let taken = unsafe UnsafeRawBufferPointer(rebasing: buffer[held])
      if let newline = unsafe firstNewline(in: taken) {
        held = newline + 1..<held.upperBound
        break
      }
      held = 0..<0
    }
    isInLongLine = false
  }

  private func fill() throws(LogError) {
    var room = unsafe buffer.count - held.upperBound
    if let limit { room = Int(min(UInt64(room), limit - min(limit, position))) }
    guard room > 0 else {
      isAtEnd = true
      return
    }
    let free = unsafe UnsafeMutableRawBufferPointer(
      rebasing: buffer[held.upperBound..<held.upperBound + room])
    let count = unsafe try doing(
      "read", file.path, isStream ? readStream(into: free) : file.read(at: position, into: free))
    held = held.lowerBound..<held.upperBound + count
    position += UInt64(count)
    guard count == 0 else { return }
    isAtEnd = true
    if let limit, position < limit { throw shortened(limit) }
  }

  private func readStream(into free: UnsafeMutableRawBufferPointer) throws(SystemError) -> Int {
    let (pipe, fileSystem) = (file.descriptor, file.fileSystem)
    // A named pipe that nobody has opened yet reads as ended: give its writer time to come.
    if position == 0 { _ = try fileSystem.waitForInput(pipe, timeoutMilliseconds: 5_000) }
    while true {
      do throws(SystemError) { return unsafe try fileSystem.read(pipe, at: nil, into: free) } catch
      {
        guard error == .wouldBlock else { throw error }
        _ = try fileSystem.waitForInput(pipe, timeoutMilliseconds: nil)
      }
    }
  }

  private func shortened(_ limit: UInt64) -> LogError {
    LogError(
      .replaced,
      "\(file.path) ends at byte \(position), before byte \(limit) where its end was known to be: it was "
        + "cut, or shortened while it was read; run: eventlog-tool verify \(shellWord(file.path))",
      path: file.path)
  }
}

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
