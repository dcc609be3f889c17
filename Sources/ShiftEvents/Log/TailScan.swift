/// What stands in a log behind an end that is known to be good.
package struct TailScan {
  /// The end of the last whole batch that continues the chain.
  package private(set) var complete: Frontier
  /// The last line that continues the chain, be its batch whole or not.
  package private(set) var last: Frontier
  /// Why the line behind `last` does not continue it; nil where there is none, or half a one.
  package private(set) var fault: Damage?
  /// The first whole line behind the fault that claims a later place: no torn write leaves that.
  package private(set) var survivor: (sequence: UInt64, offset: UInt64)?

  private let check: LineCheck

  private init(from start: Frontier, check: LineCheck) {
    complete = start
    last = start
    self.check = check
  }

  /// Reads a log from `start` up to `lengthBytes`, which must be where it ends.
  package static func scan(
    _ file: LogFile, from start: Frontier, upTo lengthBytes: UInt64, check: LineCheck
  ) throws(LogError) -> TailScan {
    var scan = TailScan(from: start, check: check)
    let reader = file.blocks(from: start.lengthBytes, upTo: lengthBytes)
    while scan.survivor == nil {
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

  /// Takes one line; false where there is nothing more to find out.
  private mutating func take(_ line: UnsafeRawBufferPointer, at offset: UInt64) -> Bool {
    if fault == nil {
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
    guard let facts = unsafe check(rest), facts.sequence > last.sequence else { return true }
    survivor = (facts.sequence, offset + UInt64(start))
    return false
  }

  private mutating func note(_ kind: Damage.Kind, at offset: UInt64, _ message: String) {
    guard fault == nil else { return }
    fault = Damage(kind, line: last.sequence + 1, offset: offset, message: message)
  }
}
