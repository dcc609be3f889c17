/// What stands in a log behind an end that is known to be good.
package struct TailScan {
  /// The end of the last whole batch that continues the chain.
  package private(set) var complete: Frontier
  /// The last line that continues the chain, be its batch whole or not.
  package private(set) var last: Frontier
  /// Why the line behind `last` does not continue it; nil where there is none, or half a one.
  package private(set) var fault: Damage?
  /// The first line at or behind the fault that no torn write leaves: a later event, or whole JSON.
  package private(set) var survivor: Survivor?
  /// The first whole line at or behind the fault, be it an earlier event.
  package private(set) var wholeLine: Survivor?

  package struct Survivor: Hashable, Sendable {
    /// The place that the line claims; `nil` for JSON that is no event.
    package var sequence: UInt64?
    package var offset: UInt64
  }

  private let check: LineCheck
  /// Lines behind this place are not looked at.
  private let limit: UInt64

  private init(from start: Frontier, limit: UInt64, check: LineCheck) {
    complete = start
    last = start
    self.limit = limit
    self.check = check
  }

  /// Reads the lines that `reader` gives, which begins at `start`.
  ///
  /// - Parameter limit: the last place to look at.
  package static func scan(
    _ reader: LogBlockReader, from start: Frontier, upTo limit: UInt64 = .max, check: LineCheck
  ) throws(LogError) -> TailScan {
    var scan = TailScan(from: start, limit: limit, check: check)
    while scan.survivor == nil, scan.last.sequence < limit {
      switch try reader.next() {
      case .end, .half: return scan
      case .tooLong(let offset, _): scan.note(.json, at: offset, "the line is longer than 4 MiB")
      case .lines(let lines, let offset):
        _ = unsafe LogBlockReader.forEachLine(in: lines, at: offset) { line, offset in
          unsafe scan.take(line, at: offset)
        }
      }
    }
    return scan
  }

  /// The first fault of a log of `lengthBytes` that does not hold what was acknowledged; `nil` where its
  /// lines are whole as far as that.
  package func damage(acknowledged: Frontier, lengthBytes: UInt64) -> Damage? {
    if let fault { return damage ?? fault }
    guard last.lengthBytes < acknowledged.lengthBytes else { return nil }
    return .short(at: last, acknowledged: acknowledged, lengthBytes: lengthBytes)
  }

  /// Takes one line; false where there is nothing more to find out.
  private mutating func take(_ line: UnsafeRawBufferPointer, at offset: UInt64) -> Bool {
    if fault == nil {
      if last.sequence == limit { return false }
      guard let facts = unsafe check(line) else {
        note(.json, at: offset, "the line does not read as an event")
        return unsafe seek(line, at: offset)
      }
      let content = unsafe UnsafeRawBufferPointer(rebasing: line[..<facts.contentLength])
      let hash = unsafe Digest.chain(content, after: last.hash)
      if facts.sequence == last.sequence + 1, facts.hash == hash {
        last = last.adding(lengthBytes: UInt64(line.count) + 1, hash: hash)
        if !facts.more { complete = last }
        return true
      }
      if facts.sequence == last.sequence + 1 {
        note(.hash, at: offset, "the hash does not continue the chain")
      } else {
        note(
          .sequence, at: offset,
          "the line should be \(last.sequence + 1) and says it is \(facts.sequence)")
      }
    }
    return unsafe seek(line, at: offset)
  }

  /// Looks for a whole later line in bytes that no longer continue the chain.
  private mutating func seek(_ line: UnsafeRawBufferPointer, at offset: UInt64) -> Bool {
    // A hole of zero bytes may swallow an LF and end where a line begins.
    let start = unsafe (line.lastIndex(of: 0) ?? -1) + 1
    // A copy with CRLF has whole lines, too.
    let end = unsafe line.count - (line.last == 0x0D && start < line.count ? 1 : 0)
    let rest = unsafe UnsafeRawBufferPointer(rebasing: line[start..<end])
    let facts = unsafe check(rest)
    guard unsafe facts != nil || isObject(rest) else { return true }
    let found = Survivor(sequence: facts?.sequence, offset: offset + UInt64(start))
    wholeLine = wholeLine ?? found
    if let facts, facts.sequence <= last.sequence { return true }
    survivor = found
    return false
  }

  /// Whether a line is a JSON object, such as an event of another program.
  private func isObject(_ line: UnsafeRawBufferPointer) -> Bool {
    var scanner = JSONScanner()
    return unsafe (try? scanner.scan(line)) != nil && scanner.tokens[0].kind == .object
  }

  private mutating func note(_ kind: Damage.Kind, at offset: UInt64, _ message: String) {
    guard fault == nil else { return }
    fault = Damage(kind, line: last.sequence + 1, offset: offset, message: message)
  }
}
